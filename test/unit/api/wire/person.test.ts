import { describe, expect, it } from 'vitest';
import {
  decodeContactDetails,
  decodeContactNote,
  decodeCustomField,
  decodeFavorite,
  decodeSuggestion,
} from '#main/api/wire/people/person.ts';
import { toPage, toValue, readFixture } from '../support/fixtures.ts';

const ADAEZE = 'Nervous with clippers. Sister (Adaeze) may collect, ID on file.';

describe('decodeContactDetails', () => {
  it('reads whose a contact is, who looks after it, its tags and its notes', () => {
    const note = { id: 8801, text: ADAEZE, createdAt: Date.UTC(2026, 9, 12, 13, 20, 41) };
    expect(toValue(decodeContactDetails(readFixture('sdk/contact').body))).toMatchObject({
      ...{ id: 220418, phone: '447700900318', userId: 305114, ownerId: 305114 },
      tags: [{ id: 12, title: 'VIP' }],
      notes: [{ ...note, authorId: 305114, authorName: 'Ruth Adeyemi' }],
    });
  });

  it('has no owner and no tags in the shape of the specification, which knows neither', () => {
    const contact = toValue(decodeContactDetails(readFixture('spec/contact').body));
    expect(contact).toMatchObject({ userId: 305114, ownerId: null, tags: null });
    expect(contact.notes).toHaveLength(1);
  });

  it('reads all nestings of custom fields side by side, and leaves out what names no field', () => {
    const contact = toValue(decodeContactDetails(readFixture('odd/contact-fields-mixed').body));
    expect(contact.fields).toEqual([
      { id: 501, name: 'Pet', value: 'Biscuit, cockapoo, 4 yrs' },
      { id: 502, name: 'Insurance', value: 'PetSure 88-2041' },
      { id: 503, name: 'Vet', value: 'Dr Hollis' },
      { id: 504, name: 'Client since', value: null },
    ]);
    // Two of its tags cannot be read: to send the third one again would take them off.
    expect(contact).toMatchObject({ userId: null, ownerId: null, tags: null });
    expect(contact.notes).toEqual([{ id: 8801, text: 'Kept', createdAt: null, authorId: null, authorName: '' }]);
  });
});

describe('decodeContactDetails of what may be sent again', () => {
  const toDetails = (fields: object) => toValue(decodeContactDetails({ id: 7, ...fields }));

  it('does not know whether somebody is blocked where the shape of the specification does not say so', () => {
    expect(toValue(decodeContactDetails(readFixture('spec/contact').body)).isBlocked).toBeNull();
    expect([true, '1', 0, 'false', null, {}, 'maybe'].map((blocked) => toDetails({ blocked }).isBlocked)).toEqual([
      ...[true, true, false, false, null, null, null],
    ]);
  });

  it('reads lists, tags, notes and fields that are keyed by number, as arrays with holes are written', () => {
    expect(
      toDetails({
        lists: { 0: { id: 71001, name: 'Dental' }, 2: { id: '71002', name: null } },
        tags: { 4: { id: 12, title: 'VIP' } },
        notes: { 1: { id: 8801, note: 'Kept' } },
        customFields: { 1: { id: 501, name: 'Pet', value: 'Biscuit' } },
      }),
    ).toMatchObject({
      lists: [
        { id: 71001, name: 'Dental' },
        { id: 71002, name: '' },
      ],
      tags: [{ id: 12, title: 'VIP' }],
      notes: [{ id: 8801 }],
      fields: [{ id: 501, value: 'Biscuit' }],
    });
  });

  it('takes lists and tags that cannot be read in whole for not said, rather than for fewer or none', () => {
    for (const odd of ['71001', 7, { a: { id: 1 } }, [{ id: 1 }, { name: 'no id' }], [null]]) {
      expect(toDetails({ lists: odd, tags: odd })).toMatchObject({ lists: null, tags: null });
    }
    expect(toDetails({ lists: null })).toMatchObject({ lists: null, tags: null });
    expect(toDetails({ lists: [], tags: [] })).toMatchObject({ lists: [], tags: [] });
  });

  it('finds the first id of a field that can be read, and keeps its value exactly', () => {
    const fields = (...customFields: object[]) => toDetails({ customFields }).fields;
    const name = 'Pet';
    expect(fields({ userCustomFieldId: '', id: 501, name, value: ' ' })).toEqual([{ id: 501, name, value: ' ' }]);
    expect(fields({ userCustomField: { id: null, name }, id: '501', value: 4 })).toEqual([
      { id: 501, name, value: '4' },
    ]);
    expect(fields({ id: 501, name, value: '' }, { id: 502, name })).toMatchObject([{ value: '' }, { value: null }]);
  });
});

describe('decodeContactNote', () => {
  it.each(['spec', 'sdk'])('reads the notes of a contact in the shape of the %s', (shape) => {
    const { items } = toPage(`${shape}/contact-notes`, decodeContactNote).page;
    expect(items.map(({ authorName }) => authorName)).toEqual(['Ruth Adeyemi', 'Marek Zielinski']);
    expect(items[1]?.text).toContain('ペニシリン');
  });

  it('reads an array with holes, and an author of whom little is known', () => {
    expect(toPage('odd/notes-quirks', decodeContactNote).page).toEqual({
      ...{ page: 1, limit: 10, pageCount: 1 },
      items: [
        { id: 8801, text: '', createdAt: Date.UTC(2026, 9, 12, 13, 20, 41), authorId: null, authorName: '' },
        { id: 8802, text: 'Kept', createdAt: null, authorId: 305120, authorName: 'Zielinski' },
      ],
    });
  });
});

describe('decodeCustomField', () => {
  it('reads a field, and takes an answer without an id for none', () => {
    const createdAt = Date.UTC(2024, 1, 1, 9);
    expect(toValue(decodeCustomField(readFixture('sdk/customfield').body))).toEqual({
      id: 501,
      name: 'Pet',
      createdAt,
    });
    expect(decodeCustomField({ name: 'Pet' })).toEqual({ isOk: false, path: 'id' });
  });
});

describe('decodeFavorite', () => {
  const nobody = { phone: '', membersCount: null, countryName: null, avatarHref: null };

  it('tells a contact, whose second label is a number, from a list, whose second label counts', () => {
    expect(toPage('sdk/contacts-favorite', decodeFavorite).page.items).toEqual([
      {
        ...{ kind: 'contact', id: 220418, name: 'Deborah Okonkwo', phone: '447700900318', membersCount: null },
        ...{ countryName: 'United Kingdom', avatarHref: 'avatars/contact-220418.png' },
      },
      { ...nobody, kind: 'list', id: 71001, name: 'Dental clients', membersCount: 18 },
    ]);
  });

  it('reads a bare array, counts as numbers, a plus, and a kind that nobody knows', () => {
    expect(toPage('odd/contacts-favorite-bare', decodeFavorite).page.items).toEqual([
      { ...nobody, kind: 'list', id: 71001, name: 'Dental clients', membersCount: 18 },
      { ...nobody, kind: 'contact', id: 220418, name: '', phone: '447700900318' },
    ]);
    expect(toValue(decodeFavorite({ entityId: 5, entityType: 'team' })).kind).toBe('unknown');
  });
});

describe('decodeSuggestion', () => {
  it('reads contacts, lists, and numbers that nobody has a name for', () => {
    const { items } = toPage('sdk/contacts-autocomplete', decodeSuggestion).page;
    expect(items).toMatchObject([
      { kind: 'contact', contactId: 220418, label: 'Deborah Okonkwo', isFavorite: true, sharedBy: null },
      { kind: 'contact', contactId: 229003, isShared: true, sharedBy: 'Hollis Brandt' },
      { kind: 'list', listId: 71001, countryName: null },
      { kind: 'reply', phone: '447700900461', countryName: 'United Kingdom' },
    ]);
  });

  it('reads ids as text and avatars as objects, and gives nothing for a kind that nobody can write to', () => {
    const { page, badPaths } = toPage('odd/contacts-autocomplete-quirks', decodeSuggestion);
    expect(badPaths).toEqual([]);
    expect(page.items).toMatchObject([
      { kind: 'contact', contactId: 220418, isFavorite: true, avatarHref: 'avatars/contact-220418.png' },
      { kind: 'reply', phone: '447700900461' },
      null,
    ]);
    expect(page.items[2]).toBeNull();
  });
});
