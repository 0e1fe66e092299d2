import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocketServer, type WebSocket as ServerSocket } from 'ws';
import { BrowserSessions } from '#main/hosts/browser/browser-sessions.ts';
import { Handshake } from '#main/hosts/browser/sockets.ts';
import { createToken } from '#main/platform/ids.ts';
import { findSignature, type ChatCounts, type RequestFrame } from '#shared/contract/index.ts';
import { WebSocketBridge } from '#renderer/bridge/web-socket-bridge.ts';

const counts: ChatCounts = {
  ...{ open: 4, unread: 2, closed: 1, deleted: 0, snoozed: 0, pinned: 0, muted: 0 },
  ...{ waiting: 1, drafts: 0, failed: 0, scheduled: 0, lamp: 1, views: [] },
};

const KEY = { pageId: 'page', secret: 'secret' };

/** A main on loopback: real sockets and proofs, answers by hand. */
class LoopbackMain {
  readonly sessions = new BrowserSessions({
    createToken,
    now: Date.now,
    kept: [{ ...KEY, seenAt: Date.now() }],
    keep: () => undefined,
  });
  /** Null: it promises no beats, and a test may take its time. */
  beatEveryMs: number | null = null;
  readonly http = createServer();
  readonly sockets = new WebSocketServer({ server: this.http, path: '/bridge' });
  readonly heard: RequestFrame[] = [];
  #connections: ServerSocket[] = [];
  port = 0;

  async listen(): Promise<void> {
    this.sockets.on('connection', (socket, request) => {
      const { sessions, beatEveryMs } = this;
      new Handshake({ sessions, now: Date.now, beatEveryMs }).begin(socket, request.headers.host ?? '', () => {
        this.#connections.push(socket);
        socket.on('message', (data: Buffer) => this.heard.push(JSON.parse(data.toString('utf8')) as RequestFrame));
      });
    });
    await new Promise<void>((resolve) => {
      this.http.listen(this.port, '127.0.0.1', resolve);
    });
    this.port = (this.http.address() as AddressInfo).port;
  }

  get connection(): ServerSocket {
    const socket = this.#connections.at(-1);
    if (socket === undefined) throw new Error('nobody connected yet');
    return socket;
  }

  get connectionCount(): number {
    return this.#connections.length;
  }

  send(frame: unknown): void {
    this.connection.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  hello(sequence = 0): void {
    this.send({ type: 'hello', runId: 'run-1', sequence });
  }

  async close(): Promise<void> {
    for (const socket of this.sockets.clients) socket.terminate();
    await new Promise((resolve) => this.http.close(resolve));
  }
}

describe('WebSocketBridge', () => {
  let main: LoopbackMain;
  let bridge: WebSocketBridge;

  beforeEach(async () => {
    main = new LoopbackMain();
    await main.listen();
    bridge = new WebSocketBridge({
      origin: `http://127.0.0.1:${String(main.port)}`,
      entry: { key: KEY, renew: () => Promise.resolve(), setProven: () => undefined },
      isVisible: () => true,
    });
    await vi.waitFor(() => main.connection);
  });
  afterEach(async () => {
    bridge.dispose();
    await main.close();
  });

  it('BRIDGE-3 keeps a request that was made before the first hello, and answers it', async () => {
    const asked = bridge.request('chats.count', {});
    expect(main.heard).toEqual([]);
    main.hello();
    await vi.waitFor(() => expect(main.heard).toHaveLength(1));
    expect(main.heard[0]).toMatchObject({ type: 'request', name: 'chats.count', input: {} });
    main.send({ type: 'reply', id: main.heard[0]?.id, reply: { ok: true, value: counts } });
    expect(await asked).toEqual({ ok: true, value: counts });
  });

  it('passes a refusal on as it is', async () => {
    main.hello();
    const asked = bridge.request('chats.count', {});
    await vi.waitFor(() => expect(main.heard).toHaveLength(1));
    const error = { code: 'disk', detail: 'full', fields: {}, retryAfterMs: 5 };
    main.send({ type: 'reply', id: main.heard[0]?.id, reply: { ok: false, error } });
    expect(await asked).toEqual({ ok: false, error });
  });

  it('ends a request whose answer does not fit the contract as a bug', async () => {
    main.hello();
    const asked = bridge.request('chats.count', {});
    await vi.waitFor(() => expect(main.heard).toHaveLength(1));
    main.send({ type: 'reply', id: main.heard[0]?.id, reply: { ok: true, value: { open: 'four' } } });
    expect(await asked).toMatchObject({ ok: false, error: { code: 'bug' } });
  });

  it('BRIDGE-3 ends open requests as disconnected when the connection is lost', async () => {
    main.hello();
    const asked = bridge.request('chats.count', {});
    await vi.waitFor(() => expect(main.heard).toHaveLength(1));
    main.connection.terminate();
    expect(await asked).toMatchObject({ ok: false, error: { code: 'disconnected' } });
    expect(await bridge.request('chats.count', {})).toMatchObject({ ok: false, error: { code: 'disconnected' } });
  });

  it('BRIDGE-4 comes back by itself, says so, and has everything asked again', async () => {
    const connection: boolean[] = [];
    bridge.onConnection((isConnected) => connection.push(isConnected));
    const resync = vi.fn();
    bridge.onResync(resync);
    main.hello(7);
    await vi.waitFor(() => expect(connection).toEqual([true, true]));
    expect(resync).not.toHaveBeenCalled();
    main.connection.terminate();
    await vi.waitFor(() => expect(connection.at(-1)).toBe(false));
    await vi.waitFor(() => expect(main.connectionCount).toBe(2));
    main.hello(7);
    await vi.waitFor(() => expect(connection.at(-1)).toBe(true));
    expect(resync).toHaveBeenCalledTimes(1);
  });

  it('BRIDGE-4 has everything asked again when the very first attempts failed', async () => {
    const resync = vi.fn();
    bridge.onResync(resync);
    main.connection.terminate();
    await vi.waitFor(() => expect(main.connectionCount).toBe(2));
    main.hello();
    await vi.waitFor(() => expect(resync).toHaveBeenCalledTimes(1));
  });

  it('hands events with the next number on without asking again', async () => {
    const heard = vi.fn();
    const resync = vi.fn();
    bridge.on('chats.changed', heard);
    bridge.onResync(resync);
    main.hello(3);
    main.send({ type: 'event', sequence: 4, name: 'chats.changed', payload: { chatIds: [9], everything: false } });
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith({ chatIds: [9], everything: false }));
    expect(resync).not.toHaveBeenCalled();
  });

  it('BRIDGE-1 has everything asked again after a gap in the numbers', async () => {
    const resync = vi.fn();
    bridge.onResync(resync);
    main.hello(3);
    main.send({ type: 'event', sequence: 6, name: 'chats.changed', payload: { chatIds: [9], everything: false } });
    await vi.waitFor(() => expect(resync).toHaveBeenCalledTimes(1));
  });

  it('BRIDGE-2 does not hear an event twice', async () => {
    const heard = vi.fn();
    bridge.on('chats.changed', heard);
    main.hello(3);
    const event = { type: 'event', sequence: 4, name: 'chats.changed', payload: { chatIds: [9], everything: false } };
    main.send(event);
    main.send(event);
    main.send({ ...event, sequence: 5, payload: { chatIds: [10], everything: false } });
    await vi.waitFor(() => expect(heard).toHaveBeenLastCalledWith({ chatIds: [10], everything: false }));
    expect(heard).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['no JSON', 'hello'],
    ['no frame of the contract', { type: 'greeting' }],
    ['an event of another time', { type: 'event', sequence: 1, name: 'chats.exploded', payload: {} }],
    ['an event with a payload that does not fit', { type: 'event', sequence: 1, name: 'chats.changed', payload: {} }],
  ])('BRIDGE-1 has everything asked again after %s', async (_what, frame) => {
    const resync = vi.fn();
    bridge.onResync(resync);
    main.hello();
    main.send(frame);
    await vi.waitFor(() => expect(resync).toHaveBeenCalledTimes(1));
  });

  it('stops listening when asked to', async () => {
    const heard = vi.fn();
    const stop = bridge.on('chats.changed', heard);
    const other = vi.fn();
    bridge.on('contacts.changed', other);
    stop();
    main.hello();
    main.send({ type: 'event', sequence: 1, name: 'chats.changed', payload: { chatIds: [1], everything: false } });
    main.send({ type: 'event', sequence: 2, name: 'contacts.changed', payload: { contactIds: [], everything: true } });
    await vi.waitFor(() => expect(other).toHaveBeenCalled());
    expect(heard).not.toHaveBeenCalled();
  });

  it('BRIDGE-6 takes a line on which main has gone silent for lost, and connects again', async () => {
    main.hello();
    main.beatEveryMs = 200;
    main.connection.terminate();
    await vi.waitFor(() => expect(main.connectionCount).toBe(2));
    main.hello();
    const connection: boolean[] = [];
    bridge.onConnection((isConnected) => connection.push(isConnected));
    await vi.waitFor(() => expect(connection).toContain(true));
    const asked = bridge.request('chats.count', {});
    // Nothing closes the connection: it only says nothing any more.
    expect(await asked).toMatchObject({ ok: false, error: { code: 'disconnected' } });
    expect(connection.at(-1)).toBe(false);
    await vi.waitFor(() => expect(main.connectionCount).toBe(3));
  });

  it('BRIDGE-5 tells a program nothing that has the port of main and does not know the secret', async () => {
    const other = createServer();
    const sockets = new WebSocketServer({ server: other, path: '/bridge' });
    const heard: string[] = [];
    sockets.on('connection', (socket) => {
      socket.on('message', (data: Buffer) => {
        heard.push(data.toString('utf8'));
        socket.send(JSON.stringify({ type: 'welcome', proof: '0'.repeat(64), now: 0, epoch: 'e', beatEveryMs: null }));
        socket.send(JSON.stringify({ type: 'hello', runId: 'run-1', sequence: 0 }));
      });
      socket.send(JSON.stringify({ type: 'challenge', nonce: 'nonce' }));
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const misled = new WebSocketBridge({
      origin: `http://127.0.0.1:${String((other.address() as AddressInfo).port)}`,
      entry: { key: KEY, renew: () => Promise.resolve(), setProven: () => undefined },
      isVisible: () => true,
    });
    const asked = misled.request('chats.count', {});
    expect(await asked).toMatchObject({ ok: false, error: { code: 'disconnected' } });
    expect(heard.join()).not.toContain(KEY.secret);
    expect(heard.join()).not.toContain('chats.count');
    misled.dispose();
    for (const socket of sockets.clients) socket.terminate();
    await new Promise((resolve) => other.close(resolve));
  });

  it('asks other tabs for a secret that main knows when it does not know its own any more', async () => {
    const asked: string[] = [];
    const entry = {
      key: { pageId: 'old', secret: 'old' },
      renew: () => Promise.resolve(void asked.push('renew')),
      setProven: () => undefined,
    };
    const renewed = { ...entry, renew: () => entry.renew().then(() => void Object.assign(renewed, { key: KEY })) };
    const origin = `http://127.0.0.1:${String(main.port)}`;
    const left = new WebSocketBridge({ origin, entry: renewed, isVisible: () => true });
    await vi.waitFor(() => expect(main.connectionCount).toBe(2));
    expect(asked).toEqual(['renew']);
    left.dispose();
  });

  it('addresses pictures by their id, whatever is in it, signed as main wants it', async () => {
    const find = (): URL => new URL(bridge.mediaUrl('a/b c'), 'http://127.0.0.1');
    await vi.waitFor(() => expect(find().searchParams.get('signature')).not.toBeNull());
    const { pathname, searchParams } = find();
    expect(pathname).toBe('/media/a%2Fb%20c');
    const signature = findSignature(searchParams.get('signature') ?? '');
    expect(main.sessions.isSigned({ method: 'GET', path: pathname }, signature)).toBe(true);
  });

  it('gives a picture the same address again, so that it is not fetched again', async () => {
    await vi.waitFor(() => expect(bridge.mediaUrl('a')).toContain('signature='));
    expect(bridge.mediaUrl('a')).toBe(bridge.mediaUrl('a'));
  });

  it('signs anew when the account has changed', async () => {
    await vi.waitFor(() => expect(bridge.mediaUrl('a')).toContain('signature='));
    const before = bridge.mediaUrl('a');
    main.hello();
    main.sessions.startEpoch();
    main.send({ type: 'epoch', epoch: main.sessions.epoch });
    await vi.waitFor(() => expect(bridge.mediaUrl('a')).not.toBe(before));
  });
});
