import { describe, expect, it } from 'vitest';
import { toContactColumns, toContactRowColumns } from '#main/store/rows/contact-row.ts';
import { buildContact } from '#test/unit/store/builders.ts';
import { useCacheAtStep } from './cache-at-step.ts';

/** More than are filled in at once. */
const CONTACTS = 4_001;

describe('0017 of cache.db', () => {
  const cache = useCacheAtStep();

  it('fills in by what contacts that are here are sorted and found, as it is written from now on', () => {
    const contacts = Array.from({ length: CONTACTS }, (_, index) =>
      buildContact(index + 1, {
        ...{ firstName: index % 7 === 0 ? '' : `Zoë ${index}`, lastName: '', company: index % 3 === 0 ? 'Ünal' : '' },
        ...{ email: 'Z@x.test', fields: [{ id: 1, name: 'Plan', value: 'Größe' }] },
      }),
    );
    cache.goTo(16);
    for (const contact of contacts) cache.insert('contacts', toContactColumns(contact));
    cache.goTo(17);
    const rows = cache.db.all('SELECT * FROM contacts ORDER BY id');
    expect(rows).toEqual(contacts.map((contact) => toContactRowColumns(contact, null)));
    expect(cache.db.all('SELECT sort_name FROM contacts WHERE id IN (1, 2, 8) ORDER BY id')).toEqual([
      { sort_name: 'unal' },
      { sort_name: 'zoe 1' },
      { sort_name: '' },
    ]);
    for (const table of ['service_contacts', 'service_lists', 'service_members']) {
      expect(cache.db.all(`SELECT * FROM ${table}`)).toEqual([]);
    }
  });
});
