/**
 * Which contacts a table shows, as SQL, in the order by name: by an index that holds the order and what is searched. A small
 * list is read member by member and sorted; a large one is picked out of the walk over all.
 */
import type { ContactQuery } from '#shared/contract/index.ts';
import { toTerms } from '../core/search-words.ts';
import type { Term } from '../core/search-words.ts';
import type { ReadDb, SqlValue } from '../open.ts';

/** With so many members a list is read faster by the walk over all contacts. */
const LARGE_LIST = 5_000;

/** Found from the registers and the marks, which are few, and not by a look at each contact. */
const IS_UNREACHABLE = `contacts.id IN (
  SELECT id FROM contacts INDEXED BY contacts_landline WHERE phone_type = 'landline'
  UNION SELECT id FROM contacts INDEXED BY contacts_blocked WHERE is_blocked = 1
  UNION SELECT id FROM contacts WHERE is_blocked IS NULL AND id IN (SELECT id FROM blocked_contacts)
  UNION SELECT found.id FROM blocked_contacts CROSS JOIN contacts AS found INDEXED BY contacts_by_phone
    ON found.phone = blocked_contacts.phone WHERE found.is_blocked IS NULL
  UNION SELECT found.id FROM unsubscribers CROSS JOIN contacts AS found INDEXED BY contacts_by_phone
    ON found.phone = unsubscribers.phone
  UNION SELECT found.id FROM chats CROSS JOIN contacts AS found INDEXED BY contacts_by_phone
    ON found.phone = chats.phone WHERE chats.is_unsubscribed = 1)`;
const IS_MEMBER = `EXISTS (
  SELECT 1 FROM contact_lists WHERE contact_lists.contact_id = contacts.id AND contact_lists.list_id = @listId)`;
const IS_NOWHERE_ELSE = `NOT EXISTS (
  SELECT 1 FROM contact_lists WHERE contact_lists.contact_id = contacts.id AND contact_lists.list_id <> @listId)`;
/** The key of the entry is looked for first: most contacts have no value at all. */
export const HAS_FIELD = `(instr(contacts.fields, @fieldKey) > 0 AND EXISTS (
  SELECT 1 FROM json_each(contacts.fields) AS field
  WHERE field.value ->> 'id' = @fieldId AND coalesce(field.value ->> 'value', '') <> ''))`;
/** Contacts in the order in which they lie, and not in that of their names: each is read once. */
const IS_OF_FIELD = `contacts.id IN (SELECT contacts.id FROM contacts NOT INDEXED WHERE ${HAS_FIELD})`;

/** A scope of contacts; the registers go ways of their own. */
export type ContactsQuery = ContactQuery & {
  readonly scope: Exclude<ContactQuery['scope'], { readonly kind: 'blocked' | 'unsubscribed' }>;
};

export interface ContactSource {
  readonly from: string;
  /** Each is one term of an AND. */
  readonly conditions: readonly string[];
  readonly params: Readonly<Record<string, SqlValue>>;
}

/** What `HAS_FIELD` asks with. */
export const toFieldParams = (fieldId: number): { readonly fieldId: number; readonly fieldKey: string } => ({
  fieldId,
  fieldKey: `"id":${fieldId},`,
});

export function toContactSource(db: ReadDb, { scope, narrowing, text }: ContactsQuery): ContactSource {
  const search = toSearch(toTerms(text));
  const conditions = [...search.conditions];
  if (narrowing === 'unreachable') conditions.push(IS_UNREACHABLE);
  const from = 'contacts INDEXED BY contacts_by_name';
  switch (scope.kind) {
    case 'all':
      return { from, conditions, params: search.params };
    case 'favorites':
      conditions.push('contacts.is_favorite = 1');
      return { from: 'contacts INDEXED BY contacts_favorites', conditions, params: search.params };
    case 'field':
      return {
        from,
        conditions: [...conditions, IS_OF_FIELD],
        params: { ...search.params, ...toFieldParams(scope.fieldId) },
      };
    case 'list': {
      if (narrowing === 'only-this-list') conditions.push(IS_NOWHERE_ELSE);
      const params = { ...search.params, listId: scope.listId };
      if (isLarge(db, scope.listId)) {
        conditions.push(IS_MEMBER);
        return { from, conditions, params };
      }
      const members = 'contact_lists AS members CROSS JOIN contacts ON contacts.id = members.contact_id';
      return { from: members, conditions: [...conditions, 'members.list_id = @listId'], params };
    }
  }
}

function isLarge(db: ReadDb, listId: number): boolean {
  const sql = 'SELECT count(*) AS n FROM (SELECT 1 FROM contact_lists WHERE list_id = ? LIMIT ?)';
  return (db.get<{ n: number }>(sql, [listId, LARGE_LIST])?.n ?? 0) >= LARGE_LIST;
}

interface Search {
  readonly conditions: readonly string[];
  readonly params: Readonly<Record<string, string>>;
}

/** Every term must be there, as `hasTerm` finds it. */
function toSearch(terms: readonly Term[]): Search {
  const params: Record<string, string> = {};
  const has = (word: string): string => {
    const name = `word${Object.keys(params).length}`;
    params[name] = word;
    return `instr(contacts.search_text, @${name}) > 0`;
  };
  const conditions = terms.map(({ words, digits }) => {
    const all = words.map(has).join(' AND ');
    return digits === null ? `(${all})` : `(${has(digits)} OR (${all}))`;
  });
  return { conditions, params };
}

/** Only the ids, as one JSON array: a hundred thousand rows would each be an object. */
export const toIdsSql = (sql: string): string => `SELECT json_group_array(id) AS ids FROM (${sql})`;

/** Those with a name in its order, and those without; for the query-plan test too. */
export function toNamedSql({ from, conditions }: ContactSource, isDescending: boolean): string {
  const by = ['sort_name', 'phone', 'id'].map((column) => `contacts.${column}${isDescending ? ' DESC' : ''}`);
  const where = ["contacts.sort_name > ''", ...conditions].join(' AND ');
  return `SELECT contacts.id, contacts.phone FROM ${from} WHERE ${where} ORDER BY ${by.join(', ')}`;
}

export function toNamelessSql({ from, conditions }: ContactSource): string {
  const where = ["contacts.sort_name = ''", ...conditions].join(' AND ');
  return `SELECT contacts.id, contacts.phone FROM ${from} WHERE ${where} ORDER BY contacts.phone, contacts.id`;
}
