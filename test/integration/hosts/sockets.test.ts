import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PageKey } from '#shared/contract/index.ts';
import { toOpenFrame } from '#test/support/page-key.ts';
import { until } from '#test/support/until.ts';
import { connect, dial, enter, openHostOnPort, type HostOnPort, type Visitor } from './browser-host-on-port.ts';

describe('the socket of the browser host', () => {
  let host: HostOnPort;
  let visitor: Visitor;

  beforeEach(async () => {
    host = await openHostOnPort();
    visitor = await enter(host);
  });
  afterEach(async () => {
    await host.dispose();
  });

  it('says hello first, with the run and the number of the last event', async () => {
    const peer = await visitor.connect();
    expect(await peer.waitForFrames(1)).toEqual([{ type: 'hello', runId: 'run-1', sequence: 40 }]);
  });

  it('answers each request by its number, whichever is ready first', async () => {
    const peer = await visitor.connect();
    let release = (): void => undefined;
    host.bridge.answer = (name) =>
      name === 'slow'
        ? new Promise((resolve) => (release = () => resolve({ ok: true, value: 'late' })))
        : Promise.resolve({ ok: true, value: 'soon' });
    peer.send({ type: 'request', id: 1, name: 'slow', input: {} });
    peer.send({ type: 'request', id: 2, name: 'quick', input: { a: 1 } });
    await peer.waitForFrames(2);
    release();
    const [, ...replies] = await peer.waitForFrames(3);
    expect(replies).toEqual([
      { type: 'reply', id: 2, reply: { ok: true, value: 'soon' } },
      { type: 'reply', id: 1, reply: { ok: true, value: 'late' } },
    ]);
    expect(host.bridge.asked).toContainEqual({ name: 'quick', input: { a: 1 } });
  });

  it('passes events on with their numbers, to every page', async () => {
    const peers = [await visitor.connect(), await visitor.connect()];
    for (const peer of peers) await peer.waitForFrames(1);
    host.bridge.tell('chats.changed', { chatIds: [1], everything: false });
    for (const peer of peers) {
      const [, event] = await peer.waitForFrames(2);
      expect(event).toEqual({
        type: 'event',
        sequence: 41,
        name: 'chats.changed',
        payload: { chatIds: [1], everything: false },
      });
    }
  });

  it('SOCKET-1: shows a page that was away the gap: hello has moved on', async () => {
    const first = await visitor.connect();
    await first.waitForFrames(1);
    first.socket.close();
    await first.waitForClose();
    await until(() => expect(host.bridge.listeners.size).toBe(1));
    host.bridge.tell('chats.changed', { chatIds: [1], everything: false });
    const second = await visitor.connect();
    expect(await second.waitForFrames(1)).toEqual([{ type: 'hello', runId: 'run-1', sequence: 41 }]);
    host.bridge.tell('chats.changed', { chatIds: [2], everything: false });
    expect((await second.waitForFrames(2))[1]).toMatchObject({ sequence: 42 });
  });

  it.each([
    ['the origin of another port', { origin: 'http://127.0.0.1:1' }],
    ['the origin of another site', { origin: 'https://evil.example' }],
    ['another name for us', { host: 'evil.example' }],
  ])('stays shut for %s', async (_what, headers) => {
    await expect(visitor.connect(headers)).rejects.toThrow('refused with 403');
  });

  it('stays shut without an origin', async () => {
    await expect(connect(visitor.origin, visitor.key, {})).rejects.toThrow('refused with 403');
  });

  it.each([
    ['a secret that main never gave', (key: PageKey) => ({ ...key, pageId: 'nobody' })],
    ['a wrong secret', (key: PageKey) => ({ ...key, secret: 'guess' })],
  ])('lets nobody in with %s, and tells nothing', async (_what, change) => {
    const { origin } = visitor;
    await expect(connect(origin, change(visitor.key), { origin })).rejects.toThrow('closed with 4401');
    expect(host.bridge.listeners.size).toBe(1);
  });

  it('ENTRY-2: takes no proof that was made for another port', async () => {
    const { origin, key } = visitor;
    const peer = dial(origin, { origin }, (mainNonce) => {
      peer.send(toOpenFrame(key, { host: '127.0.0.1:1', mainNonce }));
    });
    expect(await peer.waitForClose()).toBe(4401);
    expect(peer.frames).toEqual([]);
  });

  it('ENTRY-2: takes no proof that was heard on another connection', async () => {
    const { origin, key } = visitor;
    const heard: unknown[] = [];
    const first = dial(origin, { origin }, (mainNonce) => {
      heard.push(toOpenFrame(key, { host: new URL(origin).host, mainNonce }));
      first.send(heard[0]);
    });
    await first.waitForFrames(1);
    const second = dial(origin, { origin }, () => second.send(heard[0]));
    expect(await second.waitForClose()).toBe(4401);
  });

  it('answers nothing and tells nothing before the proof', async () => {
    const { origin } = visitor;
    const peer = dial(origin, { origin });
    await once(peer.socket, 'open');
    host.bridge.tell('chats.changed', { chatIds: [1], everything: false });
    peer.send({ type: 'request', id: 1, name: 'live.turnOn', input: {} });
    expect(await peer.waitForClose()).toBe(4401);
    expect(peer.frames).toEqual([]);
    expect(host.bridge.asked.map(({ name }) => name)).not.toContain('live.turnOn');
  });

  it('ENTRY-1: disconnects the oldest unproven page when too many wait, and takes a page all the same', async () => {
    const { origin } = visitor;
    const first = dial(origin, { origin });
    const closed = first.waitForClose();
    await once(first.socket, 'open');
    for (let count = 0; count < 16; count += 1) await once(dial(origin, { origin }).socket, 'open');
    expect(await closed).toBe(1008);
    expect(await (await visitor.connect()).waitForFrames(1)).toMatchObject([{ type: 'hello' }]);
  });

  it('SOCKET-5: beats, so that a page can tell silence', async () => {
    const peer = await visitor.connect();
    await until(() => expect(peer.beats).toBeGreaterThan(1));
  });

  it('SOCKET-2: ends a connection whose frame is too long, without passing it on', async () => {
    const peer = await visitor.connect();
    const closed = peer.waitForClose();
    peer.send({ type: 'request', id: 1, name: 'big', input: 'x'.repeat(17 * 1024 * 1024) });
    expect(await closed).toBe(1009);
    expect(host.bridge.asked.map(({ name }) => name)).not.toContain('big');
  });

  it('takes a request that names a hundred thousand contacts', async () => {
    const peer = await visitor.connect();
    const contactIds = Array.from({ length: 100_000 }, (_, index) => 100_000_000 + index);
    peer.send({ type: 'request', id: 1, name: 'many', input: { contactIds } });
    expect(await peer.waitForFrames(2)).toMatchObject([{ type: 'hello' }, { type: 'reply', id: 1 }]);
    expect(host.bridge.asked).toContainEqual({ name: 'many', input: { contactIds } });
  });

  it('ENTRY-1: disconnects a page that says much before it proved itself', async () => {
    const { origin } = visitor;
    const stranger = dial(origin, { origin });
    const closed = stranger.waitForClose();
    await once(stranger.socket, 'open');
    // A frame that does not end yet: no proof can be seen in it.
    stranger.socket.send('x'.repeat(100_000), { fin: false });
    expect(await closed).toBe(1006);
  });

  it.each(['not json', '{"type":"reply","id":1}', '[]', '{"type":"request","id":"x","name":1}'])(
    'SOCKET-2: ends a connection that says %s',
    async (text) => {
      const peer = await visitor.connect();
      const closed = peer.waitForClose();
      peer.send(text);
      expect(await closed).toBe(1008);
    },
  );

  it('SOCKET-2: ends a connection that sends bytes', async () => {
    const peer = await visitor.connect();
    const closed = peer.waitForClose();
    peer.socket.send(Buffer.from('{"type":"request","id":1,"name":"x","input":{}}'), { binary: true });
    expect(await closed).toBe(1008);
  });

  it('SOCKET-4: ends a connection that asks without waiting for any answer, and takes its next one', async () => {
    const peer = await visitor.connect();
    await peer.waitForFrames(1);
    const closed = peer.waitForClose();
    const release = Promise.withResolvers<undefined>();
    host.bridge.answer = async (name) => {
      await release.promise;
      return { ok: true, value: name };
    };
    for (let id = 0; id < 300; id += 1) peer.send({ type: 'request', id, name: 'slow', input: {} });
    expect(await closed).toBe(1013);
    expect(host.bridge.asked.filter(({ name }) => name === 'slow')).toHaveLength(256);
    release.resolve(undefined);
    const next = await visitor.connect();
    for (let id = 0; id < 300; id += 1) {
      next.send({ type: 'request', id, name: 'quick', input: {} });
      await next.waitForFrames(id + 2);
    }
  });

  it('tells the app that it is active as long as one page is', async () => {
    const [first, second] = [await visitor.connect(), await visitor.connect()];
    const looking = { isVisible: true, isFocused: false };
    const away = { isVisible: false, isFocused: false };
    first.send({ type: 'request', id: 1, name: 'host.setActivity', input: looking });
    await first.waitForFrames(2);
    second.send({ type: 'request', id: 1, name: 'host.setActivity', input: away });
    await second.waitForFrames(2);
    first.socket.close();
    await until(() => {
      expect(host.bridge.asked.map(({ input }) => input)).toEqual([looking, looking, away]);
    });
  });

  it('ends its subscriptions with the connection', async () => {
    const peer = await visitor.connect();
    expect(host.bridge.listeners.size).toBe(2);
    peer.socket.terminate();
    await until(() => expect(host.bridge.listeners.size).toBe(1));
  });
});
