/** Contacts, notes and lists of the service in memory, and what can be done to them. */
import type { CallOptions } from '#main/sync/calls.ts';
import type { SyncSource } from '#main/sync/ports.ts';
import { AppError } from '#shared/domain/app-error.ts';
import type { Contact, ContactList, Page } from '#shared/domain/entities.ts';
import { toListId, type ContactId, type ListId } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import type { ContactDetails, ContactNote, CustomField } from '#shared/domain/people.ts';
import { FakeAnswers, found, refuse } from './fake-answers.ts';

type Query<Name extends keyof SyncSource> = SyncSource[Name] extends (query: infer Ask, options: CallOptions) => unknown
  ? Ask
  : never;

const USER_ID = 1;

export class FakePeople extends FakeAnswers {
  contacts: Contact[] = [];
  readonly notes = new Map<ContactId, readonly ContactNote[]>();
  lists: ContactList[] = [];
  readonly members = new Map<ListId, readonly ContactId[]>();
  /** False: it does not say the id of what it made. */
  saysIds = true;
  /** Contacts that are taken off their last list are deleted, as services do; off where a test is not about that. */
  deletesListless = false;
  fields: CustomField[] = [];
  /** Sentences by the service's name of a field, for values that it does not take. */
  readonly refusedValues = new Map<string, string>();
  /** False: it takes the tags of a contact, and keeps those that it has. */
  keepsTags = true;
  #lastNoteId = 1_000;

  /** Sets values of a contact, as another client does. */
  changeContact(contactId: ContactId, change: Partial<Contact>): void {
    this.contacts = this.contacts.map((contact) => (contact.id === contactId ? { ...contact, ...change } : contact));
  }

  contact(contactId: ContactId): Contact {
    return found(this.contacts.find(({ id }) => id === contactId));
  }

  getContact(query: Query<'getContact'>, options: CallOptions): Promise<ContactDetails> {
    return this.answer({ method: 'getContact', query, ...options }, () => {
      const contact = this.contact(query.contactId);
      const { ownerId = null, tags = null } = contact;
      return { ...contact, userId: USER_ID, ownerId, tags, notes: this.notes.get(query.contactId) ?? [] };
    });
  }

  listListsOfContact(query: Query<'listListsOfContact'>, options: CallOptions): Promise<Page<ContactList>> {
    return this.answer({ method: 'listListsOfContact', query, ...options }, () =>
      this.page(
        this.lists.filter(({ id }) => this.members.get(id)?.includes(query.contactId)),
        query,
      ),
    );
  }

  updateContact(query: Query<'updateContact'>, options: CallOptions): Promise<void> {
    return this.answer({ method: 'updateContact', query, ...options }, () => {
      const { phone, firstName, lastName, company, email, isFavorite, isBlocked, phoneType, ...more } = query.draft;
      this.#refuseValues({ firstName, lastName, companyName: company, email, phone });
      const { tags = null } = this.contact(query.contactId);
      const written = (more.tagIds ?? []).map((id) => ({ id, title: `Tag ${String(id)}` }));
      this.changeContact(query.contactId, {
        ...{ phone: toPhoneKey(phone), firstName, lastName, company, email, isFavorite, isBlocked },
        phoneType: phoneType ?? null,
        lists: more.listIds.map((id) => ({ id, name: `List ${String(id)}` })),
        fields: (more.fields ?? []).map(({ id, value }) => ({ id, name: `Field ${String(id)}`, value })),
        tags: tags !== null && this.keepsTags ? written : tags,
        ownerId: more.ownerId ?? null,
      });
    });
  }

  setCustomFieldValue(query: Query<'setCustomFieldValue'>, options: CallOptions): Promise<void> {
    return this.answer({ method: 'setCustomFieldValue', query, ...options }, () => {
      this.contact(query.contactId);
    });
  }

  deleteContact(query: Query<'deleteContact'>, options: CallOptions): Promise<void> {
    return this.answer({ method: 'deleteContact', query, ...options }, () => {
      this.contact(query.contactId);
      this.#removeContacts([query.contactId]);
    });
  }

  deleteContacts(query: Query<'deleteContacts'>, options: CallOptions): Promise<void> {
    return this.answer({ method: 'deleteContacts', query, ...options }, () => this.#removeContacts(query.contactIds));
  }

  listNotesOfContact(query: Query<'listNotesOfContact'>, options: CallOptions): Promise<Page<ContactNote>> {
    return this.answer({ method: 'listNotesOfContact', query, ...options }, () =>
      this.page(this.notes.get(query.contactId) ?? [], query),
    );
  }

  getNote(query: Query<'getNote'>, options: CallOptions): Promise<ContactNote> {
    return this.answer({ method: 'getNote', query, ...options }, () =>
      found([...this.notes.values()].flat().find(({ id }) => id === query.noteId)),
    );
  }

  createNote(query: Query<'createNote'>, options: CallOptions): Promise<{ readonly id: number | null }> {
    return this.answer({ method: 'createNote', query, ...options }, () => {
      this.contact(query.contactId);
      this.#lastNoteId += 1;
      const note = { id: this.#lastNoteId, text: query.text, createdAt: this.now(), authorId: USER_ID, authorName: '' };
      this.notes.set(query.contactId, [...(this.notes.get(query.contactId) ?? []), note]);
      return { id: this.saysIds ? note.id : null };
    });
  }

  updateNote(query: Query<'updateNote'>, options: CallOptions): Promise<void> {
    return this.answer({ method: 'updateNote', query, ...options }, () =>
      this.#changeNotes((note) => (note.id === query.noteId ? { ...note, text: query.text } : note)),
    );
  }

  deleteNote(query: Query<'deleteNote'>, options: CallOptions): Promise<void> {
    return this.answer({ method: 'deleteNote', query, ...options }, () =>
      this.#changeNotes((note) => (note.id === query.noteId ? null : note)),
    );
  }

  deleteNotesOfContact(query: Query<'deleteNotesOfContact'>, options: CallOptions): Promise<void> {
    return this.answer({ method: 'deleteNotesOfContact', query, ...options }, () =>
      this.#changeNotes((note) => (query.noteIds.includes(note.id) ? null : note)),
    );
  }

  getList(query: Query<'getList'>, options: CallOptions): Promise<ContactList> {
    return this.answer({ method: 'getList', query, ...options }, () =>
      found(this.lists.find(({ id }) => id === query.listId)),
    );
  }

  updateList(query: Query<'updateList'>, options: CallOptions): Promise<void> {
    return this.answer({ method: 'updateList', query, ...options }, () => {
      const { listId, ...values } = query;
      this.#refuseValues({ name: values.name });
      this.lists = this.lists.map((list) => (list.id === listId ? { ...list, ...values } : list));
    });
  }

  listMemberIds(query: Query<'listMemberIds'>, options: CallOptions): Promise<readonly ContactId[]> {
    return this.answer({ method: 'listMemberIds', query, ...options }, () => {
      found(this.lists.find(({ id }) => id === query.listId));
      return this.members.get(query.listId) ?? [];
    });
  }

  addListMembers(query: Query<'addListMembers'>, options: CallOptions): Promise<void> {
    return this.answer({ method: 'addListMembers', query, ...options }, () => {
      const known = query.contactIds.filter((contactId) => this.contacts.some(({ id }) => id === contactId));
      if (known.length === 0) throw refuse('validation');
      this.setMembers(query.listId, [...new Set([...(this.members.get(query.listId) ?? []), ...known])]);
    });
  }

  deleteListMembers(query: Query<'deleteListMembers'>, options: CallOptions): Promise<void> {
    return this.answer({ method: 'deleteListMembers', query, ...options }, () => {
      const gone = new Set(query.contactIds);
      const members = this.members.get(query.listId) ?? [];
      this.setMembers(
        query.listId,
        members.filter((id) => !gone.has(id)),
      );
      if (this.deletesListless) this.#removeContacts(members.filter((id) => gone.has(id) && this.#isListless(id)));
    });
  }

  /** Contacts that are on no other list are deleted with it. */
  deleteList(query: { readonly listId: ListId }, options: CallOptions): Promise<void> {
    return this.answer({ method: 'deleteList', query, ...options }, () => {
      found(this.lists.find(({ id }) => id === query.listId));
      const members = this.members.get(query.listId) ?? [];
      this.setMembers(query.listId, []);
      this.members.delete(query.listId);
      this.lists = this.lists.filter(({ id }) => id !== query.listId);
      this.#removeContacts(members.filter((id) => this.#isListless(id)));
    });
  }

  listCustomFields(query: Query<'listCustomFields'>, options: CallOptions): Promise<Page<CustomField>> {
    return this.answer({ method: 'listCustomFields', query, ...options }, () => this.page(this.fields, query));
  }

  /** By the service's clock; tests that look at the times of notes set it. */
  now = (): number => 0;

  /** As another client sets them. */
  setMembers(listId: ListId, contactIds: readonly ContactId[]): void {
    this.members.set(listId, contactIds);
    const membersCount = contactIds.length;
    this.lists = this.lists.map((list) => (list.id === listId ? { ...list, membersCount } : list));
    const ref = { id: toListId(listId), name: `List ${String(listId)}` };
    this.contacts = this.contacts.map((contact) => {
      const others = (contact.lists ?? []).filter(({ id }) => id !== listId);
      return { ...contact, lists: contactIds.includes(contact.id) ? [...others, ref] : others };
    });
  }

  #isListless(contactId: ContactId): boolean {
    return ![...this.members.values()].some((all) => all.includes(contactId));
  }

  #removeContacts(contactIds: readonly ContactId[]): void {
    this.contacts = this.contacts.filter(({ id }) => !contactIds.includes(id));
  }

  #changeNotes(change: (note: ContactNote) => ContactNote | null): void {
    for (const [contactId, notes] of this.notes) {
      this.notes.set(
        contactId,
        notes.flatMap((note) => change(note) ?? []),
      );
    }
  }

  #refuseValues(values: Readonly<Record<string, string>>): void {
    const fields = Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => {
        const sentence = this.refusedValues.get(`${name} ${value}`);
        return sentence === undefined ? [] : [[name, [sentence]]];
      }),
    );
    if (Object.keys(fields).length === 0) return;
    throw new AppError({ code: 'validation', message: 'refused by the fake service', outcome: 'refused', fields });
  }
}
