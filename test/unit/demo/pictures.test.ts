import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { DemoOnFakeTimers } from './demo-on-fake-timers.ts';

function parsePng(bytes: Uint8Array): { width: number; height: number; pixels: number } {
  const buffer = Buffer.from(bytes);
  const dataAt = buffer.indexOf('IDAT');
  const data = buffer.subarray(dataAt + 4, dataAt + 4 + buffer.readUInt32BE(dataAt - 4));
  return { width: buffer.readUInt32BE(16), height: buffer.readUInt32BE(20), pixels: inflateSync(data).length };
}

async function fetchPicture(demo: DemoOnFakeTimers, path: string) {
  return demo.service.handle({ method: 'GET', path, query: '', headers: {}, body: new Uint8Array() });
}

describe('pictures', () => {
  it('of contacts are at the address that their resource gives, without credentials', async () => {
    const demo = new DemoOnFakeTimers();
    const contacts = await demo.list('/contacts?limit=100');
    const [href] = contacts.flatMap(({ avatar }) => (avatar === null ? [] : [(avatar as { href: string }).href]));
    const response = await fetchPicture(demo, `/${href ?? ''}`);
    expect(response).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } });
    expect(parsePng(response.body)).toEqual({ width: 160, height: 160, pixels: 160 * (160 * 3 + 1) });
  });

  it('of messages are as large as their file says, with a smaller preview', async () => {
    const demo = new DemoOnFakeTimers();
    const chat = await demo.one('/chats/447700900229/by/phone');
    const messages = await demo.list(`/chats/${String(chat['id'])}/message?limit=10`);
    const [file] = messages.flatMap(({ files }) => files as { url: string; previewUrl: string; metadata: object }[]);
    const picture = parsePng((await fetchPicture(demo, new URL(file?.url ?? '', 'http://x').pathname)).body);
    const preview = parsePng((await fetchPicture(demo, new URL(file?.previewUrl ?? '', 'http://x').pathname)).body);
    expect(file?.metadata).toMatchObject({ width: picture.width, height: picture.height });
    expect(file?.metadata).toMatchObject({ preview: { width: preview.width, height: preview.height } });
  });

  it.each(['/avatars/../../etc/passwd', '/avatars/x.gif', '/files/', '/'])('"%s" is not there', async (path) => {
    expect((await fetchPicture(new DemoOnFakeTimers(), path)).status).toBe(404);
  });
});
