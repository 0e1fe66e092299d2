import path from 'node:path';
import * as v from 'valibot';
import { findJson, saveJson } from './files.ts';
import { createToken } from './ids.ts';

const schema = v.object({ id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{8,64}$/)) });

/**
 * The id of a data folder, created with it. A folder that cannot be written has a new id in each run: then a page does not
 * hand over what it kept for the folder.
 */
export async function ensureDataId(dataFolder: string): Promise<string> {
  const file = path.join(dataFolder, 'data-id.json');
  const known = await findJson(file, schema).catch(() => undefined);
  if (known !== undefined) return known.id;
  const id = createToken(12);
  await saveJson(file, { id }).catch(() => undefined);
  return id;
}
