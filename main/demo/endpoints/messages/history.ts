import { parsePaging } from '../../paging.ts';
import type { Reply } from '../../http.ts';
import type { Outbound } from '../../state/model.ts';
import { findFirst } from '../../state/table.ts';
import type { World } from '../../state/world.ts';
import { toOutbound } from '../../wire/message.ts';
import type { Call, Row } from '../call.ts';
import { compareTexts } from './replies.ts';

const ORDERS = ['id', 'phone', 'sender', 'firstName', 'lastName', 'messageTime'] as const;

type Order = (typeof ORDERS)[number];

function toSortText(message: Outbound, order: Order, world: World): string {
  if (order === 'phone') return message.receiver;
  if (order === 'sender') return message.sender;
  if (order === 'messageTime') return String(message.at).padStart(15, '0');
  const contact = world.findContactByPhone(message.receiver);
  return (order === 'firstName' ? contact?.firstName : contact?.lastName) ?? '';
}

/** What is asked for, in ascending order: by id without looking at all of them, else sorted once for all its pages. */
function listOrdered(world: World, order: Order, text: string): readonly Outbound[] {
  const { sent, outbound, contacts, found } = world;
  if (order === 'id' && text === '') return sent.rows;
  return found.outbound.recall(`history ${order} ${text}`, outbound.version + contacts.version, () => {
    const rows = text === '' ? sent.rows : sent.rows.filter((message) => message.text.toLowerCase().includes(text));
    if (order === 'id') return rows;
    return rows
      .map((message) => ({ message, text: toSortText(message, order, world) }))
      .sort((a, b) => compareTexts(a.text, b.text) || a.message.id - b.message.id)
      .map(({ message }) => message);
  });
}

/**
 * Outbound messages without pages: `nextLastId`, the id of the last row, asks for the rows behind it when it is given as
 * `lastId`, in whatever order.
 */
function listHistory(call: Call): Reply {
  const { world, query, view } = call;
  const { limit } = parsePaging(query);
  const lastId = query.int('lastId', 0);
  const order = query.choice('orderBy', ORDERS, 'id');
  const isAscending = query.choice('direction', ['asc', 'desc'], 'desc') === 'asc';
  const text = query.text('query').trim().toLowerCase();
  query.check();
  const rows = listOrdered(world, order, text);
  const at = order === 'id' ? findFirst(rows, lastId) : rows.findIndex(({ id }) => id === lastId);
  const isThere = rows[at]?.id === lastId;
  // A row that was deleted in between still says where to go on by id; in another order the list begins anew.
  const start = lastId <= 0 || at < 0 ? 0 : isThere ? at + 1 : at;
  const end = lastId <= 0 || at < 0 ? rows.length : at;
  const page = isAscending ? rows.slice(start, start + limit) : rows.slice(Math.max(0, end - limit), end).reverse();
  const body = {
    lastId: lastId > 0 ? lastId : null,
    nextLastId: page.at(-1)?.id ?? lastId,
    limit,
    resources: page.map((message) => toOutbound(message, view)),
  };
  return { status: 200, body };
}

export const historyRows: readonly Row[] = [{ method: 'GET', path: '/history', group: 'history', handle: listHistory }];
