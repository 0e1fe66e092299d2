import type { Migration } from '../../migrate.ts';

/**
 * Less to write for each message that comes in. Since when a chat waits moves with every older text of theirs, and took the
 * wide index of the list along: that holds `is_waiting` instead, which hardly ever changes, and no `has_failed`, which has
 * an index of its own. Our newest text is found by `messages_by_phone`, from below.
 */
export const lighterIndexes: Migration = {
  id: 15,
  name: '0015-lighter-indexes',
  up: (db) => {
    db.exec(`
      ALTER TABLE chats ADD COLUMN is_waiting INTEGER NOT NULL DEFAULT 0;
      UPDATE chats SET is_waiting = 1 WHERE waiting_since IS NOT NULL;
      DROP INDEX chats_by_shelf;
      CREATE INDEX chats_by_shelf ON chats (shelf, is_pinned DESC, sort_at DESC, id,
        unread_count, is_muted, muted_until, is_waiting, contact_id, phone);
      DROP INDEX messages_answers;
    `);
  },
};
