import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DemoResponse } from '#main/demo/http.ts';
import { DEBORAH, DemoBench } from './support.ts';

type Fields = Record<string, unknown>;
const LINK = '/messages/attachment';
const MMS = '/messages/mms/attachment';
const TEN_MEGABYTES = 10 * 1024 * 1024;

async function upload(bench: DemoBench, where: string, name: string, bytes = new Uint8Array([1, 2, 3])) {
  const form = new FormData();
  form.set('file', new Blob([bytes]), name);
  const request = new Request('http://demo.example/', { method: 'POST', body: form });
  const { username, apiKey } = bench.service;
  const response = await bench.service.handle({
    ...{ method: 'POST', path: `/api/v2${where}`, query: '' },
    headers: {
      ...{ 'x-tm-username': username, 'x-tm-key': apiKey },
      'content-type': request.headers.get('content-type') ?? '',
    },
    body: new Uint8Array(await request.arrayBuffer()),
  });
  return { status: response.status, body: JSON.parse(new TextDecoder().decode(response.body)) as Fields };
}

function open(bench: DemoBench, where: string): Promise<DemoResponse> {
  return bench.service.handle({ method: 'GET', path: where, query: '', headers: {}, body: new Uint8Array() });
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
    const answer = await upload(new DemoBench(), where, name);
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body).toMatchObject({ errors: { fields: { file: [expect.any(String)] } } });
  });

  it.each([
    [0, 400],
    [1, 200],
    [TEN_MEGABYTES, 200],
    [TEN_MEGABYTES + 1, 400],
  ])('of %i bytes is answered with %i', async (size, status) => {
    const bench = new DemoBench();
    expect((await upload(bench, LINK, 'a.txt', new Uint8Array(size))).status).toBe(status);
    expect(bench.service.world.uploads.rows).toHaveLength(status === 200 ? 1 : 0);
  });

  it('without a file is refused', async () => {
    expect((await new DemoBench().post(LINK, {})).status).toBe(400);
  });

  it('counts the characters of its link', async () => {
    const { body } = await upload(new DemoBench(), LINK, 'a.txt');
    expect(String(body['href'])).toHaveLength(Number(body['chars']));
  });

  it('of the same file twice has two links', async () => {
    const bench = new DemoBench();
    const hrefs = [await upload(bench, LINK, 'a.txt'), await upload(bench, LINK, 'a.txt')];
    expect(new Set(hrefs.map(({ body }) => body['href'])).size).toBe(2);
  });
});

describe('the download page', () => {
  it('shows the name as text and never as a page, and leads to the bytes', async () => {
    const bench = new DemoBench();
    const { body } = await upload(bench, LINK, '<script>x & ü.txt');
    const page = await open(bench, `/${String(body['href'])}`);
    expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(toText(page)).not.toContain('<script>');
    expect(toText(page)).toContain('&#60;script&#62;');
    expect(toText(page)).toContain('3 bytes');
    const link = /href="([^"]+)"/.exec(toText(page))?.[1] ?? '';
    const file = await open(bench, link);
    expect(file.body).toEqual(Buffer.from([1, 2, 3]));
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="[ -~]*"; filename\*=UTF-8''[\w%.~-]+$/);
    expect(file.headers['content-disposition']).toContain("filename*=UTF-8''");
    expect(file.headers).toMatchObject({ 'content-type': 'text/plain', 'x-content-type-options': 'nosniff' });
  });

  it.each(['/click/nothing', '/click/nothing/download'])('of %s says that there is none', async (where) => {
    const page = await open(new DemoBench(), where);
    expect(page.status).toBe(404);
    expect(toText(page)).toContain('File not found');
  });

  it('DEMO-11: is still there after a restart', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'demo-uploads-'));
    const first = new DemoBench({ dataDir });
    const { body } = await upload(first, LINK, 'a.txt');
    await first.service.dispose();
    const second = new DemoBench({ dataDir });
    const file = await open(second, `/${String(body['href'])}/download`);
    expect(Buffer.from(file.body)).toEqual(Buffer.from([1, 2, 3]));
    await second.service.dispose();
    await rm(dataDir, { recursive: true, force: true });
  });
});

describe('an MMS', () => {
  it('shows its files in the chat, and costs the same wherever it goes', async () => {
    const bench = new DemoBench();
    const [picture, sound] = [await upload(bench, MMS, 'biscuit.png'), await upload(bench, MMS, 'bark.mp3')];
    const resources = [picture, sound].map(({ body }) => body['resource']).join(',');
    const sent = await bench.post('/messages', { text: 'Look', phones: DEBORAH, destination: 'mms', resources });
    expect(sent.status).toBe(201);
    const chat = await bench.one(`/chats/${DEBORAH}/by/phone?reopen=0`);
    const [message] = await bench.list(`/chats/${String(chat['id'])}/message?limit=1`);
    expect(message).toMatchObject({ text: 'Look', type: 'image' });
    expect(message?.['files']).toMatchObject([
      { originalName: 'biscuit.png', mimeType: 'image/png', size: 3 },
      { originalName: 'bark.mp3', mimeType: 'audio/mpeg', size: 3 },
    ]);
    const [file] = message?.['files'] as Fields[];
    const served = await open(bench, String(file?.['url']).replace(/^https?:\/\/[^/]+/, ''));
    expect(served).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } });
    expect(served.headers['content-disposition']).toMatch(/^inline;/);
    expect(await bench.one(`/messages/${String((sent.body as Fields)['id'])}`)).toMatchObject({ price: 0.12 });
    expect(await bench.one(`/sessions/${String((sent.body as Fields)['sessionId'])}`)).toMatchObject({
      destination: 'm',
    });
  });

  it('takes two files at most', async () => {
    const bench = new DemoBench();
    const { body } = await upload(bench, MMS, 'biscuit.png');
    const resources = [body['resource'], body['resource'], body['resource']].join(',');
    const answer = await bench.post('/messages', { text: 'x', phones: DEBORAH, destination: 'mms', resources });
    expect(answer).toMatchObject({ status: 400, body: { errors: { fields: { resources: [expect.any(String)] } } } });
  });
});
