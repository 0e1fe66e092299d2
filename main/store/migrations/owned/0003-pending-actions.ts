import type { Migration } from '../../migrate.ts';

/** What a person did to chats and the service has not confirmed. AUTOINCREMENT: a finished id never comes back. */
export const pendingActions: Migration = {
  id: 3,
  name: '0003-pending-actions',
  up: (db) => {
    db.exec(`
      CREATE TABLE pending_actions (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        chat_id INTEGER NOT NULL,
        kind TEXT NOT NULL,
        action TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        attempts INTEGER NOT NULL DEFAULT 0
      ) STRICT;
      CREATE INDEX pending_actions_by_chat ON pending_actions (chat_id, kind);
    `);
  },
};
