import { describe, expect, it } from 'vitest';
import { decodePage } from '#main/api/wire/page.ts';
import { decodeSchedule } from '#main/api/wire/messages/schedule.ts';
import type { Schedule } from '#shared/domain/schedules.ts';
import { readFixture } from '../support/fixtures.ts';

function listSchedules(fixture: string): readonly Schedule[] {
  const decoded = decodePage(readFixture(fixture).body, { page: 1, limit: 10 }, decodeSchedule);
  expect(decoded?.badPaths).toEqual([]);
  return decoded?.page.items ?? [];
}

describe('decodeSchedule', () => {
  it.each(['spec/schedules', 'sdk/schedules'])('reads every field of %s', (fixture) => {
    const [once, weekly, ended] = listSchedules(fixture);
    expect(once).toEqual({
      id: 52_003,
      nextAt: Date.UTC(2026, 10, 21, 9, 0, 30),
      rule: null,
      sendId: 730_060,
      referenceId: 'kq3zt7w2mabcdefghi2x',
      lastAt: null,
      contactName: 'Deborah Okonkwo',
      text: 'Hi {First name}, please bring {Pet} at 10:30 tomorrow. No breakfast for her, please.',
      contactIds: [220_418],
      listIds: [],
      phones: [],
      filteredViewIds: [],
      kind: 'once',
      summary: 'Once on 21 November 2026 at 09:00',
      ...{ cost: 0.038, parts: 1, chars: 84, encoding: 'ISO-8859-1', countries: ['GB'] },
      firstAt: Date.UTC(2026, 10, 21, 9, 0, 30),
      endAt: Date.UTC(2026, 10, 21, 9, 0, 30),
      recipientsCount: 1,
      timeZone: 'Europe/London',
      isCompleted: false,
      avatarHref: 'avatars/1a2b3c-deborah-okonkwo.png',
      createdAt: Date.UTC(2026, 10, 20, 9, 54),
    });
    expect(weekly).toMatchObject({
      ...{
        kind: 'weekly',
        rule: 'FREQ=WEEKLY;BYDAY=FR;',
        endAt: null,
        contactName: '64 recipients',
        referenceId: null,
      },
      ...{ listIds: [71_003], phones: ['447700900461', '33755550101'], avatarHref: null },
    });
    expect(ended).toMatchObject({ nextAt: null, isCompleted: true, timeZone: 'America/New_York' });
  });

  it('reads what older and odder services write: text for numbers, nulls for objects, unknown kinds', () => {
    const [old, odd, bare] = listSchedules('odd/schedules-quirks');
    expect(old).toMatchObject({
      ...{ id: 52_009, nextAt: null, sendId: null, contactName: null, kind: 'monthly', isCompleted: true },
      ...{ contactIds: [220_418], listIds: [], phones: ['447700900461'], recipientsCount: 12, cost: null },
      ...{ timeZone: 'America/New_York', avatarHref: 'avatars/x.png', countries: [] },
    });
    expect(odd).toMatchObject({
      ...{ rule: null, sendId: 730_001, kind: 'unknown', text: '', cost: 0.04, parts: null, chars: 8 },
      ...{ encoding: 'Voice', countries: ['GB'], isCompleted: false, timeZone: null },
    });
    expect(bare).toEqual({
      ...{ id: 52_007, nextAt: null, rule: null, sendId: null, lastAt: null, contactName: null, text: '' },
      referenceId: null,
      ...{
        contactIds: [],
        listIds: [],
        phones: [],
        filteredViewIds: [],
        kind: 'unknown',
        summary: '',
        cost: null,
        parts: null,
      },
      ...{ chars: null, encoding: null, countries: [], firstAt: null, endAt: null, recipientsCount: null },
      ...{ timeZone: null, isCompleted: false, avatarHref: null, createdAt: null },
    });
  });

  it('reads all recipients, also from arrays with holes: who edits one sends it anew', () => {
    const recipients = { contacts: { 1: 220_418 }, groups: { 0: '71003' }, numbers: { 5: '+447700900461' } };
    const schedule = { id: 1, parameters: { text: 'Hi', recipients: { ...recipients, filteredViews: [31, '32'] } } };
    expect(decodeSchedule(schedule)).toMatchObject({
      value: { contactIds: [220_418], listIds: [71_003], phones: ['447700900461'], filteredViewIds: [31, 32] },
    });
  });

  it('has the name of its time zone from a label, and none that no clock knows', () => {
    const zoneOf = (timezone: unknown): unknown => {
      const row = decodeSchedule({ id: 1, timezone });
      return row.isOk ? row.value.timeZone : row;
    };
    expect(zoneOf('(UTC +01:00): Europe\\/Tallinn')).toBe('Europe/Tallinn');
    expect(['Mars/Olympus', '', {}, 7].map(zoneOf)).toEqual([null, null, null, null]);
  });

  it('is nothing without an id', () => {
    expect(decodeSchedule({ nextSend: null })).toEqual({ isOk: false, path: 'id' });
  });
});
