import { describe, expect, it } from 'vitest';
import type { HostInfo } from '#shared/contract/index.ts';
import { Formats } from '#renderer/lib/format.ts';
import { Translator } from '#renderer/lib/messages.ts';
import {
  toAtLoginText,
  toChip,
  toHint,
  toKeepLabel,
  toPause,
  toPauseEnd,
  toQuietText,
  type Permission,
} from '#renderer/features/notification-settings/notification-text.ts';
import { findEmailFault, isEmailLike } from '#renderer/features/notification-settings/service-notices.svelte.ts';

const texts = new Translator('en-GB');
const formats = new Formats(texts, { timeFormat: '24h', currency: null });
/** In the clock of the computer that the test runs on, as a pause is. */
const at = (text: string): number => new Date(text).getTime();
const HOUR_MS = 3_600_000;
const HOSTS = {
  windows: { kind: 'electron', platform: 'windows' },
  macos: { kind: 'electron', platform: 'macos' },
  linux: { kind: 'electron', platform: 'linux' },
  browser: { kind: 'browser', platform: 'windows' },
} as const satisfies Record<string, Pick<HostInfo, 'kind' | 'platform'>>;

describe('who allows notifications', () => {
  it.each([
    ['windows', 'Allowed by Windows'],
    ['macos', 'Allowed by macOS'],
    ['linux', 'Allowed by this desktop'],
    ['browser', 'Allowed by your browser'],
  ] as const)('is named: %s', (host, text) => {
    expect(toChip('allowed', HOSTS[host], texts)).toEqual({ tone: 'ok', text });
    expect(toHint('allowed', HOSTS[host], texts)).toBeNull();
  });

  it('has a way out of every other state, in words of its own', () => {
    const states: readonly Permission[] = ['denied', 'ask', 'absent'];
    for (const host of Object.values(HOSTS)) {
      const hints = states.map((state) => toHint(state, host, texts));
      expect(new Set(hints)).toHaveProperty('size', 3);
      expect(hints).not.toContain(null);
    }
    expect(toChip('absent', HOSTS.browser, texts).text).toBe('This browser doesn’t support notifications');
    expect(toChip('denied', HOSTS.linux, texts)).toEqual({ tone: 'caution', text: 'Not allowed by this desktop' });
  });
});

describe('a pause', () => {
  it('is the one that was chosen until it is over', () => {
    const now = at('2026-11-20T20:00:00');
    for (const pause of ['hour', 'morning'] as const) {
      const until = toPauseEnd(pause, now);
      expect(toPause(until, now + HOUR_MS / 2)).toEqual({ pause, until });
    }
    expect(toPause(toPauseEnd('hour', now), now + HOUR_MS)).toEqual({ pause: 'no', until: null });
    expect(toPauseEnd('no', now)).toBeNull();
  });
});

describe('quiet hours', () => {
  const now = at('2026-11-20T09:45:00');
  const read = (startsAt: number, endsAt: number, wholeDays: readonly number[]): string =>
    toQuietText({ startsAt, endsAt, wholeDays: [...wholeDays] }, { texts, formats, now });

  it('are read out with the days that are quiet as a whole', () => {
    expect(toQuietText(null, { texts, formats, now })).toBe('Off. Notifications arrive at any hour.');
    expect(read(1_320, 420, [])).toBe('22:00 to 07:00');
    expect(read(1_110, 480, [7])).toBe('18:30 to 08:00, all day Sunday');
    expect(read(1_110, 480, [7, 6])).toBe('18:30 to 08:00, all day Saturday and Sunday');
  });

  it('are in the clock of the account', () => {
    const twelve = new Formats(texts, { timeFormat: '12h', currency: null });
    expect(toQuietText({ startsAt: 1_110, endsAt: 0, wholeDays: [] }, { texts, formats: twelve, now })).toMatch(
      /^6:30\spm to (12|0):00\sam$/,
    );
  });
});

it('closing and starting are named after where the app goes', () => {
  const closing = (host: keyof typeof HOSTS, hasTray: boolean): string => texts.text(toKeepLabel(HOSTS[host], hasTray));
  expect(closing('windows', true)).toBe('Keep in the tray');
  expect(closing('linux', false)).toBe('Minimise');
  expect(closing('macos', true)).toBe('Keep in the Dock');
  expect(texts.text(toAtLoginText(HOSTS.linux, false))).toBe('Minimised');
  expect(texts.text(toAtLoginText(HOSTS.windows, true))).toBe('Hidden, in the tray');
});

describe('an address of the service’s emails', () => {
  it.each([
    ['', true],
    ['desk@northgate.example', true],
    ['desk', false],
    ['a b@c.example', false],
    ['@c', false],
  ] as const)('%o: %o', (text, isLike) => expect(isEmailLike(text)).toBe(isLike));

  it('has what the service said against it, and nothing that it said against another', () => {
    const refusal = { code: 'validation', detail: null, fields: { alertEmail2: ['No.'] }, retryAfterMs: null };
    expect([0, 1, 2].map((place) => findEmailFault(refusal, place))).toEqual([null, 'No.', null]);
    expect(findEmailFault({ ...refusal, code: 'timeout' }, 1)).toBeNull();
  });
});
