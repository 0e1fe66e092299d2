import { Memo } from './memo.ts';
import type { Contact, ContactNote } from './model.ts';
import type { Table } from './table.ts';

export type ContactOrder = 'id' | 'firstName' | 'lastName';

/** Which contacts are searched, and in which order they are wanted. */
interface SearchedList {
  readonly order: ContactOrder;
  readonly includesShared: boolean;
}

/** Contacts in the orders that are asked for, and the notes of each: both kept until something changes. */
export class ContactIndex {
  /** What the last searches found. */
  readonly #found = new Memo<Contact>();
  readonly #contacts: Table<Contact>;
  readonly #notes: Table<ContactNote>;
  readonly #ordered = new Map<string, readonly Contact[]>();
  #orderedVersion = -1;
  #notesByContact: ReadonlyMap<number, readonly ContactNote[]> = new Map();
  #notesVersion = -1;

  constructor(contacts: Table<Contact>, notes: Table<ContactNote>) {
    this.#contacts = contacts;
    this.#notes = notes;
  }

  /** The account's own contacts, and those that others share where asked for; ascending. */
  list(order: ContactOrder, includesShared: boolean): readonly Contact[] {
    if (this.#orderedVersion !== this.#contacts.version) {
      this.#ordered.clear();
      this.#orderedVersion = this.#contacts.version;
    }
    const name = `${order} ${includesShared}`;
    const kept = this.#ordered.get(name);
    if (kept !== undefined) return kept;
    const { rows } = this.#contacts;
    const chosen = includesShared ? rows : rows.filter(({ userId }) => userId === undefined);
    // A copy even in their own order: whoever removes what it lists must not walk along moving rows.
    const ordered = order === 'id' ? [...chosen] : sortContacts(chosen, order);
    this.#ordered.set(name, ordered);
    return ordered;
  }

  /** Those of the same list that fit; `key` says which ones do. */
  search(key: string, isWanted: (contact: Contact) => boolean, at: SearchedList): readonly Contact[] {
    const { order, includesShared } = at;
    const name = `${order} ${includesShared} ${key}`;
    return this.#found.recall(name, this.#contacts.version, () => this.list(order, includesShared).filter(isWanted));
  }

  /** Oldest first. */
  notesOf(contactId: number): readonly ContactNote[] {
    if (this.#notesVersion !== this.#notes.version) {
      this.#notesByContact = Map.groupBy(this.#notes.rows, (note) => note.contactId);
      this.#notesVersion = this.#notes.version;
    }
    return this.#notesByContact.get(contactId) ?? [];
  }
}

/** Ascending by that name, older contacts first among equals. */
export function sortContacts(contacts: readonly Contact[], order: Exclude<ContactOrder, 'id'>): readonly Contact[] {
  return contacts.toSorted((a, b) => (a[order] < b[order] ? -1 : a[order] > b[order] ? 1 : a.id - b.id));
}
