/**
 * A later import has written over what the undone one had written: the value stays, and what was there before both is what
 * the undo of the later one puts back.
 */
import type { ImportSnapshot, StoredImport, StoredImportRow } from '#main/store/api/imports.ts';
import type { ImportValueName } from '#shared/domain/imports.ts';
import type { UndoContext } from './context.ts';
import { isSame, toFieldName } from './plan.ts';

/** Of a row that changed a contact, and whose values were changed since. */
export async function handOver({ parts, importId, facts }: UndoContext, row: StoredImportRow): Promise<void> {
  const { store } = parts;
  const later = (await store.listImports({})).filter((one) => one.id > importId && canBeUndone(one));
  for (const { id } of later) {
    const rows = await store.listImportRowsByPhone({ importId: id, phones: [row.phone] });
    const changes = rows.flatMap(({ line, contactId, undo, before }) => {
      if (contactId !== row.contactId || undo !== 'none' || before === null) return [];
      const handed = toHanded(row, before, facts.createdFields);
      return handed === null ? [] : [{ line, before: handed }];
    });
    if (changes.length > 0) await store.changeImportRows({ importId: id, changes });
  }
}

const canBeUndone = ({ hasRows, memory }: StoredImport): boolean => hasRows && memory.undoneAt === null;

/** Null: what was there before the later one is not what this one has written. */
function toHanded(
  row: StoredImportRow,
  later: ImportSnapshot,
  createdFields: Readonly<Record<string, number>>,
): ImportSnapshot | null {
  const values: Partial<Record<ImportValueName, string>> = { ...later.values };
  let isHanded = false;
  for (const [key, written = ''] of Object.entries(row.values)) {
    const name = toFieldName(key as ImportValueName, createdFields) as ImportValueName | null;
    const old = row.before?.values[key as ImportValueName];
    const known = name === null ? undefined : later.values[name];
    if (name === null || old === undefined || known === undefined || !isSame(name, known, written)) continue;
    values[name] = old;
    isHanded = true;
  }
  return isHanded ? { ...later, values } : null;
}
