/** Keeps imports. They are owned: the service does not tell what was there before, and an import goes on after a restart. */
import { toRowCounts } from '../queries/import-counts.ts';
import { NO_MEMORY } from '../rows/import-row.ts';
import type { WriteDb } from '../open.ts';
import type { OwnedCommand } from './command.ts';
import { mergeMemory, rememberColumns } from './import-memory.ts';
import { MOST_ROWS, countRows, deleteRows, done } from './import-rows.ts';

const KNOWN = 'SELECT id FROM imports WHERE request_id = ? AND is_dropped = 0';
const CREATE = `
  INSERT INTO imports (request_id, started_at, state, step, plan, memory) VALUES (?, ?, 'planning', 'list', ?, ?)`;
const SAVE = `
  UPDATE imports SET state = coalesce(?, state), step = coalesce(?, step), finished_at = coalesce(?, finished_at)
  WHERE id = ? AND is_dropped = 0`;
const DROP = `UPDATE imports SET is_dropped = 1 WHERE id = ? AND state = 'planning'`;
/** Over, and nothing goes on about them: an undo that is under way needs its rows. */
const EXPIRED = `
  SELECT id FROM imports WHERE gone_counts IS NULL AND is_dropped = 0 AND state IN ('stopped', 'finished', 'undone')
    AND coalesce(finished_at, started_at) < ?`;
const EXPIRE = 'UPDATE imports SET gone_counts = ? WHERE id = ?';
const WITHOUT_ROWS = 'SELECT id, is_dropped FROM imports WHERE gone_counts IS NOT NULL OR is_dropped = 1 ORDER BY id';

export const createImport: OwnedCommand<'createImport'> = {
  file: 'owned',
  own: ({ owned }, { requestId, plan, at }) => {
    const known = owned.get<{ id: number }>(KNOWN, [requestId]);
    if (known !== undefined) return done({ importId: known.id, isNew: false });
    rememberColumns(owned, plan);
    const { lastId } = owned.run(CREATE, [requestId, at, JSON.stringify(plan), JSON.stringify(NO_MEMORY)]);
    return done({ importId: lastId, isNew: true });
  },
};

export const saveImport: OwnedCommand<'saveImport'> = {
  file: 'owned',
  own: ({ owned }, { importId, state, step, finishedAt, memory }) => {
    owned.run(SAVE, [state ?? null, step ?? null, finishedAt ?? null, importId]);
    if (memory !== undefined) mergeMemory(owned, importId, memory);
    return done(undefined);
  },
};

/** Its rows go at once, or with `expireImports` where they are many. */
export const dropImport: OwnedCommand<'dropImport'> = {
  file: 'owned',
  own: ({ owned }, { importId }) => {
    if (owned.run(DROP, [importId]).changes > 0) {
      owned.run('DELETE FROM import_row_counts WHERE import_id = ?', [importId]);
      deleteRowsWithout(owned, MOST_ROWS);
    }
    return done(undefined);
  },
};

export const expireImports: OwnedCommand<'expireImports'> = {
  file: 'owned',
  own: ({ owned }, { beforeAt }) => {
    for (const { id } of owned.all<{ id: number }>(EXPIRED, [beforeAt])) {
      owned.run(EXPIRE, [JSON.stringify(toRowCounts(owned, id)), id]);
      owned.run('DELETE FROM import_row_counts WHERE import_id = ?', [id]);
    }
    return done({ leftCount: deleteRowsWithout(owned, MOST_ROWS) });
  },
};

/** Deletes rows of imports that are not to have any; how many are left. */
function deleteRowsWithout(owned: WriteDb, most: number): number {
  let limit = most;
  let leftCount = 0;
  for (const { id, is_dropped: isDropped } of owned.all<{ id: number; is_dropped: number }>(WITHOUT_ROWS)) {
    if (limit > 0) limit -= deleteRows(owned, id, limit);
    const left = limit > 0 ? 0 : countRows(owned, id);
    leftCount += left;
    if (left === 0 && isDropped === 1) owned.run('DELETE FROM imports WHERE id = ?', [id]);
  }
  return leftCount;
}
