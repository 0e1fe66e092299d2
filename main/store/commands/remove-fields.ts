import { toNameColumns } from '../rows/contact-row.ts';
import type { ContactColumns } from '../rows/contact-row.ts';
import type { WriteContext } from './command.ts';
import { deleteRow } from './upsert.ts';

type Row = Parameters<typeof toNameColumns>[0] & Pick<ContactColumns, 'id'>;

/** Custom fields that are gone, and with them what contacts have in them. */
export function removeFields(context: WriteContext, ids: readonly number[]): void {
  for (const id of ids) {
    if (deleteRow(context.cache, 'custom_fields', id) === undefined) continue;
    context.changes.addPeople();
    removeValues(context, id);
  }
}

function removeValues({ cache, changes }: WriteContext, fieldId: number): void {
  const sql = `
    SELECT id, phone, first_name, last_name, company, email, fields FROM contacts WHERE instr(fields, ?) > 0`;
  for (const row of cache.all<Row>(sql, [`"id":${String(fieldId)},`])) {
    const stored = JSON.parse(row.fields) as readonly { readonly id: number }[];
    const fields = JSON.stringify(stored.filter(({ id }) => id !== fieldId));
    const { sort_name: name, search_text: text } = toNameColumns({ ...row, fields });
    const values = [fields, name, text, row.id];
    cache.run('UPDATE contacts SET fields = ?, sort_name = ?, search_text = ? WHERE id = ?', values);
    changes.addContact(row.id);
  }
}
