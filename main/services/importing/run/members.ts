/** Step `members`: contacts that have the values of the file already are put on the list. */
import type { ImportRowChange, StoredImportRow } from '#main/store/api/imports.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import { toContactId } from '#shared/domain/ids.ts';
import type { ContactId } from '#shared/domain/ids.ts';
import type { RunWork } from './run-work.ts';

/** Members of one request. */
const AT_ONCE = 100;
const OPEN = { verdicts: ['unchanged'], states: ['planned', 'leaving'] } as const;

export async function addMembers(work: RunWork): Promise<void> {
  let members: ReadonlySet<ContactId> | null = null;
  for (;;) {
    work.throwIfHalted();
    const rows = await work.listRows(OPEN, AT_ONCE);
    if (rows.length === 0) return;
    members ??= (await readMembers(work)) ?? new Set();
    const known = members;
    await work.parts.sync.holdPeopleChanges(() => addPortion(work, rows, known));
    work.advanced();
  }
}

/** Everyone on the list; null: there is no such list any more. */
export async function readMembers(work: RunWork): Promise<ReadonlySet<ContactId> | null> {
  const listId = work.getListId();
  try {
    return new Set(await work.read((service, options) => service.listMemberIds({ listId }, options)));
  } catch (error) {
    if (isAppError(error, 'not-found')) return null;
    throw error;
  }
}

/** Those who are no contacts any more are passed over. */
export async function putOnList(work: RunWork, contactIds: readonly ContactId[]): Promise<void> {
  const listId = work.getListId();
  try {
    await work.write((service, options) => service.addListMembers({ listId, contactIds }, options));
  } catch (error) {
    if (!isAppError(error, 'validation') && !isAppError(error, 'not-found')) throw error;
  }
}

async function addPortion(
  work: RunWork,
  rows: readonly StoredImportRow[],
  members: ReadonlySet<ContactId>,
): Promise<void> {
  const listId = work.getListId();
  const stored = await work.parts.store.listContactRows({
    scope: { kind: 'all' },
    ids: rows.map(({ contactId }) => contactId ?? 0),
  });
  const toAdd: ContactId[] = [];
  const leaving = rows.map((row, index): ImportRowChange => {
    const contactId = toContactId(row.contactId ?? 0);
    const isMember = members.has(contactId);
    if (!isMember) toAdd.push(contactId);
    // A row that has left before may be on the list because of that: what it was before is kept.
    if (row.before !== null) return { line: row.line, state: 'leaving' };
    const others = (stored[index]?.lists ?? []).map(({ id }) => id).filter((id) => id !== listId);
    const listIds = (isMember ? [...others, listId] : others).map(Number);
    return { line: row.line, state: 'leaving', before: { values: {}, listIds } };
  });
  await work.changeRows(leaving);
  if (toAdd.length > 0) await putOnList(work, toAdd);
  // Who is on it is counted at the end.
  await work.changeRows(rows.map(({ line }) => ({ line, state: 'done' })));
}
