import { describe, expect, it, vi } from 'vitest';
import type { LiveUpdates } from '#main/services/live-updates/live-updates.ts';
import type { FakeTunnel } from '#test/support/fake-tunnels.ts';
import type { LiveView, TunnelChoice } from '#shared/contract/index.ts';
import type { CallbackDirection } from '#shared/domain/callbacks.ts';
import { fail } from '../fakes.ts';
import {
  CRM_IN,
  CRM_OUT,
  MANUAL,
  PUBLIC,
  setUpLiveUpdates,
  SSH,
  type LiveUpdatesOnFakes,
} from './live-updates-on-fakes.ts';

const MINUTE_MS = 60_000;
const NGROK: TunnelChoice = { kind: 'command', program: 'ngrok', commandLine: '', pattern: '' };
const OTHER = 'https://crane.tunnel.example';

describe('live updates through a tunnel that the app runs', () => {
  let fakes: LiveUpdatesOnFakes;
  const { open, close } = setUpLiveUpdates((fresh) => (fakes = fresh));
  const settle = () => vi.advanceTimersByTimeAsync(0);

  const turnOn = async (
    live: LiveUpdates,
    choice: TunnelChoice = NGROK,
    takeOver: readonly CallbackDirection[] = [],
  ): Promise<LiveView> => {
    const view = await live.turnOn({ choice, takeOver });
    await settle();
    return view;
  };
  const last = (): FakeTunnel => {
    const tunnel = fakes.tunnelMaker.made.at(-1);
    if (tunnel === undefined) throw new Error('No tunnel was made');
    return tunnel;
  };
  /** The tunnel is up and forwards to the port that it was made for. */
  const comeUp = async (url = PUBLIC): Promise<void> => {
    fakes.tunnels.clear();
    fakes.tunnels.set(url, last().options.port);
    last().comeUp(url);
    await settle();
  };
  const fallDown = async (): Promise<void> => {
    fakes.tunnels.clear();
    last().fail('ended', 'exit 1');
    await settle();
  };
  const countWrites = (): number => fakes.asked.filter(({ kind }) => kind === 'write').length;

  it('are live once it is up, the round trip arrived and its addresses are set', async () => {
    const live = await open();
    expect(await turnOn(live)).toMatchObject({
      state: 'degraded',
      choice: NGROK,
      publicUrl: null,
      problem: null,
      tunnel: { state: 'starting' },
    });
    expect(last().options).toMatchObject({ port: 40_001, choice: NGROK });
    expect([countWrites(), fakes.probes]).toEqual([0, 0]);
    await comeUp();
    expect(live.view).toMatchObject({ state: 'live', publicUrl: PUBLIC, tunnel: { state: 'up' }, pollSeconds: 60 });
    expect(fakes.settings.inUrl).toMatch(/^https:\/\/heron\.tunnel\.example\/switchboard\/in\//);
  });

  it('LIVE-3: are degraded in the moment in which it fails, and show why', async () => {
    const live = await open();
    await turnOn(live);
    await comeUp();
    fakes.tunnels.clear();
    last().fail('ended', 'exit 1');
    expect(fakes.setLive.mock.lastCall).toEqual([false]);
    expect(live.view).toMatchObject({
      state: 'degraded',
      pollSeconds: 20,
      problem: { kind: 'tunnel', at: Date.now() },
      tunnel: { state: 'waiting', nextAttemptAt: Date.now() + 2_000, fault: { kind: 'ended', detail: 'exit 1' } },
    });
  });

  it('LIVE-3: are live again only after another round trip, and sync reads at once', async () => {
    const live = await open();
    await turnOn(live);
    await comeUp();
    expect(fakes.tryNow).not.toHaveBeenCalled();
    await fallDown();
    const probes = fakes.probes;
    fakes.readFailure = fail('offline');
    last().comeUp(PUBLIC);
    expect(live.view.state).toBe('degraded');
    await settle();
    expect([live.view.state, fakes.probes > probes]).toEqual(['degraded', true]);
    fakes.readFailure = null;
    await comeUp(OTHER);
    expect(live.view.state).toBe('live');
    expect(fakes.tryNow).toHaveBeenCalledOnce();
  });

  it('LIVE-2: replace our address by a new one, and give back the former address', async () => {
    fakes.settings = { inUrl: CRM_IN, outUrl: null, format: 'json' };
    const live = await open();
    await live.refresh();
    await turnOn(live, NGROK, ['in']);
    await comeUp();
    const [first] = live.view.places;
    expect(first).toMatchObject({ state: 'ours', formerUrl: CRM_IN });
    await fallDown();
    expect(live.view.places[0]).toMatchObject({ state: 'ours', formerUrl: CRM_IN });
    await comeUp(OTHER);
    expect(live.view).toMatchObject({ state: 'live', publicUrl: OTHER, places: [{ formerUrl: CRM_IN }, {}] });
    expect(fakes.settings.inUrl).toBe(first?.ownUrl?.replace(PUBLIC, OTHER));
    await live.turnOff();
    expect(fakes.settings).toEqual({ inUrl: CRM_IN, outUrl: null, format: 'json' });
  });

  it('LIVE-1: keep a consent until the tunnel is up, and use it once', async () => {
    fakes.settings = { inUrl: CRM_IN, outUrl: CRM_OUT, format: 'json' };
    const live = await open();
    await live.refresh();
    await turnOn(live, NGROK, ['in', 'out']);
    await comeUp();
    expect(live.view.places).toMatchObject([{ state: 'ours' }, { state: 'ours' }]);
    fakes.settings = { ...fakes.settings, inUrl: CRM_IN };
    await fallDown();
    await comeUp();
    expect(fakes.settings.inUrl).toBe(CRM_IN);
  });

  it('LIVE-1: keep a consent until the address leads here, and check soon whether it does', async () => {
    fakes.settings = { inUrl: CRM_IN, outUrl: null, format: 'json' };
    const live = await open();
    await turnOn(live);
    last().comeUp(PUBLIC);
    await settle();
    await turnOn(live, NGROK, ['in']);
    expect(live.view).toMatchObject({ state: 'degraded', problem: { kind: 'not-reached' } });
    expect(fakes.settings.inUrl).toBe(CRM_IN);
    fakes.tunnels.set(PUBLIC, 40_001);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(live.view).toMatchObject({
      state: 'live',
      problem: null,
      places: [{ state: 'ours', formerUrl: CRM_IN }, {}],
    });
  });

  it('LIVE-1: drop a consent when the user chooses another tunnel', async () => {
    fakes.settings = { inUrl: CRM_IN, outUrl: null, format: 'json' };
    const live = await open();
    await live.refresh();
    await turnOn(live, NGROK, ['in']);
    await turnOn(live, SSH);
    await comeUp();
    expect(fakes.settings.inUrl).toBe(CRM_IN);
  });

  it('LIVE-3: ignore a check of an address that the tunnel no longer has', async () => {
    const live = await open();
    await turnOn(live);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    fakes.probeGate = promise;
    await comeUp();
    last().fail('ended');
    // The old address still leads here for a moment; whether the new one does is not known yet.
    last().comeUp(OTHER);
    fakes.probeGate = null;
    resolve(undefined);
    await settle();
    expect(countWrites()).toBe(0);
    expect(live.view).toMatchObject({ state: 'degraded', lastTest: { arrived: false }, publicUrl: OTHER });
  });

  it('restart a tunnel that is up while nothing comes through, and wait longer after each restart', async () => {
    const live = await open();
    await turnOn(live);
    await comeUp();
    fakes.tunnels.clear();
    await vi.advanceTimersByTimeAsync(12 * MINUTE_MS);
    expect(live.view.state).toBe('degraded');
    expect(last().restarts).toBe(0);
    await vi.advanceTimersByTimeAsync(6 * MINUTE_MS);
    expect(last().restarts).toBe(1);
    last().comeUp(PUBLIC);
    await vi.advanceTimersByTimeAsync(9 * MINUTE_MS);
    expect(last().restarts).toBe(1);
    await vi.advanceTimersByTimeAsync(4 * MINUTE_MS);
    expect(last().restarts).toBe(2);
    await comeUp();
    expect(live.view.state).toBe('live');
  });

  it('wait as long before the first restart of another tunnel', async () => {
    const live = await open();
    await turnOn(live);
    await comeUp();
    fakes.tunnels.clear();
    await vi.advanceTimersByTimeAsync(18 * MINUTE_MS);
    expect(last().restarts).toBe(1);
    await turnOn(live, { ...NGROK, program: 'cloudflared' });
    last().comeUp(OTHER);
    await vi.advanceTimersByTimeAsync(8 * MINUTE_MS);
    expect(last().restarts).toBe(1);
  });

  it('ask the service seldom while it is down', async () => {
    const live = await open();
    await turnOn(live);
    await comeUp();
    await fallDown();
    fakes.asked.length = 0;
    await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
    expect(fakes.asked.length).toBeLessThan(6);
    expect(live.view.state).toBe('degraded');
  });

  it('try it at once when the computer wakes and when the service answers again', async () => {
    const live = await open();
    await turnOn(live);
    live.lookNow();
    live.cameOnline();
    expect(last().looks).toBe(2);
  });

  it('ask again about a program that the user did not allow only when the user turns them on again', async () => {
    const live = await open();
    await turnOn(live);
    last().refuse();
    await live.refresh();
    live.lookNow();
    await vi.advanceTimersByTimeAsync(20 * MINUTE_MS);
    expect([fakes.tunnelMaker.made.length, live.view.tunnel.fault?.kind]).toEqual([1, 'not-allowed']);
    await turnOn(live);
    expect(fakes.tunnelMaker.made).toHaveLength(2);
    expect(live.view.tunnel).toMatchObject({ state: 'starting', fault: null });
  });

  it('give the addresses back before they end it', async () => {
    const live = await open();
    await turnOn(live);
    await comeUp();
    const tunnel = last();
    let wasUpAtWriting: boolean | null = null;
    const before = fakes.asked.length;
    fakes.asked.push = (...entries) => {
      wasUpAtWriting = !tunnel.isDisposed;
      return Array.prototype.push.apply(fakes.asked, entries);
    };
    await live.turnOff();
    expect(fakes.asked.slice(before).map(({ kind }) => kind)).toContain('write');
    expect([wasUpAtWriting, tunnel.isDisposed]).toEqual([true, true]);
    expect(fakes.settings).toMatchObject({ inUrl: null, outUrl: null });
    expect(live.view).toMatchObject({ state: 'off', tunnel: { state: 'off', fault: null } });
  });

  it('end it on closing and on signing out, and start it when the account is opened again', async () => {
    const live = await open();
    await turnOn(live);
    await comeUp();
    await close(live);
    expect(last().isDisposed).toBe(true);
    const again = await open();
    expect(fakes.tunnelMaker.made).toHaveLength(2);
    await comeUp();
    expect(again.view).toMatchObject({ state: 'live', choice: NGROK });
    await again.leave();
    expect(last().isDisposed).toBe(true);
    expect(fakes.settings).toMatchObject({ inUrl: null, outUrl: null });
  });

  it('end it when the user chooses another', async () => {
    const live = await open();
    await turnOn(live);
    await comeUp();
    const tunnel = last();
    await live.turnOn({ choice: MANUAL, takeOver: [] });
    expect(tunnel.isDisposed).toBe(true);
    expect(live.view).toMatchObject({ state: 'live', choice: { kind: 'manual' }, tunnel: { state: 'off' } });
  });

  it('lead it to another port if the last one is taken, without a problem in the view', async () => {
    const live = await open();
    await turnOn(live);
    await comeUp();
    await close(live);
    fakes.takenPorts.add(40_001);
    const again = await open();
    expect(last().options.port).toBe(40_002);
    await comeUp();
    expect(again.view).toMatchObject({ state: 'live', problem: null });
  });

  it('read a record that was saved before there was a choice of tunnels', async () => {
    const kept = {
      ...{ isOn: true, turnedOnAt: 1, port: 40_007, pastSecrets: [], former: null },
      secrets: { in: 'in-secret', out: 'out-secret' },
    };
    fakes.owned['live.updates'] = JSON.stringify({ ...kept, publicUrl: PUBLIC });
    const live = await open();
    expect(live.view).toMatchObject({ isOn: true, choice: { kind: 'manual', publicUrl: PUBLIC }, publicUrl: PUBLIC });
    await close(live);
    fakes.owned['live.updates'] = JSON.stringify({ ...kept, publicUrl: null });
    expect((await open({ baseUrl: 'http://127.0.0.1:9' })).view).toMatchObject({
      isOn: true,
      choice: { kind: 'none' },
      state: 'live',
    });
  });

  describe('to a server by ssh', () => {
    const KEY = 'SHA256:abcdefg';

    it('trust the host key that was shown, and only that one', async () => {
      const live = await open();
      await turnOn(live, SSH);
      expect(last().options.trustedFingerprint).toBeNull();
      await expect(live.trustHost(KEY)).rejects.toMatchObject({ code: 'validation' });
      last().fail('host-key-unknown', KEY);
      await expect(live.trustHost('SHA256:another')).rejects.toMatchObject({ code: 'validation' });
      await live.trustHost(KEY);
      expect(fakes.tunnelMaker.made).toHaveLength(2);
      expect(last().options.trustedFingerprint).toBe(KEY);
      await comeUp();
      expect(live.view).toMatchObject({ state: 'live', publicUrl: PUBLIC });
      await close(live);
      await open();
      expect(last().options.trustedFingerprint).toBe(KEY);
    });

    it('show the trusted key beside the new one that the server has', async () => {
      const live = await open();
      await turnOn(live, SSH);
      last().fail('host-key-unknown', KEY);
      expect(live.view.tunnel.fault?.trusted ?? null).toBeNull();
      await live.trustHost(KEY);
      last().fail('host-key-changed', 'SHA256:another');
      expect(live.view.tunnel.fault).toMatchObject({ detail: 'SHA256:another', trusted: KEY });
    });

    it('trust a key for one server, in any spelling of its name', async () => {
      const live = await open();
      await turnOn(live, SSH);
      last().fail('host-key-unknown', KEY);
      await live.trustHost(KEY);
      await turnOn(live, { ...SSH, port: 2222 });
      expect(last().options.trustedFingerprint).toBeNull();
      await turnOn(live, { ...SSH, host: 'desk.EXAMPLE' });
      expect(last().options.trustedFingerprint).toBe(KEY);
    });

    it('TUNNEL-2: leave it waiting for the user, also while the service cannot be asked', async () => {
      fakes.readFailure = fail('offline');
      const live = await open();
      await expect(turnOn(live, SSH)).rejects.toMatchObject({ code: 'offline' });
      last().fail('not-admitted');
      await vi.advanceTimersByTimeAsync(30 * MINUTE_MS);
      expect(last().looks).toBe(0);
      expect(live.view.tunnel).toMatchObject({ state: 'waiting', fault: { kind: 'not-admitted' } });
    });

    it('show its public address also while it is down', async () => {
      const live = await open();
      await turnOn(live, SSH);
      last().fail('not-reached', 'ECONNREFUSED');
      expect(live.view).toMatchObject({ publicUrl: PUBLIC, problem: { kind: 'tunnel' } });
    });
  });
});
