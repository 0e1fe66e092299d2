/**
 * How far messages are known without a hole: one stretch of both feeds for the whole account, and what was read of each
 * chat by itself. Calls and notes are not counted: the feeds do not list them.
 */
import type { Gap } from '#shared/domain/sync.ts';
import { joinSpans, listGapsUntil } from '../core/spans.ts';
import type { Span } from '../core/spans.ts';
import type { ReadDb } from '../open.ts';

/** Both files: one connection in a reader, two in the writer. */
export interface BothFiles {
  readonly owned: ReadDb;
  readonly cache: ReadDb;
}

interface FeedRow {
  readonly name: 'inbound' | 'outbound';
  readonly tail_id: number;
  readonly is_complete: number;
  readonly known_at: number | null;
}

const FEEDS = 'SELECT name, tail_id, is_complete, known_at FROM feed_cursors';
/** Where the tail itself was deleted, the next one above it stands for it. For the query-plan test too, as those below. */
export const TAIL_AT = 'SELECT at FROM messages WHERE sequence = ? AND id >= ? ORDER BY id LIMIT 1';

/** From the later of both tails to what is known of both; undefined where one of the feeds was never read. */
export function findFeedSpan(cache: ReadDb): Span | undefined {
  const feeds = cache.all<FeedRow>(FEEDS);
  if (feeds.length < 2) return undefined;
  const toAt = Math.min(...feeds.map((feed) => feed.known_at ?? 0));
  const fromAt = Math.max(...feeds.map((feed) => findTailAt(cache, feed)));
  return fromAt > toAt ? undefined : { fromAt: fromAt === -Infinity ? null : fromAt, toAt };
}

function findTailAt(cache: ReadDb, feed: FeedRow): number {
  if (feed.is_complete === 1) return -Infinity;
  const sequence = feed.name === 'inbound' ? 'in' : 'out';
  return cache.get<{ at: number }>(TAIL_AT, [sequence, feed.tail_id])?.at ?? Infinity;
}

export const CHAT_SPANS = 'SELECT from_at AS fromAt, to_at AS toAt FROM chat_spans WHERE phone = ? ORDER BY to_at';

/** What was read of a number's chat by itself, oldest first. */
export function listChatSpans(cache: ReadDb, phone: string): readonly Span[] {
  return cache.all<Span>(CHAT_SPANS, [phone]);
}

export interface ThreadKnowledge {
  /** Oldest first. */
  readonly known: readonly Span[];
  /** Oldest first, none of them above the newest message; the first one may reach to the beginning. */
  readonly gaps: readonly Gap[];
  /** Nothing older than the oldest message here is missing. */
  readonly isComplete: boolean;
}

const NEWEST_AT = 'SELECT at FROM messages WHERE phone = ? ORDER BY at DESC LIMIT 1';
const OLDEST_AT = 'SELECT at FROM messages WHERE phone = ? ORDER BY at LIMIT 1';
export const TEXTS_ABOVE = `
  SELECT sequence, id, at FROM messages WHERE phone = ? AND at > ? AND kind = 'text' ORDER BY at DESC`;
const IS_OURS = 'SELECT 1 AS found FROM sends WHERE message_id = ?';

/** `feeds` as `findFeedSpan` gives it. */
export function measureThread(files: BothFiles, phone: string, feeds: Span | undefined): ThreadKnowledge {
  const { cache } = files;
  const known = joinSpans([...listChatSpans(cache, phone), ...(feeds === undefined ? [] : [feeds])]);
  const reachesBeginning = known[0] !== undefined && known[0].fromAt === null;
  const newestAt = cache.get<{ at: number }>(NEWEST_AT, [phone])?.at;
  if (newestAt === undefined) return { known, gaps: [], isComplete: reachesBeginning };
  const knownTo = known.at(-1)?.toAt ?? -Infinity;
  const untilAt = Math.min(newestAt, findNewestAbove(files, phone, knownTo) ?? knownTo);
  const gaps = untilAt === -Infinity ? [] : listGapsUntil(known, untilAt);
  const oldestAt = cache.get<{ at: number }>(OLDEST_AT, [phone])?.at ?? newestAt;
  const [oldestGap] = gaps;
  const isHoleBelow = oldestGap !== undefined && (oldestGap.fromAt ?? -Infinity) < oldestAt;
  return { known, gaps, isComplete: reachesBeginning && !isHoleBelow };
}

/**
 * The newest text above what is known that tells of a hole: one that came. A text that left from here is ahead of the
 * feeds because we know it first, not because something was left out.
 */
function findNewestAbove({ owned, cache }: BothFiles, phone: string, knownTo: number): number | undefined {
  const above = Number.isFinite(knownTo) ? knownTo : Number.MIN_SAFE_INTEGER;
  type Row = { readonly sequence: string; readonly id: number; readonly at: number };
  for (const { sequence, id, at } of cache.iterate<Row>(TEXTS_ABOVE, [phone, above])) {
    if (sequence !== 'out' || owned.get(IS_OURS, [id]) === undefined) return at;
  }
  return undefined;
}

/** A message has to be here so long before what may be missing below it is shown: the rounds read the feeds meanwhile. */
const ROUNDS_TAKE_MS = 2 * 60_000;

/** Without the one gap that the next round is about to close: right below a message that has only just come. */
export function listLastingGaps({ known, gaps }: ThreadKnowledge, now: number): readonly Gap[] {
  const last = gaps.at(-1);
  const knownTo = known.at(-1)?.toAt;
  const isAboveAll = last !== undefined && knownTo !== undefined && last.fromAt === knownTo;
  return isAboveAll && last.toAt > now - ROUNDS_TAKE_MS ? gaps.slice(0, -1) : gaps;
}
