import type { Migration } from '../../migrate.ts';

/**
 * Full text: what messages say, and names and digits of people. Nothing merges by itself (`automerge=0`): a merge at
 * the wrong moment stalls the writer for hundreds of milliseconds, so `commands/search.ts` does it in small steps.
 */
export const search: Migration = {
  id: 5,
  name: '0005-search',
  up: (db) => {
    for (const [table, columns] of [
      ['message_search', 'text'],
      ['people_search', 'name, phone'],
    ]) {
      db.exec(`
        CREATE VIRTUAL TABLE ${table} USING fts5(
          ${columns}, content = '', contentless_delete = 1, tokenize = 'trigram remove_diacritics 1'
        );
        INSERT INTO ${table} (${table}, rank) VALUES ('automerge', 0);
        INSERT INTO ${table} (${table}, rank) VALUES ('crisismerge', 64);
      `);
    }
  },
};
