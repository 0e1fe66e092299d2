import { describe, expect, it, vi } from 'vitest';
import type { ContractError, EventName, Reply, SwitchboardBridge } from '#shared/contract/index.ts';
import { coalesced, InFlight, Throttle } from '#renderer/lib/async.ts';
import { untilAnswered } from '#test/support/until-answered.ts';
import { LiveQuery } from '#renderer/lib/live-query.svelte.ts';

const OFFLINE: ContractError = { code: 'offline', detail: null, fields: {}, retryAfterMs: null };

/** A bridge that only tells events, and questions whose answers the test gives. */
function open(options: { readonly events?: readonly EventName[]; readonly isAbsent?: () => boolean } = {}) {
  const listeners = new Map<string, (() => void)[]>();
  const listen = (name: string, listener: () => void): (() => void) => {
    listeners.set(name, [...(listeners.get(name) ?? []), listener]);
    return () =>
      listeners.set(
        name,
        (listeners.get(name) ?? []).filter((other) => other !== listener),
      );
  };
  const bridge = {
    on: (name: string, listener: () => void) => listen(name, listener),
    onResync: (listener: () => void) => listen('resync', listener),
  } as unknown as SwitchboardBridge;
  const questions: PromiseWithResolvers<Reply<string>>[] = [];
  const query = new LiveQuery<string>(bridge, {
    ask: () => {
      if (options.isAbsent?.() === true) return null;
      const question = Promise.withResolvers<Reply<string>>();
      questions.push(question);
      return question.promise;
    },
    events: options.events ?? ['chats.changed'],
  });
  const emit = (name: string): void => listeners.get(name)?.forEach((listener) => listener());
  const answer = async (index: number, value: string): Promise<void> => {
    questions[index]?.resolve({ ok: true, value });
    await settle();
  };
  return { query, questions, emit, answer, listeners };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

describe('LiveQuery', () => {
  it('asks again after each of its events and after a resync, and after no other', async () => {
    const { query, questions, emit, answer } = open();
    emit('chats.changed');
    await answer(0, 'one');
    expect(query.value).toBe('one');
    emit('resync');
    await answer(1, 'two');
    expect(query.value).toBe('two');
    emit('lists.changed');
    expect(questions).toHaveLength(2);
  });

  it('shows a change at once, and puts the former value back where main refuses it', async () => {
    const { query, answer } = open();
    void query.refresh();
    await answer(0, 'one');
    const reply = Promise.withResolvers<Reply<string>>();
    const changing = query.change('two', () => reply.promise);
    expect(query.value).toBe('two');
    reply.resolve({ ok: false, error: OFFLINE });
    expect(await changing).toMatchObject({ ok: false });
    expect(query.value).toBe('one');
    await query.change('three', () => Promise.resolve({ ok: true, value: 'THREE' }));
    expect(query.value).toBe('THREE');
  });

  it('lets the answer to a change replace nothing newer, and no older answer replace the change', async () => {
    const { query, answer } = open();
    const first = Promise.withResolvers<Reply<string>>();
    void query.refresh();
    const changing = query.change('two', () => first.promise);
    await answer(0, 'one');
    expect(query.value).toBe('two');
    query.set('three');
    first.resolve({ ok: false, error: OFFLINE });
    await changing;
    expect(query.value).toBe('three');
  });

  it('asks one question at a time, and one more for all that changed meanwhile', async () => {
    const { query, questions, emit, answer } = open();
    void query.refresh();
    emit('chats.changed');
    emit('chats.changed');
    expect(questions).toHaveLength(1);
    await answer(0, 'before');
    expect(questions).toHaveLength(2);
    await answer(1, 'after');
    expect(query.value).toBe('after');
    expect(questions).toHaveLength(2);
  });

  it('drops an answer that a newer value or a reset has overtaken', async () => {
    const { query, answer } = open();
    void query.refresh();
    query.set('told');
    await answer(0, 'older');
    expect(query.value).toBe('told');
    void query.refresh();
    query.reset();
    await answer(1, 'of another question');
    expect(query.value).toBeNull();
  });

  it('keeps what it knows while main does not answer, and says why', async () => {
    const { query, questions, answer } = open();
    void query.refresh();
    await answer(0, 'known');
    void query.refresh();
    questions[1]?.resolve({ ok: false, error: OFFLINE });
    await settle();
    expect(query.value).toBe('known');
    expect(query.problem).toEqual(OFFLINE);
    void query.refresh();
    await answer(2, 'again');
    expect(query.problem).toBeNull();
  });

  it('goes on after a question that threw', async () => {
    const { query, questions, answer } = open();
    const asked = query.refresh();
    questions[0]?.reject(new Error('broken'));
    await expect(asked).rejects.toThrow('broken');
    void query.refresh();
    await answer(1, 'whole');
    expect(query.value).toBe('whole');
  });

  it('asks nothing where there is nothing to ask for', async () => {
    const { query, questions } = open({ isAbsent: () => true });
    await query.refresh();
    expect(questions).toHaveLength(0);
    expect(query.value).toBeNull();
  });

  it('hears nothing once it is disposed, and takes no answer', async () => {
    const { query, questions, emit, answer, listeners } = open();
    void query.refresh();
    query.dispose();
    await answer(0, 'late');
    emit('chats.changed');
    emit('resync');
    expect(query.value).toBeNull();
    expect(questions).toHaveLength(1);
    expect([...listeners.values()].flat()).toEqual([]);
  });
});

describe('coalesced', () => {
  it('answers what comes while one runs by one more, and each call by a run that began after it', async () => {
    let known = 1;
    const read: number[] = [];
    const gates: (() => void)[] = [];
    const run = coalesced(async () => {
      const before = known;
      await new Promise<void>((resolve) => gates.push(resolve));
      read.push(before);
    });
    const first = run();
    known = 2;
    const others = Promise.all([run(), run()]);
    let hasEnded = false;
    void others.then(() => (hasEnded = true));
    gates[0]?.();
    await first;
    await untilAnswered();
    expect([read, hasEnded]).toEqual([[1], false]);
    gates[1]?.();
    await others;
    expect(read).toEqual([1, 2]);
  });

  it('runs again after one that failed, whose caller is told', async () => {
    let runs = 0;
    const run = coalesced(async () => {
      runs += 1;
      await Promise.resolve();
      if (runs === 1) throw new Error('Gone');
    });
    const [first, second] = [run(), run()];
    await expect(first).rejects.toThrow('Gone');
    await second;
    await run();
    expect(runs).toBe(3);
  });
});

describe('Throttle', () => {
  it('runs at once, then once at the end of each pause in which something was asked', () => {
    vi.useFakeTimers();
    try {
      let runs = 0;
      const throttle = new Throttle(async () => {
        runs += 1;
        await Promise.resolve();
      }, 1_000);
      throttle.call();
      throttle.call();
      throttle.call();
      expect(runs).toBe(1);
      vi.advanceTimersByTime(1_000);
      expect(runs).toBe(2);
      vi.advanceTimersByTime(5_000);
      expect(runs).toBe(2);
      throttle.call();
      throttle.dispose();
      throttle.call();
      vi.advanceTimersByTime(5_000);
      expect(runs).toBe(3);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('InFlight', () => {
  it('joins calls for one key while it runs, also where it fails', async () => {
    const flight = new InFlight<string>();
    let calls = 0;
    const call = async (): Promise<void> => {
      calls += 1;
      await Promise.resolve();
      throw new Error('broken');
    };
    const both = await Promise.allSettled([flight.run('a', call), flight.run('a', call), flight.run('b', call)]);
    expect(calls).toBe(2);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await expect(flight.run('a', call)).rejects.toThrow();
    expect(calls).toBe(3);
  });
});
