import { createReadStream } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Bridge } from '#main/bridge/bridge.ts';
import { FOREIGN_BYTES_POLICY, toDisposition } from '#main/platform/page-policy.ts';
import { answerError } from './answers.ts';

/** `GET /media/<id>`: a picture that main fetched and keeps; the browser keeps none, so that signing out leaves none. */
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
