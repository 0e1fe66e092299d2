import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakePowerAndNetwork } from '#test/support/fake-power-and-network.ts';
import { until } from '#test/support/until.ts';
import { BARE_HOST, AppOnDemo } from './app-on-demo.ts';

describe('the app on a host that sleeps and wakes', () => {
  let app: AppOnDemo;

  beforeEach(async () => {
    app = await AppOnDemo.open();
  });
  afterEach(async () => {
    await app.dispose();
  });

  it('leaves no listener on the host when it ends', async () => {
    const { host, power, network } = createFakePowerAndNetwork();
    const window = await app.openWindow(app.toConfig(), { ...BARE_HOST, ...host });
    expect(Math.min(power.size, network.size)).toBeGreaterThan(0);
    await window.app.dispose();
    expect([power.size, network.size]).toEqual([0, 0]);
  });

  it('tells the window when nobody can be looking, and when somebody can again', async () => {
    const { host, power } = createFakePowerAndNetwork();
    const window = await app.openWindow(app.toConfig(), { ...BARE_HOST, ...host });
    expect(await window.ask('host.getPresence', {})).toEqual({ isAway: false });
    for (const listener of power) listener('lock');
    expect(await window.ask('host.getPresence', {})).toEqual({ isAway: true });
    await until(() => expect(window.heard('host.presenceChanged')).toEqual([{ isAway: true }]));
    for (const listener of power) listener('unlock');
    await until(() => expect(window.heard('host.presenceChanged').at(-1)).toEqual({ isAway: false }));
  });
});
