/** How news came to this computer: by callback, or found by asking. Each piece of news once, by its first way. */
import type { Message } from '#shared/domain/entities.ts';
import type { ReadVia } from '#shared/domain/sync.ts';
import type { WriteDb } from '../open.ts';
import type { WriteContext } from './command.ts';
import { findFloor } from './notice-floor.ts';

/** Rows beyond these are forgotten. */
export const MOST_ARRIVALS = 2_000;
const KEPT_MS = 7 * 86_400_000;
/** A callback that comes later than this after the news was found counts as missed. */
export const CALLBACK_GRACE_MS = 120_000;

/** Since when callbacks are on; 0: they are off. */
const LIVE_MARK = 'live.sinceAt';
/** How far the service's clock is ahead, ms. */
const SKEW_MARK = 'clock.skewMs';

/** Letters of which the service promises a callback (specification, "Callbacks"); of others it may tell. */
const PROMISED_LETTERS: ReadonlySet<string | null> = new Set(['d', 'f', 'j', 'u']);

const NOTE = `
  INSERT INTO arrivals (direction, message_id, letter, phone, happened_at, seen_at, skew_ms, via, is_healed)
  VALUES (@direction, @message_id, @letter, @phone, @happened_at, @seen_at, @skew_ms, @via, @is_healed)
  ON CONFLICT (direction, message_id, letter) DO NOTHING`;
/** For the query-plan test too. */
export const LIST_UNJUDGED = `
  SELECT seq, direction, message_id, letter, seen_at FROM arrivals INDEXED BY arrivals_unjudged
  WHERE is_healed IS NULL AND seen_at <= ?`;
const WAS_TOLD = `
  SELECT 1 AS found FROM callback_events
  WHERE direction = @direction AND message_id = @message_id AND letter IN (@letter, '') AND received_at <= @until`;

interface UnjudgedRow {
  readonly seq: number;
  readonly direction: 'in' | 'out';
  readonly message_id: number;
  readonly letter: string;
  readonly seen_at: number;
}

interface News {
  readonly via: ReadVia;
  /** In the cache for the first time. */
  readonly inserted: readonly Message[];
  /** With the letter that they have now and had not before. */
  readonly lettered: readonly Message[];
}

/** Notes new incoming texts above the floor of what is news, and letters that changed. */
export function noteArrivals(context: WriteContext, { via, inserted, lettered }: News): void {
  const floor = findFloor(context.cache);
  if (floor === null) return;
  const texts = inserted.filter(({ direction, kind, id }) => direction === 'in' && kind === 'text' && id > floor);
  const letters = lettered.filter(({ direction, letter }) => direction === 'out' && letter !== null);
  if (texts.length === 0 && letters.length === 0) return;
  judge(context);
  const { cache, owned, now } = context;
  const skewMs = findMark(cache, SKEW_MARK);
  const liveSinceAt = findMark(cache, LIVE_MARK) ?? 0;
  const shared = { seen_at: now, skew_ms: skewMs };
  // What was written before callbacks were on came by none.
  const isOwed = ({ direction, letter, at }: Message): boolean =>
    liveSinceAt > 0 && at - (skewMs ?? 0) >= liveSinceAt && (direction === 'in' || PROMISED_LETTERS.has(letter));
  for (const message of [...texts, ...letters]) {
    const { direction, id, phone, at } = message;
    const letter = direction === 'in' ? '' : (message.letter ?? '');
    const asked = { direction, message_id: id, letter, until: now };
    // Whoever asks for one piece of news finds others whose callbacks wait for their turn: those came by callback too.
    const came = via === 'poll' && owned.get(WAS_TOLD, asked) !== undefined ? 'callback' : via;
    // Whether a callback was missed shows only after a while.
    const isHealed = came === 'poll' && isOwed(message) ? null : 0;
    const what = { direction, message_id: id, letter, phone, happened_at: at };
    cache.run(NOTE, { ...shared, ...what, via: came, is_healed: isHealed });
  }
  cache.run('DELETE FROM arrivals WHERE seq <= (SELECT max(seq) FROM arrivals) - ?', [MOST_ARRIVALS]);
  cache.run('DELETE FROM arrivals WHERE seen_at < ?', [now - KEPT_MS]);
}

/** Writes down which of those found by asking no callback told of, while the inbox of callbacks still knows. */
function judge({ cache, owned, now }: WriteContext): void {
  for (const row of cache.all<UnjudgedRow>(LIST_UNJUDGED, [now - CALLBACK_GRACE_MS])) {
    const { direction, message_id, letter, seen_at } = row;
    const asked = { direction, message_id, letter, until: seen_at + CALLBACK_GRACE_MS };
    const isHealed = owned.get(WAS_TOLD, asked) === undefined;
    cache.run('UPDATE arrivals SET is_healed = ? WHERE seq = ?', [Number(isHealed), row.seq]);
  }
}

function findMark(cache: WriteDb, key: string): number | null {
  return cache.get<{ value: number }>('SELECT value FROM sync_marks WHERE key = ?', [key])?.value ?? null;
}
