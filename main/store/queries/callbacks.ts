/** The inbox of callbacks: what waits to be confirmed, and the event log. */
import type { CallbackState } from '#shared/domain/callbacks.ts';
import { findSendId } from '#shared/domain/sends.ts';
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

/** The id of a send is the beginning of its reference. A walk: few sends are lost, and seldom. */
const REFERENCED = `
  SELECT message_id, reference_id, max(seq) AS seq FROM callback_events
  WHERE direction = 'out' AND state <> 'refuted' AND substr(reference_id, 1, 20) IN (SELECT value FROM json_each(?))
  GROUP BY message_id, reference_id ORDER BY seq DESC`;

export const listCallbackMessages: Query<'listCallbackMessages'> = (db, { sendIds }) =>
  db
    .all<{ message_id: number; reference_id: string }>(REFERENCED, [JSON.stringify(sendIds)])
    .flatMap(({ message_id: messageId, reference_id: reference }) => {
      const sendId = findSendId(reference);
      return sendId === null ? [] : [{ sendId, messageId }];
    });

export const countCallbacks: Query<'countCallbacks'> = (db) => {
  const rows = db.all<{ state: CallbackState; count: number }>('SELECT state, count FROM callback_counts');
  const counts = new Map(rows.map(({ state, count }) => [state, count]));
  return {
    waiting: counts.get('waiting') ?? 0,
    confirmed: counts.get('confirmed') ?? 0,
    refuted: counts.get('refuted') ?? 0,
  };
};
