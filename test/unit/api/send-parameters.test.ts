import { describe, expect, it } from 'vitest';
import { toEstimateQuery, toRecipients, toSendBody } from '#main/api/send-parameters.ts';
import { toContactId, toListId } from '#shared/domain/ids.ts';

const base = { referenceId: 'ref-1', createChat: false };

describe('the body of a send', () => {
  it('holds what was asked for and nothing else', () => {
    expect(toSendBody({ ...base, text: 'Hello', phones: ['+44 7700 900318'] })).toEqual({
      ...{ text: 'Hello', phones: '+447700900318', referenceId: 'ref-1', createChat: false },
    });
  });

  it('names every parameter of the specification as it is spelled there', () => {
    const send = {
      ...{ templateId: 31_001, maxParts: 2, cutsExtra: true, from: 'NORTHGATE', localCountry: 'GB' },
      ...{ contactIds: [toContactId(5), toContactId(6), toContactId(5)], listIds: [toListId(7)] },
      ...{ phones: ['07700 900318', '07700 900318'], destination: 'mms' as const, resources: ['a.jpg', 'b.png'] },
      schedule: { at: Date.UTC(2026, 6, 1, 8), timeZone: 'Europe/London' },
    } as const;
    expect(toSendBody({ ...base, createChat: true, ...send })).toEqual({
      ...{ templateId: 31_001, contacts: '5,6', lists: '7', phones: '07700900318', partsCount: 2, cutExtra: true },
      ...{ sendingDateTime: '2026-07-01 09:00:10', sendingTimezone: 'Europe/London', referenceId: 'ref-1' },
      ...{ from: 'NORTHGATE', createChat: true, local: true, localCountry: 'GB' },
      ...{ destination: 'mms', resources: 'a.jpg,b.png' },
    });
  });

  it('starts a rule with Unix seconds', () => {
    const schedule = { rrule: 'FREQ=WEEKLY', startAt: Date.UTC(2026, 6, 1, 8, 0, 0, 900), timeZone: 'Europe/London' };
    expect(toSendBody({ ...base, text: 'x', phones: ['447700900318'], schedule })).toMatchObject({
      ...{ rrule: 'FREQ=WEEKLY', sendingTime: Date.UTC(2026, 6, 1, 8) / 1_000, sendingTimezone: 'Europe/London' },
    });
  });

  it('says speech by its destination, not by the older switch', () => {
    const body = toSendBody({ ...base, text: 'x', phones: ['447700900318'], destination: 'speech' });
    expect(body).toMatchObject({ destination: 'tts' });
    expect(body).not.toHaveProperty('tts');
  });
});

describe('the query of an estimate', () => {
  const outline = {
    ...{ text: 'x & y', phones: ['447700900318'], cutsExtra: false, localCountry: 'GB' },
    schedule: { rrule: 'FREQ=DAILY', startAt: 1_800_000_000_000, timeZone: 'UTC' },
  };

  it.each(['rrule', 'rule'] as const)('has flags as digits, and the rule as %s', (name) => {
    const query = toEstimateQuery(outline, toRecipients(outline), name);
    expect(query).toEqual({
      ...{ text: 'x & y', phones: '447700900318', cutExtra: 0, local: 1, localCountry: 'GB' },
      ...{ [name]: 'FREQ=DAILY', sendingTime: 1_800_000_000, sendingTimezone: 'UTC' },
    });
  });
});
