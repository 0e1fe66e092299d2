import { describe, expect, it } from 'vitest';
import { parseRecipients, toEstimateQuery, toSendBody } from '#main/api/sends/send-parameters.ts';
import type { FullSend } from '#main/api/sends/send-parameters.ts';
import type { AppError } from '#shared/domain/app-error.ts';
import { toContactId, toListId } from '#shared/domain/ids.ts';

const base = { referenceId: 'ref-1', createChat: false };
const toBody = (send: FullSend) => toSendBody(send, parseRecipients(send));
const parsePhones = (phones: readonly string[], localCountry?: string) =>
  parseRecipients({ text: 'x', phones, ...(localCountry === undefined ? {} : { localCountry }) }).phones;

describe('the body of a send', () => {
  it('holds what was asked for and nothing else', () => {
    expect(toBody({ ...base, text: 'Hello', phones: ['+44 7700 900318'] })).toEqual({
      ...{ text: 'Hello', phones: '+447700900318', referenceId: 'ref-1', createChat: false },
    });
  });

  it('names every parameter of the specification as it is spelled there', () => {
    const send = {
      ...{ templateId: 31_001, maxParts: 2, cutsExtra: true, from: 'NORTHGATE', localCountry: 'GB' },
      ...{ contactIds: [toContactId(5), toContactId(6), toContactId(5)], listIds: [toListId(7)] },
      ...{ phones: [' 07700 900318 ', '07700900318'], destination: 'mms' as const, resources: ['a.jpg', 'b.png'] },
      schedule: { at: Date.UTC(2026, 6, 1, 8), timeZone: 'Europe/London' },
    } as const;
    expect(toBody({ ...base, createChat: true, ...send })).toEqual({
      ...{ templateId: 31_001, contacts: '5,6', lists: '7', phones: '07700 900318', partsCount: 2, cutExtra: true },
      ...{ sendingDateTime: '2026-07-01 09:00:10', sendingTimezone: 'Europe/London', referenceId: 'ref-1' },
      ...{ from: 'NORTHGATE', createChat: true, local: true, localCountry: 'GB' },
      ...{ destination: 'mms', resources: 'a.jpg,b.png' },
    });
  });

  it('starts a rule with Unix seconds', () => {
    const schedule = { rrule: 'FREQ=WEEKLY', startAt: Date.UTC(2026, 6, 1, 8, 0, 0, 900), timeZone: 'Europe/London' };
    expect(toBody({ ...base, text: 'x', phones: ['447700900318'], schedule })).toMatchObject({
      ...{ rrule: 'FREQ=WEEKLY', sendingTime: Date.UTC(2026, 6, 1, 8) / 1_000, sendingTimezone: 'Europe/London' },
    });
  });

  it('says speech by its destination, not by the older switch', () => {
    const body = toBody({ ...base, text: 'x', phones: ['447700900318'], destination: 'speech' });
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
    const query = toEstimateQuery(outline, parseRecipients(outline), name);
    expect(query).toEqual({
      ...{ text: 'x & y', phones: '447700900318', cutExtra: 0, local: 1, localCountry: 'GB' },
      ...{ [name]: 'FREQ=DAILY', sendingTime: 1_800_000_000, sendingTimezone: 'UTC' },
    });
  });
});

describe('the numbers of a send', () => {
  const refusalOf = (phones: readonly string[], localCountry?: string): AppError => {
    try {
      parsePhones(phones, localCountry);
    } catch (error) {
      return error as AppError;
    }
    return expect.unreachable('It was not refused');
  };

  it('leave once, however often and in whichever spelling they are given', () => {
    const spellings = [
      '+44 7700 900123',
      '447700900123',
      '+44 (7700) 900-123',
      '44.7700.900123',
      '+44\u00a07700\u2011900123',
    ];
    expect(parsePhones([...spellings, '\u202a+33 6 39 98 00 14\u202c'])).toEqual(['+447700900123', '+33639980014']);
  });

  it('that are local leave as they were written, each once', () => {
    const spellings = ['07700 900318', ' 07700900318', '(07700) 900-319', '+44 7700 900320', '٠٧٧٠٠'];
    expect(parsePhones(spellings, 'GB')).toEqual(['07700 900318', '(07700) 900-319', '+44 7700 900320', '٠٧٧٠٠']);
  });

  it.each(['abc', '٠٧٧', '', ' ', '+', '44+7700', '447700900123x', '447700900123,447700900124', '1'.repeat(21)])(
    'are all kept back when %j is among them',
    (phone) => {
      const refused = refusalOf(['+447700900123', phone]);
      expect(refused).toMatchObject({ code: 'validation', outcome: 'not-accepted' });
      expect(refused.fields['phones']).toHaveLength(1);
      expect(refused.fields['phones']?.[0]).toContain(`“${phone.trim().slice(0, 20)}`);
      expect(refused.message).not.toContain('abc');
    },
  );

  it.each(['abc', '', '07700,900318', '0'.repeat(41)])('are kept back as local ones when %j is among them', (phone) => {
    expect(refusalOf([phone, '07700 900318'], 'GB').fields['phones']?.[0]).toContain(`“${phone.slice(0, 20)}`);
  });

  it('are refused in one sentence that says what to do', () => {
    expect(refusalOf(['abc']).fields['phones']).toEqual(['“abc” isn’t a phone number. Correct it or remove it.']);
    expect(refusalOf(['a', '1', 'b', 'a', 'c', 'd', 'e', 'f']).fields['phones']).toEqual([
      '“a”, “b”, “c”, “d”, “e” and 1 more aren’t phone numbers. Correct them or remove them.',
    ]);
  });
});
