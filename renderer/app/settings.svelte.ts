import { DEFAULT_SETTINGS } from '#shared/contract/index.ts';
import type { Reply, SettingsView, SwitchboardBridge } from '#shared/contract/index.ts';
import { sendingSettings as words } from '#renderer/lib/words/settings.ts';
import { LiveQuery } from '#renderer/lib/live-query.svelte.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import { toReason } from '#renderer/lib/problems.ts';
import type { Toasts } from './toasts.svelte.ts';

/** What the user chose. Until main answers, the defaults. */
export class Settings {
  readonly #bridge: SwitchboardBridge;
  readonly #settings: LiveQuery<SettingsView>;
  readonly #stop: () => void;

  constructor(bridge: SwitchboardBridge) {
    this.#bridge = bridge;
    this.#settings = new LiveQuery(bridge, { ask: () => bridge.request('settings.get', {}), events: [] });
    this.#stop = bridge.on('settings.changed', ({ settings }) => this.#settings.set(settings));
  }

  get view(): SettingsView {
    return this.#settings.value ?? DEFAULT_SETTINGS;
  }

  /** Whether `view` is what the user chose, and not only the defaults. */
  get isKnown(): boolean {
    return this.#settings.value !== null;
  }

  refresh(): Promise<void> {
    return this.#settings.refresh();
  }

  /** Shows the choice at once; puts the former one back when it could not be kept. */
  set(changes: Partial<SettingsView>): Promise<Reply<SettingsView>> {
    return this.#settings.change({ ...this.view, ...changes }, () => this.#bridge.request('settings.set', changes));
  }

  dispose(): void {
    this.#settings.dispose();
    this.#stop();
  }
}

interface ChangeOptions {
  readonly settings: Pick<Settings, 'set'>;
  readonly toasts: Pick<Toasts, 'show'>;
}

/** Keeps a choice; a toast says why where it could not be kept. Returns whether it was kept. */
export async function changeSettings(
  { settings, toasts }: ChangeOptions,
  texts: Translator,
  changes: Partial<SettingsView>,
): Promise<boolean> {
  const reply = await settings.set(changes);
  if (!reply.ok) toasts.show(texts.text(words.notSaved, { why: toReason(reply.error, texts) }), { tone: 'fault' });
  return reply.ok;
}
