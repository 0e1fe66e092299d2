import { describe, expect, it } from 'vitest';
import { toContactRowColumns } from '#main/store/rows/contact-row.ts';
import { buildContact } from '#test/unit/store/builders.ts';
import { useCacheAtStep } from './cache-at-step.ts';

describe('0019 of cache.db', () => {
  const cache = useCacheAtStep();

  it('takes over the tags of contacts that are here, each once, and knows no users yet', () => {
    const vip = { id: 12, title: 'VIP' };
    const tagged = [[vip], [{ id: 13, title: 'Bites, a lot' }, vip], [], null];
    const rows = tagged.map((tags, index) => toContactRowColumns(buildContact(index + 1, { tags }), null));
    cache.goTo(18);
    for (const row of rows) cache.insert('contacts', row);
    cache.goTo(19);
    expect(cache.db.all('SELECT * FROM contacts ORDER BY id')).toEqual(rows);
    expect(cache.db.all('SELECT * FROM tags ORDER BY id')).toEqual([vip, { id: 13, title: 'Bites, a lot' }]);
    expect(cache.db.all('SELECT * FROM users')).toEqual([]);
    cache.insert('users', { id: 7, name: 'Ada', is_listed: 1 });
    expect(() => cache.insert('users', { id: 7, name: 'Bob', is_listed: 0 })).toThrow(/UNIQUE/);
  });
});
