import path from 'node:path';
import * as v from 'valibot';
import { findJson, saveJson } from '#main/platform/files.ts';
import type { Store } from '#main/store/api.ts';
import { settingsViewSchema, type SettingsView } from '#shared/contract/index.ts';
import { Serial } from '#shared/lib/serial.ts';
import type { Notices } from './notices.ts';
import type { Session } from './session/session.ts';
import { DEFAULT_SETTINGS } from './views.ts';

const changesSchema = v.partial(settingsViewSchema);
type SettingsChanges = v.InferOutput<typeof changesSchema>;

/** Keys of these settings in the account's owned rows. */
const PREFIX = 'window.';

/**
 * How a person wants the window. Each account has its own; `settings.json` has the last choice of anybody, for the
 * sign-in screen and for an account that never chose.
 */
export class Settings {
  readonly #session: Session;
  readonly #notices: Notices;
  readonly #file: string;
  /** One change at a time: each writes the whole file. */
  readonly #turns = new Serial();

  constructor(needs: { readonly session: Session; readonly notices: Notices; readonly dataFolder: string }) {
    this.#session = needs.session;
    this.#notices = needs.notices;
    this.#file = path.join(needs.dataFolder, 'settings.json');
  }

  async get(): Promise<SettingsView> {
    const store = this.#session.findAccount()?.store;
    const lastChoice = await findJson(this.#file, changesSchema);
    const before = overlay(DEFAULT_SETTINGS, lastChoice ?? {});
    return store === undefined ? before : overlay(before, await readOwned(store));
  }

  /** Keeps what is named and leaves the rest. Throws `disk`. */
  set(changes: SettingsChanges): Promise<SettingsView> {
    return this.#turns.run(() => this.#set(changes));
  }

  async #set(changes: SettingsChanges): Promise<SettingsView> {
    const store = this.#session.findAccount()?.store;
    if (store !== undefined) {
      for (const [key, value] of Object.entries(changes)) {
        if (value === undefined) continue;
        await store.saveSetting({ key: `${PREFIX}${key}`, value: JSON.stringify(value) });
      }
    }
    const settings = overlay(await this.get(), changes);
    await saveJson(this.#file, settings);
    this.#notices.settingsChanged(settings);
    return settings;
  }
}

/** The changes over what was; a field that is absent changes nothing. */
function overlay(settings: SettingsView, changes: SettingsChanges): SettingsView {
  return {
    theme: changes.theme ?? settings.theme,
    enterSends: changes.enterSends ?? settings.enterSends,
    isContactPanelOpen: changes.isContactPanelOpen ?? settings.isContactPanelOpen,
  };
}

async function readOwned(store: Store): Promise<SettingsChanges> {
  const rows = Object.entries(await store.getSettings({})).filter(([key]) => key.startsWith(PREFIX));
  const known: Record<string, unknown> = {};
  for (const [key, value] of rows) {
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson()), value);
    if (parsed.success) known[key.slice(PREFIX.length)] = parsed.output;
  }
  const settings = v.safeParse(changesSchema, known);
  return settings.success ? settings.output : {};
}
