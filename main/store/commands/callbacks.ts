/** The inbox of callbacks: kept before they are answered, forgotten some time after they were confirmed by reading. */
import { AppError } from '#shared/domain/app-error.ts';
import type { CallbackEvent, CallbackState } from '#shared/domain/callbacks.ts';
import type { WriteDb } from '../open.ts';
import { CALLBACK_COLUMNS, toWaitingColumns } from '../rows/callback-row.ts';
import type { CallbackRow } from '../rows/callback-row.ts';
import { toInsert } from '../rows/sql.ts';
import type { OwnedCommand } from './command.ts';

/** More than any account has in flight: beyond it somebody makes them up, or nobody reads them. */
export const MOST_WAITING_CALLBACKS = 200_000;
/**
 * Settled ones stay for the event log: the newest so many of each state, for so long. Events of messages that do not exist
 * (refuted) push out none that were confirmed: those tell whether a callback was missed (arrivals.ts).
 */
export const MOST_SETTLED_CALLBACKS = 5_000;
const FORGET_MS = 7 * 86_400_000;
/** An event that was read back less than this ago says nothing new by coming again. */
const FRESH_MS = 60_000;

const FIND = 'SELECT * FROM callback_events WHERE direction = ? AND message_id = ? AND letter = ?';
const INSERT = toInsert('callback_events', CALLBACK_COLUMNS);
const COUNT_UP = `
  UPDATE callback_events SET times = times + 1, last_at = max(last_at, ?), phone = coalesce(phone, ?),
    reference_id = coalesce(reference_id, ?)
  WHERE seq = ?`;
/** Another letter of the same message came after this one last did. */
const OVERTAKEN = `
  SELECT 1 FROM callback_events WHERE direction = ? AND message_id = ? AND letter <> ? AND last_at >= ? LIMIT 1`;
const COUNT = 'SELECT count FROM callback_counts WHERE state = ?';
const SETTLE = `UPDATE callback_events SET state = ?, settled_at = ? WHERE seq = ? AND state = 'waiting'`;
const FORGET_OLD = 'DELETE FROM callback_events WHERE settled_at < ?';
const FORGET_EXCESS = `
  DELETE FROM callback_events WHERE seq IN (
    SELECT seq FROM callback_events WHERE settled_at IS NOT NULL AND state = ? ORDER BY settled_at, seq LIMIT ?)`;

const nothing = (): void => undefined;
const count = (owned: WriteDb, state: CallbackState): number =>
  owned.get<{ count: number }>(COUNT, [state])?.count ?? 0;

/**
 * `addedCount`: how many wait now that did not wait before.
 * @throws {AppError} `rate-limited` while too many wait: what was taken must be kept, so no more is taken (HOOK-4).
 */
export const keepCallbacks: OwnedCommand<'keepCallbacks'> = {
  file: 'owned',
  own: ({ owned }, { events }) => {
    if (count(owned, 'waiting') + events.length > MOST_WAITING_CALLBACKS) {
      throw new AppError({ code: 'rate-limited', message: 'Too many callbacks wait', retryable: true });
    }
    const added = events.filter((event) => keep(owned, event));
    return { output: { addedCount: added.length }, follow: nothing };
  },
};

/** Whether it waits now and did not before. */
function keep(owned: WriteDb, event: CallbackEvent): boolean {
  const known = owned.get<CallbackRow>(FIND, [event.direction, event.messageId, event.letter]);
  if (known === undefined) {
    insertWaiting(owned, event, 1);
    return true;
  }
  if (known.state !== 'waiting' && mayBeNews(owned, known, event)) {
    // A number of its own: whoever reads on from a number comes by it.
    owned.run('DELETE FROM callback_events WHERE seq = ?', [known.seq]);
    insertWaiting(owned, event, known.times + 1);
    return true;
  }
  owned.run(COUNT_UP, [event.receivedAt, event.phone, event.referenceId, known.seq]);
  return false;
}

function insertWaiting(owned: WriteDb, event: CallbackEvent, times: number): void {
  owned.run(INSERT, { ...toWaitingColumns(event, times) });
}

/** What was settled and comes again: long after it was read back, or after another letter (delivered, failed, delivered). */
function mayBeNews(owned: WriteDb, known: CallbackRow, event: CallbackEvent): boolean {
  // Also when the clock was set back since.
  if (Math.abs(event.receivedAt - (known.settled_at ?? 0)) > FRESH_MS) return true;
  return owned.get(OVERTAKEN, [event.direction, event.messageId, event.letter, known.last_at]) !== undefined;
}

export const settleCallbacks: OwnedCommand<'settleCallbacks'> = {
  file: 'owned',
  own: ({ owned }, { settled, at }) => {
    for (const { seq, state } of settled) owned.run(SETTLE, [state, at, seq]);
    owned.run(FORGET_OLD, [at - FORGET_MS]);
    for (const state of ['confirmed', 'refuted'] as const) {
      const excess = count(owned, state) - MOST_SETTLED_CALLBACKS;
      if (excess > 0) owned.run(FORGET_EXCESS, [state, excess]);
    }
    return { output: undefined, follow: nothing };
  },
};
