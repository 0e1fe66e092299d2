/** The service's price list, as it was read last. */
import type { Query } from './query.ts';

export const findPrice: Query<'findPrice'> = (db, { countryId }) =>
  db.get<{ price: number }>('SELECT price FROM country_prices WHERE country_id = ?', [countryId.toUpperCase()])
    ?.price ?? null;
