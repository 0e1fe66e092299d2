import type { Migration } from '../../migrate.ts';

/**
 * Messages that a person deleted and the service has not: out of the way of everything that reads messages, and kept, in
 * case the deletion is taken back. Without row ids of their own: those are given anew.
 */
export const hiddenMessages: Migration = {
  id: 13,
  name: '0013-hidden-messages',
  up: (db) => {
    db.exec(`
      CREATE TABLE hidden_messages (
        sequence TEXT NOT NULL,
        direction TEXT NOT NULL,
        id INTEGER NOT NULL,
        phone TEXT NOT NULL,
        text TEXT NOT NULL,
        at INTEGER NOT NULL,
        kind TEXT NOT NULL,
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
        channel TEXT,
        PRIMARY KEY (sequence, id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX hidden_messages_by_phone ON hidden_messages (phone, at);
    `);
  },
};
