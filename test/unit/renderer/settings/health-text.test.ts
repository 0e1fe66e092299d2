import { describe, expect, it } from 'vitest';
import { Formats } from '#renderer/lib/format.ts';
import { toGapSentence } from '#renderer/lib/gap-text.ts';
import { Translator } from '#renderer/lib/messages.ts';
import {
  toArrivalRows,
  toGapChats,
  toChatsText,
  toClockText,
  toHealedText,
  toHistoryText,
  toLagText,
  toSweepRows,
  toUnreadText,
  toUpToText,
  toSourceRows,
} from '#renderer/features/health/health-text.ts';
import { buildSettings } from '#test/support/fake-settings.ts';

const texts = new Translator('en-GB');
const formats = new Formats(texts, { timeFormat: '24h', currency: 'GBP', timeZone: 'Europe/London' });
const now = Date.UTC(2026, 10, 20, 11, 45);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const say = { texts, formats, now };
const { chats, arrivals } = buildSettings().health;

describe('what is here', () => {
  it('is said with its age', () => {
    expect(toUpToText({ lastSyncedAt: now - 4_000 }, say)).toBe('11:44, 4 seconds ago');
    expect(toUpToText({ lastSyncedAt: null }, say)).toBe('Not complete yet');
  });

  it.each([
    [0, 0, 'No chats yet'],
    [1, 1, 'Your one chat is complete'],
    [812, 812, 'All 812 chats are complete'],
    [812, 796, '796 of 812 complete'],
    [1, 0, '0 of 1 complete'],
  ])('counts %d chats, %d complete', (count, completeCount, said) => {
    expect(toChatsText({ ...chats, count, completeCount }, say)).toBe(said);
  });

  it('goes back to a day, to the beginning, or nobody knows how far', () => {
    expect(toHistoryText({ ...chats, isWhole: true }, say)).toBe('Complete since the account was created');
    expect(toHistoryText({ ...chats, historyFromAt: now - 48 * HOUR_MS }, say)).toBe('Every chat, back to 18 Nov');
    expect(toHistoryText(chats, say)).toBe('Not known yet');
  });

  it.each([
    [{ here: 3, atService: null, askedAt: null }, '3 here'],
    [
      { here: 1, atService: 1, askedAt: now - 4 * MINUTE_MS },
      '1 on this computer and on the service, checked 4 minutes ago',
    ],
    [
      { here: 0, atService: 2, askedAt: now - 4 * MINUTE_MS },
      '0 on this computer, 2 on the service, checked 4 minutes ago',
    ],
  ])('counts what is unread beside what the service counts: %o', (unread, said) => {
    expect(toUnreadText(unread, say)).toBe(said);
  });

  it.each([
    [null, 'Not compared with the service’s clock yet'],
    [1_500, 'Matches the service’s clock to the second'],
    [7 * MINUTE_MS, '7 minutes behind the service’s clock'],
    [-3 * HOUR_MS, '3 hours ahead of the service’s clock'],
  ])('has a clock that is off by %s', (skew, said) => {
    expect(toClockText(skew, say)).toBe(said);
  });
});

describe('a gap', () => {
  it.each([
    [now - 2 * HOUR_MS, now - HOUR_MS, 'Messages between 09:45 and 10:45 may be missing here'],
    [now - 26 * HOUR_MS, now - 25 * HOUR_MS, 'Messages between Thu 19 Nov, 09:45 and 10:45 may be missing here'],
    [now - 26 * HOUR_MS, now - HOUR_MS, 'Messages between Thu 19 Nov, 09:45 and Fri 20 Nov, 10:45 may be missing here'],
    [null, now - HOUR_MS, 'Messages before 10:45 may be missing here'],
  ])('from %s to %d is said with the day where it is needed', (fromAt, toAt, said) => {
    expect(toGapSentence({ fromAt, toAt }, say)).toBe(said);
  });

  it('is listed under its chat, and of many only the newest', () => {
    const gaps = [1, 2, 3, 4, 5].map((age) => ({ fromAt: now - age * HOUR_MS, toAt: now - age * HOUR_MS + 1 }));
    const [chat] = toGapChats({ withGaps: [{ chatId: 7, phone: '447700900318', name: '', gaps }] }, say);
    expect(chat).toMatchObject({ name: '+44 7700 900318', more: 2 });
    expect(chat?.gaps.map(({ gap }) => gap)).toEqual(gaps.slice(0, 3));
  });
});

describe('how news came', () => {
  it.each([
    [null, 'Unknown'],
    [-5, '0 ms'],
    [640, '640 ms'],
    [9_449, '9.4 s'],
    [240_000, '4 minutes'],
  ])('took %s ms', (lag, said) => {
    expect(toLagText(lag, say)).toBe(said);
  });

  it('is counted by way, with half of the time it took', () => {
    const rows = toSourceRows(
      { ...arrivals, byCallback: { count: 1_204, medianLagMs: 640 }, byPoll: { count: 31, medianLagMs: null } },
      say,
    );
    expect(rows.map(({ label, count, median }) => [label, count, median])).toEqual([
      ['Live updates', '1,204', '640 ms'],
      ['Regular checks', '31', 'Unknown'],
    ]);
    expect(toHealedText({ ...arrivals, healedCount: 1 }, say)).toContain('1 update');
    expect(toHealedText(arrivals, say)).toBe('None');
  });

  it('is told for each: a text with its lag by the service’s clock, a mark without a time that nobody said', () => {
    const [text, mark] = toArrivalRows(
      {
        clockSkewMs: 60_000,
        arrivals: {
          ...arrivals,
          latest: [
            {
              key: 'in:5',
              letter: '',
              chatId: 1,
              phone: '447700900318',
              name: 'Ada',
              happenedAt: now,
              seenAt: now - 58_000,
              via: 'callback',
            },
            {
              key: 'out:5',
              letter: 'd',
              chatId: 1,
              phone: '447700900318',
              name: '',
              happenedAt: now,
              seenAt: now,
              via: 'poll',
            },
          ],
        },
      },
      say,
    );
    expect(text).toMatchObject({
      who: 'Ada',
      what: 'New text',
      atService: '11:45',
      here: '11:44',
      lag: '2 s',
      how: 'Live',
    });
    expect(mark).toMatchObject({ what: 'Text sent: Delivered', atService: null, lag: null, how: 'Check' });
  });
});

describe('the age of what was read as a whole', () => {
  it('is said beside how old it may get', () => {
    const sweeps = [
      { task: 'contacts', doneAt: now - 12 * MINUTE_MS, everyMs: 6 * HOUR_MS },
      { task: 'chats.active', doneAt: now - HOUR_MS, everyMs: 5 * MINUTE_MS },
      { task: 'messages.inbound', doneAt: null, everyMs: 24 * HOUR_MS },
      { task: 'something.new', doneAt: now - 1_000, everyMs: MINUTE_MS },
    ];
    expect(toSweepRows({ sweeps }, say).map(({ label, done, every, isLate }) => [label, done, every, isLate])).toEqual([
      ['Contacts', '12 minutes ago', 'At least every 6 hours', false],
      ['Open chats', '1 hour ago', 'At least every 5 minutes', true],
      ['Incoming texts, compared with the service', 'Not yet', 'At least every day', false],
      ['something.new', '1 second ago', 'At least every minute', false],
    ]);
  });
});
