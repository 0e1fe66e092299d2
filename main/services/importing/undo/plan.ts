/**
 * What an undo does about one row, by what the row says was written and what the service has now. Pure.
 *
 * UNDO-1  A contact is deleted only where the import created it and it is as it was written: no other value, no note, no
 *         tag, no picture, no other list.
 * UNDO-2  A value is put back only where it is the one that was written.
 * UNDO-3  A contact leaves the list only while it is on another one: the service deletes who is on none.
 */
import type { StoredImportRow } from '#main/store/api/imports.ts';
import { hidesValues, readContactValue, toFieldId } from '#main/sync/core/people-changes.ts';
import type { ListId } from '#shared/domain/ids.ts';
import { KEPT_CODES } from '#shared/domain/imports.ts';
import type { ImportValueName, ImportValues, KeptCode } from '#shared/domain/imports.ts';
import type { ContactDetails } from '#shared/domain/people.ts';
import type { ContactFieldName } from '#shared/domain/people-changes.ts';

/** What an undo knows beside the row and its contact. */
export interface UndoFacts {
  /** The list of the import, and lists that the service made for it. */
  readonly listId: ListId | null;
  readonly extraListIds: readonly number[];
  readonly lastContactIdBefore: number | null;
  readonly createdFields: Readonly<Record<string, number>>;
}

/** Of one contact: what waits here to be changed, by name; any name but a value's stands for anything else. */
export type WaitingNames = ReadonlySet<string>;

/** A contact as the service has it, on exactly these lists. */
export interface PresentContact {
  readonly contact: ContactDetails;
  readonly listIds: readonly ListId[];
  readonly waiting: WaitingNames;
  /** By the register, where the contact does not say it. */
  readonly isBlocked: boolean;
}

/** `undone`: there is nothing left to do. A code: it stays, and that is why. */
export type MemberFate = 'delete' | 'take-off' | 'undone' | KeptCode;

/** Of a row that created its contact, or only put it on the list. */
export function planMember(row: StoredImportRow, present: PresentContact, facts: UndoFacts): MemberFate {
  if (row.verdict === 'new') return isAsCreated(row, present, facts) ? 'delete' : 'edited';
  const { listIds } = present;
  const { listId } = facts;
  if (listId === null || wasOnList(row, listId) || !listIds.includes(listId)) return 'undone';
  return listOthers(listIds, facts).length > 0 ? 'take-off' : 'only-list';
}

function isAsCreated(
  row: StoredImportRow,
  { contact, listIds, waiting, isBlocked }: PresentContact,
  facts: UndoFacts,
): boolean {
  if (facts.lastContactIdBefore === null || contact.id <= facts.lastContactIdBefore) return false;
  if (waiting.size > 0 || isBlocked || hasMore(contact)) return false;
  if (listOthers(listIds, facts).length > 0) return false;
  return contact.phone === row.phone && hasValuesOf(row, contact, facts);
}

/** What no import writes. */
function hasMore({
  company,
  isFavorite,
  isBlocked,
  avatarHref,
  notes,
  tags,
  ownerId,
  userId,
}: ContactDetails): boolean {
  if (company.trim() !== '' || isFavorite || isBlocked === true || avatarHref !== null) return true;
  if (notes.length > 0 || (tags !== null && tags.length > 0)) return true;
  return ownerId !== null && userId !== null && ownerId !== userId;
}

/** Exactly the values of the row, and no other. */
function hasValuesOf({ values }: StoredImportRow, contact: ContactDetails, { createdFields }: UndoFacts): boolean {
  const written = new Map<ContactFieldName, string>();
  for (const { name, value } of listValues(values)) {
    const field = toFieldName(name, createdFields);
    // A field that was never created was never written.
    if (value === '' || field === null) continue;
    written.set(field, value);
  }
  for (const name of ['firstName', 'lastName', 'email'] as const) {
    if (!isSame(name, contact[name], written.get(name) ?? '')) return false;
    written.delete(name);
  }
  for (const { id, value } of contact.fields) {
    if (value === '') continue;
    const name = `field:${id}` as const;
    const wanted = written.get(name);
    if (wanted === undefined || (value !== null && !isSame(name, value, wanted))) return false;
    written.delete(name);
  }
  return written.size === 0;
}

/** What is to be written to put a row's contact back. */
export interface RestorePlan {
  /** Values to put back. */
  readonly values: readonly { readonly change: { readonly field: ContactFieldName; readonly value: string } }[];
  /** All lists that it is to be on. */
  readonly listIds: readonly ListId[];
  /** The lists are others than now. */
  readonly changesLists: boolean;
  /** Why something stays; null: nothing does. What was changed since counts before the list. */
  readonly keptWhy: KeptCode | null;
}

/** Of a row that changed a contact. */
export function planRestore(row: StoredImportRow, present: PresentContact, facts: UndoFacts): RestorePlan {
  const { listIds } = present;
  const { values, keptWhy } = planValues(row, present, facts);
  const { listId } = facts;
  const isAdded = listId !== null && row.before !== null && !wasOnList(row, listId) && listIds.includes(listId);
  if (!isAdded) return { values, listIds, changesLists: false, keptWhy };
  if (listOthers(listIds, facts).length > 0) {
    return { values, listIds: listIds.filter((id) => id !== listId), changesLists: true, keptWhy };
  }
  return { values, listIds, changesLists: false, keptWhy: keptWhy === 'edited' ? 'edited' : 'only-list' };
}

function planValues(
  { values: written, before }: StoredImportRow,
  { contact, waiting }: PresentContact,
  { createdFields }: UndoFacts,
): Pick<RestorePlan, 'values' | 'keptWhy'> {
  if (before === null) return { values: [], keptWhy: 'not-known' };
  const values: { change: { field: ContactFieldName; value: string } }[] = [];
  const whys = new Set<KeptCode>();
  for (const { name, value } of listValues(written)) {
    const field = toFieldName(name, createdFields);
    if (field === null) continue;
    const old = before.values[name];
    const fate = waiting.has(field) ? 'edited' : judgeValue(field, contact, { written: value, old });
    if (fate === 'restore') values.push({ change: { field, value: old ?? '' } });
    else if (fate !== 'nothing') whys.add(fate);
  }
  return { values, keptWhy: KEPT_CODES.find((code) => whys.has(code)) ?? null };
}

function judgeValue(
  field: ContactFieldName,
  contact: ContactDetails,
  { written, old }: { readonly written: string; readonly old: string | undefined },
): 'restore' | 'nothing' | 'edited' | 'not-known' {
  const present = readValue(contact, field);
  if (old !== undefined && present !== null && isSame(field, present, old)) return 'nothing';
  // A value that the service does not say is taken for the one that was written, where there is one.
  const isOurs = present === null ? written !== '' : isSame(field, present, written);
  if (!isOurs) return 'edited';
  return old === undefined ? 'not-known' : 'restore';
}

/** Null: there is a value, and the service does not say it. */
function readValue(contact: ContactDetails, field: ContactFieldName): string | null {
  const fieldId = toFieldId(field);
  if (fieldId === null || !hidesValues(contact)) return readContactValue(contact, field);
  return contact.fields.some(({ id }) => id === fieldId) ? null : '';
}

function listValues(values: ImportValues): readonly { readonly name: ImportValueName; readonly value: string }[] {
  return Object.entries(values).map(([name, value = '']) => ({ name: name as ImportValueName, value }));
}

/** The name under which the service has it; null for a field that was not created. */
export function toFieldName(
  name: ImportValueName,
  createdFields: Readonly<Record<string, number>>,
): ContactFieldName | null {
  if (!name.startsWith('new:')) return name as ContactFieldName;
  const title = name.slice('new:'.length);
  return Object.hasOwn(createdFields, title) ? `field:${createdFields[title] ?? 0}` : null;
}

export function wasOnList({ before, isOnList }: StoredImportRow, listId: ListId): boolean {
  return before === null ? isOnList : before.listIds.includes(listId);
}

function listOthers(listIds: readonly ListId[], { listId, extraListIds }: UndoFacts): readonly ListId[] {
  return listIds.filter((id) => id !== listId && !extraListIds.includes(id));
}

/** Services take blanks off the ends of what they are given, and may write the letters of an address small. */
export function isSame(name: string, one: string, other: string): boolean {
  const [left, right] = [one.trim(), other.trim()];
  return left === right || (name === 'email' && left.toLowerCase() === right.toLowerCase());
}
