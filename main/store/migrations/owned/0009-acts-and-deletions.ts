import type { Migration } from '../../migrate.ts';

/**
 * What a person did to chats says whom it is about and when it may leave; of rows from before, the chat says the number.
 * And messages that a person deleted: `deleted_at` null while the service has not confirmed it, then when it did, kept
 * for a while so that no outdated page brings the message back.
 */
export const actsAndDeletions: Migration = {
  id: 9,
  name: '0009-acts-and-deletions',
  up: (db) => {
    db.exec(`
      ALTER TABLE pending_actions ADD COLUMN phone TEXT NOT NULL DEFAULT '';
      ALTER TABLE pending_actions ADD COLUMN due_at INTEGER NOT NULL DEFAULT 0;
      UPDATE pending_actions SET due_at = created_at;
      CREATE INDEX pending_actions_by_phone ON pending_actions (phone, kind);
      CREATE TABLE message_deletions (
        seq INTEGER PRIMARY KEY,
        sequence TEXT NOT NULL CHECK (sequence IN ('in', 'out', 'call')),
        id INTEGER NOT NULL,
        chat_id INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        due_at INTEGER NOT NULL,
        deleted_at INTEGER,
        UNIQUE (sequence, id)
      ) STRICT;
      CREATE INDEX message_deletions_done ON message_deletions (deleted_at) WHERE deleted_at IS NOT NULL;
    `);
  },
};
