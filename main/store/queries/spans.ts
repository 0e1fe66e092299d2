/** How completely chats are known, and which messages the service is to be asked about. */
import { toChatId } from '#shared/domain/ids.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import type { Completeness, Gap } from '#shared/domain/sync.ts';
import { toFirstSequence } from '../core/sequence.ts';
import type { Span } from '../core/spans.ts';
import type { ReadDb, SqlParams } from '../open.ts';
import { SHELF_HIDDEN } from '../rows/chat-row.ts';
import { findPhoneOfChat } from './find-chat-id.ts';
import { findFeedSpan, listLastingGaps, measureThread } from './known-spans.ts';
import type { ThreadKnowledge } from './known-spans.ts';
import type { Query } from './query.ts';

/** Those above the part that is known first: below it, `fromAt` says it. */
function toInnerGaps(gaps: readonly Gap[]): readonly Gap[] {
  return gaps.filter(({ fromAt }) => fromAt !== null).toReversed();
}

export const getCompleteness: Query<'getCompleteness'> = (db, { chatId }): Completeness | null => {
  const phone = findPhoneOfChat(db, chatId);
  if (phone === undefined) return null;
  const { known, gaps } = measure(db, phone, findFeedSpan(db));
  return { fromAt: known[0]?.fromAt ?? null, upToAt: known.at(-1)?.toAt ?? null, gaps: toInnerGaps(gaps) };
};

export const getFeedSpan: Query<'getFeedSpan'> = (db) => findFeedSpan(db) ?? null;

function measure(db: ReadDb, phone: string, feeds: Span | undefined): ThreadKnowledge {
  return measureThread({ owned: db, cache: db }, phone, feeds);
}

interface ListedChat {
  readonly id: number;
  readonly phone: PhoneKey;
  readonly name: string | null;
}

/** Chats that the user sees: neither deleted nor only on this computer. */
export const IS_SHOWN = `chats.id > 0 AND chats.shelf < ${SHELF_HIDDEN}`;
const COUNT_CHATS = `SELECT count(*) AS n FROM chats WHERE ${IS_SHOWN}`;
/**
 * Chats of which plainly nothing is missing: read by themselves from the beginning up to their last line, or up to where the
 * feeds begin, which then know the rest. They are most of those that were ever opened, and are told without a look at each.
 */
const SETTLED = `
  SELECT phone FROM chat_spans AS span WHERE from_at IS NULL AND (
    NOT EXISTS (SELECT 1 FROM messages WHERE messages.phone = span.phone AND messages.at > span.to_at)
    OR (span.to_at + 1 >= @feedsFrom
      AND NOT EXISTS (SELECT 1 FROM messages WHERE messages.phone = span.phone AND messages.at > @feedsTo)))`;
const COUNT_SETTLED = `SELECT count(*) AS n FROM chats WHERE ${IS_SHOWN} AND phone IN (${SETTLED})`;
/** Seen from the newest message down: there are few above what the feeds know. */
const ABOVE = 'SELECT phone FROM messages WHERE seq >= @above';
const LISTED = `SELECT chats.id, chats.phone, people.name FROM chats LEFT JOIN people ON people.phone = chats.phone`;
const NEWEST_FIRST = 'ORDER BY chats.sort_at DESC, chats.id';
/** Of the others everything is known, where the feeds were read to their end. */
const CHATS_ABOVE = `${LISTED} WHERE ${IS_SHOWN} AND chats.phone IN (${ABOVE}) ${NEWEST_FIRST}`;
/** Of the others what is known has no holes, and begins somewhere. */
const CHATS_OF_THEIR_OWN = `
  ${LISTED} WHERE ${IS_SHOWN} AND chats.phone IN (SELECT phone FROM chat_spans UNION ${ABOVE})
    AND chats.phone NOT IN (${SETTLED}) ${NEWEST_FIRST}`;

export const listGaps: Query<'listGaps'> = (db, { limit }, now) => {
  const feeds = findFeedSpan(db);
  const count = (sql: string, params: SqlParams = []): number => db.get<{ n: number }>(sql, params)?.n ?? 0;
  const chatsCount = count(COUNT_CHATS);
  // The first row id of an instant; without feeds nothing lies above them.
  const above = feeds === undefined ? Number.MAX_SAFE_INTEGER : toFirstSequence(feeds.toAt + 1);
  const bounds = { feedsFrom: feeds?.fromAt ?? null, feedsTo: feeds?.toAt ?? null };
  const isWhole = feeds?.fromAt === null;
  const listed = isWhole
    ? db.all<ListedChat>(CHATS_ABOVE, { above })
    : db.all<ListedChat>(CHATS_OF_THEIR_OWN, { above, ...bounds });
  const others = isWhole ? chatsCount - listed.length : count(COUNT_SETTLED, bounds);
  const measured = listed.map((chat) => {
    const thread = measure(db, chat.phone, feeds);
    return { chat, isComplete: thread.isComplete, gaps: toInnerGaps(listLastingGaps(thread, now)) };
  });
  const withGaps = measured.filter(({ gaps }) => gaps.length > 0);
  return {
    chatsCount,
    completeCount: others + measured.filter(({ isComplete, gaps }) => isComplete && gaps.length === 0).length,
    chats: withGaps
      .slice(0, limit)
      .map(({ chat, gaps }) => ({ chatId: toChatId(chat.id), phone: chat.phone, name: chat.name ?? '', gaps })),
  };
};

/** As in `messages_open`, which holds just these; for the query-plan test too. */
export const OPEN_LETTERS = `
  SELECT id FROM messages INDEXED BY messages_open WHERE sequence = 'out' AND kind = 'text' AND channel IS NULL
    AND (letter IS NULL OR letter NOT IN ('d', 'e', 'f', 'j', 'u', 'g')) AND at >= ?
  ORDER BY at DESC, id DESC LIMIT ?`;

export const listOpenLetters: Query<'listOpenLetters'> = (db, { limit, sinceAt }) =>
  db.all<{ id: number }>(OPEN_LETTERS, [sinceAt, limit]).map(({ id }) => id);

/** For the query-plan test too. What the feeds do not list (lines of the log, other channels) is not asked for. */
export const MESSAGES_OF_FEED = `
  SELECT id FROM messages WHERE sequence = ? AND id BETWEEN ? AND ? AND kind = 'text' AND channel IS NULL
  ORDER BY id DESC LIMIT ?`;

export const listMessageIds: Query<'listMessageIds'> = (db, { direction, fromId, toId, limit }) =>
  db.all<{ id: number }>(MESSAGES_OF_FEED, [direction, fromId, toId, limit]).map(({ id }) => id);

/** Without the counters of the store itself. */
const MARKS = `SELECT key, value FROM sync_marks WHERE key NOT LIKE 'store.%' ORDER BY key`;

export const listSyncMarks: Query<'listSyncMarks'> = (db) =>
  Object.fromEntries(db.all<{ key: string; value: number }>(MARKS).map(({ key, value }) => [key, value]));
