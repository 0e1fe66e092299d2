import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import type { Bridge } from '#main/bridge/bridge.ts';
import { answerError, answerJson } from './answers.ts';

/** More than the page's chunks of 1 MiB, so that it may choose others. */
const MAX_CHUNK_BYTES = 4 * 1024 * 1024;

const offsetSchema = v.pipe(v.string(), v.regex(/^\d{1,12}$/), v.transform(Number));

/** `POST /bytes/<handle>` with the place of the chunk in `x-offset`. Hanging up in the middle writes nothing. */
export async function serveBytes(
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  bridge: Pick<Bridge, 'appendBytes'>,
  handle: string,
): Promise<void> {
  const offset = v.safeParse(offsetSchema, request.headers['x-offset']);
  if (!offset.success) {
    answerValidation(response, 'offset');
    return;
  }
  const bytes = await readBody(request);
  if (bytes === 'too-large') {
    answerValidation(response, 'chunk');
    return;
  }
  if (bytes === 'hung-up') return;
  const reply = await bridge.appendBytes({ handle, offset: offset.output, bytes });
  if (reply.ok) answerJson(response, 200, reply);
  else answerError(response, reply.error);
}

function answerValidation(response: ServerResponse, field: string): void {
  // The rest of a body that nobody will read must not keep the connection.
  response.setHeader('Connection', 'close');
  answerError(response, {
    code: 'validation',
    detail: null,
    fields: { [field]: ['out-of-bounds'] },
    retryAfterMs: null,
  });
}

async function readBody(request: IncomingMessage): Promise<Uint8Array | 'too-large' | 'hung-up'> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_CHUNK_BYTES) return 'too-large';
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_CHUNK_BYTES) return 'too-large';
      chunks.push(chunk);
    }
  } catch {
    return 'hung-up';
  }
  return Buffer.concat(chunks, size);
}
