import type { App, Session } from 'electron';
import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchCrashes } from '#main/hosts/electron/crashes.ts';
import { closeBeforeQuit, keepWindow } from '#main/hosts/electron/lifetime.ts';
import { denyPermissions } from '#main/hosts/electron/permissions.ts';
import { AppDouble, ContentsDouble, EventDouble } from '#test/support/electron/doubles.ts';

const asApp = (app: AppDouble): App => app as unknown as App;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('quitting', () => {
  it('waits until everything is closed, once, and then goes on', async () => {
    const app = new AppDouble();
    const closing = Promise.withResolvers<undefined>();
    let closed = 0;
    closeBeforeQuit(asApp(app), () => {
      closed += 1;
      return closing.promise;
    });
    const [first, second] = [new EventDouble(), new EventDouble()];
    app.emit('before-quit', first);
    app.emit('before-quit', second);
    expect([first.isPrevented, second.isPrevented, closed]).toEqual([true, true, 1]);
    closing.resolve(undefined);
    await vi.runAllTimersAsync();
    expect(app.calls).toEqual([['quit']]);
    const third = new EventDouble();
    app.emit('before-quit', third);
    expect(third.isPrevented).toBe(false);
  });

  it('has a deadline', async () => {
    const app = new AppDouble();
    closeBeforeQuit(asApp(app), () => new Promise(() => undefined));
    app.emit('before-quit', new EventDouble());
    await vi.advanceTimersByTimeAsync(9_999);
    expect(app.calls).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(app.calls).toEqual([['exit', 1]]);
  });
});

describe('the last window', () => {
  it.each([
    ['win32', [['quit']]],
    ['linux', [['quit']]],
    ['darwin', []],
  ] as const)('closed on %s leads to %j', (platform, calls) => {
    const app = new AppDouble();
    keepWindow(asApp(app), { platform, open: () => Promise.resolve(), report: () => undefined });
    app.emit('window-all-closed');
    expect(app.calls).toEqual(calls);
  });

  it('comes back on a second start and from the dock; a failure is told', async () => {
    const app = new AppDouble();
    const told: string[] = [];
    const open = vi.fn().mockResolvedValueOnce(undefined).mockRejectedValueOnce(new Error('no page'));
    keepWindow(asApp(app), { platform: 'darwin', open, report: (what) => told.push(what) });
    app.emit('second-instance');
    app.emit('activate');
    await vi.runAllTimersAsync();
    expect(open).toHaveBeenCalledTimes(2);
    expect(told).toEqual(['window.notLoaded']);
  });
});

describe('crashes', () => {
  function setup() {
    const app = new AppDouble();
    const nodeProcess = new EventEmitter();
    const told: string[] = [];
    const closing = Promise.withResolvers<undefined>();
    watchCrashes({
      app: asApp(app),
      process: nodeProcess as NodeJS.Process,
      report: (what) => told.push(what),
      close: () => closing.promise,
      now: () => Date.now(),
    });
    return { app, nodeProcess, told, closing };
  }

  it('of the page bring it back, at most three times a minute', () => {
    const { app, told } = setup();
    const contents = new ContentsDouble();
    for (let count = 0; count < 5; count += 1) {
      app.emit('render-process-gone', new EventDouble(), contents, { reason: 'crashed', exitCode: 1 });
    }
    expect(told).toHaveLength(5);
    expect(contents.calls).toHaveLength(3);
    vi.advanceTimersByTime(61_000);
    app.emit('render-process-gone', new EventDouble(), contents, { reason: 'oom', exitCode: 1 });
    expect(contents.calls).toHaveLength(4);
  });

  it('that nobody caught in main are told and end the process, once the diary is written', async () => {
    const { app, nodeProcess, told, closing } = setup();
    nodeProcess.emit('unhandledRejection', new Error('bug'));
    expect(told).toEqual(['main.unhandledRejection']);
    expect(app.calls).toEqual([]);
    closing.resolve(undefined);
    await vi.advanceTimersByTimeAsync(0);
    expect(app.calls).toEqual([['exit', 1]]);
  });

  it('that keep main from closing end it all the same', async () => {
    const { app, nodeProcess } = setup();
    nodeProcess.emit('uncaughtException', new Error('bug'));
    await vi.advanceTimersByTimeAsync(4_999);
    expect(app.calls).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(app.calls).toEqual([['exit', 1]]);
  });

  it('that follow one another end it at once', () => {
    const { app, nodeProcess } = setup();
    nodeProcess.emit('uncaughtException', new Error('bug'));
    nodeProcess.emit('uncaughtException', new Error('another'));
    expect(app.calls).toEqual([['exit', 1]]);
  });

  it('that were a clean exit are none', () => {
    const { app, told } = setup();
    app.emit('render-process-gone', new EventDouble(), new ContentsDouble(), { reason: 'clean-exit', exitCode: 0 });
    app.emit('child-process-gone', new EventDouble(), { type: 'Utility', reason: 'clean-exit', exitCode: 0 });
    expect(told).toEqual([]);
  });
});

describe('permissions', () => {
  it('are denied but for copying text', () => {
    type RequestHandler = Parameters<Session['setPermissionRequestHandler']>[0];
    type CheckHandler = Parameters<Session['setPermissionCheckHandler']>[0];
    const handlers: { request: RequestHandler; check: CheckHandler } = { request: null, check: null };
    denyPermissions({
      setPermissionRequestHandler: (handler) => {
        handlers.request = handler;
      },
      setPermissionCheckHandler: (handler) => {
        handlers.check = handler;
      },
    });
    const answers: boolean[] = [];
    const contents = new ContentsDouble().asReal();
    for (const permission of ['media', 'geolocation', 'clipboard-sanitized-write'] as const) {
      handlers.request?.(contents, permission, (isGranted) => answers.push(isGranted), {} as never);
    }
    expect(answers).toEqual([false, false, true]);
    expect(handlers.check?.(contents, 'notifications', 'switchboard-app://window', {} as never)).toBe(false);
  });
});
