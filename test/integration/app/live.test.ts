import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAccountParts } from '#main/app/account-parts.ts';
import { createBridge } from '#main/bridge/bridge.ts';
import type { Clock } from '#main/platform/clock.ts';
import { createLog } from '#main/platform/log.ts';
import { createServices } from '#main/services/services.ts';
import type { LiveView } from '#shared/contract/index.ts';
import { until } from '#test/support/until.ts';
import { BARE_HOST, AppWindow, AppOnDemo, toRequestId, type RunningService } from './app-on-demo.ts';

function createFastClock(rate: number): Clock {
  const startedAt = Date.now();
  return {
    now: () => startedAt + (Date.now() - startedAt) * rate,
    random: () => Math.random(),
    wait: (ms, signal) =>
      new Promise((resolve) => {
        const end = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', end);
          resolve();
        };
        const timer = setTimeout(end, ms / rate);
        signal.addEventListener('abort', end);
        if (signal.aborted) end();
      }),
  };
}

/** Its own data folder is that of the stage. Dispose of it before the stage. */
async function openFastApp(app: AppOnDemo, rate: number): Promise<AppWindow> {
  const clock = createFastClock(rate);
  const now = (): number => clock.now();
  const log = createLog({ folder: `${app.folder}/logs`, now, stderr: () => undefined });
  const services = await createServices({
    dataFolder: app.folder,
    runId: 'fast-app',
    about: { platform: 'linux', version: '0.0.0', dataId: 'fast-app' },
    host: BARE_HOST,
    parts: createAccountParts({ config: app.toConfig(), clock, log, host: BARE_HOST }),
    startDemoService: () => Promise.reject(new Error('There is no demo here')),
    log,
    now,
  });
  const bridge = createBridge(services, {
    checksAnswers: true,
    onBug: (what, error) => log.error(what, error),
    onRefused: () => undefined,
  });
  const dispose = async (): Promise<void> => {
    await services.dispose();
    await log.dispose();
  };
  return new AppWindow(Object.assign(bridge, { quitGuard: services.quitGuard, dispose }));
}

describe('live updates of the app', () => {
  let app: AppOnDemo;
  let running: RunningService;
  const servers: Server[] = [];

  beforeEach(async () => {
    app = await AppOnDemo.open();
    running = await app.startService();
  });
  afterEach(async () => {
    await app.dispose();
    for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
  });

  const signIn = async (window: AppWindow): Promise<AppWindow> => {
    await window.signIn(running.credentials);
    await until(async () => {
      expect(await window.ask('sync.getStatus', {})).toMatchObject({ link: 'online', phase: 'idle' });
      expect((await window.listChats()).rows.length).toBeGreaterThan(10);
    });
    return window;
  };
  const turnOn = (window: AppWindow, takeOver: ('in' | 'out')[] = []): Promise<LiveView> =>
    window.ask('live.turnOn', { requestId: toRequestId(), choice: { kind: 'none' }, takeOver });

  /** Somebody else's system, which answers 200 as the service demands. */
  async function openOther(): Promise<string> {
    const server = createServer((_request, response) => response.writeHead(200).end());
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  }

  it('bring an incoming text by callback, long before anybody asks for it', async () => {
    const window = await signIn(await app.openWindow());
    const live = await turnOn(window);
    expect(live).toMatchObject({ state: 'live', isLocalService: true, pollSeconds: 60, lastTest: { arrived: true } });
    const { inUrl, outUrl } = running.service.world.data.callbacks;
    expect(live.places).toMatchObject([
      { state: 'ours', ownUrl: inUrl },
      { state: 'ours', ownUrl: outUrl },
    ]);

    const [chat] = (await window.listChats()).rows;
    const countRounds = () =>
      running.service.seen.filter(({ path }) => /\/messages\/inbound$|\/replies$/.test(path)).length;
    const rounds = countRounds();
    const message = running.service.receive({ sender: chat?.phone ?? '', text: 'By callback' });
    await until(async () => {
      const page = await window.ask('messages.list', { chatId: chat?.id ?? 0, before: null, limit: 20 });
      expect(page.items.map(({ text }) => text)).toContain('By callback');
    });
    await until(async () => {
      const [event] = await window.ask('live.listEvents', {});
      expect(event).toMatchObject({ direction: 'in', messageId: message?.id, letter: null, state: 'confirmed' });
    });
    expect(countRounds()).toBe(rounds);
    const { arrivals } = await window.ask('health.get', {});
    expect(arrivals.latest[0]).toMatchObject({ via: 'callback', chatId: chat?.id });
    await until(() => expect(window.heard('live.changed').at(-1)).toMatchObject({ live: { state: 'live' } }));
  });

  it('LIVE-1, 2: leave another system’s address alone, take it over with a yes, and give it back on signing out', async () => {
    const inUrl = `${await openOther()}/crm?key=7`;
    const before = { inUrl, outUrl: null, format: 'u' } as const;
    running.service.world.data.callbacks = before;
    const window = await signIn(await app.openWindow());
    const polite = await turnOn(window);
    expect(polite).toMatchObject({ state: 'degraded', places: [{ state: 'other' }, { state: 'ours' }] });
    expect(running.service.world.data.callbacks).toMatchObject({ inUrl, format: 'u' });

    const taken = await turnOn(window, ['in']);
    expect(taken).toMatchObject({ state: 'live', places: [{ state: 'ours', formerUrl: inUrl }, { state: 'ours' }] });
    await window.ask('session.signOut', { requestId: toRequestId() });
    expect(running.service.world.data.callbacks).toEqual(before);
    expect(await window.ask('live.get', {})).toMatchObject({ state: 'off', localUrl: null });
  });

  it('show the addresses to paste where the service has no settings of them', async () => {
    running.service.settings.absent = ['callbacks'];
    const window = await signIn(await app.openWindow());
    const live = await turnOn(window);
    expect(live).toMatchObject({ state: 'degraded', settings: 'absent', lastTest: { arrived: true } });
    const [inbound, outbound] = live.places;
    // Somebody pastes them on the pages of the service.
    running.service.world.data.callbacks = {
      inUrl: inbound?.ownUrl ?? null,
      outUrl: outbound?.ownUrl ?? null,
      format: 'm',
    };
    const [chat] = (await window.listChats()).rows;
    running.service.receive({ sender: chat?.phone ?? '', text: 'Pasted' });
    await until(async () => expect(await window.ask('live.get', {})).toMatchObject({ state: 'live' }));
  });

  it('let a second desk of the same account poll, and leave the first its callbacks', async () => {
    const first = await signIn(await app.openWindow());
    await turnOn(first);
    const otherStage = await AppOnDemo.open();
    // Two desks share what the service lets one account ask.
    running.service.settings.perSecond = 200;
    try {
      const second = await signIn(await otherStage.openWindow());
      const live = await turnOn(second);
      expect(live).toMatchObject({ state: 'polling', places: [{ state: 'desk' }, { state: 'desk' }], pollSeconds: 20 });
      expect(await first.ask('live.refresh', {})).toMatchObject({ state: 'live' });
    } finally {
      await otherStage.dispose();
    }
  });

  it('are live in the demo without a word', async () => {
    const window = await app.openWindow();
    await window.ask('session.startDemo', { requestId: toRequestId() });
    await until(async () => expect(await window.ask('live.get', {})).toMatchObject({ state: 'live', isOn: true }));
  });

  it('show nothing of a forged callback with the right secret, and refute it', async () => {
    const window = await openFastApp(app, 30);
    try {
      await signIn(window);
      const { places } = await turnOn(window);
      const [chat] = (await window.listChats()).rows;
      const chatId = chat?.id ?? 0;
      const list = () => window.ask('messages.list', { chatId, before: null, limit: 50 });
      const toShown = async () => ({
        chats: await window.listChats(),
        unread: await window.listChats('open', ['unread']),
        closed: await window.listChats('closed'),
        messages: await list(),
      });
      const before = await toShown();
      const sent = running.service.world.outbound.rows.find(({ receiver }) => receiver === chat?.phone);
      const got = running.service.world.inbound.rows.find(({ sender }) => sender === chat?.phone);
      const post = async (direction: 0 | 1, fields: Record<string, unknown>): Promise<void> => {
        const response = await fetch(places[direction]?.ownUrl ?? '', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ messageTime: '2026-11-20T10:00:00+0000', text: 'Forged', ...fields }),
        });
        expect(response.status).toBe(200);
      };
      await post(0, { id: 99_000_001, sender: chat?.phone, receiver: '447700900002' });
      await post(0, { id: 99_000_002, sender: '447700900999', receiver: '447700900002' });
      await post(0, { id: got?.id, sender: chat?.phone, receiver: '447700900002' });
      await post(1, { id: sent?.id, sender: '447700900002', receiver: chat?.phone, status: 'f' });
      await post(1, { id: 99_000_003, sender: '447700900002', receiver: chat?.phone, status: 'd' });

      await until(async () => {
        const events = await window.ask('live.listEvents', {});
        const states = new Map(events.map(({ messageId, state }) => [messageId, state]));
        expect(states).toEqual(
          new Map([
            [99_000_001, 'refuted'],
            [99_000_002, 'refuted'],
            [99_000_003, 'refuted'],
            [got?.id, 'confirmed'],
            [sent?.id, expect.stringMatching(/confirmed|refuted/)],
          ]),
        );
      });
      expect(await toShown()).toEqual(before);
      const search = { query: 'Forged', scope: 'all', chatId: null, limit: 10 } as const;
      expect(await window.ask('search.find', search)).toMatchObject({ people: [], messages: [] });
    } finally {
      await window.app.dispose();
    }
  });
});
