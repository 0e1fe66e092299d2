import { describe, expect, it } from 'vitest';
import type { AccountContents, SyncStatusView } from '#shared/contract/index.ts';
import { Formats } from '#renderer/lib/format.ts';
import { toLinkState } from '#shared/domain/link-state.ts';
import { findProgressText } from '#renderer/lib/link-state.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { findAbsentLine, listWhatGoes, toAccountRow, toKeyRow, toWhoLine } from '#renderer/lib/account-text.ts';
import { findClockSkew } from '#renderer/lib/clock-skew.ts';
import { toReason } from '#renderer/lib/problems.ts';
import { toAgeText, toCheckLine, toHistoryLine, toSizeRows } from '#renderer/lib/stored-copy.ts';
import { findSheetBanner } from '#renderer/features/banners/sheet-banner.ts';
import { buildRemembered, buildSettings } from '#test/support/fake-settings.ts';
import { signedIn } from '#test/support/session-views.ts';
import { makeStatus } from '#test/support/sync-status.ts';

const texts = new Translator('en-GB');
const formats = new Formats(texts, { timeFormat: '24h', currency: 'GBP', timeZone: 'Europe/London' });
const now = Date.UTC(2026, 10, 20, 9, 45);
const MINUTE_MS = 60_000;
const say = { texts, formats, now };
const quiet = makeStatus({ since: now, lastSyncedAt: now });

describe('the line about who is signed in', () => {
  it('names the username, the role and the balance in the account’s money', () => {
    const account = signedIn.account && { ...signedIn.account, role: 'administrator' as const };
    expect(toWhoLine({ ...signedIn, account }, say)).toBe('northgate-vets, administrator. Balance £42.30');
  });

  it('leaves out what nobody knows', () => {
    const account = signedIn.account && { ...signedIn.account, role: 'unknown' as const, balance: null };
    expect(toWhoLine({ ...signedIn, account }, say)).toBe('northgate-vets');
    expect(toWhoLine({ ...signedIn, account: null }, say)).toBe('Not loaded from the service yet');
  });
});

describe('the line about the key', () => {
  const textOf = (row: ReturnType<typeof toKeyRow>): string => texts.text(row.text);

  it('says where it is kept, and offers to replace it', () => {
    const row = toKeyRow({ ...signedIn, keyring: 'ready', isKeyKept: true }, false);
    expect(textOf(row)).toBe('Saved in this computer’s keyring');
    expect(row).toMatchObject({ tone: 'plain', canAskKeyring: false });
    expect(row.enter && texts.text(row.enter)).toBe('Replace');
  });

  it.each(['ready', 'locked', 'silent', 'failed', 'absent'] as const)(
    'says that it is kept until Switchboard closes where it is not kept: %s',
    (keyring) => {
      expect(textOf(toKeyRow({ ...signedIn, keyring, isKeyKept: false }, false))).toMatch(
        /^Saved until you quit Switchboard/,
      );
    },
  );

  it('asks for it where it is missing or refused, and the keyring again where that may give it', () => {
    const missing = toKeyRow({ ...signedIn, keyring: 'locked', isKeyKept: true, isKeyMissing: true }, false);
    expect(missing).toMatchObject({ tone: 'danger', canAskKeyring: true });
    expect(missing.enter && texts.text(missing.enter)).toBe('Enter API key');
    expect(toKeyRow({ ...signedIn, isKeyKept: true }, true)).toMatchObject({ tone: 'danger' });
  });

  it('has no key to speak of in the demo', () => {
    expect(toKeyRow({ ...signedIn, isDemo: true }, false)).toMatchObject({ enter: null, canAskKeyring: false });
  });
});

describe('an account of this computer', () => {
  it.each([
    [{ isActive: true }, 'Open now', 'ok', false],
    [{ isActive: true, key: 'missing' as const }, 'No key', 'caution', false],
    [{ isActive: false }, 'Closed', 'plain', true],
    [{ isActive: false, key: 'missing' as const }, 'No key', 'caution', true],
    [{ isActive: false, isSignedOut: true, key: 'missing' as const }, 'Signed out', 'plain', true],
    [{ isActive: false, isRemovedInPart: true }, 'Partly removed', 'caution', false],
  ])('%j is told as %s', (changes, state, tone, canOpen) => {
    expect(toAccountRow(buildRemembered(changes), say)).toMatchObject({ state, tone, canOpen });
  });

  it('says when a closed one was open last, and where it is', () => {
    const row = toAccountRow(buildRemembered({ isActive: false, lastOpenAt: now - 86_400_000 }), say);
    expect(row.note).toBe('Last opened Thu 19 Nov, 09:45');
    expect(row.host).toBe('rest.example.com');
  });
});

describe('what goes with an account', () => {
  const contents: AccountContents = {
    accountId: 'a',
    drafts: 1,
    unsent: 2,
    actions: 0,
    ledger: 0,
    imports: 2,
    schedules: 1,
    messages: 1_206,
    bytes: 96_000_000,
  };

  it('is counted, one’s own things first, and what is not there is not named', () => {
    expect(listWhatGoes(contents, say)).toEqual([
      '1 draft',
      '2 unsent texts',
      '2 imports and the option to undo them',
      '1 scheduled text or change that’s only on this computer',
      'the copy of 1,206 messages',
      '96 MB on disk',
    ]);
  });
});

describe('features that a service lacks', () => {
  it('are named where this app would offer them, and only those', () => {
    expect(findAbsentLine(['pinning', 'templates', 'statistics'], texts)).toBe(
      'Not available on this service: pinning chats.',
    );
    expect(findAbsentLine(['templates'], texts)).toBeNull();
  });
});

describe('a clock that differs', () => {
  it('is not worth a word up to two minutes', () => {
    for (const ms of [null, 0, 2 * MINUTE_MS, -2 * MINUTE_MS]) expect(findClockSkew(ms, say)).toBeNull();
  });

  it('is told with its direction', () => {
    expect(findClockSkew(7 * MINUTE_MS, say)).toBe('This computer’s clock is 7 minutes behind the service’s clock.');
    expect(findClockSkew(-7 * MINUTE_MS, say)).toBe('This computer’s clock is 7 minutes ahead of the service’s clock.');
  });

  it('is a banner only where nothing else is to be said', () => {
    const status = { ...quiet, clockSkewMs: 7 * MINUTE_MS };
    const rest = { ...say, counts: null, keyring: 'ready' } as const;
    expect(findSheetBanner('live', status, rest)).toMatchObject({
      kind: 'clock',
      title: 'This computer’s clock is 7 minutes behind the service’s clock.',
      text: 'Times may look wrong.',
    });
    expect(findSheetBanner('offline', status, rest)?.kind).toBe('offline');
    expect(findSheetBanner('catching-up', status, rest)?.kind).toBe('catching-up');
  });
});

describe('the stored copy', () => {
  it('is listed by kind, the largest first, each against the largest', () => {
    const rows = toSizeRows(buildSettings().copy, say);
    expect(rows.map(({ label }) => label).slice(0, 3)).toEqual(['Messages', 'Search index', 'Contacts and lists']);
    expect(rows[0]).toMatchObject({ rows: '41,206', size: '52 MB', share: 1 });
    expect(rows.every(({ share }) => share >= 0 && share <= 1)).toBe(true);
  });

  it('says how old it is, with the time once that is more than a minute', () => {
    expect(toAgeText(null, say)).toBe('Nothing loaded from the service yet');
    expect(toAgeText(now - 4_000, say)).toBe('Updated 4 seconds ago');
    expect(toAgeText(now - 4 * MINUTE_MS, say)).toBe('Updated at 09:41, 4 minutes ago');
    expect(toAgeText(now - 1_440 * MINUTE_MS, say)).toBe('Updated on Thu 19 Nov at 09:45, 1 day ago');
  });
});

describe('reading older messages', () => {
  const history = { ...quiet, phase: 'history', done: 4_200, total: 17_000 } as const;

  it('says how far it is', () => {
    const line = toHistoryLine({ status: history, link: 'live', isPaused: false }, texts);
    expect(line.text).toBe('4,200 of about 17,000 messages.');
    expect(line.progress).toBeCloseTo(0.247, 3);
  });

  it('says that it is paused before anything else, and that it waits for the service', () => {
    expect(toHistoryLine({ status: history, link: 'offline', isPaused: true }, texts).text).toMatch(/^Paused/);
    expect(toHistoryLine({ status: history, link: 'offline', isPaused: false }, texts).text).toMatch(/can be reached$/);
  });
});

describe('checking everything', () => {
  it('says what it does, then how far it is, never past the end', () => {
    const line = (status: SyncStatusView) => toCheckLine({ status, link: 'live' }, texts);
    expect(line(quiet)).toMatchObject({ progress: null });
    expect(line({ ...quiet, isChecking: true }).text).toBe('Comparing with the service');
    const check = { ...quiet, isChecking: true, phase: 'check', done: 1 } as const;
    expect(line(check)).toEqual({ text: '1 item compared so far', progress: null });
    expect(line({ ...check, done: 50, total: 100 })).toEqual({ text: '50 of about 100 compared', progress: 0.5 });
    expect(line({ ...check, done: 150, total: 100 }).progress).toBe(1);
  });

  it.each([
    ['offline', /can’t be reached/],
    ['maintenance', /can’t be reached/],
    ['keyless', /needs your API key first/],
    ['unauthorized', /needs your API key first/],
  ] as const)('says that it needs the service: %s', (link, words) => {
    expect(toCheckLine({ status: quiet, link }, texts).text).toMatch(words);
  });
});

describe('the new phases of sync', () => {
  it('have words where phases are shown, and only reading counts as catching up', () => {
    const others = { ...quiet, lastSyncedAt: null, phase: 'others', done: 3 } as const;
    const around = { isConnected: true, isKeyNeeded: false, isKeyMissing: false, now };
    expect(findProgressText(others, texts)).toBe('Loading the rest of the account.');
    expect(toLinkState(others, around)).toBe('catching-up');
    const check = { ...others, phase: 'check', done: 40, total: 100 } as const;
    expect(findProgressText(check, texts)).toBe('Checking everything: 40 of about 100.');
    expect(toLinkState(check, around)).toBe('live');
  });
});

describe('why an act did not work', () => {
  it.each(['offline', 'timeout', 'unauthorized', 'maintenance', 'server', 'disk', 'disconnected', 'bug', 'not-found'])(
    'has a sentence for %s',
    (code) => {
      expect(toReason({ code }, texts)).toMatch(/^[A-Z].*[.?]$/);
    },
  );
});
