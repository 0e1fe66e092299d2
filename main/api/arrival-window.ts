/** The service counts over one second; a little more, because nobody knows how it rounds. */
const WINDOW_MS = 1_010;

/**
 * Counts what may have reached the service within the last second.
 *
 * When a request leaves is ours to know, when it arrives is not: a new connection, a lost packet or a busy machine can
 * bring requests that left apart close together. What is sure is that it arrives after it left and before its exchange
 * ended. So a request counts from leaving until a second after its end. Then no second of the *service's* time can
 * hold more than `limit`, whatever the network does: of the requests in that second take the one that left last; when
 * it left, every other one was still in flight or had ended less than a second before, and was counted.
 */
export class ArrivalWindow {
  #inFlight = 0;
  #endedAt: number[] = [];
  #lastLeftAt = Number.NEGATIVE_INFINITY;

  /** How many may have arrived within the last second. */
  count(now: number): number {
    this.#forget(now);
    return this.#inFlight + this.#endedAt.length;
  }

  /** When one more may leave, evenly spaced; Infinity while that depends on an exchange that has not ended. */
  readyAt(now: number, limit: number): number {
    const surplus = this.count(now) - limit;
    const spacedAt = Math.max(now, this.#lastLeftAt + WINDOW_MS / limit);
    if (surplus < 0) return spacedAt;
    const ended = this.#endedAt[surplus];
    return ended === undefined ? Number.POSITIVE_INFINITY : Math.max(spacedAt, ended + WINDOW_MS);
  }

  leave(now: number): void {
    this.#inFlight += 1;
    this.#lastLeftAt = now;
  }

  end(now: number): void {
    this.#inFlight -= 1;
    this.#endedAt.push(now);
  }

  #forget(now: number): void {
    const kept = this.#endedAt.findIndex((at) => at + WINDOW_MS > now);
    this.#endedAt.splice(0, kept === -1 ? this.#endedAt.length : kept);
  }
}
