import { DEFAULT_SETTINGS } from '#shared/contract/index.ts';
import type { Reply, SettingsView, SwitchboardBridge } from '#shared/contract/index.ts';

/** What the person chose. Until main answered, the defaults. */
export class Settings {
  #view = $state<SettingsView>(DEFAULT_SETTINGS);
  #isKnown = $state(false);
  #news = 0;
  readonly #bridge: SwitchboardBridge;
  readonly #undo: readonly (() => void)[];

  constructor(bridge: SwitchboardBridge) {
    this.#bridge = bridge;
    this.#undo = [
      bridge.on('settings.changed', ({ settings }) => this.#set(settings)),
      bridge.onResync(() => void this.refresh()),
    ];
  }

  get view(): SettingsView {
    return this.#view;
  }

  /** Whether main has answered: before, the defaults are no choice of anybody. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  async refresh(): Promise<void> {
    const news = this.#news;
    const reply = await this.#bridge.request('settings.get', {});
    if (reply.ok && news === this.#news) this.#set(reply.value);
  }

  /** Shows the choice at once; puts it back when it could not be kept. */
  async set(changes: Partial<SettingsView>): Promise<Reply<SettingsView>> {
    const before = this.#view;
    this.#view = { ...before, ...changes };
    this.#news += 1;
    const news = this.#news;
    const reply = await this.#bridge.request('settings.set', changes);
    if (news !== this.#news) return reply;
    if (reply.ok) this.#set(reply.value);
    else this.#view = before;
    return reply;
  }

  dispose(): void {
    for (const undo of this.#undo) undo();
  }

  #set(view: SettingsView): void {
    this.#view = view;
    this.#isKnown = true;
    this.#news += 1;
  }
}
