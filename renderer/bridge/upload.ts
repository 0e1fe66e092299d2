import * as v from 'valibot';
import {
  contractErrorSchema,
  replySchema,
  SIGNATURE_HEADER,
  type ByteSource,
  type Reply,
} from '#shared/contract/index.ts';
import { toFailure } from './pending-requests.ts';

const CHUNK_BYTES = 1024 * 1024;

export interface UploadOptions {
  /** Of this page. */
  readonly origin: string;
  /** What the upload shows of the page's secret; null before main has let the page in. */
  readonly sign: (method: 'POST', path: string) => string | null;
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
  try {
    let response = await post(options, offset, chunk);
    // The account changed since it was signed: signed once more for the one of now.
    if (response.status === 403) response = await post(options, offset, chunk);
    return response.ok ? { ok: true, value: null } : await readRefusal(response);
  } catch {
    return toFailure('disconnected');
  }
}

async function post({ origin, handle, sign }: UploadOptions, offset: number, chunk: ArrayBuffer): Promise<Response> {
  const path = `/bytes/${encodeURIComponent(handle)}`;
  const headers = {
    'content-type': 'application/octet-stream',
    'x-offset': String(offset),
    [SIGNATURE_HEADER]: sign('POST', path) ?? '',
  };
  return await fetch(`${origin}${path}`, { method: 'POST', headers, body: chunk });
}

/** Main's own error where it sent one, as a reply or bare. */
async function readRefusal(response: Response): Promise<Reply<null>> {
  const body: unknown = await response.json().catch(() => null);
  const reply = v.safeParse(replySchema, body);
  if (reply.success && !reply.output.ok) return reply.output;
  const error = v.safeParse(contractErrorSchema, body);
  return error.success ? { ok: false, error: error.output } : toFailure(response.status === 404 ? 'not-found' : 'bug');
}
