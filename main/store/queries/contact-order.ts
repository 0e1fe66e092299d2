/** Puts contacts in the order of a column. What is empty comes last in both directions; ties go by id. */
import type { ContactSort } from '#shared/contract/index.ts';
import { toFolded } from '../core/fold.ts';
import { parseFields } from '../json.ts';
import type { ReadDb } from '../open.ts';
import { listListsOf } from './contact-parts.ts';
import { toFieldParams } from './contact-scopes.ts';

type Key = string | number;

/** What is sorted: a row of the table, with the contact and the number that stand behind it. */
export interface Sorted {
  readonly id: number;
  readonly contactId: number | null;
  readonly phone: string;
  readonly sortName: string;
}

export function toSorted<Row extends Sorted>(db: ReadDb, rows: readonly Row[], sort: ContactSort): Row[] {
  const findKey = toFindKey(db, rows, sort.column);
  const keyed = rows.map((row) => ({ row, key: findKey(row) }));
  const full = keyed.filter((one): one is { row: Row; key: Key } => one.key !== null && one.key !== '');
  const empty = keyed.filter(({ key }) => key === null || key === '');
  const turn = sort.isDescending ? -1 : 1;
  full.sort((one, other) => turn * compare(one.key, other.key) || one.row.id - other.row.id);
  const byPhone = (one: Row, other: Row): number => compare(one.phone, other.phone) || one.id - other.id;
  return [...full.map(({ row }) => row), ...empty.map(({ row }) => row).sort(byPhone)];
}

function compare(one: Key, other: Key): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

type FindKey = (row: Sorted) => Key | null;

const OF_CONTACTS = 'FROM json_each(@ids) AS wanted CROSS JOIN contacts ON contacts.id = wanted.value';
const OF_PHONES = 'FROM json_each(@phones) AS wanted CROSS JOIN';

function toFindKey(db: ReadDb, rows: readonly Sorted[], column: string): FindKey {
  switch (column) {
    case 'name':
      return ({ sortName }) => sortName;
    case 'phone':
      return ({ phone }) => phone;
    case 'email':
    case 'company':
    case 'country':
      return toTextKeys(db, rows, column);
    case 'lists':
      return toListKeys(db, rows);
    case 'lastText':
      return toPhoneKeys(
        db,
        rows,
        `SELECT phone, max(last_at) AS key ${OF_PHONES} chats ON chats.phone = wanted.value GROUP BY phone`,
      );
    case 'unsubscribedAt':
      return toPhoneKeys(
        db,
        rows,
        `SELECT phone, max(unsubscribed_at) AS key ${OF_PHONES} unsubscribers ON unsubscribers.phone = wanted.value GROUP BY phone`,
      );
    default:
      return toFieldKeys(db, rows, Number(column.slice('field:'.length)));
  }
}

const toIds = (rows: readonly Sorted[]): number[] => rows.flatMap(({ contactId }) => contactId ?? []);
const byContact =
  (keys: ReadonlyMap<number, Key>): FindKey =>
  ({ contactId }) =>
    contactId === null ? null : (keys.get(contactId) ?? null);

function toTextKeys(db: ReadDb, rows: readonly Sorted[], column: 'email' | 'company' | 'country'): FindKey {
  const sql = `SELECT contacts.id, contacts.${column} AS key ${OF_CONTACTS} WHERE contacts.${column} <> ''`;
  const found = db.all<{ id: number; key: string }>(sql, { ids: JSON.stringify(toIds(rows)) });
  return byContact(new Map(found.map(({ id, key }) => [id, toFolded(key)])));
}

function toListKeys(db: ReadDb, rows: readonly Sorted[]): FindKey {
  const lists = listListsOf(db, toIds(rows));
  return byContact(new Map([...lists].map(([id, names]) => [id, toFolded(names.map(({ name }) => name).join(', '))])));
}

function toPhoneKeys(db: ReadDb, rows: readonly Sorted[], sql: string): FindKey {
  const phones = JSON.stringify([...new Set(rows.map(({ phone }) => phone))]);
  const found = new Map(
    db.all<{ phone: string; key: number | null }>(sql, { phones }).map((row) => [row.phone, row.key]),
  );
  return ({ phone }) => found.get(phone) ?? null;
}

function toFieldKeys(db: ReadDb, rows: readonly Sorted[], fieldId: number): FindKey {
  const sql = `SELECT contacts.id, contacts.fields ${OF_CONTACTS} WHERE instr(contacts.fields, @fieldKey) > 0`;
  const { fieldKey } = toFieldParams(fieldId);
  const found = db.all<{ id: number; fields: string }>(sql, { ids: JSON.stringify(toIds(rows)), fieldKey });
  const toValue = (fields: string): string => parseFields(fields).find(({ id }) => id === fieldId)?.value ?? '';
  return byContact(new Map(found.map(({ id, fields }) => [id, toFolded(toValue(fields))])));
}
