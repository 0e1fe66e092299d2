import path from 'node:path';
import { findJson, saveJson } from '#main/platform/files.ts';
import { DEFAULT_SETTINGS, type SettingsView } from '#shared/contract/index.ts';
import { Serial } from '#shared/lib/serial.ts';
import type { EventBus } from '#main/services/event-bus.ts';
import type { Session } from '#main/services/account/session.ts';
import { changesSchema, PREFIX, readOwned, type SettingsChanges } from './account-settings.ts';

/**
 * The settings of the user. Each account has its own; `settings.json` has the last choice on this computer, for the sign-in
 * screen and for an account without one.
 */
export class Settings {
  readonly #session: Session;
  readonly #events: EventBus;
  readonly #file: string;
  /** One change at a time: each writes the whole file. */
  readonly #turns = new Serial();

  constructor(needs: { readonly session: Session; readonly events: EventBus; readonly dataFolder: string }) {
    this.#session = needs.session;
    this.#events = needs.events;
    this.#file = path.join(needs.dataFolder, 'settings.json');
  }

  async get(): Promise<SettingsView> {
    const store = this.#session.findAccount()?.store;
    const lastChoice = await findJson(this.#file, changesSchema);
    const before = overlay(DEFAULT_SETTINGS, toShared(lastChoice ?? {}));
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
    await saveJson(this.#file, toShared(settings));
    this.#events.settingsChanged(settings);
    return settings;
  }
}

/**
 * What is nobody's own: a reference is of the one account whose texts it marks, its hours are those of the people who answer
 * for it, and its fields are its own.
 */
function toShared({ ownReference: _own, businessHours: _hours, headerField: _field, ...shared }: SettingsChanges) {
  return shared;
}

/** The changes over what was; a field that is absent changes nothing, one that is null is a choice. */
function overlay(settings: SettingsView, changes: SettingsChanges): SettingsView {
  const chosen = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const overlaid: SettingsView = { ...settings, ...chosen };
  // What stands between words counts; what stands around them is a slip.
  return { ...overlaid, ownReference: overlaid.ownReference.trim() };
}
