/** What ours replaced, given back where a former system, the service or its format stands in the way of it. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveUpdates } from '#main/services/live-updates/live-updates.ts';
import { fail } from '../fakes.ts';
import { CRM_IN, MANUAL, PUBLIC, useLiveUpdates, type LiveUpdatesOnFakes } from './live-updates-on-fakes.ts';

const MINUTE_MS = 60_000;
const DESK_OUT = 'https://helpdesk.example/out';
const BEFORE = { inUrl: CRM_IN, outUrl: DESK_OUT, format: 'json' } as const;
const WITHOUT_CRM = { inUrl: null, outUrl: DESK_OUT, format: 'json' };

describe('addresses that ours replaced', () => {
  let fakes: LiveUpdatesOnFakes;
  const { open } = useLiveUpdates((fresh) => (fakes = fresh));
  const countWrites = (): number => fakes.asked.filter(({ kind }) => kind === 'write').length;

  async function openBoth(): Promise<LiveUpdates> {
    fakes.settings = BEFORE;
    const live = await open();
    await fakes.turnOn(live, ['in', 'out']);
    fakes.asked.length = 0;
    return live;
  }

  describe('where one of the former systems does not answer any more', () => {
    let live: LiveUpdates;

    beforeEach(async () => {
      live = await openBoth();
      fakes.silentHosts.add('crm.example');
    });

    it('LIVE-2: are given back in the other direction, and the host that is in the way is named', async () => {
      const view = await live.turnOff();
      expect(fakes.settings.outUrl).toBe(DESK_OUT);
      expect(view).toMatchObject({
        state: 'off',
        problem: { kind: 'not-restored', hosts: ['crm.example'] },
        places: [{ state: 'ours', formerUrl: CRM_IN }, { state: 'other' }],
      });
    });

    it('LIVE-2: are given back by itself once it answers', async () => {
      await live.turnOff();
      fakes.silentHosts.clear();
      await vi.advanceTimersByTimeAsync(16 * MINUTE_MS);
      expect(fakes.settings).toEqual(BEFORE);
      expect(live.view.problem).toBeNull();
    });

    it('LIVE-2: are given back in the other direction also later, when nobody listened here any more', async () => {
      fakes.readFailure = fail('offline');
      await live.turnOff();
      fakes.readFailure = null;
      await vi.advanceTimersByTimeAsync(16 * MINUTE_MS);
      expect(fakes.settings.outUrl).toBe(DESK_OUT);
      expect(live.view).toMatchObject({ problem: { hosts: ['crm.example'] }, localUrl: null });
      expect(fakes.receivers.size).toBe(0);
    });

    it('are emptied instead where a person says so, and only those', async () => {
      await live.turnOff();
      const view = await live.turnOff({ emptiesRefused: true });
      expect(fakes.settings).toEqual(WITHOUT_CRM);
      expect(view).toMatchObject({ state: 'off', problem: null });
      fakes.asked.length = 0;
      await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
      expect(fakes.asked).toEqual([]);
    });

    it('are given back rather than emptied where the system answers again by then', async () => {
      await live.turnOff();
      fakes.silentHosts.clear();
      await live.turnOff({ emptiesRefused: true });
      expect(fakes.settings).toEqual(BEFORE);
    });

    it('name both where neither answers, and can both be emptied', async () => {
      fakes.silentHosts.add('helpdesk.example');
      expect(await live.turnOff()).toMatchObject({ problem: { hosts: ['crm.example', 'helpdesk.example'] } });
      await live.turnOff({ emptiesRefused: true });
      expect(fakes.settings).toEqual({ inUrl: null, outUrl: null, format: 'json' });
    });

    it('are asked for a few times an hour at most', async () => {
      await live.turnOff();
      fakes.asked.length = 0;
      await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
      expect(countWrites()).toBeGreaterThan(0);
      expect(countWrites()).toBeLessThanOrEqual(12);
    });
  });

  describe('beside an address of somebody else whose format cannot be read', () => {
    beforeEach(() => {
      fakes.settings = { inUrl: null, outUrl: DESK_OUT, format: 'unknown' };
    });

    it('say why nothing is set, and no longer once it can be read', async () => {
      const live = await open();
      expect(await fakes.turnOn(live)).toMatchObject({ state: 'degraded', problem: { kind: 'format-unknown' } });
      expect(countWrites()).toBe(0);
      fakes.settings = { ...fakes.settings, format: 'json' };
      expect(await live.refresh()).toMatchObject({ state: 'degraded', problem: null, places: [{ state: 'ours' }, {}] });
    });

    it('say why they could not be given back', async () => {
      const live = await openBoth();
      fakes.settings = { ...fakes.settings, outUrl: DESK_OUT, format: 'unknown' };
      expect(await live.turnOff()).toMatchObject({ state: 'off', problem: { kind: 'format-unknown' } });
      expect(countWrites()).toBe(0);
    });
  });

  describe('when the link comes back', () => {
    it('LIVE-2: are given back at once, and asked for once for each coming back', async () => {
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

    it('are set at once where that failed, and nothing is asked where all stands as it should', async () => {
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
});
