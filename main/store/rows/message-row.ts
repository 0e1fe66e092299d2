/** A message between its row and its entity. */
import type { Message } from '#shared/domain/entities.ts';
import { toContactId, toMessageKey } from '#shared/domain/ids.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import { toKeyParts } from '../core/line-key.ts';
import type { MessageSequence } from '../core/line-key.ts';
import { parseFiles } from '../json.ts';

export type MessageColumns = {
  /** What counts the ids: the direction, but for calls and notes. */
  readonly sequence: MessageSequence;
  readonly direction: 'in' | 'out';
  readonly id: number;
  readonly phone: string;
  readonly text: string;
  readonly at: number;
  readonly kind: Message['kind'];
  readonly letter: string | null;
  readonly reject_reason: string | null;
  readonly session_id: number | null;
  readonly contact_id: number | null;
  readonly first_name: string;
  readonly last_name: string;
  readonly own_number: string | null;
  readonly parts_count: number | null;
  readonly price: number | null;
  readonly files: string | null;
  readonly channel: string | null;
};

/** All of them, in the order of the table. */
export const MESSAGE_COLUMNS = [
  ...(['sequence', 'direction', 'id', 'phone', 'text', 'at', 'kind', 'letter', 'reject_reason'] as const),
  ...(['session_id', 'contact_id', 'first_name', 'last_name', 'own_number', 'parts_count'] as const),
  ...(['price', 'files', 'channel'] as const),
] satisfies readonly (keyof MessageColumns)[];

export interface MessageRow extends MessageColumns {
  readonly seq: number;
}

export function toMessageColumns(message: Message): MessageColumns {
  return {
    sequence: toKeyParts(message.key).sequence as MessageSequence,
    direction: message.direction,
    id: message.id,
    phone: message.phone,
    text: message.text,
    at: message.at,
    kind: message.kind,
    letter: message.letter,
    reject_reason: message.rejectReason,
    session_id: message.sessionId,
    contact_id: message.contactId,
    first_name: message.firstName,
    last_name: message.lastName,
    own_number: message.ownNumber,
    parts_count: message.partsCount,
    price: message.price,
    files: message.files.length === 0 ? null : JSON.stringify(message.files),
    channel: message.channel ?? null,
  };
}

export function toMessage(row: MessageColumns): Message {
  return {
    key: toMessageKey(row.sequence, row.id),
    direction: row.direction,
    id: row.id,
    phone: row.phone as PhoneKey,
    text: row.text,
    at: row.at,
    kind: row.kind,
    letter: row.letter,
    rejectReason: row.reject_reason,
    sessionId: row.session_id,
    contactId: row.contact_id === null ? null : toContactId(row.contact_id),
    firstName: row.first_name,
    lastName: row.last_name,
    ownNumber: row.own_number,
    partsCount: row.parts_count,
    price: row.price,
    files: parseFiles(row.files),
    ...(row.channel === null ? {} : { channel: row.channel }),
  };
}
