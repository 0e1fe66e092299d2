import { describe, expect, it } from 'vitest';
import { Formats } from '#renderer/lib/format.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { toDetailsText } from '#renderer/features/contact/contact-text.ts';
import {
  findChange,
  listRefusals,
  listUsualRows,
  readValue,
  toOwnerRow,
  toShownTags,
  toShownValue,
} from '#renderer/features/contact/contact-values.ts';
import { toTagsText, type ContactFieldName } from '#shared/domain/people-changes.ts';
import { filterLists } from '#renderer/features/contact/filter-lists.ts';
import { FakeBridge } from '#test/support/fake-bridge.ts';
import { buildContactRow, buildMembersChange } from '#test/support/fake-contacts.ts';

const texts = new Translator('en-GB');
const formats = new Formats(texts, { timeFormat: '24h', currency: null, timeZone: 'Europe/London' });

const vip = { id: 1, title: 'vip' };
const agria = { id: 2, title: 'Agria' };

async function getTom() {
  const bridge = new FakeBridge();
  bridge.contacts.fields = [
    { id: 1, name: 'Pet' },
    { id: 2, name: 'Vet' },
  ];
  bridge.contacts.rows = [
    buildContactRow({
      ...{ id: 11, name: 'Tom Abara', email: 'tom@abara.example', fields: [{ id: 1, value: 'Pixel' }] },
      lists: [{ id: 1, name: 'Reminders, dogs' }],
    }),
  ];
  const reply = await bridge.request('contacts.get', { contactId: 11 });
  if (!reply.ok || reply.value === null) throw new Error('Tom is not there');
  return reply.value;
}

describe('the values of a contact', () => {
  it('are read by the name of their field', async () => {
    const tom = await getTom();
    expect(readValue(tom, 'firstName')).toBe('Tom');
    expect(readValue(tom, 'isFavorite')).toBe('false');
    expect(readValue(tom, 'field:1')).toBe('Pixel');
    expect([readValue(tom, 'field:2'), readValue(tom, 'field:9')]).toEqual(['', '']);
  });

  it('are shown as people write them', () => {
    const rows = new Map(listUsualRows(texts).map((row) => [row.field, row]));
    const show = (field: ContactFieldName, value: string) =>
      toShownValue(rows.get(field) ?? { kind: 'text' }, value, formats);
    expect(show('phone', '447700900011')).toBe('+44 7700 900011');
    expect(['landline', 'voip', ''].map((type) => show('phoneType', type))).toEqual(['Landline', 'voip', 'Unknown']);
  });

  it('have their tags by title and their owner by name, also one whom the service does not list', async () => {
    const tom = { ...(await getTom()), tags: [vip, agria], ownerId: 7, ownerName: 'Marek Bielak' };
    expect(toShownTags(readValue(tom, 'tags'), formats)).toBe('Agria, vip');
    expect(readValue({ ...tom, tags: null }, 'tags')).toBe('');
    const row = toOwnerRow(tom, [{ id: 1, name: 'Ruth Amsel', isMe: true }], texts);
    expect(row.options?.map(({ label }) => label)).toEqual(['No owner', 'Ruth Amsel (you)', 'Marek Bielak']);
    expect(toShownValue(row, readValue(tom, 'ownerId'), formats)).toBe('Marek Bielak');
    expect(toShownValue(row, readValue({ ...tom, ownerId: null }, 'ownerId'), formats)).toBe('No owner');
    expect(toDetailsText(tom, { texts, formats, now: 0 })).toContain('\nTags: Agria, vip\nOwner: Marek Bielak\n');
    // In the order in which the service is told, whatever the order of the titles.
    expect(readValue(tom, 'tags')).toBe(toTagsText([agria, vip]));
  });

  it('are copied a line each, without the empty ones', async () => {
    const text = toDetailsText(await getTom(), { texts, formats, now: Date.UTC(2026, 10, 20) });
    expect(text.split('\n')).toEqual([
      'Tom Abara',
      'First name: Tom',
      'Last name: Abara',
      'Phone: +44 7700 900011',
      'Phone type: Mobile',
      'Email: tom@abara.example',
      'Pet: Pixel',
      'Lists: Reminders, dogs',
    ]);
  });
});

describe('changes of a contact', () => {
  const edit = { ...buildMembersChange(), kind: 'edit-contact', members: null, field: 'email' } as const;
  const refused = { ...edit, state: 'refused', problem: { code: 'validation', detail: 'No.' } } as const;

  it('stand at their field, the newest one', () => {
    expect(findChange([edit], 'email')).toBeNull();
    expect(findChange([refused, { ...refused, id: 2 }, edit], 'email')?.id).toBe(2);
    expect(findChange([refused], 'company')).toBeNull();
  });

  it('stand above the contact where no field shows them', () => {
    const note = { ...refused, id: 3, kind: 'add-note', field: null, value: 'Pixel limps.' } as const;
    const star = { ...refused, id: 4, field: 'isFavorite', value: 'true' } as const;
    const shown = listRefusals([refused, { ...note, state: 'waiting' }, note, star]);
    expect(shown.map(({ id, typed }) => ({ id, typed }))).toEqual([
      { id: 3, typed: 'Pixel limps.' },
      { id: 4, typed: '' },
    ]);
  });
});

it('lists are found by any of their words, without marks and case', () => {
  const lists = [{ name: 'École du soir' }, { name: 'Reminders, dogs' }];
  expect(filterLists(lists, 'soir ecole')).toEqual([lists[0]]);
  expect(filterLists(lists, ' ')).toEqual(lists);
});
