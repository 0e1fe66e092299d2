import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Target } from '#shared/contract/index.ts';
import { UserActions } from '#main/services/desktop/user-actions.ts';
import type { CommandId } from '#shared/domain/commands.ts';
import type { DesktopAct } from '#shared/domain/desktop.ts';
import { DesktopWorld } from './desktop-world.ts';

const LINK = 'sms:07700900318?body=Hello';
const HELLO = { kind: 'new-message', phones: ['447700900318'], text: 'Hello' };
const EMPTY = { kind: 'new-message', phones: [], text: '' };

describe('what the user does outside the page', () => {
  let world: DesktopWorld;
  let led: unknown[];
  let revealed: number;
  let now: number;
  let actions: UserActions;
  let chosen: CommandId[];
  const watchers = new Set<(act: DesktopAct) => void>();
  const notifications = {
    ...{ open: vi.fn<(id: string) => Promise<Target | null>>(), closed: vi.fn(), failed: vi.fn() },
    ...{ markRead: vi.fn(() => Promise.resolve()), reply: vi.fn(() => Promise.resolve()) },
  };
  const settings = { set: vi.fn(() => Promise.resolve({} as never)) };
  const act = (one: DesktopAct): void => {
    for (const watcher of watchers) watcher(one);
  };
  const link = (url: string): void => act({ kind: 'link', url });
  const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

  beforeEach(() => {
    vi.useFakeTimers();
    world = new DesktopWorld();
    [led, revealed, now] = [[], 0, 1_000];
    chosen = [];
    const events = { ...world.events, commandChosen: (id: CommandId) => void chosen.push(id) };
    actions = new UserActions({
      host: {
        revealWindow: () => (revealed += 1) > 0,
        watchActs: (watcher) => {
          watchers.add(watcher);
          return () => watchers.delete(watcher);
        },
      },
      ...{ session: world.session, events, notifications, settings, log: world.log, now: () => now },
      pageTarget: { leadTo: (target, accountId) => void led.push([target, accountId]) },
    });
  });
  afterEach(() => {
    actions.dispose();
    expect([watchers.size, world.listeners.size]).toEqual([0, 0]);
    expect(vi.getTimerCount()).toBe(0);
    vi.resetAllMocks();
    vi.useRealTimers();
  });

  it('passes on what is about a notification, and opens no window for it', async () => {
    act({ kind: 'notification-read', id: 'one/44' });
    act({ kind: 'notification-reply', id: 'one/44', text: 'Yes' });
    act({ kind: 'notification-closed', id: 'one/44' });
    act({ kind: 'notification-failed', id: 'one/44', reason: 'none' });
    await settle();
    expect(notifications.markRead.mock.calls).toEqual([['one/44']]);
    expect(notifications.reply.mock.calls).toEqual([['one/44', 'Yes']]);
    expect(notifications.closed.mock.calls).toEqual([['one/44']]);
    expect(notifications.failed.mock.calls).toEqual([['one/44', 'none']]);
    expect([led, revealed]).toEqual([[], 0]);
  });

  it('opens the window, and passes on a command that was chosen in a menu', async () => {
    act({ kind: 'command', id: 'next-unread' });
    await settle();
    expect([chosen, revealed, led]).toEqual([['next-unread'], 1, []]);
  });

  it('opens the window at once and the chat of a notification in its account', async () => {
    const found = Promise.withResolvers<Target | null>();
    notifications.open.mockReturnValue(found.promise);
    act({ kind: 'notification-open', id: 'one/447700900318' });
    await settle();
    expect([led, revealed]).toEqual([[], 1]);
    found.resolve({ kind: 'chat', chatId: 4 });
    await settle();
    expect(led).toEqual([[{ kind: 'chat', chatId: 4 }, 'one']]);
  });

  it('opens the window only for what is of another account, or of none', async () => {
    notifications.open.mockResolvedValue(null);
    act({ kind: 'notification-open', id: 'other/447700900318' });
    act({ kind: 'notification-open', id: 'test' });
    await settle();
    expect([led, revealed]).toEqual([[], 2]);
  });

  it('pauses notifications, and shows them again also where they were off', async () => {
    act({ kind: 'pause', until: 5_000 });
    act({ kind: 'pause', until: null });
    await settle();
    expect(settings.set.mock.calls).toEqual([
      [{ notificationsPausedUntil: 5_000 }],
      [{ notificationsPausedUntil: null, showsNotifications: true }],
    ]);
    expect(revealed).toBe(0);
  });

  it('fills in what a link names, in the open account', async () => {
    world.open('one');
    link(LINK);
    await settle();
    expect(led).toEqual([[HELLO, 'one']]);
    expect(revealed).toBe(1);
    act({ kind: 'new-message' });
    await settle();
    expect(led.at(-1)).toEqual([EMPTY, 'one']);
  });

  it('leads to the chat that there is, and to a new message where there is none', async () => {
    world.open('one');
    world.chats.set('447700900318', 8).set('kwikpet', 9);
    const reach = async (url: string, target: unknown): Promise<void> => {
      link(url);
      await settle();
      expect(led.at(-1)).toEqual([target, 'one']);
    };
    await reach('switchboard:chat/447700900318', { kind: 'chat', chatId: 8 });
    await reach('switchboard:chat/KwikPet', { kind: 'chat', chatId: 9 });
    await reach('switchboard:chat/447700900319', { kind: 'new-message', phones: ['447700900319'], text: '' });
    await reach('switchboard:chat/nobody', { kind: 'refused-link', reason: 'no-number' });
    await reach('fax:1', { kind: 'refused-link', reason: 'unknown' });
  });

  it('waits for an account; only the newest is still wanted', async () => {
    link('sms:07700900319');
    link(LINK);
    await settle();
    expect([led, revealed]).toEqual([[], 2]);
    world.open('one');
    await settle();
    expect(led).toEqual([[HELLO, 'one']]);
    world.send('session.changed');
    await settle();
    expect(led).toHaveLength(1);
  });

  it('forgets what nobody remembers', async () => {
    link(LINK);
    await settle();
    now += 10 * 60_000 + 1;
    world.open('one');
    await settle();
    expect(led).toEqual([]);
  });

  it('drops a chat that is found after a newer link', async () => {
    const found = Promise.withResolvers<Target | null>();
    notifications.open.mockReturnValue(found.promise);
    world.open('one');
    act({ kind: 'notification-open', id: 'one/447700900318' });
    link(LINK);
    await settle();
    expect(led).toHaveLength(1);
    found.resolve({ kind: 'chat', chatId: 4 });
    await settle();
    expect(led).toEqual([[HELLO, 'one']]);
  });

  it('forgets a link that waits when a notification is clicked', async () => {
    notifications.open.mockResolvedValue(null);
    link(LINK);
    act({ kind: 'notification-open', id: 'one/447700900318' });
    await settle();
    world.open('one');
    await settle();
    expect(led).toEqual([]);
  });

  it('asks the next account where the one that was asked has left', async () => {
    const late = Promise.withResolvers<null>();
    world.open('one', { getAccount: () => late.promise });
    link(LINK);
    await settle();
    world.close();
    late.reject(new Error('closed'));
    await settle();
    expect(led).toEqual([]);
    world.open('two');
    await settle();
    expect(led).toEqual([[HELLO, 'two']]);
  });

  it('logs what fails, and goes on', async () => {
    notifications.open.mockRejectedValue(new Error('made up'));
    settings.set.mockRejectedValue(new Error('made up'));
    notifications.closed.mockImplementation(() => {
      throw new Error('made up');
    });
    act({ kind: 'notification-open', id: 'one/447700900318' });
    act({ kind: 'pause', until: null });
    act({ kind: 'notification-closed', id: 'one/447700900318' });
    world.open('one', { getAccount: () => Promise.reject(new Error('made up')) });
    link(LINK);
    await settle();
    expect(world.logged).toEqual(Array.from({ length: 4 }, () => 'desktop.actFailed'));
    expect(led).toEqual([]);
  });
});
