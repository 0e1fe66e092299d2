import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toGapId } from '#renderer/features/health/health-text.ts';
import { HealthState } from '#renderer/features/health/health-state.svelte.ts';
import { LiveState, queryCallbackEvents } from '#renderer/features/live-updates/live-state.svelte.ts';
import { FakeBridge, toProblem } from '#test/support/fake-bridge.ts';

let bridge: FakeBridge;
beforeEach(() => {
  vi.useFakeTimers();
  bridge = new FakeBridge();
});
afterEach(() => vi.useRealTimers());

const countOf = (name: string): number => bridge.asked.filter((call) => call.name === name).length;
const changed = { chatIds: [1], everything: false };

describe('LiveState', () => {
  let part: LiveState;
  beforeEach(() => {
    part = new LiveState(bridge);
  });
  afterEach(() => part.dispose());

  it('reads what the service is set to where nothing is set up, and says nothing where that fails', async () => {
    bridge.fail('live.refresh', toProblem('offline'));
    await part.open();
    expect(countOf('live.refresh')).toBe(1);
    expect(part.view?.state).toBe('off');
  });

  it('asks the service for nothing where live updates are on: main looks after that', async () => {
    bridge.settings.live = { ...bridge.settings.live, isOn: true, state: 'live' };
    await part.open();
    expect(countOf('live.refresh')).toBe(0);
  });

  it('takes in what main tells, and no older answer after it', async () => {
    const release = bridge.hold('live.get');
    const asked = part.refresh();
    bridge.emit('live.changed', { live: { ...bridge.settings.live, isOn: true, state: 'live' } });
    release();
    await asked;
    expect(part.view?.state).toBe('live');
  });

  it('does once what is pressed twice', async () => {
    const release = bridge.hold('live.test');
    const first = part.test();
    expect(part.isRunning('test')).toBe(true);
    expect(await part.test()).toBeNull();
    release();
    await first;
    expect(part.isRunning('test')).toBe(false);
    expect(countOf('live.test')).toBe(1);
  });

  it('loses no yes to taking over an address that is said while it is still being turned on', async () => {
    const release = bridge.hold('live.turnOn');
    const choice = { kind: 'none' } as const;
    const first = part.turnOn(choice);
    const second = part.takeOver('out');
    release();
    await Promise.all([first, second]);
    expect(bridge.inputsOf('live.turnOn')).toMatchObject([
      { choice, takeOver: [] },
      { choice, takeOver: ['out'] },
    ]);
    expect(part.isRunning('on')).toBe(false);
  });

  it('takes over on the way that was chosen last, and not on the one that is still shown', async () => {
    await part.refresh();
    const release = bridge.hold('live.turnOn');
    const chosen = { kind: 'manual', publicUrl: 'https://quiet-heron.example' } as const;
    const acts = [part.turnOn(chosen), part.takeOver('in')];
    release();
    await Promise.all(acts);
    expect(bridge.inputsOf('live.turnOn').map((input) => input.choice)).toEqual([chosen, chosen]);
  });

  it('takes the last word, also where it was said before', async () => {
    const release = bridge.hold('live.turnOff');
    const acts = [part.turnOff(), part.turnOn({ kind: 'none' }), part.turnOff(), part.turnOff()];
    release();
    await Promise.all(acts);
    expect(countOf('live.turnOff')).toBe(2);
    expect(countOf('live.turnOn')).toBe(1);
  });

  it('answers who looks again while it looks by itself', async () => {
    const release = bridge.hold('live.refresh');
    bridge.fail('live.refresh', toProblem('offline'));
    const opening = part.open();
    await vi.waitFor(() => expect(part.isRunning('look')).toBe(true));
    const asked = part.lookAgain();
    release();
    await opening;
    expect(await asked).toMatchObject({ ok: false });
  });

  it('turns off while it is still being turned on, and does not call that a failure', async () => {
    const release = bridge.hold('live.turnOn');
    bridge.fail('live.turnOn', toProblem('cancelled'));
    const turningOn = part.turnOn({ kind: 'none' });
    expect(await part.turnOff()).toMatchObject({ ok: true });
    release();
    expect(await turningOn).toBeNull();
    expect(countOf('live.turnOff')).toBe(1);
  });

  it('takes over only the direction that was named', async () => {
    const choice = { kind: 'manual', publicUrl: 'https://quiet-heron.example' } as const;
    await part.turnOn(choice, ['out']);
    expect(bridge.inputsOf('live.turnOn')).toMatchObject([{ choice, takeOver: ['out'] }]);
  });

  it('shows what came of an act that failed half-way', async () => {
    bridge.fail('live.turnOn', toProblem('offline'));
    bridge.settings.live = { ...bridge.settings.live, isOn: true, state: 'degraded' };
    expect(await part.turnOn({ kind: 'none' })).toMatchObject({ ok: false });
    expect(part.view?.state).toBe('degraded');
  });
});

describe('HealthState', () => {
  let part: HealthState;
  const gap = { fromAt: 10, toAt: 20 };
  beforeEach(() => {
    part = new HealthState(bridge);
  });
  afterEach(() => part.dispose());

  it('follows what happens, at once and then every two seconds at most', async () => {
    for (let event = 0; event < 50; event += 1) bridge.emit('messages.changed', changed);
    await vi.advanceTimersByTimeAsync(0);
    expect(countOf('health.get')).toBe(1);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(countOf('health.get')).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(countOf('health.get')).toBe(2);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(countOf('health.get')).toBe(2);
  });

  it('asks nothing more once it is off the screen', async () => {
    bridge.emit('messages.changed', changed);
    bridge.emit('messages.changed', changed);
    part.dispose();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(countOf('health.get')).toBe(1);
    expect(bridge.listenerCount).toBe(0);
  });

  it('keeps what it shows when an answer fails, and says why', async () => {
    await part.refresh();
    bridge.fail('health.get', toProblem('disk'));
    await part.refresh();
    expect(part.view).not.toBeNull();
    expect(part.problem?.code).toBe('disk');
  });

  it('has a gap filled once however often that is asked, and asks again what is missing', async () => {
    const release = bridge.hold('messages.fillGap');
    const first = part.fill(1, gap);
    expect(part.isFilling(toGapId(1, gap))).toBe(true);
    expect(await part.fill(1, gap)).toBe(false);
    release();
    expect(await first).toBe(true);
    expect(part.isFilling(toGapId(1, gap))).toBe(false);
    expect(bridge.inputsOf('messages.fillGap')).toEqual([{ chatId: 1, ...gap }]);
    expect(countOf('health.get')).toBeGreaterThan(0);
  });

  it('says which gap could not be filled, until it is tried again', async () => {
    bridge.fail('messages.fillGap', toProblem('offline'));
    expect(await part.fill(1, gap)).toBe(false);
    expect(part.findUnfilled(toGapId(1, gap))?.code).toBe('offline');
    expect(part.findUnfilled(toGapId(2, gap))).toBeNull();
    bridge.fail('messages.fillGap', null);
    await part.fill(1, gap);
    expect(part.findUnfilled(toGapId(1, gap))).toBeNull();
  });
});

describe('queryCallbackEvents', () => {
  it('is live while it is open, and gone when it is closed', async () => {
    const log = queryCallbackEvents(bridge);
    await log.refresh();
    expect(log.value).toEqual([]);
    bridge.fail('live.listEvents', toProblem('disk'));
    bridge.emit('live.changed', { live: bridge.settings.live });
    await vi.advanceTimersByTimeAsync(0);
    expect(log.problem?.code).toBe('disk');
    log.dispose();
    expect(bridge.listenerCount).toBe(0);
  });
});
