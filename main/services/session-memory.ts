import path from 'node:path';
import * as v from 'valibot';
import { findJson, saveJson } from '#main/platform/files.ts';

const rememberedSchema = v.object({
  baseUrl: v.string(),
  webUrl: v.string(),
  username: v.string(),
  /** In which form the service took the credentials; for a start without asking it. */
  authForm: v.optional(v.picklist(['headers', 'basic']), 'headers'),
});

/** Who was signed in last on this computer; never the key. */
export type RememberedAccount = v.InferOutput<typeof rememberedSchema>;

/** The file `session.json`. */
export class SessionMemory {
  readonly #file: string;

  constructor(dataFolder: string) {
    this.#file = path.join(dataFolder, 'session.json');
  }

  async find(): Promise<RememberedAccount | undefined> {
    return await findJson(this.#file, rememberedSchema);
  }

  async save(account: RememberedAccount): Promise<void> {
    await saveJson(this.#file, account);
  }
}
