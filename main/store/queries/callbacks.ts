/** The inbox of callbacks: what waits to be confirmed, and the event log. */
import type { CallbackState } from '#shared/domain/callbacks.ts';
import { toKeptCallback } from '../rows/callback-row.ts';
import type { CallbackRow } from '../rows/callback-row.ts';
import type { Query } from './query.ts';

/** Named, because the planner prefers to walk the table, settled ones and all. */
export const WAITING_CALLBACKS = `
  SELECT * FROM callback_events INDEXED BY callback_events_waiting WHERE state = 'waiting' AND seq > ?
  ORDER BY seq LIMIT ?`;
export const NEWEST_CALLBACKS = 'SELECT * FROM callback_events ORDER BY seq DESC LIMIT ?';

export const listWaitingCallbacks: Query<'listWaitingCallbacks'> = (db, { afterSeq, limit }) =>
  db.all<CallbackRow>(WAITING_CALLBACKS, [afterSeq, limit]).map(toKeptCallback);

export const listCallbacks: Query<'listCallbacks'> = (db, { limit }) =>
  db.all<CallbackRow>(NEWEST_CALLBACKS, [limit]).map(toKeptCallback);

export const countCallbacks: Query<'countCallbacks'> = (db) => {
  const rows = db.all<{ state: CallbackState; count: number }>('SELECT state, count FROM callback_counts');
  const counts = new Map(rows.map(({ state, count }) => [state, count]));
  return {
    waiting: counts.get('waiting') ?? 0,
    confirmed: counts.get('confirmed') ?? 0,
    refuted: counts.get('refuted') ?? 0,
  };
};
