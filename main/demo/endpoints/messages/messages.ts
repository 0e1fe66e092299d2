import { parsePaging, sliceFromEnd, toListReply } from '../../paging.ts';
import type { Paging, Slice } from '../../paging.ts';
import { refuseMissing } from '../../refusal.ts';
import type { Outbound } from '../../state/model.ts';
import { removeMessages } from '../../state/removal.ts';
import { findFirst } from '../../state/table.ts';
import type { World } from '../../state/world.ts';
import { toOutbound } from '../../wire/message.ts';
import { listChosen } from '../bulk.ts';
import { done, ok } from '../call.ts';
import type { Call, Row } from '../call.ts';
import { getRow } from '../find.ts';

const LETTERS = new Set([...'qabrjudfsegiph']);

/** The letters of a filter; an unheard-of one is refused. */
export function parseLetters({ query }: Call): ReadonlySet<string> {
  const letters = new Set(query.list('statuses'));
  if ([...letters].some((letter) => !LETTERS.has(letter))) query.reject('statuses', 'One or more values are invalid.');
  return letters;
}

/** The page of rows (oldest first) that was asked for, newest first; `lastId` asks for ids below it and overrides the page. */
function sliceBelow(rows: readonly Outbound[], paging: Paging, lastId: number): Slice<Outbound> {
  if (lastId <= 0) return sliceFromEnd(rows, paging);
  const end = findFirst(rows, lastId);
  return { rows: rows.slice(Math.max(0, end - paging.limit), end).reverse(), total: end };
}

function toReply(call: Call, rows: readonly Outbound[]) {
  const { query, shape, view } = call;
  const lastId = query.int('lastId', 0);
  const asked = parsePaging(query);
  query.check();
  const slice = sliceBelow(rows, asked, lastId);
  const paging = lastId > 0 ? { ...asked, page: 1 } : asked;
  const resources = slice.rows.map((message) => toOutbound(message, view));
  return toListReply(shape, { paging, total: slice.total, resources });
}

interface Filter {
  readonly ids: readonly number[];
  readonly sessionId: number;
  readonly letters: ReadonlySet<string>;
  readonly withDeleted: boolean;
  /** Lower case. */
  readonly text: string;
}

/** Where to look: what names messages spares looking at all of them. */
function listCandidates({ outbound, sent, sessionMessages }: World, filter: Filter): readonly Outbound[] {
  if (filter.ids.length > 0) {
    const ids = [...new Set(filter.ids)].sort((a, b) => a - b);
    return ids.flatMap((id) => outbound.find(id) ?? []);
  }
  if (filter.sessionId > 0) return sessionMessages.list(filter.sessionId);
  return filter.withDeleted ? outbound.rows : sent.rows;
}

function listFound(world: World, filter: Filter): readonly Outbound[] {
  const { sessionId, letters, withDeleted, text } = filter;
  const candidates = listCandidates(world, filter);
  if (candidates === world.sent.rows && letters.size === 0 && text === '') return candidates;
  return candidates.filter(
    (message) =>
      (withDeleted || message.deleted !== true) &&
      (sessionId === 0 || message.sessionId === sessionId) &&
      (letters.size === 0 || letters.has(message.status)) &&
      (text === '' || message.text.toLowerCase().includes(text)),
  );
}

function searchMessages(call: Call) {
  const { world, query } = call;
  const letters = parseLetters(call);
  const filter = {
    ids: query.ids('ids'),
    sessionId: query.int('sessionId', 0),
    letters,
    withDeleted: query.flag('includeDeleted', false),
    text: query.text('query').toLowerCase(),
  };
  query.check();
  const key = JSON.stringify({ ...filter, letters: [...letters] });
  const rows = world.found.outbound.recall(key, world.outbound.version, () => listFound(world, filter));
  return toReply(call, rows);
}

/** The outbound message that the path names; a deleted one is none. */
function getSent(call: Call): Outbound {
  const message = getRow(call.world.outbound, call);
  if (message.deleted === true) throw refuseMissing();
  return message;
}

function deleteMessage(call: Call) {
  removeMessages(call.world, [getSent(call)]);
  return done();
}

function deleteMessages(call: Call) {
  const { world } = call;
  removeMessages(world, [...listChosen(call, world.sent, () => world.sent.rows)]);
  return done();
}

export const messageRows: readonly Row[] = [
  { method: 'GET', path: '/messages', group: 'messages', handle: (call) => toReply(call, call.world.sent.rows) },
  { method: 'GET', path: '/messages/search', group: 'messages', handle: searchMessages },
  { method: 'POST', path: '/messages/delete', group: 'messages', handle: deleteMessages },
  {
    method: 'GET',
    path: '/messages/{id}',
    group: 'messages',
    handle: (call) => ok(toOutbound(getSent(call), call.view)),
  },
  { method: 'DELETE', path: '/messages/{id}', group: 'messages', handle: deleteMessage },
];
