import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { handleControl, isControlPath } from './control.ts';
import type { DemoRequest, DemoResponse } from './http.ts';
import type { DemoService } from './service.ts';

const LOOPBACK = '127.0.0.1';
const LARGEST_BODY = 12 * 1_024 * 1_024;
/** In how many pieces a slow body comes. */
const DRIBBLES = 20;
const LOCAL_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;

/** A demo service on a port of this computer. */
export interface Listening {
  readonly port: number;
  /** What the client is told: paths begin with /api/v2. */
  readonly baseUrl: string;
  readonly webUrl: string;
  /** Stops listening and breaks open connections. The service itself goes on. */
  dispose(): Promise<void>;
}

/** Thrown away with its connection: a body larger than any upload that the service takes. */
class TooLarge extends Error {}

async function readBody(incoming: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_BODY) throw new TooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function toHeaders(incoming: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return headers;
}

async function toRequest(incoming: IncomingMessage): Promise<DemoRequest> {
  const [path, query] = splitOnce(incoming.url ?? '/', '?');
  const body = await readBody(incoming);
  return { method: incoming.method ?? 'GET', path, query, headers: toHeaders(incoming), body };
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/** Writes a body piece by piece, for as long as somebody is there to read it. */
async function dribble(outgoing: ServerResponse, body: Uint8Array, overMs: number): Promise<void> {
  const pieces = Math.max(1, Math.min(DRIBBLES, body.length));
  for (let piece = 0; piece < pieces && !outgoing.destroyed; piece += 1) {
    const [from, to] = [piece, piece + 1].map((at) => Math.round((at * body.length) / pieces));
    outgoing.write(body.subarray(from, to));
    if (piece < pieces - 1) await sleep(overMs / (pieces - 1), undefined, { ref: false });
  }
  if (!outgoing.destroyed) outgoing.end();
}

function write(outgoing: ServerResponse, response: DemoResponse): void {
  if (response.connection === 'reset') {
    outgoing.socket?.resetAndDestroy();
    return;
  }
  const length = response.status === 204 ? {} : { 'content-length': String(response.body.length) };
  outgoing.writeHead(response.status, { ...length, ...response.headers });
  if (response.dribbleMs !== undefined && response.body.length > 0)
    void dribble(outgoing, response.body, response.dribbleMs);
  else if (response.connection === 'whole') outgoing.end(response.body);
  else outgoing.write(response.body.subarray(0, response.body.length / 2), () => outgoing.destroy());
}

/** The control paths answer only to callers that named this computer: a page with a borrowed host name does not. */
function route(service: DemoService, request: DemoRequest): DemoResponse | Promise<DemoResponse> {
  if (!isControlPath(request.path)) return service.handle(request);
  if (LOCAL_HOST.test(request.headers['host'] ?? '')) return handleControl(service, request);
  return { status: 403, headers: {}, body: new Uint8Array(0), connection: 'whole' };
}

async function respond(service: DemoService, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  try {
    write(outgoing, await route(service, await toRequest(incoming)));
  } catch (error) {
    // The caller went away in the middle, or sent more than anyone may: there is nobody to answer.
    outgoing.destroy(error instanceof Error ? error : undefined);
  }
}

function start(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

/**
 * Puts a demo service on 127.0.0.1, on a free port unless one is given. Rejects when the port is taken.
 */
export async function listen(service: DemoService, options: { readonly port?: number } = {}): Promise<Listening> {
  const sockets = new Set<Socket>();
  const server = createServer((incoming, outgoing) => void respond(service, incoming, outgoing));
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const port = await start(server, options.port ?? 0);
  const baseUrl = `http://${LOOPBACK}:${port}`;
  service.settings.webUrl = baseUrl;
  return {
    port,
    baseUrl,
    webUrl: baseUrl,
    dispose: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
