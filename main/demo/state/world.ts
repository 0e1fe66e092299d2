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
} from './model.ts';
import type { ImportSession, SenderId } from './account-model.ts';
import type { Bulk, Schedule, Template, Upload } from './sending-model.ts';
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
  readonly outbound: Table<Outbound>;
  readonly inbound: Table<Inbound>;
  readonly teamNotes: Table<TeamNote>;
  readonly sessions: Table<Session>;
  readonly templates: Table<Template>;
  readonly schedules: Table<Schedule>;
  readonly bulks: Table<Bulk>;
  readonly uploads: Table<Upload>;
  readonly imports: Table<ImportSession>;
  readonly senderIds: Table<SenderId>;
  readonly threads: Threads;
  readonly #contactsByPhone = new Map<string, Contact>();
  readonly #chatsByPhone = new Map<string, Chat>();
  readonly #unsubscribedByPhone = new Map<string, Unsubscribed>();
  readonly #usersById = new Map<number, User>();
  #memberCounts: { version: number; byList: Map<number, number> } = { version: -1, byList: new Map() };
  #onChange: () => void = () => undefined;

  constructor(data: Snapshot) {
    this.data = data;
    this.lists = new Table(data.lists, 71_001);
    this.contacts = new Table(data.contacts, 220_001);
    this.contactNotes = new Table(data.contactNotes, 8_001);
    this.contactIndex = new ContactIndex(this.contacts, this.contactNotes);
    this.fields = new Table(data.fields, 501);
    this.tags = new Table(data.tags, 11);
    this.unsubscribed = new Table(data.unsubscribed, 6_001);
    this.chats = new Table(data.chats, 410_001);
    this.outbound = new Table(data.outbound, 900_001);
    this.inbound = new Table(data.inbound, 900_001);
    this.teamNotes = new Table(data.teamNotes, 50_000_001);
    this.sessions = new Table(data.sessions, 730_001);
    this.templates = new Table(data.templates, 31_001);
    this.schedules = new Table(data.schedules, 52_001);
    this.bulks = new Table(data.bulks, 61_001);
    this.uploads = new Table(data.uploads, 840_001);
    this.imports = new Table(data.imports, 91_001);
    this.senderIds = new Table(data.senderIds, 4_001);
    this.threads = new Threads(data.outbound, data.inbound, data.teamNotes);
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

  /** Takes a contact out with its notes; its messages stay. */
  removeContact(contact: Contact): void {
    this.removeContacts([contact]);
  }

  /** Same, for any number of them at once. */
  removeContacts(contacts: readonly Contact[]): void {
    if (contacts.length === 0) return;
    const ids = new Set(contacts.map(({ id }) => id));
    this.contacts.removeAll(ids);
    for (const contact of contacts) {
      if (this.#contactsByPhone.get(contact.phone) === contact) this.#contactsByPhone.delete(contact.phone);
    }
    const notes = this.contactNotes.rows.filter(({ contactId }) => ids.has(contactId));
    if (notes.length > 0) this.contactNotes.removeAll(new Set(notes.map(({ id }) => id)));
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
