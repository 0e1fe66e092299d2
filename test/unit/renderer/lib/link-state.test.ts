import { describe, expect, it } from 'vitest';
import type { SyncStatusView } from '#shared/contract/index.ts';
import { Formats } from '#renderer/lib/format.ts';
import { toLinkState } from '#shared/domain/link-state.ts';
import { findProgressText, toLinkLabel } from '#renderer/lib/link-state.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { makeStatus } from '#test/support/sync-status.ts';

const texts = new Translator('en-GB');
const formats = new Formats(texts, { timeFormat: '24h', currency: 'GBP', timeZone: 'Europe/London' });
const now = Date.UTC(2026, 10, 20, 9, 45);
const fourMinutesAgo = now - 4 * 60_000;

function status(changes: Partial<SyncStatusView> = {}): SyncStatusView {
  return makeStatus({ since: fourMinutesAgo, lastSyncedAt: now - 4_000, ...changes });
}
const around = (changes: Partial<Parameters<typeof toLinkState>[1]> = {}) => ({
  isConnected: true,
  isKeyNeeded: false,
  isKeyMissing: false,
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
    expect(toLinkState(offline, around({ isKeyMissing: true }))).toBe('keyless');
    expect(toLinkState(offline, around())).toBe('offline');
    expect(toLinkState(null, around())).toBe('starting');
  });

  it('puts a disk that takes nothing before all that the service could say', () => {
    const full = status({ link: 'offline', disk: 'full' });
    expect(toLinkState(full, around({ isConnected: false }))).toBe('lost');
    expect(toLinkState(full, around({ isKeyNeeded: true }))).toBe('disk-full');
    expect(toLinkState(status({ disk: 'unwritable' }), around())).toBe('disk-unwritable');
    expect(toLinkState(status({ disk: 'reopening' }), around())).toBe('disk-reopening');
  });
});

describe('toLinkLabel', () => {
  it('says since when', () => {
    expect(toLinkLabel('offline', status(), { texts, formats })).toBe('Offline since 09:41');
    expect(toLinkLabel('live', status(), { texts, formats })).toBe('Live');
    expect(toLinkLabel('disk-full', status(), { texts, formats })).toBe('Disk full');
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
