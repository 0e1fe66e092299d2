import type { SendId } from '#shared/domain/ids.ts';
import type { Send, SendFile } from '#shared/domain/sends.ts';
import { OutboxDriver } from './drivers/outbox.ts';
import type { OutboxParts } from './drivers/outbox-parts.ts';

/** The outbox of one account: every message leaves once, in order, and its fate is on disk. */
export interface Outbox {
  /** A refused key keeps everything here until `wake`, or until an outbox with a new key is made. */
  readonly isPaused: boolean;
  /** Goes on with what an earlier run left. */
  start(): void;
  /** On disk when it resolves; leaves as soon as it may: `held` at its `dueAt`, `queued` now. Rejects with `disk`. */
  create(send: Send): Promise<void>;
  /** Ends the hold of a send and of those before it to the same number. Rejects with `not-found` where it is not held. */
  sendNow(sendId: SendId): Promise<void>;
  /**
   * The app is about to end: ends every hold, and resolves once nothing can leave any more that could by now (nothing is
   * under way, and what is queued waits for the network, the key or a later time), at the latest after `withinMs`.
   */
  flush(options: { readonly withinMs: number }): Promise<void>;
  /**
   * Once more, because a person says so. Rejects with `not-found` where there is nothing to send again, and with
   * `validation` (`mayDouble`: `required`) where it may be in the service already and the person was not told.
   */
  retry(sendId: SendId, word: { readonly mayDouble: boolean }): Promise<void>;
  /**
   * Looks for a lost answer now. Resolves when that was done; what it found is on disk. Rejects with `not-found` where
   * no answer of this send is missing.
   */
  lookNow(sendId: SendId): Promise<void>;
  /**
   * Takes it out, also while its files are uploaded; its text comes back, and its files to the draft of its number.
   * Rejects with `not-found` when it is on its way, accepted or never was.
   */
  discard(sendId: SendId): Promise<{ readonly text: string; readonly files: readonly SendFile[] }>;
  /** The service answers again, or the key is good again: what waits need not wait longer, and lost answers are looked for. */
  wake(): void;
  /** Lets requests under way end for a few seconds, then ends them. What is unknown then is checked after the start. */
  dispose(): Promise<void>;
}

/** Builds the outbox over its ports; nothing happens before `start`. */
export function createOutbox(parts: OutboxParts): Outbox {
  return new OutboxDriver(parts);
}
