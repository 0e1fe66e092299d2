import * as v from 'valibot';
import type { ChatId } from '#shared/domain/ids.ts';
import { toChatId } from '#shared/domain/ids.ts';
import { readIdOrNull, readLetterOrNull, readTextOrNull } from '../read.ts';
import { parseRow, soft } from '../schema.ts';
import type { RowResult } from '../schema.ts';

/** What became of an accepted send. Any of the ids may be missing: the service promises none. */
export interface SendReceipt {
  readonly type: 'message' | 'session' | 'bulk' | 'schedule' | 'unknown';
  readonly messageId: number | null;
  readonly sessionId: number | null;
  readonly bulkId: number | null;
  readonly scheduleId: number | null;
  readonly chatId: ChatId | null;
}

/** The receipt of an empty 2xx: accepted, and nothing more is known. */
export const EMPTY_RECEIPT: SendReceipt = {
  type: 'unknown',
  messageId: null,
  sessionId: null,
  bulkId: null,
  scheduleId: null,
  chatId: null,
};

const receiptSchema = v.object({
  id: soft(readIdOrNull),
  href: soft(readTextOrNull),
  type: soft(readLetterOrNull),
  messageId: soft(readIdOrNull),
  sessionId: soft(readIdOrNull),
  bulkId: soft(readIdOrNull),
  scheduleId: soft(readIdOrNull),
  chatId: soft(readIdOrNull),
});

/**
 * The answer to `POST /messages`. `id` is the id of whatever `type` names, so it fills that id where it is missing.
 * An object that holds none of the fields is no receipt: somebody else may have answered.
 */
export function decodeReceipt(value: unknown): RowResult<SendReceipt> {
  const row = parseRow(receiptSchema, value);
  if (!row.isOk) return row;
  if (Object.values(row.value).every((field) => field === null)) return { isOk: false, path: 'id' };
  const { id, chatId, type: rawType, messageId, sessionId, bulkId, scheduleId } = row.value;
  const type = toType(rawType);
  const idOf = (kind: SendReceipt['type'], own: number | null): number | null => own ?? (type === kind ? id : null);
  return {
    isOk: true,
    value: {
      type,
      messageId: idOf('message', messageId),
      sessionId: idOf('session', sessionId),
      bulkId: idOf('bulk', bulkId),
      scheduleId: idOf('schedule', scheduleId),
      chatId: chatId === null ? null : toChatId(chatId),
    },
  };
}

function toType(letter: string | null): SendReceipt['type'] {
  switch (letter) {
    case 'message':
    case 'session':
    case 'bulk':
    case 'schedule':
      return letter;
    default:
      return 'unknown';
  }
}
