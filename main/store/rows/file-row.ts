/** A file of a draft or of a send between its row and its entity. */
import type { OwnFileView } from '#shared/contract/index.ts';
import { toFileId } from '#shared/domain/ids.ts';
import type { SendFile } from '#shared/domain/sends.ts';

export type FileColumns = {
  readonly id: string;
  /** Of the draft of that number; null where it is a send's. */
  readonly phone: string | null;
  /** Of that send; null where it is a draft's. */
  readonly send_id: string | null;
  readonly position: number;
  readonly name: string;
  readonly mime_type: string;
  readonly size_bytes: number;
  readonly href: string | null;
  readonly created_at: number;
};

type Said = Pick<FileColumns, 'id' | 'name' | 'mime_type' | 'size_bytes' | 'href'>;

export function toSendFile({ id, name, mime_type: mimeType, size_bytes: sizeBytes, href }: Said): SendFile {
  return { id: toFileId(id), name, mimeType, sizeBytes, href };
}

/** What the window is shown of it: where the service keeps it is nobody's business there. */
export function toOwnFileView({ id, name, mimeType, sizeBytes, href }: SendFile): OwnFileView {
  return { id, name, mimeType, sizeBytes, isUploaded: href !== null };
}
