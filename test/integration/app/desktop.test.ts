import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Host } from '#main/hosts/host.ts';
import { BARE_HOST, Stage } from './whole-app.ts';

/** A desktop that tells what the test makes it tell. */
function createDesktop() {
  const power = new Set<(event: 'resume' | 'unlock') => void>();
  const network = new Set<(isOnline: boolean) => void>();
  const host: Host = {
    ...BARE_HOST,
    watchPower: (listener) => {
      power.add(listener);
      return () => power.delete(listener);
    },
    watchNetwork: (listener) => {
      network.add(listener);
      return () => network.delete(listener);
    },
  };
  return { host, power, network };
}

describe('the app on a desktop that sleeps and wakes', () => {
  let stage: Stage;

  beforeEach(async () => {
    stage = await Stage.open();
  });
  afterEach(async () => {
    await stage.dispose();
  });

  it('leaves no listener on the desktop when it ends', async () => {
    const { host, power, network } = createDesktop();
    const window = await stage.openWindow(stage.toConfig(), host);
    expect([power.size, network.size]).toEqual([1, 1]);
    await window.app.dispose();
    expect([power.size, network.size]).toEqual([0, 0]);
  });
});
