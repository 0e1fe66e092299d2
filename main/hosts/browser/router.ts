/**
 * Every request to the loopback port passes here:
 *
 *   own host? → token spent for a cookie? → cookie? → own page asking? → static page · /bytes · /file · /media
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Bridge } from '#main/bridge/bridge.ts';
import { answerEmpty, answerSentence } from './answers.ts';
import { serveBytes } from './bytes.ts';
import type { DevProxy } from './dev-proxy.ts';
import { serveFile, serveMedia } from './downloads.ts';
import { findCookie, toCookieName, type Gate } from './gate.ts';
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
    const exchange = { request, response, url };
    const token = url.searchParams.get('token');
    if (request.method === 'GET' && url.pathname === '/' && token !== null) {
      this.#spend(exchange, token);
      return;
    }
    if (!this.#isAdmitted(request)) {
      this.#refuse(exchange);
      return;
    }
    await this.#route(exchange);
  }

  /** The socket of the page, or of vite's hot reload. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const isOwn = isOwnOrigin(request.headers, this.#needs.port) && this.#isAdmitted(request);
    const pathname = this.#findUrl(request)?.pathname;
    if (isOwn && pathname === '/bridge') this.#needs.sockets.upgrade(request, socket, head);
    else if (isOwn && this.#needs.devProxy !== null) this.#needs.devProxy.upgrade(request, socket, head);
    // Said, then hung up: an upgraded connection has no time limit that would end it.
    else socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () => socket.destroy());
  }

  #findUrl(request: IncomingMessage): URL | null {
    return URL.parse(request.url ?? '/', `http://127.0.0.1:${String(this.#needs.port)}`);
  }

  #isAdmitted(request: IncomingMessage): boolean {
    return this.#needs.gate.isAdmitted(findCookie(request.headers.cookie, toCookieName(this.#needs.port)));
  }

  #spend({ response }: Exchange, token: string): void {
    const admission = this.#needs.gate.findAdmission(token);
    if (admission === undefined) {
      this.#refusePage(response, 'This address was used before, or never was one.');
      return;
    }
    const cookie = `${toCookieName(this.#needs.port)}=${admission}; HttpOnly; SameSite=Strict; Path=/`;
    answerEmpty(response, 303, { Location: '/', 'Set-Cookie': cookie, 'Cache-Control': 'no-store' });
  }

  #refuse({ request, response, url }: Exchange): void {
    if (url.pathname !== '/') {
      answerEmpty(response, 403);
      return;
    }
    // A strict cookie is not shown when another site led here: the page asks once more, now by itself.
    if (request.headers['sec-fetch-site'] === 'cross-site') {
      answerSentence(response, 200, { title: 'Switchboard', sentence: 'Opening…', refreshTo: '/' });
      return;
    }
    this.#refusePage(response, 'This browser was not let in yet.');
  }

  #refusePage(response: ServerResponse, why: string): void {
    this.#needs.onRefused();
    answerSentence(response, 403, {
      title: 'This address does not open Switchboard',
      sentence: `${why} The terminal that runs Switchboard shows a fresh one.`,
      link: { to: '/', words: 'Open Switchboard, if it was open in this browser' },
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

  async #routeHandle({ request, response }: Exchange, kind: string, handle: string): Promise<void> {
    const { bridge } = this.#needs;
    const method = kind === 'bytes' ? 'POST' : 'GET';
    if (request.method !== method) {
      answerEmpty(response, 405, { Allow: method });
      return;
    }
    if (kind === 'bytes') await serveBytes({ request, response }, bridge, handle);
    else if (kind === 'file') await serveFile(response, bridge, handle);
    else await serveMedia(response, bridge, handle);
  }
}
