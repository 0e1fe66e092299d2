import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchCrashes } from '#main/hosts/electron/lifecycle/crashes.ts';
import { ElectronDouble } from '#test/support/electron/doubles.ts';
import { EventDouble } from '#test/support/electron/stand-in.ts';
import { ContentsDouble } from '#test/support/electron/window-doubles.ts';

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

describe('crashes', () => {
  function setup() {
    const { double, app, acts } = createElectron();
    const nodeProcess = new EventEmitter();
    const told: string[] = [];
    const closing = Promise.withResolvers<undefined>();
    watchCrashes({
      app,
      dialog: double.parts.dialog,
      process: nodeProcess as NodeJS.Process,
      report: (what) => told.push(what),
      close: () => closing.promise,
      now: () => Date.now(),
    });
    const contents = new ContentsDouble(double.recorder);
    const kill = async (reason: 'crashed' | 'oom' | 'clean-exit' = 'crashed') => {
      double.app.emit('render-process-gone', new EventDouble(), contents.real, { reason, exitCode: 1 });
      await settle();
    };
    const reloads = () => double.recorder.callsOf('contents.reload').length;
    const questions = () => double.recorder.callsOf('dialog.showMessageBox').length;
    return { double, acts, nodeProcess, told, closing, contents, kill, reloads, questions };
  }

  it('of the page bring it back, outside of the notice of its death', async () => {
    const { double, contents, reloads } = setup();
    double.app.emit('render-process-gone', new EventDouble(), contents.real, { reason: 'crashed', exitCode: 1 });
    expect(reloads()).toBe(0);
    await settle();
    expect(reloads()).toBe(1);
  });

  it('of the page that go on ask the user from the fourth within a minute, once at a time', async () => {
    const { double, told, kill, reloads, questions } = setup();
    const answer = Promise.withResolvers<number>();
    double.press = () => answer.promise;
    for (let count = 0; count < 5; count += 1) await kill();
    expect([told.length, reloads(), questions()]).toEqual([5, 3, 1]);
    answer.resolve(0);
    await settle();
    expect(reloads()).toBe(4);
    await vi.advanceTimersByTimeAsync(61_000);
    await kill('oom');
    expect([reloads(), questions()]).toEqual([5, 1]);
  });

  it('of the page end the app where the user chooses to quit', async () => {
    const { double, acts, kill } = setup();
    double.press = () => 1;
    for (let count = 0; count < 4; count += 1) await kill();
    expect(acts().at(-1)).toEqual(['app.quit']);
  });

  it('of a page whose window is gone bring nothing back', async () => {
    const { contents, kill, reloads } = setup();
    contents.isGone = true;
    await kill();
    expect(reloads()).toBe(0);
  });

  it('uncaught in main are reported and end the process, once the log is written', async () => {
    const { acts, nodeProcess, told, closing } = setup();
    nodeProcess.emit('unhandledRejection', new Error('bug'));
    expect(told).toEqual(['main.unhandledRejection']);
    expect(acts()).toEqual([]);
    closing.resolve(undefined);
    await settle();
    expect(acts()).toEqual([['app.exit', 1]]);
  });

  it('that keep main from closing end it all the same', async () => {
    const { acts, nodeProcess } = setup();
    nodeProcess.emit('uncaughtException', new Error('bug'));
    await vi.advanceTimersByTimeAsync(4_999);
    expect(acts()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(acts()).toEqual([['app.exit', 1]]);
  });

  it('that follow one another end it at once', () => {
    const { acts, nodeProcess } = setup();
    nodeProcess.emit('uncaughtException', new Error('bug'));
    nodeProcess.emit('uncaughtException', new Error('another'));
    expect(acts()).toEqual([['app.exit', 1]]);
  });

  it('of helpers are told, and that were a clean exit are none', async () => {
    const { double, told, kill } = setup();
    await kill('clean-exit');
    double.app.emit('child-process-gone', new EventDouble(), { type: 'Utility', reason: 'clean-exit', exitCode: 0 });
    expect(told).toEqual([]);
    double.app.emit('child-process-gone', new EventDouble(), { type: 'GPU', reason: 'crashed', exitCode: 5 });
    expect(told).toEqual(['child.gone']);
  });
});
