import type { Migration } from '../../migrate.ts';

/** What a person typed and chose on this computer. */
export const draftsAndSettings: Migration = {
  id: 1,
  name: '0001-drafts-and-settings',
  up: (db) => {
    db.exec(`
      CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
      CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
      CREATE TABLE drafts (
        phone TEXT PRIMARY KEY,
        text TEXT NOT NULL,
        updated_at INTEGER NOT NULL
      ) STRICT;
    `);
  },
};
