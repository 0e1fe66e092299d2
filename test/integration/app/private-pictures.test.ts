/** A service that names pictures in the network of the user, drawn by the whole app. */
import { readFile, readdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createServer as createListener, type AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { until } from '#test/support/until.ts';
import { AppOnDemo } from './app-on-demo.ts';

async function listenOn(server: Server | ReturnType<typeof createListener>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** The service at `baseUrl`, but that all its avatars lie at `pictures`. */
function createForger(baseUrl: string, pictures: string): Server {
  return createServer((request, response) => {
    void (async () => {
      const headers = new Headers();
      for (const name of ['x-tm-username', 'x-tm-key', 'authorization', 'content-type']) {
        const value = request.headers[name];
        if (typeof value === 'string') headers.set(name, value);
      }
      const method = request.method ?? 'GET';
      const answer = await fetch(`${baseUrl}${request.url ?? ''}`, {
        method,
        headers,
        ...(method === 'GET' ? {} : { body: await text(request) }),
      });
      const body = (await answer.text()).replaceAll(/"avatars\/([^"]*)"/g, `"${pictures}/$1"`);
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(body);
    })().catch(() => response.destroy());
  });
}

describe('avatars that a service puts on this computer', () => {
  let app: AppOnDemo;

  beforeEach(async () => {
    app = await AppOnDemo.open();
  });
  afterEach(async () => {
    await app.dispose();
  });

  it('are neither shown nor asked for, and the log has one line for each', async () => {
    let connections = 0;
    const port = await listenOn(
      createListener((socket) => {
        connections += 1;
        socket.destroy();
      }),
    );
    const running = await app.startService();
    for (const contact of running.service.world.contacts.rows) contact.avatar = 'face.png';
    const forger = createForger(running.credentials.baseUrl, `https://127.0.0.1:${String(port)}`);
    const address = `http://127.0.0.1:${String(await listenOn(forger))}`;
    const window = await app.openWindow();
    await window.signIn({ ...running.credentials, baseUrl: address, webUrl: address });
    const mediaId = await until(async () => {
      const { rows } = await window.listChats();
      const found = rows.find(({ avatarId }) => avatarId !== null)?.avatarId;
      expect(found).toEqual(expect.any(String));
      return found ?? '';
    });
    for (const _time of [1, 2]) {
      expect(await window.app.getMedia(mediaId)).toMatchObject({ ok: false, error: { code: 'forbidden' } });
    }
    expect(connections).toBe(0);
    await window.app.dispose();
    const folder = path.join(app.folder, 'logs');
    const logs = await Promise.all((await readdir(folder)).map((name) => readFile(path.join(folder, name), 'utf8')));
    const lines = logs
      .join('')
      .split('\n')
      .filter((line) => line.includes('media.refused'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('leads into this computer or its own network');
  });
});
