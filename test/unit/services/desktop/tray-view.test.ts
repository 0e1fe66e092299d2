import { describe, expect, it } from 'vitest';
import { toTrayView, type TrayFacts } from '#main/services/desktop/tray-view.ts';
import { makeStatus } from '#test/support/sync-status.ts';

/** In the clock of the computer that the test runs on, as the tray is. */
const at = (text: string): number => new Date(text).getTime();
const now = at('2026-11-20T09:42:10');
const since = at('2026-11-20T09:40:00');

type Open = NonNullable<TrayFacts['account']>;

const status = makeStatus({ since, lastSyncedAt: now - 4_000 });
const open = (changes: Partial<Open> = {}): Open => ({
  ...{ status, isKeyMissing: false, unreadChats: 7, timeFormat: '24h', ...changes },
});
const view = (account: Open | null, changes: Partial<TrayFacts> = {}) =>
  toTrayView({ account, showsNotifications: true, pausedUntil: null, now, ...changes });

describe('the tray', () => {
  it('tells of unread chats', () => {
    expect(view(open())).toMatchObject({
      shape: 'unread',
      tooltip: 'Switchboard, 7 unread chats',
      status: 'Live. 7 unread chats',
      open: 'Open Switchboard',
      newMessage: 'New message',
      quit: 'Quit Switchboard',
    });
    expect(view(open({ unreadChats: 1 })).tooltip).toBe('Switchboard, 1 unread chat');
    expect(view(open({ unreadChats: 0 }))).toMatchObject({
      ...{ shape: 'read', tooltip: 'Switchboard', status: 'Live. No unread chats' },
    });
  });

  it.each([
    ['offline', 'offline', 'Offline since 09:40. 7 unread chats'],
    ['maintenance', 'offline', 'Maintenance since 09:40. 7 unread chats'],
    ['unauthorized', 'offline', 'Key rejected. 7 unread chats'],
    ['starting', 'unread', 'Connecting. 7 unread chats'],
    ['slowed', 'unread', 'Slowed down. 7 unread chats'],
    ['troubled', 'unread', 'Service error. 7 unread chats'],
  ] as const)('while the link is %s has the shape %s and says "%s"', (link, shape, words) => {
    expect(view(open({ status: { ...status, link } }))).toMatchObject({ shape, status: words });
  });

  it.each([
    [open({ isKeyMissing: true }), 'offline', 'No key. 7 unread chats'],
    [open({ status: { ...status, disk: 'full' } }), 'offline', 'Disk full. 7 unread chats'],
    [open({ status: { ...status, disk: 'reopening' } }), 'unread', 'Reopening. 7 unread chats'],
    [open({ status: { ...status, phase: 'chats', lastSyncedAt: null } }), 'unread', 'Catching up. 7 unread chats'],
    [null, 'offline', 'Signed out'],
  ] as const)('says why nothing comes in, case %#', (account, shape, words) => {
    expect(view(account)).toMatchObject({ shape, status: words });
  });

  it('writes times as the account has them', () => {
    const offline = open({ status: { ...status, link: 'offline' }, timeFormat: '12h' });
    expect(view(offline).status).toBe('Offline since 9:40 am. 7 unread chats');
    expect(view(open({ timeFormat: null })).pause.choices[1]?.label).toBe('Until 08:00 tomorrow');
    expect(view(offline).pause.choices[1]?.label).toBe('Until 8:00 am tomorrow');
  });

  it('offers a pause of an hour, to the next five minutes, and until the next morning', () => {
    expect(view(open()).pause).toEqual({
      label: 'Pause notifications',
      choices: [
        { label: 'For 1 hour', until: at('2026-11-20T10:45:00') },
        { label: 'Until 08:00 tomorrow', until: at('2026-11-21T08:00:00') },
      ],
    });
    expect(view(open(), { now: at('2026-11-20T01:00:00') }).pause.choices[1]).toEqual({
      ...{ label: 'Until 08:00', until: at('2026-11-20T08:00:00') },
    });
    expect(view(open(), { now: now + 60_000 }).pause).toEqual(view(open()).pause);
  });

  it('offers to end a pause, and has its shape unless nothing comes in at all', () => {
    const pausedUntil = now + 1;
    const ended = { label: 'Turn notifications back on', choices: [] };
    expect(view(open(), { pausedUntil })).toMatchObject({
      ...{ shape: 'paused', status: 'Live. 7 unread chats', pause: ended },
    });
    expect(view(null, { pausedUntil })).toMatchObject({ shape: 'offline', pause: ended });
    expect(view(open(), { pausedUntil: now })).toMatchObject({
      shape: 'unread',
      pause: { label: 'Pause notifications' },
    });
  });

  it('still tells of unread chats where notifications are turned off, and offers them', () => {
    expect(view(open(), { showsNotifications: false })).toMatchObject({
      ...{ shape: 'unread', pause: { label: 'Turn notifications back on', choices: [] } },
    });
  });
});
