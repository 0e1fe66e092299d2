/** Entities for tests of the store: complete and plain, each test says what matters to it. */
import type { Schedule } from '#shared/domain/schedules.ts';
import type { Account, Chat, Contact, ContactList, Message } from '#shared/domain/entities.ts';
import { toChatId, toContactId, toFileId, toListId, toMessageKey, toSendId } from '#shared/domain/ids.ts';
import type { Send, SendFile } from '#shared/domain/sends.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';

/** A text that goes out once, to nobody unless told. */
export function buildSchedule(id: number, said: Partial<Schedule> = {}): Schedule {
  return {
    ...{ id, nextAt: NOON, rule: null, sendId: null, lastAt: null, contactName: null, text: 'Later', kind: 'once' },
    referenceId: null,
    ...{ contactIds: [], listIds: [], phones: [], filteredViewIds: [], summary: '', cost: null, parts: 1, chars: 5 },
    ...{ encoding: null, countries: [], firstAt: null, endAt: null, recipientsCount: 1, timeZone: null },
    ...{ isCompleted: false, avatarHref: null, createdAt: NOON },
    ...said,
  };
}

/** Monday 3 November 2025, 12:00 UTC. */
export const NOON = Date.UTC(2025, 10, 3, 12);
export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

export const phoneOf = (number: number): Chat['phone'] => toPhoneKey(`4477009${String(number).padStart(5, '0')}`);

export function buildAccount(said: Partial<Account> = {}): Account {
  return {
    userId: 7,
    username: 'kwik.pet',
    firstName: 'Ada',
    lastName: 'Quill',
    email: 'ada@example.com',
    company: 'Kwik Pet',
    phone: '447700900000',
    balance: 12.5,
    currency: 'GBP',
    country: 'GB',
    timeZone: 'Europe/London',
    timeFormat: '24h',
    role: 'parent',
    avatarHref: null,
    ...said,
  };
}

export function buildChat(id: number, said: Partial<Chat> = {}): Chat {
  return {
    id: toChatId(id),
    phone: phoneOf(id),
    contactId: null,
    firstName: '',
    lastName: '',
    company: '',
    avatarHref: null,
    isBlocked: false,
    isUnsubscribed: false,
    unreadCount: 0,
    updatedAt: null,
    status: 'active',
    isMuted: false,
    mutedUntil: null,
    isPinned: false,
    lastText: '',
    lastDirection: null,
    from: null,
    country: 'GB',
    ...said,
  };
}

export function buildMessage(key: `in:${number}` | `out:${number}`, said: Partial<Message> = {}): Message {
  const direction = key.startsWith('in') ? 'in' : 'out';
  const id = Number(key.slice(key.indexOf(':') + 1));
  return {
    key: toMessageKey(direction, id),
    direction,
    id,
    phone: phoneOf(1),
    text: `Text of ${key}`,
    at: NOON,
    kind: 'text',
    letter: null,
    rejectReason: null,
    sessionId: null,
    contactId: null,
    firstName: '',
    lastName: '',
    ownNumber: null,
    partsCount: null,
    price: null,
    files: [],
    ...said,
  };
}

/** A voice call, incoming unless told. */
export function buildCall(id: number, said: Partial<Message> = {}): Message {
  return { ...buildMessage(`in:${id}`), key: toMessageKey('call', id), kind: 'call', text: '', ...said };
}

/** What the team wrote for itself. */
export function buildNote(id: number, said: Partial<Message> = {}): Message {
  return { ...buildMessage(`out:${id}`), key: toMessageKey('note', id), kind: 'note', ...said };
}

export function buildContact(id: number, said: Partial<Contact> = {}): Contact {
  return {
    id: toContactId(id),
    phone: phoneOf(id),
    firstName: 'Zoë',
    lastName: `Number ${id}`,
    company: '',
    email: '',
    country: 'GB',
    isBlocked: false,
    isFavorite: false,
    isShared: false,
    phoneType: null,
    avatarHref: null,
    fields: [],
    lists: [],
    ...said,
  };
}

export function buildList(id: number, said: Partial<ContactList> = {}): ContactList {
  return {
    id: toListId(id),
    name: `List ${id}`,
    description: '',
    membersCount: 0,
    isFavorite: false,
    isShared: false,
    isDefault: false,
    isService: false,
    avatarHref: null,
    ...said,
  };
}

export function buildSend(id: string, said: Partial<Send> = {}): Send {
  return {
    id: toSendId(id),
    phone: phoneOf(1),
    text: `Text of ${id}`,
    sentText: null,
    files: [],
    ownReference: null,
    from: null,
    createChat: false,
    state: 'queued',
    createdAt: NOON,
    attemptedAt: null,
    attempts: 0,
    dueAt: NOON,
    acceptedAt: null,
    messageId: null,
    sessionId: null,
    chatId: null,
    problem: null,
    partsPredicted: 1,
    pricePredicted: null,
    afterMessageId: null,
    check: null,
    ...said,
  };
}

/** A picture that was not uploaded. */
export function buildFile(id: string, said: Partial<SendFile> = {}): SendFile {
  return { id: toFileId(id), name: `${id}.png`, mimeType: 'image/png', sizeBytes: 1_234, href: null, ...said };
}
