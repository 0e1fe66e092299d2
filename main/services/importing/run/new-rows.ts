/** Step `new`: contacts that the service does not have go in batches to its import. */
import type { StoredImportRow } from '#main/store/api/imports.ts';
import { toDetail } from '#main/sync/core/people-changes.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import type { AppError } from '#shared/domain/app-error.ts';
import { countCharacters, toBatchFile } from './batch-file.ts';
import type { BatchRow } from './batch-file.ts';
import { toExtraListName } from './extra-lists.ts';
import { toKnownValues } from './fields.ts';
import { recheckNewcomers, recheckNewRows } from './recheck.ts';
import { ROWS_AT_ONCE, RunRefused } from './run-work.ts';
import type { RunWork } from './run-work.ts';
import { settleBatch } from './settle.ts';

/** Well below the 10 MB of one file, in whatever script. */
const MOST_CHARACTERS = 1_000_000;
const PLANNED = { verdicts: ['new'], states: ['planned'] } as const;

type Row = StoredImportRow & BatchRow;

export async function importNewRows(work: RunWork): Promise<void> {
  if (work.memory.batch !== null) await settleBatch(work);
  if (work.isStopped) return;
  if (work.notes.newestContactId === null) await recheckNewRows(work);
  for (;;) {
    work.throwIfHalted();
    if ((await work.listRows(PLANNED, 1)).length === 0) return;
    await recheckNewcomers(work);
    const rows = await planBatch(work);
    if (rows.length === 0) continue;
    if (await sendBatch(work, rows)) await settleBatch(work);
    work.advanced();
  }
}

async function planBatch(work: RunWork): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let characters = 0;
  for (const row of await work.listRows(PLANNED, ROWS_AT_ONCE)) {
    const known = { ...row, values: await toKnownValues(work, row.values) };
    characters += countCharacters(known);
    if (rows.length > 0 && characters > MOST_CHARACTERS) break;
    rows.push(known);
  }
  return rows;
}

/** False: the service surely did not take it, and why is written down. */
async function sendBatch(work: RunWork, rows: readonly Row[]): Promise<boolean> {
  const number = work.memory.batchCount + 1;
  const batch = { number, importId: null, leftAt: work.parts.now() };
  // First: what has left is never forgotten.
  await work.changeRows(
    rows.map(({ line, values }) => ({ line, values, state: 'leaving', batch: number })),
    { batch, batchCount: number },
  );
  try {
    const importId = await upload(work, rows, number);
    await work.remember({ batch: { ...batch, importId } });
    return true;
  } catch (error) {
    if (!isAppError(error)) throw error;
    // Whether it is at the service is found out there.
    if (error.outcome === 'unknown') {
      work.throwIfHalted();
      return true;
    }
    await takeBack(work, rows, error);
    return false;
  }
}

async function upload(work: RunWork, rows: readonly Row[], number: number): Promise<number | null> {
  const listIds = [work.getListId()];
  const { options } = work.stored.plan;
  const query = { ...toBatchFile(rows), excludesLandlines: options.leavesOutLandlines, excludesFirstRow: false };
  const withName = { listName: toExtraListName(work.stored, number), listIds };
  if (!work.notes.needsListName) {
    try {
      const target = { listIds };
      return (await work.write((service, call) => service.importContacts({ ...query, target }, call))).importId;
    } catch (error) {
      if (!isAppError(error, 'validation') || !wantsListName(error)) throw error;
      work.notes.needsListName = true;
    }
  }
  return (await work.write((service, call) => service.importContacts({ ...query, target: withName }, call))).importId;
}

/** A service of the specification's shape has no import without the name of a new list. */
function wantsListName({ fields }: AppError): boolean {
  return Object.keys(fields).length === 0 || Object.hasOwn(fields, 'listName');
}

/** Rows of a batch that was refused are refused with it; else they wait to leave again. */
async function takeBack(work: RunWork, rows: readonly Row[], error: AppError): Promise<void> {
  const isRefused = error.code === 'validation';
  const reason = { code: 'refused', detail: toDetail(error) } as const;
  await work.changeRows(
    rows.map(({ line }) =>
      isRefused ? { line, state: 'refused', reason, foundBy: 'service' } : { line, state: 'planned', batch: null },
    ),
    { batch: null },
  );
  if (error.code === 'forbidden' || error.code === 'not-found') throw new RunRefused(error);
  if (!isRefused) throw error;
}
