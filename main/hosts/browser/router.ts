/**
 * Every request to the loopback port passes here:
 *
 *   own host? → own page asking? → /enter (token → page secret) · signed? → /bytes · /file · /media
 *                                → the files of the page, which hold nothing of the user: everybody's
 *
 * A cookie opens nothing here: cookies know no ports, so whoever serves another port of this computer is shown them.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  ENTRY_PATH,
  findSignature,
  SIGNATURE_HEADER,
  SIGNATURE_PARAMETER,
  type Signature,
} from '#shared/contract/index.ts';
import type { Bridge } from '#main/bridge/bridge.ts';
import { answerEmpty, answerSentence } from './answers.ts';
import { serveBytes } from './bytes.ts';
import type { DevProxy } from './dev-proxy.ts';
import { serveFile, serveMedia } from './downloads.ts';
import { serveEntry } from './entry.ts';
import type { Gate } from './gate.ts';
import { toContentSecurityPolicy, toSecurityHeaders } from './headers.ts';
import { isOwnHost, isOwnOrigin, isOwnRead } from './origins.ts';
import type { Sockets } from './sockets.ts';
import { serveStatic } from './static-files.ts';

export interface RouterNeeds {
  readonly port: number;
  readonly gate: Gate;
  readonly bridge: Bridge;
  readonly sockets: Sockets;
  readonly rendererFolder: string;
  /** Null unless the renderer is developed. */
  readonly devProxy: DevProxy | null;
  /** Somebody stands at the door without a good token: the terminal says how to get in. */
  readonly onRefused: () => void;
  readonly onEntered: () => void;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
}

const HANDLE = /^\/(bytes|file|media)\/([\w-]{1,200})$/;

export class Router {
  readonly #needs: RouterNeeds;
  readonly #securityHeaders: Record<string, string>;

  constructor(needs: RouterNeeds) {
    this.#needs = needs;
    this.#securityHeaders = toSecurityHeaders(toContentSecurityPolicy(needs.port, needs.devProxy !== null));
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(this.#securityHeaders)) response.setHeader(name, value);
    const url = this.#findUrl(request);
    if (!isOwnHost(request.headers, this.#needs.port) || url === null) {
      answerSentence(response, 403, {
        title: 'Not this address',
        sentence: `Switchboard answers at http://127.0.0.1:${String(this.#needs.port)} and under no other name.`,
      });
      return;
    }
    // The page has none: one that another program's page has left in the browser does not come to stay.
    if (request.headers['service-worker'] !== undefined) {
      answerEmpty(response, 404, { 'Cache-Control': 'no-store' });
      return;
    }
    const token = url.searchParams.get('token');
    if (request.method === 'GET' && url.pathname === '/' && token !== null && !this.#needs.gate.isGood(token)) {
      this.#refusePage(response);
      return;
    }
    await this.#route({ request, response, url });
  }

  /** The socket of the page, or of vite's hot reload. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const isOwn = isOwnOrigin(request.headers, this.#needs.port);
    const pathname = this.#findUrl(request)?.pathname;
    if (isOwn && pathname === '/bridge') this.#needs.sockets.upgrade(request, socket, head);
    else if (isOwn && this.#needs.devProxy !== null) this.#needs.devProxy.upgrade(request, socket, head);
    // Said, then hung up: an upgraded connection has no time limit that would end it.
    else socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () => socket.destroy());
  }

  #findUrl(request: IncomingMessage): URL | null {
    return URL.parse(request.url ?? '/', `http://127.0.0.1:${String(this.#needs.port)}`);
  }

  #refusePage(response: ServerResponse): void {
    this.#needs.onRefused();
    answerSentence(response, 403, {
      title: 'This address has been used',
      sentence:
        'Each address opens once. The terminal that runs Switchboard shows a new one, and so does starting it again.',
      link: { to: '/', words: 'Open Switchboard, if it is open in this browser' },
    });
  }

  async #route(exchange: Exchange): Promise<void> {
    const { request, response, url } = exchange;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isAllowed = isRead ? isOwnRead(request.headers) : isOwnOrigin(request.headers, this.#needs.port);
    if (!isAllowed) {
      answerEmpty(response, 403);
      return;
    }
    if (url.pathname === ENTRY_PATH) {
      await this.#enter(exchange);
      return;
    }
    const [, kind, handle] = HANDLE.exec(url.pathname) ?? [];
    if (kind !== undefined && handle !== undefined) {
      await this.#routeHandle(exchange, kind, handle);
      return;
    }
    if (!isRead) {
      answerEmpty(response, 405, { Allow: 'GET, HEAD' });
      return;
    }
    if (this.#needs.devProxy !== null) {
      this.#needs.devProxy.serve(request, response);
      return;
    }
    const isHead = request.method === 'HEAD';
    await serveStatic(response, { folder: this.#needs.rendererFolder, pathname: url.pathname, isHead });
  }

  /** A page trades its token, or asks whether its secret is still good. */
  async #enter({ request, response, url }: Exchange): Promise<void> {
    if (request.method === 'POST') {
      const { gate, onEntered, onRefused } = this.#needs;
      const hasEntered = await serveEntry({ request, response }, gate);
      if (hasEntered) onEntered();
      else onRefused();
      return;
    }
    const isKnown = this.#needs.gate.isKnown({ method: 'GET', path: ENTRY_PATH }, findShown(request, url));
    answerEmpty(response, isKnown ? 204 : 403, { 'Cache-Control': 'no-store' });
  }

  async #routeHandle({ request, response, url }: Exchange, kind: string, handle: string): Promise<void> {
    const { bridge } = this.#needs;
    const method = kind === 'bytes' ? 'POST' : 'GET';
    if (request.method !== method) {
      answerEmpty(response, 405, { Allow: method });
      return;
    }
    if (!this.#isSigned(request, url)) {
      // The rest of a body that nobody will read must not keep the connection.
      answerEmpty(response, 403, { 'Cache-Control': 'no-store', Connection: 'close' });
      return;
    }
    if (kind === 'bytes') await serveBytes({ request, response }, bridge, handle);
    else if (kind === 'file') await serveFile(response, bridge, handle);
    else await serveMedia(response, bridge, handle);
  }

  #isSigned(request: IncomingMessage, url: URL): boolean {
    const signed = { method: request.method ?? '', path: url.pathname };
    return this.#needs.gate.isSigned(signed, findShown(request, url));
  }
}

/** A page signs what it asks in a header; what the browser asks for it, a picture or a download, in the address. */
function findShown(request: IncomingMessage, url: URL): Signature | undefined {
  const shown = request.headers[SIGNATURE_HEADER] ?? url.searchParams.get(SIGNATURE_PARAMETER);
  return typeof shown === 'string' ? findSignature(shown) : undefined;
}
