import type { ContractError, EventName, EventPayload, Reply, SwitchboardBridge } from '#shared/contract/index.ts';
import { coalesced, Latest, Throttle } from './async.ts';

export interface LiveQueryOptions<T, Name extends EventName = EventName> {
  /** Asks main; null where there is nothing to ask for now, as before anything is chosen. */
  readonly ask: () => Promise<Reply<T>> | null;
  /** Events after which the answer may be another; a resync always counts. */
  readonly events: readonly Name[];
  /** Which of these events are about it; absent: all. */
  readonly concerns?: (payload: EventPayload<Name>) => boolean;
  /** After an event, main is asked at most this often, in milliseconds; 0: each time. */
  readonly pauseMs?: number;
}

/**
 * An answer of main that stays true while it is shown: asked, asked again after events and resyncs, one question at a time.
 * An answer that `set` or `reset` has overtaken is dropped. What was known stays while main does not answer.
 *
 *   readonly #health = new LiveQuery(bridge, { ask: () => bridge.request('health.get', {}), events: ['chats.changed'] });
 *   get view() { return this.#health.value; }
 */
export class LiveQuery<T, Name extends EventName = EventName> {
  #value = $state.raw<T | null>(null);
  #problem = $state.raw<ContractError | null>(null);
  readonly #latest = new Latest();
  readonly #latestChange = new Latest();
  readonly #throttle: Throttle;
  readonly #stops: readonly (() => void)[];
  /** Asks now, or again where a question is on its way: what main knew before the call is here once this resolves. */
  readonly refresh: () => Promise<void>;

  constructor(bridge: SwitchboardBridge, { ask, events, concerns, pauseMs = 0 }: LiveQueryOptions<T, Name>) {
    this.refresh = coalesced(async () => {
      const isLatest = this.#latest.begin();
      const reply = await ask();
      if (reply === null || !isLatest()) return;
      if (reply.ok) this.#value = reply.value;
      this.#problem = reply.ok ? null : reply.error;
    });
    this.#throttle = new Throttle(this.refresh, pauseMs);
    const note = pauseMs === 0 ? () => void this.refresh() : this.#throttle.call;
    const hear = (payload: EventPayload<Name>): void => {
      if (concerns?.(payload) !== false) note();
    };
    this.#stops = [...events.map((name) => bridge.on(name, hear)), bridge.onResync(note)];
  }

  /** Null until main answered. */
  get value(): T | null {
    return this.#value;
  }
  /** Why the last answer did not come; what is shown is older then. */
  get problem(): ContractError | null {
    return this.#problem;
  }

  /** A newer value came otherwise, as with an event: answers on their way are older. */
  set(value: T): void {
    this.#cancel();
    this.#value = value;
    this.#problem = null;
  }

  /** Shows `value` at once, and then what main answers to `change`; puts the former value back where main refuses. */
  async change(value: T, change: () => Promise<Reply<T>>): Promise<Reply<T>> {
    const before = this.#value;
    this.set(value);
    const isLatest = this.#latestChange.begin();
    const reply = await change();
    if (!isLatest()) return reply;
    if (reply.ok) this.set(reply.value);
    else this.#value = before;
    return reply;
  }

  /** Forgets the answer, as when the question becomes another; answers on their way belong to the old one. */
  reset(): void {
    this.#cancel();
    this.#value = null;
    this.#problem = null;
  }

  dispose(): void {
    this.#cancel();
    this.#throttle.dispose();
    for (const stop of this.#stops) stop();
  }

  #cancel(): void {
    this.#latest.cancel();
    this.#latestChange.cancel();
  }
}
