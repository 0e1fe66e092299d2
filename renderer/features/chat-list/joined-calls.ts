/** Joins calls for the same thing: while one runs, others get its answer. */
export class JoinedCalls<Key> {
  readonly #running = new Map<Key, Promise<void>>();

  run(key: Key, call: () => Promise<void>): Promise<void> {
    const running = this.#running.get(key);
    if (running !== undefined) return running;
    const started = call().finally(() => this.#running.delete(key));
    this.#running.set(key, started);
    return started;
  }
}
