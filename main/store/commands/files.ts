/** Files of texts: of a draft until the text is sent, then of the send, and back again where a person takes it out. */
import { AppError } from '#shared/domain/app-error.ts';
import { MOST_FILES } from '#shared/domain/sends.ts';
import type { Send, SendFile } from '#shared/domain/sends.ts';
import { listDraftFiles } from '../queries/drafts.ts';
import { toSendWithFiles } from '../queries/sends.ts';
import type { FileColumns } from '../rows/file-row.ts';
import type { SendRow } from '../rows/send-row.ts';
import { toInsert } from '../rows/sql.ts';
import type { OwnedCommand, WriteContext } from './command.ts';
import { announceMessages } from './last.ts';
import { addLedgerEvent, rewriteEntry } from './ledger.ts';

const NEXT_POSITION = 'SELECT coalesce(max(position) + 1, 0) AS next FROM files WHERE phone = ?';
const TO_SEND = 'UPDATE files SET phone = NULL, send_id = ?, position = ? WHERE id = ? AND phone = ?';
const TO_DRAFT = 'UPDATE files SET phone = ?, send_id = NULL, position = ? WHERE id = ?';

export const addDraftFile: OwnedCommand<'addDraftFile'> = {
  file: 'owned',
  own: (context, { phone, file, at }) => {
    if (listDraftFiles(context.owned, phone).length >= MOST_FILES) {
      const fields = { file: ['too-many'] };
      throw new AppError({ code: 'validation', message: `A text has ${MOST_FILES} files at most`, fields });
    }
    insertFile(context, file, { phone, send_id: null, position: findNextPosition(context, phone), created_at: at });
    return { output: undefined, follow: followDraft(context, phone) };
  },
};

export const removeDraftFile: OwnedCommand<'removeDraftFile'> = {
  file: 'owned',
  own: (context, { phone, fileId }) => {
    const sql = 'DELETE FROM files WHERE id = ? AND phone = ?';
    const isThere = context.owned.run(sql, [fileId, phone]).changes > 0;
    return { output: undefined, follow: isThere ? followDraft(context, phone) : () => undefined };
  },
};

/** Nothing where the file was taken out meanwhile. */
export const setFileUploaded: OwnedCommand<'setFileUploaded'> = {
  file: 'owned',
  own: (context, { fileId, href }) => {
    const { owned } = context;
    const file = owned.get<FileColumns>('SELECT * FROM files WHERE id = ?', [fileId]);
    if (file === undefined || file.href === href) return { output: undefined, follow: () => undefined };
    owned.run('UPDATE files SET href = ? WHERE id = ?', [href, fileId]);
    const send = owned.get<SendRow>('SELECT * FROM sends WHERE id = ?', [file.send_id]);
    if (send === undefined) return { output: undefined, follow: () => undefined };
    rewriteEntry(context, toSendWithFiles(owned, send));
    addLedgerEvent(context, { sendId: send.id, kind: 'uploaded', detail: { fileId, name: file.name, href } });
    return {
      output: undefined,
      follow: () => {
        context.changes.addSend(send.id);
        announceMessages(context, [send.phone]);
      },
    };
  },
};

/**
 * A file with its link is a copy of another send's; any other is taken from the draft.
 * @throws AppError `not-found` where one of these is no file of that draft: the user removed it.
 */
export function takeFiles(context: WriteContext, { id, phone, files, createdAt }: Send): void {
  for (const [position, file] of files.entries()) {
    if (file.href !== null) insertFile(context, file, { phone: null, send_id: id, position, created_at: createdAt });
    else if (context.owned.run(TO_SEND, [id, position, file.id, phone]).changes === 0) {
      throw new AppError({ code: 'not-found', message: `No file ${file.id} in the draft` });
    }
  }
}

type Place = Pick<FileColumns, 'phone' | 'send_id' | 'position' | 'created_at'>;

function insertFile({ owned }: WriteContext, { id, name, mimeType, sizeBytes, href }: SendFile, place: Place): void {
  const columns: FileColumns = { id, name, mime_type: mimeType, size_bytes: sizeBytes, href, ...place };
  owned.run(toInsert('files', Object.keys(columns)), columns);
}

/** Behind what the draft has meanwhile, also beyond `MOST_FILES`: nothing that a person wrote is thrown away. */
export function giveFilesBack(context: WriteContext, phone: string, files: readonly SendFile[]): void {
  const first = findNextPosition(context, phone);
  for (const [index, file] of files.entries()) context.owned.run(TO_DRAFT, [phone, first + index, file.id]);
}

function findNextPosition({ owned }: WriteContext, phone: string): number {
  return owned.get<{ next: number }>(NEXT_POSITION, [phone])?.next ?? 0;
}

/** A draft is shown on the chats of its number. */
export function followDraft({ cache, changes }: WriteContext, phone: string): () => void {
  changes.addOutbox();
  return () => {
    const chats = cache.all<{ id: number }>('SELECT id FROM chats WHERE phone = ?', [phone]);
    for (const { id } of chats) changes.addChat(id);
  };
}
