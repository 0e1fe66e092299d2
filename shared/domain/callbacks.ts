/**
 * What the service tells by callback. An event is a hint and never a fact: it is kept, answered, and then confirmed by
 * reading the interface; nothing of it is shown before.
 */
import type { PhoneKey } from './ids.ts';

/** `in`: somebody wrote · `out`: a message of ours has another delivery letter. */
export type CallbackDirection = 'in' | 'out';

/** One event as it was decoded, known by direction, id and letter however often it comes. */
export interface CallbackEvent {
  readonly direction: CallbackDirection;
  /** Id in the sequence of its direction. */
  readonly messageId: number;
  /** Delivery letter, lower case; '' for an incoming message or where the event names none. */
  readonly letter: string;
  /** The other party, where the event names one: tells which chat to read again. */
  readonly phone: PhoneKey | null;
  /** What our send gave with it; null where the event names none. */
  readonly referenceId: string | null;
  /** When it happened, so says the event. */
  readonly happenedAt: number | null;
  /** When it reached this computer. */
  readonly receivedAt: number;
}

/**
 * `waiting`: not looked at yet · `confirmed`: the service says so too · `refuted`: the service knows nothing of it, so that
 * somebody made it up or the message is gone.
 */
export type CallbackState = 'waiting' | 'confirmed' | 'refuted';

/** An event in the inbox of callbacks, owned data until it is settled. */
export interface KeptCallback extends CallbackEvent {
  readonly seq: number;
  readonly state: CallbackState;
  readonly settledAt: number | null;
  /** How often it came. */
  readonly times: number;
}
