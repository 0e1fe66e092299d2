import type { SendId } from '#shared/domain/ids.ts';
import type { Send } from '#shared/domain/sends.ts';
import { planHoldMs } from '../core/holds.ts';
import type { SendingClock } from '../ports.ts';

interface HoldTimersParts {
  readonly clock: SendingClock;
  /** Aborts when the app ends. */
  readonly signal: AbortSignal;
  /** A hold is over. */
  readonly ring: () => void;
}

/** Measures holds by how long they last, since the clock may be set meanwhile (SEND-13). */
export class HoldTimers {
  readonly #parts: HoldTimersParts;
  readonly #timers = new Map<SendId, AbortController>();
  readonly #elapsed = new Set<SendId>();

  constructor(parts: HoldTimersParts) {
    this.#parts = parts;
  }

  /** Those that were held for as long as they were to be, since they were first seen here. */
  get elapsed(): ReadonlySet<SendId> {
    return this.#elapsed;
  }

  /** Begins to measure those that are new among what waits, and ends where one is not held any more. */
  watch(waiting: readonly Send[]): void {
    const held = waiting.filter(({ state }) => state === 'held');
    const heldIds = new Set(held.map(({ id }) => id));
    for (const [id, timer] of this.#timers) {
      if (heldIds.has(id)) continue;
      timer.abort();
      this.#timers.delete(id);
      this.#elapsed.delete(id);
    }
    for (const send of held) if (!this.#timers.has(send.id)) this.#begin(send);
  }

  #begin(send: Send): void {
    const { clock, signal, ring } = this.#parts;
    const timer = new AbortController();
    this.#timers.set(send.id, timer);
    void clock.wait(planHoldMs(send, clock.now()), AbortSignal.any([signal, timer.signal])).then(() => {
      if (timer.signal.aborted || signal.aborted) return;
      this.#elapsed.add(send.id);
      ring();
    });
  }
}
