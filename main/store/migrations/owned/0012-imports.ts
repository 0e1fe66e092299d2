import type { Migration } from '../../migrate.ts';

/**
 * Imports of contacts, their rows, and what columns meant the last time. `plan`, `memory`: JSON. AUTOINCREMENT: the id of
 * an import that is gone never comes back, and no row of it becomes one of another import. `gone_counts`: how many rows of
 * each kind there were when they were deleted, as JSON; null as long as they are here. `is_dropped`: given up before
 * anything left; shown nowhere, its rows are still to be deleted.
 *
 * The key of a row is its import and its line in one number: rows of an import stand in the order of the file, and every
 * index ends with that order. (A table without row ids would put rows of this length, with all their cells, on overflow
 * pages, and a rescue walks row ids.) `written`: the values that the import writes · `cells`: null once they were dropped.
 * `import_row_counts` says how many rows of an import are of each kind; a command that writes rows keeps it right in the same
 * transaction.
 */
export const imports: Migration = {
  id: 12,
  name: '0012-imports',
  up: (db) => {
    db.exec(`
      CREATE TABLE imports (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        request_id TEXT NOT NULL,
        started_at INTEGER NOT NULL,
        finished_at INTEGER,
        state TEXT NOT NULL CHECK (state IN ('planning', 'running', 'waiting', 'paused', 'stopped', 'finished', 'undoing',
          'undo-waiting', 'undo-paused', 'undone')),
        step TEXT NOT NULL CHECK (step IN ('list', 'new', 'changed', 'members', 'counting', 'undo-check', 'undo-contacts',
          'undo-list', 'done')),
        plan TEXT NOT NULL,
        memory TEXT NOT NULL,
        gone_counts TEXT,
        is_dropped INTEGER NOT NULL DEFAULT 0
      ) STRICT;
      CREATE UNIQUE INDEX imports_by_request ON imports (request_id) WHERE is_dropped = 0;

      CREATE TABLE import_rows (
        key INTEGER PRIMARY KEY CHECK (key = import_id * 4294967296 + line),
        import_id INTEGER NOT NULL,
        line INTEGER NOT NULL CHECK (line BETWEEN 1 AND 4294967295),
        verdict TEXT NOT NULL CHECK (verdict IN ('new', 'update', 'unchanged', 'duplicate', 'lost-digits', 'invalid',
          'read-only', 'landline', 'left-out')),
        state TEXT NOT NULL CHECK (state IN ('planned', 'leaving', 'done', 'refused', 'skipped')),
        undo TEXT NOT NULL DEFAULT 'none' CHECK (undo IN ('none', 'undone', 'kept')),
        found_by TEXT NOT NULL DEFAULT 'app' CHECK (found_by IN ('app', 'service')),
        phone TEXT NOT NULL,
        contact_id INTEGER,
        is_on_list INTEGER NOT NULL,
        batch INTEGER,
        reason TEXT,
        written TEXT NOT NULL,
        before TEXT,
        cells TEXT
      ) STRICT;
      CREATE INDEX import_rows_by_kind ON import_rows (import_id, verdict, state, undo);
      CREATE INDEX import_rows_by_phone ON import_rows (import_id, phone) WHERE phone <> '';
      CREATE INDEX import_rows_by_batch ON import_rows (import_id, batch) WHERE batch IS NOT NULL;
      CREATE INDEX import_rows_to_trim ON import_rows (import_id) WHERE state = 'done' AND cells IS NOT NULL;

      CREATE TABLE import_row_counts (
        import_id INTEGER NOT NULL,
        verdict TEXT NOT NULL,
        state TEXT NOT NULL,
        undo TEXT NOT NULL,
        count INTEGER NOT NULL CHECK (count >= 0),
        UNIQUE (import_id, verdict, state, undo)
      ) STRICT;

      CREATE TABLE import_columns (header TEXT PRIMARY KEY, choice TEXT NOT NULL) STRICT;
    `);
  },
};
