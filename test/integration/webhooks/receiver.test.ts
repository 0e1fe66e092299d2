import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RECEIVER_LIMITS, type ReceiverLimits } from '#main/webhooks/limits.ts';
import type { Receiver, ReceiverOptions } from '#main/webhooks/ports.ts';
import { createReceiver } from '#main/webhooks/receiver.ts';
import { toCallbackPath } from '#main/webhooks/registration.ts';
import type { CallbackEvent } from '#shared/domain/callbacks.ts';
import { toCallbackBody } from '#main/demo/behaviour/callbacks.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import { until } from '#test/support/until.ts';

const SECRETS = { in: 'aaaabbbbccccdddd', out: 'eeeeffffgggghhhh' };
const IN = toCallbackPath('in', SECRETS.in);
const OUT = toCallbackPath('out', SECRETS.out);

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Post {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Uint8Array;
}

class ReceiverBench {
  readonly kept: CallbackEvent[] = [];
  readonly tests: string[] = [];
  readonly refused: [reason: string, count: number][] = [];
  readonly receiver: Receiver;
  readonly sockets: Socket[] = [];

  private constructor(receiver: Receiver) {
    this.receiver = receiver;
  }

  static async open(said: Partial<ReceiverOptions & ReceiverLimits> = {}): Promise<ReceiverBench> {
    const parts: ReceiverBench[] = [];
    const bench = (): ReceiverBench | undefined => parts[0];
    const options: ReceiverOptions = {
      port: 0,
      secrets: SECRETS,
      keep: (events) => Promise.resolve(void bench()?.kept.push(...events)),
      onTest: (direction, nonce) => void bench()?.tests.push(`${direction} ${nonce}`),
      onRefused: (...line) => void bench()?.refused.push(line),
      now: () => Date.now(),
      ...said,
    };
    const made = new ReceiverBench(await createReceiver(options, { ...RECEIVER_LIMITS, ...said }));
    parts.push(made);
    return made;
  }

  /** The answer to one request on a connection of its own. */
  send({ path = OUT, method = 'POST', headers = {}, body = '' }: Post): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const { port } = this.receiver;
      const call = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
      });
      call.on('error', reject);
      call.end(body);
    });
  }

  async post(record: unknown, path = OUT): Promise<number> {
    const headers = { 'content-type': 'application/json' };
    return (await this.send({ path, headers, body: JSON.stringify(record) })).status;
  }

  /** A bare connection that sends these bytes and leaves it at that. */
  async dial(bytes: string | Uint8Array = ''): Promise<Socket> {
    const socket = connect(this.receiver.port, '127.0.0.1');
    this.sockets.push(socket);
    // Being hung up on is what is wanted of most of them.
    socket.on('error', () => socket.destroy());
    await once(socket, 'connect');
    if (bytes.length > 0) socket.write(bytes);
    return socket;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await this.receiver.dispose();
  }
}

/** Everything that was said on a connection until its end. */
async function readToEnd(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
  if (!socket.closed) await once(socket, 'close');
  return text;
}

/** To be called once in a `describe`. */
function createReceiverHarness(): (typeof ReceiverBench)['open'] {
  const open: ReceiverBench[] = [];
  afterEach(async () => {
    for (const bench of open.splice(0)) await bench.close();
  });
  return async (said) => {
    const bench = await ReceiverBench.open(said);
    open.push(bench);
    return bench;
  };
}

const FIELDS = { id: 7, sender: '447700900000', receiver: '447700900318', text: 'Grüße', status: 'd' };
const EVENT = { direction: 'out', messageId: 7, letter: 'd', phone: '447700900318' };

describe('a callback', () => {
  const open = createReceiverHarness();

  it.each(['j', 'u', 'm'] as const)(
    'is kept and answered with an empty 200, in the format %s (HOOK-1)',
    async (format) => {
      const bench = await open();
      const { type, body } = toCallbackBody(FIELDS, format);
      const answer = await bench.send({ headers: { 'content-type': type }, body });
      expect([answer.status, answer.body, answer.headers['content-length']]).toEqual([200, '', '0']);
      expect(bench.kept).toMatchObject([EVENT]);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    },
  );

  it('comes in without a content type, in pieces, through a prefix and by any host name', async () => {
    const bench = await open();
    const body = JSON.stringify([FIELDS, { ...FIELDS, id: 8 }]);
    const headers = { host: 'desk.example.org', 'transfer-encoding': 'chunked' };
    const answer = await bench.send({ path: `/of/the/tunnel${OUT}?v=1`, headers, body });
    expect(answer.status).toBe(200);
    expect(bench.kept.map(({ messageId }) => messageId)).toEqual([7, 8]);
  });

  it('is answered only once it is on the disk (HOOK-1)', async () => {
    let write: () => void = () => undefined;
    const keep = vi.fn(() => new Promise<void>((resolve) => (write = resolve)));
    const bench = await open({ keep });
    let status = 0;
    const posted = bench.post(FIELDS).then((answer) => (status = answer));
    await until(() => expect(keep).toHaveBeenCalledOnce());
    // A whole turn to the receiver and back.
    await bench.send({ method: 'HEAD' });
    expect(status).toBe(0);
    write();
    await posted;
    expect(status).toBe(200);
  });

  it('is answered with 503 where it could not be kept, and the reason is counted (HOOK-1)', async () => {
    const bench = await open({ keep: () => Promise.reject(new Error('The disk is full')) });
    const answer = await bench.send({ body: JSON.stringify(FIELDS) });
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
    expect(bench.refused).toEqual([['could not be kept', 1]]);
  });

  it('that names no message is answered with 200, counted and not kept (HOOK-3)', async () => {
    const bench = await open();
    for (const body of ['', '{"id":', '{}', 'hello', '[]', '[[1]]', '\0\0']) {
      expect([body, (await bench.send({ body })).status]).toEqual([body, 200]);
    }
    expect(bench.kept).toEqual([]);
    expect(bench.refused).toEqual([['not an event', 1]]);
    await bench.close();
    expect(bench.refused.at(-1)).toEqual(['not an event', 6]);
  });

  it('of our own is told and never kept', async () => {
    const bench = await open();
    expect(await bench.post({ switchboardTest: 'abc' }, IN)).toBe(200);
    expect([bench.tests, bench.kept, bench.refused]).toEqual([['in abc'], [], []]);
  });

  it('says nothing of itself in a report (HOOK-6)', async () => {
    const bench = await open();
    await bench.send({ body: '{"text":"very private"}' });
    await bench.send({ path: '/switchboard/in/nearly-secret', body: '{"text":"very private"}' });
    await bench.close();
    expect(JSON.stringify(bench.refused)).toBe('[["not an event",1],["wrong address",1]]');
  });
});

describe('the door', () => {
  const open = createReceiverHarness();

  it('answers the test of the service on both addresses', async () => {
    const bench = await open();
    for (const path of [IN, OUT]) {
      for (const method of ['GET', 'HEAD']) expect((await bench.send({ path, method })).status).toBe(200);
    }
    expect(bench.kept).toEqual([]);
  });

  it('is shut to whoever does not know the secret, and reads nothing of what they send (HOOK-2)', async () => {
    const bench = await open();
    for (const path of ['/', '/switchboard/in/x', OUT.replace('/out/', '/in/'), `${OUT}x`, '/favicon.ico']) {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const { status, body } = await bench.send({ path, method, body: method === 'POST' ? '{"id":7}' : '' });
        expect([path, method, status, body]).toEqual([path, method, 404, '']);
      }
    }
    expect(bench.kept).toEqual([]);
  });

  it('knows no other methods', async () => {
    const bench = await open();
    for (const method of ['PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
      const { status, headers } = await bench.send({ method });
      expect([status, headers.allow]).toEqual([405, 'GET, HEAD, POST']);
    }
  });

  it('is on this computer only', async () => {
    const bench = await open();
    const others = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    const outside = others.filter(({ internal, family }) => !internal && family === 'IPv4');
    for (const { address } of outside) {
      const socket = connect({ port: bench.receiver.port, host: address });
      const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
      expect(error.code).toBe('ECONNREFUSED');
    }
    expect(bench.receiver.localUrl).toBe(`http://127.0.0.1:${bench.receiver.port}`);
  });

  it('says that its port is taken', async () => {
    const bench = await open();
    const again = open({ port: bench.receiver.port });
    await expect(again).rejects.toSatisfy((error) => isAppError(error, 'disconnected'));
  });

  it('lets what is being written be answered when it closes, and leaves the port', async () => {
    let write: () => void = () => undefined;
    const keep = vi.fn(() => new Promise<void>((resolve) => (write = resolve)));
    const bench = await open({ keep });
    const idle = await bench.dial();
    const posted = bench.post(FIELDS);
    await until(() => expect(keep).toHaveBeenCalledOnce());
    const closing = Promise.all([bench.receiver.dispose(), bench.receiver.dispose()]);
    write();
    expect(await posted).toBe(200);
    await closing;
    await readToEnd(idle);
    const { port } = bench.receiver;
    const next = await createReceiver({
      ...{ port, secrets: { in: 'a', out: 'b' }, keep: () => Promise.resolve() },
      ...{ onTest: () => undefined, onRefused: () => undefined, now: () => 0 },
    });
    await next.dispose();
  });
});

describe('too much', () => {
  const open = createReceiverHarness();
  const toHead = (more: string): string => `POST ${OUT} HTTP/1.1\r\nHost: x\r\n${more}\r\n\r\n`;

  it('of a body is refused and ends its connection, announced or not (HOOK-4)', async () => {
    const bench = await open();
    const announced = await bench.dial(toHead('Content-Length: 70000'));
    expect(await readToEnd(announced)).toMatch(/^HTTP\/1.1 413 [^]*connection: close/i);
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
    const unannounced = await bench.dial(toHead('Transfer-Encoding: chunked') + chunk.repeat(5));
    expect(await readToEnd(unannounced)).toMatch(/^HTTP\/1.1 413 /);
    expect((await bench.send({ body: `[${'{"id":7},'.repeat(1_000)}{}]` })).status).toBe(413);
    expect((await bench.send({ body: `[${'0,'.repeat(999)}0]`.padStart(65_536) })).status).toBe(200);
    expect(bench.kept).toEqual([]);
  });

  it('at once is refused with a time to come back, a batch counting as many (HOOK-4)', async () => {
    let at = 0;
    const bench = await open({ perSecond: 10, burst: 4, now: () => at });
    expect(await bench.post([FIELDS, FIELDS, FIELDS])).toBe(200);
    expect(await bench.post(FIELDS)).toBe(200);
    const answer = await bench.send({ body: JSON.stringify(FIELDS) });
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '1']);
    expect((await bench.send({ method: 'HEAD' })).status).toBe(200);
    at = 1_000;
    expect(await bench.post(FIELDS)).toBe(200);
    expect(bench.kept).toHaveLength(5);
  });

  it('of wrong secrets takes nothing from those who know it', async () => {
    const bench = await open({ perSecond: 1, burst: 1, now: () => 0 });
    for (let count = 0; count < 20; count += 1) await bench.post(FIELDS, '/switchboard/out/guess');
    expect(await bench.post(FIELDS)).toBe(200);
  });

  it('that waits for the disk is refused, and nothing that was taken is dropped (HOOK-4)', async () => {
    const writes: (() => void)[] = [];
    const keep = vi.fn(() => new Promise<void>((resolve) => writes.push(resolve)));
    const bench = await open({ keep, mostWaiting: 2 });
    const taken = [bench.post({ id: 1 }), bench.post({ id: 2 })];
    await until(() => expect(keep).toHaveBeenCalled());
    await bench.send({ method: 'HEAD' });
    expect(await bench.post([{ id: 3 }, { id: 4 }])).toBe(503);
    const writing = setInterval(() => writes.shift()?.(), 1);
    expect(await Promise.all(taken)).toEqual([200, 200]);
    clearInterval(writing);
  });

  it('time for anything ends the connection (HOOK-4)', async () => {
    const bench = await open({ patienceMs: 300 });
    const slow = [
      await bench.dial(),
      await bench.dial('POST '),
      await bench.dial(`POST ${OUT} HTTP/1.1\r\nHost: x\r\n`),
      await bench.dial(`${toHead('Content-Length: 100')}{"id"`),
      await bench.dial(`${toHead('Transfer-Encoding: chunked')}5\r\n{"id"`),
    ];
    await Promise.all(slow.map(readToEnd));
    // On a busy machine this request, too, may be cut off; it is kept only when it is answered with 200.
    await until(async () => expect(await bench.post(FIELDS)).toBe(200));
    expect(bench.kept).toHaveLength(1);
  });

  it('silence after a request ends it as well, and until then the connection is kept', async () => {
    const bench = await open({ keepAliveMs: 300 });
    const body = JSON.stringify(FIELDS);
    const socket = await bench.dial(`${toHead(`Content-Length: ${Buffer.byteLength(body)}`)}${body}`.repeat(3));
    expect((await readToEnd(socket)).match(/HTTP\/1.1 200 /g)).toHaveLength(3);
    expect(bench.kept).toHaveLength(3);
  });

  it('of connections cost the one that has waited longest, and nobody who calls (HOOK-4)', async () => {
    const bench = await open({ connections: 3 });
    const held = [await bench.dial(), await bench.dial(), await bench.dial()];
    const [first] = held;
    const ended = readToEnd(first as Socket);
    expect(await bench.post(FIELDS)).toBe(200);
    expect(await ended).toBe('');
    expect(held.filter((socket) => socket.closed)).toHaveLength(1);
    await until(() => expect(bench.refused).toContainEqual(['too many connections', 1]));
  });

  it('of connections, idle ones by the hundred, lock nobody out (HOOK-4)', async () => {
    const bench = await open();
    await Promise.all(Array.from({ length: 300 }, () => bench.dial()));
    expect(await bench.post(FIELDS)).toBe(200);
  });

  it.each([
    ['bytes', '\0\x01\x02\x03 binary \xff\xfe\r\n\r\n'],
    ['another protocol', 'GET / SPDY/9\r\n\r\n'],
    ['a length in words', `POST ${OUT} HTTP/1.1\r\nContent-Length: seven\r\n\r\n`],
    ['two lengths', toHead('Content-Length: 3\r\nTransfer-Encoding: chunked')],
    ['an endless header', toHead('X-Long: '.padEnd(40_000, 'y'))],
    ['the wish for a tunnel', `CONNECT desk.example:443 HTTP/1.1\r\nHost: x\r\n\r\n`],
  ])('of a muddle is hung up on: %s', async (_name, bytes) => {
    const bench = await open();
    await readToEnd(await bench.dial(Buffer.from(bytes, 'latin1')));
    expect(await bench.post(FIELDS)).toBe(200);
  });
});
