/** Finds the files of the built page, for both hosts, and nothing beside them. */
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';

/** What a built page is made of; anything else in the folder is not served. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

export interface PageFile {
  /** Absolute, links resolved. */
  readonly file: string;
  /** Relative to the folder, as asked for. */
  readonly name: string;
  readonly type: string;
  readonly sizeBytes: number;
}

/** The file of an address' path; undefined for what is not in the folder, of no known type, or reached by a trick. */
export async function findPageFile(folder: string, pathname: string): Promise<PageFile | undefined> {
  const name = pathname === '/' ? 'index.html' : findDecoded(pathname)?.slice(1);
  const type = name === undefined ? undefined : TYPES[path.extname(name)];
  if (name === undefined || type === undefined || name.includes('\0')) return undefined;
  try {
    const root = await realpath(folder);
    const file = await realpath(path.join(root, name));
    const entry = await stat(file);
    if (!file.startsWith(root + path.sep) || !entry.isFile()) return undefined;
    return { file, name, type, sizeBytes: entry.size };
  } catch {
    return undefined;
  }
}

function findDecoded(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}
