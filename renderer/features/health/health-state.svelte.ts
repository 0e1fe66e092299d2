import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { ContractError, HealthView, SwitchboardBridge } from '#shared/contract/index.ts';
import type { Gap } from '#shared/domain/sync.ts';
import { toGapId } from './health-text.ts';
import { LiveQuery } from '#renderer/lib/live-query.svelte.ts';

/** Counting is work for main: while much is read, it is asked no oftener than this. */
const PAUSE_MS = 2_000;

/** How complete and how fresh the copy is, for the Health section, which makes and disposes it. */
export class HealthState {
  readonly #filling = new SvelteSet<string>();
  readonly #unfilled = new SvelteMap<string, ContractError>();
  readonly #bridge: SwitchboardBridge;
  readonly #health: LiveQuery<HealthView>;

  constructor(bridge: SwitchboardBridge) {
    this.#bridge = bridge;
    this.#health = new LiveQuery(bridge, {
      ask: () => bridge.request('health.get', {}),
      events: ['sync.statusChanged', 'messages.changed', 'chats.changed', 'live.changed'],
      pauseMs: PAUSE_MS,
    });
  }

  /** Null until main answers. */
  get view(): HealthView | null {
    return this.#health.value;
  }
  /** Why the last answer did not come; what is on screen is older then. */
  get problem(): ContractError | null {
    return this.#health.problem;
  }

  refresh(): Promise<void> {
    return this.#health.refresh();
  }

  /** Whether that gap (`toGapId`) is being read from the service. */
  isFilling(id: string): boolean {
    return this.#filling.has(id);
  }
  /** Why that gap could not be read. */
  findUnfilled(id: string): ContractError | null {
    return this.#unfilled.get(id) ?? null;
  }

  /** Has main read from the service what may be missing there. Returns whether it did; what is missing still shows. */
  async fill(chatId: number, { fromAt, toAt }: Gap): Promise<boolean> {
    const id = toGapId(chatId, { fromAt, toAt });
    if (this.#filling.has(id)) return false;
    this.#filling.add(id);
    this.#unfilled.delete(id);
    const reply = await this.#bridge.request('messages.fillGap', { chatId, fromAt, toAt });
    this.#filling.delete(id);
    if (!reply.ok) this.#unfilled.set(id, reply.error);
    await this.refresh();
    return reply.ok;
  }

  dispose(): void {
    this.#health.dispose();
  }
}
