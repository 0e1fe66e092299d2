import type { Migration } from '../../migrate.ts';

/**
 * Calls and notes have sequences of their own, and each chat knows what of it was read without a hole.
 *
 * `messages.sequence` counts the ids; rows from before keep their direction. `channel`: how it came when not as a text
 * message; the feeds do not list such. Row ids stay, so that the search index fits. A span without `from_at` reaches to
 * the beginning. Of a feed, `known_at` is the time of the service up to which nothing is missing (the newest message of
 * either feed when this one was last read from its top), and `read_at` when that was noted, by this computer's clock.
 */
export const callsAndSpans: Migration = {
  id: 7,
  name: '0007-calls-and-spans',
  up: (db) => {
    db.exec(REBUILD_MESSAGES);
    db.exec(`
      CREATE TABLE chat_spans (
        phone TEXT NOT NULL,
        from_at INTEGER,
        to_at INTEGER NOT NULL,
        PRIMARY KEY (phone, to_at)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX chat_spans_by_end ON chat_spans (to_at);
      INSERT INTO chat_spans (phone, from_at, to_at)
        SELECT phone, NULL, (SELECT max(at) FROM messages WHERE messages.phone = chats.phone) AS newest_at FROM chats
        WHERE is_complete = 1 AND newest_at IS NOT NULL GROUP BY phone;
      ALTER TABLE feed_cursors ADD COLUMN known_at INTEGER;
      ALTER TABLE feed_cursors ADD COLUMN read_at INTEGER;
      UPDATE feed_cursors SET known_at = (
        SELECT max(messages.at) FROM feed_cursors AS feed JOIN messages
        ON messages.sequence = CASE feed.name WHEN 'inbound' THEN 'in' ELSE 'out' END AND messages.id = feed.head_id);
    `);
  },
};

const COLUMNS = `
  id, phone, text, at, kind, letter, reject_reason, session_id, contact_id, first_name, last_name, own_number,
  parts_count, price, files`;

/** In the order of the row ids, and with the indexes made at the end: that is several times as fast. */
const REBUILD_MESSAGES = `
  CREATE TABLE messages_anew (
    seq INTEGER PRIMARY KEY,
    sequence TEXT NOT NULL CHECK (sequence IN ('in', 'out', 'call', 'note')),
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
    channel TEXT
  ) STRICT;
  INSERT INTO messages_anew (seq, sequence, direction, ${COLUMNS})
    SELECT seq, direction, direction, ${COLUMNS} FROM messages ORDER BY seq;
  DROP TABLE messages;
  ALTER TABLE messages_anew RENAME TO messages;
  CREATE UNIQUE INDEX messages_by_key ON messages (sequence, id);
  CREATE INDEX messages_by_phone ON messages (phone, at, sequence, id);
  CREATE INDEX messages_open ON messages (at, id)
    WHERE sequence = 'out' AND kind = 'text' AND channel IS NULL
      AND (letter IS NULL OR letter NOT IN ('d', 'e', 'f', 'j', 'u', 'g'));
`;
