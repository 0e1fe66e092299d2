import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { WebSocketServer } from 'ws';
import { BrowserSessions } from '#main/hosts/browser/browser-sessions.ts';
import { Handshake } from '#main/hosts/browser/sockets.ts';
import { createToken } from '#main/platform/ids.ts';
import { ENTRY_PATH, type PageKey } from '#shared/contract/index.ts';
import type { LoopbackMain } from './loopback-main.ts';

const ROOT = fileURLToPath(new URL('../../dist/renderer', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

interface BuiltFile {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Every file of the built renderer by its path, without the source maps. */
function readBuild(): ReadonlyMap<string, BuiltFile> {
  const files = readdirSync(ROOT, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map((entry) => path.join(entry.parentPath, entry.name));
  const build = new Map(
    files.map((file): [string, BuiltFile] => [
      `/${path.relative(ROOT, file).split(path.sep).join('/')}`,
      { type: TYPES[path.extname(file)] ?? 'application/octet-stream', bytes: readFileSync(file) },
    ]),
  );
  if (!build.has('/gallery.html'))
    throw new Error('dist/renderer has no gallery.html: build the renderer first (npx vite build)');
  return build;
}

/**
 * The built renderer and its socket on 127.0.0.1, under the policy of the browser host: nothing inline, nothing from
 * elsewhere. One serves all tests of a worker; the main of the test that runs answers behind it.
 */
export class LoopbackServer {
  /** The secret of each of its pages. */
  static readonly KEY: PageKey = { pageId: 'page-of-a-test', secret: 'secret-of-a-test' };
  /** An empty page of the same origin. */
  static readonly BLANK = '/blank';
  readonly #http: Server = createServer((request, response) => void this.#serve(request, response));
  readonly #sockets = new WebSocketServer({
    server: this.#http,
    path: '/bridge',
    verifyClient: () => this.#main?.isDown === false,
  });
  readonly #handshake = new Handshake({
    sessions: new BrowserSessions({
      createToken,
      now: Date.now,
      kept: [{ ...LoopbackServer.KEY, seenAt: Date.now() }],
      keep: () => undefined,
    }),
    now: Date.now,
    // The page counts every frame, and a test may stop its clock.
    beatEveryMs: null,
  });
  readonly #build = readBuild();
  #main: LoopbackMain | null = null;
  #origin = '';

  get origin(): string {
    return this.#origin;
  }

  async listen(): Promise<void> {
    this.#sockets.on('connection', (socket, request) => {
      const main = this.#main;
      if (main === null) socket.terminate();
      else this.#handshake.begin(socket, request.headers.host ?? '', () => main.connect(socket));
    });
    await new Promise<void>((resolve) => this.#http.listen(0, '127.0.0.1', resolve));
    this.#origin = `http://127.0.0.1:${String((this.#http.address() as AddressInfo).port)}`;
  }

  /** From now on this main answers; the one before has no connection any more. */
  attach(main: LoopbackMain | null): void {
    this.#main?.cut();
    this.#main = main;
  }

  async close(): Promise<void> {
    this.attach(null);
    this.#http.closeAllConnections();
    await new Promise((resolve) => this.#http.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.#origin);
    if (request.method === 'POST' && pathname.startsWith('/bytes/')) {
      await this.#takeBytes(request, response);
      return;
    }
    if (pathname === ENTRY_PATH) {
      response.writeHead(204).end();
      return;
    }
    if (pathname === LoopbackServer.BLANK) {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end();
      return;
    }
    const file = this.#build.get(pathname === '/' ? '/index.html' : pathname);
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'Content-Type': file.type,
      // The names of assets hold a hash of what is in them.
      'Cache-Control': pathname.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache',
      'Content-Security-Policy': [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        `connect-src 'self' ${this.#origin.replace('http', 'ws')}`,
        "base-uri 'none'",
        "form-action 'none'",
      ].join('; '),
    });
    response.end(file.bytes);
  }

  /** A chunk of a staged file: what is in it does not matter here. */
  async #takeBytes(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.resume();
    await once(request, 'end');
    await this.#main?.bytesGate;
    response.writeHead(204).end();
  }
}
