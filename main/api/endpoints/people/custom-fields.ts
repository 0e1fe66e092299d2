import type { Page } from '#shared/domain/entities.ts';
import type { ContactId } from '#shared/domain/ids.ts';
import type { CustomField } from '#shared/domain/people.ts';
import { toSegment } from '../../address.ts';
import type { CallOptions } from '../../call.ts';
import type { Service } from '../../service.ts';
import type { Link } from '../../wire/link.ts';
import { decodeCustomField } from '../../wire/people/person.ts';
import { toAskedPage } from '../paging.ts';
import type { PageQuery } from '../paging.ts';

/** `GET /customfields` (specification, "Custom fields"): the account's fields, at most 100 a page. @throws AppError */
export function listCustomFields(service: Service, query: PageQuery, options: CallOptions): Promise<Page<CustomField>> {
  const asked = toAskedPage(query);
  const request = { row: 'GET /customfields', method: 'GET', path: '/customfields' } as const;
  return service.listRows({ ...request, query: { ...asked }, asked }, decodeCustomField, options);
}

/** `POST /customfields` (specification, "Custom fields"). @throws AppError `validation` where the name is blank */
export function createCustomField(
  service: Service,
  query: { readonly name: string },
  options: CallOptions,
): Promise<Link> {
  const request = { row: 'POST /customfields', method: 'POST', path: '/customfields' } as const;
  return service.write({ ...request, body: { name: query.name } }, options);
}

/** `GET /customfields/{id}` (specification, "Custom fields"). @throws AppError `not-found` */
export function getCustomField(
  service: Service,
  query: { readonly fieldId: number },
  options: CallOptions,
): Promise<CustomField> {
  const request = { row: 'GET /customfields/{id}', method: 'GET', path: toPath(query.fieldId) } as const;
  return service.getRow(request, decodeCustomField, options);
}

/**
 * `PUT /customfields/{id}` (specification, "Custom fields"): another name; the values stay. Templates that name the
 * field by the old one are not filled in any more.
 * @throws AppError `validation` where the name is blank, `not-found`
 */
export async function renameCustomField(
  service: Service,
  query: { readonly fieldId: number; readonly name: string },
  options: CallOptions,
): Promise<void> {
  const request = { row: 'PUT /customfields/{id}', method: 'PUT', path: toPath(query.fieldId) } as const;
  await service.write({ ...request, body: { name: query.name } }, options);
}

/** `DELETE /customfields/{id}` (specification, "Custom fields"): with every contact's value in it. @throws AppError `not-found` */
export async function deleteCustomField(
  service: Service,
  query: { readonly fieldId: number },
  options: CallOptions,
): Promise<void> {
  await service.write({ row: 'DELETE /customfields/{id}', method: 'DELETE', path: toPath(query.fieldId) }, options);
}

/**
 * `PUT /customfields/{id}/update` (specification, "Custom fields"): one contact's value, kept and merged into texts
 * exactly as it is.
 * @throws AppError `validation`, `not-found` where there is no such field or contact
 */
export async function setCustomFieldValue(
  service: Service,
  query: { readonly fieldId: number; readonly contactId: ContactId; readonly value: string },
  options: CallOptions,
): Promise<void> {
  const { contactId, value } = query;
  const path = `${toPath(query.fieldId)}/update`;
  const forms = { spec: { contactId: String(contactId), value }, sdk: { contactId, value } };
  await service.writeEither({ row: 'PUT /customfields/{id}/update', method: 'PUT', path, ...forms }, options);
}

function toPath(fieldId: number): string {
  return `/customfields/${toSegment(fieldId)}`;
}
