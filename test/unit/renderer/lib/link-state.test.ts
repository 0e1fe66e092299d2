import { describe, expect, it } from 'vitest';
import type { SyncStatusView } from '#shared/contract/index.ts';
import { Formats } from '#renderer/lib/format.ts';
import { findProgressText, toLinkLabel, toLinkState } from '#renderer/lib/link-state.ts';
import { Texts } from '#renderer/lib/messages.ts';
import { findSheetBanner } from '#renderer/lib/sheet-banner.ts';

const texts = new Texts('en-GB');
const formats = new Formats(texts, { timeFormat: '24h', currency: 'GBP', timeZone: 'Europe/London' });
const now = Date.UTC(2026, 10, 20, 9, 45);
const fourMinutesAgo = now - 4 * 60_000;

function status(changes: Partial<SyncStatusView> = {}): SyncStatusView {
  const quiet = { link: 'online', since: fourMinutesAgo, lastSyncedAt: now - 4_000, nextAttemptAt: null } as const;
  return { ...quiet, phase: 'idle', done: 0, total: null, ...changes };
}
const around = (changes: Partial<Parameters<typeof toLinkState>[1]> = {}) => ({
  isConnected: true,
  isKeyNeeded: false,
  now,
  ...changes,
});

describe('toLinkState', () => {
  it('is live when the service was just checked, whatever is read at the moment', () => {
    expect(toLinkState(status(), around())).toBe('live');
    expect(toLinkState(status({ phase: 'chats' }), around())).toBe('live');
  });

  it('is catching up while it reads what it has been without', () => {
    expect(toLinkState(status({ phase: 'messages', lastSyncedAt: null }), around())).toBe('catching-up');
    expect(toLinkState(status({ phase: 'chats', lastSyncedAt: fourMinutesAgo }), around())).toBe('catching-up');
  });

  it('is live while only older history is read', () => {
    expect(toLinkState(status({ phase: 'history', lastSyncedAt: fourMinutesAgo }), around())).toBe('live');
  });

  it('puts the lost connection first and the missing key second', () => {
    const offline = status({ link: 'offline' });
    expect(toLinkState(offline, around({ isConnected: false, isKeyNeeded: true }))).toBe('lost');
    expect(toLinkState(offline, around({ isKeyNeeded: true }))).toBe('unauthorized');
    expect(toLinkState(offline, around())).toBe('offline');
    expect(toLinkState(null, around())).toBe('starting');
  });
});

describe('toLinkLabel', () => {
  it('says since when', () => {
    expect(toLinkLabel('offline', status(), { texts, formats })).toBe('Offline since 09:41');
    expect(toLinkLabel('live', status(), { texts, formats })).toBe('Live');
  });
});

describe('findProgressText', () => {
  it('counts what is read, with a total where there is one', () => {
    expect(findProgressText(status({ phase: 'messages', done: 214, total: 1900 }), texts)).toBe(
      '214 of about 1,900 messages.',
    );
    expect(findProgressText(status({ phase: 'contacts', done: 1 }), texts)).toBe('1 contact so far.');
  });

  it('does not believe a total that is already passed', () => {
    expect(findProgressText(status({ phase: 'chats', done: 50, total: 40 }), texts)).toBe('50 chats so far.');
  });

  it('says nothing when nothing is read', () => {
    expect(findProgressText(status(), texts)).toBeUndefined();
  });
});

describe('findSheetBanner', () => {
  const say = { texts, formats, now };

  it('is not there when all is well', () => {
    expect(findSheetBanner('live', status(), say)).toBeNull();
    expect(findSheetBanner('starting', null, say)).toBeNull();
  });

  it('tells the age of what one sees when offline, and offers to try', () => {
    const banner = findSheetBanner('offline', status({ lastSyncedAt: fourMinutesAgo }), say);
    expect(banner?.text).toBe('What you see is from 09:41, 4 minutes ago. What you send waits here.');
    expect(banner?.action).toBe('try-now');
  });

  it('names the day when that was not today', () => {
    const banner = findSheetBanner('offline', status({ lastSyncedAt: now - 26 * 3_600_000 }), say);
    expect(banner?.text).toContain('Thu 19 Nov, 07:45, 1 day ago');
  });

  it('makes up no age where nothing was ever read', () => {
    const banner = findSheetBanner('offline', status({ lastSyncedAt: null }), say);
    expect(banner?.text).toBe('Reading works, and what you send waits here.');
  });

  it('counts down while it is slowed', () => {
    const slowed = findSheetBanner('slowed', status({ nextAttemptAt: now + 12_000 }), say);
    expect(slowed?.text).toBe('We’ll carry on by ourselves in 12 seconds.');
    expect(findSheetBanner('slowed', status({ nextAttemptAt: now - 1 }), say)?.text).toBe(
      'We’ll carry on by ourselves.',
    );
  });

  it('says when it tries again during maintenance', () => {
    const banner = findSheetBanner('maintenance', status({ nextAttemptAt: now + 20 * 60_000 }), say);
    expect(banner?.text).toContain('we try again at 10:05');
  });

  it('asks for a key when it was refused', () => {
    expect(findSheetBanner('unauthorized', status(), say)).toMatchObject({ tone: 'danger', action: 'enter-key' });
  });

  it('shows how far it is when it catches up, never past the end', () => {
    const half = findSheetBanner('catching-up', status({ phase: 'messages', done: 50, total: 100 }), say);
    expect(half?.progress).toBe(0.5);
    const past = findSheetBanner('catching-up', status({ phase: 'messages', done: 150, total: 100 }), say);
    expect(past?.progress).toBe(1);
  });
});
