import { ContactIndex } from './contact-index.ts';
import type {
  Chat,
  Contact,
  ContactList,
  ContactNote,
  CustomField,
  Inbound,
  Outbound,
  Session,
  Snapshot,
  Tag,
  TeamNote,
  Unsubscribed,
  User,
  VoiceCall,
} from './model.ts';
import type { ImportSession, SenderId } from './account-model.ts';
import type { Bulk, Schedule, Template, Upload } from './sending-model.ts';
import { Memo } from './memo.ts';
import { SessionMessages } from './session-messages.ts';
import { Table } from './table.ts';
import { Threads } from './threads.ts';

/** The state of the service: tables over one snapshot, and the look-ups that handlers and behaviour need. */
export class World {
  readonly data: Snapshot;
  readonly lists: Table<ContactList>;
  readonly contacts: Table<Contact>;
  readonly contactNotes: Table<ContactNote>;
  readonly contactIndex: ContactIndex;
  readonly fields: Table<CustomField>;
  readonly tags: Table<Tag>;
  readonly unsubscribed: Table<Unsubscribed>;
  readonly chats: Table<Chat>;
  /** Deleted ones included: see `sent`. */
  readonly outbound: Table<Outbound>;
  /** Outbound messages that are not deleted. */
  readonly sent: Table<Outbound>;
  readonly sessionMessages: SessionMessages;
  readonly inbound: Table<Inbound>;
  readonly teamNotes: Table<TeamNote>;
  readonly calls: Table<VoiceCall>;
  readonly sessions: Table<Session>;
  readonly templates: Table<Template>;
  readonly schedules: Table<Schedule>;
  readonly bulks: Table<Bulk>;
  readonly uploads: Table<Upload>;
  readonly imports: Table<ImportSession>;
  readonly senderIds: Table<SenderId>;
  readonly threads: Threads;
  /** What searches through all messages and chats found last. */
  readonly found = { outbound: new Memo<Outbound>(), inbound: new Memo<Inbound>(), chats: new Memo<Chat>() };
  readonly #contactsByPhone = new Map<string, Contact>();
  readonly #chatsByPhone = new Map<string, Chat>();
  readonly #unsubscribedByPhone = new Map<string, Unsubscribed>();
  readonly #usersById = new Map<number, User>();
  #memberCounts: { version: number; byList: Map<number, number> } = { version: -1, byList: new Map() };
  #onChange: () => void = () => undefined;
  #onGone: (one: Contact | ContactList) => void = () => undefined;

  constructor(data: Snapshot) {
    this.data = data;
    const ids = (data.lastIds ??= {});
    const open = <T extends { readonly id: number }>(name: string, rows: T[], firstId: number) =>
      new Table(rows, firstId, { ids, name });
    this.lists = open('lists', data.lists, 71_001);
    this.contacts = open('contacts', data.contacts, 220_001);
    this.contactNotes = open('contactNotes', data.contactNotes, 8_001);
    this.contactIndex = new ContactIndex(this.contacts, this.contactNotes);
    this.fields = open('fields', data.fields, 501);
    this.tags = open('tags', data.tags, 11);
    this.unsubscribed = open('unsubscribed', data.unsubscribed, 6_001);
    this.chats = open('chats', data.chats, 410_001);
    this.outbound = open('outbound', data.outbound, 900_001);
    this.inbound = open('inbound', data.inbound, 900_001);
    this.teamNotes = open('teamNotes', data.teamNotes, 50_000_001);
    this.sessions = open('sessions', data.sessions, 730_001);
    this.templates = open('templates', data.templates, 31_001);
    this.schedules = open('schedules', data.schedules, 52_001);
    this.bulks = open('bulks', data.bulks, 61_001);
    this.uploads = open('uploads', data.uploads, 840_001);
    this.imports = open('imports', data.imports, 91_001);
    this.senderIds = open('senderIds', data.senderIds, 4_001);
    this.calls = open('calls', data.calls, 3_001);
    this.sent = new Table(data.outbound.filter(({ deleted }) => deleted !== true));
    this.sessionMessages = new SessionMessages(this.outbound);
    this.threads = new Threads([this.sent.rows, data.inbound, data.teamNotes, data.calls]);
    for (const user of data.users) this.#usersById.set(user.id, user);
    for (const contact of data.contacts) this.#contactsByPhone.set(contact.phone, contact);
    for (const chat of data.chats) this.#chatsByPhone.set(chat.phone, chat);
    for (const row of data.unsubscribed) this.#unsubscribedByPhone.set(row.phone, row);
  }

  /** The user that every request is signed in as. */
  get account(): User {
    const [account] = this.data.users;
    if (account === undefined) throw new Error('The demo account has no user');
    return account;
  }

  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  /** Tells of each contact and list that is taken out, for what is kept of them elsewhere. */
  onGone(listener: (one: Contact | ContactList) => void): void {
    this.#onGone = listener;
  }

  /** Says that something is different now, so that it is kept. */
  changed(): void {
    this.#onChange();
  }

  findUser(id: number): User | undefined {
    return this.#usersById.get(id);
  }

  findContactByPhone(phone: string): Contact | undefined {
    return this.#contactsByPhone.get(phone);
  }

  findChatByPhone(phone: string): Chat | undefined {
    return this.#chatsByPhone.get(phone);
  }

  findUnsubscribed(phone: string): Unsubscribed | undefined {
    return this.#unsubscribedByPhone.get(phone);
  }

  addContact(contact: Contact): Contact {
    this.contacts.append(contact);
    this.#contactsByPhone.set(contact.phone, contact);
    return contact;
  }

  /** Takes contacts out with their notes; their messages stay. */
  removeContacts(contacts: readonly Contact[]): void {
    if (contacts.length === 0) return;
    const ids = new Set(contacts.map(({ id }) => id));
    this.contacts.removeAll(ids);
    for (const contact of contacts) {
      if (this.#contactsByPhone.get(contact.phone) === contact) this.#contactsByPhone.delete(contact.phone);
    }
    const notes = this.contactNotes.rows.filter(({ contactId }) => ids.has(contactId));
    if (notes.length > 0) this.contactNotes.removeAll(new Set(notes.map(({ id }) => id)));
    contacts.forEach((contact) => {
      this.#onGone(contact);
    });
  }

  /** Takes lists out; who is on them is `memberships.ts`'s to say. */
  removeLists(lists: readonly ContactList[]): void {
    this.lists.removeAll(new Set(lists.map(({ id }) => id)));
    lists.forEach((list) => {
      this.#onGone(list);
    });
  }

  /** Gives a contact another number. */
  renumberContact(contact: Contact, phone: string): void {
    if (this.#contactsByPhone.get(contact.phone) === contact) this.#contactsByPhone.delete(contact.phone);
    contact.phone = phone;
    this.#contactsByPhone.set(phone, contact);
    this.contacts.touch();
  }

  removeUnsubscribed(row: Unsubscribed): void {
    this.unsubscribed.remove(row.id);
    this.#unsubscribedByPhone.delete(row.phone);
  }

  addChat(chat: Chat): Chat {
    this.chats.append(chat);
    this.#chatsByPhone.set(chat.phone, chat);
    return chat;
  }

  addOutbound(message: Outbound): void {
    this.outbound.append(message);
    this.sent.append(message);
    this.sessionMessages.add(message);
    this.threads.add(message);
  }

  addInbound(message: Inbound): void {
    this.inbound.append(message);
    this.threads.add(message);
  }

  addUnsubscribed(row: Unsubscribed): void {
    this.unsubscribed.append(row);
    this.#unsubscribedByPhone.set(row.phone, row);
  }

  membersCount(listId: number): number {
    if (this.#memberCounts.version !== this.contacts.version) {
      const byList = new Map<number, number>();
      for (const contact of this.contacts.rows) {
        for (const id of contact.listIds) byList.set(id, (byList.get(id) ?? 0) + 1);
      }
      this.#memberCounts = { version: this.contacts.version, byList };
    }
    return this.#memberCounts.byList.get(listId) ?? 0;
  }
}
