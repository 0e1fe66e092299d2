import type { ListRowColumns } from '../rows/contact-row.ts';
import { findUserId, isReadOnly } from './contact-parts.ts';
import type { Query } from './query.ts';

const LIST_NAMES = 'SELECT id, name, members_count AS membersCount FROM lists ORDER BY id';

/** A person reads them: SQLite knows no alphabet but that of English. */
export const listListNames: Query<'listListNames'> = (db) =>
  db
    .all<{ id: number; name: string; membersCount: number }>(LIST_NAMES)
    .sort((one, other) => one.name.localeCompare(other.name) || one.id - other.id);

export const findList: Query<'findList'> = (db, { listId }) => {
  const row = db.get<ListRowColumns>('SELECT * FROM lists WHERE id = ?', [listId]);
  if (row === undefined) return null;
  return {
    id: row.id,
    name: row.name,
    isFavorite: row.is_favorite === 1,
    isShared: row.is_shared === 1,
    isDefault: row.is_default === 1,
    isReadOnly: isReadOnly({ user_id: row.user_id, is_shared: 0 }, findUserId(db)),
  };
};
