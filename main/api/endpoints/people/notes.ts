import type { Page } from '#shared/domain/entities.ts';
import type { ContactId } from '#shared/domain/ids.ts';
import type { ContactNote } from '#shared/domain/people.ts';
import { toSegment } from '../../address.ts';
import { writeBulk } from '../../bulk/bulk-write.ts';
import type { CallOptions } from '../../call.ts';
import type { Chosen } from '../../bulk/portions.ts';
import type { Service } from '../../service.ts';
import type { Link } from '../../wire/link.ts';
import { decodeContactNote } from '../../wire/people/person.ts';
import { toAskedPage } from '../paging.ts';
import type { PageQuery } from '../paging.ts';

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
 * `POST /contacts/{id}/notes/delete` (specification, "Contacts"): these notes of one contact, 500 to a request, or
 * all it has. Ids of other contacts' notes do nothing; no ids ask nothing.
 * @throws AppError; `PartlyDoneError` where some were deleted
 */
export function deleteNotesOfContact(
  service: Service,
  query: { readonly contactId: ContactId } & Chosen<'noteIds'>,
  options: CallOptions,
): Promise<void> {
  const chosen = query.all === true ? 'all' : query.noteIds;
  const path = `${toNotesPath(query.contactId)}/delete`;
  return writeBulk(service, { row: 'POST /contacts/{id}/notes/delete', path, chosen, allAs: 'either' }, options);
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
