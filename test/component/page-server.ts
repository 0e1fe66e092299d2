import { readFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../dist/renderer', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The built renderer on 127.0.0.1, under the policy of the browser host: nothing inline, nothing from elsewhere. */
export class PageServer {
  readonly http: Server = createServer((request, response) => void this.#serve(request, response));
  #origin = '';
  /** Chunks of files wait for it before they are answered. */
  bytesGate: Promise<void> = Promise.resolve();

  get origin(): string {
    return this.#origin;
  }

  async listen(): Promise<void> {
    await readFile(path.join(ROOT, 'gallery.html')).catch(() => {
      throw new Error('dist/renderer has no gallery.html: build the renderer first (npx vite build)');
    });
    await new Promise<void>((resolve) => this.http.listen(0, '127.0.0.1', resolve));
    this.#origin = `http://127.0.0.1:${String((this.http.address() as AddressInfo).port)}`;
  }

  async close(): Promise<void> {
    this.http.closeAllConnections();
    await new Promise((resolve) => this.http.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.#origin);
    if (request.method === 'POST' && pathname.startsWith('/bytes/')) {
      await this.#takeBytes(request, response);
      return;
    }
    const file = path.join(ROOT, pathname === '/' ? 'index.html' : pathname);
    const bytes = file.startsWith(ROOT) ? await readFile(file).catch(() => null) : null;
    if (bytes === null) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'Content-Type': TYPES[path.extname(file)] ?? 'application/octet-stream',
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
    response.end(bytes);
  }

  /** A chunk of a staged file: what is in it does not matter here. */
  async #takeBytes(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.resume();
    await once(request, 'end');
    await this.bytesGate;
    response.writeHead(204).end();
  }
}
