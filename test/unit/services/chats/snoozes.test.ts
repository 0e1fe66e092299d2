import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Snoozes } from '#main/services/chats/snoozes.ts';
import { fail } from '../fakes.ts';

describe('snoozed chats', () => {
  let ends: number[];
  let returned: number[];
  let faults: number;
  let logged: string[];
  let ahead: number;
  let snoozes: Snoozes;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 1_000_000 });
    [ends, returned, logged] = [[], [], []];
    [faults, ahead] = [0, 0];
    const now = (): number => Date.now() + ahead;
    const store = {
      getNextSnoozeEnd: () => Promise.resolve(ends.length === 0 ? null : Math.min(...ends)),
      returnSnoozed: ({ now: at }: { readonly now: number }) => {
        if (faults > 0) {
          faults -= 1;
          return Promise.reject(fail('disk'));
        }
        returned.push(...ends.filter((end) => end <= at));
        ends = ends.filter((end) => end > at);
        return Promise.resolve({ returnedIds: [] });
      },
    };
    snoozes = new Snoozes({ store, now, log: { error: (event) => void logged.push(event) } });
  });
  afterEach(async () => {
    await snoozes.dispose();
    vi.useRealTimers();
  });

  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const later = (ms: number): number => Date.now() + ahead + ms;

  it('come back when their time has come, each at its own', async () => {
    const [first, second] = [later(2_000), later(90_000)];
    ends = [second, first];
    snoozes.look();
    await pass(1_999);
    expect(returned).toEqual([]);
    await pass(51);
    expect(returned).toEqual([first]);
    await pass(88_000);
    expect(returned).toEqual([first, second]);
  });

  it('come back at once where their time passed while the app was closed', async () => {
    ends = [later(-5)];
    snoozes.look();
    await pass(0);
    expect(returned).toHaveLength(1);
  });

  it('come back within half a minute of a clock that leapt, as over a sleep (SNOOZE-1)', async () => {
    ends = [later(8 * 3_600_000)];
    snoozes.look();
    await pass(0);
    ahead += 9 * 3_600_000;
    await pass(30_000);
    expect(returned).toHaveLength(1);
  });

  it('that are snoozed for sooner than the next are not forgotten', async () => {
    ends = [later(20_000)];
    snoozes.look();
    await pass(0);
    ends.push(later(3_000));
    snoozes.look();
    await pass(3_050);
    expect(returned).toHaveLength(1);
  });

  it('cost nothing while there are none', async () => {
    snoozes.look();
    await pass(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('come back when the disk takes it again', async () => {
    ends = [later(-1)];
    faults = 1;
    snoozes.look();
    await pass(0);
    expect({ logged, returned }).toEqual({ logged: ['snoozes.notReturned'], returned: [] });
    await pass(30_000);
    expect(returned).toHaveLength(1);
  });

  it('wait for nobody whose account is closed', async () => {
    ends = [later(1_000)];
    snoozes.look();
    await pass(0);
    await snoozes.dispose();
    expect(vi.getTimerCount()).toBe(0);
    snoozes.look();
    await pass(60_000);
    expect(returned).toEqual([]);
  });
});
