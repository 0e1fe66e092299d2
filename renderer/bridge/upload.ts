import * as v from 'valibot';
import { contractErrorSchema, replySchema, type ByteSource, type Reply } from '#shared/contract/index.ts';
import { toFailure } from './pending-requests.ts';

const CHUNK_BYTES = 1024 * 1024;

export interface UploadOptions {
  /** Where the bytes go, without the handle: `http://127.0.0.1:4780/bytes`. */
  readonly address: string;
  readonly handle: string;
  readonly bytes: ByteSource;
  readonly onProgress: (sentBytes: number) => void;
}

/** Sends a staged file in chunks of 1 MiB, in order; the first refusal ends it. An empty file is one empty chunk. */
export async function uploadInChunks(options: UploadOptions): Promise<Reply<{ readonly sizeBytes: number }>> {
  const { bytes, onProgress } = options;
  for (let offset = 0; offset === 0 || offset < bytes.size; offset += CHUNK_BYTES) {
    const end = Math.min(offset + CHUNK_BYTES, bytes.size);
    const chunk = await bytes.slice(offset, end).arrayBuffer();
    const reply = await postChunk(options, offset, chunk);
    if (!reply.ok) return reply;
    onProgress(end);
  }
  return { ok: true, value: { sizeBytes: bytes.size } };
}

async function postChunk(options: UploadOptions, offset: number, chunk: ArrayBuffer): Promise<Reply<null>> {
  const headers = { 'content-type': 'application/octet-stream', 'x-offset': String(offset) };
  const address = `${options.address}/${encodeURIComponent(options.handle)}`;
  try {
    const response = await fetch(address, { method: 'POST', headers, body: chunk });
    return response.ok ? { ok: true, value: null } : await readRefusal(response);
  } catch {
    return toFailure('disconnected');
  }
}

/** Main's own error where it sent one, as a reply or bare. */
async function readRefusal(response: Response): Promise<Reply<null>> {
  const body: unknown = await response.json().catch(() => null);
  const reply = v.safeParse(replySchema, body);
  if (reply.success && !reply.output.ok) return reply.output;
  const error = v.safeParse(contractErrorSchema, body);
  return error.success ? { ok: false, error: error.output } : toFailure(response.status === 404 ? 'not-found' : 'bug');
}
