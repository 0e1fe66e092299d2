import * as v from 'valibot';
import type { Message, MessageKind } from '#shared/domain/entities.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import { toMessageKey } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { readFiles } from '../messages/files.ts';
import {
  dropNulls,
  readChannelOrNull,
  readFlag,
  readIdOrNull,
  readLetterOrNull,
  readSenderOrNull,
  readText,
  readTextOrNull,
} from '../read.ts';
import { parseRow, rowId, rowInstant, soft } from '../schema.ts';
import type { RowResult } from '../schema.ts';

const chatMessageSchema = v.object({
  id: rowId,
  direction: soft(readLetterOrNull),
  sender: soft(readSenderOrNull),
  receiver: soft(readSenderOrNull),
  messageTime: rowInstant,
  text: soft(readText),
  status: soft(readLetterOrNull),
  type: soft(readLetterOrNull),
  firstName: soft(readText),
  lastName: soft(readText),
  sessionId: soft(readIdOrNull),
  errorCode: soft(readTextOrNull),
  files: soft(readFiles),
  chatType: soft(readChannelOrNull),
  initiatorId: soft(readIdOrNull),
  isEdited: soft(readFlag),
});
type WireChatMessage = v.InferOutput<typeof chatMessageSchema>;

const KINDS: ReadonlyMap<string, MessageKind> = new Map([
  ['note', 'note'],
  ['log', 'log'],
  ['initial', 'log'],
  ['call', 'call'],
]);

/**
 * One message of `GET /chats/{id}/message`. The row names both numbers but not which of them is ours, and its
 * direction comes in six spellings; `phone`, the number of the chat, decides where the direction does not.
 */
export function decodeChatMessage(value: unknown, phone: PhoneKey): RowResult<Message> {
  const row = parseRow(chatMessageSchema, value);
  if (!row.isOk) return row;
  const direction = readDirection(row.value, phone);
  if (direction === null) return { isOk: false, path: 'direction' };
  return { isOk: true, value: toMessage(row.value, phone, direction) };
}

function readDirection(wire: WireChatMessage, phone: PhoneKey): 'in' | 'out' | null {
  switch (wire.direction) {
    case 'i':
    case 'in':
    case 'ci':
      return 'in';
    case 'o':
    case 'out':
    case 'co':
      return 'out';
    default:
      // What the team writes for itself goes nowhere; a note has a key of its own.
      if (wire.type === 'note') return 'out';
      if (phone !== '' && toPhoneKey(wire.sender) === phone) return 'in';
      return phone !== '' && toPhoneKey(wire.receiver) === phone ? 'out' : null;
  }
}

/** A voice without a recording is a call: voice messages come as files. */
function readKind({ direction, type, files }: WireChatMessage): MessageKind {
  if (direction === 'ci' || direction === 'co' || (type === 'voice' && files.length === 0)) return 'call';
  return KINDS.get(type ?? '') ?? 'text';
}

function toMessage(wire: WireChatMessage, phone: PhoneKey, direction: 'in' | 'out'): Message {
  const kind = readKind(wire);
  return {
    key: toMessageKey(kind === 'call' || kind === 'note' ? kind : direction, wire.id),
    direction,
    id: wire.id,
    phone,
    text: wire.text,
    at: wire.messageTime,
    kind,
    // Older answers carry a meaningless letter on inbound messages.
    letter: direction === 'out' ? wire.status : null,
    rejectReason: direction === 'out' ? wire.errorCode : null,
    sessionId: wire.sessionId,
    contactId: null,
    firstName: wire.firstName,
    lastName: wire.lastName,
    ownNumber: direction === 'out' ? wire.sender : wire.receiver,
    partsCount: null,
    price: null,
    files: wire.files,
    ...dropNulls({
      initiatorId: wire.initiatorId,
      isEdited: wire.isEdited ? (true as const) : null,
      channel: wire.chatType,
    }),
  };
}
