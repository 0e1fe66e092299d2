import { parsePaging, slicePage, sliceFromEnd, toPageReply } from '../../paging.ts';
import type { Json, Reply } from '../../http.ts';
import type { Inbound } from '../../state/model.ts';
import { removeMessages } from '../../state/removal.ts';
import type { World } from '../../state/world.ts';
import { toFoundReply, toReply } from '../../wire/message.ts';
import { getChosen } from '../bulk.ts';
import { done, ok } from '../call.ts';
import type { Call, Row } from '../call.ts';
import { getRow } from '../find.ts';

const ORDERS = ['id', 'sender', 'receiver', 'messageTime', 'firstName', 'lastName'] as const;

type Order = (typeof ORDERS)[number];

export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function toSortText(message: Inbound, order: Order, world: World): string {
  if (order === 'sender' || order === 'receiver') return message[order];
  if (order === 'messageTime') return String(message.at).padStart(15, '0');
  const contact = world.findContactByPhone(message.sender);
  return (order === 'firstName' ? contact?.firstName : contact?.lastName) ?? '';
}

interface Search {
  /** The same for the same search. */
  readonly key: string;
  readonly isWanted: (message: Inbound) => boolean;
}

/** What is asked for, in ascending order: by id without looking at all of them, else sorted once for all its pages. */
function listSorted(world: World, order: Order, search?: Search): readonly Inbound[] {
  const { inbound, contacts, found } = world;
  const { key, isWanted } = search ?? { key: 'all', isWanted: undefined };
  if (order === 'id' && isWanted === undefined) return inbound.rows;
  return found.inbound.recall(`${key} ${order}`, inbound.version + contacts.version, () => {
    const rows = isWanted === undefined ? inbound.rows : inbound.rows.filter(isWanted);
    if (order === 'id') return rows;
    return rows
      .map((message) => ({ message, text: toSortText(message, order, world) }))
      .sort((a, b) => compareTexts(a.text, b.text) || a.message.id - b.message.id)
      .map(({ message }) => message);
  });
}

interface Listing {
  readonly rows: (order: Order) => readonly Inbound[];
  readonly toJson: (message: Inbound) => Json;
}

function toPage({ query }: Call, { rows: list, toJson }: Listing): Reply {
  const paging = parsePaging(query);
  const order = query.choice('orderBy', ORDERS, 'id');
  const direction = query.choice('direction', ['asc', 'desc'], 'desc');
  query.check();
  const sorted = list(order);
  const { rows, total } = direction === 'asc' ? slicePage(sorted, paging) : sliceFromEnd(sorted, paging);
  return toPageReply({ paging, total, resources: rows.map(toJson) });
}

function listReplies(call: Call): Reply {
  const { world, view } = call;
  const rows = (order: Order) => listSorted(world, order);
  return toPage(call, { rows, toJson: (message) => toReply(message, view) });
}

function searchReplies(call: Call): Reply {
  const { world, query, view } = call;
  const ids = new Set(query.ids('ids'));
  const text = query.text('query').trim().toLowerCase();
  const expand = query.flag('expand', false);
  const isWanted = (message: Inbound): boolean =>
    (ids.size === 0 || ids.has(message.id)) && (text === '' || message.text.toLowerCase().includes(text));
  const isAll = ids.size === 0 && text === '';
  const search = isAll ? undefined : { key: `${[...ids].join()} ${text}`, isWanted };
  const rows = (order: Order) => listSorted(world, order, search);
  return toPage(call, { rows, toJson: (message) => toFoundReply(message, view, expand) });
}

function deleteReply(call: Call): Reply {
  removeMessages(call.world, [getRow(call.world.inbound, call)]);
  return done();
}

function deleteReplies(call: Call): Reply {
  const { world } = call;
  removeMessages(world, [...getChosen(call, world.inbound, () => world.inbound.rows)]);
  return done();
}

const REPLIES = { group: 'replies' } as const;

export const replyRows: readonly Row[] = [
  { ...REPLIES, method: 'GET', path: '/replies', handle: listReplies },
  { ...REPLIES, method: 'GET', path: '/replies/search', handle: searchReplies },
  { ...REPLIES, method: 'POST', path: '/replies/delete', handle: deleteReplies },
  {
    ...REPLIES,
    method: 'GET',
    path: '/replies/{id}',
    handle: (call) => ok(toReply(getRow(call.world.inbound, call), call.view)),
  },
  { ...REPLIES, method: 'DELETE', path: '/replies/{id}', handle: deleteReply },
];
