import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWakefulDesktop } from '#test/support/wakeful-desktop.ts';
import { BARE_HOST, Stage } from './whole-app.ts';

describe('the app on a desktop that sleeps and wakes', () => {
  let stage: Stage;

  beforeEach(async () => {
    stage = await Stage.open();
  });
  afterEach(async () => {
    await stage.dispose();
  });

  it('leaves no listener on the desktop when it ends', async () => {
    const { desktop, power, network } = createWakefulDesktop();
    const host = { ...BARE_HOST, ...desktop };
    const window = await stage.openWindow(stage.toConfig(), host);
    expect([power.size, network.size]).toEqual([1, 1]);
    await window.app.dispose();
    expect([power.size, network.size]).toEqual([0, 0]);
  });
});
