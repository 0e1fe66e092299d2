/**
 * Between requests and the disk: what comes in while a group is being written is the next group, so that a thousand
 * events a second cost a few commits and not a thousand.
 *
 *   request ─┐
 *   request ─┼─► waiting (bounded) ──► keep(group) ──► every request of the group is answered
 *   request ─┘
 */
import type { CallbackEvent } from '#shared/domain/callbacks.ts';

/** `full`, `closed`: nothing was taken · `failed`: the disk did not take it, so that nobody may be told that it was. */
export type Kept = 'kept' | 'full' | 'closed' | 'failed';

interface Entry {
  readonly events: readonly CallbackEvent[];
  readonly resolve: (kept: Kept) => void;
}

interface IntakeOptions {
  readonly keep: (events: readonly CallbackEvent[]) => Promise<void>;
  /** Most events that wait at a time. */
  readonly mostWaiting: number;
  /** Most events of one group, unless a single request brings more: bounds how long a commit takes. */
  readonly mostTogether: number;
}

export class Intake {
  readonly #options: IntakeOptions;
  #waiting: Entry[] = [];
  #count = 0;
  #draining: Promise<void> | null = null;
  #isClosed = false;

  constructor(options: IntakeOptions) {
    this.#options = options;
  }

  /** Resolves once the events are on the disk, or are known not to be. Never rejects. */
  add(events: readonly CallbackEvent[]): Promise<Kept> {
    if (events.length === 0) return Promise.resolve('kept');
    if (this.#isClosed) return Promise.resolve('closed');
    if (this.#count + events.length > this.#options.mostWaiting) return Promise.resolve('full');
    return new Promise((resolve) => {
      this.#waiting.push({ events, resolve });
      this.#count += events.length;
      this.#draining ??= this.#drain();
    });
  }

  /** Takes nothing any more, however much still comes. Resolves when nothing waits. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#draining;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group = this.#take();
      const events = group.flatMap((entry) => entry.events);
      const kept = await this.#keep(events);
      this.#count -= events.length;
      for (const { resolve } of group) resolve(kept);
    }
    this.#draining = null;
  }

  async #keep(events: readonly CallbackEvent[]): Promise<Kept> {
    try {
      await this.#options.keep(events);
      return 'kept';
    } catch {
      // Why, who keeps them knows and tells; here it matters that nobody hears 200.
      return 'failed';
    }
  }

  #take(): readonly Entry[] {
    let [size, count] = [0, 0];
    for (const { events } of this.#waiting) {
      if (count > 0 && size + events.length > this.#options.mostTogether) break;
      size += events.length;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }
}
