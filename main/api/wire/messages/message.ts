import * as v from 'valibot';
import type { Message } from '#shared/domain/entities.ts';
import { toContactId, toMessageKey } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import {
  dropNulls,
  readCountOrNull,
  readFlag,
  readIdOrNull,
  readLetterOrNull,
  readMember,
  readNumberOrNull,
  readSenderOrNull,
  readText,
  readTextOrNull,
} from '../read.ts';
import { mapRow, parseRow, rowId, rowInstant, soft } from '../schema.ts';
import type { RowResult } from '../schema.ts';

/** The send that a message belongs to, where it comes along. */
function readSession(value: unknown): { readonly id: number | null; readonly initiatorId: number | null } {
  const field = (name: string): number | null => readIdOrNull(readMember(value, name));
  return { id: field('id'), initiatorId: field('initiatorId') };
}

const outboundSchema = v.object({
  id: rowId,
  receiver: soft(readText),
  phone: soft(readText),
  sender: soft(readSenderOrNull),
  fromNumber: soft(readSenderOrNull),
  messageTime: rowInstant,
  text: soft(readText),
  status: soft(readLetterOrNull),
  rejectReason: soft(readTextOrNull),
  sessionId: soft(readIdOrNull),
  contactId: soft(readIdOrNull),
  firstName: soft(readText),
  lastName: soft(readText),
  partsCount: soft(readCountOrNull),
  price: soft(readNumberOrNull),
  deleted: soft(readFlag),
  session: soft(readSession),
});
type WireOutbound = v.InferOutput<typeof outboundSchema>;

/** One outbound message, from `GET /messages`, its search, `GET /messages/{id}` and the messages of a session. */
export function decodeOutboundMessage(value: unknown): RowResult<Message> {
  return mapRow(parseRow(outboundSchema, value), toOutboundMessage);
}

function toOutboundMessage(wire: WireOutbound): Message {
  return {
    key: toMessageKey('out', wire.id),
    direction: 'out',
    id: wire.id,
    phone: toPhoneKey(wire.receiver === '' ? wire.phone : wire.receiver),
    text: wire.text,
    at: wire.messageTime,
    kind: 'text',
    letter: wire.status,
    rejectReason: wire.rejectReason,
    sessionId: wire.sessionId ?? wire.session.id,
    contactId: wire.contactId === null ? null : toContactId(wire.contactId),
    firstName: wire.firstName,
    lastName: wire.lastName,
    ownNumber: wire.sender ?? wire.fromNumber,
    partsCount: wire.partsCount,
    price: wire.price,
    files: [],
    ...dropNulls({ initiatorId: wire.session.initiatorId, isDeleted: wire.deleted ? (true as const) : null }),
  };
}

const replySchema = v.object({
  id: rowId,
  sender: soft(readText),
  receiver: soft(readSenderOrNull),
  messageTime: rowInstant,
  text: soft(readText),
  contactId: soft(readIdOrNull),
  firstName: soft(readText),
  lastName: soft(readText),
});
type WireReply = v.InferOutput<typeof replySchema>;

/** One inbound message, from `GET /replies` and `GET /replies/{id}`. */
export function decodeReply(value: unknown): RowResult<Message> {
  return mapRow(parseRow(replySchema, value), toReply);
}

function toReply(wire: WireReply): Message {
  return {
    key: toMessageKey('in', wire.id),
    direction: 'in',
    id: wire.id,
    phone: toPhoneKey(wire.sender),
    text: wire.text,
    at: wire.messageTime,
    kind: 'text',
    letter: null,
    rejectReason: null,
    sessionId: null,
    contactId: wire.contactId === null ? null : toContactId(wire.contactId),
    firstName: wire.firstName,
    lastName: wire.lastName,
    ownNumber: wire.receiver,
    partsCount: null,
    price: null,
    files: [],
  };
}
