/** A real server on 127.0.0.1 that answers as a test says, and remembers what it was asked. */
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { SelfSigned } from './self-signed.ts';

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface ScriptedServer {
  readonly origin: string;
  readonly port: number;
  readonly server: Server;
  readonly seen: readonly Seen[];
  /** Connections that were opened. */
  readonly sockets: readonly Socket[];
}

export type Script = (seen: Seen, response: ServerResponse) => void;

/** Starts one for this test; it ends with the test. */
export async function startServer(script: Script, tls?: SelfSigned): Promise<ScriptedServer> {
  const seen: Seen[] = [];
  const listener: RequestListener = (request, response) => {
    void text(request).then(
      (body) => {
        const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
        seen.push(one);
        script(one, response);
      },
      // The caller went away in the middle of its request.
      () => response.destroy(),
    );
  };
  return { ...(await startListener(listener, tls)), seen };
}

/** The same for a test that wants to see the request while it comes. */
export async function startListener(
  listener: RequestListener,
  tls?: SelfSigned,
): Promise<Omit<ScriptedServer, 'seen'>> {
  const sockets: Socket[] = [];
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  server.on('connection', (socket: Socket) => sockets.push(socket));
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { origin: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`, port, server, sockets };
}

/** Answers JSON. */
export function answerJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** A port on which nobody listens. */
export async function findClosedPort(): Promise<number> {
  const server = createServer();
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  await new Promise((resolve) => server.close(resolve));
  return port;
}
