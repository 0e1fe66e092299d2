import { SvelteMap } from 'svelte/reactivity';
import type { RequestOutput, SwitchboardBridge } from '#shared/contract/index.ts';

export type Price = NonNullable<RequestOutput<'prices.find'>>;

/** What one part costs, by number. A price that is not known yet is asked for again the next time. */
export class Prices {
  readonly #known = new SvelteMap<string, Price>();
  readonly #bridge: SwitchboardBridge;

  constructor(bridge: SwitchboardBridge) {
    this.#bridge = bridge;
  }

  /** Null where the service's list does not say, or has not been read. */
  async find(phone: string): Promise<Price | null> {
    const known = this.#known.get(phone);
    if (known !== undefined) return known;
    const reply = await this.#bridge.request('prices.find', { phone });
    if (!reply.ok || reply.value === null) return null;
    this.#known.set(phone, reply.value);
    return reply.value;
  }
}
