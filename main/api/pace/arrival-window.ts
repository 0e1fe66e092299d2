/** The service counts over one second; a little more, because nobody knows how it rounds. */
export const WINDOW_MS = 1_010;

interface Ended {
  readonly leftAt: number;
  readonly endedAt: number;
}

/**
 * Counts what may have reached the service within the last second.
 *
 * When a request leaves is ours to know, when it arrives is not: a new connection, a lost packet or a busy machine can
 * bring requests that left apart close together. What is sure is that it arrives after it left and before its exchange
 * ended. So a request counts from leaving until a second after its end. Then no second of the *service's* time can
 * hold more than `limit`, whatever the network does: of the requests in that second take the one that left last; when
 * it left, every other one was still in flight or had ended less than a second before, and was counted.
 *
 * `creditMs` is the part of every round trip that is known to be always there (round-trips.ts). No request is under way
 * for less, so by that much its arrival lies before its end, measured on a scale that is shifted by the constant part
 * of the way there; the argument above holds on that scale as well.
 */
export class ArrivalWindow {
  #inFlight = 0;
  #ended: Ended[] = [];

  /** How many may have arrived within the last second. */
  count(now: number, creditMs = 0): number {
    return this.#inFlight + this.#listFreeAt(now, creditMs).length;
  }

  /** When one more may leave; Infinity while that depends on an exchange that has not ended. */
  readyAt(now: number, limit: number, creditMs = 0): number {
    const freeAt = this.#listFreeAt(now, creditMs);
    const surplus = this.#inFlight + freeAt.length - limit;
    return surplus < 0 ? now : (freeAt[surplus] ?? Number.POSITIVE_INFINITY);
  }

  /** Counts one more; call what it returns when its exchange has ended. */
  leave(leftAt: number): (endedAt: number) => void {
    this.#inFlight += 1;
    return (endedAt) => {
      this.#inFlight -= 1;
      this.#forget(endedAt);
      this.#ended.push({ leftAt, endedAt });
    };
  }

  /** When those that ended and still count will count no longer, in rising order. */
  #listFreeAt(now: number, creditMs: number): readonly number[] {
    return this.#ended
      .map(({ leftAt, endedAt }) => Math.max(leftAt, endedAt - creditMs) + WINDOW_MS)
      .filter((at) => at > now)
      .sort((one, other) => one - other);
  }

  #forget(now: number): void {
    this.#ended = this.#ended.filter(({ endedAt }) => endedAt + WINDOW_MS > now);
  }
}
