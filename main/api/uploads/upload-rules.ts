/** What the service takes, checked before anything leaves (specification, "Limits"; supplement 4.3). */
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import { findImageType, TYPE_BYTES } from './image-type.ts';
import { toFileError } from './multipart.ts';
import type { UploadSource } from './upload.ts';
import { KNOWN_EXTENSIONS, toExtension } from './upload-types.ts';

/** Which files an operation takes. */
export interface UploadRule {
  readonly extensions: readonly string[];
  /** The kinds in words, for the person whose file is none of them. */
  readonly kinds: string;
  /** The service looks inside: the bytes must be such a picture, whatever the name says. */
  readonly isPicture?: boolean;
}

/** 10 MB itself is allowed. */
export const LARGEST_UPLOAD_BYTES = 10 * 1024 * 1024;

const ATTACHMENTS = ['jpg', 'gif', 'png', 'pdf', 'txt', 'csv', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'vcf'];

/** Files behind a link in a text: `POST /messages/attachment`. */
export const ATTACHMENT_RULE: UploadRule = {
  extensions: ATTACHMENTS,
  kinds: 'JPG, GIF, PNG, PDF, TXT, CSV, Word, Excel, PowerPoint or VCF',
};

/** Files in an MMS, `POST /messages/mms/attachment`: the service names some and says that it takes many more. */
export const MMS_RULE: UploadRule = {
  extensions: KNOWN_EXTENSIONS,
  kinds: 'a picture, audio file, video, document or archive',
};

/** Pictures of people, lists and the account. */
export const AVATAR_RULE: UploadRule = { extensions: ['png', 'jpg'], kinds: 'PNG or JPG', isPicture: true };

/** Tables of contacts: `POST /contacts/import`. */
export const IMPORT_RULE: UploadRule = { extensions: ['csv', 'xls', 'xlsx'], kinds: 'CSV, XLS or XLSX' };

/**
 * Refuses what the service would refuse, before a byte of it leaves.
 * @throws AppError `validation`, `not-accepted`, with one sentence in `fields.file`: what is wrong and what to do
 */
export async function checkUpload(source: UploadSource, rule: UploadRule): Promise<void> {
  if (source.sizeBytes === 0) throw refuse('This file is empty.');
  if (source.sizeBytes > LARGEST_UPLOAD_BYTES) {
    throw refuse(`This file is ${toMegabytes(source.sizeBytes)}. The limit is 10 MB.`);
  }
  if (!rule.extensions.includes(toExtension(source.name))) {
    throw refuse(`This file type can’t be sent. Use ${rule.kinds}.`);
  }
  if (rule.isPicture === true && !(await isPicture(source))) {
    throw refuse(`This file isn’t a picture, despite its name. Use ${rule.kinds}.`);
  }
}

async function isPicture(source: UploadSource): Promise<boolean> {
  try {
    const type = findImageType(await readHead(source));
    return type === 'image/png' || type === 'image/jpeg';
  } catch (error) {
    throw isAppError(error) ? error : toFileError('couldn’t be read', error);
  }
}

async function readHead(source: UploadSource): Promise<Uint8Array> {
  let head = Buffer.alloc(0);
  for await (const piece of source.open()) {
    head = Buffer.concat([head, piece.subarray(0, TYPE_BYTES)]);
    if (head.byteLength >= TYPE_BYTES) break;
  }
  return head;
}

/** Rounded up, so that one byte too many does not look like none. */
function toMegabytes(bytes: number): string {
  return `${(Math.ceil((bytes / (1024 * 1024)) * 10) / 10).toFixed(1)} MB`;
}

function refuse(sentence: string): AppError {
  return new AppError({
    code: 'validation',
    message: 'The file to upload is not one that the service takes',
    outcome: 'not-accepted',
    fields: { file: [sentence] },
  });
}
