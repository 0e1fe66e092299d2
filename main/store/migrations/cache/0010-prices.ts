import type { Migration } from '../../migrate.ts';

/** The service's price list: account money for one part of a text, by country (ISO 3166 alpha-2). */
export const prices: Migration = {
  id: 10,
  name: '0010-prices',
  up: (db) => {
    db.exec('CREATE TABLE country_prices (country_id TEXT PRIMARY KEY, price REAL NOT NULL) STRICT, WITHOUT ROWID;');
  },
};
