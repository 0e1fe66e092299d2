import type { Form } from '../form.ts';
import { parsePaging, sliceFromEnd, toListReply } from '../paging.ts';
import type { Outbound } from '../state/model.ts';
import { toOutbound } from '../wire/message.ts';
import { ok } from './call.ts';
import type { Call, Row } from './call.ts';
import { getRow } from './find.ts';

const LETTERS = new Set([...'qabrjudfsegiph']);

/** Rows of one page; `lastId` asks for ids below it and overrides the page. */
function sliceMessages(rows: readonly Outbound[], query: Form) {
  const paging = parsePaging(query);
  const lastId = query.int('lastId', 0);
  query.check();
  if (lastId <= 0) return { paging, ...sliceFromEnd(rows, paging) };
  const first = { ...paging, page: 1 };
  return {
    paging: first,
    ...sliceFromEnd(
      rows.filter((row) => row.id < lastId),
      first,
    ),
  };
}

function listMessages({ world, query, shape, view }: Call) {
  const lastId = query.int('lastId', 0);
  const paging = parsePaging(query);
  query.check();
  const slice = lastId > 0 ? world.outbound.below(lastId, paging.limit) : sliceFromEnd(world.outbound.rows, paging);
  const resources = slice.rows.map((message) => toOutbound(message, view));
  return toListReply(shape, { paging: lastId > 0 ? { ...paging, page: 1 } : paging, total: slice.total, resources });
}

function searchMessages({ world, query, shape, view }: Call) {
  const ids = new Set(query.ids('ids'));
  const sessionId = query.int('sessionId', 0);
  const statuses = new Set(query.list('statuses'));
  const text = query.text('query').toLowerCase();
  query.flag('includeDeleted', false);
  if ([...statuses].some((letter) => !LETTERS.has(letter))) query.reject('statuses', 'One or more values are invalid.');
  query.check();
  const isWanted = (message: Outbound): boolean =>
    (ids.size === 0 || ids.has(message.id)) &&
    (sessionId === 0 || message.sessionId === sessionId) &&
    (statuses.size === 0 || statuses.has(message.status)) &&
    (text === '' || message.text.toLowerCase().includes(text));
  const { paging, rows, total } = sliceMessages(world.outbound.rows.filter(isWanted), query);
  return toListReply(shape, { paging, total, resources: rows.map((message) => toOutbound(message, view)) });
}

export const messageRows: readonly Row[] = [
  { method: 'GET', path: '/messages', group: 'messages', handle: listMessages },
  { method: 'GET', path: '/messages/search', group: 'messages', handle: searchMessages },
  {
    method: 'GET',
    path: '/messages/{id}',
    group: 'messages',
    handle: (call) => ok(toOutbound(getRow(call.world.outbound, call), call.view)),
  },
];
