import { parsePaging, slicePage, sliceFromEnd, toPageReply } from '../paging.ts';
import type { Inbound } from '../state/model.ts';
import type { World } from '../state/world.ts';
import { toReply } from '../wire/message.ts';
import { ok } from './call.ts';
import type { Call, Row } from './call.ts';
import { getRow } from './find.ts';

const ORDERS = ['id', 'sender', 'receiver', 'messageTime', 'firstName', 'lastName'] as const;

type Order = (typeof ORDERS)[number];

function toSortText(message: Inbound, order: Order, world: World): string {
  if (order === 'sender' || order === 'receiver') return message[order];
  if (order === 'messageTime') return String(message.at).padStart(15, '0');
  const contact = world.findContactByPhone(message.sender);
  return (order === 'firstName' ? contact?.firstName : contact?.lastName) ?? '';
}

/** Everything but the plain order by id is sorted for the request: few ask for it. */
function listSorted(world: World, order: Order): readonly Inbound[] {
  if (order === 'id') return world.inbound.rows;
  const keyed = world.inbound.rows.map((message) => ({ message, text: toSortText(message, order, world) }));
  keyed.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : a.message.id - b.message.id));
  return keyed.map(({ message }) => message);
}

function listReplies({ world, query, view }: Call) {
  const paging = parsePaging(query);
  const order = query.choice('orderBy', ORDERS, 'id');
  const direction = query.choice('direction', ['asc', 'desc'], 'desc');
  query.check();
  const sorted = listSorted(world, order);
  const { rows, total } = direction === 'asc' ? slicePage(sorted, paging) : sliceFromEnd(sorted, paging);
  return toPageReply({ paging, total, resources: rows.map((message) => toReply(message, view)) });
}

export const replyRows: readonly Row[] = [
  { method: 'GET', path: '/replies', group: 'replies', handle: listReplies },
  {
    method: 'GET',
    path: '/replies/{id}',
    group: 'replies',
    handle: (call) => ok(toReply(getRow(call.world.inbound, call), call.view)),
  },
];
