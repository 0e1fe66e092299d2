/** Passes the page's own files on to vite while the renderer is developed, its hot-reload socket included. */
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import net from 'node:net';
import type { Duplex } from 'node:stream';
import { answerMessagePage } from './answers.ts';

export class DevProxy {
  readonly #target: URL;

  constructor(rendererUrl: string) {
    this.#target = new URL(rendererUrl);
  }

  /** Answers with what vite answers; our own security headers stay. */
  serve(request: IncomingMessage, response: ServerResponse): void {
    const outgoing = http.request(
      {
        host: this.#target.hostname,
        port: this.#target.port,
        method: request.method ?? 'GET',
        path: request.url ?? '/',
        headers: { ...request.headers, host: this.#target.host, cookie: '' },
      },
      (incoming) => {
        response.writeHead(incoming.statusCode ?? 502, incoming.headers);
        incoming.pipe(response);
      },
    );
    outgoing.on('error', () => {
      if (response.headersSent) response.destroy();
      else
        answerMessagePage(response, 502, {
          title: 'Vite isn’t responding',
          sentence: 'The development server isn’t responding. Check that it’s running.',
        });
    });
    request.pipe(outgoing);
  }

  /** Joins the two sockets after repeating the request to vite. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const target = net.connect(Number(this.#target.port || 80), this.#target.hostname, () => {
      const headers = { ...request.headers, host: this.#target.host, cookie: '' };
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
      target.write(`GET ${request.url ?? '/'} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      target.write(head);
      target.pipe(socket);
      socket.pipe(target);
    });
    target.on('error', () => socket.destroy());
    socket.on('error', () => target.destroy());
    socket.on('close', () => target.destroy());
  }
}
