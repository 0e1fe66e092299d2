/** Step `counting`: the list is read back, and every row that is done is looked for on it. */
import type { ImportRowChange, StoredImportRow } from '#main/store/api/imports.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import { toContactId } from '#shared/domain/ids.ts';
import type { ContactId } from '#shared/domain/ids.ts';
import { deleteExtraLists } from './extra-lists.ts';
import { putOnList, readMembers } from './members.ts';
import type { RunWork } from './run-work.ts';
import { findLate } from './settle.ts';

/** Members of one request. */
const AT_ONCE = 100;

export async function countRows(work: RunWork): Promise<void> {
  if (work.memory.listId === null) return;
  await findLate(work);
  const members = await readWithMissing(work);
  if (members === null) {
    await work.remember({ membersCount: 0 });
    return;
  }
  await deleteExtraLists(work, members);
  await work.remember({ membersCount: members.size });
  await showMembers(work, members);
}

/** Drops what nothing needs once the rows are counted. */
export async function trimRows(work: RunWork): Promise<void> {
  for (;;) {
    work.throwIfHalted();
    const { leftCount } = await work.parts.store.trimImportRows({ importId: work.importId });
    if (leftCount === 0) return;
  }
}

/** Members once rows that are missing were put on the list again, or refused; null: there is no such list any more. */
async function readWithMissing(work: RunWork): Promise<ReadonlySet<ContactId> | null> {
  const members = await readMembers(work);
  if (members === null) return null;
  const missing = await listMissing(work, members);
  if (missing.length === 0) return members;
  for (let start = 0; start < missing.length; start += AT_ONCE) {
    work.throwIfHalted();
    await putOnList(work, missing.slice(start, start + AT_ONCE).map(toId));
  }
  const after = await readMembers(work);
  if (after === null) return null;
  for (const row of missing) {
    if (!after.has(toId(row)) && !(await isThere(work, row))) await work.changeRows([toGone(row)]);
  }
  return after;
}

async function listMissing(work: RunWork, members: ReadonlySet<ContactId>): Promise<readonly StoredImportRow[]> {
  const missing: StoredImportRow[] = [];
  for await (const rows of work.eachPortion({ verdicts: ['new', 'update', 'unchanged'], states: ['done'] })) {
    missing.push(...rows.filter((row) => !members.has(toId(row))));
  }
  return missing;
}

async function isThere(work: RunWork, row: StoredImportRow): Promise<boolean> {
  const contactId = toId(row);
  try {
    await work.read((service, options) => service.getContact({ contactId }, options));
    return true;
  } catch (error) {
    if (isAppError(error, 'not-found')) return false;
    throw error;
  }
}

function toGone({ line }: StoredImportRow): ImportRowChange {
  return { line, state: 'refused', reason: { code: 'gone' }, foundBy: 'service' };
}

/** The app shows the list as it is now. */
async function showMembers(work: RunWork, members: ReadonlySet<ContactId>): Promise<void> {
  const listId = work.getListId();
  const { store } = work.parts;
  const list = await work.read((service, options) => service.getList({ listId }, options));
  await store.setListMembers({ listId, contactIds: [...members] });
  await store.commitLists({ lists: [list] });
}

const toId = ({ contactId }: StoredImportRow): ContactId => toContactId(contactId ?? 0);
