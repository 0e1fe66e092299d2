import type { Form } from '../../form.ts';
import { parsePaging, slicePage, sliceFromEnd, toListReply } from '../../paging.ts';
import { refuseWhole } from '../../refusal.ts';
import type { Chat, ThreadItem } from '../../state/model.ts';
import { removeMessages } from '../../state/removal.ts';
import { toChatMessage } from '../../wire/message.ts';
import { done } from '../call.ts';
import type { Call, Row } from '../call.ts';
import { getRow } from '../find.ts';

interface Range {
  readonly startAt: number;
  readonly endAt: number;
}

const DAY_MS = 86_400_000;
const EVERYTHING: Range = { startAt: -Infinity, endAt: Infinity };

/** A date, a date with a time, or seconds since 1970. A bare date as an end means the whole of that day. */
function parseInstant(text: string, isEnd: boolean): number | undefined {
  if (/^\d{1,12}$/.test(text)) return Number(text) * 1_000 + (isEnd ? 999 : 0);
  // The engine would also take "soon 5" for a date.
  if (!/^\d{4}-\d\d-\d\d/.test(text)) return undefined;
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
  const { startAt, endAt } = parseRange(query);
  const direction = query.choice('direction', ['asc', 'desc'], 'desc');
  const text = query.text('query').toLowerCase();
  const withNotes = query.flag('includeNotes', false) && shape === 'sdk';
  const withCalls = query.flag('voice', false);
  query.check();
  const isWanted = (item: ThreadItem): boolean => {
    if (item.at < startAt || item.at > endAt) return false;
    if (item.kind === 'call') return withCalls && text === '';
    return (withNotes || item.kind !== 'note') && (text === '' || item.text.toLowerCase().includes(text));
  };
  const items = world.threads.list(chat.phone).filter(isWanted);
  const { rows, total } = direction === 'asc' ? slicePage(items, paging) : sliceFromEnd(items, paging);
  return toListReply(shape, { paging, total, resources: rows.map((item) => toChatMessage(item, chat.id, view)) });
}

type Message = Exclude<ThreadItem, { readonly kind: 'note' }>;

const ID_FIELDS = { in: 'inbound_ids', out: 'sent_ids', call: 'calls_ids' } as const;

/** The messages that the body names by the three sequences of ids: only those of this chat. */
function listNamed({ world, body, shape }: Call, chat: Chat): readonly Message[] {
  const isAll = body.flag('all', false);
  const ids = { in: body.ids('inbound_ids'), out: body.ids('sent_ids'), call: body.ids('calls_ids') };
  const fields = Object.values(ID_FIELDS);
  // The specification asks for all three unless all is set, the client libraries for none of them.
  for (const field of fields) {
    if (shape === 'spec' && !isAll && !body.isGiven(field)) body.reject(field, 'This value should not be blank.');
  }
  body.check();
  if (!isAll && !fields.some((field) => body.has(field))) throw refuseWhole('No messages are given.');
  const named = { in: new Set(ids.in), out: new Set(ids.out), call: new Set(ids.call) };
  const messages = world.threads.list(chat.phone).filter((item) => item.kind !== 'note');
  return isAll ? messages : messages.filter(({ kind, id }) => named[kind].has(id));
}

function deleteChatMessages(call: Call) {
  const chat = getRow(call.world.chats, call);
  removeMessages(call.world, listNamed(call, chat));
  return done();
}

export const chatMessageRows: readonly Row[] = [
  { method: 'GET', path: '/chats/{id}/message', group: 'chats', handle: listChatMessages },
  { method: 'POST', path: '/chats/{id}/messages/delete', group: 'chats', handle: deleteChatMessages },
];
