/** Runs pieces of work one after the other, in the order they came. */
export class Serial {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#last.then(work, work);
    this.#last = next;
    return next;
  }

  /** Resolves once everything that was asked for until now is over, however it ended. */
  settled(): Promise<void> {
    return this.run(() => Promise.resolve());
  }
}
