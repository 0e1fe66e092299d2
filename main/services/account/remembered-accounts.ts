/**
 * The file `session.json`: the accounts of this computer and which of them is on screen; never a key.
 *
 * MEMORY-1 one entry for each account, known by the id that also names its folder.
 * MEMORY-2 a file of an older version, which knew one account, is read as a list of one.
 * MEMORY-3 a damaged file is moved aside and does not keep the app from starting: the folders of the accounts stay, and
 *          a user who signs in again finds theirs.
 * MEMORY-4 an account that the user closed is not opened by the next start: where that cannot be written, as on a full
 *          disk, the file is deleted, which a full disk allows; it is written again as soon as there is room.
 */
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { findJson, hasCode, saveJson } from '#main/platform/files.ts';
import type { Log } from '#main/platform/log.ts';
import { toAccountId, type AccountIdentity } from './account-files.ts';

const rememberedSchema = v.object({
  baseUrl: v.string(),
  webUrl: v.string(),
  username: v.string(),
  /** In which form the service took the credentials; for a start without asking it. */
  authForm: v.optional(v.picklist(['headers', 'basic']), 'headers'),
  /** The user signed out: nothing of the account is shown until the next sign-in. Assumed where the file does not say. */
  isSignedOut: v.optional(v.boolean(), true),
  /** Its key was put into the keyring of this computer, and not taken out again. */
  isKeyKept: v.optional(v.boolean(), false),
  lastOpenAt: v.optional(v.nullable(v.number()), null),
  /** The user removed it: `files` are still to be deleted, or only its `key` is still in the keyring. */
  removal: v.optional(v.nullable(v.picklist(['files', 'key'])), null),
});

const listSchema = v.object({ activeId: v.nullable(v.string()), accounts: v.array(rememberedSchema) });
const fileSchema = v.union([listSchema, rememberedSchema]);

type Entry = v.InferOutput<typeof rememberedSchema>;

/** An account that was opened on this computer; never its key. */
export type RememberedAccount = Entry & { readonly id: string };

export class RememberedAccounts {
  readonly #file: string;
  readonly #log: Log;
  readonly #save: typeof saveJson;
  readonly #accounts = new Map<string, RememberedAccount>();
  #activeId: string | null = null;
  /** Ids of the accounts that the next start opens by what the file says. */
  #openedByFile: readonly string[] = [];

  constructor(dataFolder: string, log: Log, save: typeof saveJson = saveJson) {
    this.#file = path.join(dataFolder, 'session.json');
    this.#log = log;
    this.#save = save;
  }

  /** The account that is on screen, or whose key the screen asks for; null: none. */
  get active(): RememberedAccount | null {
    return this.#accounts.get(this.#activeId ?? '') ?? null;
  }

  /** The one that was open last first. */
  get list(): readonly RememberedAccount[] {
    return [...this.#accounts.values()].sort((one, other) => (other.lastOpenAt ?? 0) - (one.lastOpenAt ?? 0));
  }

  find(id: string): RememberedAccount | undefined {
    return this.#accounts.get(id);
  }

  /** Reads the file. Throws `disk` where there is one that cannot be read. */
  async load(): Promise<void> {
    const found = await findJson(this.#file, fileSchema);
    this.#accounts.clear();
    this.#activeId = null;
    if (found === undefined) {
      await this.#moveAside();
      return;
    }
    const { activeId, accounts } = 'accounts' in found ? found : { activeId: toAccountId(found), accounts: [found] };
    for (const entry of accounts) this.#accounts.set(toAccountId(entry), { ...entry, id: toAccountId(entry) });
    if (activeId !== null && this.#accounts.get(activeId)?.removal === null) this.#activeId = activeId;
    this.#openedByFile = this.#listOpenable();
  }

  /** Adds or replaces an account; it is on screen from now on. */
  async saveActive(entry: Omit<Entry, 'removal'>): Promise<void> {
    const id = toAccountId(entry);
    this.#accounts.set(id, { ...entry, id, removal: null });
    this.#activeId = id;
    await this.#write();
  }

  /** The account is on screen from now on, or its key is asked for there. */
  async activate(id: string): Promise<void> {
    this.#activeId = id;
    await this.#write();
  }

  /** Does nothing for an account that is not known (any more). An account of which nothing is left is forgotten. */
  async update(identity: AccountIdentity, changes: Partial<Omit<Entry, 'baseUrl' | 'username'>>): Promise<void> {
    const known = this.#accounts.get(toAccountId(identity));
    if (known === undefined) return;
    const next = { ...known, ...changes };
    if (next.removal === 'key' && !next.isKeyKept) this.#accounts.delete(known.id);
    else this.#accounts.set(known.id, next);
    if (next.removal !== null && this.#activeId === known.id) this.#activeId = null;
    await this.#write();
  }

  /** Never rejects: a disk that takes nothing matters to the next start only. */
  async #write(): Promise<void> {
    const accounts = this.list.map(({ id: _id, ...entry }) => entry);
    try {
      await this.#save(this.#file, { activeId: this.#activeId, accounts });
      this.#openedByFile = this.#listOpenable();
    } catch (error) {
      this.#log.error('session.notRemembered', error);
      const openable = this.#listOpenable();
      if (!this.#openedByFile.every((id) => openable.includes(id))) await this.#delete();
    }
  }

  #listOpenable(): readonly string[] {
    return this.list.filter(({ isSignedOut, removal }) => !isSignedOut && removal === null).map(({ id }) => id);
  }

  /** MEMORY-4. */
  async #delete(): Promise<void> {
    try {
      await rm(this.#file, { force: true });
      this.#openedByFile = [];
      this.#log.warn('session.fileDeleted');
    } catch (error) {
      this.#log.error('session.notDeleted', error);
    }
  }

  async #moveAside(): Promise<void> {
    try {
      await rename(this.#file, `${this.#file}.damaged`);
      this.#log.warn('session.damaged');
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) this.#log.error('session.damaged', error);
    }
  }
}
