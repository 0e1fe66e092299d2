import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toContactId } from '#shared/domain/ids.ts';
import type { Contact } from '#shared/domain/entities.ts';
import { NOON, buildContact, phoneOf } from '../builders.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';

const PET = { id: 4, name: 'Pet' };

describe('templates', () => {
  let store: StoreInOneThread;
  beforeEach(() => (store = new StoreInOneThread()));
  afterEach(() => store.close());

  const save = (id: string, name: string, content = 'Hi {First name}'): void =>
    store.run('saveOwnTemplate', { template: { id, name, content, modifiedAt: NOON } });
  const views = () => store.ask('listTemplateViews', {});

  it('are the service’s and then this computer’s, by name, each with what is kept beside it', () => {
    const rows = [
      { id: 1, name: 'zebra', content: 'Z', modifiedAt: null },
      { id: 2, name: 'Äpfel', content: 'A', modifiedAt: NOON },
    ];
    store.run('commitRows', { name: 'templates', rows });
    expect(store.changes).toMatchObject({ templates: true });
    store.run('commitRows', { name: 'templates', rows });
    expect(store.changes).toBeNull();
    save('b', 'Opening hours');
    save('a', 'after the visit');
    store.run('saveTemplateExtras', {
      key: 'service:2',
      shortcut: 'apple',
      fallbacks: { constructor: 'x', Pet: 'cat' },
    });
    store.run('noteTemplateUse', { key: 'service:2', at: NOON + 5 });
    store.run('noteTemplateUse', { key: 'service:2', at: NOON + 1 });
    store.run('noteTemplateUse', { key: 'own:b', at: NOON });
    const none = { shortcut: '', fallbacks: {}, usedCount: 0, lastUsedAt: null };
    expect(views()).toEqual([
      {
        ...{ key: 'service:2', keeper: 'service', name: 'Äpfel', content: 'A', modifiedAt: NOON, shortcut: 'apple' },
        ...{ fallbacks: { constructor: 'x', Pet: 'cat' }, usedCount: 2, lastUsedAt: NOON + 5 },
      },
      { key: 'service:1', keeper: 'service', name: 'zebra', content: 'Z', modifiedAt: null, ...none },
      {
        ...{ key: 'own:a', keeper: 'computer', name: 'after the visit', content: 'Hi {First name}', modifiedAt: NOON },
        ...none,
      },
      {
        ...{ key: 'own:b', keeper: 'computer', name: 'Opening hours', content: 'Hi {First name}', modifiedAt: NOON },
        ...{ ...none, usedCount: 1, lastUsedAt: NOON },
      },
    ]);
    store.run('removeRows', { name: 'templates', ids: [1] });
    expect(store.changes).toMatchObject({ templates: true });
    store.run('removeRows', { name: 'templates', ids: [1] });
    expect(store.changes).toBeNull();
    expect(views().map(({ key }) => key)).toEqual(['service:2', 'own:a', 'own:b']);
  });

  it('of this computer are changed and removed with what is kept beside them', () => {
    save('a', 'One');
    save('a', 'Two', 'Bye');
    store.run('saveTemplateExtras', { key: 'own:a', shortcut: 's', fallbacks: {} });
    expect(store.ask('listOwnTemplates', {})).toEqual([{ id: 'a', name: 'Two', content: 'Bye', modifiedAt: NOON }]);
    store.run('removeOwnTemplates', { ids: ['a', 'other'] });
    expect(store.changes).toMatchObject({ templates: true });
    expect([views(), store.ask('listTemplateExtras', {})]).toEqual([[], []]);
  });

  it('keep their counts of use where shortcut and fallbacks change, and take them over under another key', () => {
    store.run('noteTemplateUse', { key: 'own:a', at: NOON });
    store.run('saveTemplateExtras', { key: 'own:a', shortcut: 's', fallbacks: { Pet: 'cat' } });
    const [extras] = store.ask('listTemplateExtras', {});
    expect(extras).toEqual({ key: 'own:a', shortcut: 's', fallbacks: { Pet: 'cat' }, usedCount: 1, lastUsedAt: NOON });
    store.run('saveTemplateExtras', {
      ...extras,
      key: 'service:9',
      shortcut: 's',
      fallbacks: {},
      uses: { usedCount: 7, lastUsedAt: null },
    });
    store.run('removeTemplateExtras', { keys: ['own:a'] });
    expect(store.ask('listTemplateExtras', {})).toEqual([
      { key: 'service:9', shortcut: 's', fallbacks: {}, usedCount: 7, lastUsedAt: null },
    ]);
  });
});

describe('fields that are merged', () => {
  let store: StoreInOneThread;
  beforeEach(() => {
    store = new StoreInOneThread();
    const fields = [PET, { id: 5, name: 'Phone' }, { id: 6, name: 'Pet' }].map((field) => ({
      ...field,
      createdAt: null,
    }));
    store.run('commitRows', { name: 'fields', rows: fields });
    const named = (id: number, said: Partial<Contact>): Contact => buildContact(id, { lastName: '', ...said });
    store.run('commitContacts', {
      contacts: [
        named(1, { firstName: 'Ann', email: 'ann@example.com', fields: [{ ...PET, value: 'Rex' }] }),
        named(2, { firstName: ' ', company: 'Kwik Pet', isBlocked: true, fields: [{ ...PET, value: '  ' }] }),
        named(3, {
          firstName: 'Cy',
          lastName: 'Hill',
          fields: [
            { ...PET, value: null },
            { id: 5, name: 'Phone', value: 'none of this' },
            { id: 6, name: 'Pet', value: 'Tom' },
            { id: 7, name: '__proto__', value: 'odd' },
          ],
        }),
      ],
    });
  });
  afterEach(() => store.close());

  it('are counted for all contacts, blank values as none', () => {
    expect(store.ask('countMergeFields', {})).toEqual({
      contactsCount: 3,
      fields: [
        { name: 'First name', isCustom: false, peopleCount: 2 },
        { name: 'Last name', isCustom: false, peopleCount: 1 },
        { name: 'Company name', isCustom: false, peopleCount: 1 },
        { name: 'Phone', isCustom: false, peopleCount: 3 },
        { name: 'Email', isCustom: false, peopleCount: 1 },
        { name: 'Pet', isCustom: true, peopleCount: 1 },
        { name: 'Pet', isCustom: true, peopleCount: 1 },
        { name: 'Phone', isCustom: true, peopleCount: 1 },
      ],
    });
  });

  it('are counted by what their values are, whatever those and their names say', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('', ' ', '\n\t ', '\\', '"', '\\n', '\u00a0', '"id":1,"name":"x","value":"y"', '\n x'),
    );
    const anyField = fc.record({ name: anyText, value: fc.option(anyText) });
    const property = fc.property(fc.array(fc.array(anyField, { maxLength: 4 }), { maxLength: 8 }), (people) => {
      const fields = [0, 1, 2, 3].map((id) => ({ id: id + 1, name: `Field ${id}`, createdAt: null }));
      store.run('commitRows', { name: 'fields', rows: fields });
      store.run('commitContacts', {
        contacts: Array.from({ length: 8 }, (_, index) => {
          const own = (people[index] ?? []).map((field, place) => ({ id: place + 1, ...field }));
          return buildContact(index + 1, { fields: own });
        }),
      });
      const counted = store.ask('countMergeFields', {}).fields.filter(({ name }) => name.startsWith('Field'));
      const hasValue = (person: (typeof people)[number], place: number): boolean =>
        (person[place]?.value ?? '').trim() !== '';
      expect(counted.map(({ peopleCount }) => peopleCount)).toEqual(
        [0, 1, 2, 3].map((place) => people.filter((person) => hasValue(person, place)).length),
      );
    });
    fc.assert(property, { numRuns: 60 });
  });

  it('have the values of a contact, only those that are asked for, and no blank ones', () => {
    const all = store.ask('listMergeContacts', {
      after: 0,
      limit: 9,
      fields: ['First name', 'Pet', 'Phone', '__proto__'],
    });
    expect(all.map(({ contactId, name }) => [contactId, name])).toEqual([
      [1, 'Ann'],
      [2, 'Kwik Pet'],
      [3, 'Cy Hill'],
    ]);
    expect(all.map(({ values }) => Object.entries(values))).toEqual([
      [
        ['First name', 'Ann'],
        ['Phone', phoneOf(1)],
        ['Pet', 'Rex'],
      ],
      [['Phone', phoneOf(2)]],
      [
        ['First name', 'Cy'],
        ['Phone', phoneOf(3)],
        ['Pet', 'Tom'],
        ['__proto__', 'odd'],
      ],
    ]);
    const ids = (said: { after?: number; limit?: number; contactIds?: readonly number[] }): number[] =>
      store.ask('listMergeContacts', { after: 0, limit: 9, fields: [], ...said }).map(({ contactId }) => contactId);
    expect([ids({ after: 1 }), ids({ limit: 2 }), ids({ contactIds: [3, 1, 99] })]).toEqual([
      [2, 3],
      [1, 2],
      [1, 3],
    ]);
    expect(store.ask('listMergeContacts', { after: 2, limit: 1, fields: [] })[0]?.values).toEqual({});
  });

  it('are found for a number, of the contact whose name its chat shows', () => {
    expect(store.ask('findMergeContact', { phone: phoneOf(1) })).toEqual({
      ...{ contactId: 1, name: 'Ann', phone: phoneOf(1) },
      values: { 'First name': 'Ann', Phone: phoneOf(1), Email: 'ann@example.com', Pet: 'Rex' },
    });
    expect(store.ask('findMergeContact', { phone: phoneOf(9) })).toBeNull();
    store.run('commitContacts', { contacts: [buildContact(8, { phone: phoneOf(1), firstName: 'Other' })] });
    expect(store.ask('findMergeContact', { phone: phoneOf(1) })?.contactId).toBe(toContactId(1));
  });
});
