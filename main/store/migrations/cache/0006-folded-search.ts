import { toFolded } from '../../core/fold.ts';
import { toHaystack, toIndexText, toThreadMark } from '../../core/index-text.ts';
import { parseFields } from '../../json.ts';
import type { Migration } from '../../migrate.ts';
import type { WriteDb } from '../../open.ts';

/**
 * The index of messages holds folded text, so that accents are left out in every script, and a mark of the thread, so
 * that one thread is searched as quickly as all. People are found by all that their contact says. `…_terms` lists the
 * runs of three characters that there are: that is how one or two characters are found.
 */
export const foldedSearch: Migration = {
  id: 6,
  name: '0006-folded-search',
  up: (db) => {
    createIndex(db, 'message', 'text, thread');
    createIndex(db, 'people', 'text');
    db.exec(`ALTER TABLE people ADD COLUMN haystack TEXT NOT NULL DEFAULT ''`);
    indexMessages(db);
    indexPeople(db);
    for (const table of ['message_search', 'people_search']) {
      db.exec(`INSERT INTO ${table} (${table}, rank) VALUES ('automerge', 0);`);
      db.exec(`INSERT INTO ${table} (${table}, rank) VALUES ('crisismerge', 64);`);
    }
  },
};

/** Merges by itself while it is filled; that ends with the migration. */
function createIndex(db: WriteDb, name: 'message' | 'people', columns: string): void {
  db.exec(`
    DROP TABLE ${name}_search;
    CREATE VIRTUAL TABLE ${name}_search USING fts5(
      ${columns}, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
    );
    CREATE VIRTUAL TABLE ${name}_terms USING fts5vocab(${name}_search, 'instance');
  `);
}

/** Read in pieces: a connection cannot write while it reads row by row. */
const PIECE = 2_000;

function indexMessages(db: WriteDb): void {
  type Row = { readonly seq: number; readonly phone: string; readonly text: string };
  const sql = `SELECT seq, phone, text FROM messages WHERE seq > ? AND text <> '' ORDER BY seq LIMIT ${PIECE}`;
  for (let rows = db.all<Row>(sql, [-1]); rows.length > 0; rows = db.all<Row>(sql, [rows.at(-1)?.seq ?? 0])) {
    for (const { seq, phone, text } of rows) {
      const insert = 'INSERT INTO message_search (rowid, text, thread) VALUES (?, ?, ?)';
      db.run(insert, [seq, toIndexText(toFolded(text)), toThreadMark(phone)]);
    }
  }
}

function indexPeople(db: WriteDb): void {
  type Row = { id: number; phone: string; folded: string; email: string | null; fields: string | null };
  const sql = `
    SELECT people.id, people.phone, people.folded, contacts.email, contacts.fields
    FROM people LEFT JOIN contacts ON contacts.id = people.contact_id
    WHERE people.id > ? ORDER BY people.id LIMIT ${PIECE}`;
  for (let rows = db.all<Row>(sql, [0]); rows.length > 0; rows = db.all<Row>(sql, [rows.at(-1)?.id ?? 0])) {
    for (const { id, phone, email, fields, ...row } of rows) {
      const folded = toFolded(row.folded);
      const said = { email: email ?? '', fields: fields === null ? [] : parseFields(fields) };
      const haystack = toHaystack({ folded, phone, ...said });
      db.run('UPDATE people SET folded = ?, haystack = ? WHERE id = ?', [folded, haystack, id]);
      db.run('INSERT INTO people_search (rowid, text) VALUES (?, ?)', [id, toIndexText(haystack)]);
    }
  }
}
