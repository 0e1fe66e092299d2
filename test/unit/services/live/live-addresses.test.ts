/** Whose addresses stand at the service while several systems, several desks and one person change them. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveUpdates } from '#main/services/live-updates/live-updates.ts';
import {
  CRM_IN,
  CRM_OUT,
  LiveUpdatesOnFakes,
  MANUAL,
  PUBLIC,
  useLiveUpdates,
  toLostAnswer,
} from './live-updates-on-fakes.ts';

const MINUTE_MS = 60_000;

describe('addresses at the service', () => {
  let fakes: LiveUpdatesOnFakes;
  const { open, opened } = useLiveUpdates((fresh) => (fakes = fresh));

  it('LIVE-1: go by a yes for the address that was shown, and not for one that came there since', async () => {
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

  it('LIVE-1: go by a yes for the address that the view told, and not for one that was read since', async () => {
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

  it('LIVE-1: are taken over by every yes that was said, also while nothing led here yet', async () => {
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

  it('are listened to no more by a test that was asked for while it is turned off', async () => {
    const live = await open();
    await fakes.turnOn(live);
    const acts = [live.turnOff(), live.test()];
    expect(await Promise.allSettled(acts)).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { code: 'cancelled' } },
    ]);
    expect(fakes.receivers.size).toBe(0);
    expect(live.view.state).toBe('off');
  });

  it('LIVE-1: stay where nobody was shown what would be replaced', async () => {
    fakes.settings = { inUrl: CRM_IN, outUrl: null, format: 'json' };
    const live = await open();
    fakes.tunnels.set(PUBLIC, 40_001);
    await live.turnOn({ choice: MANUAL, takeOver: ['in'] });
    expect(fakes.settings.inUrl).toBe(CRM_IN);
  });

  it('LIVE-2: are given back once a later setting took effect, whatever answer was lost before', async () => {
    fakes.settings = { inUrl: CRM_IN, outUrl: null, format: 'json' };
    const before = fakes.settings;
    const live = await open();
    await fakes.turnOn(live);
    fakes.writeFailure = toLostAnswer();
    await expect(live.turnOn({ choice: MANUAL, takeOver: ['in'] })).rejects.toMatchObject({ code: 'timeout' });
    fakes.writeFailure = null;
    expect(await live.turnOff()).toMatchObject({ state: 'off', problem: null });
    expect(fakes.settings).toEqual(before);
  });

  it('LIVE-2: where nobody was told are emptied also at a service that demands a text for each', async () => {
    const live = await open();
    await fakes.turnOn(live);
    fakes.isNullRefused = true;
    expect(await live.turnOff()).toMatchObject({ state: 'off', problem: null });
    expect(fakes.settings).toEqual({ inUrl: '', outUrl: '', format: 'multipart' });
  });

  it('LIVE-2: that ours replaced are given back also when the setting takes effect after it was given up', async () => {
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

  describe('with another desk that takes over and gives back', () => {
    let other: LiveUpdatesOnFakes;
    let otherLive: LiveUpdates;

    /** This desk took over from the CRM, and then the other one from this desk. */
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

    it('LIVE-2: that ours replaced are known also when the rest was written anew meanwhile', async () => {
      const [live] = opened;
      const moved = 'https://moved.tunnel.example';
      fakes.tunnels.set(moved, 40_001);
      fakes.settings = { ...fakes.settings, outUrl: null };
      await live?.turnOn({ choice: { kind: 'manual', publicUrl: moved }, takeOver: [] });
      await giveBack();
      await live?.turnOff();
      expect(fakes.settings.inUrl).toBe(CRM_IN);
    });

    it('LIVE-2: that ours replaced are given back when ours come back after this was turned off', async () => {
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
