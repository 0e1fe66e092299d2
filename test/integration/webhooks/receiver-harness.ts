/** A receiver on a port of its own, a disk that can be watched, and callers that speak HTTP or something like it. */
import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { afterEach } from 'vitest';
import { RECEIVER_LIMITS } from '#main/webhooks/limits.ts';
import type { ReceiverLimits } from '#main/webhooks/limits.ts';
import type { Receiver, ReceiverOptions } from '#main/webhooks/ports.ts';
import { createReceiver } from '#main/webhooks/receiver.ts';
import { toCallbackPath } from '#main/webhooks/registration.ts';
import type { CallbackEvent } from '#shared/domain/callbacks.ts';

const SECRETS = { in: 'aaaabbbbccccdddd', out: 'eeeeffffgggghhhh' };
export const IN = toCallbackPath('in', SECRETS.in);
export const OUT = toCallbackPath('out', SECRETS.out);

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
export async function readToEnd(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
  if (!socket.closed) await once(socket, 'close');
  return text;
}

/** To be called once in a `describe`. */
export function createReceiverHarness(): (typeof ReceiverBench)['open'] {
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
