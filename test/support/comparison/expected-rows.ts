/** The account, chats and messages that a cache has to hold. */
import { findCountryOf } from '#main/demo/rules/countries.ts';
import type {
  Contact,
  Inbound,
  Outbound,
  Snapshot,
  User,
  ContactList,
  Session,
  Chat,
  TeamNote,
  VoiceCall,
} from '#main/demo/state/model.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { parseRule } from '#main/demo/rules/recurrence-rule.ts';
import type { Schedule } from '#main/demo/state/sending-model.ts';

/** The demo service's state and how it shows it, as it is kept. */
export interface ServiceState {
  readonly state: Snapshot;
  /** Epoch ms, before the skew of the service's clock. */
  readonly nowAt: number;
  readonly settings: { readonly shapes: 'sdk' | 'spec'; readonly quirks: boolean; readonly skewMs: number };
}

export type Cell = string | number | null;
/** The columns of one row, by name. */
export type Row = Readonly<Record<string, Cell>>;
/** Rows by their key. */
export type Rows = ReadonlyMap<string, Row>;

/** Looks things up in the state, and writes values as the service shows them and a cache keeps them. */
export class Reader {
  readonly service: ServiceState;
  readonly isSdk: boolean;
  readonly contacts: ReadonlyMap<string, Contact>;
  readonly users: ReadonlyMap<number, User>;
  readonly unsubscribed: ReadonlySet<string>;

  constructor(service: ServiceState) {
    this.service = service;
    this.isSdk = service.settings.shapes === 'sdk';
    const { contacts, users, unsubscribed } = service.state;
    this.contacts = new Map(contacts.map((contact) => [contact.phone, contact]));
    this.users = new Map(users.map((user) => [user.id, user]));
    this.unsubscribed = new Set(unsubscribed.map(({ phone }) => phone));
  }

  get account(): User {
    const [account] = this.service.state.users;
    if (account === undefined) throw new Error('The account has no user');
    return account;
  }

  /** The service tells times in whole seconds, by a clock that may be wrong. */
  instant(at: number): number {
    return Math.floor(at / 1_000) * 1_000 + this.service.settings.skewMs;
  }

  /** What the service's clock shows, wrong by `skewMs`. */
  get nowAt(): number {
    return this.service.nowAt + this.service.settings.skewMs;
  }

  instantOrNull(at: number | null): number | null {
    return at === null ? null : this.instant(at);
  }

  country(phone: string): string | null {
    return this.nested(findCountryOf(phone)?.id ?? null);
  }

  avatar(name: string | null): string | null {
    return this.nested(name === null ? null : `avatars/${name}`);
  }

  /** What a service with quirks leaves out, as it leaves out nested objects. */
  nested<Value>(value: Value): Value | null {
    return this.service.settings.quirks ? null : value;
  }

  /** A service with quirks has letters that nobody knows. */
  letter({ id, status }: Outbound): string {
    return this.service.settings.quirks && id % 5 === 0 ? 'z' : status;
  }
}

function toRows<Item>(items: readonly Item[], toRow: (item: Item) => Row, keys: readonly string[]): Rows {
  return new Map(items.map(toRow).map((row) => [keys.map((key) => String(row[key])).join(':'), row]));
}

/** Outbound messages that are in lists. */
export const listSent = ({ state }: ServiceState): readonly Outbound[] =>
  state.outbound.filter(({ deleted }) => deleted !== true);

/** The newest messages of each number: several where they came in the same second. */
export function findNewest(reader: Reader): ReadonlyMap<string, readonly (Inbound | Outbound)[]> {
  const newest = new Map<string, (Inbound | Outbound)[]>();
  for (const message of [...reader.service.state.inbound, ...listSent(reader.service)]) {
    const phone = toPhoneKey(message.kind === 'in' ? message.sender : message.receiver);
    const known = newest.get(phone) ?? [];
    const [first] = known;
    const isLater = first === undefined || reader.instant(message.at) > reader.instant(first.at);
    if (isLater) newest.set(phone, [message]);
    else if (reader.instant(message.at) === reader.instant(first.at)) known.push(message);
  }
  return newest;
}

export function expectContacts(reader: Reader): Rows {
  return toRows(reader.service.state.contacts, (contact) => toContactRow(reader, contact), ['id']);
}

function toContactRow(reader: Reader, contact: Contact): Row {
  return {
    id: contact.id,
    phone: toPhoneKey(contact.phone),
    first_name: contact.firstName,
    last_name: contact.lastName,
    company: contact.company,
    email: contact.email,
    country: reader.country(contact.phone),
    // Only the client libraries' shape says it of a contact; otherwise the register of blocked contacts does.
    is_blocked: reader.isSdk ? Number(contact.blocked) : null,
    is_favorite: Number(contact.favorited),
    phone_type: toPhoneType(contact.phoneType),
    avatar_href: reader.avatar(contact.avatar),
    fields: toFields(reader, contact),
    user_id: contact.userId ?? reader.account.id,
    owner_id: reader.isSdk ? reader.nested(toOwnerId(reader, contact)) : null,
    tags: reader.isSdk ? reader.nested(toTags(reader, contact)) : null,
  };
}

/** A contact that was given to no user is looked after by the user whose it is. */
function toOwnerId(reader: Reader, { ownerId, userId }: Contact): number | null {
  return ownerId === undefined ? (userId ?? reader.account.id) : ownerId;
}

function toTags(reader: Reader, { tagIds }: Contact): string {
  const { tags } = reader.service.state;
  return JSON.stringify(
    tagIds.flatMap((tagId) => tags.filter(({ id }) => id === tagId).map(({ id, title }) => ({ id, title }))),
  );
}

const PHONE_TYPES = [
  ...['landline', 'mobile', 'landline-or-mobile', 'toll-free', 'premium', 'shared-cost', 'voip', 'personal', 'pager'],
  'universal',
];

function toPhoneType(type: number): string | null {
  return PHONE_TYPES[type] ?? null;
}

/** The specification names a contact's fields without their values. */
function toFields(reader: Reader, { values }: Contact): string {
  const fields = reader.service.state.fields.flatMap(({ id, name }) => {
    const value = values[`f${String(id)}`];
    return value === undefined ? [] : [{ id, name, value: reader.isSdk ? value : null }];
  });
  return JSON.stringify(fields);
}

export function expectLists(reader: Reader): Rows {
  return toRows(reader.service.state.lists, (list) => toListRow(reader, list), ['id']);
}

function toListRow(reader: Reader, list: ContactList): Row {
  const members = reader.service.state.contacts.filter(({ listIds }) => listIds.includes(list.id));
  return {
    id: list.id,
    name: list.name,
    description: list.description,
    members_count: members.length,
    is_favorite: Number(list.favorited),
    is_shared: Number(list.shared),
    is_default: Number(list.isDefault),
    is_service: Number(list.service === true),
    avatar_href: reader.avatar(list.avatar),
  };
}

export function expectMembers(reader: Reader): Rows {
  const { contacts, lists } = reader.service.state;
  const known = new Set(lists.map(({ id }) => id));
  const rows = contacts.flatMap(({ id, listIds }) =>
    listIds.filter((listId) => known.has(listId)).map((listId) => ({ list_id: listId, contact_id: id })),
  );
  return toRows(rows, (row) => row, ['list_id', 'contact_id']);
}

export function expectFields(reader: Reader): Rows {
  const toRow = ({ id, name, createdAt }: { id: number; name: string; createdAt: number }): Row => {
    return { id, name, created_at: reader.instant(createdAt) };
  };
  return toRows(reader.service.state.fields, toRow, ['id']);
}

export function expectNotes(reader: Reader): Rows {
  const { contactNotes } = reader.service.state;
  const rows = contactNotes.map(({ id, contactId, note, createdAt, userId }) => {
    const author = reader.users.get(userId);
    return {
      ...{ id, contact_id: contactId, text: note, created_at: reader.instant(createdAt), author_id: userId },
      author_name: `${author?.firstName ?? ''} ${author?.lastName ?? ''}`.trim(),
    };
  });
  return toRows(rows, (row) => row, ['id']);
}

export function expectUnsubscribers(reader: Reader): Rows {
  const rows = reader.service.state.unsubscribed.map(({ id, phone, firstName, lastName, at }) => ({
    ...{ id, phone: toPhoneKey(phone), first_name: firstName, last_name: lastName },
    unsubscribed_at: reader.instant(at),
  }));
  return toRows(rows, (row) => row, ['id']);
}

export function expectBlocked(reader: Reader): Rows {
  const rows = reader.service.state.contacts
    .filter(({ blocked }) => blocked)
    .map(({ id, phone }) => ({ id, phone: toPhoneKey(phone) }));
  return toRows(rows, (row) => row, ['id']);
}

/** One row for each number that has a chat or a contact. */
export function expectPeople(reader: Reader): Rows {
  const { chats, contacts } = reader.service.state;
  const phones = new Set([...chats, ...contacts].map(({ phone }) => phone));
  const rows = [...phones].map((phone) => {
    const contact = reader.contacts.get(phone);
    return { phone: toPhoneKey(phone), contact_id: contact?.id ?? null };
  });
  return toRows(rows, (row) => row, ['phone']);
}

const BULK_STATUSES = { n: 'created', w: 'working', f: 'failed', c: 'completed', s: 'suspended' } as const;

export function expectTemplates(reader: Reader): Rows {
  const rows = reader.service.state.templates.map(({ id, name, content, lastModified }) => ({
    ...{ id, name, content },
    modified_at: reader.instant(lastModified),
  }));
  return toRows(rows, (row) => row, ['id']);
}

export function expectSends(reader: Reader): Rows {
  return toRows(reader.service.state.sessions, (session) => toSendRow(reader, session), ['id']);
}

function toSendRow(reader: Reader, session: Session): Row {
  return {
    id: session.id,
    at: reader.instant(session.startAt),
    text: session.text,
    source: session.source,
    reference_id: session.referenceId === '' ? null : session.referenceId,
    price: session.price,
    recipients_count: session.numbersCount,
    destination: session.destination ?? 't',
    initiator_id: reader.isSdk ? session.userId : null,
    title: reader.isSdk ? session.title : null,
  };
}

export function expectSchedules(reader: Reader): Rows {
  return toRows(reader.service.state.schedules, (schedule) => toScheduleRow(reader, schedule), ['id']);
}

function toScheduleRow(reader: Reader, schedule: Schedule): Row {
  const { id, rule, order, facts } = schedule;
  return {
    ...{ id, rule, text: order.text, send_id: schedule.sessionId, next_at: reader.instantOrNull(schedule.nextAt) },
    last_at: reader.instantOrNull(schedule.lastSentAt),
    contact_ids: JSON.stringify(order.contactIds),
    list_ids: JSON.stringify(order.listIds),
    phones: JSON.stringify(order.phones),
    kind: rule === null ? 'once' : parseRule(rule).frequency.toLowerCase(),
    ...{ cost: facts.cost, parts: facts.parts, encoding: facts.charset, chars: [...order.text].length },
    countries: JSON.stringify(facts.countries),
    first_at: reader.instant(schedule.firstAt),
    end_at: reader.instantOrNull(schedule.endAt),
    recipients_count: facts.recipientsCount,
    time_zone: schedule.timeZone,
    is_completed: Number(schedule.nextAt === null),
    created_at: reader.instant(schedule.createdAt),
  };
}

export function expectBulks(reader: Reader): Rows {
  const rows = reader.service.state.bulks.map((bulk) => ({
    id: bulk.id,
    status: BULK_STATUSES[bulk.status],
    processed_count: bulk.processed,
    total_count: bulk.recipients.length,
    created_at: reader.instant(bulk.createdAt),
    text: bulk.order.text,
    send: bulk.sessionId,
  }));
  return toRows(rows, (row) => row, ['id']);
}

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
