import type { Page } from '#shared/domain/entities.ts';
import type { ContactId } from '#shared/domain/ids.ts';
import type { ContactNote } from '#shared/domain/people.ts';
import { toSegment } from '../address.ts';
import type { CallOptions } from '../call.ts';
import type { Service } from '../service.ts';
import type { Link } from '../wire/link.ts';
import { decodeContactNote } from '../wire/person.ts';
import { toAskedPage } from './paging.ts';
import type { PageQuery } from './paging.ts';

/** `GET /contacts/{id}/notes` (specification, "Contacts"): what was noted about a contact, at most 100 a page. @throws AppError */
export function listNotesOfContact(
  service: Service,
  query: PageQuery & { readonly contactId: ContactId },
  options: CallOptions,
): Promise<Page<ContactNote>> {
  const asked = toAskedPage(query);
  const request = { row: 'GET /contacts/{id}/notes', method: 'GET', path: toNotesPath(query.contactId) } as const;
  return service.listRows({ ...request, query: { ...asked }, asked }, decodeContactNote, options);
}

/**
 * `POST /contacts/{id}/notes` (specification, "Contacts"). The link holds the note's id where the service says it.
 * @throws AppError `validation` where the text is blank, `forbidden` where the contact is shared, `not-found`
 */
export function createNote(
  service: Service,
  query: { readonly contactId: ContactId; readonly text: string },
  options: CallOptions,
): Promise<Link> {
  const request = { row: 'POST /contacts/{id}/notes', method: 'POST', path: toNotesPath(query.contactId) } as const;
  return service.write({ ...request, body: { note: query.text } }, options);
}

/**
 * `POST /contacts/{id}/notes/delete` (specification, "Contacts"): these notes of one contact, or all it has. Ids of
 * other contacts' notes do nothing.
 * @throws AppError `validation` without any id
 */
export async function deleteNotesOfContact(
  service: Service,
  query: { readonly contactId: ContactId; readonly noteIds: readonly number[] | 'all' },
  options: CallOptions,
): Promise<void> {
  const { noteIds } = query;
  const isAll = noteIds === 'all';
  const ids = isAll ? {} : { ids: noteIds.join(',') };
  const path = `${toNotesPath(query.contactId)}/delete`;
  const spec = { ...ids, all: isAll ? 1 : 0 };
  const form = {
    row: 'POST /contacts/{id}/notes/delete',
    method: 'POST',
    path,
    spec,
    sdk: { ...ids, all: isAll },
  } as const;
  await service.writeEither(form, options);
}

/** `GET /notes/{id}` (supplement 1.3). @throws AppError `not-found` */
export function getNote(
  service: Service,
  query: { readonly noteId: number },
  options: CallOptions,
): Promise<ContactNote> {
  return service.getRow(
    { row: 'GET /notes/{id}', method: 'GET', path: toNotePath(query.noteId) },
    decodeContactNote,
    options,
  );
}

/**
 * `PUT /notes/{id}` (supplement 1.3): another text; author and time stay.
 * @throws AppError `validation` where the text is blank, `forbidden` where the contact is shared, `not-found`
 */
export async function updateNote(
  service: Service,
  query: { readonly noteId: number; readonly text: string },
  options: CallOptions,
): Promise<void> {
  const request = { row: 'PUT /notes/{id}', method: 'PUT', path: toNotePath(query.noteId) } as const;
  await service.write({ ...request, body: { note: query.text } }, options);
}

/** `DELETE /notes/{id}` (specification, "Contacts"). @throws AppError `not-found`, `forbidden` where the contact is shared */
export async function deleteNote(
  service: Service,
  query: { readonly noteId: number },
  options: CallOptions,
): Promise<void> {
  await service.write({ row: 'DELETE /notes/{id}', method: 'DELETE', path: toNotePath(query.noteId) }, options);
}

function toNotesPath(contactId: ContactId): string {
  return `/contacts/${toSegment(contactId)}/notes`;
}

function toNotePath(noteId: number): string {
  return `/notes/${toSegment(noteId)}`;
}
