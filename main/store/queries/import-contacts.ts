/** Contacts and numbers as an import compares them with its rows. */
import type { ImportContact } from '#shared/domain/imports.ts';
import { parseFields } from '../json.ts';
import type { ReadDb } from '../open.ts';
import type { ContactRowColumns } from '../rows/contact-row.ts';
import { findPhoneFacts, findUserId, isReadOnly } from './contact-parts.ts';
import type { Query } from './query.ts';

/** For the query-plan test too: as they are shown, with what the user changed and has not left yet. */
export const CONTACTS_AFTER = `
  SELECT id, phone, first_name, last_name, email, fields, is_blocked, is_shared, user_id FROM contacts
  WHERE id > ? ORDER BY id LIMIT ?`;
export const LISTS_BETWEEN = `
  SELECT contact_id, list_id FROM contact_lists WHERE contact_id BETWEEN ? AND ? ORDER BY contact_id, list_id`;
const BLOCKED_IDS = 'SELECT id FROM blocked_contacts WHERE id BETWEEN ? AND ?';

type Row = Pick<
  ContactRowColumns,
  'id' | 'phone' | 'first_name' | 'last_name' | 'email' | 'fields' | 'is_blocked' | 'is_shared' | 'user_id'
>;

export const listImportContacts: Query<'listImportContacts'> = (db, { afterId, limit }) => {
  const rows = db.all<Row>(CONTACTS_AFTER, [afterId, limit]);
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined) return [];
  const range = [first.id, last.id];
  const lists = listListsBetween(db, range);
  const blockedIds = new Set(db.all<{ id: number }>(BLOCKED_IDS, range).map(({ id }) => id));
  const findFacts = findPhoneFacts(
    db,
    rows.map(({ phone }) => phone),
  );
  const userId = findUserId(db);
  return rows.map((row): ImportContact => {
    const facts = findFacts(row.phone);
    const isInRegister = facts.isInBlockedRegister || blockedIds.has(row.id);
    return {
      ...{ id: row.id, phone: row.phone, firstName: row.first_name, lastName: row.last_name, email: row.email },
      fields: toFields(row.fields),
      listIds: lists.get(row.id) ?? [],
      isReadOnly: isReadOnly(row, userId),
      isBlocked: row.is_blocked === null ? isInRegister : row.is_blocked === 1,
      isUnsubscribed: facts.isUnsubscribed,
    };
  });
};

/** A field without a value is as one that is not there. */
function toFields(json: string): ImportContact['fields'] {
  if (json === '[]') return [];
  return parseFields(json).flatMap(({ id, value }) => (value === null || value === '' ? [] : [{ id, value }]));
}

function listListsBetween(db: ReadDb, range: readonly number[]): ReadonlyMap<number, readonly number[]> {
  const lists = new Map<number, number[]>();
  for (const row of db.all<{ contact_id: number; list_id: number }>(LISTS_BETWEEN, range)) {
    const known = lists.get(row.contact_id);
    if (known === undefined) lists.set(row.contact_id, [row.list_id]);
    else known.push(row.list_id);
  }
  return lists;
}

/** A line of the register may be of a contact that has another number by now. */
const BLOCKED = `
  SELECT phone FROM blocked_contacts
  UNION SELECT phone FROM contacts INDEXED BY contacts_blocked WHERE is_blocked = 1`;
const UNSUBSCRIBED = `
  SELECT phone FROM unsubscribers UNION SELECT phone FROM chats WHERE is_unsubscribed = 1`;

export const listImportNumbers: Query<'listImportNumbers'> = (db) => {
  const list = (sql: string): string[] => db.all<{ phone: string }>(sql).map(({ phone }) => phone);
  return { blocked: list(BLOCKED), unsubscribed: list(UNSUBSCRIBED) };
};
