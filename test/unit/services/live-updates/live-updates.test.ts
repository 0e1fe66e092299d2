/** Live updates with a public address that the user gave: on and off, round trips, events, ports, the key and the disk. */
import { describe, expect, it, vi } from 'vitest';
import type { KeptCallback } from '#shared/domain/callbacks.ts';
import { AppError } from '#shared/domain/app-error.ts';
import { fail } from '../fakes.ts';
import {
  CRM_OUT,
  MANUAL,
  PUBLIC,
  setUpLiveUpdates,
  SSH,
  toLostAnswer,
  type LiveUpdatesOnFakes,
} from './live-updates-on-fakes.ts';

const MINUTE_MS = 60_000;
const LOOPBACK = { baseUrl: 'http://127.0.0.1:9' };

const EVENT: KeptCallback = {
  ...{ seq: 3, direction: 'in', messageId: 70, letter: '', phone: null, referenceId: 'mine.1', happenedAt: 5 },
  ...{ receivedAt: 6, state: 'waiting', settledAt: null, times: 2 },
};

describe('live updates', () => {
  let fakes: LiveUpdatesOnFakes;
  const { open, close } = setUpLiveUpdates((fresh) => (fakes = fresh));
  const countWrites = (): number => fakes.asked.filter(({ kind }) => kind === 'write').length;

  it('are off until the user turns them on: no listener, no request', async () => {
    const live = await open();
    expect(live.view).toMatchObject({ state: 'off', isOn: false, localUrl: null, problem: null });
    expect([fakes.asked, fakes.receivers.size, fakes.setLive.mock.calls]).toEqual([[], 0, []]);
  });

  it('are live once both addresses are set and the round trip arrived', async () => {
    const live = await open();
    const view = await fakes.turnOn(live);
    expect(view).toMatchObject({
      state: 'live',
      publicUrl: PUBLIC,
      localUrl: 'http://127.0.0.1:40001',
      pollSeconds: 60,
    });
    expect(view.lastTest).toMatchObject({ arrived: true });
    const [inbound, outbound] = view.places;
    expect(inbound?.ownUrl).toMatch(/^https:\/\/heron\.tunnel\.example\/switchboard\/in\/[a-z2-7]{32}$/);
    expect(fakes.settings).toEqual({ inUrl: inbound?.ownUrl, outUrl: outbound?.ownUrl, format: 'multipart' });
    expect(fakes.setLive.mock.lastCall).toEqual([true]);
    expect(fakes.marks['live.sinceAt']).toBe(Date.now());
    await close(live);
    expect(fakes.marks['live.sinceAt']).toBe(0);
  });

  it.each([
    [{ kind: 'manual', publicUrl: 'http://heron.example' }, { publicUrl: ['https-required'] }],
    [{ ...SSH, host: 'a b' }, { host: ['not-a-name'] }],
  ] as const)('stay off after an invalid choice: %j', async (choice, fields) => {
    const live = await open();
    await expect(live.turnOn({ choice, takeOver: [] })).rejects.toMatchObject({ code: 'validation', fields });
    expect(live.view.isOn).toBe(false);
    expect(fakes.receivers.size).toBe(0);
  });

  it('poll if the user chose no tunnel', async () => {
    const live = await open();
    const view = await live.turnOn({ choice: { kind: 'none' }, takeOver: [] });
    expect(view).toMatchObject({ state: 'polling', isOn: true, publicUrl: null, problem: null, pollSeconds: 20 });
    expect(fakes.probes + countWrites()).toBe(0);
  });

  it('use the local address for a service on this computer', async () => {
    const live = await open(LOOPBACK);
    const view = await live.turnOn({ choice: { kind: 'none' }, takeOver: [] });
    expect(view).toMatchObject({ state: 'live', publicUrl: null, isLocalService: true });
    expect(fakes.settings.inUrl).toMatch(/^http:\/\/127\.0\.0\.1:40001\/switchboard\/in\//);
  });

  it('get new secrets when they are turned off and on again, and keep them over restarts', async () => {
    const live = await open();
    const first = (await fakes.turnOn(live)).places[0]?.ownUrl;
    await close(live);
    const again = await open();
    expect(again.view).toMatchObject({ state: 'live', places: [{ ownUrl: first }, {}] });
    await again.turnOff();
    const second = (await again.turnOn({ choice: MANUAL, takeOver: [] })).places[0]?.ownUrl;
    expect(second).not.toBe(first);
  });

  it('set no address that does not lead here, and check again by themselves', async () => {
    const live = await open();
    const view = await live.turnOn({ choice: MANUAL, takeOver: [] });
    expect(view).toMatchObject({ state: 'degraded', problem: { kind: 'not-reached' }, lastTest: { arrived: false } });
    expect(countWrites()).toBe(0);
    fakes.tunnels.set(PUBLIC, 40_001);
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
    expect(live.view).toMatchObject({ state: 'live', problem: null });
  });

  it('LIVE-3: are degraded when the address no longer leads here, and run no tunnel of their own', async () => {
    const live = await open();
    await fakes.turnOn(live);
    fakes.tunnels.clear();
    await vi.advanceTimersByTimeAsync(12 * MINUTE_MS);
    expect(live.view).toMatchObject({ state: 'degraded', problem: { kind: 'not-reached' } });
    expect(fakes.setLive.mock.lastCall).toEqual([false]);
    await vi.advanceTimersByTimeAsync(50 * MINUTE_MS);
    expect([live.view.state, fakes.tunnelMaker.made]).toEqual(['degraded', []]);
  });

  it('LIVE-3: are degraded while polling finds messages that no callback announced', async () => {
    const live = await open();
    await fakes.turnOn(live);
    fakes.healedCount = 1;
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
    expect(live.view).toMatchObject({ state: 'degraded', problem: { kind: 'missed' }, pollSeconds: 20 });
    expect(fakes.setLive.mock.lastCall).toEqual([false]);
    expect(fakes.marks['live.sinceAt']).toBe(0);
    fakes.healedCount = 0;
    await vi.advanceTimersByTimeAsync(12 * MINUTE_MS);
    expect(live.view).toMatchObject({ state: 'live', problem: null });
    expect(fakes.setLive.mock.lastCall).toEqual([true]);
  });

  it('expect no callbacks for messages that came while the computer slept', async () => {
    const live = await open();
    await fakes.turnOn(live);
    const wokeAt = Date.now() + 8 * 60 * MINUTE_MS;
    vi.setSystemTime(wokeAt);
    live.lookNow();
    await vi.advanceTimersByTimeAsync(0);
    expect(fakes.marks['live.sinceAt']).toBe(wokeAt);
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
    expect(fakes.marks['live.sinceAt']).toBe(wokeAt);
    expect(live.view.state).toBe('live');
  });

  it('notice within a quarter of an hour that another system set its address', async () => {
    const live = await open();
    await fakes.turnOn(live);
    fakes.settings = { ...fakes.settings, outUrl: CRM_OUT };
    await vi.advanceTimersByTimeAsync(16 * MINUTE_MS);
    expect(live.view).toMatchObject({ state: 'degraded', places: [{ state: 'ours' }, { state: 'other' }] });
    expect(fakes.setLive.mock.lastCall).toEqual([false]);
    expect(fakes.settings.outUrl).toBe(CRM_OUT);
  });

  it('listen on another port if the last one is taken, and report it until the address leads there', async () => {
    const live = await open();
    await fakes.turnOn(live);
    await close(live);
    fakes.takenPorts.add(40_001);
    const again = await open();
    expect(again.view).toMatchObject({
      state: 'degraded',
      localUrl: 'http://127.0.0.1:40002',
      problem: { kind: 'port-taken', detail: '40001' },
    });
    fakes.tunnels.set(PUBLIC, 40_002);
    expect(await again.test()).toMatchObject({ state: 'live', problem: null });
  });

  it('turn themselves on in the demo, unless the user turned them off', async () => {
    const live = await open({ ...LOOPBACK, isDemo: true });
    expect(live.view).toMatchObject({ state: 'live', isOn: true });
    await live.turnOff();
    await close(live);
    expect((await open({ ...LOOPBACK, isDemo: true })).view).toMatchObject({ state: 'off' });
    expect(fakes.settings).toMatchObject({ inUrl: null, outUrl: null });
  });

  it('read the addresses back when the answer to a write is lost', async () => {
    fakes.writeFailure = toLostAnswer();
    fakes.isWriteDone = true;
    const live = await open();
    expect(await fakes.turnOn(live)).toMatchObject({ state: 'live', problem: null });
    expect(await live.turnOff()).toMatchObject({ state: 'off', problem: null });
  });

  it('show why the service refuses an address, in its own words', async () => {
    fakes.writeFailure = new AppError({ code: 'validation', message: 'x', fields: { inUrl: ['Answers 404.'] } });
    const view = await fakes.turnOn(await open());
    expect(view).toMatchObject({ state: 'degraded', problem: { kind: 'refused', detail: 'Answers 404.' } });
  });

  it('send a refused key a few times an hour at most', async () => {
    const live = await open();
    fakes.readFailure = fail('unauthorized');
    await expect(fakes.turnOn(live)).rejects.toMatchObject({ code: 'unauthorized' });
    fakes.asked.length = 0;
    await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
    expect(fakes.asked.length).toBeGreaterThan(0);
    expect(fakes.asked.length).toBeLessThan(5);
  });

  it('LIVE-4: do not run without the key, and show what is saved', async () => {
    const live = await open();
    await live.turnOn({ choice: SSH, takeOver: [] });
    await close(live);
    fakes.asked.length = 0;
    const keyless = await open({ hasKey: false });
    expect(keyless.view).toMatchObject({
      ...{ state: 'polling', isOn: true, choice: SSH, publicUrl: PUBLIC, localUrl: null },
      tunnel: { state: 'off' },
    });
    await expect(keyless.refresh()).rejects.toMatchObject({ code: 'unauthorized' });
    await vi.advanceTimersByTimeAsync(20 * MINUTE_MS);
    expect([fakes.asked, fakes.receivers.size, fakes.tunnelMaker.made.length]).toEqual([[], 0, 1]);
  });

  it('LIVE-5: let the user sign out within 4 s while the service does not answer', async () => {
    const live = await open();
    await fakes.turnOn(live);
    fakes.isSilent = true;
    const refreshing = live.refresh();
    const refused = expect(refreshing).rejects.toMatchObject({ code: 'cancelled' });
    await vi.advanceTimersByTimeAsync(10);
    let hasLeft = false;
    const leaving = live.leave().then(() => (hasLeft = true));
    await vi.advanceTimersByTimeAsync(4_100);
    expect(hasLeft).toBe(true);
    expect(fakes.logged).toContain('live.notRestored');
    await Promise.all([leaving, refused]);
  });

  it('LIVE-5: reject actions that were still waiting when the account was closed', async () => {
    const live = await open();
    await fakes.turnOn(live);
    fakes.isSilent = true;
    const refused = [live.refresh(), live.turnOff()].map((act) =>
      expect(act).rejects.toMatchObject({ code: 'cancelled' }),
    );
    await close(live);
    await Promise.all(refused);
    fakes.isSilent = false;
    expect((await open()).view).toMatchObject({ state: 'live', isOn: true });
  });

  it('LIVE-5: cancel a check that was requested while they are being turned off', async () => {
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

  it('tell a view only if it differs from the last', async () => {
    const live = await open();
    await fakes.turnOn(live);
    const count = fakes.views.length;
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
    expect(fakes.views).toHaveLength(count);
    expect(new Set(fakes.views.map((view) => JSON.stringify(view))).size).toBe(count);
  });

  describe('and their events', () => {
    it.each([
      ['not-found', 'absent'],
      ['forbidden', 'forbidden'],
    ] as const)(
      'make them live once confirmed, where the service answers %s about its addresses',
      async (code, settings) => {
        fakes.readFailure = fail(code);
        const live = await open();
        const view = await fakes.turnOn(live);
        expect(view).toMatchObject({ state: 'degraded', settings, lastTest: { arrived: true } });
        await vi.advanceTimersByTimeAsync(1_000);
        const postedAt = Date.now();
        await fakes.post(view.places[0]?.ownUrl ?? '', 7);
        expect(fakes.callbacksArrived).toHaveBeenCalledOnce();
        await vi.advanceTimersByTimeAsync(3_000);
        expect(live.view).toMatchObject({ state: 'degraded', places: [{ lastEventAt: null }, {}] });
        fakes.settle('confirmed');
        await vi.advanceTimersByTimeAsync(3_000);
        expect(live.view).toMatchObject({ state: 'live', places: [{ lastEventAt: postedAt }, {}] });
      },
    );

    it('change nothing in the view if they are refuted', async () => {
      fakes.readFailure = fail('not-found');
      const live = await open();
      const view = await fakes.turnOn(live);
      await vi.advanceTimersByTimeAsync(1_000);
      await fakes.post(view.places[0]?.ownUrl ?? '', 7);
      fakes.settle('refuted');
      await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
      expect(live.view).toEqual(view);
    });

    it('are listed without their content', async () => {
      const { phone, referenceId, happenedAt, ...shown } = EVENT;
      fakes.inbox = [EVENT];
      expect(await (await open()).listEvents()).toEqual([{ ...shown, letter: null }]);
    });
  });

  describe('on a full disk', () => {
    it('refuse an event that cannot be written, so that the service is not told 200', async () => {
      const live = await open();
      const { places } = await fakes.turnOn(live);
      fakes.isDiskBroken = true;
      await expect(fakes.post(places[0]?.ownUrl ?? '', 1)).rejects.toMatchObject({ code: 'disk' });
      expect(fakes.callbacksArrived).not.toHaveBeenCalled();
    });

    it('log the refused events once a minute, however many come', async () => {
      const live = await open();
      const { places } = await fakes.turnOn(live);
      fakes.isDiskBroken = true;
      const post = (id: number): Promise<void> => fakes.post(places[0]?.ownUrl ?? '', id).catch(() => undefined);
      for (let id = 1; id <= 100; id += 1) await post(id);
      expect(fakes.logged).toEqual(['live.notKept']);
      await vi.advanceTimersByTimeAsync(MINUTE_MS);
      await post(101);
      expect(fakes.logged).toHaveLength(2);
    });

    it('open all the same, and log it', async () => {
      const live = await open();
      await fakes.turnOn(live);
      fakes.isDiskBroken = true;
      await close(live);
      fakes.logged.length = 0;
      expect((await open()).view).toMatchObject({ isOn: true });
      expect(fakes.logged).toContain('live.notMarked');
    });
  });
});
