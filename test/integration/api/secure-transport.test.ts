/** Certificates and proxies, with real TLS and a real proxy, all on 127.0.0.1. */
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { encodeForm } from '#main/api/uploads/multipart.ts';
import { createTransport } from '#main/api/transport.ts';
import type { TransportOptions, TransportRequest } from '#main/api/transport.ts';
import { findClosedPort, startServer } from './support/scripted-server.ts';
import { createSelfSigned } from './support/self-signed.ts';
import { makeSource } from './support/uploads.ts';

const tls = createSelfSigned();

function send(origin: string, options: Partial<TransportOptions>, details: Partial<TransportRequest> = {}) {
  const transport = createTransport({ userAgent: 'Switchboard/test', ...options });
  onTestFinished(() => transport.dispose());
  const request: TransportRequest = {
    method: 'POST',
    url: new URL('/api/v2/messages', origin),
    row: 'POST /messages',
    headers: { 'x-tm-key': 'secret-key' },
    body: '{}',
    timeoutMs: 60_000,
    maxBytes: 1_000,
    ...details,
  };
  return transport.send(request);
}

interface Proxy {
  readonly port: number;
  readonly lines: readonly string[];
  /** All that went through, as far as the proxy could read it. */
  readonly overheard: readonly string[];
}

/** A proxy that tunnels (CONNECT) and forwards, or refuses to tunnel. */
async function startProxy(tunnelStatus = 200): Promise<Proxy> {
  const lines: string[] = [];
  const overheard: string[] = [];
  const sockets: Socket[] = [];
  const server = createServer((request, response) => {
    lines.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.end('forwarded');
  });
  server.on('connection', (socket: Socket) => sockets.push(socket));
  server.on('connect', (request: IncomingMessage, client: Socket) => {
    lines.push(`CONNECT ${request.url ?? ''}`);
    overheard.push(JSON.stringify(request.headers));
    if (tunnelStatus !== 200) {
      client.end(`HTTP/1.1 ${tunnelStatus} No\r\n\r\n`);
      return;
    }
    const { hostname, port } = new URL(`http://${request.url ?? ''}`);
    const target = connect(Number(port), hostname, () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      client.on('data', (chunk) => overheard.push(chunk.toString('latin1')));
      client.pipe(target).pipe(client);
    });
    sockets.push(target);
    for (const end of [client, target]) end.on('error', () => end.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { port: (server.address() as AddressInfo).port, lines, overheard };
}

describe('transport: certificates', () => {
  it('does not send a byte to a service whose certificate nobody vouches for', async () => {
    const server = await startServer((_seen, response) => response.end('ok'), tls);
    await expect(send(server.origin, {})).rejects.toMatchObject({
      code: 'offline',
      outcome: 'not-accepted',
      cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    });
    expect(server.seen).toEqual([]);
  });

  it('trusts a certificate that was added, as a company does', async () => {
    const server = await startServer((_seen, response) => response.end('ok'), tls);
    expect((await send(server.origin, { extraCertificates: [tls.cert] })).status).toBe(200);
  });

  it('does not trust it for another name', async () => {
    const server = await startServer((_seen, response) => response.end('ok'), tls);
    const byName = server.origin.replace('127.0.0.1', 'localhost');
    await expect(send(byName, { extraCertificates: [tls.cert] })).rejects.toMatchObject({
      code: 'offline',
      outcome: 'not-accepted',
    });
    expect(server.seen).toEqual([]);
  });

  it('does not send a byte to what speaks no TLS', async () => {
    const server = await startServer((_seen, response) => response.end('ok'));
    await expect(send(server.origin.replace('http:', 'https:'), {})).rejects.toMatchObject({
      code: 'offline',
      outcome: 'not-accepted',
    });
    expect(server.seen).toEqual([]);
  });
});

describe('transport: proxies', () => {
  it('reaches a secure service through a tunnel in which the proxy can read nothing', async () => {
    const server = await startServer((_seen, response) => response.end('ok'), tls);
    const proxy = await startProxy();
    const resolveProxy = () => Promise.resolve(`PROXY 127.0.0.1:${proxy.port}`);
    const answer = await send(server.origin, { resolveProxy, extraCertificates: [tls.cert] });
    expect(answer.status).toBe(200);
    expect(proxy.lines).toEqual([`CONNECT 127.0.0.1:${server.port}`]);
    expect(server.seen[0]?.headers['x-tm-key']).toBe('secret-key');
    expect(proxy.overheard.join()).not.toContain('secret-key');
  });

  it('carries an upload through a tunnel, and knows how far it is', async () => {
    const server = await startServer((seen, response) => response.end(String(seen.body.length)), tls);
    const proxy = await startProxy();
    const progress: number[] = [];
    const body = encodeForm({
      fileField: 'file',
      file: makeSource(300_000),
      onProgress: (sent) => progress.push(sent),
    });
    const answer = await send(
      server.origin,
      { resolveProxy: () => Promise.resolve(`PROXY 127.0.0.1:${proxy.port}`), extraCertificates: [tls.cert] },
      { body, headers: { 'content-type': body.contentType } },
    );
    expect(new TextDecoder().decode(answer.bytes)).toBe(String(body.sizeBytes));
    expect(server.seen[0]?.headers['content-length']).toBe(String(body.sizeBytes));
    expect(progress.at(-1)).toBe(300_000);
    expect(progress.length).toBeGreaterThan(4);
  });

  it('asks a proxy to forward what is not secure anyway', async () => {
    const proxy = await startProxy();
    const answer = await send('http://service.example', {
      resolveProxy: () => Promise.resolve(`PROXY 127.0.0.1:${proxy.port}`),
    });
    expect(new TextDecoder().decode(answer.bytes)).toBe('forwarded');
    expect(proxy.lines).toEqual(['POST http://service.example/api/v2/messages']);
  });

  it.each([407, 502, 503])('is sure that nothing arrived when the proxy refuses the tunnel with %i', async (status) => {
    const server = await startServer((_seen, response) => response.end('ok'), tls);
    const proxy = await startProxy(status);
    const resolveProxy = () => Promise.resolve(`PROXY 127.0.0.1:${proxy.port}`);
    await expect(send(server.origin, { resolveProxy, extraCertificates: [tls.cert] })).rejects.toMatchObject({
      code: 'offline',
      outcome: 'not-accepted',
    });
    expect(server.seen).toEqual([]);
  });

  it('is sure that nothing arrived when the proxy is not there, or cannot be found out', async () => {
    const server = await startServer((_seen, response) => response.end('ok'), tls);
    const port = await findClosedPort();
    await expect(
      send(server.origin, { resolveProxy: () => Promise.resolve(`PROXY 127.0.0.1:${port}`) }),
    ).rejects.toMatchObject({
      code: 'offline',
      outcome: 'not-accepted',
    });
    await expect(
      send(server.origin, { resolveProxy: () => Promise.reject(new Error('no settings')) }),
    ).rejects.toMatchObject({
      code: 'offline',
      outcome: 'not-accepted',
    });
    expect(server.seen).toEqual([]);
  });
});
