/**
 * Pictures of contacts, lists and the account: PNG or JPG, at most 10 MB. An upload replaces the picture before; its
 * address comes with the next reading of what it belongs to, and is fetched with `fetchMedia`.
 */
import type { ContactId, ListId } from '#shared/domain/ids.ts';
import { toSegment } from '../../address.ts';
import type { CallOptions } from '../../call.ts';
import type { Service } from '../../service.ts';
import type { UploadForm, UploadSource } from '../../uploads/upload.ts';
import { AVATAR_RULE, checkUpload } from '../../uploads/upload-rules.ts';

export interface AvatarUpload {
  readonly image: UploadSource;
  readonly onProgress?: UploadForm['onProgress'];
}

/**
 * `POST /contacts/{id}/avatar` (specification, "Contacts").
 * @throws AppError `validation` with `fields.file` before anything leaves, or as the service says; `forbidden` where the
 * contact is shared to the account, `not-found`
 */
export function uploadContactAvatar(
  service: Service,
  query: AvatarUpload & { readonly contactId: ContactId },
  options: CallOptions,
): Promise<void> {
  const at = { row: 'POST /contacts/{id}/avatar', path: `/contacts/${toSegment(query.contactId)}/avatar` };
  return upload(service, { ...at, ...query }, options);
}

/** `DELETE /contacts/{id}/avatar` (specification, "Contacts"). @throws AppError `forbidden`, `not-found` */
export function deleteContactAvatar(
  service: Service,
  query: { readonly contactId: ContactId },
  options: CallOptions,
): Promise<void> {
  const path = `/contacts/${toSegment(query.contactId)}/avatar`;
  return remove(service, { row: 'DELETE /contacts/{id}/avatar', path }, options);
}

/** `POST /lists/{id}/avatar` (specification, "Lists"). @throws AppError like `uploadContactAvatar` */
export function uploadListAvatar(
  service: Service,
  query: AvatarUpload & { readonly listId: ListId },
  options: CallOptions,
): Promise<void> {
  const at = { row: 'POST /lists/{id}/avatar', path: `/lists/${toSegment(query.listId)}/avatar` };
  return upload(service, { ...at, ...query }, options);
}

/** `DELETE /lists/{id}/avatar` (specification, "Lists"). @throws AppError `forbidden`, `not-found` */
export function deleteListAvatar(
  service: Service,
  query: { readonly listId: ListId },
  options: CallOptions,
): Promise<void> {
  return remove(
    service,
    { row: 'DELETE /lists/{id}/avatar', path: `/lists/${toSegment(query.listId)}/avatar` },
    options,
  );
}

/** `POST /user/avatar` (supplement 1.9): the account's own picture. @throws AppError `validation` like `uploadContactAvatar` */
export function uploadUserAvatar(service: Service, query: AvatarUpload, options: CallOptions): Promise<void> {
  return upload(service, { row: 'POST /user/avatar', path: '/user/avatar', ...query }, options);
}

/** `DELETE /user/avatar` (supplement 1.9). @throws AppError */
export function deleteUserAvatar(service: Service, options: CallOptions): Promise<void> {
  return remove(service, { row: 'DELETE /user/avatar', path: '/user/avatar' }, options);
}

interface Place {
  readonly row: string;
  readonly path: string;
}

async function upload(
  service: Service,
  { row, path, image, onProgress }: Place & AvatarUpload,
  options: CallOptions,
): Promise<void> {
  await checkUpload(image, AVATAR_RULE);
  await service.write({ row, method: 'POST', path, upload: { fileField: 'image', file: image, onProgress } }, options);
}

async function remove(service: Service, place: Place, options: CallOptions): Promise<void> {
  await service.write({ ...place, method: 'DELETE' }, options);
}
