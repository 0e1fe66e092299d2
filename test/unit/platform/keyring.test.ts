/** The keyring port over helpers that a test answers for: KEYRING-1 and KEYRING-2. The real one: test/integration/keyring. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Keyring, type KeyringTask } from '#main/platform/keyring.ts';

class FakeHelpers {
  readonly tasks: KeyringTask[] = [];
  killed = 0;
  answer: (said: unknown) => void = () => undefined;
  end: () => void = () => undefined;

  readonly start = (
    task: KeyringTask,
    told: { readonly onAnswer: (said: unknown) => void; readonly onEnd: () => void },
  ): { kill(): void } => {
    this.tasks.push(task);
    this.answer = told.onAnswer;
    this.end = told.onEnd;
    return { kill: () => void (this.killed += 1) };
  };
}

describe('the keyring', () => {
  let helpers: FakeHelpers;
  let keyring: Keyring;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    helpers = new FakeHelpers();
    keyring = new Keyring({ startHelper: helpers.start, deadlineMs: 10_000, patienceMs: 1_000 });
  });
  afterEach(() => {
    keyring.dispose();
    vi.useRealTimers();
  });

  const ready = { state: 'ready', secret: null, detail: '' } as const;

  it('tells the helper what to do and the caller what came of it, and ends the helper', async () => {
    const found = keyring.find('ada', true);
    expect(helpers.tasks).toEqual([{ act: 'find', account: 'ada', isExpected: true }]);
    helpers.answer({ ...ready, secret: 'k' });
    expect(await found).toEqual({ state: 'ready', secret: 'k' });
    expect(helpers.killed).toBe(1);
  });

  it.each(['locked', 'failed', 'absent'] as const)('KEYRING-1: passes on that it is %s', async (state) => {
    const saved = keyring.save('ada', 'k');
    helpers.answer({ state, secret: null, detail: 'in its words' });
    expect(await saved).toEqual({ state, detail: 'in its words' });
  });

  it('KEYRING-1: has failed where the helper cannot be started, and asks the next one', async () => {
    const start = vi.fn(helpers.start).mockImplementationOnce(() => {
      throw new Error('too many processes');
    });
    keyring = new Keyring({ startHelper: start });
    expect(await keyring.find('ada', true)).toEqual({ state: 'failed', detail: 'too many processes' });
    const found = keyring.find('ada', true);
    helpers.answer({ ...ready, secret: 'k' });
    expect(await found).toEqual({ state: 'ready', secret: 'k' });
  });

  it.each([null, 'ready', { state: 'ready' }, { state: 'silent', secret: null, detail: '' }])(
    'KEYRING-1: has failed where the helper says %j',
    async (said) => {
      const removed = keyring.remove('ada', false);
      helpers.answer(said);
      expect(await removed).toMatchObject({ state: 'failed' });
    },
  );

  it('KEYRING-1: has failed where the helper ends without a word', async () => {
    const found = keyring.find('ada', true);
    helpers.end();
    expect(await found).toMatchObject({ state: 'failed' });
  });

  it('KEYRING-1: is silent at the deadline, and whatever comes later is not heard', async () => {
    const found = keyring.find('ada', true);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(helpers.killed).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    helpers.answer({ ...ready, secret: 'late' });
    expect(await found).toMatchObject({ state: 'silent' });
    expect(helpers.killed).toBeGreaterThan(0);
  });

  it('KEYRING-2: does one thing after the other while nothing hangs', async () => {
    const saved = keyring.save('ada', 'k');
    const found = keyring.find('ada', true);
    const removed = keyring.remove('ada', true);
    expect(helpers.tasks.map(({ act }) => act)).toEqual(['save']);
    for (const act of ['save', 'find', 'remove'] as const) {
      await vi.waitFor(() => expect(helpers.tasks.at(-1)?.act).toBe(act));
      helpers.answer(ready);
    }
    expect(await Promise.all([saved, found, removed])).toMatchObject(Array(3).fill({ state: 'ready' }));
  });

  it('KEYRING-2: whoever comes while one hangs is told so, at once when it hangs already', async () => {
    const first = keyring.find('ada', true);
    const second = keyring.save('ada', 'k');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await second).toMatchObject({ state: 'silent' });
    const third = keyring.remove('ada', true);
    await vi.advanceTimersByTimeAsync(0);
    expect(await third).toMatchObject({ state: 'silent' });
    helpers.answer({ ...ready, secret: 'k' });
    expect(await first).toEqual({ state: 'ready', secret: 'k' });
    const fourth = keyring.find('ada', true);
    await vi.waitFor(() => expect(helpers.tasks).toHaveLength(2));
    helpers.answer(ready);
    expect(await fourth).toMatchObject({ state: 'ready' });
  });

  it('KEYRING-4: ends what is under way with the app, and begins nothing new', async () => {
    const found = keyring.find('ada', true);
    keyring.dispose();
    expect(await found).toMatchObject({ state: 'silent' });
    expect(helpers.killed).toBeGreaterThan(0);
    expect(await keyring.find('ada', true)).toMatchObject({ state: 'silent' });
    expect(helpers.tasks).toHaveLength(1);
  });
});
