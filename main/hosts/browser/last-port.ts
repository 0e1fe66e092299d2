import path from 'node:path';
import * as v from 'valibot';
import { findJson, saveJson } from '#main/platform/files.ts';

const schema = v.object({ port: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535)) });

/**
 * The port of the last run, where the user names none: a page that was left open reconnects there, and a new one has what the
 * browser keeps for that address, as texts that main does not have yet. 0: not known.
 */
export async function findLastPort(dataFolder: string): Promise<number> {
  const known = await findJson(toFile(dataFolder), schema).catch(() => undefined);
  return known?.port ?? 0;
}

/** Throws `disk`. */
export async function saveLastPort(dataFolder: string, port: number): Promise<void> {
  await saveJson(toFile(dataFolder), { port });
}

const toFile = (dataFolder: string): string => path.join(dataFolder, 'port.json');
