import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StoreInOneThread } from '../store-in-one-thread.ts';

describe('the price list', () => {
  let store: StoreInOneThread;
  beforeEach(() => (store = new StoreInOneThread()));
  afterEach(() => store.close());

  const set = (prices: Readonly<Record<string, number>>): void =>
    store.run('setPrices', { prices: Object.entries(prices).map(([countryId, price]) => ({ countryId, price })) });
  const find = (countryId: string): number | null => store.ask('findPrice', { countryId });

  it('says what a part costs by country, however its letters are written, and null where it does not', () => {
    expect(find('GB')).toBeNull();
    set({ GB: 0.04, de: 0.07 });
    expect([find('GB'), find('gb'), find('DE'), find('FR')]).toEqual([0.04, 0.04, 0.07, null]);
  });

  it('is replaced as a whole: a country that is not named any more has no price', () => {
    set({ GB: 0.04, DE: 0.07 });
    set({ GB: 0.05, FR: 0 });
    expect([find('GB'), find('DE'), find('FR')]).toEqual([0.05, null, 0]);
  });

  it('is not written where nothing differs (STORE-6)', () => {
    set({ GB: 0.04, DE: 0.07 });
    const count = (): unknown => store.cache.get('SELECT total_changes() AS n');
    const before = count();
    set({ DE: 0.07, GB: 0.04 });
    expect([count(), store.changes]).toEqual([before, null]);
  });
});
