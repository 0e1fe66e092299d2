/** Users of the account and tags, as they are named by their lists and by the contacts and chats that have them. */
import type { Contact } from '#shared/domain/entities.ts';
import type { Tag } from '#shared/domain/people-changes.ts';
import type { WriteDb } from '../open.ts';
import type { CacheCommand } from './command.ts';
import { upsertRow } from './upsert.ts';

const LISTED = 'SELECT id FROM users WHERE is_listed = 1';
const UNLIST = 'UPDATE users SET is_listed = 0 WHERE id = ?';

export const saveUsers: CacheCommand<'saveUsers'> = {
  file: 'cache',
  run: ({ cache, changes }, { users }) => {
    const wanted = new Map(users.map(({ id, name }) => [id, name]));
    const gone = cache.all<{ id: number }>(LISTED).filter(({ id }) => !wanted.has(id));
    for (const { id } of gone) cache.run(UNLIST, [id]);
    const written = [...wanted].filter(([id, name]) => upsertRow(cache, 'users', { id, name, is_listed: 1 }));
    if (gone.length + written.length > 0) changes.addPeople();
  },
};

const NAME_USER = `
  INSERT INTO users (id, name, is_listed) VALUES (@id, @name, 0)
  ON CONFLICT (id) DO UPDATE SET name = excluded.name WHERE name <> excluded.name`;

/** Contacts name the users who look after them. */
export function rememberOwners(cache: WriteDb, contacts: readonly Contact[]): void {
  const owners = new Map(contacts.map(({ ownerId, ownerName }) => [ownerId ?? null, ownerName ?? '']));
  for (const [id, name] of owners) if (id !== null && name !== '') cache.run(NAME_USER, { id, name });
}

export const saveTags: CacheCommand<'saveTags'> = {
  file: 'cache',
  run: ({ cache }, { tags }) => rememberTags(cache, tags),
};

export function rememberTags(cache: WriteDb, tags: readonly Tag[]): void {
  for (const [id, title] of new Map(tags.map((tag) => [tag.id, tag.title]))) upsertRow(cache, 'tags', { id, title });
}
