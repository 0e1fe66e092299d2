import type { Migration } from '../../migrate.ts';

/**
 * Chats whose row showed news, until their messages are here. A chat that shows news again gets a higher mark: an answer
 * that was asked for before clears only the marks that it can know of.
 */
export const chatsToRead: Migration = {
  id: 16,
  name: '0016-chats-to-read',
  up: (db) => {
    db.exec(`
      CREATE TABLE chats_to_read (
        mark INTEGER PRIMARY KEY AUTOINCREMENT,
        chat_id INTEGER NOT NULL UNIQUE
      ) STRICT;
    `);
  },
};
