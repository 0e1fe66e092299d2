import type { Migration } from '../../migrate.ts';

/**
 * What the user did to contacts, notes and lists, and what came of it. AUTOINCREMENT: a finished id never comes back.
 * `change` is the whole change as JSON; the columns before it are for looking up. `people_change_contacts` says which
 * contacts a change is about, kept by triggers, so that it is right again after a rescue too.
 */
export const peopleChanges: Migration = {
  id: 10,
  name: '0010-people-changes',
  up: (db) => {
    db.exec(`
      CREATE TABLE people_changes (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL CHECK (kind IN ('edit-contact', 'delete-contacts', 'add-note', 'edit-note', 'delete-notes',
          'members', 'edit-list')),
        state TEXT NOT NULL CHECK (state IN ('waiting', 'refused', 'conflict', 'paused', 'done')),
        contact_id INTEGER,
        list_id INTEGER,
        note_id INTEGER,
        field TEXT,
        created_at INTEGER NOT NULL,
        due_at INTEGER NOT NULL,
        attempts INTEGER NOT NULL DEFAULT 0,
        problem TEXT,
        theirs TEXT,
        progress TEXT,
        change TEXT NOT NULL
      ) STRICT;
      CREATE INDEX people_changes_of_contact ON people_changes (contact_id, kind) WHERE contact_id IS NOT NULL;
      CREATE INDEX people_changes_of_list ON people_changes (list_id, kind) WHERE list_id IS NOT NULL;
      CREATE INDEX people_changes_by_kind ON people_changes (kind, state);
      CREATE TABLE people_change_contacts (change_id INTEGER NOT NULL, contact_id INTEGER NOT NULL) STRICT;
      CREATE UNIQUE INDEX people_changes_by_contact ON people_change_contacts (contact_id, change_id);
      CREATE INDEX people_change_contacts_of_change ON people_change_contacts (change_id);
      CREATE TRIGGER people_change_added AFTER INSERT ON people_changes BEGIN
        INSERT OR IGNORE INTO people_change_contacts (change_id, contact_id)
          SELECT new.id, new.contact_id WHERE new.contact_id IS NOT NULL;
        INSERT OR IGNORE INTO people_change_contacts (change_id, contact_id)
          SELECT new.id, value FROM json_each(new.change, '$.contactIds') WHERE value IS NOT NULL;
      END;
      CREATE TRIGGER people_change_gone AFTER DELETE ON people_changes BEGIN
        DELETE FROM people_change_contacts WHERE change_id = old.id;
      END;
    `);
  },
};
