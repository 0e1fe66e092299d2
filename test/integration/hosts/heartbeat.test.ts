import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { BrowserSessions } from '#main/hosts/browser/browser-sessions.ts';
import { Sockets } from '#main/hosts/browser/sockets.ts';
import { createToken } from '#main/platform/ids.ts';
import type { PageFrame } from '#shared/contract/index.ts';
import { toOpenFrame } from '#test/support/page-key.ts';
import { until } from '#test/support/until.ts';
import { NOT_FOUND, ScriptedBridge } from './browser-host-on-port.ts';

const PING_EVERY_MS = 30_000;
const KEY = { pageId: 'page', secret: 'secret' };

/** Answers main's first frame; resolves with the hello after it. */
async function open(socket: WebSocket, url: string): Promise<void> {
  await new Promise<void>((resolve) => {
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString('utf8')) as PageFrame;
      if (frame.type === 'hello') resolve();
      if (frame.type !== 'challenge') return;
      socket.send(JSON.stringify(toOpenFrame(KEY, { host: new URL(url).host, mainNonce: frame.nonce })));
    });
  });
}

async function waitForReply(socket: WebSocket): Promise<void> {
  await new Promise<void>((resolve) => {
    socket.on('message', (data: Buffer) => {
      if ((JSON.parse(data.toString('utf8')) as PageFrame).type === 'reply') resolve();
    });
  });
}

describe('the heartbeat of the socket', () => {
  let server: http.Server;
  let sockets: Sockets;
  let bridge: ScriptedBridge;
  let url: string;

  beforeEach(async () => {
    const missing = (): Promise<typeof NOT_FOUND> => Promise.resolve(NOT_FOUND);
    bridge = new ScriptedBridge({ getFile: missing, getMedia: missing });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const kept = [{ ...KEY, seenAt: Date.now() }];
    const sessions = new BrowserSessions({ createToken, now: Date.now, kept, keep: () => undefined });
    sockets = new Sockets({ bridge, sessions, now: Date.now, pingEveryMs: PING_EVERY_MS });
    server = http.createServer();
    server.on('upgrade', (request, socket, head) => sockets.upgrade(request, socket, head));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `ws://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  });
  afterEach(async () => {
    await sockets.dispose();
    vi.useRealTimers();
    server.closeAllConnections();
    server.close();
  });

  it('SOCKET-3: disconnects a peer that does not answer', async () => {
    const silent = new WebSocket(url, { autoPong: false });
    await open(silent, url);
    const pinged = once(silent, 'ping');
    vi.advanceTimersByTime(PING_EVERY_MS);
    await pinged;
    expect(bridge.listeners.size).toBe(2);
    const closed = once(silent, 'close');
    vi.advanceTimersByTime(PING_EVERY_MS);
    await closed;
    await until(() => expect(bridge.listeners.size).toBe(1));
  });

  it('SOCKET-3: keeps a peer that answers', async () => {
    const lively = new WebSocket(url);
    await open(lively, url);
    for (let id = 1; id <= 4; id += 1) {
      const pinged = once(lively, 'ping');
      vi.advanceTimersByTime(PING_EVERY_MS);
      await pinged;
      // A reply to what is said after the answer to the ping: so that came, too.
      const replied = waitForReply(lively);
      lively.send(JSON.stringify({ type: 'request', id, name: 'anything', input: {} }));
      await replied;
    }
    expect(lively.readyState).toBe(WebSocket.OPEN);
  });
});
