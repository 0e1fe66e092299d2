import type { Migration } from '../../migrate.ts';

/** What the search for a lost answer needs to know of a send, and what it found out (`SendCheck` as JSON). */
export const lostAnswers: Migration = {
  id: 5,
  name: '0005-lost-answers',
  up: (db) => {
    db.exec(`
      ALTER TABLE sends ADD COLUMN after_message_id INTEGER;
      ALTER TABLE sends ADD COLUMN check_evidence TEXT;
    `);
  },
};
