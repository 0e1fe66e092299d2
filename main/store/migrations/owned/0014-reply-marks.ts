import type { Migration } from '../../migrate.ts';

/**
 * What a person said of a chat by its number: that their texts up to `up_to_at` need no reply, or (`is_needed`) that they do
 * although they look like thanks. Newer texts are judged by themselves.
 */
export const replyMarks: Migration = {
  id: 14,
  name: '0014-reply-marks',
  up: (db) => {
    db.exec(`
      CREATE TABLE reply_marks (
        phone TEXT PRIMARY KEY,
        up_to_at INTEGER NOT NULL,
        is_needed INTEGER NOT NULL,
        made_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
