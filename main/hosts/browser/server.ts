import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Bridge } from '#main/bridge/bridge.ts';
import { AppError } from '#shared/domain/app-error.ts';
import { ConnectionLimit } from '#main/platform/connection-limit.ts';
import { DisposeStack } from '#shared/lib/disposable.ts';
import { DevProxy } from './dev-proxy.ts';
import type { BrowserSessions } from './browser-sessions.ts';
import { Router } from './router.ts';
import { Sockets } from './sockets.ts';

export interface ServerNeeds {
  readonly bridge: Bridge;
  readonly sessions: BrowserSessions;
  /** 0: any that is free. */
  readonly port: number;
  readonly rendererFolder: string;
  readonly rendererUrl: string | null;
  readonly onRefused: () => void;
  /** A page has traded its token: the redirect file is used up. */
  readonly onEntered: () => void;
  readonly now: () => number;
}

export interface Server {
  readonly port: number;
  dispose(): Promise<void>;
}

/** Connections that do not belong to a proven page. A browser opens six to an address, and a few pages may be open. */
const MAX_STRANGERS = 64;
/** A browser sends the head of a request at once; a silent connection is closed after this. */
const HEAD_WITHIN_MS = 5_000;
/** A chunk of an upload may come through a slow tunnel; a request that never ends is closed after this. */
const REQUEST_WITHIN_MS = 60_000;
const CHECK_EVERY_MS = 1_000;

/** Serves the app on 127.0.0.1 and on nothing else. Rejects with a sentence when the port cannot be had. */
export async function createServer(needs: ServerNeeds): Promise<Server> {
  const server = http.createServer({
    headersTimeout: HEAD_WITHIN_MS,
    requestTimeout: REQUEST_WITHIN_MS,
    connectionsCheckingInterval: CHECK_EVERY_MS,
  });
  const limit = new ConnectionLimit(MAX_STRANGERS);
  const connections = new Set<Socket>();
  server.on('connection', (socket) => {
    connections.add(socket);
    limit.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  const port = await listen(server, needs.port);
  const stack = new DisposeStack();
  stack.add(() => close(server, connections));
  const sockets = new Sockets({ ...needs, onProven: (socket) => limit.trust(socket) });
  stack.add(() => sockets.dispose());
  const devProxy = needs.rendererUrl === null ? null : new DevProxy(needs.rendererUrl);
  const router = new Router({ ...needs, port, sockets, devProxy });
  server.on('request', (request, response) => {
    response.once('close', limit.hold(request.socket));
    router.serve(request, response).catch((error: unknown) => {
      // A browser that breaks off a download is not an error.
      if (!response.destroyed) needs.bridge.reportBug('http', error);
      response.destroy();
    });
  });
  server.on('upgrade', (request, socket, head) => {
    // Until it is taken over, a broken connection must not end the app.
    socket.on('error', () => socket.destroy());
    router.upgrade(request, socket, head);
  });
  return { port, dispose: () => stack.dispose() };
}

async function listen(server: http.Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(toPortError(port, cause)));
    server.listen({ host: '127.0.0.1', port }, resolve);
  });
  const address = server.address() as AddressInfo;
  return address.port;
}

function toPortError(port: number, cause: Error): AppError {
  const message = `Port ${String(port)} isn’t available. Choose another with --port, or use 0 for any free port.`;
  return new AppError({ code: 'disconnected', message, cause });
}

/** Closes every connection: the server no longer owns upgraded ones, but waits for them. */
async function close(server: http.Server, connections: ReadonlySet<Socket>): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    for (const socket of connections) socket.destroy();
  });
}
