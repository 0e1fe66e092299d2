/** Files on their way to the service: real sockets, real files, and everything that can go wrong between them. */
import { appendFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallAnswer, CallRequest } from '#main/api/call.ts';
import { ATTACHMENT_RULE, checkUpload, LARGEST_UPLOAD_BYTES } from '#main/api/uploads/upload-rules.ts';
import type { UploadForm, UploadSource } from '#main/api/uploads/upload.ts';
import { openUploadFile } from '#main/platform/upload-file.ts';
import { startEngine, type EngineOptions } from './support/engine.ts';
import { answerJson } from './support/scripted-server.ts';
import { makeSource, readForm, startUploadServer } from './support/uploads.ts';
import { findFailure } from './support/failure.ts';

const MB = 1024 * 1024;
const LONG_AGO = new Date('2026-01-02T03:04:05Z');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'switchboard-uploads-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A real file, written long ago. */
async function makeFile(name: string, bytes: Uint8Array): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, bytes);
  await utimes(file, LONG_AGO, LONG_AGO);
  return file;
}

interface Upload extends Partial<UploadForm> {
  readonly file: UploadSource;
  readonly signal?: AbortSignal;
  readonly limits?: EngineOptions['limits'];
}

function upload(origin: string, { signal, limits, ...form }: Upload): Promise<CallAnswer> {
  const { caller } = startEngine({ baseUrl: origin, ...(limits && { limits }) });
  const request: CallRequest = {
    row: 'POST /messages/attachment',
    method: 'POST',
    path: '/messages/attachment',
    upload: { fileField: 'file', ...form },
  };
  return caller.call(request, { priority: 'user', signal });
}

/** As an endpoint does it: looks at the file, checks it, sends it. */
async function uploadFile(origin: string, file: string, onProgress?: UploadForm['onProgress']): Promise<CallAnswer> {
  const source = await openUploadFile(file);
  await checkUpload(source, ATTACHMENT_RULE);
  return upload(origin, { file: source, onProgress });
}

const accept = () =>
  startUploadServer((_seen, response) =>
    answerJson(response, 201, { href: 'click/abc', name: 'x', size: 1, chars: 9 }),
  );

describe('an upload', () => {
  it('of 10 MB arrives as it is, announced to the byte, and tells how far it is', async () => {
    const server = await accept();
    const bytes = Buffer.from(Array.from({ length: 4_096 }, (_, index) => index % 251));
    const content = Buffer.alloc(LARGEST_UPLOAD_BYTES, bytes);
    const file = await makeFile('Größe "10" MB 🐈.pdf', content);
    const progress: number[] = [];
    const answer = await uploadFile(server.origin, file, (sent, total) => {
      expect(total).toBe(LARGEST_UPLOAD_BYTES);
      progress.push(sent);
    });
    expect(answer.status).toBe(201);
    const [seen] = server.uploads;
    if (seen === undefined) throw new Error('Nothing arrived');
    expect(seen.request.headers['content-length']).toBe(String(seen.receivedBytes));
    expect(seen.request.headers['transfer-encoding']).toBeUndefined();
    expect(seen.request.headers).toMatchObject({ 'x-tm-key': 'k3y', accept: 'application/json' });
    const sent = (await readForm(seen)).get('file');
    if (!(sent instanceof File)) throw new Error('No file arrived');
    expect(sent.name).toBe('Größe "10" MB 🐈.pdf');
    expect(Buffer.compare(Buffer.from(await sent.arrayBuffer()), content)).toBe(0);
    expect(progress).toEqual(progress.toSorted((one, other) => one - other));
    expect(progress.length).toBeGreaterThan(100);
    expect(progress.at(-1)).toBe(LARGEST_UPLOAD_BYTES);
  });

  it('carries its fields before the file', async () => {
    const server = await accept();
    const fields = [
      ['listName', 'Hundehalter "Nord"'],
      ['column[]', 'phone'],
      ['column[]', 'firstName'],
    ] as const;
    await upload(server.origin, { fileField: 'image', fields, file: makeSource(5, 'me.jpeg') });
    const [seen] = server.uploads;
    if (seen === undefined) throw new Error('Nothing arrived');
    const form = await readForm(seen);
    expect([...form.keys()]).toEqual(['listName', 'column[]', 'column[]', 'image']);
    expect(form.get('listName')).toBe('Hundehalter "Nord"');
    expect(form.getAll('column[]')).toEqual(['phone', 'firstName']);
    expect(form.get('image')).toMatchObject({ name: 'me.jpg', type: 'image/jpeg', size: 5 });
  });

  it('is read no faster than it leaves', async () => {
    const server = await startUploadServer(
      () => undefined,
      (seen) => seen.request.pause(),
    );
    const source = makeSource(100 * MB);
    const controller = new AbortController();
    const sending = findFailure(upload(server.origin, { file: source, signal: controller.signal }));
    let readBytes = 0;
    const countNewBytes = (): number => {
      const newBytes = source.readBytes - readBytes;
      readBytes = source.readBytes;
      return readBytes === 0 ? Infinity : newBytes;
    };
    await expect.poll(countNewBytes, { interval: 200, timeout: 15_000 }).toBe(0);
    // What the buffers of the system take, which is far from all.
    expect(readBytes).toBeLessThan(50 * MB);
    controller.abort();
    expect(await sending).toMatchObject({ code: 'cancelled', outcome: 'not-accepted' });
  });
});

describe('a file that the service would refuse', () => {
  it.each([
    ['of 0 bytes', 'empty.pdf', 0, /empty/],
    ['of 10 MB and a byte', 'large.pdf', LARGEST_UPLOAD_BYTES + 1, /10\.1 MB.*10 MB/],
    ['of a type that it does not take', 'setup.exe', 100, /type/],
  ])('%s does not leave', async (_what, name, size, sentence) => {
    const server = await accept();
    const file = await makeFile(name, Buffer.alloc(size));
    const failure = await findFailure(uploadFile(server.origin, file));
    expect(failure).toMatchObject({ code: 'validation', outcome: 'not-accepted' });
    expect(failure.fields['file']?.[0]).toMatch(sentence);
    expect(server.sockets).toHaveLength(0);
  });
});

describe('a file that changes while it is read', () => {
  it.each<[string, (file: string) => void]>([
    ['grows', (file) => appendFileSync(file, 'more')],
    ['shrinks', (file) => truncateSync(file, 2 * MB)],
    ['is written anew in the same size', (file) => writeFileSync(file, Buffer.alloc(3 * MB, 'z'))],
    [
      'is replaced by another of the same size',
      (file) => {
        writeFileSync(`${file}.new`, Buffer.alloc(3 * MB, 'z'));
        renameSync(`${file}.new`, file);
      },
    ],
    ['is deleted', (file) => rmSync(file)],
  ])('%s: says so, and the service has accepted nothing', async (_what, change) => {
    const server = await accept();
    const file = await makeFile('letter.txt', Buffer.alloc(3 * MB, 'a'));
    let isChanged = false;
    const sending = uploadFile(server.origin, file, (sent) => {
      if (isChanged || sent === 0) return;
      isChanged = true;
      change(file);
    });
    const failure = await findFailure(sending);
    expect(failure).toMatchObject({ code: 'validation', outcome: 'not-accepted', retryable: false });
    expect(failure.fields['file']?.[0]).toMatch(/changed|no longer there/);
    await expect.poll(() => server.uploads.map(({ isComplete }) => isComplete)).toEqual([false]);
  });

  it('is noticed also between choosing and sending', async () => {
    const server = await accept();
    const source = await openUploadFile(await makeFile('early.txt', Buffer.from('one')));
    await makeFile('early.txt', Buffer.from('seven'));
    expect(await findFailure(upload(server.origin, { file: source }))).toMatchObject({
      code: 'validation',
      outcome: 'not-accepted',
    });
  });
});

describe('an upload that is given up', () => {
  it('half-way has not been accepted, and nothing reads on', async () => {
    const server = await accept();
    const source = makeSource(8 * MB);
    const controller = new AbortController();
    const onProgress = (sent: number, total: number): void => {
      if (sent >= total / 2) controller.abort();
    };
    const failure = await findFailure(upload(server.origin, { file: source, signal: controller.signal, onProgress }));
    expect(failure).toMatchObject({ code: 'cancelled', outcome: 'not-accepted' });
    await expect.poll(() => source.isClosed).toBe(true);
    const { readBytes } = source;
    expect(readBytes).toBeLessThan(6 * MB);
    await expect.poll(() => server.uploads.map(({ isComplete }) => isComplete)).toEqual([false]);
    expect(source.readBytes).toBe(readBytes);
  });

  it('before it left is not even read (API-5)', async () => {
    const server = await accept();
    const source = makeSource(MB);
    const failure = await findFailure(upload(server.origin, { file: source, signal: AbortSignal.abort() }));
    expect(failure).toMatchObject({ code: 'cancelled', outcome: 'not-accepted' });
    expect(source.readBytes).toBe(0);
    expect(server.sockets).toHaveLength(0);
  });

  it('after its last byte may have been accepted', async () => {
    const controller = new AbortController();
    const server = await startUploadServer(() => controller.abort());
    const failure = await findFailure(upload(server.origin, { file: makeSource(MB), signal: controller.signal }));
    expect(failure).toMatchObject({ code: 'cancelled', outcome: 'unknown' });
  });
});

describe('an upload that breaks off', () => {
  it('half-way has not been accepted, and is not made again (API-4, API-8)', async () => {
    const server = await startUploadServer(
      () => undefined,
      ({ receivedBytes, request }) => {
        if (receivedBytes > 4 * MB) request.socket.resetAndDestroy();
      },
    );
    const source = makeSource(10 * MB);
    const failure = await findFailure(upload(server.origin, { file: source }));
    expect(failure).toMatchObject({ code: 'offline', outcome: 'not-accepted' });
    await expect.poll(() => source.isClosed).toBe(true);
    expect(server.uploads).toHaveLength(1);
  });

  it('after its last byte may have been accepted, and is not made again', async () => {
    const server = await startUploadServer(({ request }) => request.socket.resetAndDestroy());
    const failure = await findFailure(upload(server.origin, { file: makeSource(MB) }));
    expect(failure).toMatchObject({ code: 'offline', outcome: 'unknown' });
    expect(server.uploads).toHaveLength(1);
  });
});

describe('a service that takes its time', () => {
  it('gets a large file however long it takes, as long as it goes forward', async () => {
    const [pauseMs, writeTimeoutMs] = [5, 2_000];
    let pauses = 0;
    const server = await startUploadServer(
      (_seen, response) => answerJson(response, 201, {}),
      ({ request }) => {
        request.pause();
        pauses += 1;
        setTimeout(() => request.resume(), pauseMs);
      },
    );
    // The buffers of the system take and give in large pieces.
    const source = makeSource(32 * MB);
    expect((await upload(server.origin, { file: source, limits: { writeTimeoutMs } })).status).toBe(201);
    expect(pauses * pauseMs, 'all pauses together are longer than the time without progress').toBeGreaterThan(
      writeTimeoutMs,
    );
  });

  it('is given up when nothing goes forward; what did not leave was not accepted', async () => {
    const server = await startUploadServer(
      () => undefined,
      ({ request }) => request.pause(),
    );
    const source = makeSource(100 * MB);
    const failure = await findFailure(upload(server.origin, { file: source, limits: { writeTimeoutMs: 400 } }));
    expect(failure).toMatchObject({ code: 'timeout', outcome: 'not-accepted' });
    await expect.poll(() => source.isClosed).toBe(true);
  });

  it('may have accepted what it does not answer', async () => {
    const server = await startUploadServer(() => undefined);
    const failure = await findFailure(
      upload(server.origin, { file: makeSource(100), limits: { writeTimeoutMs: 300 } }),
    );
    expect(failure).toMatchObject({ code: 'timeout', outcome: 'unknown' });
  });

  it('is heard when it refuses before it has everything, and nothing reads on', async () => {
    const server = await startUploadServer(
      () => undefined,
      ({ request }, response) => {
        request.pause();
        if (!response.headersSent) answerJson(response, 413, { code: 413, message: 'Too large' });
      },
    );
    const source = makeSource(100 * MB);
    const failure = await findFailure(upload(server.origin, { file: source }));
    expect(failure).toMatchObject({ code: 'validation', status: 413, outcome: 'refused' });
    await expect.poll(() => source.isClosed).toBe(true);
    expect(source.readBytes).toBeLessThan(50 * MB);
  });
});
