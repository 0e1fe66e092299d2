import type { Migration } from '../../migrate.ts';
import { fillLedger } from '../../fill-ledger.ts';

/**
 * Files of texts, and one row of the ledger for every send, also for those that a person took out of the outbox.
 *
 * `files.phone`: of the draft of that number; `files.send_id`: of that send; never both. The ledger says itself what of it
 * can be told without the cache; `haystack` is what it is searched by, folded. `ledger_by_time` holds all that a search and
 * its totals look at, so that a hundred thousand rows are walked without one look into the table.
 */
export const filesAndLedger: Migration = {
  id: 7,
  name: '0007-files-and-ledger',
  up: (db) => {
    db.exec(`
      ALTER TABLE sends ADD COLUMN sent_text TEXT;
      ALTER TABLE sends ADD COLUMN own_reference TEXT;
      ALTER TABLE sends ADD COLUMN price_predicted REAL;
      CREATE TABLE files (
        id TEXT PRIMARY KEY,
        phone TEXT,
        send_id TEXT,
        position INTEGER NOT NULL,
        name TEXT NOT NULL,
        mime_type TEXT NOT NULL,
        size_bytes INTEGER NOT NULL,
        href TEXT,
        created_at INTEGER NOT NULL,
        CHECK ((phone IS NULL) <> (send_id IS NULL))
      ) STRICT;
      CREATE INDEX files_of_drafts ON files (phone, position) WHERE phone IS NOT NULL;
      CREATE INDEX files_of_sends ON files (send_id, position) WHERE send_id IS NOT NULL;

      CREATE TABLE ledger (
        seq INTEGER PRIMARY KEY,
        send_id TEXT NOT NULL UNIQUE,
        phone TEXT NOT NULL,
        text TEXT NOT NULL,
        sent_text TEXT,
        files TEXT,
        files_count INTEGER NOT NULL,
        own_reference TEXT,
        sender TEXT,
        state TEXT NOT NULL,
        outcome TEXT NOT NULL CHECK (outcome IN ('sent', 'open', 'checking', 'stopped', 'discarded')),
        created_at INTEGER NOT NULL,
        left_at INTEGER,
        accepted_at INTEGER,
        attempts INTEGER NOT NULL,
        message_id INTEGER,
        session_id INTEGER,
        problem TEXT,
        check_evidence TEXT,
        parts_predicted INTEGER NOT NULL,
        price_predicted REAL,
        haystack TEXT NOT NULL,
        letter TEXT,
        reject_reason TEXT,
        parts_charged INTEGER,
        price_charged REAL
      ) STRICT;
      CREATE INDEX ledger_by_time
        ON ledger (created_at, send_id, outcome, phone, parts_charged, price_charged, haystack);
      CREATE INDEX ledger_by_outcome ON ledger (outcome, created_at, send_id, parts_charged, price_charged);
      CREATE INDEX ledger_by_message ON ledger (message_id) WHERE message_id IS NOT NULL;
    `);
    fillLedger(db);
  },
};
