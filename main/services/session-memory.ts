import path from 'node:path';
import * as v from 'valibot';
import { findJson, saveJson } from '#main/platform/files.ts';
import type { Credentials } from './ports.ts';

const rememberedSchema = v.object({ baseUrl: v.string(), webUrl: v.string(), username: v.string() });

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

  async save({ baseUrl, webUrl, username }: Credentials): Promise<void> {
    await saveJson(this.#file, { baseUrl, webUrl, username });
  }
}
