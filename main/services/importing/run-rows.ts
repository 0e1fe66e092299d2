/** Rows of a run for the page: those that were not imported, and those whose contacts an undo left as they are. */
import { toNotFound } from '#main/services/refusals.ts';
import type { ImportPlan, StoredImportRow } from '#main/store/api/imports.ts';
import type { Store } from '#main/store/api.ts';
import type { ContactRow, RequestInput, RequestOutput } from '#shared/contract/index.ts';
import type { RunRowView } from '#shared/contract/importing.ts';
import { toDisplayName } from '#shared/domain/names.ts';
import { findCell, REJECTED } from './rejected-rows.ts';

const KEPT = { undo: ['kept'] } as const;

/** Rejects with `not-found`, `disk`. */
export async function listRunRows(
  store: Pick<Store, 'findImport' | 'listContactRows' | 'pageImportRows'>,
  { importId, kind, start, limit }: RequestInput<'imports.listRunRows'>,
): Promise<RequestOutput<'imports.listRunRows'>> {
  const stored = await store.findImport({ importId });
  if (stored === null) throw toNotFound('import');
  const filter = kind === 'rejected' ? REJECTED : KEPT;
  const { count, rows } = await store.pageImportRows({ importId, filter, start, limit });
  if (kind === 'rejected') return { count, rows: rows.map((row) => toRejected(row, stored.plan)) };
  const ids = rows.flatMap(({ contactId }) => contactId ?? []);
  const contacts = ids.length === 0 ? [] : await store.listContactRows({ scope: { kind: 'all' }, ids });
  const byId = new Map(contacts.flatMap((contact) => (contact === null ? [] : [[contact.id as number, contact]])));
  return { count, rows: rows.map((row) => toKept(row, byId.get(row.contactId ?? 0))) };
}

function toRejected(row: StoredImportRow, plan: ImportPlan): RunRowView {
  return {
    ...{ line: row.line, name: toName(row, plan), cells: [...row.cells], contactId: row.contactId },
    phone: findCell(row, plan, 'phone') || toPlus(row.phone),
    ...{ reason: row.reason, foundBy: row.foundBy },
  };
}

function toName(row: StoredImportRow, plan: ImportPlan): string {
  const cell = (kind: 'firstName' | 'lastName' | 'fullName'): string => findCell(row, plan, kind);
  const { firstName = cell('firstName'), lastName = cell('lastName') } = row.values;
  return toDisplayName({ firstName, lastName, company: '' }) || cell('fullName');
}

/** As the contact is called now: the row keeps only what the import wrote. */
function toKept(
  { line, phone, contactId, values, state, reason }: StoredImportRow,
  contact: ContactRow | undefined,
): RunRowView {
  const { firstName = '', lastName = '' } = values;
  const name = contact?.name ?? toDisplayName({ firstName, lastName, company: '' });
  return {
    ...{ line, name, phone: toPlus(contact?.phone ?? phone), cells: [], contactId },
    // A row that the service refused has the reason of that.
    ...{ reason: state === 'refused' ? null : reason, foundBy: 'app' },
  };
}

const toPlus = (phone: string): string => (phone === '' ? '' : `+${phone}`);
