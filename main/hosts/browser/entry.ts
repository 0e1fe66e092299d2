import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import { enterRequestSchema } from '#shared/contract/index.ts';
import { answerEmpty, answerJson } from './answers.ts';
import type { Gate } from './gate.ts';

const MOST_BYTES = 1_024;

const bodySchema = v.pipe(v.string(), v.parseJson(), enterRequestSchema);

/** `POST /enter`: the token of an address for a page secret. False where it opens nothing. */
export async function serveEntry(
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  gate: Pick<Gate, 'enter'>,
): Promise<boolean> {
  const body = v.safeParse(bodySchema, await readText(request));
  const key = body.success ? gate.enter(body.output.token) : undefined;
  if (key === undefined) answerEmpty(response, 403, { 'Cache-Control': 'no-store', Connection: 'close' });
  else answerJson(response, 200, key);
  return key !== undefined;
}

/** Empty for what is longer than any token, or cut off. */
async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MOST_BYTES) return '';
      chunks.push(chunk);
    }
  } catch {
    return '';
  }
  return Buffer.concat(chunks, size).toString('utf8');
}
