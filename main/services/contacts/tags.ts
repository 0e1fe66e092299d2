/** Tags: the service makes them, and says which there are only where a contact or a chat has them. */
import type { Services } from '#main/services/services.ts';
import type { RequestInput, RequestOutput } from '#shared/contract/index.ts';
import { AppError } from '#shared/domain/app-error.ts';

/** Throws `disk`. */
export async function listTags({ session }: Services): Promise<RequestOutput<'people.listTags'>> {
  const tags = await session.getAccount().store.listTags({});
  return tags
    .map(({ id, title }) => ({ id, title }))
    .sort((one, other) => one.title.localeCompare(other.title) || one.id - other.id);
}

/** Rejects with `AppError`: `not-found` where the service knows no tags. */
export async function createTag(
  { session }: Services,
  { title }: RequestInput<'people.createTag'>,
): Promise<RequestOutput<'people.createTag'>> {
  const { store, service } = session.getAccount();
  const { id } = await service.createTag({ title }, { priority: 'user' });
  // A tag that no contact has yet can be read nowhere.
  if (id === null) throw new AppError({ code: 'server', message: 'The new tag has no id', outcome: 'unknown' });
  await store.saveTags({ tags: [{ id, title }] });
  return { id, title };
}
