import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { toJsonResponse } from './http.ts';
import type { DemoRequest, DemoResponse } from './http.ts';
import type { DemoService } from './service.ts';

const LOOPBACK = '127.0.0.1';
const MEGABYTE = 1_024 * 1_024;
/** The largest upload, and room for what is around it. */
const LARGEST_BODY = 12 * MEGABYTE;
/** As much is read of a larger one, so that whoever sends it hears why it is refused. */
const LARGEST_READ = 64 * MEGABYTE;
/** A request has to be here by then. */
const BODY_MS = 60_000;

/** A demo service on a port of this computer. */
export interface Listening {
  readonly port: number;
  /** What the client is told: paths begin with /api/v2. */
  readonly baseUrl: string;
  readonly webUrl: string;
  /** Stops listening and breaks open connections. The service itself goes on. */
  dispose(): Promise<void>;
}

/** Thrown away with its connection: a body that shows no end. */
class Endless extends Error {}

/** A body as a whole; nothing of one that is larger than any upload that the service takes. */
async function readBody(incoming: IncomingMessage): Promise<Pick<DemoRequest, 'body' | 'isTooLarge'>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_READ) throw new Endless();
    if (size <= LARGEST_BODY) chunks.push(chunk);
    else chunks.length = 0;
  }
  return size > LARGEST_BODY ? { body: Buffer.alloc(0), isTooLarge: true } : { body: Buffer.concat(chunks) };
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
  return { method: incoming.method ?? 'GET', path, query, headers: toHeaders(incoming), ...body };
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function write(outgoing: ServerResponse, response: DemoResponse): void {
  if (response.connection === 'reset') {
    outgoing.socket?.resetAndDestroy();
    return;
  }
  const length = response.status === 204 ? {} : { 'content-length': String(response.body.length) };
  outgoing.writeHead(response.status, { ...length, ...response.headers });
  if (response.send === undefined) outgoing.end(response.body);
  else response.send(outgoing, response.body);
}

/** Says what nobody expected: without an answer the caller would only see a connection that ends. */
function toFailure(error: unknown): DemoResponse {
  const why = error instanceof Error ? error.message : String(error);
  return toJsonResponse({ status: 500, body: { code: 500, message: `Internal error in the demo service: ${why}` } });
}

type Answer = (request: DemoRequest) => DemoResponse | Promise<DemoResponse>;

async function respond(answer: Answer, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  let request: DemoRequest;
  try {
    request = await toRequest(incoming);
  } catch (error) {
    // The caller went away in the middle, or sends without end: there is nobody to answer.
    outgoing.destroy(error instanceof Error ? error : undefined);
    return;
  }
  try {
    write(outgoing, await answer(request));
  } catch (error) {
    if (outgoing.headersSent) outgoing.destroy();
    else write(outgoing, toFailure(error));
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

export interface ListenOptions {
  /** A free one unless given. */
  readonly port?: number;
  /** How long a request may take to come, its body included; then it is answered with 408. A minute unless given. */
  readonly bodyMs?: number;
  /** Answers requests beside the service; undefined where the service answers. */
  readonly control?: (request: DemoRequest) => DemoResponse | undefined;
}

/** Puts a demo service on 127.0.0.1. Rejects when the port is taken. */
export async function listen(service: DemoService, options: ListenOptions = {}): Promise<Listening> {
  const sockets = new Set<Socket>();
  const { bodyMs = BODY_MS, control } = options;
  const answer: Answer = (request) => control?.(request) ?? service.handle(request);
  const limits = { requestTimeout: bodyMs, headersTimeout: bodyMs, connectionsCheckingInterval: bodyMs / 2 };
  const server = createServer(limits, (incoming, outgoing) => void respond(answer, incoming, outgoing));
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
