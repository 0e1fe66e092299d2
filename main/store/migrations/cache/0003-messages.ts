import type { Migration } from '../../migrate.ts';

/**
 * Messages of both directions. `seq` grows with the time of the message (see `core/sequence.ts`), so that the newest
 * hits of the full-text index are those with the highest row ids. `message_letters` keeps every change of a letter.
 */
export const messages: Migration = {
  id: 3,
  name: '0003-messages',
  up: (db) => {
    db.exec(`
      CREATE TABLE messages (
        seq INTEGER PRIMARY KEY,
        direction TEXT NOT NULL CHECK (direction IN ('in', 'out')),
        id INTEGER NOT NULL,
        phone TEXT NOT NULL,
        text TEXT NOT NULL,
        at INTEGER NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('text', 'call', 'note', 'log')),
        letter TEXT,
        reject_reason TEXT,
        session_id INTEGER,
        contact_id INTEGER,
        first_name TEXT NOT NULL,
        last_name TEXT NOT NULL,
        own_number TEXT,
        parts_count INTEGER,
        price REAL,
        files TEXT,
        UNIQUE (direction, id)
      ) STRICT;
      CREATE INDEX messages_by_phone ON messages (phone, at, direction, id);
      CREATE TABLE message_letters (
        seq INTEGER PRIMARY KEY,
        message_id INTEGER NOT NULL,
        at INTEGER NOT NULL,
        before_letter TEXT,
        after_letter TEXT,
        source TEXT NOT NULL
      ) STRICT;
      CREATE INDEX message_letters_by_message ON message_letters (message_id, seq);
    `);
  },
};
