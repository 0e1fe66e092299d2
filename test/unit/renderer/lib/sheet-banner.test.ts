import { describe, expect, it } from 'vitest';
import type { SyncStatusView } from '#shared/contract/index.ts';
import { Formats } from '#renderer/lib/format.ts';
import type { PendingCounts } from '#renderer/features/banners/pending-summary.ts';
import type { LinkState } from '#shared/domain/link-state.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { findSheetBanner, type SheetBannerView } from '#renderer/features/banners/sheet-banner.ts';
import { makeStatus } from '#test/support/sync-status.ts';

const texts = new Translator('en-GB');
const formats = new Formats(texts, { timeFormat: '24h', currency: 'GBP', timeZone: 'Europe/London' });
const now = Date.UTC(2026, 10, 20, 9, 45);
const fourMinutesAgo = now - 4 * 60_000;
const say = { texts, formats, now, counts: null, keyring: 'ready' } as const;

function status(changes: Partial<SyncStatusView> = {}): SyncStatusView {
  return makeStatus({ since: fourMinutesAgo, lastSyncedAt: null, ...changes });
}
const counts = (changes: Partial<PendingCounts>): PendingCounts => ({
  waiting: 0,
  checking: 0,
  stopped: 0,
  actions: 0,
  drafts: 0,
  ...changes,
});
function bannerOf(
  state: LinkState,
  kept: Partial<PendingCounts>,
  changes: Partial<SyncStatusView> = {},
): SheetBannerView | null {
  return findSheetBanner(state, status(changes), { ...say, counts: counts(kept) });
}

describe('the banner', () => {
  it('is not there when all is well, whatever waits', () => {
    expect(bannerOf('live', { waiting: 3 })).toBeNull();
    expect(findSheetBanner('starting', null, say)).toBeNull();
  });

  it('shows how far it is when it catches up, never past the end', () => {
    expect(bannerOf('catching-up', {}, { phase: 'messages', done: 50, total: 100 })?.progress).toBe(0.5);
    expect(bannerOf('catching-up', {}, { phase: 'messages', done: 150, total: 100 })?.progress).toBe(1);
  });
});

describe('the banner of a disk that takes nothing', () => {
  it('says what happened, that nothing was lost, and what to do', () => {
    const banner = bannerOf('disk-full', {});
    expect(`${banner?.title ?? ''} ${banner?.text ?? ''}`).toBe(
      'The disk is full. Nothing was lost. Free up some space and Switchboard will carry on.',
    );
    expect(banner).toMatchObject({ tone: 'danger', action: null, show: null });
  });

  it('says what waits meanwhile', () => {
    const banner = bannerOf('disk-unwritable', { waiting: 2 });
    expect(banner?.title).toBe('Switchboard can’t write to its folder on this computer.');
    expect(banner?.text).toBe('Nothing was lost. Switchboard will carry on once it can. 2 texts are waiting here.');
    expect(banner?.show).toBe('Show all 2');
  });
});

describe('the banner of data that is being opened again', () => {
  it('says so, and that nothing is lost', () => {
    const banner = bannerOf('disk-reopening', { waiting: 2 });
    expect(`${banner?.title ?? ''} ${banner?.text ?? ''}`).toBe(
      'Switchboard is reopening its data… This takes a moment. Your saved data is safe. 2 texts are waiting here.',
    );
    expect(banner).toMatchObject({ tone: 'caution', action: null });
  });
});

describe('the banner while offline', () => {
  it('says that texts wait and leave in order, in the words of the design', () => {
    const banner = bannerOf('offline', { waiting: 3 });
    expect(`${banner?.title ?? ''} ${banner?.text ?? ''}`).toBe(
      'You’re offline. You can still read your chats. 3 texts are waiting here and will be sent in order when you’re back online.',
    );
    expect(banner?.show).toBe('Show all 3');
    expect(banner?.action).toEqual({ kind: 'try-now', label: 'Try now' });
  });

  it.each([
    [{ waiting: 1 }, '1 text is waiting here and will be sent when you’re back online.', 'Show it'],
    [{ actions: 1 }, '1 change is waiting here and will be sent when you’re back online.', 'Show it'],
    [
      { waiting: 3, actions: 2 },
      '3 texts and 2 changes are waiting here and will be sent in order when you’re back online.',
      'Show all 5',
    ],
    [
      { waiting: 1, actions: 1 },
      '1 text and 1 change are waiting here and will be sent in order when you’re back online.',
      'Show all 2',
    ],
  ])('counts %j', (kept, sentence, show) => {
    const banner = bannerOf('offline', kept);
    expect(banner?.text).toBe(`You can still read your chats. ${sentence}`);
    expect(banner?.show).toBe(show);
  });

  it('says nothing of texts when none waits: drafts and lost answers do not go out by themselves', () => {
    const banner = bannerOf('offline', { drafts: 4, checking: 2, stopped: 1 });
    expect(banner).toMatchObject({ text: 'You can still read your chats.', show: null });
  });

  it('tells the age of what one sees', () => {
    const text = bannerOf('offline', { waiting: 1 }, { lastSyncedAt: fourMinutesAgo })?.text;
    expect(text).toBe(
      'You can still read your chats. 1 text is waiting here and will be sent when you’re back online. You’re seeing chats as of 09:41, 4 minutes ago.',
    );
  });

  it('names the day when that was not today', () => {
    const banner = bannerOf('offline', {}, { lastSyncedAt: now - 26 * 3_600_000 });
    expect(banner?.text).toContain('Thu 19 Nov, 07:45, 1 day ago');
  });

  it('makes up no age where nothing was ever read', () => {
    expect(bannerOf('offline', {})?.text).toBe('You can still read your chats.');
  });
});

describe('the banner of a refused key', () => {
  it('says what is kept, in the words of the design', () => {
    const banner = bannerOf('unauthorized', { waiting: 2, drafts: 1 });
    expect(`${banner?.title ?? ''} ${banner?.text ?? ''}`).toBe(
      'The service no longer accepts your API key. Nothing was lost: 2 texts and a draft are kept here.',
    );
    expect(banner).toMatchObject({ tone: 'danger', action: { kind: 'enter-key', label: 'Enter new API key' } });
  });

  it.each([
    [{ waiting: 1 }, 'Nothing was lost: a text is kept here.'],
    [{ drafts: 3 }, 'Nothing was lost: 3 drafts are kept here.'],
    [{ waiting: 2, actions: 1, drafts: 1 }, 'Nothing was lost: 2 texts, a change and a draft are kept here.'],
    [{}, 'Nothing was lost: texts and drafts are kept here.'],
  ])('counts %j', (kept, text) => {
    expect(bannerOf('unauthorized', kept)?.text).toBe(text);
  });
});

describe('the banner of a missing key', () => {
  it('says that reading works and what is kept until the key is entered', () => {
    expect(bannerOf('keyless', { waiting: 2, drafts: 1 })).toMatchObject({
      title: 'Your API key isn’t on this computer.',
      text: 'You can still read your chats. 2 texts and a draft are kept here until you enter your key.',
      action: { kind: 'enter-key', label: 'Enter API key' },
    });
    expect(bannerOf('keyless', {})?.text).toBe(
      'You can still read your chats. Texts you send are kept here until you enter your key.',
    );
  });

  it('tells the age of what one sees, which nobody makes any newer', () => {
    expect(bannerOf('keyless', {}, { lastSyncedAt: fourMinutesAgo })?.text).toContain('as of 09:41, 4 minutes ago');
  });

  it.each([
    ['locked', 'This computer’s keyring is locked, so your API key can’t be read.'],
    ['silent', 'This computer’s keyring is waiting for you, so your API key can’t be read. Look for its window.'],
    ['failed', 'This computer’s keyring isn’t working, so your API key can’t be read.'],
    ['absent', 'Your API key isn’t on this computer.'],
  ] as const)('says why it is out of reach: %s', (keyring, title) => {
    expect(findSheetBanner('keyless', status(), { ...say, keyring })?.title).toBe(title);
  });
});

describe('the banner of a service that is away for a while', () => {
  const inTwentyMinutes = { nextAttemptAt: now + 20 * 60_000 };

  it('says when it tries again during maintenance', () => {
    expect(bannerOf('maintenance', {}, inTwentyMinutes)?.text).toBe(
      'Texts you send are kept here. We’ll try again at 10:05.',
    );
    expect(bannerOf('maintenance', { waiting: 1 }, inTwentyMinutes)?.text).toBe(
      'Your text is kept here. We’ll try again at 10:05.',
    );
    expect(bannerOf('maintenance', { waiting: 2, actions: 1 }, inTwentyMinutes)?.text).toBe(
      '2 texts and 1 change are kept here. We’ll try again at 10:05.',
    );
    expect(bannerOf('maintenance', { actions: 1 })?.text).toBe('1 change is kept here.');
  });

  it('counts down while it is slowed, and says what waits', () => {
    expect(bannerOf('slowed', {}, { nextAttemptAt: now + 12_000 })?.text).toBe(
      'We’ll carry on automatically in 12 seconds.',
    );
    expect(bannerOf('slowed', { waiting: 2 }, { nextAttemptAt: now - 1 })?.text).toBe(
      'We’ll carry on automatically. 2 texts are waiting here.',
    );
  });

  it('says that the service has a fault, and not that it asks for anything', () => {
    const banner = bannerOf('troubled', { waiting: 1 }, { nextAttemptAt: now + 1_000 });
    expect(banner?.title).toBe('The service has a problem.');
    expect(banner?.text).toBe('We’ll try again in 1 second. 1 text is waiting here.');
    expect(banner?.action?.kind).toBe('try-now');
  });
});
