/** What the contacts of the main in memory do with one row. */
import type { ContactRow } from '#shared/contract/index.ts';

export function isContact({ contactId }: ContactRow): boolean {
  return contactId !== null;
}

export function isOn({ lists }: ContactRow, listId: number): boolean {
  return lists.some(({ id }) => id === listId);
}

export function isNamed(row: ContactRow, text: string): boolean {
  const digits = text.replaceAll(/\D/g, '');
  const isInName = `${row.name} ${row.company} ${row.email}`.toLowerCase().includes(text.toLowerCase());
  return isInName || (digits !== '' && row.phone.includes(digits));
}

export function toValue(row: ContactRow, column: string): string | number {
  if (column === 'lastText') return row.lastTextAt ?? 0;
  if (column === 'unsubscribedAt') return row.unsubscribedAt ?? 0;
  if (column === 'lists') return row.lists.map(({ name }) => name).join();
  if (column.startsWith('field:')) return row.fields.find(({ id }) => column === `field:${String(id)}`)?.value ?? '';
  return row[column as 'name' | 'phone' | 'email' | 'company' | 'country'] ?? '';
}

export function compare(one: string | number, other: string | number): number {
  return typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other));
}

export function editRow(row: ContactRow, field: string, value: string): ContactRow {
  const [first = '', ...others] = row.name.split(' ');
  if (field === 'firstName') return { ...row, name: [value, ...others].join(' ').trim() };
  if (field === 'lastName') return { ...row, name: `${first} ${value}`.trim() };
  if (field === 'isFavorite') return { ...row, isFavorite: value === 'true' };
  if (!field.startsWith('field:')) return { ...row, [field]: value };
  const id = Number(field.slice('field:'.length));
  const rest = row.fields.filter((own) => own.id !== id);
  return { ...row, fields: value === '' ? rest : [...rest, { id, value }] };
}
