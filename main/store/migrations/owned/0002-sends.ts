import type { Migration } from '../../migrate.ts';

/**
 * The outbox and, in `send_events`, the ledger. `placed_at` is where a send stands in its thread: its time, but never
 * above what was already there when a person wrote it (this computer's clock may be slow).
 */
export const sends: Migration = {
  id: 2,
  name: '0002-sends',
  up: (db) => {
    db.exec(`
      CREATE TABLE sends (
        seq INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        phone TEXT NOT NULL,
        text TEXT NOT NULL,
        sender TEXT,
        create_chat INTEGER NOT NULL,
        state TEXT NOT NULL CHECK (state IN
          ('held', 'queued', 'sending', 'accepted', 'refused', 'checking', 'not-sent', 'unknown')),
        created_at INTEGER NOT NULL,
        placed_at INTEGER NOT NULL,
        attempted_at INTEGER,
        attempts INTEGER NOT NULL,
        due_at INTEGER NOT NULL,
        accepted_at INTEGER,
        message_id INTEGER,
        session_id INTEGER,
        chat_id INTEGER,
        problem TEXT,
        parts_predicted INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX sends_by_place ON sends (phone, placed_at, id);
      CREATE INDEX sends_by_state ON sends (state, seq);
      CREATE INDEX sends_by_message ON sends (message_id) WHERE message_id IS NOT NULL;
      CREATE TABLE send_events (
        seq INTEGER PRIMARY KEY,
        send_id TEXT NOT NULL,
        at INTEGER NOT NULL,
        state TEXT NOT NULL,
        detail TEXT NOT NULL
      ) STRICT;
      CREATE INDEX send_events_by_send ON send_events (send_id, seq);
    `);
  },
};
