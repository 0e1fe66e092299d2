import type { MessageBoxOptions } from 'electron';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { askBeforeQuit, type QuitAnswer } from '#main/hosts/electron/quit-question.ts';
import { SessionEnd } from '#main/hosts/electron/session-end.ts';
import { AppDouble } from '#test/support/electron/app-double.ts';
import { ElectronDouble } from '#test/support/electron/doubles.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setup(waiting: Partial<AppDouble['waiting']>) {
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
    askBeforeQuit({ dialog: double.parts.dialog, findFarewell: () => app.farewell, getWindow: () => null });
  return { app, asked, answer, ask };
}

describe('the question before quitting', () => {
  it('is not asked where nothing waits, where that cannot be told, nor before there is an app', async () => {
    const { app, asked, ask } = setup({});
    expect(await ask()).toBe('quit');
    app.farewell.look = () => Promise.reject(new Error('disk'));
    expect(await ask()).toBe('quit');
    app.farewell.look = () => new Promise(() => undefined);
    const late = ask();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await late).toBe('quit');
    const { dialog } = new ElectronDouble().parts;
    expect(await askBeforeQuit({ dialog, findFarewell: () => null, getWindow: () => null })).toBe('quit');
    expect(asked).toEqual([]);
  });

  it.each([
    [0, 'send'],
    [1, 'quit'],
    [2, 'stay'],
  ] as const)('has three answers while the service is there: button %i is %s', async (button, outcome) => {
    const { asked, answer, ask } = setup({ held: 1, queued: 1 });
    answer.resolve(button);
    expect(await ask()).toBe(outcome);
    expect(asked[0]).toMatchObject({
      message: '2 texts have not been sent yet.',
      buttons: ['Send now and quit', 'Quit, send when I’m back', 'Cancel'],
      cancelId: 2,
    });
  });

  it('offers no sending while the service cannot be reached', async () => {
    const { asked, answer, ask } = setup({ queued: 1, canLeaveNow: false });
    answer.resolve(0);
    expect(await ask()).toBe('quit');
    expect(asked[0]).toMatchObject({
      message: 'A text has not been sent yet.',
      buttons: ['Quit, send when I’m back', 'Cancel'],
      cancelId: 1,
    });
  });

  it('says of what has left that it is on its way, and offers to wait for the answer', async () => {
    const { asked, answer, ask } = setup({ sending: 1 });
    answer.resolve(0);
    expect(await ask()).toBe('send');
    expect(asked[0]).toMatchObject({
      message: 'A text is on its way.',
      buttons: ['Wait, then quit', 'Quit now', 'Cancel'],
      cancelId: 2,
    });
    expect(asked[0]?.detail).toContain('found out when Switchboard is open again.');
  });

  it('counts only what has not left as not sent', async () => {
    const { asked, answer, ask } = setup({ sending: 3, queued: 1 });
    answer.resolve(1);
    expect(await ask()).toBe('quit');
    expect(asked[0]?.message).toBe('A text has not been sent yet.');
  });

  it('stands where for a moment nobody can tell what waits', async () => {
    const { app, answer, ask } = setup({ held: 1 });
    const { look } = app.farewell;
    const asking = ask();
    app.farewell.look = () => Promise.reject(new Error('disk'));
    await vi.advanceTimersByTimeAsync(2_000);
    app.farewell.look = () => new Promise(() => undefined);
    await vi.advanceTimersByTimeAsync(5_000);
    app.farewell.look = look;
    answer.resolve(2);
    expect(await asking).toBe('stay');
  });

  it('has a deadline: then the app ends, nothing leaves, and the question goes away', async () => {
    const { asked, ask } = setup({ held: 1 });
    const asking = ask();
    await vi.advanceTimersByTimeAsync(59_000);
    expect(asked[0]?.signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await asking).toBe('quit');
    expect(asked[0]?.signal?.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('goes away once everything has left meanwhile', async () => {
    const { app, ask } = setup({ held: 1 });
    const asking = ask();
    await vi.advanceTimersByTimeAsync(3_000);
    app.waiting = { ...app.waiting, held: 0 };
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await asking).toBe('quit');
  });
});

describe('the end of the session', () => {
  it('is near for two minutes after the system said so: somebody may have kept it from ending', () => {
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
