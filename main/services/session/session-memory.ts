import path from 'node:path';
import * as v from 'valibot';
import { findJson, saveJson } from '#main/platform/files.ts';
import type { Log } from '#main/platform/log.ts';

const rememberedSchema = v.object({
  baseUrl: v.string(),
  webUrl: v.string(),
  username: v.string(),
  /** In which form the service took the credentials; for a start without asking it. */
  authForm: v.optional(v.picklist(['headers', 'basic']), 'headers'),
  /** A person signed out: nothing of the account is shown until somebody signs in. So also where nobody said so. */
  isSignedOut: v.optional(v.boolean(), true),
  /** Its key was put into the keyring of this computer, and not taken out again. */
  isKeyKept: v.optional(v.boolean(), false),
});

/** Who was signed in last on this computer; never the key. */
export type RememberedAccount = v.InferOutput<typeof rememberedSchema>;

type Whose = Pick<RememberedAccount, 'baseUrl' | 'username'>;

/** The file `session.json`, and what it says. */
export class SessionMemory {
  readonly #file: string;
  readonly #log: Log;
  #account: RememberedAccount | null = null;

  constructor(dataFolder: string, log: Log) {
    this.#file = path.join(dataFolder, 'session.json');
    this.#log = log;
  }

  get account(): RememberedAccount | null {
    return this.#account;
  }

  isOf({ baseUrl, username }: Whose): boolean {
    return this.#account?.baseUrl === baseUrl && this.#account.username === username;
  }

  async recall(): Promise<RememberedAccount | null> {
    this.#account = (await findJson(this.#file, rememberedSchema)) ?? null;
    return this.#account;
  }

  /** From now on true in this process; a disk that refuses costs the next start, and is no reason to stop this one. */
  async keep(account: RememberedAccount): Promise<void> {
    this.#account = account;
    try {
      await saveJson(this.#file, account);
    } catch (error) {
      this.#log.error('session.notRemembered', error);
    }
  }

  async note(news: Partial<Pick<RememberedAccount, 'isSignedOut' | 'isKeyKept'>>): Promise<void> {
    if (this.#account !== null) await this.keep({ ...this.#account, ...news });
  }
}
