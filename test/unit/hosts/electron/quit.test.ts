import type { MessageBoxOptions } from 'electron';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  askBeforeQuit,
  closeBeforeQuit,
  type QuitAnswer,
  type QuitSteps,
} from '#main/hosts/electron/lifecycle/quit.ts';
import { SessionEnd } from '#main/hosts/electron/lifecycle/session-end.ts';
import { AppDouble } from '#test/support/electron/app-double.ts';
import { ElectronDouble } from '#test/support/electron/doubles.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const settle = () => vi.advanceTimersByTimeAsync(0);

function createElectron() {
  const double = new ElectronDouble();
  double.recorder.isReady = true;
  const acts = () => double.recorder.calls.filter(([name]) => !/\.on(ce)?$/.test(name));
  return { double, app: double.parts.app, acts };
}

function setupQuit(changes: Partial<QuitSteps> = {}) {
  const electron = createElectron();
  const done: string[] = [];
  const note = (step: string) => () => {
    done.push(step);
    return Promise.resolve();
  };
  closeBeforeQuit(electron.app, {
    ask: () => Promise.resolve('quit'),
    isSessionEnding: () => false,
    hide: () => void done.push('hide'),
    reopen: () => void done.push('reopen'),
    flush: (withinMs) => note(`flush ${String(withinMs)}`)(),
    close: note('close'),
    handOver: () => false,
    leave: () => void done.push('leave'),
    startAgain: () => void done.push('start again'),
    report: (what) => void done.push(what),
    ...changes,
  });
  return { ...electron, done };
}

describe('quitting', () => {
  it('waits until everything is closed, once and out of sight, and then goes on', async () => {
    const closing = Promise.withResolvers<undefined>();
    const { double, acts, done } = setupQuit({ close: () => closing.promise });
    expect([double.quit(), double.quit()]).toEqual([true, true]);
    await settle();
    expect([done, acts(), double.quit()]).toEqual([['hide'], [], true]);
    closing.resolve(undefined);
    await vi.runAllTimersAsync();
    expect(acts()).toEqual([['app.quit']]);
    expect(double.quit()).toBe(false);
  });

  it('leaves the end to an installer, once everything is closed, and does not wait for it for ever', async () => {
    const { double, acts, done } = setupQuit({ handOver: () => done.push('installer') > 0 });
    double.quit();
    await settle();
    expect([done, acts()]).toEqual([['hide', 'close', 'installer'], []]);
    expect(double.quit()).toBe(false);
    await vi.advanceTimersByTimeAsync(120_000);
    expect([done.slice(3), acts()]).toEqual([['start again'], [['app.quit']]]);
  });

  it.each(['at once', 'later'])(
    'starts the app again, once, where the installer says %s that it cannot',
    async (when) => {
      let fail = (): void => undefined;
      const { double, acts, done } = setupQuit({
        handOver: (startAgain) => {
          fail = startAgain;
          if (when === 'at once') startAgain();
          return true;
        },
      });
      double.quit();
      await settle();
      fail();
      await vi.runAllTimersAsync();
      expect([done, acts()]).toEqual([['hide', 'close', 'start again'], [['app.quit']]]);
    },
  );

  it('has a deadline', async () => {
    const { double, acts } = setupQuit({ close: () => new Promise(() => undefined) });
    double.quit();
    await vi.advanceTimersByTimeAsync(9_999);
    expect(acts()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(acts()).toEqual([['app.exit', 1]]);
  });

  it('exits with an error when something does not close', async () => {
    const { double, acts } = setupQuit({ close: () => Promise.reject(new Error('stuck')) });
    double.quit();
    await settle();
    expect(acts()).toEqual([['app.exit', 1]]);
  });

  it('sends what waits before it closes, and closes also where that fails', async () => {
    const first = setupQuit({ ask: () => Promise.resolve('send') });
    first.double.quit();
    await settle();
    expect(first.done).toEqual(['hide', 'flush 10000', 'close', 'leave']);
    const flush = () => Promise.reject(new Error('no way'));
    const second = setupQuit({ ask: () => Promise.resolve('send'), flush });
    second.double.quit();
    await settle();
    expect(second.done).toEqual(['hide', 'quit.notFlushed', 'close', 'leave']);
    expect(second.acts()).toEqual([['app.quit']]);
  });

  it('is called off with nothing closed, and can be wanted again', async () => {
    const answers: QuitAnswer[] = ['stay', 'quit'];
    const { double, acts, done } = setupQuit({ ask: () => Promise.resolve(answers.shift() ?? 'quit') });
    double.quit();
    await settle();
    expect([done, acts()]).toEqual([['reopen'], []]);
    double.quit();
    await settle();
    expect(acts()).toEqual([['app.quit']]);
  });

  it('asks once at a time, and goes on where it cannot ask', async () => {
    const ask = vi.fn(() => Promise.reject(new Error('no dialog')));
    const { double, acts, done } = setupQuit({ ask });
    double.quit();
    double.quit();
    await settle();
    expect(ask).toHaveBeenCalledTimes(1);
    expect([done, acts()]).toEqual([['quit.notAsked', 'hide', 'close', 'leave'], [['app.quit']]]);
  });

  it('waits for no answer once the session of the system ends', async () => {
    let isEnding = false;
    const answer = Promise.withResolvers<QuitAnswer>();
    const { double, acts, done } = setupQuit({ ask: () => answer.promise, isSessionEnding: () => isEnding });
    double.quit();
    await settle();
    isEnding = true;
    double.quit();
    await settle();
    expect([done, acts()]).toEqual([['hide', 'close', 'leave'], [['app.quit']]]);
    answer.resolve('send');
    await settle();
    expect(done).toEqual(['hide', 'close', 'leave']);
  });
});

function setupQuestion(waiting: Partial<AppDouble['waiting']>) {
  const double = new ElectronDouble();
  double.recorder.isReady = true;
  const app = new AppDouble(double.recorder);
  app.waiting = { ...app.waiting, ...waiting };
  const asked: MessageBoxOptions[] = [];
  const answer = Promise.withResolvers<number>();
  double.press = (options) => {
    asked.push(options);
    return answer.promise;
  };
  const ask = (): Promise<QuitAnswer> =>
    askBeforeQuit({ dialog: double.parts.dialog, findQuitGuard: () => app.quitGuard, getWindow: () => null });
  return { app, asked, answer, ask };
}

describe('the question before quitting', () => {
  it('is not asked where nothing waits, where that cannot be told, nor before there is an app', async () => {
    const { app, asked, ask } = setupQuestion({});
    expect(await ask()).toBe('quit');
    app.quitGuard.countUnsent = () => Promise.reject(new Error('disk'));
    expect(await ask()).toBe('quit');
    app.quitGuard.countUnsent = () => new Promise(() => undefined);
    const late = ask();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await late).toBe('quit');
    const { dialog } = new ElectronDouble().parts;
    expect(await askBeforeQuit({ dialog, findQuitGuard: () => null, getWindow: () => null })).toBe('quit');
    expect(asked).toEqual([]);
  });

  it.each([
    [0, 'send'],
    [1, 'quit'],
    [2, 'stay'],
  ] as const)('has three answers while the service is there: button %i is %s', async (button, outcome) => {
    const { asked, answer, ask } = setupQuestion({ held: 1, queued: 1 });
    answer.resolve(button);
    expect(await ask()).toBe(outcome);
    expect(asked[0]).toMatchObject({
      message: '2 texts haven’t been sent yet.',
      buttons: ['Send now and quit', 'Quit and send later', 'Cancel'],
      cancelId: 2,
    });
  });

  it('offers no sending while the service cannot be reached', async () => {
    const { asked, answer, ask } = setupQuestion({ queued: 1, canSendNow: false });
    answer.resolve(0);
    expect(await ask()).toBe('quit');
    expect(asked[0]).toMatchObject({
      message: 'A text hasn’t been sent yet.',
      buttons: ['Quit and send later', 'Cancel'],
      cancelId: 1,
    });
  });

  it('says of what has left that it is on its way, and offers to wait for the answer', async () => {
    const { asked, answer, ask } = setupQuestion({ sending: 1 });
    answer.resolve(0);
    expect(await ask()).toBe('send');
    expect(asked[0]).toMatchObject({
      message: 'A text is on its way.',
      buttons: ['Wait, then quit', 'Quit now', 'Cancel'],
      cancelId: 2,
    });
    expect(asked[0]?.detail).toContain('we’ll check when you next open Switchboard.');
  });

  it('counts only what has not left as not sent', async () => {
    const { asked, answer, ask } = setupQuestion({ sending: 3, queued: 1 });
    answer.resolve(1);
    expect(await ask()).toBe('quit');
    expect(asked[0]?.message).toBe('A text hasn’t been sent yet.');
  });

  it('stays open while the unsent texts cannot be counted for a moment', async () => {
    const { app, answer, ask } = setupQuestion({ held: 1 });
    const { countUnsent } = app.quitGuard;
    const asking = ask();
    app.quitGuard.countUnsent = () => Promise.reject(new Error('disk'));
    await vi.advanceTimersByTimeAsync(2_000);
    app.quitGuard.countUnsent = () => new Promise(() => undefined);
    await vi.advanceTimersByTimeAsync(5_000);
    app.quitGuard.countUnsent = countUnsent;
    answer.resolve(2);
    expect(await asking).toBe('stay');
  });

  it('has a deadline: then the app ends, nothing is sent, and the question goes away', async () => {
    const { asked, ask } = setupQuestion({ held: 1 });
    const asking = ask();
    await vi.advanceTimersByTimeAsync(59_000);
    expect(asked[0]?.signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await asking).toBe('quit');
    expect(asked[0]?.signal?.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('goes away once everything has left meanwhile', async () => {
    const { app, ask } = setupQuestion({ held: 1 });
    const asking = ask();
    await vi.advanceTimersByTimeAsync(3_000);
    app.waiting = { ...app.waiting, held: 0 };
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await asking).toBe('quit');
  });
});

describe('the end of the session', () => {
  it('is near for two minutes after the system announced it: the user may have stopped the shutdown', () => {
    let now = 1_000_000;
    const end = new SessionEnd(() => now);
    expect(end.isNear).toBe(false);
    end.noted();
    now += 119_000;
    expect(end.isNear).toBe(true);
    now += 2_000;
    expect(end.isNear).toBe(false);
  });
});
