import type { Migration } from '../../migrate.ts';

/**
 * Look-ups of numbers and e-mail addresses: each costs money. A row is there before the request leaves; `found_at` and
 * `result` (JSON) are null until its answer came, and stay so where that was lost. `value`: digits, or an address in lower
 * case. `cost`: in account money, null where it is not known.
 */
export const lookups: Migration = {
  id: 11,
  name: '0011-lookups',
  up: (db) => {
    db.exec(`
      CREATE TABLE lookups (
        seq INTEGER PRIMARY KEY,
        kind TEXT NOT NULL CHECK (kind IN ('carrier', 'email')),
        request_id TEXT NOT NULL,
        value TEXT NOT NULL,
        asked_at INTEGER NOT NULL,
        found_at INTEGER,
        cost REAL,
        result TEXT,
        UNIQUE (kind, request_id),
        CHECK ((found_at IS NULL) = (result IS NULL))
      ) STRICT;
      CREATE INDEX lookups_by_value ON lookups (kind, value, found_at);
      CREATE INDEX lookups_by_time ON lookups (kind, found_at) WHERE cost IS NOT NULL;
    `);
  },
};
