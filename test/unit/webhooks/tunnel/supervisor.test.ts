import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { planWaitMs, Supervisor, type AttemptHooks } from '#main/webhooks/tunnel/supervisor.ts';

interface Begun {
  readonly hooks: AttemptHooks;
  isEnded: boolean;
  /** Ending takes until this is called. */
  readonly letEnd: () => void;
}

describe('a tunnel that is kept up', () => {
  let begun: Begun[];
  let isSlow: boolean;
  let changes: number;
  let tunnel: Supervisor;

  beforeEach(() => {
    vi.useFakeTimers({ now: 1_700_000_000_000 });
    begun = [];
    isSlow = false;
    changes = 0;
    tunnel = new Supervisor({
      begin: (hooks) => {
        const ending = Promise.withResolvers<undefined>();
        const one: Begun = { hooks, isEnded: false, letEnd: () => ending.resolve(undefined) };
        begun.push(one);
        return {
          dispose: async () => {
            one.isEnded = true;
            if (isSlow) await ending.promise;
          },
        };
      },
      now: Date.now,
      random: () => 0,
      onChange: () => (changes += 1),
    });
  });
  afterEach(async () => {
    await tunnel.dispose();
    vi.useRealTimers();
  });

  const at = (index: number): Begun => {
    const one = begun[index];
    if (one === undefined) throw new Error('Not begun');
    return one;
  };
  const { state } = { state: () => tunnel.status.view.state };

  it('begins at once, and is up with its address', () => {
    expect([state(), begun.length]).toEqual(['starting', 1]);
    at(0).hooks.onUp('https://a.example');
    expect(tunnel.status).toMatchObject({ view: { state: 'up', since: Date.now() }, publicUrl: 'https://a.example' });
    expect(changes).toBe(1);
  });

  it('TUNNEL-2: waits longer after each failure, up to a minute', async () => {
    const waits: number[] = [];
    for (let index = 0; index < 8; index += 1) {
      at(index).hooks.onOver('ended', 'exit 1');
      const { view } = tunnel.status;
      waits.push((view.nextAttemptAt ?? 0) - Date.now());
      expect(view).toMatchObject({ state: 'waiting', fault: { kind: 'ended', detail: 'exit 1', at: Date.now() } });
      await vi.advanceTimersByTimeAsync(waits.at(-1) ?? 0);
      expect(begun).toHaveLength(index + 2);
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('TUNNEL-2: begins its backoff anew after it was up for a minute, and not after a moment', async () => {
    at(0).hooks.onOver('ended', null);
    await vi.advanceTimersByTimeAsync(1_000);
    at(1).hooks.onUp('https://a.example');
    await vi.advanceTimersByTimeAsync(59_000);
    at(1).hooks.onOver('ended', null);
    expect((tunnel.status.view.nextAttemptAt ?? 0) - Date.now()).toBe(2_000);
    await vi.advanceTimersByTimeAsync(2_000);
    at(2).hooks.onUp('https://a.example');
    await vi.advanceTimersByTimeAsync(60_000);
    at(2).hooks.onOver('ended', null);
    expect((tunnel.status.view.nextAttemptAt ?? 0) - Date.now()).toBe(1_000);
  });

  it('TUNNEL-2: comes seldom with what only a person can put right', () => {
    for (const kind of ['not-admitted', 'host-key-unknown', 'host-key-changed', 'key-encrypted'] as const) {
      expect(planWaitMs(kind, 1, 0.5)).toBe(600_000);
    }
    expect(planWaitMs('not-reached', 1, 0.5)).toBe(1_500);
  });

  it('TUNNEL-1: begins the next only when everything of the one before is ended', async () => {
    at(0).hooks.onUp('https://a.example');
    isSlow = true;
    tunnel.restart();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([begun.length, at(0).isEnded, state()]).toEqual([1, true, 'starting']);
    at(0).letEnd();
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toHaveLength(2);
    at(1).letEnd();
  });

  it('hears nothing any more of an attempt that is over', async () => {
    at(0).hooks.onOver('ended', null);
    at(0).hooks.onUp('https://late.example');
    at(0).hooks.onOver('not-started', null);
    expect(tunnel.status.view).toMatchObject({ state: 'waiting', fault: { kind: 'ended' } });
    await vi.advanceTimersByTimeAsync(1_000);
    at(0).hooks.onUp('https://late.example');
    expect(state()).toBe('starting');
  });

  it('is tried at once on waking, where it waits; a tunnel that stands is left alone', async () => {
    tunnel.lookNow();
    at(0).hooks.onUp('https://a.example');
    tunnel.lookNow();
    await vi.advanceTimersByTimeAsync(0);
    expect([begun.length, state()]).toEqual([1, 'up']);
    at(0).hooks.onOver('ended', null);
    tunnel.lookNow();
    expect(state()).toBe('starting');
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toHaveLength(2);
    // The attempt that was planned is not made as well.
    await vi.advanceTimersByTimeAsync(5_000);
    expect(begun).toHaveLength(2);
  });

  it('TUNNEL-7: says what the user is asked, and goes on once they allowed it', () => {
    const question = { place: 'terminal', commandLine: '/bin/run' } as const;
    at(0).hooks.onAsk(question);
    expect(tunnel.status.view).toMatchObject({ state: 'asking', question, fault: null });
    at(0).hooks.onAsk(null);
    expect(tunnel.status.view).not.toHaveProperty('question');
    expect(state()).toBe('starting');
  });

  it.each(['not-allowed', 'nobody-to-ask', 'asked-enough'] as const)(
    'TUNNEL-7: begins nothing by itself after %s',
    async (kind) => {
      at(0).hooks.onOver(kind, null);
      expect(tunnel.status.view).toMatchObject({ state: 'waiting', nextAttemptAt: null, fault: { kind } });
      tunnel.lookNow();
      await vi.advanceTimersByTimeAsync(60 * 60_000);
      expect(begun).toHaveLength(1);
    },
  );

  it('says nothing and begins nothing once it is disposed of', async () => {
    at(0).hooks.onOver('ended', null);
    const before = changes;
    await tunnel.dispose();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([begun.length, changes]).toEqual([1, before]);
    expect(at(0).isEnded).toBe(true);
  });

  it('waits with the ending for what it is still ending', async () => {
    isSlow = true;
    tunnel.restart();
    at(0).hooks.onUp('https://a.example');
    tunnel.restart();
    let isOver = false;
    const ending = tunnel.dispose().then(() => (isOver = true));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(isOver).toBe(false);
    at(0).letEnd();
    await ending;
    expect(begun).toHaveLength(1);
  });
});
