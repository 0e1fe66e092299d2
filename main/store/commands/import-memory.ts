/** What is known of an import beside its rows, and what its columns mean the next time. */
import type { ColumnChoice } from '#shared/domain/imports.ts';
import type { ImportMemory, ImportPlan } from '../api/imports.ts';
import { toFolded } from '../core/fold.ts';
import type { WriteDb } from '../open.ts';
import { IMPORT_COLUMNS, parseChoice, parseMemory, parsePlan, toStoredImport } from '../rows/import-row.ts';
import type { ImportColumns } from '../rows/import-row.ts';

const FIND = 'SELECT plan, memory FROM imports WHERE id = ? AND is_dropped = 0';
const UNDER_WAY = `
  SELECT ${IMPORT_COLUMNS} FROM imports WHERE is_dropped = 0 AND state IN ('running', 'waiting', 'paused')`;
const KEEP_COLUMN = `
  INSERT INTO import_columns (header, choice) VALUES (?, ?) ON CONFLICT (header) DO UPDATE SET choice = excluded.choice`;

/** What is absent stays. */
export function mergeMemory(owned: WriteDb, importId: number, memory: Partial<ImportMemory>): void {
  const row = owned.get<{ plan: string; memory: string }>(FIND, [importId]);
  if (row === undefined) return;
  const known = parseMemory(row.memory);
  const merged = JSON.stringify({ ...known, ...memory });
  if (merged === row.memory) return;
  owned.run('UPDATE imports SET memory = ? WHERE id = ?', [merged, importId]);
  const created = Object.entries(memory.createdFields ?? {}).filter(
    ([name]) => !Object.hasOwn(known.createdFields, name),
  );
  if (created.length > 0) rememberCreated(owned, parsePlan(row.plan), new Map(created));
}

/** A field that was created is meant by its id the next time, unless a later file has said otherwise. */
function rememberCreated(owned: WriteDb, { headers }: ImportPlan, created: ReadonlyMap<string, number>): void {
  for (const header of new Set(headers.map(toFolded))) {
    const row = owned.get<{ choice: string }>('SELECT choice FROM import_columns WHERE header = ?', [header]);
    const choice = row === undefined ? undefined : parseChoice(row.choice);
    const fieldId = choice?.kind === 'new-field' ? created.get(choice.name) : undefined;
    if (fieldId !== undefined) keepColumn(owned, header, { kind: 'field', fieldId });
  }
}

/**
 * The rows are those of an earlier moment: a list and fields that are still to be created may be there by now, and are
 * looked for before they are created. Contacts that are imported or changed once more stay as they are.
 */
export function distrustImports(owned: WriteDb): void {
  for (const row of owned.all<ImportColumns>(UNDER_WAY)) {
    const stored = toStoredImport(row, []);
    if (stored === undefined) continue;
    const { plan, memory: known, id } = stored;
    const { target, choices } = plan;
    const isNewList = target.kind === 'new-list' && known.listId === null && known.lastListIdBefore !== null;
    const names = choices.flatMap((choice) => (choice?.kind === 'new-field' ? [choice.name] : []));
    mergeMemory(owned, id, {
      isCreatingList: isNewList || known.isCreatingList,
      creatingFields: [...new Set(names)].filter((name) => !Object.hasOwn(known.createdFields, name)),
    });
  }
}

/** Keeps what the columns of a file mean: of doubled headers what the first says. */
export function rememberColumns(owned: WriteDb, { headers, choices }: ImportPlan): void {
  const meant = new Map<string, ColumnChoice>();
  for (const [index, given] of headers.entries()) {
    const header = toFolded(given);
    const choice = choices[index];
    if (header !== '' && choice != null && !meant.has(header)) meant.set(header, choice);
  }
  for (const [header, choice] of meant) keepColumn(owned, header, choice);
}

function keepColumn(owned: WriteDb, header: string, choice: ColumnChoice): void {
  owned.run(KEEP_COLUMN, [header, JSON.stringify(choice)]);
}
