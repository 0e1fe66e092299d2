/** Small files written so that a crash leaves the old one or the new one, never half of one. */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { AppError } from '#shared/domain/app-error.ts';

/**
 * Reads a JSON file through a schema. Undefined where there is none, where a folder stands in its place, or where it does
 * not fit: these files hold nothing that the app cannot ask for again.
 */
export async function findJson<Schema extends v.GenericSchema>(
  file: string,
  schema: Schema,
): Promise<v.InferOutput<Schema> | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT', 'EISDIR')) return undefined;
    throw toDiskError(`could not read ${path.basename(file)}`, error);
  });
  if (text === undefined) return undefined;
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  return parsed.success ? parsed.output : undefined;
}

/** Replaces a JSON file whole, readable by this user only; a folder in its place is moved aside. Throws `disk`. */
export async function saveJson(file: string, value: unknown): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}.new`;
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flush: true });
    await rename(draft, file).catch(async (error: unknown) => {
      if (!(await isFolder(file))) throw error;
      await rename(file, `${draft}.folder`);
      await rename(draft, file);
    });
  } catch (error) {
    await rm(draft, { force: true });
    throw toDiskError(`could not write ${path.basename(file)}`, error);
  }
}

async function isFolder(file: string): Promise<boolean> {
  return await stat(file).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** A disk error as `AppError`. */
export function toDiskError(message: string, cause: unknown): AppError {
  return new AppError({ code: 'disk', message, cause, outcome: 'not-accepted' });
}

/** Whether it is a system error with one of these codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
