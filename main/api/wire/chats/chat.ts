import * as v from 'valibot';
import type { Chat, ChatStatus, LastDirection } from '#shared/domain/entities.ts';
import { toChatId, toContactId } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { readInstantOrNull } from '../instant.ts';
import {
  dropNulls,
  readChannelOrNull,
  readCount,
  readCountOrNull,
  readCountryOrNull,
  readFlag,
  readHrefOrNull,
  readIdOrNull,
  readLetterOrNull,
  readSenderOrNull,
  readText,
} from '../read.ts';
import { mapRow, parseRow, rowId, soft } from '../schema.ts';
import type { RowResult } from '../schema.ts';
import { readTagsOrNull } from '../people/tag.ts';

const personSchema = v.object({
  id: soft(readIdOrNull),
  phone: soft(readText),
  firstName: soft(readText),
  lastName: soft(readText),
  companyName: soft(readText),
  avatar: soft(readHrefOrNull),
  blocked: soft(readFlag),
});
const NOBODY: v.InferOutput<typeof personSchema> = {
  id: null,
  phone: '',
  firstName: '',
  lastName: '',
  companyName: '',
  avatar: null,
  blocked: false,
};

const chatSchema = v.object({
  id: rowId,
  phone: soft(readText),
  contact: v.fallback(personSchema, NOBODY),
  unsubscribedContactId: soft(readIdOrNull),
  unread: soft(readCount),
  updatedAt: soft(readInstantOrNull),
  status: soft(readLetterOrNull),
  mute: soft(readFlag),
  mutedUntil: soft(readInstantOrNull),
  pinned: soft(readFlag),
  lastMessage: soft(readText),
  direction: soft(readLetterOrNull),
  from: soft(readSenderOrNull),
  country: soft(readCountryOrNull),
  type: soft(readChannelOrNull),
  tags: soft(readTagsOrNull),
});
type WireChat = v.InferOutput<typeof chatSchema>;

// Maps, not objects: a letter such as `constructor` must not find anything.
const STATUSES: ReadonlyMap<string, ChatStatus> = new Map([
  ['a', 'active'],
  ['c', 'closed'],
  ['d', 'deleted'],
]);
const DIRECTIONS: ReadonlyMap<string, LastDirection> = new Map([
  ['i', 'in'],
  ['in', 'in'],
  ['o', 'out'],
  ['out', 'out'],
  ['ci', 'call-in'],
  ['co', 'call-out'],
]);

/** One chat. A letter that nobody knows becomes `unknown` (status) or null (direction). */
export function decodeChat(value: unknown): RowResult<Chat> {
  return mapRow(parseRow(chatSchema, value), toChat);
}

function toChat(wire: WireChat): Chat {
  const { contact } = wire;
  return {
    id: toChatId(wire.id),
    phone: toPhoneKey(wire.phone === '' ? contact.phone : wire.phone),
    contactId: contact.id === null ? null : toContactId(contact.id),
    firstName: contact.firstName,
    lastName: contact.lastName,
    company: contact.companyName,
    avatarHref: contact.avatar,
    isBlocked: contact.blocked,
    isUnsubscribed: wire.unsubscribedContactId !== null,
    unreadCount: wire.unread,
    updatedAt: wire.updatedAt,
    status: STATUSES.get(wire.status ?? '') ?? 'unknown',
    isMuted: wire.mute,
    mutedUntil: wire.mute ? wire.mutedUntil : null,
    isPinned: wire.pinned,
    lastText: wire.lastMessage,
    lastDirection: DIRECTIONS.get(wire.direction ?? '') ?? null,
    from: wire.from,
    country: wire.country,
    ...dropNulls({ channel: wire.type, tags: wire.tags }),
  };
}

const unreadTotalSchema = v.object({
  total: v.pipe(soft(readCountOrNull), v.number('no total')),
});

/** `GET /chats/unread/count`: `{total}`, or the bare number. */
export function decodeUnreadTotal(value: unknown): RowResult<number> {
  const body = typeof value === 'number' || typeof value === 'string' ? { total: value } : value;
  return mapRow(parseRow(unreadTotalSchema, body), ({ total }) => total);
}
