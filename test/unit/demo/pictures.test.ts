import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { DemoBench } from './support.ts';

function parsePng(bytes: Uint8Array): { width: number; height: number; pixels: number } {
  const buffer = Buffer.from(bytes);
  const dataAt = buffer.indexOf('IDAT');
  const data = buffer.subarray(dataAt + 4, dataAt + 4 + buffer.readUInt32BE(dataAt - 4));
  return { width: buffer.readUInt32BE(16), height: buffer.readUInt32BE(20), pixels: inflateSync(data).length };
}

async function fetchPicture(bench: DemoBench, path: string) {
  return bench.service.handle({ method: 'GET', path, query: '', headers: {}, body: new Uint8Array() });
}

describe('pictures', () => {
  it('of contacts are at the address that their resource gives, without credentials', async () => {
    const bench = new DemoBench();
    const contacts = await bench.list('/contacts?limit=100');
    const [href] = contacts.flatMap(({ avatar }) => (avatar === null ? [] : [(avatar as { href: string }).href]));
    const response = await fetchPicture(bench, `/${href ?? ''}`);
    expect(response).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } });
    expect(parsePng(response.body)).toEqual({ width: 160, height: 160, pixels: 160 * (160 * 3 + 1) });
  });

  it('of messages are as large as their file says, with a smaller preview', async () => {
    const bench = new DemoBench();
    const chat = await bench.one('/chats/447700900229/by/phone');
    const messages = await bench.list(`/chats/${String(chat['id'])}/message?limit=10`);
    const [file] = messages.flatMap(({ files }) => files as { url: string; previewUrl: string; metadata: object }[]);
    const picture = parsePng((await fetchPicture(bench, new URL(file?.url ?? '', 'http://x').pathname)).body);
    const preview = parsePng((await fetchPicture(bench, new URL(file?.previewUrl ?? '', 'http://x').pathname)).body);
    expect(file?.metadata).toMatchObject({ width: picture.width, height: picture.height });
    expect(file?.metadata).toMatchObject({ preview: { width: preview.width, height: preview.height } });
  });

  it.each(['/avatars/../../etc/passwd', '/avatars/x.gif', '/files/', '/'])('"%s" is not there', async (path) => {
    expect((await fetchPicture(new DemoBench(), path)).status).toBe(404);
  });
});
