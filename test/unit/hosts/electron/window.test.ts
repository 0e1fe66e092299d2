import { describe, expect, it } from 'vitest';
import { DesktopWindow } from '#main/hosts/electron/desktop-window.ts';
import { PAGE_URL } from '#main/hosts/electron/page-origin.ts';
import type { NumberedEvent } from '#main/services/notices.ts';
import { WindowDouble } from '#test/support/electron/doubles.ts';

function createBridge() {
  const listeners = new Set<(event: NumberedEvent) => void>();
  const asked: unknown[] = [];
  return {
    runId: 'run-1',
    sequence: 7,
    asked,
    listeners,
    handle: (name: string, input: unknown) => {
      asked.push([name, input]);
      return Promise.resolve({ ok: true as const, value: {} });
    },
    subscribe: (listener: (event: NumberedEvent) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function setup() {
  const windows: WindowDouble[] = [];
  const bridge = createBridge();
  const desktop = new DesktopWindow((options) => {
    const window = new WindowDouble(options);
    windows.push(window);
    return window.asReal();
  }, '/app/preload.cjs');
  return { desktop, bridge, windows };
}

describe('the Electron window', () => {
  it('is sandboxed, isolated and without Node, and shows itself only when it has something to show', async () => {
    const { desktop, bridge, windows } = setup();
    await desktop.open(bridge);
    const [window] = windows;
    expect(window?.options.show).toBe(false);
    expect(window?.options.webPreferences).toEqual({
      preload: '/app/preload.cjs',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      spellcheck: true,
    });
    expect(window?.calls).toEqual([['loadURL', PAGE_URL], ['show']]);
  });

  it('is revealed, not doubled, when it is there already', async () => {
    const { desktop, bridge, windows } = setup();
    await desktop.open(bridge);
    const [window] = windows;
    if (window !== undefined) window.isHeld = true;
    await desktop.open(bridge);
    expect(windows).toHaveLength(1);
    expect(window?.calls.slice(2)).toEqual([['restore'], ['show'], ['focus']]);
  });

  it('is made anew after it was closed', async () => {
    const { desktop, bridge, windows } = setup();
    await desktop.open(bridge);
    windows[0]?.emit('closed');
    expect(desktop.current).toBeNull();
    await desktop.open(bridge);
    expect(windows).toHaveLength(2);
  });

  it('is looked at by nobody once it is closed', async () => {
    const { desktop, bridge, windows } = setup();
    await desktop.open(bridge);
    windows[0]?.emit('closed');
    expect(bridge.asked).toEqual([['host.setActivity', { isVisible: false, isFocused: false }]]);
  });

  it('stays on its own page; a link goes through the app, which checks it', async () => {
    const { desktop, bridge, windows } = setup();
    await desktop.open(bridge);
    const contents = windows[0]?.webContents;
    expect(contents?.navigate('will-navigate', PAGE_URL)).toBe(false);
    expect(contents?.navigate('will-navigate', 'https://elsewhere.example/')).toBe(true);
    expect(contents?.navigate('will-redirect', 'https://elsewhere.example/')).toBe(true);
    expect(contents?.navigate('will-frame-navigate', 'file:///etc/passwd')).toBe(true);
    expect(contents?.openHandler?.({ url: 'https://link.example/' })).toEqual({ action: 'deny' });
    expect(bridge.asked).toEqual([
      ['host.openLink', { url: 'https://elsewhere.example/' }],
      ['host.openLink', { url: 'https://link.example/' }],
    ]);
  });

  it('hears where the numbers stand after each load and every event after that, until it is gone', async () => {
    const { desktop, bridge, windows } = setup();
    await desktop.open(bridge);
    const contents = windows[0]?.webContents;
    contents?.emit('did-finish-load');
    for (const listener of bridge.listeners)
      listener({ sequence: 8, name: 'chats.changed', payload: { chatIds: [1] } });
    expect(contents?.calls).toEqual([
      ['send', 'switchboard:event', { type: 'hello', runId: 'run-1', sequence: 7 }],
      ['send', 'switchboard:event', { type: 'event', sequence: 8, name: 'chats.changed', payload: { chatIds: [1] } }],
    ]);
    contents?.emit('destroyed');
    expect(bridge.listeners.size).toBe(0);
  });
});
