import type { Migration } from '../../migrate.ts';

/**
 * Users of the account by name, from their list and as owners of contacts; `is_listed`: the list named them last time. And
 * tags, which the service tells of only where a contact or a chat has them: those that are here are taken over.
 */
export const usersAndTags: Migration = {
  id: 19,
  name: '0019-users-and-tags',
  up: (db) => {
    db.exec(`
      CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL, is_listed INTEGER NOT NULL) STRICT;
      CREATE TABLE tags (id INTEGER PRIMARY KEY, title TEXT NOT NULL) STRICT;
      INSERT INTO tags (id, title)
      SELECT tag.value ->> '$.id', max(tag.value ->> '$.title') FROM contacts, json_each(contacts.tags) AS tag
      WHERE contacts.tags <> '[]' GROUP BY 1;
    `);
  },
};
