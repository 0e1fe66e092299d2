/** A message of the cache, and a send that no message stands for yet, as the window is shown them. */
import type { MessageView } from '#shared/contract/index.ts';
import { toDeliveryMark } from '#shared/domain/delivery.ts';
import { toMessageKey } from '#shared/domain/ids.ts';
import { toMediaId } from '../core/media-id.ts';
import { toSendMark } from '../core/marks.ts';
import { parseCheck, parseFiles, parseProblem } from '../json.ts';
import type { ReadDb } from '../open.ts';
import { toOwnFileView } from '../rows/file-row.ts';
import type { MessageRow } from '../rows/message-row.ts';
import type { SendRow } from '../rows/send-row.ts';
import { PLAIN } from './origins.ts';
import type { Origin } from './origins.ts';
import { listFilesOf } from './sends.ts';

const SEND_OF_MESSAGE = 'SELECT * FROM sends WHERE message_id = ? ORDER BY seq LIMIT 1';

/** The send on this computer that a message came from. */
export function findSendOf(db: ReadDb, row: Pick<MessageRow, 'sequence' | 'id'>): SendRow | undefined {
  return row.sequence === 'out' ? db.get<SendRow>(SEND_OF_MESSAGE, [row.id]) : undefined;
}

/** The key of a line stays the one that it had as a send (STORE-10). */
export function toViewKey(row: Pick<MessageRow, 'sequence' | 'id'>, send: SendRow | undefined): string {
  return send === undefined ? toMessageKey(row.sequence, row.id) : `send:${send.id}`;
}

/** `origins`: of the page that it stands on. */
export function toMessageView(db: ReadDb, row: MessageRow, origins: ReadonlyMap<number, Origin>): MessageView {
  const send = findSendOf(db, row);
  return {
    key: toViewKey(row, send),
    direction: row.direction,
    text: row.text,
    at: row.at,
    kind: row.kind,
    mark: row.direction === 'out' && row.kind === 'text' ? toDeliveryMark(row.letter) : null,
    letter: row.letter,
    rejectReason: row.reject_reason,
    files: parseFiles(row.files).map(({ name, mimeType, sizeBytes, url, previewUrl }) => {
      const href = url ?? previewUrl;
      return { name, mimeType, sizeBytes, mediaId: href === null ? null : toMediaId(href) };
    }),
    partsCount: row.parts_count,
    price: row.price,
    ...(origins.get(row.session_id ?? 0) ?? PLAIN),
    send: send === undefined ? null : toSendPart(db, send),
  };
}

export function toSendView(db: ReadDb, row: SendRow): MessageView {
  return {
    ...{ key: `send:${row.id}`, direction: 'out', text: row.sent_text ?? row.text, at: row.placed_at, kind: 'text' },
    ...{ mark: toSendMark(row.state), letter: null, rejectReason: null, files: [] },
    ...{ partsCount: row.parts_predicted, price: null, ...PLAIN, send: toSendPart(db, row) },
  };
}

function toSendPart(db: ReadDb, row: SendRow): NonNullable<MessageView['send']> {
  const { id, state, created_at: createdAt, due_at: dueAt, attempts, problem, check_evidence: evidence } = row;
  const files = listFilesOf(db, id).map(toOwnFileView);
  return { id, state, createdAt, dueAt, files, attempts, problem: parseProblem(problem), check: parseCheck(evidence) };
}
