/** The small parts of the receiver: its addresses, its patience, its reports. */
import { describe, expect, it } from 'vitest';
import { createAddressBook } from '#main/webhooks/address.ts';
import { Intake } from '#main/webhooks/intake.ts';
import { Refusals } from '#main/webhooks/refusals.ts';
import { TokenBucket } from '#main/webhooks/token-bucket.ts';
import type { CallbackEvent } from '#shared/domain/callbacks.ts';

describe('addresses', () => {
  const find = createAddressBook({ in: 'inner-secret', out: 'outer-secret' });

  it('lead to a direction, whatever path a public address has before them (HOOK-2)', () => {
    expect(find('/switchboard/in/inner-secret')).toBe('in');
    expect(find('/switchboard/out/outer-secret?x=/a/b')).toBe('out');
    expect(find('/some/where/switchboard/in/inner-secret')).toBe('in');
    expect(find('https://desk.example/switchboard/out/outer-secret')).toBe('out');
  });

  it.each([
    ['/switchboard/in/outer-secret'],
    ['/switchboard/in/inner-secreT'],
    ['/switchboard/in/inner-secret/'],
    ['/switchboard/in/inner-secret/more'],
    ['/switchboard/in/'],
    ['/switchboard/constructor/inner-secret'],
    ['/in/inner-secret'],
    ['/?/switchboard/in/inner-secret'],
    ['/'],
    [''],
    [undefined],
  ])('lead nowhere from %s (HOOK-2)', (url) => {
    expect(find(url)).toBeUndefined();
  });

  it('are never open to everybody for want of a secret', () => {
    expect(() => createAddressBook({ in: '', out: 'outer-secret' })).toThrow(/secret/);
  });
});

describe('the token bucket', () => {
  it('lets a burst in, and then so many a second', () => {
    const bucket = new TokenBucket({ perSecond: 10, burst: 3, at: 0 });
    const take = (at: number): boolean[] => [1, 2, 3, 4].map(() => bucket.take(at));
    expect(take(0)).toEqual([true, true, true, false]);
    expect(take(200)).toEqual([true, true, false, false]);
    expect(take(60_000)).toEqual([true, true, true, false]);
  });

  it('makes a batch be paid off by who comes next', () => {
    const bucket = new TokenBucket({ perSecond: 10, burst: 3, at: 0 });
    bucket.charge(5);
    expect([bucket.take(0), bucket.take(200), bucket.take(400)]).toEqual([false, false, true]);
    bucket.charge(1_000);
    expect([bucket.take(1_400), bucket.take(1_600)]).toEqual([false, true]);
  });

  it('gives nothing for a clock that was set back, and goes on from there', () => {
    const bucket = new TokenBucket({ perSecond: 10, burst: 1, at: 100_000 });
    expect([bucket.take(100_000), bucket.take(0), bucket.take(100)]).toEqual([true, false, true]);
  });
});

describe('refusals', () => {
  it('are told at once, then once a minute with their number, each reason by itself (HOOK-6)', () => {
    let at = 0;
    const told: [string, number][] = [];
    const refusals = new Refusals({ tell: (...line) => told.push(line), now: () => at });
    for (; at < 59_000; at += 1_000) refusals.add('wrong address');
    refusals.add('not an event', 3);
    expect(told).toEqual([
      ['wrong address', 1],
      ['not an event', 3],
    ]);
    at = 60_000;
    refusals.add('wrong address');
    expect(told[2]).toEqual(['wrong address', 59]);
    refusals.add('wrong address');
    refusals.flush();
    refusals.flush();
    expect(told.slice(3)).toEqual([['wrong address', 1]]);
  });

  it('are told also after the clock was set back by hours', () => {
    let at = 7_200_000;
    const told: number[] = [];
    const refusals = new Refusals({ tell: (_, count) => told.push(count), now: () => at });
    refusals.add('body too large');
    at = 0;
    refusals.add('body too large');
    expect(told).toEqual([1, 1]);
  });
});

describe('the intake', () => {
  const event = (messageId: number): CallbackEvent => ({
    ...{ direction: 'out', messageId, letter: 'd', phone: null, referenceId: null, happenedAt: null, receivedAt: 0 },
  });

  /** A disk that writes when it is told to. */
  function createDisk() {
    const groups: number[][] = [];
    const waiting: { done: () => void; break: () => void }[] = [];
    const keep = (events: readonly CallbackEvent[]): Promise<void> => {
      groups.push(events.map(({ messageId }) => messageId));
      return new Promise((resolve, reject) =>
        waiting.push({ done: resolve, break: () => reject(new Error('The disk is full')) }),
      );
    };
    const next = async (how: 'done' | 'break' = 'done'): Promise<void> => {
      waiting.shift()?.[how]();
      await Promise.resolve();
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    };
    return { groups, keep, next };
  }

  it('writes what came in meanwhile as one group, and tells everybody of it when it is written (HOOK-1)', async () => {
    const disk = createDisk();
    const intake = new Intake({ keep: disk.keep, mostWaiting: 100, mostTogether: 10 });
    const answered: number[] = [];
    for (const id of [1, 2, 3]) void intake.add([event(id)]).then(() => answered.push(id));
    expect([disk.groups, answered]).toEqual([[[1]], []]);
    await disk.next();
    expect([disk.groups, answered]).toEqual([[[1], [2, 3]], [1]]);
    await disk.next();
    expect(answered).toEqual([1, 2, 3]);
    await intake.close();
  });

  it('bounds a group, and takes a larger batch by itself', async () => {
    const disk = createDisk();
    const intake = new Intake({ keep: disk.keep, mostWaiting: 100, mostTogether: 2 });
    void intake.add([event(1), event(2), event(3)]);
    for (const id of [4, 5, 6]) void intake.add([event(id)]);
    for (let group = 0; group < 3; group += 1) await disk.next();
    expect(disk.groups).toEqual([[1, 2, 3], [4, 5], [6]]);
  });

  it('says so to those of a group that could not be written, and goes on (HOOK-1)', async () => {
    const disk = createDisk();
    const intake = new Intake({ keep: disk.keep, mostWaiting: 100, mostTogether: 10 });
    const [first, second] = [intake.add([event(1)]), intake.add([event(2)])];
    await disk.next('break');
    await disk.next();
    expect(await Promise.all([first, second])).toEqual(['failed', 'kept']);
  });

  it('does the same when the disk fails before it begins', async () => {
    const keep = (): Promise<void> => {
      throw new Error('The store is closed');
    };
    const intake = new Intake({ keep, mostWaiting: 100, mostTogether: 10 });
    expect(await intake.add([event(1)])).toBe('failed');
    expect(await intake.add([event(2)])).toBe('failed');
  });

  it('takes no more than may wait (HOOK-4)', async () => {
    const disk = createDisk();
    const intake = new Intake({ keep: disk.keep, mostWaiting: 2, mostTogether: 10 });
    const kept = [intake.add([event(1)]), intake.add([event(2)])];
    expect(await intake.add([event(3)])).toBe('full');
    expect(await intake.add([])).toBe('kept');
    await disk.next();
    expect(await kept[0]).toBe('kept');
    void intake.add([event(4)]);
    await disk.next();
    expect(disk.groups).toEqual([[1], [2], [4]]);
  });

  it('ends however much still comes: what was taken is written, and no more is taken (HOOK-4)', async () => {
    const written: number[] = [];
    const later: Promise<string>[] = [];
    const keep = async ([{ messageId } = event(0)]: readonly CallbackEvent[]): Promise<void> => {
      written.push(messageId);
      await Promise.resolve();
      // Whoever floods it has the next one ready before this one is answered.
      if (messageId < 50) later.push(intake.add([event(messageId + 1)]));
    };
    const intake: Intake = new Intake({ keep, mostWaiting: 100, mostTogether: 10 });
    const first = intake.add([event(1)]);
    await intake.close();
    expect([await first, await Promise.all(later), written]).toEqual(['kept', ['closed'], [1]]);
  });
});
