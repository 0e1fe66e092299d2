import type { Query } from './query.ts';

const LIST_NAMES = 'SELECT id, name, members_count AS membersCount FROM lists ORDER BY id';

/** A person reads them: SQLite knows no alphabet but that of English. */
export const listListNames: Query<'listListNames'> = (db) =>
  db
    .all<{ id: number; name: string; membersCount: number }>(LIST_NAMES)
    .sort((one, other) => one.name.localeCompare(other.name) || one.id - other.id);
