import type { Migration } from '../../migrate.ts';

/** Names of the team are known from the notes that they wrote: each page of a thread asks for them. */
export const namesOfAuthors: Migration = {
  id: 14,
  name: '0014-names-of-authors',
  up: (db) => {
    db.exec(`
      CREATE INDEX contact_notes_by_author ON contact_notes (author_id, author_name) WHERE author_name <> '';
    `);
  },
};
