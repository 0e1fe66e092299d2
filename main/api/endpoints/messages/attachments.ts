import type { Attachment, MmsResource } from '#shared/domain/attachments.ts';
import type { CallOptions } from '../../call.ts';
import type { Service } from '../../service.ts';
import type { UploadForm, UploadSource } from '../../uploads/upload.ts';
import { ATTACHMENT_RULE, checkUpload, MMS_RULE } from '../../uploads/upload-rules.ts';
import { decodeAttachment, decodeMmsResource } from '../../wire/messages/attachment.ts';

export interface UploadQuery {
  readonly file: UploadSource;
  /** Bytes of the file that left, of all that it has; comes while they leave, in rising order. */
  readonly onProgress?: UploadForm['onProgress'];
}

function toForm({ file, onProgress }: UploadQuery): UploadForm {
  return { fileField: 'file', file, onProgress };
}

/**
 * `POST /messages/attachment` (specification, "Messages"): a file of at most 10 MB, kept behind a link that a text may
 * hold (`toAttachmentLink`). Pictures, PDF, text, tables, Office documents and contact cards.
 * @throws AppError `validation` with `fields.file`, before a byte has left, for a file that the service does not take
 */
export async function uploadAttachment(
  service: Service,
  query: UploadQuery,
  options: CallOptions,
): Promise<Attachment> {
  await checkUpload(query.file, ATTACHMENT_RULE);
  const path = '/messages/attachment';
  const request = { row: `POST ${path}`, method: 'POST', path, upload: toForm(query) } as const;
  return service.getRow(request, decodeAttachment, options);
}

/**
 * `POST /messages/mms/attachment` (specification, "Messages"): a file of at most 10 MB for an MMS, which holds at most
 * two. Its `resource` goes into the send.
 * @throws AppError `validation` with `fields.file`, before a byte has left, for a file that the service does not take
 */
export async function uploadMmsResource(
  service: Service,
  query: UploadQuery,
  options: CallOptions,
): Promise<MmsResource> {
  await checkUpload(query.file, MMS_RULE);
  const path = '/messages/mms/attachment';
  const request = { row: `POST ${path}`, method: 'POST', path, upload: toForm(query) } as const;
  return service.getRow(request, decodeMmsResource, options);
}
