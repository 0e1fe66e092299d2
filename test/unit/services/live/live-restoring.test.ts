/** What ours replaced, given back where a former system, the service or its format stands in the way of it. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveUpdates } from '#main/services/live-updates/live-updates.ts';
import { fail } from '../fakes.ts';
import { CRM_IN, MANUAL, PUBLIC, stageLive, type LiveScene } from './live-scene.ts';

const MINUTE_MS = 60_000;
const DESK_OUT = 'https://helpdesk.example/out';
const BEFORE = { inUrl: CRM_IN, outUrl: DESK_OUT, format: 'json' } as const;
const WITHOUT_CRM = { inUrl: null, outUrl: DESK_OUT, format: 'json' };

describe('addresses that ours replaced', () => {
  let scene: LiveScene;
  const { open } = stageLive((fresh) => (scene = fresh));
  const countWrites = (): number => scene.asked.filter(({ kind }) => kind === 'write').length;

  async function openBoth(): Promise<LiveUpdates> {
    scene.settings = BEFORE;
    const live = await open();
    await scene.turnOn(live, ['in', 'out']);
    scene.asked.length = 0;
    return live;
  }

  describe('where one of the former systems does not answer any more', () => {
    let live: LiveUpdates;

    beforeEach(async () => {
      live = await openBoth();
      scene.silentHosts.add('crm.example');
    });

    it('LIVE-2: are given back in the other direction, and the host that is in the way is named', async () => {
      const view = await live.turnOff();
      expect(scene.settings.outUrl).toBe(DESK_OUT);
      expect(view).toMatchObject({
        state: 'off',
        problem: { kind: 'not-restored', hosts: ['crm.example'] },
        places: [{ state: 'ours', formerUrl: CRM_IN }, { state: 'other' }],
      });
    });

    it('LIVE-2: are given back by itself once it answers', async () => {
      await live.turnOff();
      scene.silentHosts.clear();
      await vi.advanceTimersByTimeAsync(16 * MINUTE_MS);
      expect(scene.settings).toEqual(BEFORE);
      expect(live.view.problem).toBeNull();
    });

    it('LIVE-2: are given back in the other direction also later, when nobody listened here any more', async () => {
      scene.readFailure = fail('offline');
      await live.turnOff();
      scene.readFailure = null;
      await vi.advanceTimersByTimeAsync(16 * MINUTE_MS);
      expect(scene.settings.outUrl).toBe(DESK_OUT);
      expect(live.view).toMatchObject({ problem: { hosts: ['crm.example'] }, localUrl: null });
      expect(scene.receivers.size).toBe(0);
    });

    it('are emptied instead where a person says so, and only those', async () => {
      await live.turnOff();
      const view = await live.turnOff({ emptiesRefused: true });
      expect(scene.settings).toEqual(WITHOUT_CRM);
      expect(view).toMatchObject({ state: 'off', problem: null });
      scene.asked.length = 0;
      await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
      expect(scene.asked).toEqual([]);
    });

    it('are given back rather than emptied where the system answers again by then', async () => {
      await live.turnOff();
      scene.silentHosts.clear();
      await live.turnOff({ emptiesRefused: true });
      expect(scene.settings).toEqual(BEFORE);
    });

    it('name both where neither answers, and can both be emptied', async () => {
      scene.silentHosts.add('helpdesk.example');
      expect(await live.turnOff()).toMatchObject({ problem: { hosts: ['crm.example', 'helpdesk.example'] } });
      await live.turnOff({ emptiesRefused: true });
      expect(scene.settings).toEqual({ inUrl: null, outUrl: null, format: 'json' });
    });

    it('are asked for a few times an hour at most', async () => {
      await live.turnOff();
      scene.asked.length = 0;
      await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
      expect(countWrites()).toBeGreaterThan(0);
      expect(countWrites()).toBeLessThanOrEqual(12);
    });
  });

  describe('beside an address of somebody else whose format cannot be read', () => {
    beforeEach(() => {
      scene.settings = { inUrl: null, outUrl: DESK_OUT, format: 'unknown' };
    });

    it('say why nothing is set, and no longer once it can be read', async () => {
      const live = await open();
      expect(await scene.turnOn(live)).toMatchObject({ state: 'degraded', problem: { kind: 'format-unknown' } });
      expect(countWrites()).toBe(0);
      scene.settings = { ...scene.settings, format: 'json' };
      expect(await live.refresh()).toMatchObject({ state: 'degraded', problem: null, places: [{ state: 'ours' }, {}] });
    });

    it('say why they could not be given back', async () => {
      const live = await openBoth();
      scene.settings = { ...scene.settings, outUrl: DESK_OUT, format: 'unknown' };
      expect(await live.turnOff()).toMatchObject({ state: 'off', problem: { kind: 'format-unknown' } });
      expect(countWrites()).toBe(0);
    });
  });

  describe('when the link comes back', () => {
    it('LIVE-2: are given back at once, and asked for once for each coming back', async () => {
      const live = await openBoth();
      scene.readFailure = fail('offline');
      await live.turnOff();
      await vi.advanceTimersByTimeAsync(5_000);
      scene.asked.length = 0;
      live.cameOnline();
      await vi.advanceTimersByTimeAsync(30_000);
      expect(scene.asked).toHaveLength(1);
      scene.readFailure = null;
      live.cameOnline();
      await vi.advanceTimersByTimeAsync(0);
      expect(scene.settings).toEqual(BEFORE);
      expect(live.view.problem).toBeNull();
    });

    it('are set at once where that failed, and nothing is asked where all stands as it should', async () => {
      const live = await open();
      scene.tunnels.set(PUBLIC, 40_001);
      scene.readFailure = fail('offline');
      await expect(live.turnOn({ choice: MANUAL, takeOver: [] })).rejects.toMatchObject({ code: 'offline' });
      scene.readFailure = null;
      live.cameOnline();
      await vi.advanceTimersByTimeAsync(0);
      expect(live.view.state).toBe('live');
      scene.asked.length = 0;
      live.cameOnline();
      await vi.advanceTimersByTimeAsync(0);
      expect(scene.asked).toEqual([]);
    });
  });
});
