import type {
  CarrierLookupView,
  ContactDetailsView,
  EmailLookupView,
  PeopleChangeView,
} from '#shared/contract/index.ts';
import type { Formats } from '#renderer/lib/format.ts';
import { NOW } from '#renderer/gallery/statuses.ts';
import type { PictureView } from '#renderer/lib/picture-choice.svelte.ts';
import type { ContactScreen } from './contact-context.ts';
import { findChange, readValue, toWaitingCount } from './contact-values.ts';

const DAY_MS = 86_400_000;

const USERS = [
  { id: 1, name: 'Ruth Amsel', isMe: true },
  { id: 2, name: 'Marek Bielak', isMe: false },
];

const FIELDS = [
  { id: 1, name: 'Pet' },
  { id: 2, name: 'Insurance' },
  { id: 3, name: 'Vet' },
  { id: 4, name: 'Breed' },
];

const tom: ContactDetailsView = {
  id: 1,
  phone: '447700900389',
  name: 'Tom Abara',
  firstName: 'Tom',
  lastName: 'Abara',
  company: '',
  email: 'tom@abara.example',
  country: 'GB',
  phoneType: 'mobile',
  avatarId: null,
  isBlocked: false,
  isFavorite: true,
  isShared: false,
  isReadOnly: false,
  isUnsubscribed: false,
  unsubscribedAt: null,
  ownerId: 2,
  ownerName: 'Marek Bielak',
  tags: [
    { id: 1, title: 'vip' },
    { id: 2, title: 'insured by Agria until further notice' },
  ],
  fields: [
    { id: 1, name: 'Pet', value: 'Pixel' },
    { id: 2, name: 'Insurance', value: '1182-06' },
    { id: 3, name: 'Vet', value: 'Dr Marsh' },
    { id: 4, name: 'Breed', value: null },
  ],
  lists: [{ id: 1, name: 'Reminders, dogs' }],
  notes: [
    {
      id: 2,
      text: 'Works nights, text after 15:00. Prefers a call for anything about Pixel’s heart.',
      createdAt: NOW - 18 * DAY_MS,
      authorName: 'Ruth Amsel',
      isOwn: true,
      isWaiting: true,
    },
    {
      id: 1,
      text: 'Pays by bank transfer, allow two days.',
      createdAt: NOW - 262 * DAY_MS,
      authorName: 'Marek Bielak',
      isOwn: false,
      isWaiting: false,
    },
  ],
  changes: [],
  chatIds: [7],
  recentTexts: [
    {
      key: 'out:3',
      direction: 'out',
      text: 'Reminder: Pixel’s booster is due on Friday at 9.',
      at: NOW - 2_400_000,
      letter: 'f',
    },
    { key: 'in:2', direction: 'in', text: 'ok thanks will ring tomorrow', at: NOW - 3 * DAY_MS, letter: null },
    {
      key: 'out:1',
      direction: 'out',
      text: 'Hi Tom, Dr Marsh has looked at the scans.',
      at: NOW - 3 * DAY_MS,
      letter: 'd',
    },
  ],
  scheduledTexts: [
    { id: 1, key: 'service:1', text: 'Hi Tom, Pixel’s booster is tomorrow at 10:15.', at: NOW + 6 * DAY_MS },
  ],
};

const carrier: CarrierLookupView = {
  ...{ phone: tom.phone, carrier: 'BT', lineType: 'landline', country: 'GB', isValid: true },
  ...{ cost: 0.005, at: NOW - 17 * DAY_MS },
};
const email: EmailLookupView = {
  ...{ email: tom.email, status: 'valid', deliverability: 'undeliverable', risk: 'high', reason: null },
  ...{ suggestion: 'tom@abara.co.example', isDisposable: false, cost: null, at: NOW - 17 * DAY_MS },
};

function toChange(changes: Partial<PeopleChangeView>): PeopleChangeView {
  return {
    id: 1,
    kind: 'edit-contact',
    state: 'waiting',
    createdAt: NOW,
    hasLeft: false,
    contactId: 1,
    listId: null,
    noteId: null,
    field: null,
    value: '',
    base: '',
    theirs: null,
    problem: null,
    members: null,
    ...changes,
  };
}

const refused = toChange({
  state: 'refused',
  field: 'email',
  value: 'tom.abara@mail',
  base: 'tom@abara.example',
  problem: { code: 'validation', detail: 'Email address is not valid.' },
});
const conflict = toChange({
  ...{ id: 2, state: 'conflict', field: 'field:3', value: 'Dr Hollis', base: 'Dr Ash', theirs: 'Dr Marsh' },
});
const tagsRefused = toChange({
  ...{ id: 5, state: 'refused', field: 'tags', value: '[{"id":1,"title":"vip"},{"id":3,"title":"regular"}]' },
  ...{ base: '[{"id":1,"title":"vip"}]', problem: { code: 'validation', detail: 'Tag does not exist.' } },
});
const ownerConflict = toChange({ id: 6, state: 'conflict', field: 'ownerId', value: '1', base: '2', theirs: '' });
const waiting = [
  toChange({ id: 3, field: 'field:2', value: '1182-06' }),
  toChange({ id: 4, kind: 'add-note', noteId: 2 }),
];

/** A contact for each way that one can look. */
export const contactExamples: Readonly<Record<string, ContactDetailsView | null>> = {
  loading: null,
  'with everything': tom,
  'saving, refused, changed by someone else': {
    ...tom,
    changes: [refused, conflict, tagsRefused, ownerConflict, ...waiting],
  },
  'nothing known but the number': {
    ...tom,
    ...{ name: '', firstName: '', lastName: '', email: '', country: null, phoneType: null, isFavorite: false },
    ...{
      ownerId: null,
      ownerName: '',
      tags: [],
      fields: [],
      lists: [],
      notes: [],
      recentTexts: [],
      scheduledTexts: [],
      chatIds: [],
    },
  },
  'shared by another user': { ...tom, isReadOnly: true, isShared: true, isBlocked: true, isUnsubscribed: true },
  'right to left': {
    ...tom,
    ...{ name: 'مريم الخطيب', firstName: 'مريم', lastName: 'الخطيب', company: 'عيادة الشمال' },
    lists: [
      { id: 1, name: 'תזכורות לכלבים' },
      { id: 2, name: 'Dental clients' },
    ],
  },
};

/** The surroundings of one contact, in which nothing is done. */
export function toExampleScreen(contact: ContactDetailsView | null, formats: Formats): ContactScreen {
  const nothing = (): Promise<void> => Promise.resolve();
  const yes = (): Promise<boolean> => Promise.resolve(true);
  return {
    details: {
      contact,
      fields: FIELDS,
      users: USERS,
      otherChats: [],
      status: contact === null ? 'loading' : 'ready',
      savedAt: null,
      waitingCount: contact === null ? 0 : toWaitingCount(contact.changes),
      open: nothing,
      openChangeOf: (field) => (contact === null ? null : findChange(contact.changes, field)),
      valueOf: (field) => (contact === null ? '' : readValue(contact, field)),
    },
    actions: {
      addNote: yes,
      addToNewList: nothing,
      changeList: yes,
      copy: nothing,
      deleteNotes: yes,
      edit: () => Promise.resolve(null),
      editNote: yes,
      createTag: () => Promise.resolve({ id: 9, title: 'regular' }),
      findNumber: () => Promise.resolve(null),
      findTags: () => Promise.resolve([{ id: 3, title: 'regular' }]),
      listCountries: () => Promise.resolve([{ id: 'GB', name: 'United Kingdom' }]),
      findOtherLists: () => Promise.resolve([{ id: 2, name: 'Dental clients' }]),
      resolve: nothing,
      setBlocked: nothing,
      setFavorite: nothing,
    },
    dialogs: { open: () => undefined },
    picture: toPicture({}),
    lookups: lookupsOf(contact),
    formats,
    now: NOW,
    timeFormat: '24h',
    homePhone: null,
    homeCountry: 'GB',
    isOffline: false,
    undo: () => undefined,
    undoKeys: ['Z'],
    chatId: null,
    mediaUrl: (mediaId) => `/media/${mediaId}`,
    openChat: () => undefined,
    openSchedule: () => undefined,
    noteMemory: { read: () => null, resume: () => null, write: () => undefined, forget: () => undefined },
  };
}

/** A picture, with which nothing happens. */
export function toPicture(changes: Partial<PictureView>): PictureView {
  const nothing = (): Promise<void> => Promise.resolve();
  return {
    ...{ step: null, problem: null, done: null, isOffline: false, choose: nothing, remove: nothing },
    toShownUrl: (url) => url,
    ...changes,
  };
}

/** Tom's were looked up: a landline, and an address with a slip in it. */
function lookupsOf(contact: ContactDetailsView | null): ContactScreen['lookups'] {
  const isTom = contact?.name === tom.name;
  return {
    currency: 'GBP',
    carrier: isTom ? carrier : null,
    email: isTom ? email : null,
    isAsking: () => false,
    problemOf: () => null,
    valueOf: (kind) => (kind === 'carrier' ? contact?.phone : contact?.email) ?? '',
  };
}
