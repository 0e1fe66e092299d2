import type { CallbackDirection, CallbackEvent, CallbackState, KeptCallback } from '#shared/domain/callbacks.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';

interface CallbackColumns {
  readonly direction: CallbackDirection;
  readonly message_id: number;
  readonly letter: string;
  readonly phone: string | null;
  readonly reference_id: string | null;
  readonly happened_at: number | null;
  readonly received_at: number;
  readonly last_at: number;
  readonly times: number;
  readonly state: CallbackState;
  readonly settled_at: number | null;
}

export interface CallbackRow extends CallbackColumns {
  readonly seq: number;
}

export const CALLBACK_COLUMNS = [
  ...['direction', 'message_id', 'letter', 'phone', 'reference_id', 'happened_at'],
  ...['received_at', 'last_at', 'times', 'state', 'settled_at'],
] as const;

/** The row of an event that waits; `times`: how often it has come, this time included. */
export function toWaitingColumns(event: CallbackEvent, times: number): CallbackColumns {
  return {
    direction: event.direction,
    message_id: event.messageId,
    letter: event.letter,
    phone: event.phone,
    reference_id: event.referenceId,
    happened_at: event.happenedAt,
    received_at: event.receivedAt,
    last_at: event.receivedAt,
    times,
    state: 'waiting',
    settled_at: null,
  };
}

export function toKeptCallback(row: CallbackRow): KeptCallback {
  return {
    seq: row.seq,
    direction: row.direction,
    messageId: row.message_id,
    letter: row.letter,
    phone: row.phone as PhoneKey | null,
    referenceId: row.reference_id,
    happenedAt: row.happened_at,
    receivedAt: row.received_at,
    state: row.state,
    settledAt: row.settled_at,
    times: row.times,
  };
}
