/** Custom fields of the account: asked of the service at once, and read back. */
import { toNotFound, toRefusal } from '#main/services/refusals.ts';
import type { Store } from '#main/store/api.ts';
import type { Services } from '#main/services/services.ts';
import type { RequestInput, RequestOutput } from '#shared/contract/index.ts';
import { toNameKey } from '#shared/domain/unique-names.ts';
import type { CustomField } from '#shared/domain/people.ts';
import type { PeopleService } from './ports.ts';

const USER = { priority: 'user' } as const;
const PAGE_ROWS = 100;
const MOST_PAGES = 20;

/** Rejects with `AppError`; `validation` of `name` (`taken`) where there is one of that name. */
export async function createField(
  { session }: Services,
  { name }: RequestInput<'fields.create'>,
): Promise<RequestOutput<'fields.create'>> {
  const { store, service } = session.getAccount();
  await refuseTaken(store, name, null);
  const { id } = await service.createCustomField({ name }, USER);
  const field = id === null ? await findNewest(service, name) : await service.getCustomField({ fieldId: id }, USER);
  if (field === undefined) throw toNotFound('new field');
  await store.commitRows({ name: 'fields', rows: [field] });
  return { fieldId: field.id };
}

/** Rejects with `AppError`, as `createField` does. */
export async function renameField(
  { session }: Services,
  { fieldId, name }: RequestInput<'fields.rename'>,
): Promise<RequestOutput<'fields.rename'>> {
  const { store, service } = session.getAccount();
  await refuseTaken(store, name, fieldId);
  await service.renameCustomField({ fieldId, name }, USER);
  await store.commitRows({ name: 'fields', rows: [await service.getCustomField({ fieldId }, USER)] });
  return {};
}

/** Rejects with `AppError`. */
export async function deleteField(
  { session }: Services,
  { fieldId }: RequestInput<'fields.delete'>,
): Promise<RequestOutput<'fields.delete'>> {
  const { store, service } = session.getAccount();
  await service.deleteCustomField({ fieldId }, USER);
  await store.removeRows({ name: 'fields', ids: [fieldId] });
  return {};
}

/** The service accepts two fields of one name, but a text can use only one of them. `own`: the field that is renamed. */
async function refuseTaken(store: Store, name: string, own: number | null): Promise<void> {
  const wanted = toNameKey(name);
  const fields = await store.listCustomFields({});
  if (fields.some((field) => field.id !== own && toNameKey(field.name) === wanted)) throw toRefusal('name', 'taken');
}

/** Services need not say the id of what they made. */
async function findNewest(service: PeopleService, name: string): Promise<CustomField | undefined> {
  const same: CustomField[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { items, pageCount } = await service.listCustomFields({ page, limit: PAGE_ROWS }, USER);
    same.push(...items.filter((field) => field.name === name));
    if (pageCount === null ? items.length < PAGE_ROWS : page >= pageCount) break;
  }
  return same.toSorted((one, other) => other.id - one.id)[0];
}
