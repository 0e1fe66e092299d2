import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DemoResponse } from '#main/demo/http.ts';
import { DEBORAH, DemoOnFakeTimers } from './demo-on-fake-timers.ts';

type Fields = Record<string, unknown>;
const LINK = '/messages/attachment';
const MMS = '/messages/mms/attachment';
const TEN_MEGABYTES = 10 * 1024 * 1024;

async function upload(demo: DemoOnFakeTimers, where: string, name: string, bytes = new Uint8Array([1, 2, 3])) {
  const form = new FormData();
  form.set('file', new Blob([bytes]), name);
  const request = new Request('http://demo.example/', { method: 'POST', body: form });
  const { username, apiKey } = demo.service;
  const response = await demo.service.handle({
    ...{ method: 'POST', path: `/api/v2${where}`, query: '' },
    headers: {
      ...{ 'x-tm-username': username, 'x-tm-key': apiKey },
      'content-type': request.headers.get('content-type') ?? '',
    },
    body: new Uint8Array(await request.arrayBuffer()),
  });
  return { status: response.status, body: JSON.parse(new TextDecoder().decode(response.body)) as Fields };
}

function open(demo: DemoOnFakeTimers, where: string): Promise<DemoResponse> {
  return demo.service.handle({ method: 'GET', path: where, query: '', headers: {}, body: new Uint8Array() });
}

const toText = ({ body }: DemoResponse): string => new TextDecoder().decode(body);

describe('an upload', () => {
  it.each([
    [LINK, 'card.pdf', 200],
    [LINK, 'CARD.PDF', 200],
    [LINK, 'song.mp3', 400],
    [LINK, 'photo.jpeg', 400],
    [LINK, 'page.html', 400],
    [LINK, 'no extension', 400],
    [MMS, 'song.mp3', 200],
    [MMS, 'photo.jpeg', 200],
    [MMS, 'drawing.svg', 400],
    [MMS, 'page.html', 400],
    [MMS, 'program.exe', 400],
  ])('to %s of %s is answered with %i', async (where, name, status) => {
    const answer = await upload(new DemoOnFakeTimers(), where, name);
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body).toMatchObject({ errors: { fields: { file: [expect.any(String)] } } });
  });

  it.each([
    [0, 400],
    [1, 200],
    [TEN_MEGABYTES, 200],
    [TEN_MEGABYTES + 1, 400],
  ])('of %i bytes is answered with %i', async (size, status) => {
    const demo = new DemoOnFakeTimers();
    expect((await upload(demo, LINK, 'a.txt', new Uint8Array(size))).status).toBe(status);
    expect(demo.service.world.uploads.rows).toHaveLength(status === 200 ? 1 : 0);
  });

  it('without a file is refused', async () => {
    expect((await new DemoOnFakeTimers().post(LINK, {})).status).toBe(400);
  });

  it('counts the characters of its link', async () => {
    const { body } = await upload(new DemoOnFakeTimers(), LINK, 'a.txt');
    expect(String(body['href'])).toHaveLength(Number(body['chars']));
  });

  it('of the same file twice has two links', async () => {
    const demo = new DemoOnFakeTimers();
    const hrefs = [await upload(demo, LINK, 'a.txt'), await upload(demo, LINK, 'a.txt')];
    expect(new Set(hrefs.map(({ body }) => body['href'])).size).toBe(2);
  });
});

describe('the download page', () => {
  it('shows the name as text and never as a page, and leads to the bytes', async () => {
    const demo = new DemoOnFakeTimers();
    const { body } = await upload(demo, LINK, '<script>x & ü.txt');
    const page = await open(demo, `/${String(body['href'])}`);
    expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(toText(page)).not.toContain('<script>');
    expect(toText(page)).toContain('&#60;script&#62;');
    expect(toText(page)).toContain('3 bytes');
    const link = /href="([^"]+)"/.exec(toText(page))?.[1] ?? '';
    const file = await open(demo, link);
    expect(file.body).toEqual(Buffer.from([1, 2, 3]));
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="[ -~]*"; filename\*=UTF-8''[\w%.~-]+$/);
    expect(file.headers['content-disposition']).toContain("filename*=UTF-8''");
    expect(file.headers).toMatchObject({ 'content-type': 'text/plain', 'x-content-type-options': 'nosniff' });
  });

  it.each(['/click/nothing', '/click/nothing/download'])('of %s says that there is none', async (where) => {
    const page = await open(new DemoOnFakeTimers(), where);
    expect(page.status).toBe(404);
    expect(toText(page)).toContain('File not found');
  });

  it('DEMO-11: is still there after a restart', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'demo-uploads-'));
    const first = new DemoOnFakeTimers({ dataDir });
    const { body } = await upload(first, LINK, 'a.txt');
    await first.service.dispose();
    const second = new DemoOnFakeTimers({ dataDir });
    const file = await open(second, `/${String(body['href'])}/download`);
    expect(Buffer.from(file.body)).toEqual(Buffer.from([1, 2, 3]));
    await second.service.dispose();
    await rm(dataDir, { recursive: true, force: true });
  });
});

describe('an MMS', () => {
  it('shows its files in the chat, and costs the same wherever it goes', async () => {
    const demo = new DemoOnFakeTimers();
    const [picture, sound] = [await upload(demo, MMS, 'biscuit.png'), await upload(demo, MMS, 'bark.mp3')];
    const resources = [picture, sound].map(({ body }) => body['resource']).join(',');
    const sent = await demo.post('/messages', { text: 'Look', phones: DEBORAH, destination: 'mms', resources });
    expect(sent.status).toBe(201);
    const chat = await demo.one(`/chats/${DEBORAH}/by/phone?reopen=0`);
    const [message] = await demo.list(`/chats/${String(chat['id'])}/message?limit=1`);
    expect(message).toMatchObject({ text: 'Look', type: 'image' });
    expect(message?.['files']).toMatchObject([
      { originalName: 'biscuit.png', mimeType: 'image/png', size: 3 },
      { originalName: 'bark.mp3', mimeType: 'audio/mpeg', size: 3 },
    ]);
    const [file] = message?.['files'] as Fields[];
    const served = await open(demo, String(file?.['url']).replace(/^https?:\/\/[^/]+/, ''));
    expect(served).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } });
    expect(served.headers['content-disposition']).toMatch(/^inline;/);
    expect(await demo.one(`/messages/${String((sent.body as Fields)['id'])}`)).toMatchObject({ price: 0.12 });
    expect(await demo.one(`/sessions/${String((sent.body as Fields)['sessionId'])}`)).toMatchObject({
      destination: 'm',
    });
  });

  it('takes two files at most', async () => {
    const demo = new DemoOnFakeTimers();
    const { body } = await upload(demo, MMS, 'biscuit.png');
    const resources = [body['resource'], body['resource'], body['resource']].join(',');
    const answer = await demo.post('/messages', { text: 'x', phones: DEBORAH, destination: 'mms', resources });
    expect(answer).toMatchObject({ status: 400, body: { errors: { fields: { resources: [expect.any(String)] } } } });
  });
});
