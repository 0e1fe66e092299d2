import type { ReadDb } from '../open.ts';
import type { AccountColumns } from '../rows/account-row.ts';
import type { Query } from './query.ts';
import { toDisplayName } from '#shared/domain/names.ts';

interface UserRow {
  readonly id: number;
  readonly name: string;
}

export const listUsers: Query<'listUsers'> = (db) =>
  db.all<UserRow>('SELECT id, name FROM users WHERE is_listed = 1 ORDER BY id');

export const listTags: Query<'listTags'> = (db) => db.all('SELECT id, title FROM tags ORDER BY id');

/** '' where it is not known. */
export function findUserName(db: ReadDb, userId: number | null): string {
  if (userId === null) return '';
  const known = db.get<UserRow>('SELECT id, name FROM users WHERE id = ?', [userId]);
  if (known !== undefined) return known.name;
  const account = db.get<AccountColumns>('SELECT * FROM account WHERE user_id = ?', [userId]);
  if (account === undefined) return '';
  return toDisplayName({ firstName: account.first_name, lastName: account.last_name, company: account.company });
}
