import { toNameColumns } from '../../rows/contact-row.ts';
import type { Migration } from '../../migrate.ts';
import type { WriteDb } from '../../open.ts';

/**
 * Contacts as a table: `sort_name` is the folded name that the eye sees, '' where there is none; `search_text` all that a
 * contact is found by. `contacts_by_name` holds the order by name and what is searched, so that a hundred thousand contacts are
 * walked without a look into the table.
 *
 * `service_…` hold what the service says where something that the user changed is shown over it, until that is settled:
 * `contact` and `list` are rows as JSON, null where the service said nothing yet; `notes` all notes of the contact, null
 * where none of them waits. `is_hidden`: the contact is out of `contacts`, since its deletion waits.
 */
export const contactsTable: Migration = {
  id: 17,
  name: '0017-contacts-table',
  up: (db) => {
    db.exec(`
      ALTER TABLE contacts ADD COLUMN sort_name TEXT NOT NULL DEFAULT '';
      ALTER TABLE contacts ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
      ALTER TABLE contacts ADD COLUMN user_id INTEGER;
      ALTER TABLE contacts ADD COLUMN owner_id INTEGER;
      ALTER TABLE contacts ADD COLUMN tags TEXT;
      ALTER TABLE lists ADD COLUMN user_id INTEGER;
    `);
    fill(db);
    db.exec(`
      CREATE INDEX contacts_by_name ON contacts (sort_name, phone, id, search_text);
      CREATE INDEX contacts_favorites ON contacts (sort_name, phone, id, search_text) WHERE is_favorite = 1;
      CREATE INDEX contacts_blocked ON contacts (id, phone) WHERE is_blocked = 1;
      CREATE INDEX contacts_landline ON contacts (id) WHERE phone_type = 'landline';
      CREATE TABLE service_contacts (
        contact_id INTEGER PRIMARY KEY,
        contact TEXT,
        notes TEXT,
        is_hidden INTEGER NOT NULL DEFAULT 0
      ) STRICT;
      CREATE INDEX service_contacts_hidden ON service_contacts (contact_id) WHERE is_hidden = 1;
      CREATE TABLE service_lists (list_id INTEGER PRIMARY KEY, list TEXT) STRICT;
      CREATE TABLE service_members (
        list_id INTEGER NOT NULL,
        contact_id INTEGER NOT NULL,
        is_member INTEGER NOT NULL,
        is_shown INTEGER NOT NULL,
        PRIMARY KEY (list_id, contact_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX service_members_by_contact ON service_members (contact_id);
    `);
  },
};

/** Read in pieces: a connection cannot write while it reads row by row. */
const PIECE = 2_000;

function fill(db: WriteDb): void {
  type Row = Parameters<typeof toNameColumns>[0] & { readonly id: number };
  const sql = `
    SELECT id, phone, first_name, last_name, company, email, fields FROM contacts
    WHERE id > ? ORDER BY id LIMIT ${PIECE}`;
  const first = Number.MIN_SAFE_INTEGER;
  for (let rows = db.all<Row>(sql, [first]); rows.length > 0; rows = db.all<Row>(sql, [rows.at(-1)?.id ?? 0])) {
    for (const row of rows) {
      const { sort_name: name, search_text: text } = toNameColumns(row);
      db.run('UPDATE contacts SET sort_name = ?, search_text = ? WHERE id = ?', [name, text, row.id]);
    }
  }
}
