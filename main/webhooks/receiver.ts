/** The loopback listener that callbacks of the service come in by (architecture §1, fixed 3; product features, e). */
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { ConnectionLimit } from '#main/platform/connection-limit.ts';
import { AppError } from '#shared/domain/app-error.ts';
import { Intake } from './intake.ts';
import { RECEIVER_LIMITS } from './limits.ts';
import type { ReceiverLimits } from './limits.ts';
import type { Receiver, ReceiverOptions } from './ports.ts';
import { Reception } from './reception.ts';
import { Refusals } from './refusals.ts';

const LOOPBACK = '127.0.0.1';
/** How often connections are looked through for those that keep us waiting. */
const LOOK_MS = 1_000;

/**
 * Listens on 127.0.0.1. Rejects with `disconnected` when the port cannot be had: the caller chooses another.
 * Failures of single requests are answered and counted, and never come out of here.
 */
export async function createReceiver(
  options: ReceiverOptions,
  limits: ReceiverLimits = RECEIVER_LIMITS,
): Promise<Receiver> {
  const refusals = new Refusals({ tell: options.onRefused, now: options.now });
  const intake = new Intake({ keep: options.keep, ...limits });
  const reception = new Reception({ options, limits, intake, refusals });
  const server = createGuardedServer(limits);
  const connections = new Set<Socket>();
  const limit = new ConnectionLimit(limits.connections, () => refusals.add('too many connections'));
  server.on('connection', (socket) => {
    connections.add(socket);
    limit.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  server.on('clientError', (_error, socket) => {
    refusals.add('no usable request');
    socket.destroy();
  });
  server.on('request', (request, response) => {
    response.once('close', limit.hold(request.socket));
    reception.serve(request, response).catch(() => {
      refusals.add('could not be kept');
      response.destroy();
    });
  });
  const port = await listen(server, options.port);
  // Where no connection can be taken for want of handles, that is all that is wrong.
  server.on('error', () => refusals.add('too many connections'));
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    // What is being written shall still be answered: whoever hears nothing posts it again, or never.
    await intake.close();
    await new Promise<void>((resolve) => setImmediate(resolve));
    for (const socket of connections) socket.destroy();
    await closed;
    refusals.flush();
  };
  let closing: Promise<void> | null = null;
  return { port, localUrl: `http://${LOOPBACK}:${String(port)}`, dispose: () => (closing ??= close()) };
}

/** Whoever is slow or silent costs a connection for a while and nothing else; of too many, the oldest gives way. */
function createGuardedServer(limits: ReceiverLimits): Server {
  const server = createServer({
    headersTimeout: limits.patienceMs,
    requestTimeout: limits.patienceMs,
    connectionsCheckingInterval: Math.min(LOOK_MS, limits.patienceMs),
    keepAliveTimeout: limits.keepAliveMs,
  });
  server.timeout = limits.silenceMs;
  return server;
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(toPortError(port, cause)));
    server.listen({ host: LOOPBACK, port }, resolve);
  });
  return (server.address() as AddressInfo).port;
}

function toPortError(port: number, cause: Error): AppError {
  return new AppError({ code: 'disconnected', message: `Callbacks cannot be received on port ${String(port)}`, cause });
}
