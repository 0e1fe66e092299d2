import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NO_EPOCH, SIGNATURE_HEADER } from '#shared/contract/index.ts';
import { toSignature } from '#test/support/page-key.ts';
import { ask, enter, openHostOnPort, trade, visit, type HostOnPort } from './browser-host-on-port.ts';

/** A connection that says nothing. Being hung up on is what is expected of most. */
async function holdOpen(port: number): Promise<net.Socket> {
  const socket = net.connect({ host: '127.0.0.1', port });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

describe('the door of the browser host', () => {
  let onPort: HostOnPort;
  let address: URL;

  beforeEach(async () => {
    onPort = await openHostOnPort();
    address = new URL(onPort.host.findAddress() ?? '');
  });
  afterEach(async () => {
    await onPort.dispose();
  });

  const spend = (token = address.searchParams.get('token') ?? '') => trade(address.origin, token);

  it('prints its address in the words that scripts wait for, once it answers', async () => {
    expect(onPort.printed).toEqual([`Switchboard is at ${address.href}`]);
    expect(onPort.printed[0]).toMatch(/^Switchboard is at http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}$/);
    expect((await spend()).status).toBe(200);
  });

  it('listens on 127.0.0.1 alone', async () => {
    const socket = net.connect({ host: '127.0.0.2', port: Number(address.port) });
    const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNREFUSED');
  });

  it('trades the token for a secret that only the page which asked is told', async () => {
    const answer = await spend();
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body.toString())).toEqual({
      pageId: expect.stringMatching(/^[\w-]{43}$/) as string,
      secret: expect.stringMatching(/^[\w-]{43}$/) as string,
    });
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('does not spend the token on a request that only reads the address', async () => {
    expect((await ask(address.origin, `/${address.search}`)).status).toBe(200);
    expect((await spend()).status).toBe(200);
  });

  it.each([
    ['a program that forges no origin', {}],
    ['a page of another port', { origin: 'http://127.0.0.1:1' }],
    ['a page of another site', { origin: 'https://evil.example' }],
    ['another name for us', { host: 'evil.example' }],
  ])('trades nothing with %s, and spends no token on it', async (_what, headers) => {
    const body = Buffer.from(JSON.stringify({ token: address.searchParams.get('token') }));
    expect((await ask(address.origin, '/enter', { method: 'POST', headers, body })).status).toBe(403);
    expect((await spend()).status).toBe(200);
  });

  it.each(['', '{', '[]', `{"token":"${'x'.repeat(5_000)}"}`])('trades nothing for %s', async (text) => {
    const headers = { origin: address.origin };
    const answer = await ask(address.origin, '/enter', { method: 'POST', headers, body: Buffer.from(text) });
    expect(answer).toMatchObject({ status: 403, body: Buffer.alloc(0) });
  });

  it('tells a page whether its secret is good, and nobody anything else', async () => {
    const { key, origin } = await enter(onPort);
    const asked = { method: 'GET', path: '/enter', epoch: NO_EPOCH, atMs: 0 };
    const show = async (signature: string): Promise<number> =>
      (await ask(origin, '/enter', { headers: { [SIGNATURE_HEADER]: signature } })).status;
    expect(await show(toSignature(key, asked))).toBe(204);
    expect(await show(toSignature({ ...key, secret: 'guess' }, asked))).toBe(403);
    expect(await show('')).toBe(403);
  });

  it('knows a page of the run before again, by a file that only this user can read', async () => {
    const visitor = await enter(onPort);
    await onPort.host.dispose();
    const file = path.join(onPort.folder, 'data', 'pages.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const next = await openHostOnPort({ dataFolder: path.join(onPort.folder, 'data'), port: Number(address.port) });
    const again = await visit(next, visitor.origin, visitor.key);
    expect((await again.ask('/media/picture')).status).toBe(200);
    expect(await (await again.connect()).waitForFrames(1)).toMatchObject([{ type: 'hello' }]);
    await next.dispose();
  });

  it('serves the files of the page to everybody: nothing of the user is in them', async () => {
    for (let reload = 0; reload < 3; reload += 1) {
      const page = await ask(address.origin, '/');
      expect(page.status).toBe(200);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.body.toString()).toContain('<title>Switchboard</title>');
    }
  });

  it('answers a used address with 403 and says what to do, and prints a fresh address that opens', async () => {
    await spend();
    const again = await ask(address.origin, `/${address.search}`);
    expect(again.status).toBe(403);
    expect(again.body.toString()).toContain('This address has already been used');
    expect(again.body.toString()).toContain('Look for a new one in the terminal that runs Switchboard');
    expect((await spend()).status).toBe(403);
    expect(onPort.printed).toHaveLength(2);
    const fresh = new URL(onPort.printed[1]?.replace('Switchboard is at ', '') ?? '');
    expect(fresh.searchParams.get('token')).not.toBe(address.searchParams.get('token'));
    expect((await spend(fresh.searchParams.get('token') ?? '')).status).toBe(200);
  });

  it('answers a wrong token, and none, with 403', async () => {
    expect((await spend('wrong')).status).toBe(403);
    expect((await spend('')).status).toBe(403);
    expect((await spend()).status).toBe(200);
  });

  it('does not fill the terminal with the same address', async () => {
    for (let knock = 0; knock < 5; knock += 1) await spend('');
    expect(onPort.printed).toHaveLength(1);
    onPort.passTime(10_000);
    await spend('');
    expect(onPort.printed).toEqual([onPort.printed[0], onPort.printed[0]]);
  });

  it('keeps what is the user’s from those who sign nothing, saying nothing', async () => {
    const headers = { cookie: `switchboard-${address.port}=guess`, origin: address.origin, 'x-offset': '0' };
    for (const pathname of ['/media/picture', '/file/staged', '/bytes/staged']) {
      const method = pathname === '/bytes/staged' ? 'POST' : 'GET';
      expect(await ask(address.origin, pathname, { method, headers })).toMatchObject({
        status: 403,
        body: Buffer.alloc(0),
      });
    }
  });

  it.each(['evil.example', 'evil.example:80', '127.0.0.1:1', 'localhost'])('refuses the name %s', async (host) => {
    const visitor = await enter(onPort);
    const answer = await visitor.ask('/', { headers: { host } });
    expect(answer.status).toBe(403);
    expect(answer.body.toString()).toContain('only works at http://127.0.0.1');
  });

  it('closes a socket that it refuses, and ends although the peer stays connected', async () => {
    const held = net.connect({ host: '127.0.0.1', port: Number(address.port), allowHalfOpen: true });
    const lines = ['GET /bridge HTTP/1.1', `Host: ${address.host}`, 'Connection: Upgrade', 'Upgrade: websocket'];
    held.write(`${lines.join('\r\n')}\r\n\r\n`);
    const [answer] = (await once(held, 'data')) as [Buffer];
    expect(answer.toString()).toContain('403 Forbidden');
    held.on('error', () => undefined);
    await onPort.host.dispose();
    held.destroy();
  });

  it('refuses what a page of another port embeds or posts, signed or not', async () => {
    const visitor = await enter(onPort);
    const embedded = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
    expect((await visitor.ask('/media/picture', { headers: embedded })).status).toBe(403);
    const headers = { origin: 'http://127.0.0.1:1', 'x-offset': '0' };
    expect((await visitor.ask('/bytes/abc', { method: 'POST', headers })).status).toBe(403);
    expect(onPort.bridge.chunks).toEqual([]);
  });

  it('says on every answer what a page may do, and that nobody may frame it', async () => {
    const visitor = await enter(onPort);
    for (const answer of [await visitor.ask('/'), await ask(address.origin, '/'), await visitor.ask('/nothing')]) {
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(answer.headers['content-security-policy']).not.toContain('unsafe-inline');
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('keeps hashed files for ever and the page not at all', async () => {
    const visitor = await enter(onPort);
    expect((await visitor.ask('/assets/index-Ab3dE_9z.js')).headers['cache-control']).toContain('immutable');
    expect((await visitor.ask('/')).headers['cache-control']).toBe('no-store');
    expect((await visitor.ask('/icon.svg')).headers['content-type']).toBe('image/svg+xml');
  });

  it('serves no script to a service worker: one that another program left in the browser is dropped for that', async () => {
    for (const pathname of ['/sw.js', '/assets/index-Ab3dE_9z.js', '/']) {
      expect((await ask(address.origin, pathname, { headers: { 'service-worker': 'script' } })).status).toBe(404);
    }
  });

  it('answers HEAD without a body', async () => {
    const visitor = await enter(onPort);
    const answer = await visitor.ask('/', { method: 'HEAD' });
    expect(answer).toMatchObject({ status: 200, body: Buffer.alloc(0) });
  });

  it.each([
    '/../secret.json',
    '/%2e%2e/secret.json',
    '/..%2fsecret.json',
    '/assets/..%2f..%2fsecret.json',
    '/%5c..%5csecret.json',
    '/%00.js',
    '/%ff.js',
    '//etc/passwd',
    '/assets',
    '/nothing.js',
  ])('does not leave its folder for %s', async (pathname) => {
    const visitor = await enter(onPort);
    const answer = await visitor.ask(pathname);
    expect([403, 404]).toContain(answer.status);
    expect(answer.body.toString()).not.toContain('outside');
  });

  it('takes no other methods', async () => {
    const visitor = await enter(onPort);
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE']) {
      expect((await visitor.ask('/', { method })).status).toBe(405);
    }
  });

  it('says so when the page was never built', async () => {
    const unbuilt = await openHostOnPort({ rendererFolder: '/nowhere' });
    const page = await ask(new URL(unbuilt.host.findAddress() ?? '').origin, '/');
    expect(page.status).toBe(503);
    expect(page.body.toString()).toContain('hasn’t been built');
    await unbuilt.dispose();
  });

  it('says in a sentence that its port is taken', async () => {
    await expect(openHostOnPort({ port: Number(address.port) })).rejects.toThrow(
      /Port \d+ isn’t available\. Choose another/,
    );
  });

  it('is gone when disposed, open connections included', async () => {
    const visitor = await enter(onPort);
    const peer = await visitor.connect();
    const closed = peer.waitForClose();
    await onPort.host.dispose();
    await closed;
    await expect(ask(address.origin, '/')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(onPort.host.findAddress()).toBeNull();
  });

  it('serves a new visitor while hundreds of connections say nothing', async () => {
    const held = await Promise.all(Array.from({ length: 300 }, () => holdOpen(Number(address.port))));
    const visitor = await enter(onPort);
    expect((await visitor.ask('/media/picture')).status).toBe(200);
    expect(await (await visitor.connect()).waitForFrames(1)).toMatchObject([{ type: 'hello' }]);
    for (const socket of held) socket.destroy();
  });

  it('keeps the page that is open while strangers come by the hundred', async () => {
    const peer = await (await enter(onPort)).connect();
    const held = await Promise.all(Array.from({ length: 300 }, () => holdOpen(Number(address.port))));
    peer.send({ type: 'request', id: 1, name: 'anything', input: {} });
    expect((await peer.waitForFrames(2))[1]).toMatchObject({ type: 'reply', id: 1 });
    for (const socket of held) socket.destroy();
  });

  it('answers honestly what a browser page cannot do', async () => {
    const { host } = onPort;
    expect(host.revealWindow()).toBe(false);
    expect(host.showNotification()).toBe(false);
    expect(host.setBadge()).toBe(false);
    expect(host.secrets).toBeNull();
    expect(await host.openLink('https://example.test')).toBe(false);
  });
});

describe('the port of the browser host', () => {
  const portOf = ({ host }: HostOnPort): string => new URL(host.findAddress() ?? '').port;

  it('is that of the last run on the same data, so that a page which was left open reconnects', async () => {
    const first = await openHostOnPort();
    const page = await enter(first);
    const port = portOf(first);
    await first.host.dispose();
    const second = await openHostOnPort({ dataFolder: path.join(first.folder, 'data') });
    expect(portOf(second)).toBe(port);
    const peer = await page.connect();
    peer.socket.terminate();
    await second.dispose();
    await first.dispose();
  });

  it('is another one where another program has it by now', async () => {
    const first = await openHostOnPort();
    const port = portOf(first);
    const second = await openHostOnPort({ dataFolder: path.join(first.folder, 'data') });
    expect(portOf(second)).not.toBe(port);
    await second.dispose();
    await first.dispose();
  });

  it('is the one that was asked for, or none', async () => {
    const first = await openHostOnPort();
    const dataFolder = path.join(first.folder, 'data');
    await expect(openHostOnPort({ dataFolder, port: Number(portOf(first)) })).rejects.toMatchObject({
      code: 'disconnected',
    });
    await first.dispose();
  });
});
