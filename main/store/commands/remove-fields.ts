import { parseFields } from '../json.ts';
import { toNameColumns } from '../rows/contact-row.ts';
import type { ContactRowColumns } from '../rows/contact-row.ts';
import type { WriteContext } from './command.ts';
import { refreshPeople } from './people.ts';
import { editServiceContact, showContacts } from './service-contacts.ts';
import { deleteRow } from './upsert.ts';

/** Custom fields that are gone, and with them what contacts have in them. */
export function removeFields(context: WriteContext, ids: readonly number[]): void {
  for (const id of ids) {
    if (deleteRow(context.cache, 'custom_fields', id) === undefined) continue;
    context.changes.addPeople();
    removeValues(context, id);
  }
}

function removeValues(context: WriteContext, fieldId: number): void {
  const { cache, changes } = context;
  const key = `"id":${String(fieldId)},`;
  const phones = new Set<string>();
  for (const row of cache.all<ContactRowColumns>('SELECT * FROM contacts WHERE instr(fields, ?) > 0', [key])) {
    const { fields, sort_name: name, search_text: text } = withoutField(row, fieldId);
    const sql = 'UPDATE contacts SET fields = ?, sort_name = ?, search_text = ? WHERE id = ?';
    cache.run(sql, [fields, name, text, row.id]);
    changes.addContact(row.id);
    phones.add(row.phone);
  }
  refreshPeople(context, phones);
  const waiting = cache.all<{ id: number }>('SELECT contact_id AS id FROM service_contacts').map(({ id }) => id);
  for (const id of waiting) {
    editServiceContact(context, id, ({ contact }) => ({ contact: contact && withoutField(contact, fieldId) }));
  }
  showContacts(context, waiting);
}

function withoutField(row: ContactRowColumns, fieldId: number): ContactRowColumns {
  const fields = JSON.stringify(parseFields(row.fields).filter(({ id }) => id !== fieldId));
  return { ...row, fields, ...toNameColumns({ ...row, fields }) };
}
