import { describe, expect, it } from 'vitest';
import { decodeSubaccounts } from '#main/api/wire/account/account.ts';
import { decodeCarrierLookup, decodeEmailLookup } from '#main/api/wire/account/lookup.ts';
import { decodeCountries, decodeTimeZones } from '#main/api/wire/account/reference.ts';
import { decodeSenderGroups, decodeSenderId, decodeSenderSettings } from '#main/api/wire/account/senders.ts';
import {
  decodeBalanceNotification,
  decodeCallbackSettings,
  decodeInboundNotification,
  decodeThresholds,
  toEmailFields,
  toFormatLetter,
} from '#main/api/wire/account/settings.ts';
import { decodeStatistics, decodeTotals } from '#main/api/wire/account/statistics.ts';
import { toValue, readFixture } from '../support/fixtures.ts';

const bodyOf = (name: string): unknown => readFixture(name).body;

describe('settings', () => {
  it('know the three formats of callbacks, and say so when there is a fourth', () => {
    const formats = ['j', 'U', 'm', 'x'].map((format) => toValue(decodeCallbackSettings({ format })).format);
    expect(formats).toEqual(['json', 'urlencoded', 'multipart', 'unknown']);
    expect((['json', 'urlencoded', 'multipart'] as const).map(toFormatLetter)).toEqual(['j', 'u', 'm']);
  });

  it('read a blank address as none', () => {
    expect(toValue(decodeCallbackSettings({ outUrl: ' ', inUrl: ' https://a.example/in ', format: 'j' }))).toEqual({
      ...{ outUrl: null, inUrl: 'https://a.example/in', format: 'json' },
    });
  });

  it('read numbers and flags as text', () => {
    expect(toValue(decodeBalanceNotification(bodyOf('odd/notification-balance-quirks')))).toEqual({
      ...{ isOn: true, threshold: 20.5, phone: '447700900002', emails: ['ruth@northgate.example'] },
    });
  });

  it.each([
    ['callbacks', decodeCallbackSettings],
    ['incoming messages', decodeInboundNotification],
    ['the balance', decodeBalanceNotification],
    ['senders', decodeSenderSettings],
  ])('of %s are never read from what holds none of them', (_what, decode) => {
    for (const value of [[], {}, null, 'off', [{ format: 'j' }], { message: 'Hello' }]) {
      expect(decode(value)).toMatchObject({ isOk: false });
    }
  });

  it('list thresholds by amount, and leave out what is none', () => {
    expect(toValue(decodeThresholds({ 20: '£20', 5: null, internalRank: 0.75 }))).toEqual([
      { amount: 5, label: '5' },
      { amount: 20, label: '£20' },
    ]);
    expect(toValue(decodeThresholds([]))).toEqual([]);
    expect(decodeThresholds({ message: 'none' })).toMatchObject({ isOk: false });
  });

  it('write all three addresses, so that no old one stays', () => {
    expect(toEmailFields(['a@b.example'])).toEqual({
      ...{ alertEmail1: 'a@b.example', alertEmail2: '', alertEmail3: '' },
    });
  });
});

describe('countries and time zones', () => {
  it('come as a list or as a map', () => {
    expect(toValue(decodeCountries(bodyOf('odd/countries-map')))).toEqual([
      { code: 'GB', name: 'United Kingdom' },
      { code: 'IE', name: 'Ireland' },
    ]);
    expect(toValue(decodeTimeZones(bodyOf('odd/timezones-map')))).toEqual([
      { id: 12, name: 'Pacific/Niue', label: 'Pacific/Niue', offsetSeconds: null },
      { id: 47, name: 'Europe/London', label: 'Europe/London', offsetSeconds: null },
    ]);
  });

  it('come as bare names', () => {
    expect(toValue(decodeTimeZones(bodyOf('odd/timezones-names'))).map(({ id, name }) => [id, name])).toEqual([
      [null, 'Europe/London'],
      [null, 'Pacific/Niue'],
    ]);
  });

  it('have a name even where only the label holds it', () => {
    const row = { id: '3', name: '(UTC -05:00): America/New York', offset: '-18000' };
    expect(toValue(decodeTimeZones([row]))).toEqual([
      { id: 3, name: 'America/New_York', label: row.name, offsetSeconds: -18_000 },
    ]);
  });

  it('are the same from a map of labels, and from one of names', () => {
    const label = '(UTC +01:00): Europe/Tallinn';
    const tallinn = { name: 'Europe/Tallinn', offsetSeconds: null };
    expect(toValue(decodeTimeZones({ 2: label }))).toEqual([{ ...tallinn, id: 2, label }]);
    expect(toValue(decodeTimeZones({ 'Europe\\/Tallinn': 1 }))).toEqual([{ ...tallinn, id: 1, label: tallinn.name }]);
    expect(toValue(decodeTimeZones({ 'Europe/Tallinn': label }))).toEqual([{ ...tallinn, id: null, label }]);
    expect(toValue(decodeTimeZones([label, 'Europe/London']))).toMatchObject([{ ...tallinn, id: null, label }, {}]);
  });

  it('are left out where no clock knows them', () => {
    const rows = [
      { id: 1, timezone: 'Mars/Olympus', name: 'Mars' },
      { id: 2, timezone: 'Europe/London' },
    ];
    expect(toValue(decodeTimeZones(rows)).map(({ id }) => id)).toEqual([2]);
    expect(toValue(decodeTimeZones([{ id: 1, timezone: 'Mars', name: '(UTC): Europe/London' }]))).toMatchObject([
      { id: 1, name: 'Europe/London' },
    ]);
  });

  it('have no name of backslashes alone', () => {
    expect(decodeTimeZones([{ id: 3, name: '', timezone: '\\ ' }])).toMatchObject({ isOk: false });
  });

  it('lose the rows that say nothing, but not all of them', () => {
    expect(toValue(decodeCountries([{ id: 'GB' }, { id: 'nowhere' }]))).toEqual([{ code: 'GB', name: 'GB' }]);
    expect(decodeCountries([{ id: 'nowhere' }])).toMatchObject({ isOk: false });
    expect(decodeTimeZones('UTC')).toMatchObject({ isOk: false });
  });
});

describe('senders', () => {
  it('of a kind that nobody has heard of are a group like the others; what is no list is none', () => {
    expect(toValue(decodeSenderGroups(bodyOf('odd/sources-quirks')))).toEqual([
      { kind: 'dedicated', senders: ['447700900002', '447700900003'] },
      { kind: 'shared', senders: [] },
      { kind: 'senderIds', senders: ['NORTHGATE'] },
      { kind: 'viaCarrier', senders: ['447700900077'] },
    ]);
  });

  it('come as arrays with holes and as objects as well', () => {
    const body = {
      dedicated: { 0: '+447700900002', 3: '447700900003' },
      user: [{ phone: '447700900004' }, { senderId: 'NGVETS' }, { id: 5 }],
      shared: { '447700900077': 'Reception' },
    };
    expect(toValue(decodeSenderGroups(body))).toEqual([
      { kind: 'dedicated', senders: ['447700900002', '447700900003'] },
      { kind: 'user', senders: ['447700900004', 'NGVETS'] },
      { kind: 'shared', senders: ['447700900077'] },
    ]);
  });

  it('by country are the same from a map of objects, and from rows keyed by number', () => {
    const sender = '447700900002';
    const body = {
      user: { GB: { phone: sender }, ie: { country: 'IE', phone: `+${sender}` } },
      special: { 0: { country: 'GB', phone: sender }, 4: { country: { id: 'FR' }, phone: sender } },
    };
    expect(toValue(decodeSenderSettings(body))).toEqual({
      user: ['GB', 'IE'].map((country) => ({ country, sender })),
      special: ['GB', 'FR'].map((country) => ({ country, sender })),
      other: [],
    });
  });

  it('by country are the same from rows and from a map', () => {
    const expected = toValue(decodeSenderSettings(bodyOf('sdk/sender-settings-normalized')));
    expect(expected.special).toEqual([{ country: 'US', sender: '447700900009' }]);
    expect(toValue(decodeSenderSettings(bodyOf('sdk/sender-settings')))).toEqual(expected);
  });

  it('by country leave out what is no country or no sender', () => {
    expect(toValue(decodeSenderSettings(bodyOf('odd/sender-settings-quirks')))).toEqual({
      ...{ user: [{ country: 'GB', sender: '447700900002' }], special: [], other: [] },
    });
  });

  it('by name keep a state that nobody has heard of as unknown', () => {
    expect(toValue(decodeSenderId({ id: '7', senderId: 'VETS', status: 'z' }))).toEqual({
      ...{ id: 7, name: 'VETS', status: 'unknown' },
    });
    expect(decodeSenderId({ senderId: 'VETS' })).toEqual({ isOk: false, path: 'id' });
  });
});

describe('the team', () => {
  const asked = { page: 1, limit: 10 };

  it('is a page or one user alone', () => {
    const page = toValue(decodeSubaccounts(bodyOf('sdk/subaccounts'), asked));
    expect(page.items.map(({ userId, role }) => [userId, role])).toEqual([
      [305_121, 'administrator'],
      [305_120, 'regular'],
    ]);
    expect(toValue(decodeSubaccounts(bodyOf('odd/subaccounts-single'), asked))).toEqual({
      ...{ ...asked, pageCount: 1, items: [page.items[1]] },
    });
  });

  it('says how many it had to leave out, and is none where that is all', () => {
    expect(toValue(decodeSubaccounts([{ id: 7 }, {}], asked))).toMatchObject({ items: [{ userId: 7 }], leftOut: 1 });
    expect(decodeSubaccounts({ resources: [{}], id: 3 }, asked)).toMatchObject({ isOk: false });
    expect(toValue(decodeSubaccounts([], asked)).items).toEqual([]);
  });
});

describe('statistics', () => {
  it('have no date for all together, and no costs where nothing was sent', () => {
    expect(toValue(decodeStatistics(bodyOf('sdk/stats-messaging')))).toMatchObject([
      { at: null, cost: 4.218, replyRate: 0.31, partsCount: 111 },
      { at: Date.UTC(2026, 10, 19), cost: null, partsCount: null },
    ]);
  });

  it('keep rates as they are, since no document gives their unit, and leave unsaid what is not said', () => {
    expect(toValue(decodeStatistics([{ replyRate: '12.5', deliveryRate: 97, messagesReceived: 0 }]))).toMatchObject([
      { replyRate: 12.5, deliveryRate: 97, receivedCount: 0, deliveredCount: null, cost: null },
    ]);
    expect(toValue(decodeStatistics([{ replyRate: null, messagesReceived: 'many' }]))).toMatchObject([
      { replyRate: null, deliveryRate: null, receivedCount: null },
    ]);
    expect(toValue(decodeTotals({ contacts: '120', sent: null }))).toEqual({
      ...{ contactsCount: 120, sentCount: null, receivedCount: null },
    });
  });

  it('are no statistics without one of their fields', () => {
    expect(decodeStatistics([{ id: 1 }])).toMatchObject({ isOk: false });
    expect(decodeTotals([])).toMatchObject({ isOk: false });
  });
});

describe('look-ups', () => {
  it('keep words that nobody has heard of', () => {
    expect(toValue(decodeCarrierLookup(bodyOf('odd/lookup-quirks')))).toEqual({
      ...{ phone: '447700900318', localForm: null, type: 'satellite', carrier: null, country: null },
      ...{ isValid: true, cost: 0.04 },
    });
    expect(toValue(decodeEmailLookup(bodyOf('odd/email-lookup-quirks')))).toMatchObject({
      ...{ status: 'unsure', role: 'info', reason: 'mailbox full', risk: null, preference: null, exchange: null },
    });
  });

  it('are none where nothing of them is there', () => {
    for (const value of [[], {}, null, 'valid']) {
      expect(decodeCarrierLookup(value)).toMatchObject({ isOk: false });
      expect(decodeEmailLookup(value)).toMatchObject({ isOk: false });
    }
  });
});
