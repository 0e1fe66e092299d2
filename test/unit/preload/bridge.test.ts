import { describe, expect, it } from 'vitest';
import { createPreloadBridge } from '#main/preload/bridge.ts';
import type { MainFrame } from '#shared/contract/index.ts';

function setup(answer: (channel: string, value: unknown) => unknown = () => ({ ok: true, value: null })) {
  const asked: [string, unknown][] = [];
  let tell: (frame: MainFrame) => void = () => undefined;
  const bridge = createPreloadBridge({
    invoke: (channel, value) => {
      asked.push([channel, value]);
      return Promise.resolve().then(() => answer(channel, value));
    },
    on: (_channel, listener) => {
      tell = (frame) => listener({}, frame);
    },
  });
  return { bridge, asked, tell: (frame: MainFrame) => tell(frame) };
}

const event = (sequence: number): MainFrame => ({
  type: 'event',
  sequence,
  name: 'chats.changed',
  payload: { chatIds: [sequence], everything: false },
});

describe('the bridge of the Electron window', () => {
  it('asks main by the names of the contract only', async () => {
    const { bridge, asked } = setup();
    await bridge.request('session.get', {});
    expect(asked).toEqual([['switchboard:request', { type: 'request', id: 1, name: 'session.get', input: {} }]]);
    expect(await bridge.request('shell.run' as never, {} as never)).toMatchObject({ ok: false });
    expect(asked).toHaveLength(1);
    expect(() => bridge.on('everything' as never, () => undefined)).toThrow(/no event/);
  });

  it('throws nothing at the page when main cannot be asked', async () => {
    const { bridge } = setup(() => {
      throw new Error('No handler registered');
    });
    const bug = { ok: false, error: { code: 'bug', detail: null, fields: {}, retryAfterMs: null } };
    expect(await bridge.request('session.get', {})).toEqual(bug);
    expect(await bridge.upload('h', new Blob(['x']), () => undefined)).toEqual(bug);
  });

  it('hands events on, and asks for everything anew after a gap in their numbers', () => {
    const { bridge, tell } = setup();
    const seen: unknown[] = [];
    let resyncs = 0;
    bridge.on('chats.changed', (payload) => seen.push(payload.chatIds));
    bridge.onResync(() => (resyncs += 1));
    tell({ type: 'hello', runId: 'a', sequence: 4 });
    tell(event(5));
    expect([seen, resyncs]).toEqual([[[5]], 0]);
    tell(event(7));
    expect([seen, resyncs]).toEqual([[[5], [7]], 1]);
    tell({ type: 'hello', runId: 'b', sequence: 0 });
    expect(resyncs).toBe(2);
  });

  it('stops telling a listener that has undone itself', () => {
    const { bridge, tell } = setup();
    const seen: unknown[] = [];
    const undo = bridge.on('chats.changed', (payload) => seen.push(payload));
    undo();
    tell(event(1));
    expect(seen).toEqual([]);
  });

  it('uploads in chunks of a mebibyte, in order, and stops at the first refusal', async () => {
    const refusal = { ok: false, error: { code: 'validation', detail: null, fields: {}, retryAfterMs: null } };
    const mebibyte = 1024 * 1024;
    const { bridge, asked } = setup((_channel, value) =>
      (value as { offset: number }).offset < 2 * mebibyte ? { ok: true, value: {} } : refusal,
    );
    const progress: number[] = [];
    const reply = await bridge.upload('h', new Blob([new Uint8Array(3 * mebibyte)]), (sent) => progress.push(sent));
    expect(asked.map(([channel, value]) => [channel, (value as { offset: number }).offset / mebibyte])).toEqual([
      ['switchboard:bytes', 0],
      ['switchboard:bytes', 1],
      ['switchboard:bytes', 2],
    ]);
    expect(progress).toEqual([mebibyte, 2 * mebibyte]);
    expect(reply).toEqual(refusal);
  });
});
