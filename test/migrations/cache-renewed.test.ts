import { describe, expect, it } from 'vitest';
import { toContactRowColumns } from '#main/store/rows/contact-row.ts';
import { NOON, buildContact } from '#test/unit/store/builders.ts';
import { useCacheAtStep } from './cache-at-step.ts';

describe('0018 of cache.db', () => {
  const cache = useCacheAtStep();

  it('knows since when an address has another picture, once for each, beside contacts that are here', () => {
    const row = toContactRowColumns(buildContact(7, { avatarHref: 'avatars/7.png' }), null);
    cache.goTo(17);
    cache.insert('contacts', row);
    cache.goTo(18);
    expect(cache.db.all('SELECT * FROM contacts')).toEqual([row]);
    const renew = (href: string): unknown => cache.insert('renewed_pictures', { href, renewed_at: NOON });
    renew('avatars/7.png');
    renew('avatars/8.png');
    expect(() => renew('avatars/7.png')).toThrow(/UNIQUE/);
  });
});
