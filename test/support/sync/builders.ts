import type { Account, Chat, Contact, ContactList, Message } from '#shared/domain/entities.ts';
import { toChatId, toContactId, toListId, toMessageKey } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';

const START = Date.UTC(2026, 10, 1);

export function makeAccount(): Account {
  return {
    userId: 1,
    username: 'harbour',
    firstName: 'Ada',
    lastName: 'Quay',
    email: 'ada@example.org',
    company: 'Harbour',
    phone: null,
    balance: 10,
    currency: 'GBP',
    country: 'GB',
    timeZone: 'Europe/London',
    timeFormat: '24h',
    role: 'parent',
    avatarHref: null,
  };
}

/** Message `id` of its direction; a minute apart, so that ids and times agree. */
export function makeMessage(direction: 'in' | 'out', id: number, changes: Partial<Message> = {}): Message {
  return {
    key: toMessageKey(direction, id),
    direction,
    id,
    phone: toPhoneKey(`4477009${String(10_000 + (id % 40))}`),
    text: `${direction} ${String(id)}`,
    at: START + id * 60_000,
    kind: 'text',
    letter: direction === 'out' ? 'd' : null,
    rejectReason: null,
    sessionId: null,
    contactId: null,
    firstName: '',
    lastName: '',
    ownNumber: null,
    partsCount: 1,
    price: null,
    files: [],
    ...changes,
  };
}

/** Chat `id` with the number that messages of the same id (below 40) have. */
export function makeChat(id: number, changes: Partial<Chat> = {}): Chat {
  return {
    id: toChatId(id),
    phone: toPhoneKey(`4477009${String(10_000 + id)}`),
    contactId: null,
    firstName: '',
    lastName: '',
    company: '',
    avatarHref: null,
    isBlocked: false,
    isUnsubscribed: false,
    unreadCount: 0,
    updatedAt: START + id,
    status: 'active',
    isMuted: false,
    mutedUntil: null,
    isPinned: false,
    lastText: '',
    lastDirection: 'in',
    from: null,
    country: 'GB',
    ...changes,
  };
}

export function makeContact(id: number): Contact {
  return {
    id: toContactId(id),
    phone: toPhoneKey(`4477009${String(10_000 + id)}`),
    firstName: `Person ${String(id)}`,
    lastName: '',
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
  };
}

export function makeList(id: number): ContactList {
  return {
    id: toListId(id),
    name: `List ${String(id)}`,
    description: '',
    membersCount: 0,
    isFavorite: false,
    isShared: false,
    isDefault: false,
    isService: false,
    avatarHref: null,
  };
}

/** Numbers from `from` to `to`, both included. */
export function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
