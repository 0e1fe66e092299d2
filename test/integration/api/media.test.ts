import { describe, expect, it, onTestFinished } from 'vitest';
import { createServiceClient } from '#main/api/client.ts';
import { answerJson, startServer } from './support/scripted-server.ts';
import type { Script } from './support/scripted-server.ts';

const PNG = Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1');
const picture: Script = (_seen, response) =>
  response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(PNG);

async function serve(service: Script, web: Script) {
  const serviceServer = await startServer(service);
  const webServer = await startServer(web);
  const client = createServiceClient({
    baseUrl: serviceServer.origin,
    webUrl: `${webServer.origin}/texts`,
    credentials: { username: 'northgate-vets', apiKey: 'k3y' },
    userAgent: 'Switchboard/test',
  });
  onTestFinished(() => client.dispose());
  return { client, service: serviceServer, web: webServer };
}

describe('fetchMedia', () => {
  it('fetches a relative picture from the web application, without credentials (API-7)', async () => {
    const { client, service, web } = await serve(picture, picture);
    const media = await client.fetchMedia('avatars/a.png');
    expect(media.mimeType).toBe('image/png');
    expect(PNG.equals(media.bytes)).toBe(true);
    expect(web.seen).toMatchObject([{ url: '/texts/avatars/a.png' }]);
    expect(web.seen[0]?.headers['x-tm-key']).toBeUndefined();
    expect(service.seen).toEqual([]);
  });

  it('fetches it from the service where the web application has none, with credentials', async () => {
    const { client, service } = await serve(picture, (_seen, response) => response.writeHead(404).end());
    expect((await client.fetchMedia('avatars/a.png')).mimeType).toBe('image/png');
    expect(service.seen).toMatchObject([{ url: '/avatars/a.png', headers: { 'x-tm-key': 'k3y' } }]);
  });

  it.each<[string, Script, string]>([
    [
      'what only claims to be one',
      (_seen, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('<svg/>'),
      'bad-response',
    ],
    [
      'one that is too large',
      (_seen, response) => response.writeHead(200, { 'content-length': '10485761' }).end(),
      'bad-response',
    ],
    ['one that is not there', (_seen, response) => response.writeHead(404).end(), 'not-found'],
    [
      'one that is elsewhere',
      (_seen, response) => response.writeHead(302, { location: 'https://cdn.example/a.png' }).end(),
      'bad-response',
    ],
    ['an answer in JSON', (_seen, response) => answerJson(response, 200, {}), 'bad-response'],
  ])('refuses %s', async (_what, script, code) => {
    const { client } = await serve(script, script);
    await expect(client.fetchMedia('avatars/a.png')).rejects.toMatchObject({ code });
  });

  it('refuses what is no address of a picture', async () => {
    const { client, service, web } = await serve(picture, picture);
    await expect(client.fetchMedia('file:///etc/passwd')).rejects.toMatchObject({ code: 'not-found' });
    expect([...service.seen, ...web.seen]).toEqual([]);
  });

  it('asks no second place for a caller that gave up', async () => {
    const controller = new AbortController();
    const { client, service } = await serve(picture, () => controller.abort());
    await expect(client.fetchMedia('a.png', { signal: controller.signal })).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(service.seen).toEqual([]);
  });
});
