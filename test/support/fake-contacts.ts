/** The contacts of the main in memory: rows, lists, fields, registers and what the user does to them, by the contract. */
import type {
  ContactCounts,
  ContactDetailsView,
  ContactQuery,
  ContactRow,
  ContractError,
  EventName,
  EventPayload,
  PeopleChangeView,
  RequestInput,
  RequestName,
  RequestOutput,
} from '#shared/contract/index.ts';
import { ONLY_LIST, parseTagsText, type Tag } from '#shared/domain/people-changes.ts';
import { compare, editRow, isContact, isNamed, isOn, toValue } from './fake-contact-rows.ts';

type Handlers = { [Name in RequestName]?: (input: RequestInput<Name>) => RequestOutput<Name> | ContractError };
type Emit = <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void;
type FakeList = Omit<ContactCounts['lists'][number], 'membersCount'>;
type Note = ContactDetailsView['notes'][number];

/** What only the contact itself shows. */
export interface Extras {
  readonly notes: readonly Note[];
  readonly changes: readonly PeopleChangeView[];
  /** Absent: none; null: the service does not say them. */
  readonly tags?: readonly Tag[] | null;
  readonly ownerId?: number | null;
  readonly chatIds?: readonly number[];
}

const NO_EXTRAS: Extras = { notes: [], changes: [] };

const missing: ContractError = { code: 'not-found', detail: null, fields: {}, retryAfterMs: null };
/** More contacts would be deleted than the user agreed to. */
const moreWouldGo: ContractError = {
  code: 'validation',
  detail: null,
  fields: { members: [ONLY_LIST] },
  retryAfterMs: null,
};

/** A contact with nothing special about it. */
export function buildContactRow(changes: Partial<ContactRow> = {}): ContactRow {
  const id = changes.id ?? 1;
  return {
    id,
    contactId: id,
    phone: String(447_700_900_000 + id),
    name: 'Deborah Okonkwo',
    email: '',
    company: '',
    country: 'GB',
    phoneType: 'mobile',
    avatarId: null,
    isBlocked: false,
    isUnsubscribed: false,
    unsubscribedAt: null,
    isFavorite: false,
    isReadOnly: false,
    fields: [],
    lists: [],
    lastTextAt: null,
    hasLastTextFailed: false,
    isWaiting: false,
    ...changes,
  };
}

export function buildContactList(changes: Partial<FakeList> = {}): FakeList {
  return {
    id: 1,
    name: 'Reminders, dogs',
    isFavorite: false,
    isShared: false,
    isDefault: false,
    isReadOnly: false,
    avatarId: null,
    ...changes,
  };
}

/** A change of members that waits, with nothing special about it. */
export function buildMembersChange(changes: Partial<PeopleChangeView> = {}): PeopleChangeView {
  return {
    id: 1,
    kind: 'members',
    state: 'waiting',
    createdAt: 1_000,
    hasLeft: true,
    contactId: null,
    listId: 1,
    noteId: null,
    field: null,
    value: '',
    base: '',
    theirs: null,
    problem: null,
    members: {
      isAdded: true,
      totalCount: 20_000,
      handledCount: 12_396,
      alreadyCount: 13,
      refusedCount: 12,
      refusedWhy: 'Not a mobile number',
      finalCount: null,
    },
    ...changes,
  };
}

export class FakeContacts {
  rows: readonly ContactRow[] = [];
  lists: readonly FakeList[] = [];
  fields: readonly { readonly id: number; readonly name: string }[] = [];
  changes: readonly PeopleChangeView[] = [];
  isFilling = false;
  /** Who can look after a contact. */
  users: RequestOutput<'people.listUsers'> = [];
  /** Tags of the account. */
  tags: readonly Tag[] = [];
  readonly extras = new Map<number, Extras>();
  /** What the service finds beyond what is here, while contacts are still being read. */
  atService: readonly ContactRow[] = [];
  /** Numbers that the service blocks and that have no contact here, as in `+447400123456`; null: it does not answer. */
  blockedAtService: Set<string> | null = new Set();
  #nextId = 900_000;
  readonly #undos = new Map<string, () => number>();
  readonly #emit: Emit;

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  readonly handlers: Handlers = {
    'contacts.list': ({ query, firstRows }) => {
      const rows = this.#listRows(query);
      return { ids: rows.map(({ id }) => id), rows: rows.slice(0, firstRows) };
    },
    'contacts.listRows': ({ ids }) => {
      const known = new Map(this.rows.map((row) => [row.id, row]));
      return ids.map((id) => known.get(id) ?? null);
    },
    'contacts.count': () => this.#count(),
    'contacts.get': ({ contactId }) => this.#get(contactId),
    'contacts.open': () => ({}),
    'contacts.searchService': ({ text }) => {
      const found = this.atService.filter((row) => isNamed(row, text));
      this.atService = this.atService.filter((row) => !found.includes(row));
      this.rows = [...this.rows, ...found];
      if (found.length > 0) this.#tell();
      return { count: found.length };
    },
    'contacts.findByNumber': ({ phone }) => {
      const digits = phone.replaceAll(/\D/g, '');
      const row = this.rows.find((candidate) => candidate.phone === digits);
      return { phone: digits, contactId: row?.contactId ?? null, name: row?.name ?? '', isChecked: true };
    },
    'contacts.create': ({ draft }) => {
      const id = this.#takeId();
      const name = [draft.firstName, draft.lastName].filter((part) => part !== '').join(' ');
      const lists = this.lists
        .filter((list) => draft.listIds.includes(list.id))
        .map(({ id: own, name: title }) => ({ id: own, name: title }));
      const row = { id, name, phone: draft.phone.replaceAll(/\D/g, ''), lists, fields: draft.fields };
      this.rows = [...this.rows, buildContactRow({ ...row, email: draft.email, company: draft.company })];
      this.#tell();
      return { contactId: id };
    },
    'contacts.edit': (input) => this.#edit(input),
    'contacts.delete': ({ contactIds }) => {
      const gone = new Set(contactIds);
      const count = this.rows.filter(({ id, isReadOnly }) => gone.has(id) && !isReadOnly).length;
      const undoId = this.#change(() => {
        this.rows = this.rows.filter(({ id, isReadOnly }) => !gone.has(id) || isReadOnly);
      }, count);
      return { count, undoId };
    },
    'contacts.setPicture': ({ contactId, handle }) => {
      if (this.rows.every(({ id }) => id !== contactId)) return missing;
      this.#map((row) => (row.id === contactId ? { ...row, avatarId: handle } : row));
      this.#tell();
      return {};
    },
    'contacts.explainDelete': ({ contactIds }) => {
      const gone = new Set(contactIds);
      const rows = this.rows.filter(({ id }) => gone.has(id));
      const own = rows.filter(({ isReadOnly }) => !isReadOnly);
      return {
        count: own.length,
        readOnlyCount: rows.length - own.length,
        notesCount: own.reduce((sum, { id }) => sum + (this.extras.get(id)?.notes.length ?? 0), 0),
        valuesCount: own.reduce((sum, { fields }) => sum + fields.length, 0),
        scheduledCount: 0,
        listsCount: new Set(own.flatMap(({ lists }) => lists.map(({ id }) => id))).size,
      };
    },
    'contacts.undo': ({ undoId }) => {
      const undo = this.#undos.get(undoId);
      if (undo === undefined) return missing;
      this.#undos.delete(undoId);
      const count = undo();
      this.#tell();
      return { count };
    },
    'contacts.listChanges': () => [...this.changes],
    'contacts.resolveChange': ({ changeId, choice }) => {
      const next = { pause: 'paused', resume: 'waiting', mine: 'waiting' } as const;
      const state = choice === 'pause' || choice === 'resume' || choice === 'mine' ? next[choice] : null;
      this.changes = this.changes.flatMap((change) => {
        if (change.id !== changeId) return [change];
        return state === null ? [] : [{ ...change, state }];
      });
      this.#tell();
      return {};
    },
    'contacts.export': ({ query, ids }) => ({
      ...{ handle: 'contacts1', name: 'Contacts.csv' },
      rows: ids?.length ?? this.#listRows(query).length,
    }),
    'contacts.listCountries': () => [
      { id: 'ES', name: 'Spain' },
      { id: 'GB', name: 'United Kingdom' },
    ],
    'notes.add': ({ contactId, text }) => {
      const note: Note = {
        ...{ id: -this.#takeId(), text, createdAt: Date.now(), authorName: 'Ruth', isOwn: true, isWaiting: true },
      };
      return { undoId: this.#changeNotes(contactId, (notes) => [note, ...notes]) };
    },
    'notes.edit': ({ contactId, noteId, text }) => ({
      undoId: this.#changeNotes(contactId, (notes) =>
        notes.map((note) => (note.id === noteId ? { ...note, text } : note)),
      ),
    }),
    'notes.delete': ({ contactId, noteIds }) => ({
      count: noteIds.length,
      undoId: this.#changeNotes(contactId, (notes) => notes.filter(({ id }) => !noteIds.includes(id))),
    }),
    'fields.create': ({ name }) => {
      const fieldId = this.#takeId();
      this.fields = [...this.fields, { id: fieldId, name }];
      this.#tell();
      return { fieldId };
    },
    'fields.rename': ({ fieldId, name }) => {
      this.fields = this.fields.map((field) => (field.id === fieldId ? { ...field, name } : field));
      this.#tell();
      return {};
    },
    'fields.delete': ({ fieldId }) => {
      this.fields = this.fields.filter(({ id }) => id !== fieldId);
      this.#map(({ fields, ...row }) => ({ ...row, fields: fields.filter(({ id }) => id !== fieldId) }));
      this.#tell();
      return {};
    },
    'fields.countValues': ({ fieldId }) => ({
      count: this.rows.filter(({ fields }) => fields.some(({ id }) => id === fieldId)).length,
    }),
    'people.listUsers': () => this.users,
    'people.listTags': () => [...this.tags],
    'people.createTag': ({ title }) => {
      if (this.tags.some((tag) => tag.title === title))
        return { ...missing, code: 'validation', fields: { title: ['taken'] } };
      const tag = { id: this.#takeId(), title };
      this.tags = [...this.tags, tag];
      return tag;
    },
    'people.listFields': () => [...this.fields],
    'people.unsubscribe': ({ phone }) => this.#flag([phone], { isUnsubscribed: true, unsubscribedAt: Date.now() }),
    'people.setBlocked': ({ phones, isBlocked }) => {
      this.#flag(phones, { isBlocked });
      for (const phone of phones)
        if (isBlocked) this.blockedAtService?.add(phone);
        else this.blockedAtService?.delete(phone);
      return { count: phones.length };
    },
    'people.findBlocked': ({ phone }) => ({
      isBlocked: this.blockedAtService === null ? null : this.blockedAtService.has(phone),
    }),
    'lists.create': ({ name, isShared, isFavorite, isDefault }) => {
      const listId = this.#takeId();
      this.lists = [...this.lists, buildContactList({ id: listId, name, isShared, isFavorite, isDefault })];
      this.#tell();
      return { listId };
    },
    'lists.edit': ({ listId, field, value }) => {
      const undoId = this.#change(() => {
        const next = field === 'name' ? value : value === 'true';
        const isOneOnly = field === 'isDefault' && value === 'true';
        this.lists = this.lists.map((list) => {
          if (list.id === listId) return { ...list, [field]: next };
          return isOneOnly ? { ...list, isDefault: false } : list;
        });
      }, 1);
      return { undoId };
    },
    'lists.explainRemoval': ({ listId, contactIds, limit }) => {
      const members = this.rows.filter((row) => isOn(row, listId));
      const chosen = contactIds === null ? members : members.filter(({ id }) => contactIds.includes(id));
      const onlyHere = chosen.filter(({ lists }) => lists.length === 1);
      return {
        membersCount: members.length,
        onlyHereCount: onlyHere.length,
        onlyHere: onlyHere.slice(0, limit).map(({ id, name, phone, avatarId, lastTextAt }) => ({
          ...{ contactId: id, name, phone, avatarId, lastTextAt },
          notesCount: this.extras.get(id)?.notes.length ?? 0,
          scheduledCount: 0,
        })),
      };
    },
    'lists.delete': ({ listId, moveTo, agreedCount }) => {
      const goal = this.lists.find(({ id }) => id === moveTo);
      const alone = this.rows.filter((row) => isOn(row, listId) && row.lists.length === 1);
      if (goal === undefined && alone.length > agreedCount) return moreWouldGo;
      this.lists = this.lists.filter(({ id }) => id !== listId);
      if (goal === undefined) this.rows = this.rows.filter((row) => !alone.includes(row));
      this.#map((row) => {
        const others = row.lists.filter(({ id }) => id !== listId);
        return {
          ...row,
          lists: alone.includes(row) && goal !== undefined ? [{ id: goal.id, name: goal.name }] : others,
        };
      });
      this.#tell();
      return { movedCount: goal === undefined ? 0 : alone.length };
    },
    'lists.changeMembers': ({ listId, contactIds, isAdded, agreedCount }) => {
      const list = this.lists.find(({ id }) => id === listId);
      if (list === undefined) return missing;
      const meant = new Set(contactIds);
      if (!isAdded && this.#countOnlyHere(listId, meant) > agreedCount) return moreWouldGo;
      const before = new Map(this.rows.map((row) => [row.id, row.lists]));
      const toMembers = (lists: (row: ContactRow) => ContactRow['lists']): void =>
        this.#map((row) => (meant.has(row.id) ? { ...row, lists: lists(row) } : row));
      const added = isAdded ? [{ id: list.id, name: list.name }] : [];
      const change = (): void => toMembers(({ lists }) => [...lists.filter(({ id }) => id !== listId), ...added]);
      const undoId = this.#change(change, contactIds.length, () => toMembers((row) => before.get(row.id) ?? row.lists));
      return { count: contactIds.length, undoId };
    },
    'lists.setMembers': ({ listId, contactIds, agreedCount }) => {
      const list = this.lists.find(({ id }) => id === listId);
      if (list === undefined) return missing;
      const meant = new Set(contactIds);
      const members = this.rows.filter((row) => isOn(row, listId));
      const leaving = new Set(members.flatMap(({ id }) => (meant.has(id) ? [] : [id])));
      if (this.#countOnlyHere(listId, leaving) > agreedCount) return moreWouldGo;
      const addedCount = meant.size - (members.length - leaving.size);
      if (addedCount + leaving.size === 0) return { addedCount, removedCount: 0, undoId: null };
      const undoId = this.#change(() => {
        this.#map((row) => {
          const others = row.lists.filter(({ id }) => id !== listId);
          return { ...row, lists: meant.has(row.id) ? [...others, { id: list.id, name: list.name }] : others };
        });
      }, addedCount + leaving.size);
      return { addedCount, removedCount: leaving.size, undoId };
    },
    'lists.setPicture': ({ listId, handle }) => {
      if (this.lists.every(({ id }) => id !== listId)) return missing;
      this.lists = this.lists.map((list) => (list.id === listId ? { ...list, avatarId: handle } : list));
      this.#tell();
      return {};
    },
    'lists.findByNumbers': ({ text }) => {
      const lines = text
        .split(/[\n,;]+/)
        .map((line) => line.trim())
        .filter((line) => line !== '');
      const numbers = lines.map((line) => line.replaceAll(/\D/g, ''));
      const known = new Map(this.rows.map((row) => [row.phone, row.id]));
      return {
        contactIds: numbers.flatMap((number) => known.get(number) ?? []),
        unknown: numbers.filter((number) => number.length >= 8 && !known.has(number)),
        invalid: lines.filter((_, index) => (numbers[index] ?? '').length < 8),
      };
    },
  };

  resubscribe(phone: string): Record<string, never> {
    return this.#flag([phone], { isUnsubscribed: false, unsubscribedAt: null });
  }

  /** Tells the window that something is different. */
  #tell(): void {
    this.#emit('contacts.changed', { contactIds: [], everything: true });
  }

  #takeId(): number {
    this.#nextId += 1;
    return this.#nextId;
  }

  #countOnlyHere(listId: number, ids: ReadonlySet<number>): number {
    return this.rows.filter((row) => ids.has(row.id) && isOn(row, listId) && row.lists.length === 1).length;
  }

  #map(change: (row: ContactRow) => ContactRow): void {
    this.rows = this.rows.map(change);
  }

  #flag(phones: readonly string[], changes: Partial<ContactRow>): Record<string, never> {
    const digits = phones.map((phone) => phone.replaceAll(/\D/g, ''));
    const unknown = digits.filter((phone) => this.rows.every((row) => row.phone !== phone));
    const strangers = unknown.map((phone) => buildContactRow({ id: this.#takeId(), contactId: null, name: '', phone }));
    this.rows = [...this.rows, ...strangers].map((row) => (digits.includes(row.phone) ? { ...row, ...changes } : row));
    this.#tell();
    return {};
  }

  /** Does something that can be taken back, and tells the window. `takeBack`: leaves what else was changed since. */
  #change(run: () => void, count: number, takeBack?: () => void): string {
    const before = { rows: this.rows, lists: this.lists, extras: new Map(this.extras) };
    run();
    const undoId = `u${String(this.#takeId())}`;
    const restore = (): void => {
      Object.assign(this, { rows: before.rows, lists: before.lists });
      this.extras.clear();
      for (const [id, extras] of before.extras) this.extras.set(id, extras);
    };
    this.#undos.set(undoId, () => {
      (takeBack ?? restore)();
      return count;
    });
    this.#tell();
    return undoId;
  }

  #changeNotes(contactId: number, change: (notes: readonly Note[]) => readonly Note[]): string {
    return this.#change(() => {
      const extras = this.extras.get(contactId) ?? NO_EXTRAS;
      this.extras.set(contactId, { ...extras, notes: change(extras.notes) });
    }, 1);
  }

  #edit({ contactId, field, value }: RequestInput<'contacts.edit'>): RequestOutput<'contacts.edit'> | ContractError {
    const row = this.rows.find(({ id }) => id === contactId);
    if (row === undefined) return missing;
    const undoId = this.#change(() => {
      const extras = this.extras.get(contactId) ?? NO_EXTRAS;
      if (field === 'tags') this.extras.set(contactId, { ...extras, tags: parseTagsText(value) });
      else if (field === 'ownerId') this.extras.set(contactId, { ...extras, ownerId: Number(value) || null });
      else this.#map((other) => (other === row ? editRow(row, field, value) : other));
    }, 1);
    return { undoId };
  }

  #count(): ContactCounts {
    const count = (is: (row: ContactRow) => boolean): number => this.rows.filter(is).length;
    return {
      all: count(isContact),
      favorites: count((row) => isContact(row) && row.isFavorite),
      blocked: count(({ isBlocked }) => isBlocked),
      unsubscribed: count(({ isUnsubscribed }) => isUnsubscribed),
      lists: this.lists.map((list) => ({ ...list, membersCount: count((row) => isOn(row, list.id)) })),
      fields: [...this.fields],
      isFilling: this.isFilling,
    };
  }

  #listRows({ scope, narrowing, text, sort }: ContactQuery): readonly ContactRow[] {
    const isInScope = (row: ContactRow): boolean => {
      if (scope.kind === 'blocked') return row.isBlocked;
      if (scope.kind === 'unsubscribed') return row.isUnsubscribed;
      if (!isContact(row)) return false;
      if (scope.kind === 'favorites') return row.isFavorite;
      if (scope.kind === 'list') return isOn(row, scope.listId);
      return scope.kind === 'all' || row.fields.some(({ id }) => id === scope.fieldId);
    };
    const isLeft = (row: ContactRow): boolean => {
      if (narrowing === 'only-this-list') return row.lists.length === 1;
      return narrowing === null || row.isBlocked || row.isUnsubscribed || row.phoneType === 'landline';
    };
    const rows = this.rows.filter((row) => isInScope(row) && isLeft(row) && isNamed(row, text));
    const sign = sort.isDescending ? -1 : 1;
    return rows.toSorted((one, other) => sign * compare(toValue(one, sort.column), toValue(other, sort.column)));
  }

  #get(contactId: number): ContactDetailsView | null {
    const row = this.rows.find(({ id }) => id === contactId);
    if (row === undefined) return null;
    const [firstName = '', ...others] = row.name.split(' ');
    const { notes, changes, tags = [], ownerId = null, chatIds = [] } = this.extras.get(contactId) ?? NO_EXTRAS;
    return {
      ...row,
      isShared: row.isReadOnly,
      fields: this.fields.map(({ id, name }) => ({
        id,
        name,
        value: row.fields.find((own) => own.id === id)?.value ?? null,
      })),
      ...{ firstName, lastName: others.join(' '), ownerId, chatIds: [...chatIds], recentTexts: [] },
      ownerName: this.users.find(({ id }) => id === ownerId)?.name ?? '',
      tags: tags === null ? null : [...tags],
      ...{ scheduledTexts: [], notes: [...notes], changes: [...changes] },
    };
  }
}
