/**
 * Keeps what chats show as unread right in the transaction of whatever changes it: a message, a row of the service, an act
 * of a person. An incoming message counts for one chat of its number: the one whose row of the service covers it, else the
 * open one, else the latest.
 */
import type { ActCoverage } from '#shared/domain/sync.ts';
import { toShownUnread } from '../core/unread.ts';
import type { ReadAct, RestoredUnread } from '../core/unread.ts';
import type { WriteDb } from '../open.ts';
import { countHiddenUnread } from '../queries/deletions.ts';
import type { ChatColumns, ChatRow, UnreadColumns } from '../rows/chat-row.ts';
import { toTimesJson } from '../rows/sql.ts';
import type { WriteContext } from './command.ts';
import { NEWS_FIRST } from './notice-rules.ts';
import { withdrawRead } from './notice-withdrawal.ts';

/** For the query-plan test too. */
export const COUNT_SINCE = `
  SELECT count(*) AS n FROM messages WHERE phone = ? AND at > ? AND sequence = 'in' AND kind = 'text'`;
export const NEWEST_INCOMING = `
  SELECT at FROM messages WHERE phone = ? AND sequence = 'in' AND kind = 'text' ORDER BY at DESC LIMIT 1`;
/** For the query-plan test too. */
export const LAST_OF_INSTANT = `
  SELECT max(id) AS id FROM messages WHERE phone = ? AND at = ? AND sequence = 'in' AND kind = 'text'`;
/**
 * Of numbers, each with the time of the newest incoming message of it that changed, those of which something is counted
 * from before it, or which it may have moved. For the query-plan test too. The chat that new messages belong to comes
 * first.
 */
export const CHATS_TO_COUNT = `
  WITH moved (phone) AS MATERIALIZED (
    SELECT DISTINCT changed.key FROM json_each(?) AS changed CROSS JOIN chats ON chats.phone = changed.key
    WHERE changed.value IS NULL OR last_at IS NULL OR changed.value >= last_at
      OR changed.value > counted_to OR changed.value > act_up_to)
  SELECT id, chats.phone, updated_at, service_unread, unread_count, counted_to, act_is_read, act_up_to,
    act_unread
  FROM moved CROSS JOIN chats ON chats.phone = moved.phone ORDER BY chats.phone, ${NEWS_FIRST}`;

/** What is unread of a chat, and who it is with. */
type UnreadRow = UnreadColumns & Pick<ChatColumns, 'id' | 'phone' | 'updated_at' | 'service_unread'>;

/**
 * Works out anew what the chats of these numbers show as unread, and takes back what need not be told any more.
 * `changedAt`: of each number, no incoming message that is newer has changed, nor has anything else.
 */
export function refreshUnread(
  context: WriteContext,
  phones: Iterable<string>,
  changedAt?: ReadonlyMap<string, number>,
): void {
  const wanted = new Set(phones);
  const chats = context.cache.all<UnreadRow>(CHATS_TO_COUNT, [toTimesJson(wanted, changedAt)]);
  for (const group of Map.groupBy(chats, ({ phone }) => phone).values()) {
    const [first, ...others] = group;
    if (first !== undefined) refreshOne(context, first, first.id > 0 ? findCovered(others) : null);
    for (const chat of others) refreshOne(context, chat, null);
  }
  withdrawRead(context, wanted);
}

/** Time of the newest incoming message that a row of the service counts for one of these chats; -1: none does. */
function findCovered(chats: readonly UnreadRow[]): number {
  return Math.max(-1, ...chats.map(({ id, updated_at: at }) => (id > 0 ? (at ?? -1) : -1)));
}

/** `newAfter`: newer incoming messages of the number belong to this chat; null: none does. */
function refreshOne({ cache, changes }: WriteContext, chat: UnreadRow, newAfter: number | null): void {
  const countSince = (at: number): number =>
    newAfter === null ? 0 : (cache.get<{ n: number }>(COUNT_SINCE, [chat.phone, Math.max(at, newAfter)])?.n ?? 0);
  const { counted_to: countedTo } = chat;
  const serviceUnread = chat.service_unread - (newAfter === null ? 0 : countHiddenUnread(cache, chat));
  const shown = toShownUnread(
    { serviceUnread, countedTo, act: toReadAct(chat), restored: toRestored(chat) },
    countSince,
  );
  if (shown === chat.unread_count) return;
  cache.run('UPDATE chats SET unread_count = ? WHERE id = ?', [shown, chat.id]);
  changes.addChat(chat.id);
}

export function toReadAct(chat: UnreadColumns): ReadAct | null {
  const { act_is_read: isRead, act_up_to: upToAt, act_unread: unreadCount } = chat;
  if (isRead === null) return null;
  return { isRead: isRead === 1, upToAt, unreadCount: unreadCount ?? (isRead === 1 ? 0 : 1) };
}

function toRestored({ act_up_to: upToAt, act_unread: unreadCount }: UnreadColumns): RestoredUnread | null {
  return unreadCount === null ? null : { upToAt, unreadCount };
}

/** What stays of a restored number once its act is over: until the service counts as many itself, or none. */
function toStillRestored(chat: ChatColumns, stored: ChatRow | undefined): RestoredUnread | null {
  const restored = stored === undefined ? null : toRestored(stored);
  if (restored === null || chat.service_unread === 0) return null;
  const isOfSameTexts = (chat.updated_at ?? 0) <= (restored.upToAt ?? 0);
  return isOfSameTexts && chat.service_unread >= restored.unreadCount ? null : restored;
}

/**
 * The columns that `refreshUnread` goes by. What some row of the chat covered stays covered: a later one may name an
 * earlier message as its newest, because that was deleted. A provisional chat has no row of the service.
 */
export function toUnreadParts(
  chat: ChatColumns,
  act: ReadAct | null,
  stored: ChatRow | undefined,
): Omit<UnreadColumns, 'unread_count'> {
  const covered = [stored?.counted_to, chat.id > 0 ? chat.updated_at : null, act?.isRead === true ? act.upToAt : null];
  const known = covered.filter((at) => at !== null && at !== undefined);
  const restored = act === null ? toStillRestored(chat, stored) : act;
  return {
    counted_to: known.length === 0 ? null : Math.max(...known),
    act_is_read: act === null ? null : Number(act.isRead),
    act_up_to: restored?.upToAt ?? null,
    act_unread: restored !== null && restored.unreadCount > 1 ? restored.unreadCount : null,
  };
}

/** Time of the newest incoming message that is known of a chat, from its messages and from its row. */
export function findNewestIncomingAt(
  cache: WriteDb,
  chat: Pick<ChatColumns, 'id' | 'phone' | 'updated_at'>,
): number | null {
  const newest = cache.get<{ at: number }>(NEWEST_INCOMING, [chat.phone])?.at ?? null;
  const said = chat.id > 0 ? chat.updated_at : null;
  return newest === null || said === null ? (newest ?? said) : Math.max(newest, said);
}

/** How far an act on a chat counts that is made now: all that is known of it. */
export function findCoverage(cache: WriteDb, chat: ChatColumns): ActCoverage {
  const upToAt = findNewestIncomingAt(cache, chat);
  const last = upToAt === null ? undefined : cache.get<{ id: number | null }>(LAST_OF_INSTANT, [chat.phone, upToAt]);
  const upToId = last?.id ?? null;
  const isTold = upToAt !== null && upToId === null && chat.service_direction === 'in';
  return { upToAt, upToId, upToText: isTold ? chat.service_text : null };
}
