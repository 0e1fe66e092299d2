/** A table of contacts as a file (CSV-1 … 3 of `files/csv.ts`). */
import { toIsoInstant, toNumberText, toText, writeTable, type Cell, type Column } from '#main/services/files/csv.ts';
import type { Services } from '#main/services/services.ts';
import type { Store } from '#main/store/api.ts';
import type { ContactRow, ContactScope, RequestInput, RequestOutput } from '#shared/contract/index.ts';

/** Rows that are read at a time. */
const PAGE_ROWS = 200;

/** In the order of the table, however many they are: memory holds one page. Throws `disk`. */
export async function exportContacts(
  { session, files, now }: Services,
  { query, ids, columns }: RequestInput<'contacts.export'>,
): Promise<RequestOutput<'contacts.export'>> {
  const { store } = session.getAccount();
  const counted = { rows: 0 };
  const wanted = ids ?? (await store.listContactIds({ query }));
  const rows = readRows(store, query.scope, { ids: wanted, counted });
  const name = `switchboard-contacts-${toIsoInstant(now()).slice(0, 10)}.csv`;
  const cells = columns.map(({ column, title }): Column<ContactRow> => [title, (row) => toCell(row, column)]);
  const { handle } = await files.write({ name, mimeType: 'text/csv' }, writeTable(cells, rows));
  return { handle, name, rows: counted.rows };
}

async function* readRows(
  store: Pick<Store, 'listContactRows'>,
  scope: ContactScope,
  { ids, counted }: { readonly ids: readonly number[]; readonly counted: { rows: number } },
): AsyncGenerator<readonly ContactRow[]> {
  for (let done = 0; done < ids.length; done += PAGE_ROWS) {
    const rows = await store.listContactRows({ scope, ids: ids.slice(done, done + PAGE_ROWS) });
    const here = rows.filter((row) => row !== null);
    counted.rows += here.length;
    yield here;
  }
}

function toCell(row: ContactRow, column: string): Cell {
  switch (column) {
    case 'name':
    case 'email':
    case 'company':
      return toText(row[column]);
    case 'phone':
      return toNumberText(row.phone);
    case 'country':
      return toText(row.country ?? '');
    case 'lists':
      return toText(row.lists.map(({ name }) => name).join('; '));
    case 'lastText':
      return toInstant(row.lastTextAt);
    case 'unsubscribedAt':
      return toInstant(row.unsubscribedAt);
    default: {
      const fieldId = Number(column.slice('field:'.length));
      return toText(row.fields.find(({ id }) => id === fieldId)?.value ?? '');
    }
  }
}

function toInstant(at: number | null): Cell {
  return at === null ? null : toIsoInstant(at);
}
