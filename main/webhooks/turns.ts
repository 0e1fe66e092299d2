/**
 * Turns of the event loop, one to each who asks, in the order in which they ask: what comes in at once from many senders is
 * taken apart piece by piece, and the window is answered in between.
 */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Resolves in a turn that nobody else was given. */
  next(): Promise<void> {
    this.#last = this.#last.then(() => new Promise((resolve) => setImmediate(resolve)));
    return this.#last;
  }
}
