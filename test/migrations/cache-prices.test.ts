import { describe, expect, it } from 'vitest';
import { toMessageColumns } from '#main/store/rows/message-row.ts';
import { buildMessage } from '#test/unit/store/builders.ts';
import { useCacheAtStep } from './cache-at-step.ts';

describe('0010 of cache.db', () => {
  const cache = useCacheAtStep();

  it('adds one price for each country beside messages that are there', () => {
    cache.goTo(9);
    cache.insert('messages', { seq: 1, ...toMessageColumns(buildMessage('out:1', { price: 0.04 })) });
    cache.goTo(10);
    cache.insert('country_prices', { country_id: 'GB', price: 0.04 });
    expect(() => cache.insert('country_prices', { country_id: 'GB', price: 0.05 })).toThrow(/UNIQUE/);
    expect(() => cache.insert('country_prices', { country_id: 'DE', price: 'cheap' })).toThrow(/REAL/);
    expect(cache.db.all('SELECT price FROM messages')).toEqual([{ price: 0.04 }]);
  });
});
