/** What is known of an import beside its rows, and what its columns mean the next time. */
import type { ColumnChoice } from '#shared/domain/imports.ts';
import type { ImportMemory, ImportPlan } from '../api/imports.ts';
import { toFolded } from '../core/fold.ts';
import type { WriteDb } from '../open.ts';
import { parseMemory, parsePlan } from '../rows/import-row.ts';

const FIND = 'SELECT plan, memory FROM imports WHERE id = ? AND is_dropped = 0';
const UNDER_WAY = `
  SELECT id, plan, memory FROM imports WHERE is_dropped = 0 AND state IN ('running', 'waiting', 'paused')`;
const KEEP_COLUMN = `
  INSERT INTO import_columns (header, choice) VALUES (?, ?) ON CONFLICT (header) DO UPDATE SET choice = excluded.choice`;

/** What is absent stays. */
export function mergeMemory(owned: WriteDb, importId: number, memory: Partial<ImportMemory>): void {
  const row = owned.get<{ plan: string; memory: string }>(FIND, [importId]);
  if (row === undefined) return;
  const merged = { ...parseMemory(row.memory), ...memory };
  owned.run('UPDATE imports SET memory = ? WHERE id = ?', [JSON.stringify(merged), importId]);
  if (memory.createdFields !== undefined) rememberColumns(owned, parsePlan(row.plan), memory.createdFields);
}

/**
 * The rows are those of an earlier moment: a list and fields that are still to be created may be there by now, and are
 * looked for before they are created. Contacts that are imported or changed once more stay as they are.
 */
export function distrustImports(owned: WriteDb): void {
  for (const { id, plan, memory } of owned.all<{ id: number; plan: string; memory: string }>(UNDER_WAY)) {
    const { target, choices } = parsePlan(plan);
    const known = parseMemory(memory);
    const isNewList = target.kind === 'new-list' && known.listId === null && known.lastListIdBefore !== null;
    const names = choices.flatMap((choice) => (choice?.kind === 'new-field' ? [choice.name] : []));
    mergeMemory(owned, id, {
      isCreatingList: isNewList || known.isCreatingList,
      creatingFields: [...new Set(names)].filter((name) => !Object.hasOwn(known.createdFields, name)),
    });
  }
}

/**
 * Keeps what the columns of a file mean: of doubled headers what the first says. A field that was created is meant by its
 * id the next time.
 */
export function rememberColumns(
  owned: WriteDb,
  { headers, choices }: Pick<ImportPlan, 'headers' | 'choices'>,
  createdFields: ImportMemory['createdFields'] = {},
): void {
  const meant = new Map<string, ColumnChoice>();
  for (const [index, given] of headers.entries()) {
    const header = toFolded(given);
    const choice = choices[index];
    if (header !== '' && choice != null && !meant.has(header)) meant.set(header, withId(choice, createdFields));
  }
  for (const [header, choice] of meant) owned.run(KEEP_COLUMN, [header, JSON.stringify(choice)]);
}

function withId(choice: ColumnChoice, createdFields: ImportMemory['createdFields']): ColumnChoice {
  if (choice.kind !== 'new-field' || !Object.hasOwn(createdFields, choice.name)) return choice;
  const fieldId = createdFields[choice.name];
  return fieldId === undefined ? choice : { kind: 'field', fieldId };
}
