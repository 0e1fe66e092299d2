/** Keeps the service's price list: what it does not name any more has no price. */
import type { CacheCommand } from './command.ts';

interface PriceRow {
  readonly country_id: string;
  readonly price: number;
}

const SAVE = `
  INSERT INTO country_prices (country_id, price) VALUES (@country_id, @price)
  ON CONFLICT (country_id) DO UPDATE SET price = excluded.price`;

export const setPrices: CacheCommand<'setPrices'> = {
  file: 'cache',
  run: ({ cache }, { prices }) => {
    const known = new Map(
      cache.all<PriceRow>('SELECT country_id, price FROM country_prices').map((row) => [row.country_id, row.price]),
    );
    const wanted = new Map(prices.map(({ countryId, price }) => [countryId.toUpperCase(), price]));
    for (const [country_id, price] of wanted)
      if (known.get(country_id) !== price) cache.run(SAVE, { country_id, price });
    for (const country of known.keys()) {
      if (!wanted.has(country)) cache.run('DELETE FROM country_prices WHERE country_id = ?', [country]);
    }
  },
};
