/**
 * Takes an import back, as far as nothing was changed since: contacts that it created, values that it changed, who it put on
 * the list, the list and the fields that it made.
 *
 *   undo-check ──► undo-contacts ──► undo-list ──► undone
 *   what was under way has ended      created and put on the list · changed, one by one      lists · fields · what is shown
 *
 * What became of a row is written down as soon as the service has answered; begun anew, an undo goes through the same steps,
 * and asks the service what it has where an answer was lost.
 */
import type { Store } from '#main/store/api.ts';
import type { RequestOutput } from '#shared/contract/index.ts';
import type { RunParts } from './ports.ts';
import { settleBefore } from './undo/before.ts';
import { undoChanged } from './undo/changed.ts';
import { UndoContext } from './undo/context.ts';
import { explain } from './undo/explain.ts';
import { showMembers, undoFields, undoLists } from './undo/lists.ts';
import { undoMembers } from './undo/members.ts';

/**
 * Ends with the run in state `undone`. Rejects with `AppError` where the service cannot be asked now, or the disk failed, and
 * with `cancelled` where the signal ended it: what is done stays done, and another call goes on.
 */
export async function undoImport(parts: RunParts, importId: number, signal: AbortSignal): Promise<void> {
  const stored = await parts.store.findImport({ importId });
  if (stored === null || stored.memory.undoneAt !== null) return;
  const context = new UndoContext(parts, stored, signal);
  await context.begin('undo-check');
  await settleBefore(context);
  await context.begin('undo-contacts');
  await undoMembers(context);
  await undoChanged(context);
  await context.begin('undo-list');
  await undoLists(context);
  await undoFields(context);
  await showMembers(context);
  await parts.store.saveImport({
    ...{ importId, state: 'undone', step: 'done' },
    memory: { undoneAt: parts.now(), problem: null },
  });
  parts.tell(importId);
}

/** What it would do, by what is known here. Rejects with `not-found`, `disk`. */
export function explainUndo(
  account: { readonly store: Store },
  importId: number,
): Promise<RequestOutput<'imports.explainUndo'>> {
  return explain(account.store, importId);
}
