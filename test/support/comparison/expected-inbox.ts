/** The account, chats and messages that a cache has to hold. */
import type { Chat, Inbound, Outbound, TeamNote, VoiceCall } from '#main/demo/state/model.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { listSent, toRows, type Reader, type Row, type Rows } from './service-reader.ts';

const ROLES = { P: 'parent', A: 'administrator', U: 'regular' } as const;
const STATUSES = { a: 'active', c: 'closed', d: 'deleted' } as const;
const SHELVES = { a: 0, c: 1, d: 2 } as const;

export function expectAccount(reader: Reader): Rows {
  const { account, service } = reader;
  const row = {
    user_id: account.id,
    username: account.username,
    first_name: account.firstName,
    last_name: account.lastName,
    email: account.email,
    company: account.company,
    phone: account.phone === '' ? null : account.phone,
    balance: service.state.balance,
    currency: reader.nested('GBP'),
    country: reader.nested('GB'),
    time_zone: service.state.settings.timeZone,
    time_format: '24h',
    role: ROLES[account.role],
    avatar_href: reader.avatar(account.avatar),
  };
  return toRows([row], (one) => one, ['user_id']);
}

export function expectChats(reader: Reader): Rows {
  return toRows(reader.service.state.chats, (chat) => toChatRow(reader, chat), ['id']);
}

function toChatRow(reader: Reader, chat: Chat): Row {
  const contact = reader.contacts.get(chat.phone);
  const mutedUntil = reader.instantOrNull(chat.mutedUntil);
  const isMuted = chat.muted && (mutedUntil === null || mutedUntil > reader.nowAt);
  return {
    id: chat.id,
    phone: toPhoneKey(chat.phone),
    contact_id: contact?.id ?? null,
    first_name: contact?.firstName ?? '',
    last_name: contact?.lastName ?? '',
    company: contact?.company ?? '',
    avatar_href: reader.avatar(contact?.avatar ?? null),
    is_blocked: Number(contact?.blocked ?? false),
    is_unsubscribed: Number(reader.unsubscribed.has(chat.phone)),
    unread_count: chat.unread,
    updated_at: reader.instant(chat.updatedAt),
    status: STATUSES[chat.status],
    is_muted: Number(isMuted),
    muted_until: isMuted ? mutedUntil : null,
    is_pinned: Number(chat.pinned),
    service_text: chat.lastText ?? '',
    service_direction: chat.lastDirection === null ? null : chat.lastDirection === 'i' ? 'in' : 'out',
    sender: chat.from,
    country: reader.country(chat.phone),
    shelf: SHELVES[chat.status],
  };
}

/** Messages of both directions. */
export function expectMessages(reader: Reader): Rows {
  const rows = [
    ...reader.service.state.inbound.map((message) => toInboundRow(reader, message)),
    ...listSent(reader.service).map((message) => toOutboundRow(reader, message)),
  ];
  return toRows(rows, (row) => row, ['sequence', 'id']);
}

function toInboundRow(reader: Reader, message: Inbound): Row {
  const contact = reader.isSdk ? reader.contacts.get(message.sender) : undefined;
  return {
    ...{ sequence: 'in', direction: 'in', id: message.id, phone: toPhoneKey(message.sender) },
    ...{ text: message.text, at: reader.instant(message.at), kind: 'text', letter: null, reject_reason: null },
    ...{ session_id: null, contact_id: contact?.id ?? null },
    ...{ first_name: contact?.firstName ?? '', last_name: contact?.lastName ?? '' },
    ...{ own_number: toPhoneKey(message.receiver), parts_count: null, price: null, channel: null },
  };
}

function toOutboundRow(reader: Reader, message: Outbound): Row {
  const contact = reader.contacts.get(message.receiver);
  return {
    ...{ sequence: 'out', direction: 'out', id: message.id, phone: toPhoneKey(message.receiver) },
    ...{ text: message.text, at: reader.instant(message.at), kind: 'text', letter: reader.letter(message) },
    reject_reason: reader.isSdk ? message.rejectReason : null,
    session_id: message.sessionId === 0 ? null : message.sessionId,
    contact_id: message.contactId,
    ...{ first_name: contact?.firstName ?? '', last_name: contact?.lastName ?? '' },
    own_number: message.sender,
    ...{ parts_count: message.parts, price: message.price, channel: null },
  };
}

/** What a chat shows besides messages, and what no feed has. */
export function expectAsides(reader: Reader): Rows {
  const { calls, teamNotes } = reader.service.state;
  const rows = [
    ...calls.map((call) => toCallRow(reader, call)),
    ...teamNotes.map((note) => toTeamNoteRow(reader, note)),
  ];
  return toRows(rows, (row) => row, ['sequence', 'id']);
}

function toCallRow(reader: Reader, { id, phone, direction, at }: VoiceCall): Row {
  const text = '';
  return { sequence: 'call', direction, id, phone: toPhoneKey(phone), text, at: reader.instant(at), kind: 'call' };
}

function toTeamNoteRow(reader: Reader, { id, phone, text, at }: TeamNote): Row {
  return {
    ...{ sequence: 'note', direction: 'out', id, phone: toPhoneKey(phone) },
    ...{ text, at: reader.instant(at), kind: 'note' },
  };
}
