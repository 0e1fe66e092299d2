import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { ask, enter, openHostOnPort, type HostOnPort, type Visitor } from './browser-host-on-port.ts';

describe('the browser host while the renderer is developed', () => {
  let vite: http.Server;
  let hotReload: WebSocketServer;
  let seen: { url: string; host: string; cookie: string }[];
  let onPort: HostOnPort;
  let visitor: Visitor;
  let viteHost: string;

  beforeEach(async () => {
    seen = [];
    vite = http.createServer((request, response) => {
      const { host = '', cookie = '' } = request.headers;
      seen.push({ url: request.url ?? '', host, cookie });
      response
        .writeHead(request.url === '/gone.ts' ? 404 : 200, { 'Content-Type': 'text/javascript' })
        .end('from vite');
    });
    hotReload = new WebSocketServer({ server: vite });
    hotReload.on('connection', (socket) => socket.send('connected'));
    await new Promise<void>((resolve) => vite.listen(0, '127.0.0.1', resolve));
    viteHost = `127.0.0.1:${String((vite.address() as AddressInfo).port)}`;
    onPort = await openHostOnPort({ rendererUrl: `http://${viteHost}` });
    visitor = await enter(onPort);
  });
  afterEach(async () => {
    await onPort.dispose();
    hotReload.close();
    vite.closeAllConnections();
    vite.close();
  });

  it('takes the page from vite, without showing it any cookie', async () => {
    const answer = await ask(visitor.origin, '/main.ts?t=1', { headers: { cookie: 'another-program=its-own' } });
    expect(answer.body.toString()).toBe('from vite');
    expect(answer.headers['content-security-policy']).toContain("script-src 'self'");
    expect(seen).toEqual([{ url: '/main.ts?t=1', host: viteHost, cookie: '' }]);
    expect((await visitor.ask('/gone.ts')).status).toBe(404);
  });

  it('carries vite’s hot reload beside its own socket', async () => {
    const { origin } = visitor;
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/?token=vites-own`, { headers: { origin } });
    const [message] = (await once(socket, 'message')) as [Buffer];
    expect(message.toString()).toBe('connected');
    socket.close();
    const peer = await visitor.connect();
    expect((await peer.waitForFrames(1))[0]).toMatchObject({ type: 'hello' });
  });

  it('ends while vite’s hot reload is still connected', async () => {
    const { origin } = visitor;
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/`, { headers: { origin } });
    await once(socket, 'message');
    const closed = once(socket, 'close');
    await onPort.host.dispose();
    await closed;
  });

  it('still checks who asks', async () => {
    const { origin } = visitor;
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/`, { headers: { origin: 'http://127.0.0.1:1' } });
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, http.IncomingMessage];
    expect(response.statusCode).toBe(403);
    socket.on('error', () => undefined);
    socket.terminate();
    expect((await ask(origin, '/media/picture')).status).toBe(403);
    expect((await ask(origin, '/main.ts', { headers: { host: 'evil.example' } })).status).toBe(403);
    expect(seen).toEqual([]);
  });

  it('says so when vite does not answer', async () => {
    vite.closeAllConnections();
    vite.close();
    const answer = await visitor.ask('/main.ts');
    expect(answer.status).toBe(502);
    expect(answer.body.toString()).toContain('isn’t responding');
  });
});
