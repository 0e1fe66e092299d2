import { describe, expect, it, vi } from 'vitest';
import { AppError } from '#shared/domain/app-error.ts';
import { fail } from '../fakes.ts';
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
const LOOPBACK = { baseUrl: 'http://127.0.0.1:9' };

describe('live updates', () => {
  let fakes: LiveUpdatesOnFakes;
  const { open, close, opened } = useLiveUpdates((fresh) => (fakes = fresh));
  const countWrites = (): number => fakes.asked.filter(({ kind }) => kind === 'write').length;

  it('are off, listen nowhere and ask nothing before anybody turned them on', async () => {
    const live = await open();
    expect(live.view).toMatchObject({ state: 'off', isOn: false, localUrl: null, problem: null });
    expect([fakes.asked, fakes.receivers.size, fakes.setLive.mock.calls]).toEqual([[], 0, []]);
  });

  it('are live once both addresses are set and what was sent through them came back', async () => {
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

  it.each(['not an address', 'http://heron.example', 'http://127.0.0.1:40001'])(
    'refuse %s as a public address',
    async (publicUrl) => {
      const live = await open();
      await expect(live.turnOn({ choice: { kind: 'manual', publicUrl }, takeOver: [] })).rejects.toMatchObject({
        code: 'validation',
      });
      expect(live.view.isOn).toBe(false);
    },
  );

  it('only ask where a person chose that nothing leads here', async () => {
    const live = await open();
    const view = await live.turnOn({ choice: { kind: 'none' }, takeOver: [] });
    expect(view).toMatchObject({ state: 'polling', isOn: true, publicUrl: null, problem: null, pollSeconds: 20 });
    expect(fakes.probes + countWrites()).toBe(0);
  });

  it('take the local address for a service on this computer', async () => {
    const live = await open(LOOPBACK);
    const view = await live.turnOn({ choice: { kind: 'none' }, takeOver: [] });
    expect(view).toMatchObject({ state: 'live', publicUrl: null, isLocalService: true });
    expect(fakes.settings.inUrl).toMatch(/^http:\/\/127\.0\.0\.1:40001\/switchboard\/in\//);
  });

  it('LIVE-1: leave the addresses of others alone, and poll', async () => {
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

  it('LIVE-1, 2: replace another’s with a yes, after remembering it, and give it back when turned off', async () => {
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

  it('explain that another desk of this account has the callbacks', async () => {
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

  it('know within a quarter of an hour that somebody else has the addresses now', async () => {
    const live = await open();
    await fakes.turnOn(live);
    fakes.settings = { ...fakes.settings, outUrl: CRM_OUT };
    await vi.advanceTimersByTimeAsync(16 * MINUTE_MS);
    expect(live.view).toMatchObject({ state: 'degraded', places: [{ state: 'ours' }, { state: 'other' }] });
    expect(fakes.setLive.mock.lastCall).toEqual([false]);
    expect(fakes.settings.outUrl).toBe(CRM_OUT);
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

  it('say where the service lets nobody set addresses, and are live once it told something', async () => {
    fakes.readFailure = fail('not-found');
    const live = await open();
    const view = await fakes.turnOn(live);
    expect(view).toMatchObject({ state: 'degraded', settings: 'absent', lastTest: { arrived: true } });
    await vi.advanceTimersByTimeAsync(1_000);
    const postedAt = Date.now();
    await fakes.post(view.places[0]?.ownUrl ?? '', 7);
    expect(fakes.callbacksArrived).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(live.view).toMatchObject({ state: 'degraded', places: [{ lastEventAt: null }, {}] });
    fakes.settle('confirmed');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(live.view).toMatchObject({ state: 'live', places: [{ lastEventAt: postedAt }, {}] });
  });

  it('are not made live, nor changed to the eye, by an event that somebody made up', async () => {
    fakes.readFailure = fail('not-found');
    const live = await open();
    const view = await fakes.turnOn(live);
    await vi.advanceTimersByTimeAsync(1_000);
    await fakes.post(view.places[0]?.ownUrl ?? '', 7);
    fakes.settle('refuted');
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
    expect(live.view).toEqual(view);
  });

  it('say where this user may not set addresses', async () => {
    fakes.readFailure = fail('forbidden');
    expect(await fakes.turnOn(await open())).toMatchObject({ state: 'degraded', settings: 'forbidden' });
  });

  it('tell the words in which the service refuses an address', async () => {
    fakes.writeFailure = new AppError({ code: 'validation', message: 'x', fields: { inUrl: ['Answers 404.'] } });
    const view = await fakes.turnOn(await open());
    expect(view).toMatchObject({ state: 'degraded', problem: { kind: 'refused', detail: 'Answers 404.' } });
  });

  it('go by what is set when the answer to the setting is lost', async () => {
    fakes.writeFailure = toLostAnswer();
    fakes.isWriteDone = true;
    const live = await open();
    expect(await fakes.turnOn(live)).toMatchObject({ state: 'live', problem: null });
    expect(await live.turnOff()).toMatchObject({ state: 'off', problem: null });
    fakes.isWriteDone = false;
    await expect(live.turnOn({ choice: MANUAL, takeOver: [] })).rejects.toMatchObject({ code: 'timeout' });
    expect(live.view).toMatchObject({ state: 'degraded', isOn: true });
  });

  it('give the service no address by which nobody gets here, and try again by themselves', async () => {
    const live = await open();
    const view = await live.turnOn({ choice: MANUAL, takeOver: [] });
    expect(view).toMatchObject({ state: 'degraded', problem: { kind: 'not-reached' }, lastTest: { arrived: false } });
    expect(countWrites()).toBe(0);
    fakes.tunnels.set(PUBLIC, 40_001);
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
    expect(live.view).toMatchObject({ state: 'live', problem: null });
  });

  it('take another port where the one of before is taken, and say so until the address leads there', async () => {
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

  it('turn themselves on in the demo, unless a person turned them off', async () => {
    const live = await open({ ...LOOPBACK, isDemo: true });
    expect(live.view).toMatchObject({ state: 'live', isOn: true });
    await live.turnOff();
    await close(live);
    expect((await open({ ...LOOPBACK, isDemo: true })).view).toMatchObject({ state: 'off' });
    expect(fakes.settings).toMatchObject({ inUrl: null, outUrl: null });
  });

  it('LIVE-1: take over nothing in the demo', async () => {
    fakes.settings = { inUrl: CRM_IN, outUrl: null, format: 'json' };
    const live = await open({ ...LOOPBACK, isDemo: true });
    expect(live.view).toMatchObject({ state: 'degraded', places: [{ state: 'other' }, { state: 'ours' }] });
    expect(fakes.settings.inUrl).toBe(CRM_IN);
  });

  it('LIVE-2: give back at the next opening what could not be given back', async () => {
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

  it('LIVE-2: know their former addresses also when turned on again before they were given back', async () => {
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

  it('LIVE-2: give back on signing out, and begin again without taking over at the next sign-in', async () => {
    fakes.settings = { inUrl: CRM_IN, outUrl: null, format: 'json' };
    const live = await open();
    await fakes.turnOn(live, ['in']);
    await live.leave();
    await close(live);
    expect(fakes.settings).toEqual({ inUrl: CRM_IN, outUrl: null, format: 'json' });
    const again = await open();
    expect(again.view).toMatchObject({ isOn: true, places: [{ state: 'other' }, { state: 'ours' }] });
  });

  it('LIVE-2: leave alone on signing out what somebody else has set meanwhile', async () => {
    const live = await open();
    await fakes.turnOn(live);
    fakes.settings = { inUrl: CRM_IN, outUrl: CRM_OUT, format: 'urlencoded' };
    await live.leave();
    expect(fakes.settings).toEqual({ inUrl: CRM_IN, outUrl: CRM_OUT, format: 'urlencoded' });
    expect(countWrites()).toBe(1);
  });

  it('LIVE-5: hold up nobody who leaves while the service says nothing', async () => {
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
    // Nobody is there any more to be told on the screen.
    expect(fakes.logged).toContain('live.notRestored');
    await Promise.all([leaving, refused]);
  });

  it('LIVE-5: say of nothing that it was done when their account closed before its turn came', async () => {
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

  it('LIVE-3: are degraded while asking finds what no callback told, and live again when that is over', async () => {
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

  it('owe no callback of what was written while the computer slept', async () => {
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

  it('LIVE-3: are degraded when the way no longer leads here', async () => {
    const live = await open();
    await fakes.turnOn(live);
    fakes.tunnels.clear();
    await vi.advanceTimersByTimeAsync(12 * MINUTE_MS);
    expect(live.view).toMatchObject({ state: 'degraded', problem: { kind: 'not-reached' } });
    expect(fakes.setLive.mock.lastCall).toEqual([false]);
  });

  it('LIVE-4: run not at all without the key, and show what is kept', async () => {
    const live = await open();
    await fakes.turnOn(live);
    await close(live);
    fakes.asked.length = 0;
    const keyless = await open({ hasKey: false });
    expect(keyless.view).toMatchObject({ state: 'polling', isOn: true, publicUrl: PUBLIC, localUrl: null });
    await expect(keyless.refresh()).rejects.toMatchObject({ code: 'unauthorized' });
    await vi.advanceTimersByTimeAsync(20 * MINUTE_MS);
    expect([fakes.asked, fakes.receivers.size]).toEqual([[], 0]);
  });

  it('show a key that the service refuses no more than a few times an hour', async () => {
    const live = await open();
    fakes.readFailure = fail('unauthorized');
    await expect(fakes.turnOn(live)).rejects.toMatchObject({ code: 'unauthorized' });
    fakes.asked.length = 0;
    await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
    expect(fakes.asked.length).toBeGreaterThan(0);
    expect(fakes.asked.length).toBeLessThan(5);
  });

  it('tell a view only when it is another one', async () => {
    const live = await open();
    await fakes.turnOn(live);
    const count = fakes.views.length;
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
    expect(fakes.views).toHaveLength(count);
    expect(new Set(fakes.views.map((view) => JSON.stringify(view))).size).toBe(count);
  });
});
