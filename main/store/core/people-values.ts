/** Values that the user edits, read from rows and written into them, in the text form of `PeopleChange`. */
import { CONTACT_FIELDS, parseTagsText, toTagsText } from '#shared/domain/people-changes.ts';
import type { ContactFieldName, ListFieldName } from '#shared/domain/people-changes.ts';
import { parseFields } from '../json.ts';
import type { ContactRowColumns, ListRowColumns } from '../rows/contact-row.ts';

type UsualField = (typeof CONTACT_FIELDS)[number];

const CONTACT_COLUMNS = {
  firstName: 'first_name',
  lastName: 'last_name',
  company: 'company',
  email: 'email',
  phone: 'phone',
} as const;
const LIST_COLUMNS = { isFavorite: 'is_favorite', isShared: 'is_shared', isDefault: 'is_default' } as const;

export function toContactText(row: ContactRowColumns, field: ContactFieldName): string {
  if (!isUsual(field)) return parseFields(row.fields).find(({ id }) => id === toFieldId(field))?.value ?? '';
  if (field === 'isFavorite') return toFlagText(row.is_favorite);
  if (field === 'phoneType') return row.phone_type ?? '';
  if (field === 'tags') return toTagsText(parseTagsText(row.tags ?? '') ?? []);
  if (field === 'ownerId') return row.owner_id === null ? '' : String(row.owner_id);
  return row[CONTACT_COLUMNS[field]];
}

/** `nameOf`: what the account calls a custom field. What follows from the values is the caller's to work out. */
export function withContactText(
  row: ContactRowColumns,
  edit: { readonly field: ContactFieldName; readonly value: string },
  nameOf: (fieldId: number) => string,
): ContactRowColumns {
  const { field, value } = edit;
  if (!isUsual(field)) return { ...row, fields: withFieldText(row.fields, { id: toFieldId(field), value }, nameOf) };
  if (field === 'isFavorite') return { ...row, is_favorite: toFlag(value) };
  if (field === 'phoneType') return { ...row, phone_type: value === '' ? null : value };
  if (field === 'tags') return { ...row, tags: value === '' ? '[]' : value };
  if (field === 'ownerId') return { ...row, owner_id: value === '' ? null : Number(value) };
  return { ...row, [CONTACT_COLUMNS[field]]: value };
}

function withFieldText(
  json: string,
  { id, value }: { readonly id: number; readonly value: string },
  nameOf: (fieldId: number) => string,
): string {
  const fields = parseFields(json);
  const known = fields.find((field) => field.id === id);
  const others = fields.map((field) => (field.id === id ? { ...field, value } : field));
  return JSON.stringify(known === undefined ? [...fields, { id, name: nameOf(id), value }] : others);
}

const isUsual = (field: ContactFieldName): field is UsualField => CONTACT_FIELDS.some((name) => name === field);
const toFieldId = (field: string): number => Number(field.slice('field:'.length));

export function toListText(row: ListRowColumns, field: ListFieldName): string {
  return field === 'name' ? row.name : toFlagText(row[LIST_COLUMNS[field]]);
}

export function withListText(
  row: ListRowColumns,
  { field, value }: { readonly field: ListFieldName; readonly value: string },
): ListRowColumns {
  return field === 'name' ? { ...row, name: value } : { ...row, [LIST_COLUMNS[field]]: toFlag(value) };
}

const toFlagText = (flag: number): string => String(flag === 1);
const toFlag = (value: string): number => Number(value === 'true');
