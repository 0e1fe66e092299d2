import type { Migration } from '../../migrate.ts';

/**
 * Chats that a person put out of the way, by number, and the lists that a person keeps under a name.
 *
 * Of a snooze: `up_to_at` is the newest incoming text that was known when it was made (null: none), and once it came back
 * (`returned_at`) the newest line that was known then; what is newer ends it. `sends_stopped` holds the texts that wait for
 * a decision.
 */
export const snoozesAndViews: Migration = {
  id: 8,
  name: '0008-snoozes-and-views',
  up: (db) => {
    db.exec(`
      CREATE TABLE snoozes (
        phone TEXT PRIMARY KEY,
        until_at INTEGER NOT NULL,
        up_to_at INTEGER,
        made_at INTEGER NOT NULL,
        returned_at INTEGER
      ) STRICT;
      CREATE TABLE views (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        icon TEXT NOT NULL,
        scope TEXT NOT NULL,
        sort TEXT NOT NULL,
        keys TEXT,
        position INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX sends_stopped ON sends (phone) WHERE state IN ('refused', 'not-sent', 'unknown');
    `);
  },
};
