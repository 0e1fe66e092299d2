/** Puts contacts in the order of a column. What is empty comes last in both directions. */
import type { ContactSort } from '#shared/contract/index.ts';
import { toFolded } from '../core/fold.ts';
import { parseFields } from '../json.ts';
import type { ReadDb, SqlValue } from '../open.ts';
import { byName } from './contact-parts.ts';
import type { NamedId } from './contact-parts.ts';
import { toFieldParams } from './contact-scopes.ts';

type Key = string | number;

/** What is sorted: a row of the table, with the contact and the number that stand behind it. */
export interface Sorted {
  readonly id: number;
  readonly contactId: number | null;
  readonly phone: string;
  readonly sortName: string;
}

/** Rows with the same value, and those without one, stay in the order in which they come: by name, number and id. */
export function toSorted<Row extends Sorted>(db: ReadDb, rows: readonly Row[], sort: ContactSort): Row[] {
  const findKey = toFindKey(db, rows, sort.column);
  const full: { readonly row: Row; readonly key: Key }[] = [];
  const empty: Row[] = [];
  for (const row of rows) {
    const key = findKey(row);
    if (key === null || key === '') empty.push(row);
    else full.push({ row, key });
  }
  const turn = sort.isDescending ? -1 : 1;
  full.sort((one, other) => (one.key === other.key ? 0 : one.key < other.key ? -turn : turn));
  return [...full.map(({ row }) => row), ...empty];
}

type FindKey = (row: Sorted) => Key | null;

const LAST_TEXTS = 'SELECT phone, max(last_at) AS key FROM chats WHERE last_at IS NOT NULL GROUP BY phone';
const UNSUBSCRIBED = 'SELECT phone, max(unsubscribed_at) AS key FROM unsubscribers GROUP BY phone';

function toFindKey(db: ReadDb, rows: readonly Sorted[], column: string): FindKey {
  switch (column) {
    case 'name':
      return ({ sortName }) => sortName;
    case 'phone':
      return ({ phone }) => phone;
    case 'email':
    case 'company':
    case 'country':
      return toTextKeys(db, rows, { column, condition: `contacts.${column} <> ''`, toText: (value) => value });
    case 'lists':
      return toListKeys(db, rows);
    case 'lastText':
      return toPhoneKeys(db, LAST_TEXTS);
    case 'unsubscribedAt':
      return toPhoneKeys(db, UNSUBSCRIBED);
    default:
      return toFieldKeys(db, rows, Number(column.slice('field:'.length)));
  }
}

/** Below this many the contacts are looked for one by one; above it, all there are are read in one go. */
const FEW = 2_000;

/** `FROM … WHERE …` of the contacts of these rows, or of all where they are many. */
function toFrom(rows: readonly Sorted[]): {
  readonly from: string;
  readonly params: Readonly<Record<string, SqlValue>>;
} {
  if (rows.length > FEW) return { from: 'contacts NOT INDEXED', params: {} };
  const ids = JSON.stringify(rows.flatMap(({ contactId }) => contactId ?? []));
  return { from: 'json_each(@ids) AS wanted CROSS JOIN contacts ON contacts.id = wanted.value', params: { ids } };
}

const byContact =
  (keys: ReadonlyMap<number, Key>): FindKey =>
  ({ contactId }) =>
    contactId === null ? null : (keys.get(contactId) ?? null);

interface TextKeys {
  readonly column: string;
  readonly condition: string;
  readonly params?: Readonly<Record<string, SqlValue>>;
  readonly toText: (value: string) => string;
}

function toTextKeys(db: ReadDb, rows: readonly Sorted[], { column, condition, params, toText }: TextKeys): FindKey {
  const { from, params: among } = toFrom(rows);
  const sql = `SELECT contacts.id, contacts.${column} AS key FROM ${from} WHERE ${condition}`;
  const found = db.all<{ id: number; key: string }>(sql, { ...among, ...params });
  return byContact(new Map(found.map(({ id, key }) => [id, toFolded(toText(key))])));
}

function toFieldKeys(db: ReadDb, rows: readonly Sorted[], fieldId: number): FindKey {
  const toText = (fields: string): string => parseFields(fields).find(({ id }) => id === fieldId)?.value ?? '';
  const { fieldKey } = toFieldParams(fieldId);
  const condition = 'instr(contacts.fields, @fieldKey) > 0';
  return toTextKeys(db, rows, { column: 'fields', condition, params: { fieldKey }, toText });
}

const LIST_NAMES = `
  SELECT id, name FROM lists UNION ALL SELECT list_id, name FROM list_names WHERE list_id NOT IN (SELECT id FROM lists)`;

/** By the names of their lists in their order. */
function toListKeys(db: ReadDb, rows: readonly Sorted[]): FindKey {
  const names = db.all<NamedId>(LIST_NAMES).sort(byName);
  const places = new Map(names.map(({ id }, place) => [id, place]));
  const wanted = new Set(rows.map(({ contactId }) => contactId));
  const lists = new Map<number, number[]>();
  const members = db.all<{ contact_id: number; list_id: number }>('SELECT contact_id, list_id FROM contact_lists');
  for (const { contact_id: contactId, list_id: listId } of members) {
    const place = places.get(listId);
    if (place === undefined || !wanted.has(contactId)) continue;
    const known = lists.get(contactId);
    if (known === undefined) lists.set(contactId, [place]);
    else known.push(place);
  }
  return byContact(new Map([...lists].map(([id, found]) => [id, toPlacesKey(found)])));
}

/** Places as text that sorts like them. */
function toPlacesKey(places: number[]): string {
  return places
    .sort((one, other) => one - other)
    .map((place) => String.fromCharCode(place))
    .join('');
}

function toPhoneKeys(db: ReadDb, sql: string): FindKey {
  const rows = db.all<{ phone: string; key: number | null }>(sql);
  const found = new Map(rows.map(({ phone, key }) => [phone, key]));
  return ({ phone }) => found.get(phone) ?? null;
}
