import type { Migration } from '../../migrate.ts';
import type { WriteDb } from '../../open.ts';

/**
 * What a chat waits for, and chats that are out of the way: a shelf of their own (-1, before the open ones, so that whoever
 * looks for the chat of a number finds these like open ones).
 *
 * `answered_at`: our last text or send (`is_answered_by_send`) that counts; `waiting_since`: the first text of theirs after it; null where there is
 * none. `has_failed`: our last word was not delivered, or a send waits for a decision. Sends are in the other file: of those
 * `reconcile.ts` tells. `chats_by_shelf` holds all that a list asks about, so that a shelf is walked without a look into
 * the table. `schedule_targets`: whom a schedule names itself, kept by triggers.
 */
export const waitingAndSnoozed: Migration = {
  id: 12,
  name: '0012-waiting-and-snoozed',
  up: (db) => {
    db.exec(`
      ALTER TABLE chats ADD COLUMN answered_at INTEGER;
      ALTER TABLE chats ADD COLUMN is_answered_by_send INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE chats ADD COLUMN waiting_since INTEGER;
      ALTER TABLE chats ADD COLUMN has_failed INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE chats ADD COLUMN snoozed_until INTEGER;
      ALTER TABLE chats ADD COLUMN returned_at INTEGER;
      CREATE INDEX messages_answers ON messages (phone, at) WHERE sequence = 'out' AND kind = 'text';
      CREATE INDEX messages_scheduled ON messages (phone, at)
        WHERE sequence = 'out' AND kind = 'text' AND letter IN ('s', 'p');
    `);
    fill(db);
    db.exec(`
      DROP INDEX chats_by_shelf;
      CREATE INDEX chats_by_shelf ON chats (shelf, is_pinned DESC, sort_at DESC, id,
        unread_count, is_muted, muted_until, waiting_since, has_failed, contact_id, phone);
      CREATE INDEX chats_waiting ON chats (shelf, waiting_since, id, unread_count, is_pinned, is_muted, muted_until)
        WHERE waiting_since IS NOT NULL;
      CREATE INDEX chats_muted ON chats (shelf, is_pinned DESC, sort_at DESC, id, muted_until) WHERE is_muted = 1;
      CREATE INDEX chats_failed ON chats (shelf, is_pinned DESC, sort_at DESC, id) WHERE has_failed = 1;
      CREATE INDEX chats_snoozed ON chats (phone) WHERE snoozed_until IS NOT NULL;
      CREATE INDEX chats_beside_last ON chats (phone) WHERE sort_at <> last_at OR is_answered_by_send = 1;
    `);
    createTargets(db);
  },
};

/** `last_key` is null where only the summary of the service tells of the newest text: then `last_at` is when they wrote. */
function fill(db: WriteDb): void {
  db.exec(`
    UPDATE chats SET answered_at = (
      SELECT max(at) FROM messages WHERE messages.phone = chats.phone AND sequence = 'out' AND kind = 'text');
    UPDATE chats SET answered_at = last_at
      WHERE id > 0 AND last_key IS NULL AND last_direction = 'out' AND last_at > coalesce(answered_at, -1);
    UPDATE chats SET waiting_since = (
      SELECT at FROM messages
      WHERE messages.phone = chats.phone AND at > coalesce(answered_at, -1) AND sequence = 'in' AND kind = 'text'
      ORDER BY at LIMIT 1);
    UPDATE chats SET waiting_since = last_at
      WHERE id > 0 AND waiting_since IS NULL AND last_key IS NULL AND last_direction = 'in'
        AND last_at > coalesce(answered_at, -1);
    UPDATE chats SET has_failed = 1
      WHERE last_key IS NOT NULL AND last_direction = 'out' AND last_letter IN ('e', 'f', 'j', 'g') AND sort_at = last_at;
  `);
}

function createTargets(db: WriteDb): void {
  const toInsertSql = (from: string, where: string): string => `
    INSERT INTO schedule_targets (schedule_id, phone, contact_id, at)
      SELECT ${from}.id, value, NULL, ${from}.next_at
        FROM ${from === 'new' ? '' : `${from}, `}json_each(${from}.phones) WHERE ${where};
    INSERT INTO schedule_targets (schedule_id, phone, contact_id, at)
      SELECT ${from}.id, NULL, value, ${from}.next_at
        FROM ${from === 'new' ? '' : `${from}, `}json_each(${from}.contact_ids) WHERE ${where};`;
  const add = toInsertSql('new', 'new.is_completed = 0 AND new.next_at IS NOT NULL');
  const take = 'DELETE FROM schedule_targets WHERE schedule_id = old.id;';
  db.exec(`
    CREATE TABLE schedule_targets (
      schedule_id INTEGER NOT NULL,
      phone TEXT,
      contact_id INTEGER,
      at INTEGER NOT NULL,
      CHECK ((phone IS NULL) <> (contact_id IS NULL))
    ) STRICT;
    CREATE INDEX schedule_targets_by_schedule ON schedule_targets (schedule_id);
    CREATE INDEX schedule_targets_by_phone ON schedule_targets (phone, at) WHERE phone IS NOT NULL;
    CREATE INDEX schedule_targets_by_contact ON schedule_targets (contact_id, at) WHERE contact_id IS NOT NULL;
    ${toInsertSql('schedules', 'is_completed = 0 AND next_at IS NOT NULL')}
    CREATE TRIGGER schedule_added AFTER INSERT ON schedules BEGIN ${add} END;
    CREATE TRIGGER schedule_changed AFTER UPDATE ON schedules BEGIN ${take} ${add} END;
    CREATE TRIGGER schedule_gone AFTER DELETE ON schedules BEGIN ${take} END;
  `);
}
