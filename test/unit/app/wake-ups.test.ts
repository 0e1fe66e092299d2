import { describe, expect, it } from 'vitest';
import { SETTLE_MS, watchWakeUps } from '#main/app/wake-ups.ts';
import { createFakePowerAndNetwork } from '#test/support/fake-power-and-network.ts';

function setup() {
  const { host, power, network } = createFakePowerAndNetwork();
  const waits: { readonly ms: number; readonly end: () => void }[] = [];
  let tries = 0;
  const undo = watchWakeUps({
    host,
    connection: { tryNow: () => void (tries += 1) },
    clock: {
      wait: (ms, signal) =>
        new Promise((resolve) => {
          waits.push({ ms, end: resolve });
          signal.addEventListener('abort', () => resolve(), { once: true });
        }),
    },
  });
  const settle = async (): Promise<void> => {
    for (const { end } of waits.splice(0)) end();
    await Promise.resolve();
    await Promise.resolve();
  };
  return {
    power: (event: 'suspend' | 'resume' | 'lock' | 'unlock') => power.forEach((listener) => listener(event)),
    network: (isOnline: boolean) => network.forEach((listener) => listener(isOnline)),
    listeners: () => power.size + network.size,
    waits,
    settle,
    tries: () => tries,
    undo,
  };
}

describe('a computer that wakes', () => {
  it('asks the service once, however often it says so, when its network had a moment', async () => {
    const { power, network, waits, settle, tries } = setup();
    power('resume');
    network(true);
    power('unlock');
    expect([waits.map(({ ms }) => ms), tries()]).toEqual([[SETTLE_MS], 0]);
    await settle();
    expect(tries()).toBe(1);
    network(true);
    await settle();
    expect(tries()).toBe(2);
  });

  it('asks nobody when it goes to sleep, is locked or loses its network', async () => {
    const { power, network, waits, settle, tries } = setup();
    power('suspend');
    power('lock');
    network(false);
    await settle();
    expect([waits, tries()]).toEqual([[], 0]);
  });

  it('is not listened to any more once the app is closed, not even for what it said before', async () => {
    const { power, listeners, settle, tries, undo } = setup();
    power('resume');
    undo();
    await settle();
    expect([listeners(), tries()]).toEqual([0, 0]);
  });

  it('says nothing where the host cannot tell', () => {
    const undo = watchWakeUps({
      host: { watchPower: () => null, watchNetwork: () => null },
      connection: { tryNow: () => undefined },
      clock: { wait: () => Promise.resolve() },
    });
    expect(undo).not.toThrow();
  });
});
