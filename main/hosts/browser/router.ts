/**
 * Every request to the loopback port passes here:
 *
 *   own host? → own page asking? → /enter (token → page secret) · signed? → /bytes · /file · /media
 *                                → the files of the page, which hold nothing of the user: public
 *
 * A cookie opens nothing here: browsers send cookies to every port, so any other server of this computer would get them.
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
import { answerEmpty, answerMessagePage } from './answers.ts';
import type { DevProxy } from './dev-proxy.ts';
import type { BrowserSessions } from './browser-sessions.ts';
import { serveBytes, serveEntry, serveFile, serveMedia, serveStatic } from './handlers.ts';
import { isAllowedRead, isOwnHost, isOwnOrigin, toContentSecurityPolicy, toSecurityHeaders } from './http-security.ts';
import type { Sockets } from './sockets.ts';

export interface RouterNeeds {
  readonly port: number;
  readonly sessions: BrowserSessions;
  readonly bridge: Bridge;
  readonly sockets: Sockets;
  readonly rendererFolder: string;
  /** Null unless the renderer is developed. */
  readonly devProxy: DevProxy | null;
  /** A browser came without a valid token: the terminal prints a fresh address. */
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
      answerMessagePage(response, 403, {
        title: 'Wrong address',
        sentence: `Switchboard only works at http://127.0.0.1:${String(this.#needs.port)}.`,
      });
      return;
    }
    // Our page has no service worker: one that another program's page left in the browser must not stay.
    if (request.headers['service-worker'] !== undefined) {
      answerEmpty(response, 404, { 'Cache-Control': 'no-store' });
      return;
    }
    const token = url.searchParams.get('token');
    if (request.method === 'GET' && url.pathname === '/' && token !== null && !this.#needs.sessions.isGood(token)) {
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
    // Answered, then closed: an upgraded connection has no time limit that would end it.
    else socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () => socket.destroy());
  }

  #findUrl(request: IncomingMessage): URL | null {
    return URL.parse(request.url ?? '/', `http://127.0.0.1:${String(this.#needs.port)}`);
  }

  #refusePage(response: ServerResponse): void {
    this.#needs.onRefused();
    answerMessagePage(response, 403, {
      title: 'This address has already been used',
      sentence: 'Each address works once. Look for a new one in the terminal that runs Switchboard, or restart it.',
      link: { to: '/', words: 'Already using Switchboard in this browser? Open it' },
    });
  }

  async #route(exchange: Exchange): Promise<void> {
    const { request, response, url } = exchange;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isAllowed = isRead ? isAllowedRead(request.headers) : isOwnOrigin(request.headers, this.#needs.port);
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
      const { sessions, onEntered, onRefused } = this.#needs;
      const hasEntered = await serveEntry({ request, response }, sessions);
      if (hasEntered) onEntered();
      else onRefused();
      return;
    }
    const isKnown = this.#needs.sessions.isKnown(
      { method: 'GET', path: ENTRY_PATH },
      findRequestSignature(request, url),
    );
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
      // The rest of the body is not read and must not keep the connection.
      answerEmpty(response, 403, { 'Cache-Control': 'no-store', Connection: 'close' });
      return;
    }
    if (kind === 'bytes') await serveBytes({ request, response }, bridge, handle);
    else if (kind === 'file') await serveFile(response, bridge, handle);
    else await serveMedia(response, bridge, handle);
  }

  #isSigned(request: IncomingMessage, url: URL): boolean {
    const signed = { method: request.method ?? '', path: url.pathname };
    return this.#needs.sessions.isSigned(signed, findRequestSignature(request, url));
  }
}

/** A page signs its own requests in a header, and in the address what the browser requests for it: a picture, a download. */
function findRequestSignature(request: IncomingMessage, url: URL): Signature | undefined {
  const shown = request.headers[SIGNATURE_HEADER] ?? url.searchParams.get(SIGNATURE_PARAMETER);
  return typeof shown === 'string' ? findSignature(shown) : undefined;
}
