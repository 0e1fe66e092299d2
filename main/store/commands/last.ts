/**
 * Works out the last item of chats, their place in the list, and who waits for an answer: from messages, the service's
 * summary, own sends and snoozes that ended.
 */
import type { Chat } from '#shared/domain/entities.ts';
import { toMessageKey } from '#shared/domain/ids.ts';
import { listLastSaid, listNewestSends } from '../queries/last-said.ts';
import type { LastSaid, NewestLine, NewestSend } from '../queries/last-said.ts';
import { findNewestSend, hasMessage } from '../queries/newest-send.ts';
import { listReplyMarks } from '../queries/reply-marks.ts';
import type { ReplyMark } from '../queries/reply-marks.ts';
import { isBeyond, listSnoozes } from '../queries/snoozes.ts';
import type { SnoozeRow } from '../queries/snoozes.ts';
import { SHELF_OPEN, toShelf } from '../rows/chat-row.ts';
import type { ChatRow, LastColumns } from '../rows/chat-row.ts';
import { toTimesJson, toUpdate } from '../rows/sql.ts';
import type { WriteContext } from './command.ts';
import { FAILED_LETTERS, findStanding } from './waiting.ts';
import type { LaterSummary } from './waiting.ts';

const LAST_COLUMNS = [
  ...(['last_at', 'last_text', 'last_direction', 'last_letter', 'last_key', 'sort_at'] as const),
  ...(['answered_at', 'is_answered_by_send', 'waiting_since', 'is_waiting', 'has_failed', 'returned_at'] as const),
] as const;

type ListedChat = LastColumns &
  Pick<ChatRow, 'id' | 'phone' | 'status' | 'updated_at' | 'service_text' | 'service_direction'>;
/**
 * Of numbers, each with the time of the newest message of it that changed, the chats whose last item that may touch, or
 * who waits: most of history lies below the last item and below our last answer. One that stands higher than its last item
 * does so because of a send, which may have its message now, wherever that stands; so may one that is our last answer, or
 * that stands with a text of ours that failed and hides it. For the query-plan test too.
 */
export const CHATS_TO_REFRESH = `
  SELECT chats.id, phone, status, updated_at, service_text, service_direction, ${LAST_COLUMNS.join(', ')}
  FROM json_each(?) AS changed CROSS JOIN chats ON chats.phone = changed.key
  WHERE changed.value IS NULL OR last_key IS NULL OR changed.value >= last_at OR sort_at <> last_at
    OR answered_at IS NULL OR changed.value >= answered_at OR is_answered_by_send = 1
    OR (has_failed = 0 AND last_direction = 'out' AND last_letter IN ('e', 'f', 'j', 'g'))`;

/** Messages that changed, and nothing else did. */
export interface ChangedMessages {
  /** Of each number the time of its newest one. */
  readonly at: ReadonlyMap<string, number>;
  /** Numbers with outgoing ones. */
  readonly ours: ReadonlySet<string>;
}

/** Brings `last_…`, `sort_at` and who waits up to date in every chat of these numbers; says which rows changed. */
export function refreshLast(context: WriteContext, phones: Iterable<string>, changed?: ChangedMessages): void {
  const chats = context.cache.all<ListedChat>(CHATS_TO_REFRESH, [toTimesJson(phones, changed?.at)]);
  if (chats.length === 0) return;
  const groups = Map.groupBy(chats, (chat) => chat.phone);
  // One look at what was sent from here for all of them: each by itself would lock that file anew.
  context.owned.transaction(() => {
    const snoozes = new Map(listSnoozes(context.owned).map((snooze) => [snooze.phone, snooze]));
    const sends = listNewestSends(context.owned, groups.keys());
    const marks = listReplyMarks(context.owned, groups.keys());
    for (const said of listLastSaid(context.cache, groups.keys(), toKnownAnswers(groups, changed))) {
      const { phone } = said;
      const group = groups.get(phone) ?? [];
      const word = { send: sends.get(phone), snooze: snoozes.get(phone), mark: marks.get(phone) };
      refreshChats(context, said, { chats: group, ...word });
    }
  });
}

/** Where no message of ours changed our newest text is the one it was. Their rows may go by a send or by the service's word. */
function toKnownAnswers(
  groups: ReadonlyMap<string, readonly ListedChat[]>,
  changed: ChangedMessages | undefined,
): ReadonlyMap<string, number> {
  const answers = new Map<string, number>();
  if (changed === undefined) return answers;
  for (const [phone, chats] of groups) {
    if (!changed.ours.has(phone)) answers.set(phone, Math.min(...chats.map((chat) => chat.answered_at ?? -1)));
  }
  return answers;
}

interface ChatsOfNumber {
  readonly chats: readonly ListedChat[];
  readonly send: NewestSend | undefined;
  readonly snooze: SnoozeRow | undefined;
  readonly mark: ReplyMark | undefined;
}

function refreshChats(context: WriteContext, lastSaid: LastSaid, ofNumber: ChatsOfNumber): void {
  const { chats, send, snooze, mark } = ofNumber;
  const { newest, hiddenAt } = lastSaid;
  const placedAt = send === undefined || hasMessage(context.cache, send) ? 0 : send.placed_at;
  const said = { ...lastSaid, hasSends: send !== undefined, mark };
  for (const listed of chats) {
    const chat = withoutHidden(listed, hiddenAt, newest);
    const summary = findLaterSummary(chat, newest);
    const line = toLine(chat, newest, summary);
    const returned = findReturn(chat, snooze, Math.max(line.saidAt, placedAt));
    const hasFailed = send?.is_stopped === 1 || (isFailed(line.last) && placedAt < (line.last.last_at ?? 0));
    const last: LastColumns = {
      ...line.last,
      ...findStanding(context, said, summary),
      sort_at: Math.max(line.saidAt, placedAt, returned ?? 0),
      has_failed: Number(hasFailed),
      returned_at: returned,
    };
    // Only what differs is named: every index that holds a named column is written anew.
    const changed = LAST_COLUMNS.filter((column) => chat[column] !== last[column]);
    if (changed.length === 0) continue;
    context.cache.run(toUpdate('chats', changed, 'id = @id'), { ...last, id: chat.id });
    context.changes.addChat(chat.id);
  }
}

/** What the service tells of a message that is out of sight is not shown either. */
function withoutHidden(chat: ListedChat, hiddenAt: number | null, newest: NewestLine | undefined): ListedChat {
  if (hiddenAt === null || chat.id < 0 || chat.updated_at === null || chat.updated_at > hiddenAt) return chat;
  return { ...chat, service_text: '', service_direction: null, updated_at: newest?.at ?? chat.updated_at };
}

/** The time of a provisional chat is this computer's own: no summary of the service is behind it. */
function findLaterSummary(chat: ListedChat, newest: NewestLine | undefined): LaterSummary | null {
  if (chat.id < 0 || chat.updated_at === null || chat.updated_at <= (newest?.at ?? 0)) return null;
  return { direction: chat.service_direction, at: chat.updated_at, text: chat.service_text };
}

type LineColumns = Pick<LastColumns, 'last_at' | 'last_text' | 'last_direction' | 'last_letter' | 'last_key'>;

/** The newest message, unless the service's summary speaks of a later one that the cache does not have yet. */
function toLine(
  chat: ListedChat,
  newest: NewestLine | undefined,
  summary: LaterSummary | null,
): { readonly last: LineColumns; readonly saidAt: number } {
  if (newest === undefined || summary !== null) {
    const said = { last_text: chat.service_text, last_direction: chat.service_direction };
    return {
      last: { last_at: chat.updated_at, ...said, last_letter: null, last_key: null },
      saidAt: Math.max(chat.updated_at ?? 0, newest?.at ?? 0),
    };
  }
  const last = {
    last_at: newest.at,
    last_text: newest.text,
    last_direction: toDirection(newest),
    last_letter: newest.letter,
    last_key: toMessageKey(newest.sequence, newest.id),
  };
  return { last, saidAt: newest.at };
}

/** Our text, and not delivered. */
function isFailed({ last_key: key, last_direction: direction, last_letter: letter }: LineColumns): boolean {
  return key !== null && direction === 'out' && FAILED_LETTERS.has(letter);
}

/** When an open chat came back from being snoozed; null also where something was said since. */
function findReturn(chat: ListedChat, snooze: SnoozeRow | undefined, saidAt: number): number | null {
  if (snooze === undefined || snooze.returned_at === null || toShelf(chat.status) !== SHELF_OPEN) return null;
  return saidAt > 0 && isBeyond(snooze, saidAt) ? null : snooze.returned_at;
}

const NEWEST_AT = `
  SELECT at FROM messages WHERE phone = ? AND kind IN ('text', 'call') ORDER BY at DESC LIMIT 1`;
/** For the query-plan test too. */
export const SAID_IN_ROWS = 'SELECT max(updated_at) AS at FROM chats WHERE phone = ?';

/** Time of the newest line of a number, be it a message, a send or what the service tells; null: there is none. */
export function findLastSaidAt(context: WriteContext, phone: string): number | null {
  const messageAt = context.cache.get<{ at: number }>(NEWEST_AT, [phone])?.at ?? 0;
  const rowAt = context.cache.get<{ at: number | null }>(SAID_IN_ROWS, [phone])?.at ?? 0;
  const at = Math.max(messageAt, rowAt, findNewestSend(context, phone)?.placed_at ?? 0);
  return at === 0 ? null : at;
}

function toDirection({ direction, kind }: { direction: 'in' | 'out'; kind: 'text' | 'call' }): Chat['lastDirection'] {
  if (kind !== 'call') return direction;
  return direction === 'in' ? 'call-in' : 'call-out';
}

/** For the query-plan test too. */
export const CHATS_OF_ALL = `
  SELECT chats.id FROM json_each(?) AS wanted CROSS JOIN chats ON chats.phone = wanted.value`;

/** Says that messages or sends of these numbers changed. */
export function announceMessages(context: WriteContext, phones: Iterable<string>): void {
  const wanted = JSON.stringify([...new Set(phones)]);
  for (const { id } of context.cache.all<{ id: number }>(CHATS_OF_ALL, [wanted])) context.changes.addMessagesOf(id);
}
