import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeRecord } from '#main/webhooks/decode.ts';
import type { CallbackDirection, CallbackEvent } from '#shared/domain/callbacks.ts';

const NOON = Date.UTC(2025, 10, 3, 12);

function decode(record: unknown, direction: CallbackDirection = 'out'): CallbackEvent | null {
  const decoded = decodeRecord(record, { direction, receivedAt: NOON });
  return decoded.kind === 'event' ? decoded.event : null;
}

/** As the service writes it; all invented. */
const DELIVERY = {
  ...{ id: 150_812, sender: '447700900000', receiver: '447700900318', text: 'Your parcel is here', price: 0.04 },
  ...{ status: 'd', partsCount: 1, messageTime: '2025-11-03T11:59:58+0000', charset: 'ISO-8859-1' },
  ...{ firstName: 'Ada', lastName: 'Quill', country: 'GB', referenceId: 'aaaabbbbccccddddeeee.7' },
};
const REPLY = {
  ...{ id: 9_001, sender: '447700900318', receiver: '447700900000' },
  ...{ messageTime: '2025-11-03T11:59:58+00:00', text: 'Thanks' },
};

describe('an event of the service', () => {
  it('about a delivery gives id, letter, receiver, reference and time', () => {
    expect(decode(DELIVERY)).toEqual({
      ...{ direction: 'out', messageId: 150_812, letter: 'd', phone: '447700900318' },
      ...{ referenceId: 'aaaabbbbccccddddeeee.7', happenedAt: NOON - 2_000, receivedAt: NOON },
    });
  });

  it('about an incoming message gives id, sender and time, and no letter', () => {
    expect(decode({ ...REPLY, status: 'd' }, 'in')).toEqual({
      ...{ direction: 'in', messageId: 9_001, letter: '', phone: '447700900318' },
      ...{ referenceId: null, happenedAt: NOON - 2_000, receivedAt: NOON },
    });
  });

  it('says the same in a form, where everything is text (supplement 2.3)', () => {
    const asText = Object.fromEntries(Object.entries(DELIVERY).map(([name, value]) => [name, ` ${value} `]));
    expect(decode({ ...asText, receiver: '+44 7700 900318', status: 'D' })).toEqual(decode(DELIVERY));
  });

  it.each([
    ['2025-11-03T11:59:58+0000'],
    ['2025-11-03T11:59:58+00:00'],
    ['2025-11-03T11:59:58Z'],
    ['2025-11-03 11:59:58'],
    ['2025-11-03T13:59:58.250+02:00'],
    [(NOON - 2_000) / 1000],
    [String((NOON - 2_000) / 1000)],
    [NOON - 2_000],
  ])('is read at the time %s', (messageTime) => {
    expect(Math.floor((decode({ id: 1, messageTime })?.happenedAt ?? 0) / 1000) * 1000).toBe(NOON - 2_000);
  });

  it('takes the time from `timestamp` where `messageTime` says none', () => {
    const timestamp = (NOON - 2_000) / 1000;
    expect(decode({ id: 1, messageTime: 'soon', timestamp })?.happenedAt).toBe(NOON - 2_000);
    expect(decode({ id: 1, messageTime: '2025-13-40T99:00:00Z' })?.happenedAt).toBeNull();
  });

  it('keeps the name of a sender that is no number, and no party where none is told', () => {
    expect(decode({ id: 1, sender: 'Kwik Pet' }, 'in')?.phone).toBe('kwikpet');
    expect(decode({ id: 1, sender: '' }, 'in')?.phone).toBeNull();
    expect(decode({ id: 1, sender: '4'.repeat(60_000) }, 'in')?.phone).toBeNull();
  });

  it('has no letter where the status is none', () => {
    for (const status of ['delivered', '', null, 4, {}, '!']) expect(decode({ id: 1, status })?.letter).toBe('');
  });
});

describe('what names no message', () => {
  it.each([
    [{}],
    [{ id: 0 }],
    [{ id: -5 }],
    [{ id: 1.5 }],
    [{ id: '12a' }],
    [{ id: '9007199254740993' }],
    [{ id: [7] }],
    [{ id: null }],
    [JSON.parse('{"__proto__":{"id":7}}')],
    [[{ id: 7 }]],
    [null],
    ['id=7'],
    [7],
  ])('is no event: %j (HOOK-3)', (record: unknown) => {
    expect(decodeRecord(record, { direction: 'out', receivedAt: NOON })).toEqual({ kind: 'nothing' });
  });
});

it('a test of our own is told by its nonce, and only by one that we could have sent', () => {
  const test = (switchboardTest: unknown) => decodeRecord({ switchboardTest }, { direction: 'in', receivedAt: NOON });
  expect(test('abc')).toEqual({ kind: 'test', nonce: 'abc' });
  for (const nonce of ['', 7, 'x'.repeat(201), null]) expect(test(nonce)).toEqual({ kind: 'nothing' });
});

it('decoding never fails, and whatever it makes of anything can be kept', () => {
  const value = fc.oneof(fc.anything(), fc.integer(), fc.string(), fc.constantFrom('d', '12', '+447700900318', NOON));
  const names = ['id', 'sender', 'receiver', 'status', 'messageTime', 'timestamp', 'referenceId'];
  const records = fc.oneof(fc.anything(), fc.dictionary(fc.constantFrom(...names), value));
  const property = fc.property(records, fc.constantFrom('in' as const, 'out' as const), (record, direction) => {
    const event = decode(record, direction);
    if (event === null) return;
    expect(Number.isSafeInteger(event.messageId) && event.messageId > 0).toBe(true);
    expect(event.letter).toMatch(direction === 'in' ? /^$/ : /^[a-z]?$/);
    expect(event.phone === null || (event.phone !== '' && event.phone.length <= 40)).toBe(true);
    expect(event.happenedAt === null || Number.isFinite(event.happenedAt)).toBe(true);
    expect(event.referenceId === null || event.referenceId.length > 0).toBe(true);
  });
  fc.assert(property, { numRuns: 2_000 });
});
