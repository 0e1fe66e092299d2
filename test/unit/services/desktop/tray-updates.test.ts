import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_SETTINGS } from '#shared/contract/index.ts';
import { TrayUpdates } from '#main/services/desktop/tray-updates.ts';
import type { TrayView } from '#shared/domain/desktop.ts';
import { DesktopWorld } from './desktop-world.ts';

const START = new Date('2026-11-20T09:40:00').getTime();

describe('the tray', () => {
  let world: DesktopWorld;
  let views: TrayView[];
  let settings: { readonly get: () => Promise<typeof DEFAULT_SETTINGS> };
  let pausedUntil: number | null;
  let reads: number;
  let tray: TrayUpdates;

  const settle = (): Promise<void> => vi.advanceTimersByTimeAsync(0).then(() => undefined);
  const tell = async (name: Parameters<DesktopWorld['send']>[0]): Promise<void> => {
    world.send(name);
    await settle();
  };

  beforeEach(async () => {
    vi.useFakeTimers({ now: START });
    world = new DesktopWorld();
    [views, pausedUntil, reads] = [[], null, 0];
    settings = {
      get: () => {
        reads += 1;
        return Promise.resolve({ ...DEFAULT_SETTINGS, notificationsPausedUntil: pausedUntil });
      },
    };
    tray = new TrayUpdates({
      host: { setTray: (view) => views.push(view) > 0 },
      ...{ session: world.session, events: world.events, settings, log: world.log, now: () => Date.now() },
    });
    await settle();
  });
  afterEach(async () => {
    await tray.dispose();
    expect([world.listeners.size, vi.getTimerCount()]).toEqual([0, 0]);
    vi.useRealTimers();
  });

  it('is there from the start, before anybody is signed in', () => {
    expect(views).toMatchObject([{ shape: 'offline', status: 'Signed out' }]);
  });

  it('has what changed, and is told of nothing else', async () => {
    world.unreadChats = 2;
    world.open('one');
    await settle();
    expect(views.at(-1)).toMatchObject({ shape: 'unread', tooltip: 'Switchboard, 2 unread chats' });
    await tell('chats.changed');
    await tell('sync.statusChanged');
    expect(views).toHaveLength(2);
    world.unreadChats = 0;
    await tell('chats.changed');
    expect(views.at(-1)?.shape).toBe('read');
    world.status = { ...world.status, link: 'offline' };
    await tell('sync.statusChanged');
    expect(views.at(-1)?.shape).toBe('offline');
    await tell('templates.changed');
    expect(views).toHaveLength(4);
  });

  it('reads the settings when they changed, not with every text', async () => {
    world.open('one');
    await settle();
    const before = reads;
    for (let round = 0; round < 3; round += 1) await tell('chats.changed');
    expect(reads).toBe(before);
    await tell('settings.changed');
    expect(reads).toBe(before + 1);
  });

  it('tells the times of a pause anew as time goes on', async () => {
    world.open('one');
    await settle();
    const until = (): number => views.at(-1)?.pause.choices[0]?.until ?? 0;
    expect(until()).toBe(START + 3_600_000);
    vi.setSystemTime(START + 10 * 60_000);
    await tell('sync.statusChanged');
    expect(until()).toBe(START + 4_200_000);
  });

  it('is as before once a pause is over, with one timer however often it is told', async () => {
    world.open('one');
    pausedUntil = START + 60_000;
    await tell('settings.changed');
    await tell('chats.changed');
    expect([views.at(-1)?.shape, vi.getTimerCount()]).toEqual(['paused', 1]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([views.at(-1)?.shape, vi.getTimerCount()]).toEqual(['read', 0]);
  });

  it('has no timer left when the user ends the pause or the app ends', async () => {
    pausedUntil = START + 60_000;
    await tell('settings.changed');
    pausedUntil = null;
    await tell('settings.changed');
    expect(vi.getTimerCount()).toBe(0);
    pausedUntil = 253_402_300_799_999;
    await tell('settings.changed');
    expect(vi.getTimerCount()).toBe(1);
  });

  it('shows nothing of an account that has left meanwhile', async () => {
    const late = Promise.withResolvers<{ messages: number; chats: number }>();
    world.open('one', { countUnread: () => late.promise });
    await settle();
    world.open('two');
    late.reject(new Error('closed'));
    await settle();
    expect(views.at(-1)).toMatchObject({ shape: 'read' });
    expect(world.logged).toEqual([]);
  });

  it('logs what fails, and comes back with the next change', async () => {
    let isBroken = true;
    const countUnread = () =>
      isBroken ? Promise.reject(new Error('made up')) : Promise.resolve({ messages: 1, chats: 1 });
    world.open('one', { countUnread });
    await settle();
    expect(world.logged).toEqual(['tray.failed']);
    isBroken = false;
    await tell('chats.changed');
    expect(views.at(-1)?.shape).toBe('unread');
  });
});
