import { setImmediate as turn } from 'node:timers/promises';
import { Serial } from '#shared/lib/serial.ts';

/**
 * Turns of the event loop, one to each who asks, in the order in which they ask: what comes in at once from many senders is
 * taken apart piece by piece, and the window is answered in between.
 */
export class Turns {
  readonly #line = new Serial();

  /** Resolves in a turn that nobody else was given. */
  next(): Promise<void> {
    return this.#line.run(() => turn());
  }
}
