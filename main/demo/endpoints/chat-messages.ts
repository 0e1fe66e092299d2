import type { Form } from '../form.ts';
import { parsePaging, slicePage, sliceFromEnd, toListReply } from '../paging.ts';
import type { ThreadItem } from '../state/model.ts';
import { isTeamNote, toChatMessage } from '../wire/message.ts';
import type { Call, Row } from './call.ts';
import { getRow } from './find.ts';

interface Range {
  readonly startAt: number;
  readonly endAt: number;
}

const DAY_MS = 86_400_000;
const EVERYTHING: Range = { startAt: -Infinity, endAt: Infinity };

/** A date, a date with a time, or seconds since 1970. A bare date as an end means the whole of that day. */
function parseInstant(text: string, isEnd: boolean): number | undefined {
  if (/^\d{1,12}$/.test(text)) return Number(text) * 1_000 + (isEnd ? 999 : 0);
  const at = Date.parse(/[+-]\d{4}$/.test(text) ? `${text.slice(0, -2)}:${text.slice(-2)}` : text);
  if (Number.isNaN(at)) return undefined;
  if (!isEnd) return at;
  return at + (/^\d{4}-\d\d-\d\d$/.test(text) ? DAY_MS - 1 : 999);
}

function parseRange(query: Form): Range {
  if (!query.has('start') && !query.has('end')) return EVERYTHING;
  const startAt = parseInstant(query.required('start'), false);
  const endAt = parseInstant(query.required('end'), true);
  if (query.has('start') && startAt === undefined) query.reject('start', 'This value is not a valid date.');
  if (query.has('end') && endAt === undefined) query.reject('end', 'This value is not a valid date.');
  return { startAt: startAt ?? 0, endAt: endAt ?? 0 };
}

function listChatMessages(call: Call) {
  const { world, query, shape, view } = call;
  const chat = getRow(world.chats, call);
  const paging = parsePaging(query);
  const range = parseRange(query);
  const direction = query.choice('direction', ['asc', 'desc'], 'desc');
  const text = query.text('query').toLowerCase();
  const withNotes = query.flag('includeNotes', false) && shape === 'sdk';
  query.flag('voice', false);
  query.check();
  const isWanted = (item: ThreadItem): boolean =>
    (withNotes || !isTeamNote(item)) &&
    item.at >= range.startAt &&
    item.at <= range.endAt &&
    (text === '' || item.text.toLowerCase().includes(text));
  const items = world.threads.list(chat.phone).filter(isWanted);
  const { rows, total } = direction === 'asc' ? slicePage(items, paging) : sliceFromEnd(items, paging);
  return toListReply(shape, { paging, total, resources: rows.map((item) => toChatMessage(item, chat.id, view)) });
}

export const chatMessageRows: readonly Row[] = [
  { method: 'GET', path: '/chats/{id}/message', group: 'chats', handle: listChatMessages },
];
