import { refuseMissing } from '../refusal.ts';
import type { Table } from '../state/table.ts';
import type { Call } from './call.ts';

/**
 * The rows that a bulk action is about (specification, "Bulk-action parameter pattern"): all of `everything`, or those
 * that `ids` names; ids that nothing has are passed over. Neither given is a 400.
 */
export function listChosen<T extends { readonly id: number }>(
  { body }: Call,
  table: Table<T>,
  everything: () => readonly T[],
): readonly T[] {
  const all = body.flag('all', false);
  const ids = body.ids('ids');
  if (!all && !body.has('ids')) body.reject('ids', 'This value should not be blank.');
  body.check();
  if (all) return everything();
  return [...new Set(ids)].flatMap((id) => table.find(id) ?? []);
}

/** The same, where a 404 says that none of those named is there. */
export function getChosen<T extends { readonly id: number }>(
  call: Call,
  table: Table<T>,
  everything: () => readonly T[],
): readonly T[] {
  const chosen = listChosen(call, table, everything);
  if (chosen.length === 0 && !call.body.flag('all', false)) throw refuseMissing();
  return chosen;
}
