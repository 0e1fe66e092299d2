import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTransport } from '#main/api/transport.ts';
import type { Transport, TransportOptions, TransportRequest } from '#main/api/transport.ts';
import { until } from '#test/support/until.ts';
import { findClosedPort, startServer } from './support/scripted-server.ts';

function open(options: Partial<TransportOptions> = {}): Transport {
  const transport = createTransport({ userAgent: 'Switchboard/test', ...options });
  onTestFinished(() => transport.dispose());
  return transport;
}

function request(origin: string, details: Partial<TransportRequest> = {}): TransportRequest {
  const method = details.method ?? 'POST';
  return {
    method,
    url: new URL('/api/v2/messages', origin),
    row: `${method} /messages`,
    headers: { 'content-type': 'application/json' },
    body: method === 'GET' ? null : '{"text":"hello"}',
    timeoutMs: 60_000,
    maxBytes: 1_000,
    ...details,
  };
}

describe('transport: answers', () => {
  it('carries a request there and its answer back, whatever the status', async () => {
    const server = await startServer((_seen, response) =>
      response.writeHead(418, { 'X-Kind': 'teapot' }).end('short and stout'),
    );
    const answer = await open().send(request(server.origin));
    expect(answer).toMatchObject({ status: 418, headers: { 'x-kind': 'teapot' } });
    expect(new TextDecoder().decode(answer.bytes)).toBe('short and stout');
    expect(server.seen).toMatchObject([
      {
        method: 'POST',
        url: '/api/v2/messages',
        body: '{"text":"hello"}',
        headers: { 'user-agent': 'Switchboard/test' },
      },
    ]);
  });

  it('unpacks what was packed on the way', async () => {
    const server = await startServer((_seen, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('[1,2]')),
    );
    const answer = await open().send(request(server.origin, { method: 'GET' }));
    expect(new TextDecoder().decode(answer.bytes)).toBe('[1,2]');
    expect(server.seen[0]?.headers['accept-encoding']).toBe('gzip');
  });

  it('keeps a connection for the next request, but not the same one for reading and writing', async () => {
    const sockets: Record<string, (Socket | null)[]> = { GET: [], POST: [] };
    const server = await startServer(({ method }, response) => {
      sockets[method]?.push(response.socket);
      response.end('ok');
    });
    const transport = open();
    for (const method of ['GET', 'POST'] as const) {
      // A connection is free again a moment after its answer; until then another is opened.
      await until(async () => {
        await transport.send(request(server.origin, { method }));
        expect(new Set(sockets[method]).size).toBeLessThan(sockets[method]?.length ?? 0);
      });
    }
    expect(sockets['GET']?.filter((socket) => sockets['POST']?.includes(socket))).toEqual([]);
  });
});

describe('transport: bounds', () => {
  it('refuses an answer that announces more than allowed, without reading it', async () => {
    const server = await startServer((_seen, response) =>
      response.writeHead(200, { 'content-length': '1001' }).write('x'),
    );
    await expect(open().send(request(server.origin))).rejects.toMatchObject({
      code: 'bad-response',
      outcome: 'unknown',
    });
  });

  it('stops reading an answer that turns out larger than allowed', async () => {
    const server = await startServer((_seen, response) => {
      const pour = (): void =>
        void response.write('x'.repeat(600), (error) => {
          if (error === null || error === undefined) setImmediate(pour);
        });
      pour();
    });
    await expect(open().send(request(server.origin))).rejects.toMatchObject({ code: 'bad-response' });
  });

  it('does not unpack more than allowed', async () => {
    const bomb = gzipSync(Buffer.alloc(200_000));
    const server = await startServer((_seen, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    await expect(open().send(request(server.origin))).rejects.toMatchObject({ code: 'bad-response' });
  });

  it('takes an answer of exactly the allowed size', async () => {
    const server = await startServer((_seen, response) => response.end('x'.repeat(1_000)));
    expect((await open().send(request(server.origin))).bytes).toHaveLength(1_000);
  });

  it('calls what is no HTTP and no gzip a bad answer', async () => {
    const server = await startServer((_seen, response) => response.socket?.end('SSH-2.0-OpenSSH\r\n\r\n'));
    await expect(open().send(request(server.origin))).rejects.toMatchObject({
      code: 'bad-response',
      outcome: 'unknown',
    });
    const other = await startServer((_seen, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip'),
    );
    await expect(open().send(request(other.origin))).rejects.toMatchObject({ code: 'bad-response' });
  });
});

describe('transport: what surely did not arrive', () => {
  it('says so when nobody listens', async () => {
    const port = await findClosedPort();
    await expect(open().send(request(`http://127.0.0.1:${port}`))).rejects.toMatchObject({
      code: 'offline',
      outcome: 'not-accepted',
      retryable: true,
      cause: { code: 'ECONNREFUSED' },
    });
  });

  it('says so when the time was up before the first byte, and never sends one afterwards (API-5)', async () => {
    const server = await startServer((_seen, response) => response.end('ok'));
    let release: (answer: string) => void = () => undefined;
    const resolveProxy = () =>
      new Promise<string>((resolve) => {
        release = resolve;
      });
    const transport = open({ resolveProxy });
    await expect(transport.send(request(server.origin, { timeoutMs: 50 }))).rejects.toMatchObject({
      code: 'timeout',
      outcome: 'not-accepted',
    });
    release('DIRECT');
    await open().send(request(server.origin, { method: 'GET' }));
    expect(server.seen.map(({ method }) => method)).toEqual(['GET']);
  });

  it('says so when the caller gave up while the connection was being made (API-5)', async () => {
    const server = await startServer((_seen, response) => response.end('ok'));
    const controller = new AbortController();
    const transport = open();
    const sending = transport.send(request(server.origin, { signal: controller.signal }));
    // The connection takes at least one turn of the event loop; this is the same one.
    await Promise.resolve();
    controller.abort();
    await expect(sending).rejects.toMatchObject({ code: 'cancelled', outcome: 'not-accepted' });
    await transport.send(request(server.origin, { method: 'PUT' }));
    expect(server.seen.map(({ method }) => method)).toEqual(['PUT']);
  });

  it('does not even connect for a caller that gave up before', async () => {
    const server = await startServer((_seen, response) => response.end('ok'));
    const sending = open().send(request(server.origin, { signal: AbortSignal.abort() }));
    await expect(sending).rejects.toMatchObject({ code: 'cancelled', outcome: 'not-accepted' });
    expect(server.seen).toEqual([]);
  });
});

describe('transport: what may have arrived', () => {
  it.each([
    ['before the answer', (socket: { resetAndDestroy(): void } | null) => socket?.resetAndDestroy()],
    ['politely, before the answer', (socket: { destroy(): void } | null) => socket?.destroy()],
  ])(
    'a connection closed %s leaves the outcome unknown, and the request is sent once (API-4)',
    async (_when, close) => {
      const server = await startServer((_seen, response) => close(response.socket));
      for (const method of ['POST', 'GET', 'DELETE'] as const) {
        await expect(open().send(request(server.origin, { method }))).rejects.toMatchObject({
          code: 'offline',
          outcome: 'unknown',
        });
      }
      expect(server.seen.map(({ method }) => method)).toEqual(['POST', 'GET', 'DELETE']);
    },
  );

  it('a kept connection that turns out dead leaves the outcome unknown, and the request is not sent again (API-4)', async () => {
    const server = await startServer((seen, response) => {
      if (seen.body === 'second') response.socket?.resetAndDestroy();
      else response.end('ok');
    });
    const transport = open();
    await transport.send(request(server.origin, { body: 'first' }));
    await expect(transport.send(request(server.origin, { body: 'second' }))).rejects.toMatchObject({
      code: 'offline',
      outcome: 'unknown',
    });
    await transport.send(request(server.origin, { body: 'third' }));
    expect(server.seen.map(({ body }) => body)).toEqual(['first', 'second', 'third']);
    expect(server.sockets).toHaveLength(2);
  });

  it('an answer that breaks off in its body is no answer', async () => {
    const server = await startServer((_seen, response) => {
      response.writeHead(201, { 'content-length': '100' });
      response.write('{"id":', () => response.socket?.resetAndDestroy());
    });
    await expect(open().send(request(server.origin))).rejects.toMatchObject({ outcome: 'unknown' });
    expect(server.seen).toHaveLength(1);
  });

  it('an answer that is shorter than announced is no answer', async () => {
    const server = await startServer((_seen, response) => {
      response.socket?.end('HTTP/1.1 201 Created\r\ncontent-length: 100\r\nconnection: close\r\n\r\n{"id":905001}');
    });
    await expect(open().send(request(server.origin))).rejects.toMatchObject({ outcome: 'unknown' });
  });

  it('an answer that does not come, or never ends, is a time-out', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    // The time is up once the request is there.
    const silent = await startServer(() => void vi.advanceTimersByTime(5_000));
    await expect(open().send(request(silent.origin, { timeoutMs: 5_000 }))).rejects.toMatchObject({
      code: 'timeout',
      outcome: 'unknown',
      retryable: true,
    });
    const endless = await startServer((_seen, response) =>
      response.writeHead(200).write('{', () => void vi.advanceTimersByTime(5_000)),
    );
    await expect(open().send(request(endless.origin, { timeoutMs: 5_000 }))).rejects.toMatchObject({
      code: 'timeout',
      outcome: 'unknown',
    });
  });

  it('a caller that gives up in the middle leaves the outcome unknown', async () => {
    const controller = new AbortController();
    const server = await startServer(() => controller.abort());
    const sending = open().send(request(server.origin, { signal: controller.signal }));
    await expect(sending).rejects.toMatchObject({ code: 'cancelled', outcome: 'unknown' });
  });

  it('ends what is under way when it is disposed, and takes nothing afterwards', async () => {
    const transport = createTransport({ userAgent: 'Switchboard/test' });
    const server = await startServer(() => void transport.dispose());
    await expect(transport.send(request(server.origin))).rejects.toMatchObject({
      code: 'cancelled',
      outcome: 'unknown',
    });
    await expect(transport.send(request(server.origin))).rejects.toMatchObject({
      code: 'cancelled',
      outcome: 'not-accepted',
    });
  });
});
