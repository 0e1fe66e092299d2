/** What is known without a hole, kept up as answers come: of the feeds by their cursors, of a chat by its spans. */
import type { FeedCursor, FeedName } from '#shared/domain/sync.ts';
import { toFirstSequence } from '../core/sequence.ts';
import { areSameSpans, joinSpans } from '../core/spans.ts';
import type { Span } from '../core/spans.ts';
import type { WriteDb } from '../open.ts';
import { findFeedSpan, listChatSpans, measureThread } from '../queries/known-spans.ts';
import type { WriteContext } from './command.ts';
import { announceMessages } from './last.ts';
import { saveFeedCursor } from './sync-state.ts';

interface FeedRow {
  readonly name: FeedName;
  readonly head_id: number;
  readonly tail_id: number;
  readonly is_complete: number;
  readonly tail_page: number;
  readonly known_at: number | null;
  readonly read_at: number | null;
}

/** Feeds that were read so soon one after the other were read together: what one of them shows, the other would have. */
const READ_TOGETHER_MS = 3 * 60_000;
/** More than a listener is told one by one; see `changes.ts`. */
const MOST_TOLD = 501;

/** Moves the cursor, and with it what is known of both feeds; tells the chats of which something else is missing now. */
export function moveFeed(context: WriteContext, name: FeedName, cursor: FeedCursor): void {
  const { cache } = context;
  const before = findFeedSpan(cache);
  const row = cache.get<FeedRow>('SELECT * FROM feed_cursors WHERE name = ?', [name]);
  saveFeedCursor(cache, name, cursor);
  if (row === undefined || isFromTop(row, cursor)) raiseKnown(context, name);
  tellMoved(context, before, findFeedSpan(cache));
}

/** Whether the newest page was read: going back moves the tail, and leaves the head where it is. */
function isFromTop(row: FeedRow, cursor: FeedCursor): boolean {
  if (cursor.headId !== row.head_id) return true;
  const { tailId, tailPage, isComplete } = cursor;
  return tailId === row.tail_id && tailPage === row.tail_page && Number(isComplete) === row.is_complete;
}

const HEAD_AT = 'SELECT at FROM messages WHERE sequence = ? AND id = ?';
const RAISE = `
  UPDATE feed_cursors SET known_at = @knownAt, read_at = @now
  WHERE name = @name AND coalesce(known_at, -1) < @knownAt`;

/**
 * A feed that was read from its top lacks nothing up to the newest message of either: so one in which nothing happens
 * for weeks is known as far as the other. By the service's time only; no clock of this computer says how far it is.
 */
function raiseKnown({ cache, now }: WriteContext, name: FeedName): void {
  const rows = cache.all<FeedRow>('SELECT * FROM feed_cursors');
  const knownAt = Math.max(...rows.map((row) => findHeadAt(cache, row)));
  if (knownAt < 0) return;
  if (cache.run(RAISE, { name, knownAt, now }).changes === 0) return;
  const other = rows.find((row) => row.name !== name);
  if (other === undefined || Math.abs(now - (other.read_at ?? 0)) > READ_TOGETHER_MS) return;
  cache.run(RAISE, { name: other.name, knownAt, now: other.read_at });
}

function findHeadAt(cache: WriteDb, row: FeedRow): number {
  const sequence = row.name === 'inbound' ? 'in' : 'out';
  return cache.get<{ at: number }>(HEAD_AT, [sequence, row.head_id])?.at ?? -1;
}

const PHONES_BETWEEN = `SELECT DISTINCT phone FROM messages WHERE seq BETWEEN ? AND ? LIMIT ${MOST_TOLD}`;
const PHONES_WITH_SPAN = `SELECT DISTINCT phone FROM chat_spans WHERE to_at BETWEEN ? AND ? LIMIT ${MOST_TOLD}`;
const PHONES_OF_CHATS = `SELECT DISTINCT phone FROM chats LIMIT ${MOST_TOLD}`;

function tellMoved(context: WriteContext, before: Span | undefined, after: Span | undefined): void {
  if (after === undefined || (before !== undefined && areSameSpans([before], [after]))) return;
  const tell = (sql: string, ...params: number[]): void => {
    announceMessages(
      context,
      context.cache.all<{ phone: string }>(sql, params).map(({ phone }) => phone),
    );
  };
  const [lowest, formerLowest] = [after.fromAt ?? 0, before === undefined ? after.toAt : (before.fromAt ?? 0)];
  if (after.fromAt === null && before?.fromAt !== null) tell(PHONES_OF_CHATS);
  else if (lowest < formerLowest) tell(PHONES_WITH_SPAN, lowest, formerLowest);
  const knownTo = before?.toAt ?? lowest;
  if (after.toAt > knownTo) tell(PHONES_BETWEEN, toFirstSequence(knownTo), toFirstSequence(after.toAt + 1) - 1);
}

/** The chat's messages in there were all read: now and for good. */
export function addChatSpan(context: WriteContext, phone: string, span: Span): void {
  const { cache } = context;
  const spans = listChatSpans(cache, phone);
  const joined = joinSpans([...spans, span]);
  if (areSameSpans(spans, joined)) return;
  const feeds = findFeedSpan(cache);
  const before = measureThread(context, phone, feeds);
  cache.run('DELETE FROM chat_spans WHERE phone = ?', [phone]);
  for (const { fromAt, toAt } of joined) {
    cache.run('INSERT INTO chat_spans (phone, from_at, to_at) VALUES (?, ?, ?)', [phone, fromAt, toAt]);
  }
  const after = measureThread(context, phone, feeds);
  if (after.isComplete) cache.run('UPDATE chats SET is_complete = 1 WHERE phone = ? AND is_complete = 0', [phone]);
  const isShownAlike = before.isComplete === after.isComplete && areSameSpans(before.gaps, after.gaps);
  if (!isShownAlike) announceMessages(context, [phone]);
}

/** How far a chat reaches that was read whole: to its newest message, and to all that happened by then. */
export function toWholeSpan(cache: WriteDb, phone: string): Span {
  const newest = cache.get<{ at: number | null }>('SELECT max(at) AS at FROM messages WHERE phone = ?', [phone]);
  return { fromAt: null, toAt: Math.max(newest?.at ?? 0, findFeedSpan(cache)?.toAt ?? 0) };
}
