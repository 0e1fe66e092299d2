import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Bridge } from '#main/bridge/bridge.ts';
import { AppError } from '#shared/domain/app-error.ts';
import { ConnectionLimit } from '#main/platform/connection-limit.ts';
import { DisposeStack } from '#shared/lib/disposable.ts';
import { DevProxy } from './dev-proxy.ts';
import type { Gate } from './gate.ts';
import { Router } from './router.ts';
import { Sockets } from './sockets.ts';

export interface ServerNeeds {
  readonly bridge: Bridge;
  readonly gate: Gate;
  /** 0: any that is free. */
  readonly port: number;
  readonly rendererFolder: string;
  readonly rendererUrl: string | null;
  readonly onRefused: () => void;
  /** A page was let in: what led it here is used. */
  readonly onEntered: () => void;
  readonly now: () => number;
}

export interface Server {
  readonly port: number;
  dispose(): Promise<void>;
}

/** Those that have not proved to be a page's. A browser has six to an address, and a few pages may be open. */
const MOST_STRANGERS = 64;
/** A browser sends the head of a request at once; a connection that says nothing is kept no longer than this. */
const HEAD_WITHIN_MS = 5_000;
/** A part of an upload may come through a slow tunnel; whoever never ends a request is let go. */
const REQUEST_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 1_000;

/** Serves the app on 127.0.0.1 and on nothing else. Rejects with a sentence when the port cannot be had. */
export async function createServer(needs: ServerNeeds): Promise<Server> {
  const server = http.createServer({
    headersTimeout: HEAD_WITHIN_MS,
    requestTimeout: REQUEST_WITHIN_MS,
    connectionsCheckingInterval: LOOK_EVERY_MS,
  });
  const limit = new ConnectionLimit(MOST_STRANGERS);
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
      // Whoever hung up in the middle of a download is no failure of ours.
      if (!response.destroyed) needs.bridge.reportBug('http', error);
      response.destroy();
    });
  });
  server.on('upgrade', (request, socket, head) => {
    // Until somebody takes it over, a broken connection must not end the app.
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
  const message = `Port ${String(port)} cannot be had: choose another with --port, or 0 for any that is free.`;
  return new AppError({ code: 'disconnected', message, cause });
}

/** Ends every connection: those that were upgraded are none of the server's any more, and yet it would wait for them. */
async function close(server: http.Server, connections: ReadonlySet<Socket>): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    for (const socket of connections) socket.destroy();
  });
}
