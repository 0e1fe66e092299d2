/**
 * Rows that are `new` by what was known when they were checked, compared with the newest contacts: the service's import
 * would change a contact that exists, and nothing would say what it was before.
 */
import type { ImportRowChange, StoredImportRow } from '#main/store/api/imports.ts';
import { toContactId } from '#shared/domain/ids.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import type { ImportContact, ImportOptions, ImportValueName, ImportValues } from '#shared/domain/imports.ts';
import type { KeptPeopleChange } from '#shared/domain/people-changes.ts';
import { toEntries, toKnownValues, toValueFieldId } from './fields.ts';
import type { RunWork } from './run-work.ts';

const PAGE = 100;
/** Deletions that wait are looked at again after this. */
const DELETION_MS = 1_000;
const PLANNED = { verdicts: ['new'], states: ['planned'] } as const;

/** Of all rows that have not left, by all contacts that are known here once the newest were read. */
export async function recheckNewRows(work: RunWork): Promise<void> {
  await readNewcomers(work);
  for await (const rows of work.eachPortion(PLANNED)) await compareRows(work, rows);
}

/** The same by contacts alone that came since the last look; cheap enough for every batch. */
export async function recheckNewcomers(work: RunWork): Promise<void> {
  const { store } = work.parts;
  const phones = await readNewcomers(work);
  if (phones.length === 0) return;
  const rows = await store.listImportRowsByPhone({ importId: work.importId, phones });
  await compareRows(
    work,
    rows.filter(({ verdict, state }) => verdict === 'new' && state === 'planned'),
  );
}

/**
 * A contact that the user has deleted is not shown any more, and stays at the service until that leaves: a row of its number
 * would be written into it, and be deleted with it.
 */
async function awaitDeletions(work: RunWork): Promise<void> {
  const isWaiting = ({ change, state }: KeptPeopleChange): boolean =>
    change.kind === 'delete-contacts' && state === 'waiting';
  while ((await work.parts.store.listPeopleChanges({})).some(isWaiting)) await work.wait(DELETION_MS);
}

/** Keeps contacts that are not known here, the newest first; their numbers. */
async function readNewcomers(work: RunWork): Promise<readonly PhoneKey[]> {
  await awaitDeletions(work);
  const { store } = work.parts;
  const { notes } = work;
  const floor = notes.newestContactId;
  const known = new Set(floor === null ? await store.listRowIds({ name: 'contacts' }) : []);
  const phones: PhoneKey[] = [];
  for (let page = 1; ; page += 1) {
    const { items, limit } = await work.read((service, options) =>
      service.listContacts({ page, limit: PAGE, includesShared: true, orderBy: 'id' }, options),
    );
    const isNewcomer = (id: number): boolean => (floor === null ? !known.has(id) : id > floor);
    const newcomers = items.filter(({ id }) => isNewcomer(id));
    await store.commitContacts({ contacts: newcomers });
    phones.push(...newcomers.map(({ phone }) => phone));
    for (const { id } of items) notes.newestContactId = Math.max(notes.newestContactId ?? 0, id);
    if (newcomers.length < items.length || items.length < limit) return phones;
  }
}

async function compareRows(work: RunWork, rows: readonly StoredImportRow[]): Promise<void> {
  const { store } = work.parts;
  const phones = rows.map(({ phone }) => phone as PhoneKey);
  const found = await store.listContactIdsByPhone({ phones });
  const changes: ImportRowChange[] = [];
  for (const { phone, contactId } of found) {
    const row = rows.find((one) => one.phone === phone);
    const [contact] = await store.listImportContacts({ afterId: contactId - 1, limit: 1 });
    if (row === undefined || contact?.id !== contactId) continue;
    changes.push(await judgeRow(work, row, contact));
  }
  if (changes.length > 0) await work.changeRows(changes);
}

async function judgeRow(work: RunWork, row: StoredImportRow, contact: ImportContact): Promise<ImportRowChange> {
  const { line, batch } = row;
  const { lastContactIdBefore } = work.memory;
  if (contact.isReadOnly) return { line, verdict: 'read-only', state: 'skipped', reason: { code: 'read-only' } };
  const isLater = lastContactIdBefore !== null && contact.id > lastContactIdBefore;
  // It left before, and the service was slow.
  if (batch !== null && isLater) return { line, state: 'done', contactId: toContactId(contact.id) };
  const values = await toKnownValues(work, row.values);
  return { line, contactId: contact.id, ...judgeValues(values, contact, work.stored.plan.options) };
}

/** Pure. What a row with these values does to that contact. */
export function judgeValues(
  values: ImportValues,
  contact: ImportContact,
  { existing }: Pick<ImportOptions, 'existing'>,
): Pick<ImportRowChange, 'verdict' | 'values'> {
  if (existing === 'leave') return { verdict: 'unchanged' };
  const changed = toEntries(values).filter(([name, value]) => !isSameValue(name, value, readValue(contact, name)));
  if (changed.length === 0) return { verdict: 'unchanged' };
  return { verdict: 'update', values: Object.fromEntries(changed) };
}

function readValue(contact: ImportContact, name: ImportValueName): string {
  if (name === 'firstName' || name === 'lastName' || name === 'email') return contact[name];
  const fieldId = toValueFieldId(name);
  return contact.fields.find(({ id }) => id === fieldId)?.value ?? '';
}

/** Services take blanks off the ends of what they are given, and may write the letters of an address small. */
export function isSameValue(name: string, one: string, other: string): boolean {
  const [left, right] = [one.trim(), other.trim()];
  return left === right || (name === 'email' && left.toLowerCase() === right.toLowerCase());
}
