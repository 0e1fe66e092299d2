import type { ContextBridge, IpcRenderer } from 'electron';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EVENT_CHANNEL } from '#shared/contract/index.ts';
import { standIn } from '#test/support/electron/stand-in.ts';

afterEach(() => {
  vi.doUnmock('electron');
});

describe('the preload', () => {
  it('gives the page the bridge, once, and nothing of Electron with it', async () => {
    const exposed: [string, Record<string, unknown>][] = [];
    const channels: string[] = [];
    const ipcRenderer: IpcRenderer = standIn<IpcRenderer>({
      invoke: () => Promise.resolve({ ok: true, value: null }),
      on: (channel): IpcRenderer => {
        channels.push(channel);
        return ipcRenderer;
      },
    });
    const contextBridge = standIn<ContextBridge>({
      exposeInMainWorld: (name, api: unknown) => void exposed.push([name, api as Record<string, unknown>]),
    });
    vi.doMock('electron', () => ({ contextBridge, ipcRenderer }));
    await import('#main/preload/index.ts');
    const [[name, bridge] = ['', {}]] = exposed;
    expect([exposed.length, name]).toEqual([1, 'switchboard']);
    expect(Object.keys(bridge).sort()).toEqual([
      'fileUrl',
      'mediaUrl',
      'on',
      'onConnection',
      'onResync',
      'request',
      'upload',
    ]);
    // Functions of our own only: an object of Electron's would carry its prototype over.
    expect(Object.values(bridge).every((member) => typeof member === 'function')).toBe(true);
    expect(channels).toEqual([EVENT_CHANNEL]);
  });

  it('hands the page what main told, never the event that carried it', async () => {
    const { createPreloadBridge } = await import('#main/preload/bridge.ts');
    let tell: (event: unknown, frame: never) => void = () => undefined;
    const bridge = createPreloadBridge({
      invoke: () => Promise.resolve(null),
      on: (_channel, listener) => {
        tell = listener;
      },
    });
    const seen: unknown[][] = [];
    bridge.on('outbox.changed', (...values: unknown[]) => seen.push(values));
    const sender = { send: () => undefined };
    tell({ sender }, { type: 'event', sequence: 1, name: 'outbox.changed', payload: {} } as never);
    expect(seen).toEqual([[{}]]);
  });
});
