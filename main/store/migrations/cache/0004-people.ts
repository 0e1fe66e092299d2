import type { Migration } from '../../migrate.ts';

/**
 * Contacts and lists as the service keeps them, and `people`: one row for each number that has a chat or a contact,
 * with the name that the eye sees and a folded copy (no accents, lower case) to search in.
 */
export const people: Migration = {
  id: 4,
  name: '0004-people',
  up: (db) => {
    db.exec(`
      CREATE TABLE contacts (
        id INTEGER PRIMARY KEY,
        phone TEXT NOT NULL,
        first_name TEXT NOT NULL,
        last_name TEXT NOT NULL,
        company TEXT NOT NULL,
        email TEXT NOT NULL,
        country TEXT,
        is_blocked INTEGER NOT NULL,
        is_favorite INTEGER NOT NULL,
        is_shared INTEGER NOT NULL,
        phone_type TEXT,
        avatar_href TEXT,
        fields TEXT NOT NULL
      ) STRICT;
      CREATE INDEX contacts_by_phone ON contacts (phone, is_shared, id);
      CREATE TABLE lists (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        description TEXT NOT NULL,
        members_count INTEGER NOT NULL,
        is_favorite INTEGER NOT NULL,
        is_shared INTEGER NOT NULL,
        is_default INTEGER NOT NULL,
        is_service INTEGER NOT NULL,
        avatar_href TEXT
      ) STRICT;
      CREATE TABLE contact_lists (
        contact_id INTEGER NOT NULL,
        list_id INTEGER NOT NULL,
        name TEXT NOT NULL,
        PRIMARY KEY (contact_id, list_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX contact_lists_by_list ON contact_lists (list_id, contact_id);
      CREATE TABLE people (
        id INTEGER PRIMARY KEY,
        phone TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        folded TEXT NOT NULL,
        contact_id INTEGER,
        avatar_id TEXT
      ) STRICT;
      CREATE INDEX people_by_name ON people (folded);
    `);
  },
};
