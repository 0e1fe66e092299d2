import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BUG, toContractError } from '#main/bridge/errors.ts';
import { StagedFiles } from '#main/services/files/staged-files.ts';
import { SIGNATURE_HEADER, SIGNATURE_PARAMETER } from '#shared/contract/index.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import { signedOut } from '#test/support/session-views.ts';
import { until } from '#test/support/until.ts';
import { ask, enter, openHostOnPort, PICTURE, type HostOnPort, type Visitor } from './browser-host-on-port.ts';

describe('the byte path of the browser host', () => {
  let host: HostOnPort;
  let visitor: Visitor;
  let dataFolder: string;
  let files: StagedFiles;

  beforeEach(async () => {
    host = await openHostOnPort();
    visitor = await enter(host);
    dataFolder = await mkdtemp(path.join(tmpdir(), 'sb-bytes-'));
    files = new StagedFiles({ dataFolder, onBug: (error) => host.bridge.reportBug('files', error) });
  });
  afterEach(async () => {
    await host.dispose();
    await files.dispose();
    await rm(dataFolder, { recursive: true, force: true });
  });

  const post = (handle: string, offset: string, body: Buffer) =>
    visitor.ask(`/bytes/${handle}`, { method: 'POST', headers: { 'x-offset': offset }, body });

  /** A chunk whose body the test sends piece by piece. */
  function startPost(handle: string, offset: string, length: number) {
    const url = new URL(visitor.origin);
    const pathname = `/bytes/${handle}`;
    const signature = new URL(visitor.toAddress(pathname, { method: 'POST' }), url).searchParams.get(
      SIGNATURE_PARAMETER,
    );
    const headers = { host: url.host, [SIGNATURE_HEADER]: signature ?? '', origin: url.origin };
    const request = http.request({
      host: url.hostname,
      port: url.port,
      path: pathname,
      method: 'POST',
      headers: { ...headers, 'x-offset': offset, 'content-length': String(length) },
    });
    const answer = new Promise<http.IncomingMessage>((resolve) => request.once('response', resolve));
    return { request, answer };
  }

  it('carries ten megabytes into a staged file', async () => {
    host.bridge.appendBytes = async (chunk) => ({ ok: true, value: await files.append(chunk) });
    const whole = Buffer.alloc(10 * 1024 * 1024, 'switchboard ');
    const { handle } = await files.stage({ name: 'a', mimeType: '', sizeBytes: whole.length });
    const size = 1024 * 1024;
    for (let offset = 0; offset < whole.length; offset += size) {
      const answer = await post(handle, String(offset), whole.subarray(offset, offset + size));
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.body.toString())).toEqual({ ok: true, value: { receivedBytes: offset + size } });
    }
    expect((await readFile(files.get(handle).path)).equals(whole)).toBe(true);
  });

  it('forgets a file that was released in the middle of its upload: the rest finds nothing, nothing stays', async () => {
    host.bridge.appendBytes = async (chunk) => {
      try {
        return { ok: true, value: await files.append(chunk) };
      } catch (error) {
        return { ok: false, error: isAppError(error) ? toContractError(error) : BUG };
      }
    };
    const { handle } = await files.stage({ name: 'a', mimeType: '', sizeBytes: 12 });
    expect((await post(handle, '0', Buffer.from('first'))).status).toBe(200);
    const { request, answer } = startPost(handle, '5', 7);
    request.write('sec');
    await until(() => expect(request.socket?.bytesWritten ?? 0).toBeGreaterThan(0));
    await files.release(handle);
    expect(await readdir(path.join(dataFolder, 'staged'))).toEqual([]);
    request.end('ond.');
    expect((await answer).statusCode).toBe(404);
    expect((await post(handle, '5', Buffer.from('second.'))).status).toBe(404);
    expect(await readdir(path.join(dataFolder, 'staged'))).toEqual([]);
    expect(host.bridge.bugs).toEqual([]);
  });

  it('says what is wrong with a chunk in the words of the contract', async () => {
    host.bridge.appendBytes = () =>
      Promise.resolve({
        ok: false,
        error: { code: 'validation', detail: null, fields: { offset: ['out-of-order'] }, retryAfterMs: null },
      });
    const answer = await post('abc', '5', Buffer.from('x'));
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body.toString())).toMatchObject({
      ok: false,
      error: { fields: { offset: ['out-of-order'] } },
    });
  });

  it.each(['', '-1', '1.5', 'x', '9999999999999'])('refuses the offset %j', async (offset) => {
    expect((await post('abc', offset, Buffer.from('x'))).status).toBe(400);
    expect(host.bridge.chunks).toEqual([]);
  });

  it('refuses a chunk beyond its bound, announced or not', async () => {
    const large = Buffer.alloc(4 * 1024 * 1024 + 1);
    expect((await post('abc', '0', large)).status).toBe(400);
    const headers = { 'x-offset': '0', 'transfer-encoding': 'chunked' };
    expect((await visitor.ask('/bytes/abc', { method: 'POST', headers, body: large })).status).toBe(400);
    expect(host.bridge.chunks).toEqual([]);
  });

  it('writes nothing of a chunk that was cut off, and goes on living', async () => {
    const { request } = startPost('abc', '0', 1_000);
    request.on('error', () => undefined);
    request.write('half');
    await until(() => expect(request.socket?.bytesWritten ?? 0).toBeGreaterThan(0));
    request.destroy();
    expect((await post('def', '0', Buffer.from('ok'))).status).toBe(200);
    expect(host.bridge.chunks).toEqual([{ handle: 'def', offset: 0, size: 2 }]);
    expect(host.bridge.bugs).toEqual([]);
  });

  it('takes bytes by POST alone and pictures by GET alone', async () => {
    expect((await visitor.ask('/bytes/abc')).status).toBe(405);
    expect((await visitor.ask('/media/picture', { method: 'POST' })).status).toBe(405);
  });

  it('serves a picture that the browser does not keep and that runs nothing', async () => {
    const answer = await visitor.ask('/media/picture');
    expect(answer.body).toEqual(PICTURE);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(answer.headers['content-security-policy']).toContain('sandbox');
  });

  it.each(['/media/picture', '/file/staged'])('opens %s by its signed address, and by no other', async (pathname) => {
    const address = visitor.toAddress(pathname);
    expect((await ask(visitor.origin, address)).status).toBe(200);
    expect((await ask(visitor.origin, pathname)).status).toBe(403);
    const [other = ''] = ['/media/other', '/file/other'].filter((path) => path.startsWith(pathname.slice(0, 5)));
    expect((await ask(visitor.origin, address.replace(pathname, other))).status).toBe(403);
    expect((await ask(visitor.origin, visitor.toAddress(pathname, { method: 'POST' }))).status).toBe(403);
  });

  it.each(['/media/picture', '/file/staged'])('closes a signed address of %s after ten minutes', async (pathname) => {
    const address = visitor.toAddress(pathname);
    host.passTime(9 * 60_000);
    expect((await ask(visitor.origin, address)).status).toBe(200);
    host.passTime(60_000);
    expect((await ask(visitor.origin, address)).status).toBe(403);
  });

  it('opens nothing by an address that is dated ahead', async () => {
    const address = visitor.toAddress('/media/picture', { atMs: host.now() + 60_000 });
    expect((await ask(visitor.origin, address)).status).toBe(403);
  });

  it('opens nothing by an address that was signed before the user signed out', async () => {
    const address = visitor.toAddress('/media/picture');
    const peer = await visitor.connect();
    const before = peer.epoch;
    host.bridge.tell('session.changed', { session: signedOut });
    await until(() => expect(peer.epoch).not.toBe(before));
    expect((await ask(visitor.origin, address)).status).toBe(403);
  });

  it('does not let the absence of a picture be kept', async () => {
    const answer = await visitor.ask('/media/none');
    expect(answer.status).toBe(404);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('serves a staged file as a download, whatever it calls itself', async () => {
    const answer = await visitor.ask('/file/staged');
    expect(answer.body.toString()).toBe('name,phone\n');
    expect(answer.headers['content-type']).toBe('application/octet-stream');
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="Leute _+\.csv"; filename\*=UTF-8''Leute/,
    );
    expect((await visitor.ask('/file/none')).status).toBe(404);
  });
});
