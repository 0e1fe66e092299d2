/** The files of an account on this computer: where they are, what they say about its service, and how they are deleted. */
import { readdir, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { NO_KNOWLEDGE } from '#main/api/knowledge.ts';
import type { KnowledgeData } from '#main/api/knowledge.ts';
import { findJson, hasCode, saveJson, toDiskError } from '#main/platform/files.ts';
import { toStableId } from '#main/platform/ids.ts';
import type { Log } from '#main/platform/log.ts';
import { deleteCache } from '#main/store/delete-cache.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import { FEATURES } from '#shared/domain/features.ts';
import { Serial } from '#shared/lib/serial.ts';
import type { Credentials } from './ports.ts';

/** What identifies an account on this computer: the same two are the same user of the same service. */
export type AccountIdentity = Pick<Credentials, 'baseUrl' | 'username'>;

const ACCOUNT_ID_LENGTH = 20;

/** One id per service and user, whatever the capitals of the name; also the name of the account's folder. */
export function toAccountId({ baseUrl, username }: AccountIdentity): string {
  return toStableId(`${baseUrl}\n${username.toLowerCase()}`, ACCOUNT_ID_LENGTH);
}

/** The folder of an account. Null is the demo, whose address is another one each time. */
export function toAccountFolder(dataFolder: string, accountId: string | null): string {
  return path.join(dataFolder, 'accounts', accountId ?? 'demo');
}

const knowledgeSchema = v.object({
  variants: v.record(v.string(), v.string()),
  absentSince: v.partial(v.object(v.entriesFromList(FEATURES, v.number()))),
});

/** The file `service.json` of an account: what the app learned about its service, so that the next start knows it. */
export class ServiceFile {
  readonly #file: string;
  readonly #log: Log;
  readonly #writes = new Serial();

  constructor(accountFolder: string, log: Log) {
    this.#file = path.join(accountFolder, 'service.json');
    this.#log = log;
  }

  /** What is known; nothing where the file is missing, unreadable, or of another version. */
  async read(): Promise<KnowledgeData> {
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

  /** Never rejects: without the file the next start only sends a few more requests. */
  async save(data: KnowledgeData): Promise<void> {
    try {
      await this.#writes.run(() => saveJson(this.#file, data));
    } catch (error) {
      this.#log.error('service.notRemembered', error);
    }
  }

  /** Resolves when nothing is being written, so that the folder can be deleted. */
  async dispose(): Promise<void> {
    await this.#writes.settled();
  }
}

function toDefined(sparse: Readonly<Record<string, number | undefined>>): KnowledgeData['absentSince'] {
  return Object.fromEntries(Object.entries(sparse).filter(([, since]) => since !== undefined));
}

/** A program that opens every new file, such as a virus scanner, closes it again within this time. */
const RETRIES = { maxRetries: 5, retryDelay: 100 } as const;

/** Deletes as much as can be deleted. Throws `disk` where something is left. */
export async function deleteFolder(folder: string): Promise<void> {
  const failures: unknown[] = [];
  try {
    for (const name of await readdir(folder)) {
      await rm(path.join(folder, name), { recursive: true, force: true, ...RETRIES }).catch((error: unknown) =>
        failures.push(error),
      );
    }
    if (failures.length === 0) await rmdir(folder);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) failures.push(error);
  }
  const [first] = failures;
  if (first !== undefined) throw isAppError(first) ? first : toDiskError('something could not be deleted', first);
}

/** Deletes what the service can give again: the cache and the pictures. Throws `disk` where something is left. */
export async function deleteCopy(accountFolder: string): Promise<void> {
  await deleteCache(accountFolder);
  await deleteFolder(path.join(accountFolder, 'media'));
}
