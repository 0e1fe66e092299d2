import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { answerSentence } from './answers.ts';

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

/** Files whose names change with their contents. */
const HASHED = /^assets\/.+-[\w-]{8,}\.\w+(\.map)?$/;

/** Serves the built page; what is not in the folder, or of no type that the page is made of, is not there. */
export async function serveStatic(
  response: ServerResponse,
  request: { readonly folder: string; readonly pathname: string; readonly isHead: boolean },
): Promise<void> {
  const found = await findFile(request.folder, request.pathname);
  if (found === undefined) {
    answerMissing(response, request.pathname);
    return;
  }
  response.writeHead(200, {
    'Content-Type': found.type,
    'Content-Length': String(found.size),
    'Cache-Control': HASHED.test(found.name) ? 'private, max-age=31536000, immutable' : 'no-store',
  });
  if (request.isHead) response.end();
  else await pipeline(createReadStream(found.file), response);
}

async function findFile(
  folder: string,
  pathname: string,
): Promise<{ file: string; name: string; type: string; size: number } | undefined> {
  const name = pathname === '/' ? 'index.html' : findDecoded(pathname)?.slice(1);
  const type = name === undefined ? undefined : TYPES[path.extname(name)];
  if (name === undefined || type === undefined || name.includes('\0')) return undefined;
  try {
    const root = await realpath(folder);
    const file = await realpath(path.join(root, name));
    const { size, ...found } = await stat(file).then((entry) => ({ size: entry.size, isFile: entry.isFile() }));
    return file.startsWith(root + path.sep) && found.isFile ? { file, name, type, size } : undefined;
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

function answerMissing(response: ServerResponse, pathname: string): void {
  if (pathname === '/') {
    answerSentence(response, 503, {
      title: 'The window is not built',
      sentence: 'Switchboard runs, but its page was never built. Start it with npm start, which builds it.',
    });
    return;
  }
  answerSentence(response, 404, { title: 'Nothing here', sentence: 'Switchboard has no page of this name.' });
}
