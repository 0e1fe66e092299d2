import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SIGNATURE_HEADER } from '#shared/contract/index.ts';
import { uploadInChunks } from '#renderer/bridge/upload.ts';

const MIB = 1024 * 1024;

describe('uploadInChunks', () => {
  const chunks: { url: string; offset: string; size: number }[] = [];
  const signatures: unknown[] = [];
  const sign = (method: string, path: string): string => `${method} ${path}`;
  let answer: (response: ServerResponse) => void;
  const server = createServer((request: IncomingMessage, response) => {
    let size = 0;
    request.on('data', (data: Buffer) => (size += data.length));
    request.on('end', () => {
      chunks.push({ url: request.url ?? '', offset: String(request.headers['x-offset']), size });
      signatures.push(request.headers[SIGNATURE_HEADER]);
      answer(response);
    });
  });
  let origin = '';

  beforeEach(async () => {
    chunks.length = 0;
    signatures.length = 0;
    answer = (response) => response.writeHead(204).end();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('sends the bytes in order, says how far it is, and ends with the size', async () => {
    const onProgress = vi.fn();
    const bytes = new Blob([new Uint8Array(2 * MIB + 5)]);
    const reply = await uploadInChunks({ origin, sign, handle: 'h 1', bytes, onProgress });
    expect(reply).toEqual({ ok: true, value: { sizeBytes: 2 * MIB + 5 } });
    expect(chunks).toEqual([
      { url: '/bytes/h%201', offset: '0', size: MIB },
      { url: '/bytes/h%201', offset: String(MIB), size: MIB },
      { url: '/bytes/h%201', offset: String(2 * MIB), size: 5 },
    ]);
    expect(signatures).toEqual(Array(3).fill('POST /bytes/h%201'));
    expect(onProgress.mock.calls).toEqual([[MIB], [2 * MIB], [2 * MIB + 5]]);
  });

  it('sends an empty file as one empty chunk', async () => {
    const reply = await uploadInChunks({ origin, sign, handle: 'h', bytes: new Blob([]), onProgress: vi.fn() });
    expect(reply).toEqual({ ok: true, value: { sizeBytes: 0 } });
    expect(chunks).toHaveLength(1);
  });

  it('stops at the first refusal and gives its reason', async () => {
    const error = { code: 'disk', detail: null, fields: {}, retryAfterMs: null };
    answer = (response) => response.writeHead(507).end(JSON.stringify({ ok: false, error }));
    const bytes = new Blob([new Uint8Array(2 * MIB)]);
    const reply = await uploadInChunks({ origin, sign, handle: 'h', bytes, onProgress: vi.fn() });
    expect(reply).toEqual({ ok: false, error });
    expect(chunks).toHaveLength(1);
  });

  it('signs a chunk once more where the account changed since, and no third time', async () => {
    let refusals = 1;
    answer = (response) => {
      refusals -= 1;
      response.writeHead(refusals >= 0 ? 403 : 200).end(JSON.stringify({ ok: true, value: null }));
    };
    const options = { origin, sign, handle: 'h', bytes: new Blob(['x']), onProgress: vi.fn() };
    expect(await uploadInChunks(options)).toEqual({ ok: true, value: { sizeBytes: 1 } });
    expect(chunks).toHaveLength(2);
    refusals = 2;
    expect(await uploadInChunks(options)).toMatchObject({ ok: false, error: { code: 'bug' } });
    expect(chunks).toHaveLength(4);
  });

  it('takes a handle that main does not know for not found', async () => {
    answer = (response) => response.writeHead(404).end('no');
    const reply = await uploadInChunks({ origin, sign, handle: 'h', bytes: new Blob(['x']), onProgress: vi.fn() });
    expect(reply).toMatchObject({ ok: false, error: { code: 'not-found' } });
  });

  it('is disconnected where nobody answers', async () => {
    const bytes = new Blob(['x']);
    const reply = await uploadInChunks({
      origin: 'http://127.0.0.1:9',
      sign,
      handle: 'h',
      bytes,
      onProgress: vi.fn(),
    });
    expect(reply).toMatchObject({ ok: false, error: { code: 'disconnected' } });
  });
});
