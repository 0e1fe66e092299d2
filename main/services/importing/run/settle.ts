/**
 * What became of a batch that has left. Where the service tells of its import, that is followed to its end; else the list is
 * read until all rows are there, or until nothing has come for a while. Only rows that are absent then leave again.
 */
import { walkPages } from '#main/api/walk.ts';
import type { ImportRowChange, StoredImportRow } from '#main/store/api/imports.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import type { Contact } from '#shared/domain/entities.ts';
import type { ImportState } from '#shared/domain/imports.ts';
import { ROWS_AT_ONCE } from './run-work.ts';
import type { RunWork } from './run-work.ts';

const PAGE = 100;
const FIRST_POLL_MS = 300;
const LONGEST_POLL_MS = 3_000;
const POLL_GROWTH = 1.5;
/** A service that was asked and has made no contact for so long makes no more. */
const QUIET_MS = 15_000;
/** An import that tells of no progress for so long is not waited for any more: the list says what it did. */
const STUCK_MS = 600_000;
/** So often a row leaves again. */
const MOST_RESENDS = 2;

type End = Extract<ImportState, 'completed' | 'with-errors'>;

export async function settleBatch(work: RunWork): Promise<void> {
  const { batch } = work.memory;
  if (batch === null) return;
  const rows = await work.listRows({ batch: batch.number, states: ['leaving'] }, ROWS_AT_ONCE);
  const end = batch.importId === null ? null : await followProgress(work, batch.importId);
  const found = end === null ? await waitForRows(work, rows) : await findRows(work, rows, await findFloor(work));
  const all = found.size === rows.length ? found : await findRowsInAll(work, rows, found);
  await keepContacts(work, all);
  const changes = rows.map((row) => toChange(work, row, { contact: all.get(row.phone), end }));
  await work.changeRows(changes, { batch: null });
  work.advanced();
}

/** How the import ended; null: the service does not tell. */
async function followProgress(work: RunWork, importId: number): Promise<End | null> {
  let pollMs = FIRST_POLL_MS;
  let last = -1;
  let changedAt = work.parts.now();
  for (;;) {
    const progress = await readProgress(work, importId);
    if (progress === null) return null;
    const { state, importedCount } = progress;
    if (state === 'completed' || state === 'with-errors') return state;
    if (importedCount !== last) changedAt = work.parts.now();
    last = importedCount;
    const patienceMs = state === 'unknown' ? QUIET_MS : STUCK_MS;
    if (work.parts.now() - changedAt >= patienceMs) return null;
    await work.wait(pollMs);
    pollMs = Math.min(pollMs * POLL_GROWTH, LONGEST_POLL_MS);
  }
}

async function readProgress(work: RunWork, importId: number) {
  try {
    return await work.read((service, options) => service.getImportProgress({ importId }, options));
  } catch (error) {
    if (isAppError(error, 'not-found') || isAppError(error, 'forbidden')) return null;
    throw error;
  }
}

type Found = Map<string, Contact>;

async function waitForRows(work: RunWork, rows: readonly StoredImportRow[]): Promise<Found> {
  const floor = await findFloor(work);
  let pollMs = FIRST_POLL_MS;
  let changedAt = work.parts.now();
  let count = 0;
  for (;;) {
    const found = await findRows(work, rows, floor);
    if (found.size === rows.length) return found;
    if (found.size !== count) changedAt = work.parts.now();
    count = found.size;
    if (work.parts.now() - changedAt >= QUIET_MS) return found;
    await work.wait(pollMs);
    pollMs = Math.min(pollMs * POLL_GROWTH, LONGEST_POLL_MS);
  }
}

/** Contacts of the batch have higher ids than this, but for those of numbers that the service had already. */
async function findFloor(work: RunWork): Promise<number> {
  const { notes } = work;
  if (notes.createdUpTo !== null) return notes.createdUpTo;
  let floor = work.memory.lastContactIdBefore ?? 0;
  for await (const rows of work.eachPortion({ verdicts: ['new'], states: ['done'] })) {
    for (const { contactId } of rows) floor = Math.max(floor, contactId ?? 0);
  }
  notes.createdUpTo = floor;
  return floor;
}

/** Rows that the service seemed not to have taken, and whose contacts came late. */
export async function findLate(work: RunWork): Promise<void> {
  const refused = { verdicts: ['new'], states: ['refused'] } as const;
  for await (const rows of work.eachPortion(refused)) {
    const absent = rows.filter(({ reason }) => reason?.code === 'absent');
    if (absent.length === 0) continue;
    const found = await findRows(work, absent, work.memory.lastContactIdBefore ?? 0);
    await keepContacts(work, found);
    const late = absent.filter(({ phone }) => found.has(phone));
    const changes = late.map((row) => toChange(work, row, { contact: found.get(row.phone), end: null }));
    if (changes.length > 0)
      await work.changeRows(changes.map((change) => ({ ...change, reason: null, foundBy: 'app' })));
  }
}

/** Newest members first, down to the floor: contacts that come meanwhile move none out of sight. */
async function findRows(work: RunWork, rows: readonly StoredImportRow[], floor: number): Promise<Found> {
  const wanted = new Set(rows.map(({ phone }) => phone));
  const found: Found = new Map();
  const listId = work.getListId();
  for (let page = 1; found.size < wanted.size; page += 1) {
    const { items, limit } = await orNothing(
      work.read((service, options) => service.listContactsOfList({ listId, page, limit: PAGE }, options)),
    );
    for (const contact of items) if (wanted.has(contact.phone)) found.set(contact.phone, contact);
    if (items.length < limit || items.every(({ id }) => id <= floor)) break;
  }
  return found;
}

/** In the whole list, whatever their ids. */
async function findRowsInAll(work: RunWork, rows: readonly StoredImportRow[], known: Found): Promise<Found> {
  const wanted = new Set(rows.map(({ phone }) => phone));
  const found: Found = new Map(known);
  const listId = work.getListId();
  const readPage = (query: { readonly page: number; readonly limit: number }) =>
    orNothing(work.read((service, options) => service.listContactsOfList({ listId, ...query }, options)));
  for await (const contact of walkPages(readPage, { limit: PAGE, keyOf: ({ id }) => id })) {
    if (wanted.has(contact.phone)) found.set(contact.phone, contact);
    if (found.size === wanted.size) break;
  }
  return found;
}

/** A list that was deleted meanwhile, or a page behind its last one, has no members. */
async function orNothing<Page extends { readonly items: readonly unknown[]; readonly limit: number }>(
  reading: Promise<Page>,
): Promise<Page> {
  try {
    return await reading;
  } catch (error) {
    if (!isAppError(error, 'not-found')) throw error;
    return { page: 1, limit: PAGE, pageCount: null, items: [] } as unknown as Page;
  }
}

async function keepContacts(work: RunWork, found: Found): Promise<void> {
  const contacts = [...found.values()];
  for (let start = 0; start < contacts.length; start += PAGE) {
    await work.parts.store.commitContacts({ contacts: contacts.slice(start, start + PAGE) });
  }
  const { notes } = work;
  for (const { id } of contacts) {
    if (notes.newestContactId !== null) notes.newestContactId = Math.max(notes.newestContactId, id);
    if (notes.createdUpTo !== null) notes.createdUpTo = Math.max(notes.createdUpTo, id);
  }
}

function toChange(
  work: RunWork,
  { line }: StoredImportRow,
  { contact, end }: { readonly contact: Contact | undefined; readonly end: End | null },
): ImportRowChange {
  const { lastContactIdBefore } = work.memory;
  if (contact !== undefined) {
    const isCreated = lastContactIdBefore === null || contact.id > lastContactIdBefore;
    // The number was another contact's when it was looked at: what that one was before is not known.
    return { line, state: 'done', contactId: contact.id, ...(isCreated ? {} : { verdict: 'update' }) };
  }
  if (end === 'completed' && work.stored.plan.options.leavesOutLandlines) {
    return { line, verdict: 'landline', state: 'skipped', reason: { code: 'landline' }, foundBy: 'service' };
  }
  if (end === null) {
    const resends = work.notes.sentAgain.get(line) ?? 0;
    work.notes.sentAgain.set(line, resends + 1);
    if (work.isStopped) return { line, state: 'skipped', reason: { code: 'stopped' } };
    if (resends < MOST_RESENDS) return { line, state: 'planned' };
  }
  return { line, state: 'refused', reason: { code: 'absent' }, foundBy: 'service' };
}
