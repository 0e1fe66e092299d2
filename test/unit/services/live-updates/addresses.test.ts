/** Addresses of other systems at the service: replaced with consent only, and given back. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveUpdates } from '#main/services/live-updates/live-updates.ts';
import { fail } from '../fakes.ts';
import {
  CRM_IN,
  CRM_OUT,
  LiveUpdatesOnFakes,
  MANUAL,
  PUBLIC,
  setUpLiveUpdates,
  toLostAnswer,
} from './live-updates-on-fakes.ts';

const MINUTE_MS = 60_000;
const LOOPBACK = { baseUrl: 'http://127.0.0.1:9' };
const DESK_OUT = 'https://helpdesk.example/out';
const BEFORE = { inUrl: CRM_IN, outUrl: DESK_OUT, format: 'json' } as const;
const WITHOUT_CRM = { inUrl: null, outUrl: DESK_OUT, format: 'json' };

describe('addresses of other systems', () => {
  let fakes: LiveUpdatesOnFakes;
  const { open, close, opened } = setUpLiveUpdates((fresh) => (fakes = fresh));
  const countWrites = (): number => fakes.asked.filter(({ kind }) => kind === 'write').length;

  /** Live updates that replaced both addresses of `BEFORE`. */
  async function openBoth(): Promise<LiveUpdates> {
    fakes.settings = BEFORE;
    const live = await open();
    await fakes.turnOn(live, ['in', 'out']);
    fakes.asked.length = 0;
    return live;
  }

  it('LIVE-1: stay as they are without consent, and the app polls', async () => {
    fakes.settings = { inUrl: CRM_IN, outUrl: CRM_OUT, format: 'urlencoded' };
    const live = await open();
    const view = await fakes.turnOn(live);
    expect(view).toMatchObject({ state: 'polling', pollSeconds: 20 });
    expect(view.places).toMatchObject([
      { state: 'other', host: 'crm.example', formerUrl: null },
      { state: 'other', host: 'crm.example', formerUrl: null },
    ]);
    expect(countWrites()).toBe(0);
  });

  it('LIVE-1: stay as they are in the demo', async () => {
    fakes.settings = { inUrl: CRM_IN, outUrl: null, format: 'json' };
    const live = await open({ ...LOOPBACK, isDemo: true });
    expect(live.view).toMatchObject({ state: 'degraded', places: [{ state: 'other' }, { state: 'ours' }] });
    expect(fakes.settings.inUrl).toBe(CRM_IN);
  });

  it('LIVE-1, 2: are replaced with consent once they are on the disk, and come back when live updates are turned off', async () => {
    const before = { inUrl: CRM_IN, outUrl: CRM_OUT, format: 'urlencoded' } as const;
    fakes.settings = before;
    const live = await open();
    const view = await fakes.turnOn(live, ['in']);
    expect(view.places).toMatchObject([
      { state: 'ours', formerUrl: CRM_IN },
      { state: 'other', formerUrl: null },
    ]);
    expect(view.state).toBe('degraded');
    expect(fakes.settings).toEqual({ ...before, inUrl: view.places[0]?.ownUrl });
    expect(fakes.asked.find(({ kind }) => kind === 'write')?.owned).toContain(CRM_IN);

    const off = await live.turnOff();
    expect(fakes.settings).toEqual(before);
    expect(off).toMatchObject({ state: 'off', isOn: false, problem: null, localUrl: null });
    expect(fakes.receivers.size).toBe(0);
  });

  it('LIVE-1: are replaced only if they are the ones that the user was shown', async () => {
    fakes.settings = { inUrl: CRM_IN, outUrl: CRM_OUT, format: 'json' };
    const live = await open();
    await fakes.turnOn(live);
    const newcomer = { ...fakes.settings, inUrl: 'https://newcomer.example/in' };
    fakes.settings = newcomer;
    const view = await live.turnOn({ choice: MANUAL, takeOver: ['in', 'out'] });
    expect(view.places).toMatchObject([{ state: 'other', host: 'newcomer.example' }, { state: 'ours' }]);
    expect(fakes.settings.inUrl).toBe(newcomer.inUrl);
    expect(await live.turnOn({ choice: MANUAL, takeOver: ['in'] })).toMatchObject({ state: 'live' });
  });

  it('LIVE-1: are not replaced if they were read after the view that the user saw', async () => {
    fakes.settings = { inUrl: CRM_IN, outUrl: null, format: 'json' };
    const live = await open();
    await fakes.turnOn(live);
    const newcomer = { inUrl: 'https://newcomer.example/in', outUrl: null, format: 'json' } as const;
    fakes.settings = newcomer;
    let release = (): void => undefined;
    fakes.writeGate = new Promise((resolve) => (release = resolve));
    const readings = fakes.asked.length;
    const looking = live.refresh();
    await vi.waitFor(() => expect(fakes.asked.length).toBeGreaterThan(readings));
    const taking = live.turnOn({ choice: MANUAL, takeOver: ['in'] });
    release();
    await Promise.all([looking, taking]);
    expect(fakes.settings.inUrl).toBe(newcomer.inUrl);
    expect(fakes.settings.outUrl).toContain(PUBLIC);
  });

  it('LIVE-1: stay as they are if the user was shown none', async () => {
    fakes.settings = { inUrl: CRM_IN, outUrl: null, format: 'json' };
    const live = await open();
    fakes.tunnels.set(PUBLIC, 40_001);
    await live.turnOn({ choice: MANUAL, takeOver: ['in'] });
    expect(fakes.settings.inUrl).toBe(CRM_IN);
  });

  it('LIVE-1: are replaced with every consent that was given while nothing led here yet', async () => {
    fakes.settings = { inUrl: CRM_IN, outUrl: CRM_OUT, format: 'json' };
    const live = await open();
    await live.turnOn({ choice: MANUAL, takeOver: [] });
    await live.turnOn({ choice: MANUAL, takeOver: ['in'] });
    await live.turnOn({ choice: MANUAL, takeOver: ['out'] });
    expect(fakes.settings).toMatchObject({ inUrl: CRM_IN, outUrl: CRM_OUT });
    for (const port of fakes.receivers.keys()) fakes.tunnels.set(PUBLIC, port);
    const view = await live.refresh();
    expect(view.places).toMatchObject([{ state: 'ours' }, { state: 'ours' }]);
  });

  it('are shown as those of another Switchboard of this account', async () => {
    const live = await open();
    await fakes.turnOn(live);
    const second = new LiveUpdatesOnFakes();
    second.settings = fakes.settings;
    const other = await second.open();
    opened.push(other);
    const view = await second.turnOn(other);
    expect(view).toMatchObject({ state: 'polling', places: [{ state: 'desk' }, { state: 'desk' }] });
    expect(second.settings).toBe(fakes.settings);
  });

  it('LIVE-2: are given back when the account is opened again, if that failed before', async () => {
    fakes.settings = { inUrl: CRM_IN, outUrl: null, format: 'json' };
    const live = await open();
    await fakes.turnOn(live, ['in']);
    fakes.readFailure = fail('offline');
    expect(await live.turnOff()).toMatchObject({ state: 'off', problem: { kind: 'not-restored' } });
    await close(live);
    fakes.readFailure = null;
    expect((await open()).view).toMatchObject({ state: 'off', problem: null });
    expect(fakes.settings).toEqual({ inUrl: CRM_IN, outUrl: null, format: 'json' });
  });

  it('LIVE-2: are still known when live updates are turned on again before they were given back', async () => {
    fakes.settings = { inUrl: CRM_IN, outUrl: null, format: 'json' };
    const live = await open();
    await fakes.turnOn(live, ['in']);
    fakes.readFailure = fail('offline');
    await live.turnOff();
    fakes.readFailure = null;
    fakes.tunnels.set(PUBLIC, 40_001);
    const view = await live.turnOn({ choice: MANUAL, takeOver: [] });
    expect(view).toMatchObject({ state: 'live', places: [{ formerUrl: CRM_IN }, {}] });
    await live.turnOff();
    expect(fakes.settings).toEqual({ inUrl: CRM_IN, outUrl: null, format: 'json' });
  });

  it('LIVE-2: are given back on signing out, and are not replaced again at the next sign-in', async () => {
    fakes.settings = { inUrl: CRM_IN, outUrl: null, format: 'json' };
    const live = await open();
    await fakes.turnOn(live, ['in']);
    await live.leave();
    await close(live);
    expect(fakes.settings).toEqual({ inUrl: CRM_IN, outUrl: null, format: 'json' });
    const again = await open();
    expect(again.view).toMatchObject({ isOn: true, places: [{ state: 'other' }, { state: 'ours' }] });
  });

  it('LIVE-2: are not written on signing out if other systems have replaced ours meanwhile', async () => {
    const live = await open();
    await fakes.turnOn(live);
    fakes.settings = { inUrl: CRM_IN, outUrl: CRM_OUT, format: 'urlencoded' };
    await live.leave();
    expect(fakes.settings).toEqual({ inUrl: CRM_IN, outUrl: CRM_OUT, format: 'urlencoded' });
    expect(countWrites()).toBe(1);
  });

  it('LIVE-2: are emptied also at a service that refuses null', async () => {
    const live = await open();
    await fakes.turnOn(live);
    fakes.isNullRefused = true;
    expect(await live.turnOff()).toMatchObject({ state: 'off', problem: null });
    expect(fakes.settings).toEqual({ inUrl: '', outUrl: '', format: 'multipart' });
  });

  it('LIVE-2: are given back by a later write after the answer to an earlier one was lost', async () => {
    fakes.settings = { inUrl: CRM_IN, outUrl: null, format: 'json' };
    const before = fakes.settings;
    const live = await open();
    await fakes.turnOn(live);
    fakes.writeFailure = toLostAnswer();
    await expect(live.turnOn({ choice: MANUAL, takeOver: ['in'] })).rejects.toMatchObject({ code: 'timeout' });
    expect(live.view).toMatchObject({ state: 'degraded', isOn: true });
    fakes.writeFailure = null;
    expect(await live.turnOff()).toMatchObject({ state: 'off', problem: null });
    expect(fakes.settings).toEqual(before);
  });

  it('LIVE-2: are given back also if our write takes effect late', async () => {
    fakes.settings = { inUrl: CRM_IN, outUrl: CRM_OUT, format: 'json' };
    const before = fakes.settings;
    const live = await open();
    const [place] = (await fakes.turnOn(live)).places;
    fakes.writeFailure = toLostAnswer();
    await expect(live.turnOn({ choice: MANUAL, takeOver: ['in'] })).rejects.toMatchObject({ code: 'timeout' });
    fakes.writeFailure = null;
    expect(await live.turnOff()).toMatchObject({ state: 'off', problem: { kind: 'not-restored' } });
    fakes.settings = { ...before, inUrl: place?.ownUrl ?? null };
    await vi.advanceTimersByTimeAsync(16 * MINUTE_MS);
    expect(fakes.settings).toEqual(before);
    expect(live.view.problem).toBeNull();
  });

  describe('if the host of one does not answer any more', () => {
    let live: LiveUpdates;

    beforeEach(async () => {
      live = await openBoth();
      fakes.silentHosts.add('crm.example');
    });

    it('LIVE-2: are given back in the other direction, and the view names the dead host', async () => {
      const view = await live.turnOff();
      expect(fakes.settings.outUrl).toBe(DESK_OUT);
      expect(view).toMatchObject({
        state: 'off',
        problem: { kind: 'not-restored', hosts: ['crm.example'] },
        places: [{ state: 'ours', formerUrl: CRM_IN }, { state: 'other' }],
      });
    });

    it('LIVE-2: are given back without the user once it answers', async () => {
      await live.turnOff();
      fakes.silentHosts.clear();
      await vi.advanceTimersByTimeAsync(16 * MINUTE_MS);
      expect(fakes.settings).toEqual(BEFORE);
      expect(live.view.problem).toBeNull();
    });

    it('LIVE-2: are given back in the other direction also later, when the listener was closed', async () => {
      fakes.readFailure = fail('offline');
      await live.turnOff();
      fakes.readFailure = null;
      await vi.advanceTimersByTimeAsync(16 * MINUTE_MS);
      expect(fakes.settings.outUrl).toBe(DESK_OUT);
      expect(live.view).toMatchObject({ problem: { hosts: ['crm.example'] }, localUrl: null });
      expect(fakes.receivers.size).toBe(0);
    });

    it('are emptied if the user says so, and only the dead one', async () => {
      await live.turnOff();
      const view = await live.turnOff({ emptiesRefused: true });
      expect(fakes.settings).toEqual(WITHOUT_CRM);
      expect(view).toMatchObject({ state: 'off', problem: null });
      fakes.asked.length = 0;
      await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
      expect(fakes.asked).toEqual([]);
    });

    it('are given back rather than emptied if the host answers again by then', async () => {
      await live.turnOff();
      fakes.silentHosts.clear();
      await live.turnOff({ emptiesRefused: true });
      expect(fakes.settings).toEqual(BEFORE);
    });

    it('can both be emptied if neither host answers', async () => {
      fakes.silentHosts.add('helpdesk.example');
      expect(await live.turnOff()).toMatchObject({ problem: { hosts: ['crm.example', 'helpdesk.example'] } });
      await live.turnOff({ emptiesRefused: true });
      expect(fakes.settings).toEqual({ inUrl: null, outUrl: null, format: 'json' });
    });

    it('are tried a few times an hour at most', async () => {
      await live.turnOff();
      fakes.asked.length = 0;
      await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
      expect(countWrites()).toBeGreaterThan(0);
      expect(countWrites()).toBeLessThanOrEqual(12);
    });
  });

  describe('whose format cannot be read', () => {
    beforeEach(() => {
      fakes.settings = { inUrl: null, outUrl: DESK_OUT, format: 'unknown' };
    });

    it('are left alone, and the view says why until the format can be read', async () => {
      const live = await open();
      expect(await fakes.turnOn(live)).toMatchObject({ state: 'degraded', problem: { kind: 'format-unknown' } });
      expect(countWrites()).toBe(0);
      fakes.settings = { ...fakes.settings, format: 'json' };
      expect(await live.refresh()).toMatchObject({ state: 'degraded', problem: null, places: [{ state: 'ours' }, {}] });
    });

    it('cannot be given back, and the view says why', async () => {
      const live = await openBoth();
      fakes.settings = { ...fakes.settings, outUrl: DESK_OUT, format: 'unknown' };
      expect(await live.turnOff()).toMatchObject({ state: 'off', problem: { kind: 'format-unknown' } });
      expect(countWrites()).toBe(0);
    });
  });

  describe('when the service answers again', () => {
    it('LIVE-2: are given back at once, with one attempt each time', async () => {
      const live = await openBoth();
      fakes.readFailure = fail('offline');
      await live.turnOff();
      await vi.advanceTimersByTimeAsync(5_000);
      fakes.asked.length = 0;
      live.cameOnline();
      await vi.advanceTimersByTimeAsync(30_000);
      expect(fakes.asked).toHaveLength(1);
      fakes.readFailure = null;
      live.cameOnline();
      await vi.advanceTimersByTimeAsync(0);
      expect(fakes.settings).toEqual(BEFORE);
      expect(live.view.problem).toBeNull();
    });

    it('are set at once if that failed, and nothing is asked if nothing is left to do', async () => {
      const live = await open();
      fakes.tunnels.set(PUBLIC, 40_001);
      fakes.readFailure = fail('offline');
      await expect(live.turnOn({ choice: MANUAL, takeOver: [] })).rejects.toMatchObject({ code: 'offline' });
      fakes.readFailure = null;
      live.cameOnline();
      await vi.advanceTimersByTimeAsync(0);
      expect(live.view.state).toBe('live');
      fakes.asked.length = 0;
      live.cameOnline();
      await vi.advanceTimersByTimeAsync(0);
      expect(fakes.asked).toEqual([]);
    });
  });

  describe('while a Switchboard on another computer replaces ours and gives it back', () => {
    let other: LiveUpdatesOnFakes;
    let otherLive: LiveUpdates;

    /** This computer replaced the CRM's address, then the other one replaced ours. */
    beforeEach(async () => {
      fakes.settings = { inUrl: CRM_IN, outUrl: null, format: 'json' };
      await fakes.turnOn(await open(), ['in']);
      other = new LiveUpdatesOnFakes();
      other.settings = fakes.settings;
      otherLive = await other.open();
      opened.push(otherLive);
      await other.turnOn(otherLive, ['in']);
      fakes.settings = other.settings;
    });
    const giveBack = async (): Promise<void> => {
      other.settings = fakes.settings;
      await otherLive.turnOff();
      fakes.settings = other.settings;
    };

    it('LIVE-2: are still known if the other direction was written meanwhile', async () => {
      const [live] = opened;
      const moved = 'https://moved.tunnel.example';
      fakes.tunnels.set(moved, 40_001);
      fakes.settings = { ...fakes.settings, outUrl: null };
      await live?.turnOn({ choice: { kind: 'manual', publicUrl: moved }, takeOver: [] });
      await giveBack();
      await live?.turnOff();
      expect(fakes.settings.inUrl).toBe(CRM_IN);
    });

    it('LIVE-2: are given back if ours come back after live updates were turned off here', async () => {
      const [live] = opened;
      expect(await live?.turnOff()).toMatchObject({ state: 'off', problem: null });
      await giveBack();
      await vi.advanceTimersByTimeAsync(16 * MINUTE_MS);
      expect(fakes.settings).toEqual({ inUrl: CRM_IN, outUrl: null, format: 'json' });
      fakes.asked.length = 0;
      await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
      expect(fakes.asked).toEqual([]);
    });
  });
});
