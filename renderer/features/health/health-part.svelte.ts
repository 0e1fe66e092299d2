import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { ContractError, HealthView, SwitchboardBridge } from '#shared/contract/index.ts';
import type { Gap } from '#shared/domain/sync.ts';
import { toGapId } from './health-gaps.ts';
import { Throttle, coalesced } from '#renderer/lib/async.ts';

/** Main counts for it: while much is read, it is asked no oftener than this. */
const PAUSE_MS = 2_000;

/** How complete and how fresh the copy is, for the Health section; made and disposed by it, live while it is there. */
export class HealthPart {
  #view = $state.raw<HealthView | null>(null);
  #problem = $state.raw<ContractError | null>(null);
  readonly #filling = new SvelteSet<string>();
  readonly #unfilled = new SvelteMap<string, ContractError>();
  readonly #bridge: SwitchboardBridge;
  readonly #throttle: Throttle;
  readonly #undo: readonly (() => void)[];
  /** Asks main now. */
  readonly refresh = coalesced(async () => {
    const reply = await this.#bridge.request('health.get', {});
    if (reply.ok) this.#view = reply.value;
    this.#problem = reply.ok ? null : reply.error;
  });

  constructor(bridge: SwitchboardBridge) {
    this.#bridge = bridge;
    this.#throttle = new Throttle(this.refresh, PAUSE_MS);
    const note = this.#throttle.call;
    this.#undo = [
      bridge.on('sync.statusChanged', note),
      bridge.on('messages.changed', note),
      bridge.on('chats.changed', note),
      bridge.on('live.changed', note),
      bridge.onResync(note),
    ];
  }

  /** Null until main said it. */
  get view(): HealthView | null {
    return this.#view;
  }
  /** Why the last answer did not come; what is on screen is older then. */
  get problem(): ContractError | null {
    return this.#problem;
  }

  /** Whether that gap (`toGapId`) is being read from the service. */
  isFilling(id: string): boolean {
    return this.#filling.has(id);
  }
  /** Why that gap could not be read. */
  findUnfilled(id: string): ContractError | null {
    return this.#unfilled.get(id) ?? null;
  }

  /** Has main read from the service what may be missing there. True where it did; what is missing still shows. */
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
    this.#throttle.dispose();
    for (const undo of this.#undo) undo();
  }
}
