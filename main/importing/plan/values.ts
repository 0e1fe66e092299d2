/** What the cells of a row become: names, e-mail address, custom fields. */
import { isPossibleEmail } from '#shared/domain/email-address.ts';
import type { ColumnChoice, ImportContact, ImportedChange, ImportValueName } from '#shared/domain/imports.ts';

/** As much as the service keeps of a name or an address. */
export const LONGEST_VALUE = 255;

/** What people write into a cell that has no value. */
const NOTHING = /^(?:[\s\p{P}\p{S}]*|n\.?\s?\/?\s?a\.?|none|null|nil|nan|unknown|undefined)$/iu;

export function saysNothing(text: string): boolean {
  return NOTHING.test(text);
}

/** The columns that have values, by what they hold. */
export interface ValueColumns {
  readonly phone: number | null;
  readonly fullName: number | null;
  readonly values: readonly { readonly name: ImportValueName; readonly column: number }[];
}

/** Where two columns have the same choice, the first one counts. */
export function toValueColumns(choices: readonly (ColumnChoice | null)[]): ValueColumns {
  let phone: number | null = null;
  let fullName: number | null = null;
  const values = new Map<ImportValueName, number>();
  choices.forEach((choice, column) => {
    if (choice === null || choice.kind === 'leave-out') return;
    if (choice.kind === 'phone') phone ??= column;
    else if (choice.kind === 'fullName') fullName ??= column;
    else if (!values.has(toValueName(choice))) values.set(toValueName(choice), column);
  });
  return { phone, fullName, values: [...values].map(([name, column]) => ({ name, column })) };
}

type ValueChoice = Exclude<ColumnChoice, { readonly kind: 'field' | 'new-field' }>['kind'];

function toValueName(choice: ColumnChoice): ImportValueName {
  if (choice.kind === 'field') return `field:${choice.fieldId}`;
  if (choice.kind === 'new-field') return `new:${choice.name}`;
  return choice.kind as Extract<ValueChoice, ImportValueName>;
}

/** Before what would be a formula an apostrophe makes it text: exports write it, ours too (CSV-2 of `services/files/csv.ts`). */
const SHIELD = /^'(?=[\t\r\n]|[\s\p{Cf}]*[=+\-@|%＝＋－＠])/u;

/** One line without signs that cannot be seen, and without space around it. */
export function toValue(cell: string): string {
  const text = cell.startsWith("'") ? cell.replace(SHIELD, '') : cell;
  if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text)) return text;
  return text
    .replace(/[\r\n\t\v\f\u0085\u2028\u2029]+/g, ' ')
    .replace(/[\p{Cc}\ufeff\u200b\u2060]/gu, '')
    .trim();
}

export interface SplitName {
  readonly firstName: string;
  readonly lastName: string;
}

/** `Last, First`; else the last word is the last name. A single word is a first name. */
export function splitFullName(text: string): SplitName {
  const name = toValue(text);
  const comma = name.indexOf(',');
  if (comma > 0) {
    const [lastName, firstName] = [name.slice(0, comma).trim(), name.slice(comma + 1).trim()];
    return firstName === '' ? { firstName: lastName, lastName: '' } : { firstName, lastName };
  }
  const space = name.search(/\s\S+$/);
  return space < 0
    ? { firstName: name, lastName: '' }
    : { firstName: name.slice(0, space).trimEnd(), lastName: name.slice(space + 1) };
}

/** What the row's cells say, empty ones too: '' where a cell is empty. Absent: the file says nothing about it. */
export type RowValues = ReadonlyMap<ImportValueName, string>;

/** @param cell the text of a column, as it is or was repaired */
export function toRowValues(columns: ValueColumns, cell: (column: number) => string): RowValues {
  const values = new Map<ImportValueName, string>();
  for (const { name, column } of columns.values) {
    const value = toValue(cell(column));
    values.set(name, name === 'email' && saysNothing(value) ? '' : value);
  }
  if (columns.fullName === null) return values;
  const split = splitFullName(cell(columns.fullName));
  const isEmpty = split.firstName === '';
  // A single word says nothing about the last name. What has a column of its own counts more than a part.
  for (const name of ['firstName', 'lastName'] as const) {
    if ((values.get(name) ?? '') === '' && (split[name] !== '' || isEmpty)) values.set(name, split[name]);
  }
  return values;
}

/** Whether a name or the address is longer than the service keeps. */
export function isTooLong(values: RowValues): boolean {
  return (['firstName', 'lastName', 'email'] as const).some((name) => (values.get(name)?.length ?? 0) > LONGEST_VALUE);
}

/** Whether a text is certainly no e-mail address. The service would refuse a contact with it. */
export function isWrongEmail(email: string): boolean {
  return email !== '' && !isPossibleEmail(email);
}

/** `keepsWhatIsEmpty`: an empty cell changes nothing. `isSplit`: the names were one cell, so that another split is no change. */
export function listChanges(
  contact: ImportContact,
  values: RowValues,
  { keepsWhatIsEmpty, isSplit }: { readonly keepsWhatIsEmpty: boolean; readonly isSplit: boolean },
): readonly ImportedChange[] {
  const changes: ImportedChange[] = [];
  const hasSameName = isSplit && isSameName(contact, values);
  for (const [name, value] of values) {
    if (value === '' && keepsWhatIsEmpty) continue;
    if (hasSameName && (name === 'firstName' || name === 'lastName')) continue;
    const old = findValue(contact, name);
    if (!isSame(old, value)) changes.push({ name, old, value });
  }
  return changes;
}

function findValue(contact: ImportContact, name: ImportValueName): string {
  if (name === 'firstName' || name === 'lastName' || name === 'email') return contact[name];
  if (!name.startsWith('field:')) return '';
  const id = Number(name.slice('field:'.length));
  return contact.fields.find((field) => field.id === id)?.value ?? '';
}

const isSame = (one: string, other: string): boolean =>
  one === other || toValue(one).normalize('NFC') === other.normalize('NFC');

/** The contact's names make the same full name: they may have been split elsewhere. */
function isSameName(contact: ImportContact, values: RowValues): boolean {
  const [firstName = '', lastName = ''] = [values.get('firstName'), values.get('lastName')];
  if (firstName === '' || lastName === '') return false;
  return isSame(`${contact.firstName} ${contact.lastName}`, `${firstName} ${lastName}`);
}
