/** A message of the cache, and a send that no message stands for yet, as the window is shown them. */
import type { MessageView } from '#shared/contract/index.ts';
import { toDeliveryMark } from '#shared/domain/delivery.ts';
import { toMediaId } from '../core/media-id.ts';
import { toSendMark } from '../core/marks.ts';
import { parseCheck, parseFiles, parseProblem } from '../json.ts';
import type { ReadDb } from '../open.ts';
import type { MessageRow } from '../rows/message-row.ts';
import type { SendRow } from '../rows/send-row.ts';

const SEND_OF_MESSAGE = 'SELECT * FROM sends WHERE message_id = ? ORDER BY seq LIMIT 1';

/** The send on this computer that a message came from. */
export function findSendOf(db: ReadDb, row: Pick<MessageRow, 'direction' | 'id'>): SendRow | undefined {
  return row.direction === 'out' ? db.get<SendRow>(SEND_OF_MESSAGE, [row.id]) : undefined;
}

/** The key of a line stays the one that it had as a send (STORE-10). */
export function toViewKey(row: Pick<MessageRow, 'direction' | 'id'>, send: SendRow | undefined): string {
  return send === undefined ? `${row.direction}:${row.id}` : `send:${send.id}`;
}

export function toMessageView(row: MessageRow, send: SendRow | undefined): MessageView {
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
    send: send === undefined ? null : toSendPart(send),
  };
}

export function toSendView(row: SendRow): MessageView {
  return {
    ...{ key: `send:${row.id}`, direction: 'out', text: row.text, at: row.placed_at, kind: 'text' },
    ...{ mark: toSendMark(row.state), letter: null, rejectReason: null, files: [] },
    ...{ partsCount: row.parts_predicted, price: null, send: toSendPart(row) },
  };
}

function toSendPart(row: SendRow): NonNullable<MessageView['send']> {
  const { id, state, due_at: dueAt, attempts, problem, check_evidence: evidence } = row;
  return { id, state, dueAt, attempts, problem: parseProblem(problem), check: parseCheck(evidence) };
}
