/** What the router hands requests to: the entry of a page, bytes of uploads, pictures, downloads, and the built page itself. */
import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import type { Bridge } from '#main/bridge/bridge.ts';
import { enterRequestSchema } from '#shared/contract/index.ts';
import { findPageFile } from '#main/platform/page-files.ts';
import { FOREIGN_BYTES_POLICY, toDisposition } from '#main/platform/page-policy.ts';
import { answerEmpty, answerError, answerJson, answerMessagePage } from './answers.ts';
import type { BrowserSessions } from './browser-sessions.ts';

interface HttpExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Longer than the body of any token. */
const MAX_ENTRY_BYTES = 1_024;
/** More than the page's chunks of 1 MiB, so that it may choose others. */
const MAX_CHUNK_BYTES = 4 * 1024 * 1024;

const entrySchema = v.pipe(v.string(), v.parseJson(), enterRequestSchema);
const offsetSchema = v.pipe(v.string(), v.regex(/^\d{1,12}$/), v.transform(Number));

/** `POST /enter`: the token of an address for a page secret. False where the token is spent or wrong. */
export async function serveEntry(
  { request, response }: HttpExchange,
  sessions: Pick<BrowserSessions, 'enter'>,
): Promise<boolean> {
  const bytes = await readBody(request, MAX_ENTRY_BYTES);
  const body = v.safeParse(entrySchema, typeof bytes === 'string' ? '' : bytes.toString('utf8'));
  const key = body.success ? sessions.enter(body.output.token) : undefined;
  if (key === undefined) answerEmpty(response, 403, { 'Cache-Control': 'no-store', Connection: 'close' });
  else answerJson(response, 200, key);
  return key !== undefined;
}

/** `POST /bytes/<handle>` with the offset of the chunk in `x-offset`. A chunk that breaks off writes nothing. */
export async function serveBytes(
  { request, response }: HttpExchange,
  bridge: Pick<Bridge, 'appendBytes'>,
  handle: string,
): Promise<void> {
  const offset = v.safeParse(offsetSchema, request.headers['x-offset']);
  if (!offset.success) {
    answerOutOfBounds(response, 'offset');
    return;
  }
  const bytes = await readBody(request, MAX_CHUNK_BYTES);
  if (bytes === 'too-large') {
    answerOutOfBounds(response, 'chunk');
    return;
  }
  if (bytes === 'broken-off') return;
  const reply = await bridge.appendBytes({ handle, offset: offset.output, bytes });
  if (reply.ok) answerJson(response, 200, reply);
  else answerError(response, reply.error);
}

function answerOutOfBounds(response: ServerResponse, field: string): void {
  // The rest of the body is not read and must not keep the connection.
  response.setHeader('Connection', 'close');
  answerError(response, {
    code: 'validation',
    detail: null,
    fields: { [field]: ['out-of-bounds'] },
    retryAfterMs: null,
  });
}

async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | 'too-large' | 'broken-off'> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return 'too-large';
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) return 'too-large';
      chunks.push(chunk);
    }
  } catch {
    return 'broken-off';
  }
  return Buffer.concat(chunks, size);
}

/** `GET /media/<id>`: a picture that main fetched and keeps; the browser stores none, so that signing out leaves none. */
export async function serveMedia(
  response: ServerResponse,
  bridge: Pick<Bridge, 'getMedia'>,
  mediaId: string,
): Promise<void> {
  const reply = await bridge.getMedia(mediaId);
  if (!reply.ok) {
    answerError(response, reply.error);
    return;
  }
  const { bytes, mimeType } = reply.value;
  response.writeHead(200, {
    'Content-Type': mimeType,
    'Content-Length': String(bytes.byteLength),
    'Content-Security-Policy': FOREIGN_BYTES_POLICY,
    'Cache-Control': 'no-store',
  });
  response.end(bytes);
}

/** `GET /file/<handle>`: a staged or exported file, always as a download. */
export async function serveFile(
  response: ServerResponse,
  bridge: Pick<Bridge, 'getFile'>,
  handle: string,
): Promise<void> {
  const reply = await bridge.getFile(handle);
  if (!reply.ok) {
    answerError(response, reply.error);
    return;
  }
  response.writeHead(200, {
    'Content-Type': 'application/octet-stream',
    'Content-Length': String(reply.value.sizeBytes),
    'Content-Disposition': toDisposition('attachment', reply.value.name),
    'Content-Security-Policy': FOREIGN_BYTES_POLICY,
    'Cache-Control': 'no-store',
  });
  await pipeline(createReadStream(reply.value.path), response);
}

/** Files whose names change with their contents. */
const HASHED = /^assets\/.+-[\w-]{8,}\.\w+(\.map)?$/;

/** The built page: 404 for what is not in its folder or of no type that a page is made of. */
export async function serveStatic(
  response: ServerResponse,
  request: { readonly folder: string; readonly pathname: string; readonly isHead: boolean },
): Promise<void> {
  const found = await findPageFile(request.folder, request.pathname);
  if (found === undefined) {
    answerMissing(response, request.pathname);
    return;
  }
  response.writeHead(200, {
    'Content-Type': found.type,
    'Content-Length': String(found.sizeBytes),
    'Cache-Control': HASHED.test(found.name) ? 'private, max-age=31536000, immutable' : 'no-store',
  });
  if (request.isHead) response.end();
  else await pipeline(createReadStream(found.file), response);
}

function answerMissing(response: ServerResponse, pathname: string): void {
  if (pathname === '/') {
    answerMessagePage(response, 503, {
      title: 'Switchboard hasn’t been built',
      sentence: 'Switchboard is running, but its page hasn’t been built. Run npm start to build and open it.',
    });
    return;
  }
  answerMessagePage(response, 404, { title: 'Page not found', sentence: 'There’s no page at this address.' });
}
