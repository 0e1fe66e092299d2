import type { Migration } from '../../migrate.ts';

/** The account, how far sync has read, and the addresses of pictures. */
export const accountAndSync: Migration = {
  id: 1,
  name: '0001-account-and-sync',
  up: (db) => {
    db.exec(`
      CREATE TABLE account (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        user_id INTEGER NOT NULL,
        username TEXT NOT NULL,
        first_name TEXT NOT NULL,
        last_name TEXT NOT NULL,
        email TEXT NOT NULL,
        company TEXT NOT NULL,
        phone TEXT,
        balance REAL,
        currency TEXT,
        country TEXT,
        time_zone TEXT,
        time_format TEXT CHECK (time_format IN ('12h', '24h')),
        role TEXT NOT NULL CHECK (role IN ('parent', 'administrator', 'regular', 'unknown')),
        avatar_href TEXT
      ) STRICT;
      CREATE TABLE feed_cursors (
        name TEXT PRIMARY KEY CHECK (name IN ('outbound', 'inbound')),
        head_id INTEGER NOT NULL,
        tail_id INTEGER NOT NULL,
        is_complete INTEGER NOT NULL,
        tail_page INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE sync_marks (key TEXT PRIMARY KEY, value REAL NOT NULL) STRICT;
      CREATE TABLE media (id TEXT PRIMARY KEY, href TEXT NOT NULL, mime_type TEXT) STRICT;
    `);
  },
};
