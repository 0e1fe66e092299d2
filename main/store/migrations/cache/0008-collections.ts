import type { Migration } from '../../migrate.ts';
import type { WriteDb } from '../../open.ts';

/**
 * Fields, templates, schedules, sends, bulks, unsubscribers and blocked people, kept whole, and notes of contacts.
 * `service_sends` are the service's; `sends` of the other file are ours. Names of lists that the account does not list
 * itself stand once in `list_names`. Whether a contact is blocked may be unknown (null): then the register decides.
 */
export const collections: Migration = {
  id: 8,
  name: '0008-collections',
  up: (db) => {
    createSmall(db);
    createSends(db);
    createRegisters(db);
    loosenContacts(db);
    db.exec(`
      CREATE TABLE list_names (list_id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
      INSERT INTO list_names (list_id, name)
        SELECT list_id, max(name) FROM contact_lists WHERE list_id NOT IN (SELECT id FROM lists) GROUP BY list_id;
      ALTER TABLE contact_lists DROP COLUMN name;
    `);
  },
};

function createSmall(db: WriteDb): void {
  db.exec(`
    CREATE TABLE custom_fields (id INTEGER PRIMARY KEY, name TEXT NOT NULL, created_at INTEGER) STRICT;
    CREATE TABLE templates (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      content TEXT NOT NULL,
      modified_at INTEGER
    ) STRICT;
    CREATE TABLE contact_notes (
      id INTEGER PRIMARY KEY,
      contact_id INTEGER NOT NULL,
      text TEXT NOT NULL,
      created_at INTEGER,
      author_id INTEGER,
      author_name TEXT NOT NULL
    ) STRICT;
    CREATE INDEX contact_notes_by_contact ON contact_notes (contact_id, id);
  `);
}

function createSends(db: WriteDb): void {
  db.exec(`
    CREATE TABLE schedules (
      id INTEGER PRIMARY KEY,
      next_at INTEGER,
      rule TEXT,
      send_id INTEGER,
      last_at INTEGER,
      contact_name TEXT,
      text TEXT NOT NULL,
      contact_ids TEXT NOT NULL,
      list_ids TEXT NOT NULL,
      phones TEXT NOT NULL,
      filtered_view_ids TEXT NOT NULL,
      kind TEXT NOT NULL,
      summary TEXT NOT NULL,
      cost REAL,
      parts INTEGER,
      chars INTEGER,
      encoding TEXT,
      countries TEXT NOT NULL,
      first_at INTEGER,
      end_at INTEGER,
      recipients_count INTEGER,
      time_zone TEXT,
      is_completed INTEGER NOT NULL,
      avatar_href TEXT,
      created_at INTEGER
    ) STRICT;
    CREATE TABLE service_sends (
      id INTEGER PRIMARY KEY,
      at INTEGER,
      text TEXT NOT NULL,
      source TEXT,
      reference_id TEXT,
      price REAL,
      recipients_count INTEGER,
      destination TEXT,
      initiator_id INTEGER,
      title TEXT
    ) STRICT;
    CREATE TABLE bulks (
      id INTEGER PRIMARY KEY,
      status TEXT NOT NULL,
      processed_count INTEGER,
      total_count INTEGER,
      created_at INTEGER,
      text TEXT NOT NULL,
      send TEXT
    ) STRICT;
  `);
}

/** A chat or contact that says "not any more" is newer than the register that said so. */
function createRegisters(db: WriteDb): void {
  db.exec(`
    CREATE TABLE unsubscribers (
      id INTEGER PRIMARY KEY,
      phone TEXT NOT NULL,
      first_name TEXT NOT NULL,
      last_name TEXT NOT NULL,
      unsubscribed_at INTEGER
    ) STRICT;
    CREATE INDEX unsubscribers_by_phone ON unsubscribers (phone);
    CREATE TABLE blocked_contacts (id INTEGER PRIMARY KEY, phone TEXT NOT NULL) STRICT;
    CREATE INDEX blocked_contacts_by_phone ON blocked_contacts (phone);
    CREATE TRIGGER chat_unblocked AFTER UPDATE OF is_blocked ON chats WHEN old.is_blocked = 1 AND new.is_blocked = 0
    BEGIN DELETE FROM blocked_contacts WHERE phone = new.phone; END;
    CREATE TRIGGER chat_resubscribed AFTER UPDATE OF is_unsubscribed ON chats
    WHEN old.is_unsubscribed = 1 AND new.is_unsubscribed = 0
    BEGIN DELETE FROM unsubscribers WHERE phone = new.phone; END;
  `);
}

/** Until now a contact that did not say whether it is blocked was written down as one that says no. */
function loosenContacts(db: WriteDb): void {
  db.exec(`
    CREATE TABLE loose_contacts (
      id INTEGER PRIMARY KEY,
      phone TEXT NOT NULL,
      first_name TEXT NOT NULL,
      last_name TEXT NOT NULL,
      company TEXT NOT NULL,
      email TEXT NOT NULL,
      country TEXT,
      is_blocked INTEGER,
      is_favorite INTEGER NOT NULL,
      is_shared INTEGER NOT NULL,
      phone_type TEXT,
      avatar_href TEXT,
      fields TEXT NOT NULL
    ) STRICT;
    INSERT INTO loose_contacts
      SELECT id, phone, first_name, last_name, company, email, country, nullif(is_blocked, 0), is_favorite, is_shared,
        phone_type, avatar_href, fields
      FROM contacts;
    DROP TABLE contacts;
    ALTER TABLE loose_contacts RENAME TO contacts;
    CREATE INDEX contacts_by_phone ON contacts (phone, is_shared, id);
    CREATE TRIGGER contact_unblocked AFTER UPDATE OF is_blocked ON contacts
    WHEN old.is_blocked = 1 AND new.is_blocked = 0
    BEGIN DELETE FROM blocked_contacts WHERE id = new.id; END;
  `);
}
