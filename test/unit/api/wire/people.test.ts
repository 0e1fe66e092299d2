import { describe, expect, it } from 'vitest';
import { decodeAccount, decodePing } from '#main/api/wire/account/account.ts';
import { decodeContact } from '#main/api/wire/people/contact.ts';
import { decodeList } from '#main/api/wire/people/list.ts';
import { toPage, toValue, readFixture } from '../support/fixtures.ts';

const account = {
  userId: 305114,
  username: 'northgate-vets',
  firstName: 'Ruth',
  lastName: 'Adeyemi',
  email: 'ruth@northgate.example',
  company: 'Northgate Vets',
  phone: '447700900002',
  balance: 143.18,
  currency: 'GBP',
  country: 'GB',
  timeZone: 'Europe/London',
  timeZoneId: 47,
  timeFormat: '24h',
  role: 'parent',
  avatarHref: 'avatars/user-305114.png',
};

describe('decodeAccount', () => {
  it.each(['spec', 'sdk'])('reads a whole account in the shape of the %s', (shape) => {
    expect(toValue(decodeAccount(readFixture(`${shape}/user`).body))).toEqual(account);
  });

  it('reads an account with nothing nested in it', () => {
    expect(toValue(decodeAccount(readFixture('odd/user-nulls').body))).toEqual({
      ...account,
      currency: null,
      country: null,
      timeZone: null,
      timeZoneId: null,
      timeFormat: null,
    });
  });

  it('takes the escape out of a time zone, and numbers as text', () => {
    expect(toValue(decodeAccount(readFixture('odd/user-escaped-zone').body))).toMatchObject({
      timeZone: 'Europe/Tallinn',
      balance: 143.18,
      phone: null,
      company: '',
      avatarHref: null,
    });
  });

  it.each([
    ['A', 'administrator'],
    ['u', 'regular'],
    ['X', 'unknown'],
    ['__proto__', 'unknown'],
  ])('takes the role letter %s for %s', (letter, role) => {
    expect(toValue(decodeAccount({ id: 1, subaccountType: letter })).role).toBe(role);
  });
});

describe('decodeAccount of a label', () => {
  it('finds the name of the time zone in it', () => {
    expect(toValue(decodeAccount({ id: 1, timezone: '(UTC -05:00): America/New York' })).timeZone).toBe(
      'America/New_York',
    );
  });
});

describe('decodeAccount of what nobody can format with', () => {
  it.each([['Mars/Olympus'], ['\\'], [' '], ['+25:00']])('has no time zone for %j', (timezone) => {
    expect(toValue(decodeAccount({ id: 1, timezone: { timezone } })).timeZone).toBeNull();
  });

  it('has no currency for what is no code', () => {
    expect(toValue(decodeAccount({ id: 1, currency: { id: '£' } })).currency).toBeNull();
  });
});

describe('decodePing', () => {
  it('takes the old and the new form', () => {
    expect(toValue(decodePing(readFixture('sdk/ping').body))).toEqual({ ping: 'pong', userId: 305114 });
    expect(toValue(decodePing(readFixture('odd/ping-old').body))).toEqual({ ping: 'pong', userId: null });
  });

  it('does not take another greeting', () => {
    expect(decodePing({ status: 'ok' })).toEqual({ isOk: false, path: 'ping' });
  });
});

describe('decodeContact', () => {
  const deborah = {
    id: 220418,
    phone: '447700900318',
    firstName: 'Deborah',
    lastName: 'Okonkwo',
    company: '',
    email: 'd.okonkwo@mail.example',
    country: 'GB',
    isBlocked: false,
    isFavorite: true,
    isShared: false,
    phoneType: 'mobile',
    avatarHref: 'avatars/contact-220418.png',
    fields: [
      { id: 501, name: 'Pet', value: 'Biscuit, cockapoo, 4 yrs' },
      { id: 502, name: 'Insurance', value: 'PetSure 88-2041' },
    ],
    lists: [
      { id: 71001, name: 'Dental clients' },
      { id: 71002, name: 'Reminders, dogs' },
    ],
    userId: 305114,
    ownerId: 305114,
    ownerName: 'Ruth Adeyemi',
    tags: [{ id: 12, title: 'VIP' }],
  };

  it('reads a whole contact in the shape of the client libraries', () => {
    expect(toPage('sdk/contacts', decodeContact).page.items[0]).toEqual(deborah);
  });

  it('reads custom fields that have a name and no value in the shape of the specification', () => {
    expect(toPage('spec/contacts', decodeContact).page.items[0]).toMatchObject({
      fields: [
        { id: 501, name: 'Pet', value: null },
        { id: 502, name: 'Insurance', value: null },
      ],
    });
  });

  it.each(['odd/contact-fields-old', 'odd/contact-fields-py-sdk'])(
    'reads the nesting of custom fields of %s',
    (name) => {
      expect(toValue(decodeContact(readFixture(name).body)).fields).toEqual(deborah.fields);
    },
  );

  it('reads a blocked contact of whom little is known', () => {
    expect(toPage('sdk/contacts', decodeContact).page.items[2]).toMatchObject({
      firstName: '',
      company: 'Penhallow Farm Office',
      isBlocked: true,
      phoneType: null,
    });
  });

  it('reads numbers as text, a plus and nulls', () => {
    expect(toPage('odd/contacts-quirks', decodeContact)).toMatchObject({
      page: { items: [{ id: 220418, phone: '447700900318', isFavorite: true, country: null, fields: [] }] },
      badPaths: [],
    });
  });

  it.each(['contact', 'contact-by-phone', 'list-contacts'])('reads the row %s in both shapes', (name) => {
    for (const shape of ['spec', 'sdk']) {
      const { body } = readFixture(`${shape}/${name}`);
      const contacts =
        name === 'list-contacts'
          ? toPage(`${shape}/${name}`, decodeContact).page.items
          : [toValue(decodeContact(body))];
      expect(contacts[0]?.id).toBeGreaterThan(0);
    }
  });
});

describe('decodeList', () => {
  it.each(['spec', 'sdk'])('reads whole lists in the shape of the %s', (shape) => {
    const items = toPage(`${shape}/lists`, decodeList).page.items;
    expect(items.find(({ id }) => Number(id) === 71001)).toEqual({
      id: 71001,
      name: 'Dental clients',
      description: 'Booked or due for dental work',
      membersCount: 18,
      isFavorite: true,
      isShared: false,
      isDefault: false,
      isService: false,
      avatarHref: null,
      userId: 305114,
    });
  });

  it('reads numbers as text', () => {
    expect(toPage('odd/lists-quirks', decodeList).page.items[0]).toMatchObject({
      id: 71001,
      membersCount: 18,
      isFavorite: true,
    });
  });

  it.each(['spec/contact-lists', 'sdk/contact-lists'])('reads the lists of a contact from %s', (name) => {
    expect(toPage(name, decodeList).badPaths).toEqual([]);
  });
});
