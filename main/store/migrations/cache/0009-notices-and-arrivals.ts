import { toPhoneKey } from '#shared/domain/phones.ts';
import type { Migration } from '../../migrate.ts';
import type { WriteDb } from '../../open.ts';

/**
 * Which messages a person was told of, and how news came.
 *
 * Of a chat: `service_unread` is what its row said, `unread_count` what is shown. `counted_to` is the time of the newest
 * incoming message that some row of it, or an act of a person here, is known to have covered; `act_…` is what a person
 * made of it that the service's row does not say yet (1 read, 0 unread; null: nothing) and up to which message.
 * `own_numbers` are the numbers that texts went from or came to: what comes from one of them is no news.
 */
export const noticesAndArrivals: Migration = {
  id: 9,
  name: '0009-notices-and-arrivals',
  up: (db) => {
    db.exec(`
      ALTER TABLE chats ADD COLUMN service_unread INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE chats ADD COLUMN counted_to INTEGER;
      ALTER TABLE chats ADD COLUMN act_is_read INTEGER;
      ALTER TABLE chats ADD COLUMN act_up_to INTEGER;
      UPDATE chats SET service_unread = unread_count;
      UPDATE chats SET counted_to = updated_at WHERE id > 0;
      CREATE TABLE own_numbers (phone TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
      CREATE TABLE notices (
        key TEXT PRIMARY KEY,
        inbound_id INTEGER NOT NULL,
        phone TEXT NOT NULL,
        at INTEGER NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('due', 'told', 'withdrawn')),
        decided_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX notices_due ON notices (phone, inbound_id) WHERE state = 'due';
      CREATE INDEX notices_by_age ON notices (decided_at) WHERE state <> 'due';
      CREATE INDEX notices_by_id ON notices (inbound_id);
      CREATE TABLE arrivals (
        seq INTEGER PRIMARY KEY,
        direction TEXT NOT NULL CHECK (direction IN ('in', 'out')),
        message_id INTEGER NOT NULL,
        letter TEXT NOT NULL,
        phone TEXT NOT NULL,
        happened_at INTEGER NOT NULL,
        seen_at INTEGER NOT NULL,
        skew_ms REAL,
        via TEXT NOT NULL CHECK (via IN ('callback', 'poll')),
        is_healed INTEGER,
        UNIQUE (direction, message_id, letter)
      ) STRICT;
      CREATE INDEX arrivals_unjudged ON arrivals (seen_at) WHERE is_healed IS NULL;
    `);
    rememberOwnNumbers(db);
  },
};

function rememberOwnNumbers(db: WriteDb): void {
  const seen = db.all<{ phone: string }>(`
    SELECT own_number AS phone FROM messages WHERE own_number IS NOT NULL GROUP BY own_number
    UNION SELECT sender FROM chats WHERE sender IS NOT NULL`);
  for (const { phone } of seen) {
    const key = toPhoneKey(phone);
    if (key !== '') db.run('INSERT OR IGNORE INTO own_numbers (phone) VALUES (?)', [key]);
  }
}
