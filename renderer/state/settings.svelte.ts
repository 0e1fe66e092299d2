import type { Reply, SettingsView, SwitchboardBridge } from '#shared/contract/index.ts';

const DEFAULTS: SettingsView = { theme: 'system', enterSends: true, isContactPanelOpen: true };

/** What the person chose. Until main answered, the defaults. */
export class Settings {
  #view = $state<SettingsView>(DEFAULTS);
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

  async refresh(): Promise<void> {
    const reply = await this.#bridge.request('settings.get', {});
    if (reply.ok) this.#set(reply.value);
  }

  /** Shows the choice at once; puts it back when it could not be kept. */
  async set(changes: Partial<SettingsView>): Promise<Reply<SettingsView>> {
    const before = this.#view;
    this.#set({ ...before, ...changes });
    const reply = await this.#bridge.request('settings.set', changes);
    this.#set(reply.ok ? reply.value : before);
    return reply;
  }

  #set(view: SettingsView): void {
    this.#view = view;
  }

  dispose(): void {
    for (const undo of this.#undo) undo();
  }
}
