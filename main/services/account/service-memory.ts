import path from 'node:path';
import * as v from 'valibot';
import { NO_KNOWLEDGE } from '#main/api/knowledge.ts';
import type { KnowledgeData } from '#main/api/knowledge.ts';
import { findJson, saveJson } from '#main/platform/files.ts';
import type { Log } from '#main/platform/log.ts';
import { FEATURES } from '#shared/domain/features.ts';
import { Serial } from '#shared/lib/serial.ts';

const knowledgeSchema = v.object({
  variants: v.record(v.string(), v.string()),
  absentSince: v.partial(v.object(v.entriesFromList(FEATURES, v.number()))),
});

/** The file `service.json` of an account: what was learned about its service, so that no start learns it again. */
export class ServiceMemory {
  readonly #file: string;
  readonly #log: Log;
  readonly #turns = new Serial();

  constructor(accountFolder: string, log: Log) {
    this.#file = path.join(accountFolder, 'service.json');
    this.#log = log;
  }

  /** What is known; nothing where the file is missing, unreadable, or of another version. */
  async recall(): Promise<KnowledgeData> {
    try {
      const known = await findJson(this.#file, knowledgeSchema);
      return known === undefined
        ? NO_KNOWLEDGE
        : { variants: known.variants, absentSince: toDefined(known.absentSince) };
    } catch (error) {
      this.#log.error('service.notRecalled', error);
      return NO_KNOWLEDGE;
    }
  }

  /** A disk that refuses costs the next start a few requests, and is no reason to stop this one. */
  async keep(data: KnowledgeData): Promise<void> {
    try {
      await this.#turns.run(() => saveJson(this.#file, data));
    } catch (error) {
      this.#log.error('service.notRemembered', error);
    }
  }

  /** Resolves when nothing is written any more: the folder may be about to go. */
  async dispose(): Promise<void> {
    await this.#turns.settled();
  }
}

function toDefined(sparse: Readonly<Record<string, number | undefined>>): KnowledgeData['absentSince'] {
  return Object.fromEntries(Object.entries(sparse).filter(([, since]) => since !== undefined));
}
