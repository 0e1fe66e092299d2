import type { Migration } from '../../migrate.ts';

/**
 * Finds accepted sends whose message is not known yet without walking through all that were ever accepted: every page
 * of outbound messages asks for them.
 */
export const namelessSends: Migration = {
  id: 4,
  name: '0004-nameless-sends',
  up: (db) => {
    db.exec(`
      CREATE INDEX sends_nameless ON sends (seq) WHERE state = 'accepted' AND message_id IS NULL;
    `);
  },
};
