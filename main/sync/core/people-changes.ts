/**
 * Which of the kept changes of contacts, notes and lists leaves next, and what the service's answers say about them:
 *
 *   kept changes, oldest first ──► what is due, and whose contacts and lists have nothing older that waits
 *     edits of one contact, or of one list ──► one request
 *     members of a list ──► a portion, where nothing else is to be done: a long change keeps no short one waiting
 */
import type { AppError } from '#shared/domain/app-error.ts';
import type { ContactList } from '#shared/domain/entities.ts';
import type { ContactId, ListId } from '#shared/domain/ids.ts';
import type { ContactDetails, ContactDraft, ContactNote } from '#shared/domain/people.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { listChangedContacts, NO_PROGRESS, parseTagsText, toTagsText } from '#shared/domain/people-changes.ts';
import type {
  ContactFieldName,
  KeptPeopleChange,
  ListFieldName,
  MembersProgress,
  PeopleChange,
} from '#shared/domain/people-changes.ts';
import { isDue } from './action-plan.ts';

/** Members of one request. */
export const MEMBERS_PORTION = 100;
/** A change of so many people that went well needs no result to be seen. */
const QUIET_MEMBERS = 20;
/** A note of before the user wrote it is another one; clocks differ by less than this. */
const NOTE_TOLERANCE_MS = 60_000;

/** A kept change of that kind. */
export type KeptOf<Kind extends PeopleChange['kind']> = KeptPeopleChange & {
  readonly change: Extract<PeopleChange, { readonly kind: Kind }>;
};

export type PeopleJob =
  | { readonly kind: 'edit-contact'; readonly contactId: ContactId; readonly edits: readonly KeptOf<'edit-contact'>[] }
  | { readonly kind: 'edit-list'; readonly listId: ListId; readonly edits: readonly KeptOf<'edit-list'>[] }
  | { readonly kind: 'members'; readonly kept: KeptOf<'members'> }
  | { readonly kind: 'delete-contacts'; readonly kept: KeptOf<'delete-contacts'> }
  | { readonly kind: 'add-note'; readonly kept: KeptOf<'add-note'> }
  | { readonly kind: 'edit-note'; readonly kept: KeptOf<'edit-note'> }
  | { readonly kind: 'delete-notes'; readonly kept: KeptOf<'delete-notes'> };

export interface PeoplePlan {
  /** Null: nothing can leave now. */
  readonly job: PeopleJob | null;
  /** When the next hold is over. */
  readonly nextDueAt: number;
}

/** @param resting ids of changes that failed a short while ago */
export function planPeopleChanges(
  kept: readonly KeptPeopleChange[],
  { now, resting }: { readonly now: number; readonly resting: ReadonlySet<number> },
): PeoplePlan {
  const held = new Set<string>();
  const ready: KeptPeopleChange[] = [];
  let nextDueAt = Infinity;
  for (const one of kept) {
    if (one.state !== 'waiting') continue;
    const subjects = listSubjects(one.change);
    const isOver = isDue(one, now);
    if (!isOver) nextDueAt = Math.min(nextDueAt, one.dueAt);
    const isAfterOther = waitsForNote(one.change, kept) || waitsForOtherList(one, kept);
    const canLeave = isOver && !resting.has(one.id) && !isAfterOther;
    if (canLeave && !subjects.some((subject) => held.has(subject))) ready.push(one);
    else for (const subject of subjects) held.add(subject);
  }
  const first = ready.find(({ change }) => change.kind !== 'members') ?? ready[0];
  return { job: first === undefined ? null : toJob(first, ready), nextDueAt };
}

/** What changes of the same thing share: they leave in the order made. */
function listSubjects(change: PeopleChange): readonly string[] {
  if ('listId' in change) return [`${change.kind} ${String(change.listId)}`];
  return listChangedContacts(change).map((contactId) => `contact ${String(contactId)}`);
}

/** Whether it is about a note that the service does not have yet. */
function waitsForNote(change: PeopleChange, kept: readonly KeptPeopleChange[]): boolean {
  const noteIds = change.kind === 'edit-note' ? [change.noteId] : change.kind === 'delete-notes' ? change.noteIds : [];
  const unborn = noteIds.filter((noteId) => noteId < 0);
  return unborn.length > 0 && kept.some((one) => one.change.kind === 'add-note' && unborn.includes(one.change.noteId));
}

/**
 * The service deletes who is on no list: people leave one only once it is sure that those whom the user put on another one
 * before are there.
 */
function waitsForOtherList({ id, change }: KeptPeopleChange, kept: readonly KeptPeopleChange[]): boolean {
  if (change.kind !== 'members' || change.isAdded) return false;
  const unsure = kept.filter(isOfKind('members')).filter((one) => {
    // Once it is done, the service is asked who is on another list: who could not be added there stays on this one.
    const isOnItsWay = one.change.isAdded && one.state !== 'done';
    return isOnItsWay && one.id < id && one.change.listId !== change.listId;
  });
  if (unsure.length === 0) return false;
  const leaving = new Set(change.contactIds);
  return unsure.some((one) => one.change.contactIds.some((contactId) => leaving.has(contactId)));
}

function toJob(first: KeptPeopleChange, ready: readonly KeptPeopleChange[]): PeopleJob {
  const { change } = first;
  switch (change.kind) {
    case 'edit-contact': {
      const { contactId } = change;
      return { kind: change.kind, contactId, edits: listTogether(first, ready).filter(isOfKind('edit-contact')) };
    }
    case 'edit-list':
      return {
        kind: change.kind,
        listId: change.listId,
        edits: listTogether(first, ready).filter(isOfKind('edit-list')),
      };
    default:
      return { kind: change.kind, kept: first } as PeopleJob;
  }
}

/** The first one and what follows it about the same thing, until something of another kind. */
function listTogether(first: KeptPeopleChange, ready: readonly KeptPeopleChange[]): readonly KeptPeopleChange[] {
  const [subject = ''] = listSubjects(first.change);
  const same = ready.slice(ready.indexOf(first)).filter(({ change }) => listSubjects(change).includes(subject));
  const end = same.findIndex(({ change }) => change.kind !== first.change.kind);
  return end < 0 ? same : same.slice(0, end);
}

export function isOfKind<Kind extends PeopleChange['kind']>(
  kind: Kind,
): (kept: KeptPeopleChange) => kept is KeptOf<Kind> {
  return (kept): kept is KeptOf<Kind> => kept.change.kind === kind;
}

type KeptEdit = KeptOf<'edit-contact'> | KeptOf<'edit-list'>;

/** What the service's present values say about edits. */
export interface ComparedEdits<Edit extends KeptEdit> {
  /** The service has the value already. */
  readonly done: readonly Edit[];
  /** It has what the user began with, or does not say what it has. */
  readonly toWrite: readonly Edit[];
  readonly conflicts: readonly { readonly edit: Edit; readonly theirs: string }[];
}

/**
 * Several edits of one value follow each other: what the service has may be what any of them wanted.
 * @param read the service's present value of a field; null where it does not say it
 */
export function compareEdits<Edit extends KeptEdit>(
  edits: readonly Edit[],
  read: (field: Edit['change']['field']) => string | null,
): ComparedEdits<Edit> {
  const done: Edit[] = [];
  const toWrite: Edit[] = [];
  const conflicts: { edit: Edit; theirs: string }[] = [];
  for (const [field, chain] of Map.groupBy(edits, ({ change }) => change.field)) {
    const theirs = read(field);
    const isTheirs = (value: string): boolean => theirs !== null && isSameOf(field, value, theirs);
    const doneCount = chain.findLastIndex(({ change }) => isTheirs(change.value)) + 1;
    const base = chain[0]?.change.base ?? '';
    done.push(...chain.slice(0, doneCount));
    const rest = chain.slice(doneCount);
    if (theirs === null || doneCount > 0 || isTheirs(base)) toWrite.push(...rest);
    else conflicts.push(...rest.map((edit) => ({ edit, theirs })));
  }
  return { done, toWrite, conflicts };
}

/** Services take blanks off the ends of what they are given. */
function isSameValue(one: string, other: string): boolean {
  return one.trim() === other.trim();
}

/** A tag may have another title by now. */
function isSameOf(field: string, one: string, other: string): boolean {
  return isSameValue(one, other) || (field === 'tags' && toTagIds(one).join() === toTagIds(other).join());
}

const toTagIds = (text: string): readonly number[] =>
  (parseTagsText(text) ?? []).map(({ id }) => id).toSorted((one, other) => one - other);

/** A value of a contact as `PeopleChange` writes it; null where the service does not say it. */
export function readContactValue(contact: ContactDetails, field: ContactFieldName): string | null {
  switch (field) {
    case 'isFavorite':
      return String(contact.isFavorite);
    case 'phoneType':
      return contact.phoneType ?? '';
    case 'tags':
      return contact.tags === null ? null : toTagsText(contact.tags);
    case 'ownerId':
      // Services that know owners know tags.
      return contact.ownerId === null ? (contact.tags === null ? null : '') : String(contact.ownerId);
    case 'firstName':
    case 'lastName':
    case 'company':
    case 'email':
    case 'phone':
      return contact[field];
    default: {
      if (hidesValues(contact)) return null;
      const custom = contact.fields.find(({ id }) => id === toFieldId(field));
      return custom?.value ?? '';
    }
  }
}

/** Whether services of an older shape know nothing of such a value, and lose it without a word. */
export function isNewerField(field: string): boolean {
  return field === 'tags' || field === 'ownerId';
}

/** Of edits that were written: those whose value the service still has as it was before. */
export function listLostEdits(
  edits: readonly KeptOf<'edit-contact'>[],
  { before, after }: { readonly before: ContactDetails; readonly after: ContactDetails },
): readonly KeptOf<'edit-contact'>[] {
  const lost = [...Map.groupBy(edits, ({ change }) => change.field)].filter(([field, chain]) => {
    const [was, is, wanted] = [readContactValue(before, field), readContactValue(after, field), chain.at(-1)];
    if (is === null || wanted === undefined) return true;
    return !isSameOf(field, is, wanted.change.value) && was !== null && isSameOf(field, is, was);
  });
  return lost.flatMap(([, chain]) => chain);
}

/** Services of the specification's shape name the fields that have a value, and not the value. */
export function hidesValues({ fields }: Pick<ContactDetails, 'fields'>): boolean {
  return fields.length > 0 && fields.every(({ value }) => value === null);
}

/** The id of a custom field; null for a field that every contact has. */
export function toFieldId(field: ContactFieldName): number | null {
  return field.startsWith('field:') ? Number(field.slice('field:'.length)) : null;
}

/** A value that a contact is to have. */
export interface WantedValue {
  readonly change: { readonly field: ContactFieldName; readonly value: string };
}

/** The whole contact as the service has it, with only these fields changed. */
export function toContactDraft(
  contact: ContactDetails,
  listIds: readonly ListId[],
  edits: readonly WantedValue[],
): ContactDraft {
  const values = new Map<string, string>(edits.map(({ change }) => [change.field, change.value]));
  const pick = (name: 'firstName' | 'lastName' | 'company' | 'email' | 'phone'): string =>
    values.get(name) ?? contact[name];
  const { isBlocked } = contact;
  const phoneType = pickPhoneType(contact, values);
  const fields = pickFields(contact, values);
  return {
    ...{ phone: toPhoneKey(pick('phone')), listIds, firstName: pick('firstName'), lastName: pick('lastName') },
    ...{ company: pick('company'), email: pick('email'), isBlocked },
    isFavorite: (values.get('isFavorite') ?? String(contact.isFavorite)) === 'true',
    ...(phoneType === null ? {} : { phoneType }),
    ...(fields.length === 0 ? {} : { fields }),
    ...pickTags(contact, values),
    ...pickOwner(contact, values),
  };
}

function pickTags({ tags }: ContactDetails, values: ReadonlyMap<string, string>): Pick<ContactDraft, 'tagIds'> {
  const edited = values.get('tags');
  if (edited !== undefined) return { tagIds: toTagIds(edited) };
  return tags === null ? {} : { tagIds: tags.map(({ id }) => id) };
}

function pickOwner({ ownerId }: ContactDetails, values: ReadonlyMap<string, string>): Pick<ContactDraft, 'ownerId'> {
  const edited = values.get('ownerId');
  if (edited !== undefined) return { ownerId: edited === '' ? null : Number(edited) };
  return ownerId === null ? {} : { ownerId };
}

/** The type that was found out for one number says nothing about another one. */
function pickPhoneType(
  contact: ContactDetails,
  values: ReadonlyMap<string, string>,
): Exclude<ContactDraft['phoneType'], undefined> | null {
  const type = values.get('phoneType') ?? (values.has('phone') ? null : contact.phoneType);
  return type === 'mobile' || type === 'landline' ? type : null;
}

function pickFields(
  contact: ContactDetails,
  values: ReadonlyMap<string, string>,
): readonly { readonly id: number; readonly value: string }[] {
  const all = new Map<number, string>();
  for (const { id, value } of contact.fields) if (value !== null) all.set(id, value);
  for (const [field, value] of values) {
    const id = toFieldId(field as ContactFieldName);
    if (id !== null) all.set(id, value);
  }
  return [...all].map(([id, value]) => ({ id, value }));
}

/** A value of a list as `PeopleChange` writes it. */
export function readListValue(list: ContactList, field: ListFieldName): string {
  return String(list[field]);
}

/** All values of the list as the service has them, with only these changed. */
export function toListValues(list: ContactList, edits: readonly KeptOf<'edit-list'>[]) {
  const values = new Map<ListFieldName, string>(edits.map(({ change }) => [change.field, change.value]));
  const pick = (field: ListFieldName): string => values.get(field) ?? readListValue(list, field);
  return {
    name: pick('name'),
    isShared: pick('isShared') === 'true',
    isFavorite: pick('isFavorite') === 'true',
    isDefault: pick('isDefault') === 'true',
  };
}

/** The service's names of what has another one here. */
const WIRE_NAMES: Readonly<Record<string, string>> = {
  companyName: 'company',
  type: 'phoneType',
  favorited: 'isFavorite',
  owner: 'ownerId',
  shared: 'isShared',
  country: 'phone',
  local: 'phone',
};

export interface SortedRefusals<Edit extends KeptEdit> {
  readonly refused: readonly { readonly edit: Edit; readonly detail: string }[];
  /** To be tried again without the others. */
  readonly rest: readonly Edit[];
}

/** Which edits a 400 is about: those whose fields it names, or all where it names none of them. */
export function sortRefusals<Edit extends KeptEdit>(edits: readonly Edit[], error: AppError): SortedRefusals<Edit> {
  const refused: { edit: Edit; detail: string }[] = [];
  const rest: Edit[] = [];
  for (const edit of edits) {
    const sentences = listSentences(edit.change.field, error);
    if (sentences.length > 0) refused.push({ edit, detail: sentences.join(' ') });
    else rest.push(edit);
  }
  if (refused.length > 0) return { refused, rest };
  const detail = toDetail(error);
  return { refused: rest.map((edit) => ({ edit, detail })), rest: [] };
}

function listSentences(field: string, { fields }: AppError): readonly string[] {
  return Object.entries(fields).flatMap(([name, sentences]) => (isAbout(name, field) ? sentences : []));
}

function isAbout(name: string, field: string): boolean {
  if (!name.startsWith('customField')) return (WIRE_NAMES[name] ?? name) === field;
  const id = /\d+/.exec(name)?.[0];
  return field.startsWith('field:') && (id === undefined || field === `field:${id}`);
}

/** The service's own words, of the whole request and of its fields. */
export function toDetail({ common, fields }: AppError): string {
  return [...common, ...Object.values(fields).flat()].join(' ');
}

/** What the text that the service has says about an edit of a note. */
export function compareNote(
  { text, base }: KeptOf<'edit-note'>['change'],
  theirs: string,
): 'done' | 'to-write' | 'conflict' {
  if (isSameValue(theirs, text)) return 'done';
  return isSameValue(theirs, base) ? 'to-write' : 'conflict';
}

/** Of the service's notes those that say the same. */
export function listEqualNotes(notes: readonly ContactNote[], text: string): readonly ContactNote[] {
  return notes.filter((note) => isSameValue(note.text, text));
}

/**
 * The note that an earlier request made, whose answer was lost; undefined: there is none. Equal notes that were there before
 * are others (`knownIds`); where that is not known, notes from before it was written are. `writtenAt`: by the service's clock.
 */
export function findSentNote(
  notes: readonly ContactNote[],
  {
    text,
    writtenAt,
    knownIds,
  }: { readonly text: string; readonly writtenAt: number; readonly knownIds: ReadonlySet<number> | null },
): ContactNote | undefined {
  const isLater = ({ createdAt }: ContactNote): boolean =>
    createdAt !== null && createdAt >= writtenAt - NOTE_TOLERANCE_MS;
  const isNew = (note: ContactNote): boolean => (knownIds === null ? isLater(note) : !knownIds.has(note.id));
  return listEqualNotes(notes, text)
    .filter(isNew)
    .toSorted((one, other) => other.id - one.id)[0];
}

/** How far a change of members is before its first request. */
export function startMembers(
  { contactIds, isAdded }: KeptOf<'members'>['change'],
  before: ReadonlySet<ContactId>,
): MembersProgress {
  const already = contactIds.filter((contactId) => before.has(contactId) === isAdded);
  return { ...NO_PROGRESS, alreadyCount: already.length };
}

export function listNextMembers(
  { contactIds }: KeptOf<'members'>['change'],
  { handledCount }: MembersProgress,
): readonly ContactId[] {
  return contactIds.slice(handledCount, handledCount + MEMBERS_PORTION);
}

export interface MembersResult {
  readonly progress: MembersProgress;
  /** It went well, and is seen on screen soon: the user needs no result. */
  readonly isQuiet: boolean;
}

/** What came of it, from the members as they are afterwards. */
export function toMembersResult(
  { contactIds, isAdded }: KeptOf<'members'>['change'],
  progress: MembersProgress,
  after: ReadonlySet<ContactId>,
): MembersResult {
  const refusedCount = contactIds.filter((contactId) => after.has(contactId) !== isAdded).length;
  const refusedWhy = refusedCount === 0 ? '' : progress.refusedWhy;
  return {
    progress: { ...progress, handledCount: contactIds.length, refusedCount, refusedWhy, finalCount: after.size },
    isQuiet: refusedCount === 0 && contactIds.length <= QUIET_MEMBERS,
  };
}
