/** API-16, with real listeners on loopback that must see no connection, not even the first bytes of TLS. */
import { createServer } from 'node:http';
import { createServer as createListener } from 'node:net';
import type { AddressInfo, LookupFunction } from 'node:net';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createServiceClient } from '#main/api/client.ts';
import type { TransportOptions } from '#main/api/transport.ts';
import { startServer } from './support/scripted-server.ts';
import type { Script } from './support/scripted-server.ts';

const PNG = Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1');
const picture: Script = (_seen, response) => response.writeHead(200).end(PNG);

describe('pictures that the service puts into the network of the user (API-16)', () => {
  let port: number;
  let connections: number;

  beforeEach(async () => {
    connections = 0;
    const listener = createListener((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => listener.listen({ port: 0, host: '::', ipv6Only: false }, resolve));
    onTestFinished(() => void listener.close());
    port = (listener.address() as AddressInfo).port;
  });

  async function open(options: Partial<TransportOptions> = {}, script: Script = picture) {
    const service = await startServer(script);
    const client = createServiceClient({
      baseUrl: service.origin,
      webUrl: null,
      credentials: { username: 'northgate-vets', apiKey: 'k3y' },
      userAgent: 'Switchboard/test',
      ...options,
    });
    onTestFinished(() => client.dispose());
    return { client, service };
  }
  /** Every name is at these addresses, in this order of asking. */
  const resolveTo = (...answers: readonly string[]): { lookup: LookupFunction; names: string[] } => {
    const names: string[] = [];
    return {
      names,
      lookup: (hostname, { all }, callback) => {
        const address = answers[Math.min(names.length, answers.length - 1)] ?? '';
        names.push(hostname);
        const family = address.includes(':') ? 6 : 4;
        if (all === true) callback(null, [{ address, family }]);
        else callback(null, address, family);
      },
    };
  };

  it.each([
    ...[
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '0.0.0.0',
      'localhost',
      'a.localhost',
      '127.0.0.1.',
    ],
    ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]'],
  ])('are not fetched from %s', async (host) => {
    const { client } = await open();
    const fetching = client.fetchMedia(`https://${host}:${String(port)}/avatar.png`);
    await expect(fetching).rejects.toMatchObject({ code: 'forbidden', outcome: 'not-accepted', retryable: false });
    expect(connections).toBe(0);
  });

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('are not fetched from a name that is at %s', async (address) => {
    const { lookup, names } = resolveTo(address);
    const { client } = await open({ lookup });
    const fetching = client.fetchMedia(`https://pictures.example:${String(port)}/avatar.png`);
    await expect(fetching).rejects.toMatchObject({ code: 'forbidden' });
    expect([names, connections]).toEqual([['pictures.example'], 0]);
  });

  it('are not fetched from a name that moved there after it was looked at once', async () => {
    const { lookup, names } = resolveTo('::ffff:127.0.0.1', '127.0.0.1');
    const { client } = await open({ lookup });
    for (const file of ['one', 'two']) {
      const fetching = client.fetchMedia(`https://pictures.example:${String(port)}/${file}.png`);
      await expect(fetching).rejects.toMatchObject({ code: 'forbidden' });
    }
    // Each connection asks anew, and what was asked is what is connected to.
    expect([names.length, connections]).toEqual([2, 0]);
  });

  it('are not fetched where a redirect of the service leads', async () => {
    const { client, service } = await open({}, (_seen, response) =>
      response.writeHead(302, { location: `https://127.0.0.1:${String(port)}/avatar.png` }).end(),
    );
    await expect(client.fetchMedia('avatars/a.png')).rejects.toMatchObject({ code: 'bad-response' });
    expect([service.seen.length, connections]).toEqual([1, 0]);
  });

  it('are fetched from the origin that the user signed in to, in their own network too', async () => {
    const { client, service } = await open();
    expect((await client.fetchMedia(`${service.origin}/avatars/a.png`)).mimeType).toBe('image/png');
  });

  it('are not asked of a proxy by an address or by localhost; the proxy resolves other names', async () => {
    const asked: string[] = [];
    const proxy = createServer();
    proxy.on('connect', (request, socket) => {
      asked.push(request.url ?? '');
      socket.end('HTTP/1.1 502 No\r\n\r\n');
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void proxy.close());
    const way = `PROXY 127.0.0.1:${String((proxy.address() as AddressInfo).port)}`;
    const { lookup, names } = resolveTo('127.0.0.1');
    const { client } = await open({ lookup, resolveProxy: () => Promise.resolve(way) });
    for (const host of ['10.0.0.1', 'localhost', '[fe80::1]']) {
      await expect(client.fetchMedia(`https://${host}/a.png`)).rejects.toMatchObject({ code: 'forbidden' });
    }
    await expect(client.fetchMedia('https://pictures.example/a.png')).rejects.toMatchObject({ code: 'offline' });
    expect([asked, names]).toEqual([['pictures.example:443'], []]);
  });
});
