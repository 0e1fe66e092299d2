/**
 * Step `changed`: contacts that exist get the values of the file, each by a request of its own. What a contact was before is
 * written down before the request leaves; after a lost answer the contact is read and compared.
 */
import { walkPages } from '#main/api/walk.ts';
import type { ImportRowChange, ImportSnapshot, StoredImportRow } from '#main/store/api/imports.ts';
import { hidesValues, readContactValue, toContactDraft, toDetail } from '#main/sync/core/people-changes.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import type { AppError } from '#shared/domain/app-error.ts';
import { toContactId } from '#shared/domain/ids.ts';
import type { ListId } from '#shared/domain/ids.ts';
import type { ImportValueName, ImportValues } from '#shared/domain/imports.ts';
import type { ContactDetails } from '#shared/domain/people.ts';
import type { ContactFieldName } from '#shared/domain/people-changes.ts';
import { toEntries, toKnownValues, toValueFieldId } from './fields.ts';
import { isSameValue } from './recheck.ts';
import type { RunWork } from './run-work.ts';

/** Rows under way at a time: enough for the strict rate of the service, and few to wait for when the user pauses. */
const AT_ONCE = 8;
const PAGE = 100;
/** A row about which the service fails so often is given up … */
const MOST_FAILURES = 3;
/** … but not where it fails about so many rows one after the other: then it is in trouble, and is waited for. */
const MOST_GIVEN_UP = 3;
const OPEN = { verdicts: ['update'], states: ['planned', 'leaving'] } as const;

export async function importChangedRows(work: RunWork): Promise<void> {
  for (;;) {
    work.throwIfHalted();
    const rows = await work.listRows(OPEN, AT_ONCE);
    if (rows.length === 0) return;
    // What the user changes of these contacts meanwhile leaves afterwards.
    await work.parts.sync.holdPeopleChanges(() => changePortion(work, rows));
  }
}

interface Edit {
  readonly field: ContactFieldName;
  readonly value: string;
}

/** A row whose contact was read. */
interface ReadRow {
  readonly kind: 'read';
  readonly row: StoredImportRow;
  readonly contact: ContactDetails;
  readonly listIds: readonly ListId[];
  /** Null: it is on its way already, and its snapshot is kept. */
  readonly before: ImportSnapshot | null;
  /** What is to be written. */
  readonly values: ImportValues;
  readonly edits: readonly Edit[];
}

type Fate =
  | { readonly kind: 'change'; readonly change: ImportRowChange; readonly contact?: ContactDetails }
  /** It is not known, or not yet. */
  | { readonly kind: 'failed'; readonly row: StoredImportRow; readonly error: Error };

async function changePortion(work: RunWork, rows: readonly StoredImportRow[]): Promise<void> {
  const reads = await Promise.all(rows.map((row) => readRow(work, row)));
  const fates: Fate[] = reads.flatMap((one) => (one.kind === 'read' ? [] : [one]));
  const toWrite = reads.flatMap((one) => (one.kind === 'read' ? [one] : []));
  work.throwIfHalted();
  await work.changeRows(toWrite.map(toLeaving));
  fates.push(...(await Promise.all(toWrite.map((one) => writeRow(work, one)))));
  await settle(work, fates);
}

async function settle(work: RunWork, fates: readonly Fate[]): Promise<void> {
  const done = fates.filter((fate) => fate.kind === 'change');
  if (done.length > 0) {
    await work.changeRows(done.map(({ change }) => change));
    const contacts = done.flatMap(({ contact }) => contact ?? []);
    if (contacts.length > 0) await work.parts.store.commitContacts({ contacts });
    if (done.some(({ change }) => change.state === 'done')) work.notes.givenUpInRow = 0;
    work.advanced();
  }
  const failed = fates.filter((fate) => fate.kind === 'failed');
  for (const fate of failed) await giveUp(work, fate.row, fate.error);
  const error = failed.map((fate) => fate.error).find((one) => !isAboutRow(one)) ?? failed[0]?.error;
  if (error !== undefined) throw error;
}

/** A row about which the service fails again and again is refused. */
async function giveUp(work: RunWork, { line }: StoredImportRow, error: unknown): Promise<void> {
  if (!isAboutRow(error)) return;
  const { notes } = work;
  const failures = (notes.rowFailures.get(line) ?? 0) + 1;
  notes.rowFailures.set(line, failures);
  if (failures < MOST_FAILURES || notes.givenUpInRow >= MOST_GIVEN_UP) return;
  notes.givenUpInRow += 1;
  const reason = { code: 'refused', detail: toDetail(error) } as const;
  await work.changeRows([{ line, state: 'refused', reason, foundBy: 'service' }]);
}

/** Whether it may be this row that the service fails about, rather than everything. */
function isAboutRow(error: unknown): error is AppError {
  return isAppError(error, 'server') || isAppError(error, 'bad-response') || isAppError(error, 'timeout');
}

async function readRow(work: RunWork, row: StoredImportRow): Promise<ReadRow | Fate> {
  const contactId = toContactId(row.contactId ?? 0);
  try {
    const contact = await work.read((service, options) => service.getContact({ contactId }, options));
    // Another number by now: the contact that the row is about is gone.
    if (contact.phone !== row.phone) return toGone(row);
    const listIds = contact.lists?.map(({ id }) => id) ?? (await readListIds(work, contact));
    return await planRow(work, row, { contact, listIds });
  } catch (error) {
    return toFate(row, error);
  }
}

async function readListIds(work: RunWork, { id: contactId }: ContactDetails): Promise<readonly ListId[]> {
  const readPage = (query: { readonly page: number; readonly limit: number }) =>
    work.read((service, options) => service.listListsOfContact({ contactId, ...query }, options));
  const ids: ListId[] = [];
  for await (const { id } of walkPages(readPage, { limit: PAGE, keyOf: (list) => list.id })) ids.push(id);
  return ids;
}

async function planRow(
  work: RunWork,
  row: StoredImportRow,
  { contact, listIds }: Pick<ReadRow, 'contact' | 'listIds'>,
): Promise<ReadRow | Fate> {
  const { line } = row;
  const isBegun = row.state === 'leaving';
  const edits = toEdits(await toKnownValues(work, row.values)).filter(
    ({ field, value }) => !isSameValue(field, value, readValue(contact, field) ?? `not ${value}`),
  );
  const values = Object.fromEntries(edits.map(({ field, value }) => [field, value]));
  const isOnList = listIds.includes(work.getListId());
  const before = isBegun ? null : { values: toOldValues(contact, edits), listIds };
  if (edits.length > 0 || !isOnList) return { kind: 'read', row, contact, listIds, before, values, edits };
  // As it should be: an earlier request did it, or another client.
  return { kind: 'change', change: { line, state: 'done', ...(before === null ? {} : { before, values }) }, contact };
}

function toEdits(values: ImportValues): readonly Edit[] {
  return toEntries(values).map(([name, value]) => ({ field: name as ContactFieldName, value }));
}

/** Null: there is a value, and the service does not say it. */
function readValue(contact: ContactDetails, field: ContactFieldName): string | null {
  const fieldId = toValueFieldId(field as ImportValueName);
  if (fieldId === null || !hidesValues(contact)) return readContactValue(contact, field);
  return contact.fields.some(({ id }) => id === fieldId) ? null : '';
}

/** A value that the service does not say is left out: it cannot be put back. */
function toOldValues(contact: ContactDetails, edits: readonly Edit[]): ImportValues {
  return Object.fromEntries(
    edits.flatMap(({ field }) => {
      const old = readValue(contact, field);
      return old === null ? [] : [[field, old]];
    }),
  );
}

function toLeaving({ row: { line }, before, values }: ReadRow): ImportRowChange {
  return { line, state: 'leaving', ...(before === null ? {} : { before, values }) };
}

async function writeRow(work: RunWork, read: ReadRow): Promise<Fate> {
  const { row, contact } = read;
  const listIds = [...new Set([...read.listIds, work.getListId()])];
  const alone = hidesValues(contact) ? read.edits.filter(({ field }) => isCustom(field)) : [];
  const together = read.edits.filter((edit) => !alone.includes(edit));
  try {
    const draft = toContactDraft(
      contact,
      listIds,
      together.map((change) => ({ change })),
    );
    // A whole contact without the values that are not said could lose them: these go one by one.
    for (const edit of alone) await writeValue(work, contact, edit);
    await work.write((service, options) => service.updateContact({ contactId: contact.id, draft }, options));
    return { kind: 'change', change: { line: row.line, state: 'done' }, contact: toChanged(read, listIds) };
  } catch (error) {
    return toFate(row, error);
  }
}

async function writeValue(work: RunWork, { id: contactId }: ContactDetails, { field, value }: Edit): Promise<void> {
  const fieldId = toValueFieldId(field as ImportValueName) ?? 0;
  await work.write((service, options) => service.setCustomFieldValue({ contactId, fieldId, value }, options));
}

const isCustom = (field: ContactFieldName): boolean => toValueFieldId(field as ImportValueName) !== null;

/** As it is shown until it is read again. */
function toChanged({ contact, edits, listIds: known }: ReadRow, listIds: readonly ListId[]): ContactDetails {
  const values = new Map<string, string>(edits.map(({ field, value }) => [field, value]));
  const fieldIds = [...contact.fields.map(({ id }) => id), ...edits.flatMap(({ field }) => toId(field))];
  const fields = [...new Set(fieldIds)].map((id) => {
    const field = contact.fields.find((one) => one.id === id) ?? { id, name: '', value: null };
    return { ...field, value: values.get(`field:${id}`) ?? field.value };
  });
  const added = listIds.filter((id) => !known.includes(id)).map((id) => ({ id, name: '' }));
  return {
    ...contact,
    firstName: values.get('firstName') ?? contact.firstName,
    lastName: values.get('lastName') ?? contact.lastName,
    email: values.get('email') ?? contact.email,
    fields,
    lists: contact.lists === null ? null : [...contact.lists, ...added],
  };
}

function toId(field: ContactFieldName): readonly number[] {
  const id = toValueFieldId(field as ImportValueName);
  return id === null ? [] : [id];
}

function toFate(row: StoredImportRow, error: unknown): Fate {
  if (isAppError(error, 'not-found')) return toGone(row);
  if (isAppError(error, 'validation') || isAppError(error, 'forbidden')) {
    const reason = { code: 'refused', detail: toDetail(error) } as const;
    return { kind: 'change', change: { line: row.line, state: 'refused', reason, foundBy: 'service' } };
  }
  const failure = error instanceof Error ? error : new Error('A row of an import failed', { cause: error });
  return { kind: 'failed', row, error: failure };
}

function toGone({ line }: StoredImportRow): Fate {
  return { kind: 'change', change: { line, state: 'refused', reason: { code: 'gone' }, foundBy: 'service' } };
}
