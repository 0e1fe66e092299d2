import { refuseMissing } from '../refusal.ts';
import type { Table } from '../state/table.ts';
import type { Call } from './call.ts';

/** The row that the path's `{id}` names. Throws the 404 when there is none. */
export function getRow<T extends { readonly id: number }>(table: Table<T>, { params }: Call): T {
  const text = params['id'] ?? '';
  const row = /^\d{1,15}$/.test(text) ? table.find(Number(text)) : undefined;
  if (row === undefined) throw refuseMissing();
  return row;
}
