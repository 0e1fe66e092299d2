import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { Sockets } from '#main/hosts/browser/sockets.ts';
import { NOT_FOUND, SteeredBridge } from './door.ts';

describe('the heartbeat of the socket', () => {
  let server: http.Server;
  let sockets: Sockets;
  let bridge: SteeredBridge;
  let url: string;

  beforeEach(async () => {
    const missing = (): Promise<typeof NOT_FOUND> => Promise.resolve(NOT_FOUND);
    bridge = new SteeredBridge({ getFile: missing, getMedia: missing });
    sockets = new Sockets(bridge, 20);
    server = http.createServer();
    server.on('upgrade', (request, socket, head) => sockets.upgrade(request, socket, head));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `ws://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  });
  afterEach(async () => {
    await sockets.dispose();
    server.closeAllConnections();
    server.close();
  });

  it('SOCKET-3: lets go of a peer that does not answer', async () => {
    const silent = new WebSocket(url, { autoPong: false });
    await vi.waitFor(() => expect(silent.readyState).toBe(WebSocket.CLOSED));
    await vi.waitFor(() => expect(bridge.listeners.size).toBe(0));
  });

  it('SOCKET-3: keeps a peer that answers', async () => {
    const lively = new WebSocket(url);
    let pings = 0;
    lively.on('ping', () => (pings += 1));
    await vi.waitFor(() => expect(pings).toBeGreaterThan(3));
    expect(lively.readyState).toBe(WebSocket.OPEN);
  });
});
