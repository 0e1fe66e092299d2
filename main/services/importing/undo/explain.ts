/** What an undo would do, by what is known here, and how long it would take: the service is asked nothing. */
import { toNotFound } from '#main/services/refusals.ts';
import { UNDO_PACE } from '#main/services/importing/run-view.ts';
import type { StoredImportRow } from '#main/store/api/imports.ts';
import type { Store } from '#main/store/api.ts';
import type { RequestOutput } from '#shared/contract/index.ts';
import { toContactId, toListId } from '#shared/domain/ids.ts';
import type { ImportContact, ImportValueName, KeptCode } from '#shared/domain/imports.ts';
import type { ContactDetails } from '#shared/domain/people.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { REACHED, listWaiting, toFacts } from './context.ts';
import { planMember, planRestore, toFieldName, wasOnList } from './plan.ts';
import type { PresentContact, UndoFacts, WaitingNames } from './plan.ts';

const ROWS_AT_ONCE = 1_000;
/** The list and who is left on it, read and deleted. */
const SECONDS_AT_END = 0.5;

interface Explained {
  readonly deletedCount: number;
  readonly restoredCount: number;
  readonly restoredValuesCount: number;
  readonly removedCount: number;
  /** By contact. */
  readonly rows: ReadonlyMap<number, StoredImportRow>;
}

/** Rejects with `not-found`, `disk`. */
export async function explain(store: Store, importId: number): Promise<RequestOutput<'imports.explainUndo'>> {
  const stored = await store.findImport({ importId });
  if (stored === null) throw toNotFound('import');
  const facts = toFacts(stored.memory);
  const { rows, ...planned } = await readRows(store, importId, facts);
  const { staysCount, staysOnList, ...since } = await compareRows(store, rows, facts);
  const counts = { ...planned, removedCount: planned.removedCount - staysCount };
  const textedCount = await store.countTextedSince({ importId, sinceAt: stored.startedAt });
  const deletesList = stored.memory.hasCreatedList && !staysOnList && !(await hasOthers(store, rows, facts));
  return { ...counts, ...since, textedCount, deletesList, seconds: toSeconds(counts) };
}

async function readRows(store: Store, importId: number, facts: UndoFacts): Promise<Explained> {
  const rows = new Map<number, StoredImportRow>();
  const counts = { deletedCount: 0, restoredCount: 0, restoredValuesCount: 0, removedCount: 0 };
  const filter = { verdicts: ['new', 'update', 'unchanged'], states: REACHED, undo: ['none'] } as const;
  for (let afterLine = 0; ;) {
    const portion = await store.listImportRows({ importId, filter, afterLine, limit: ROWS_AT_ONCE });
    const last = portion.at(-1);
    if (last === undefined) return { ...counts, rows };
    afterLine = last.line;
    for (const row of portion) {
      if (row.contactId !== null) rows.set(row.contactId, row);
      count(counts, row, facts);
    }
  }
}

function count(
  counts: { -readonly [Name in keyof Omit<Explained, 'rows'>]: number },
  row: StoredImportRow,
  { listId }: UndoFacts,
): void {
  if (row.verdict === 'new') counts.deletedCount += 1;
  else if (row.verdict === 'update') {
    counts.restoredCount += 1;
    counts.restoredValuesCount += Object.keys(row.values).length;
  } else if (listId !== null && !wasOnList(row, listId)) counts.removedCount += 1;
}

interface Compared {
  readonly editedCount: number;
  readonly onlyHereCount: number;
  /** Of these, who was only put on the list. */
  readonly staysCount: number;
  /** A contact that the undo leaves is on no other list. */
  readonly staysOnList: boolean;
}

async function compareRows(
  store: Store,
  rows: ReadonlyMap<number, StoredImportRow>,
  facts: UndoFacts,
): Promise<Compared> {
  const waiting = await listWaiting(store);
  let [editedCount, onlyHereCount, staysCount, staysOnList] = [0, 0, 0, false];
  let afterId = [...rows.keys()].reduce((one, other) => Math.min(one, other), Infinity) - 1;
  while (Number.isFinite(afterId)) {
    const contacts = await store.listImportContacts({ afterId, limit: ROWS_AT_ONCE });
    const last = contacts.at(-1);
    if (last === undefined) break;
    afterId = last.id;
    for (const contact of contacts) {
      const row = rows.get(contact.id);
      const why = row === undefined ? null : findKeptWhy(row, toPresent(contact, row, { facts, waiting }), facts);
      if (why === 'edited') editedCount += 1;
      if (why === 'only-list') onlyHereCount += 1;
      if (why === 'only-list' && row?.verdict === 'unchanged') staysCount += 1;
      if (why === null) continue;
      const isElsewhere = contact.listIds.some((id) => id !== facts.listId && !facts.extraListIds.includes(id));
      if (!isElsewhere) staysOnList = true;
    }
  }
  return { editedCount, onlyHereCount, staysCount, staysOnList };
}

/** Null: nothing of it stays, as far as it is known here. */
function findKeptWhy(row: StoredImportRow, present: PresentContact, facts: UndoFacts): KeptCode | null {
  if (row.verdict === 'update') return planRestore(row, present, facts).keptWhy;
  const fate = planMember(row, present, facts);
  return fate === 'edited' || fate === 'only-list' ? fate : null;
}

/** As far as it is known here; values that the service does not say are taken for those that were written. */
function toPresent(
  { id, phone, firstName, lastName, email, fields, listIds, isBlocked }: ImportContact,
  row: StoredImportRow,
  { facts, waiting }: { readonly facts: UndoFacts; readonly waiting: ReadonlyMap<number, WaitingNames> },
): PresentContact {
  const contact: ContactDetails = {
    ...{ id: toContactId(id), phone: toPhoneKey(phone), firstName, lastName, email, company: '', country: null },
    ...{ isBlocked, isFavorite: false, isShared: false, phoneType: null, avatarHref: null, lists: null },
    ...{ userId: null, ownerId: null, tags: null, notes: [] },
    fields:
      fields.length > 0
        ? fields.map((field) => ({ ...field, name: '' }))
        : listFieldIds(row, facts).map((fieldId) => ({ id: fieldId, name: '', value: null })),
  };
  const names = waiting.get(id) ?? new Set<string>();
  return { contact, listIds: listIds.map(toListId), waiting: names, isBlocked };
}

function listFieldIds({ values }: StoredImportRow, { createdFields }: UndoFacts): readonly number[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const field = toFieldName(name as ImportValueName, createdFields);
    return field?.startsWith('field:') === true && value !== '' ? [Number(field.slice('field:'.length))] : [];
  });
}

/** Someone on the list whom the import did not put there. */
async function hasOthers(
  store: Store,
  rows: ReadonlyMap<number, StoredImportRow>,
  { listId }: UndoFacts,
): Promise<boolean> {
  if (listId === null) return false;
  const members = await store.listMembers({ listId });
  return members.some((id) => !rows.has(id));
}

function toSeconds({ restoredCount, removedCount, deletedCount }: Omit<Explained, 'rows'>): number {
  const together = (deletedCount + removedCount) / UNDO_PACE.together;
  return Math.ceil(SECONDS_AT_END + together + restoredCount / UNDO_PACE.single);
}
