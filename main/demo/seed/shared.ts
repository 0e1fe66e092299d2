import type { Contact, ContactList, ContactNote, Tag, User } from '../state/model.ts';

/** Below this many contacts a demo is about something else than who shares what. */
const FEWEST_CONTACTS = 20;
const FIRST_LIST_ID = 71_101;
const DAY_MS = 86_400_000;

const LISTS: readonly (readonly [name: string, description: string])[] = [
  ['Southgate branch, exotics', 'Managed by Hollis'],
  ['Southgate branch, on-call rota', ''],
];

/** Numbers of the range that is kept free for stories; no invented person gets one. */
const PEOPLE: readonly (readonly [first: string, last: string, phone: string, email: string, list: number])[] = [
  ['Perpetua', 'Wills', '441632960971', 'perpetua.wills@mail.example', 0],
  ['Ansel', 'Debrow', '441632960972', '', 0],
  ['Ottilie', 'Marchbanks', '441632960973', 'ottilie@mail.example', 1],
];

/** What a member of the team shares with the account, which sees it and cannot change it. */
export interface Shared {
  readonly lists: readonly ContactList[];
  readonly contacts: readonly Contact[];
  readonly notes: readonly Omit<ContactNote, 'id'>[];
}

/** What that member shares, on top of the account's own contacts; nothing where there are few. */
export function createShared(parts: { sharer: User | undefined; own: readonly Contact[]; nowAt: number }): Shared {
  const { sharer, own, nowAt } = parts;
  const last = own.at(-1);
  if (sharer === undefined || last === undefined || own.length < FEWEST_CONTACTS) {
    return { lists: [], contacts: [], notes: [] };
  }
  const userId = sharer.id;
  const firstId = last.id + 1;
  const lists = LISTS.map(([name, description], at): ContactList => ({
    ...{ id: FIRST_LIST_ID + at, name, description, userId, shared: true },
    ...{ favorited: false, isDefault: false, avatar: null },
  }));
  const contacts = PEOPLE.map(([firstName, lastName, phone, email, list], at): Contact => ({
    ...{ id: firstId + at, firstName, lastName, email, phone, userId, company: '' },
    ...{ favorited: false, blocked: false, phoneType: 0, values: {}, tagIds: [], avatar: null },
    listIds: [FIRST_LIST_ID + list],
  }));
  const note = 'Two grass snakes and a gecko. Ring at the back door.';
  return { lists, contacts, notes: [{ contactId: firstId, note, createdAt: nowAt - 40 * DAY_MS, userId }] };
}

const TAGS: readonly (readonly [title: string, phones: readonly string[]])[] = [
  ['VIP', ['447700900318', '447700900188']],
  ['Nervous patient', ['447700900318']],
  ['Owes us a visit', []],
];

/** The account's tags, put on the contacts that have those numbers. */
export function createTags(contacts: readonly Contact[]): Tag[] {
  return TAGS.map(([title, phones], at) => {
    const id = 11 + at;
    for (const contact of contacts) if (phones.includes(contact.phone)) contact.tagIds = [...contact.tagIds, id];
    return { id, title };
  });
}
