/** Delivers the service's callbacks unreliably: lost, late, twice, in another order, and forged ones. */
import type { DemoService } from '#main/demo/service.ts';
import type { Inbound } from '#main/demo/state/model.ts';
import type { CallbackEvent } from '#shared/domain/callbacks.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import type { Random } from '#test/support/random.ts';
import type { VirtualClock } from './virtual-clock.ts';

const FORGED_ID = 99_000_000;

export class CallbackDelivery {
  readonly #parts: { readonly demo: DemoService; readonly clock: VirtualClock; readonly random: Random };
  /** Percentage of callbacks that arrive. */
  readonly #reliability: number;
  readonly #seen = new Set<string>();
  #bag: CallbackEvent[] = [];

  constructor(parts: { readonly demo: DemoService; readonly clock: VirtualClock; readonly random: Random }) {
    this.#parts = parts;
    this.#reliability = parts.random.pick([0, 50, 90, 100]);
    this.#collect();
    this.#bag = [];
  }

  /** The callbacks that arrive now. */
  take(): CallbackEvent[] {
    const { random, clock } = this.#parts;
    this.#collect();
    const now = clock.now();
    const taken: CallbackEvent[] = [];
    const late: CallbackEvent[] = [];
    for (const event of this.#bag) {
      if (random.happens(15)) late.push(event);
      else if (random.happens(this.#reliability)) taken.push({ ...event, receivedAt: now });
      if (random.happens(8)) late.push(event);
    }
    this.#bag = late;
    if (random.happens(10)) taken.push(this.#forge(now));
    const old = this.#parts.demo.world.inbound.rows[0];
    // Repeats an old one, whose message may be older than the history that the app reads.
    if (old !== undefined && random.happens(3)) taken.push(toEvent(old, now));
    return taken.sort(() => random.next() - 0.5);
  }

  #collect(): void {
    const { world } = this.#parts.demo;
    for (const row of world.inbound.rows) this.#add(`in:${String(row.id)}`, toEvent(row, 0));
    for (const { id, receiver, status, at } of world.outbound.rows)
      this.#add(`out:${String(id)}:${status}`, {
        direction: 'out',
        messageId: id,
        letter: status,
        phone: toPhoneKey(receiver),
        happenedAt: at,
      });
  }

  #add(key: string, event: Omit<CallbackEvent, 'referenceId' | 'receivedAt'>): void {
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#bag.push({ ...event, referenceId: null, receivedAt: 0 });
  }

  #forge(now: number): CallbackEvent {
    const { random, demo } = this.#parts;
    const base = { phone: toPhoneKey('447700900999'), referenceId: null, happenedAt: now, receivedAt: now };
    const sent = demo.world.outbound.rows.at(-1);
    if (sent !== undefined && random.happens(50)) {
      return { ...base, direction: 'out', messageId: sent.id, letter: random.pick(['f', 'j', 'd']) };
    }
    return {
      ...base,
      direction: random.pick(['in', 'out'] as const),
      messageId: FORGED_ID + random.between(1, 50),
      letter: '',
    };
  }
}

function toEvent({ id, sender, at }: Inbound, receivedAt: number): CallbackEvent {
  const said = { letter: '', phone: toPhoneKey(sender), referenceId: null };
  return { direction: 'in', messageId: id, ...said, happenedAt: at, receivedAt };
}
