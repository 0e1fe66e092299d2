/** Contacts, and people for the "To" field. */
import type { ContactView } from '#shared/contract/index.ts';
import { toDisplayName } from '#shared/domain/names.ts';
import { toMediaId } from '../core/media-id.ts';
import { parseFields } from '../json.ts';
import type { ReadDb } from '../open.ts';
import type { ContactColumns } from '../rows/contact-row.ts';
import { findPhoneFacts } from './contact-parts.ts';
import type { Query } from './query.ts';
import { findPeople } from './search-people.ts';

const LISTS_OF = `
  SELECT contact_lists.list_id AS id, coalesce(lists.name, list_names.name, '') AS name
  FROM contact_lists LEFT JOIN lists ON lists.id = contact_lists.list_id
  LEFT JOIN list_names ON list_names.list_id = contact_lists.list_id
  WHERE contact_lists.contact_id = ? ORDER BY name, id`;

export const findContact: Query<'findContact'> = (db, { contactId, phone }) => {
  const row =
    contactId === null
      ? db.get<ContactColumns>('SELECT * FROM contacts WHERE phone = ? ORDER BY is_shared, id LIMIT 1', [phone])
      : db.get<ContactColumns>('SELECT * FROM contacts WHERE id = ?', [contactId]);
  return row === undefined ? null : toContactView(db, row);
};

export function toContactView(db: ReadDb, row: ContactColumns): ContactView {
  return {
    id: row.id,
    phone: row.phone,
    name: toDisplayName({ firstName: row.first_name, lastName: row.last_name, company: row.company }),
    company: row.company,
    email: row.email,
    country: row.country,
    avatarId: row.avatar_href === null ? null : toMediaId(row.avatar_href),
    isBlocked: row.is_blocked === null ? isInRegister(db, row) : row.is_blocked === 1,
    isFavorite: row.is_favorite === 1,
    isShared: row.is_shared === 1,
    fields: withNames(db, parseFields(row.fields)),
    lists: db.all<{ id: number; name: string }>(LISTS_OF, [row.id]),
  };
}

/** A field may have another name since the contact was read. */
function withNames(db: ReadDb, fields: ContactView['fields']): ContactView['fields'] {
  if (fields.length === 0) return fields;
  const rows = db.all<{ id: number; name: string }>('SELECT id, name FROM custom_fields');
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return fields.map((field) => ({ ...field, name: names.get(field.id) ?? field.name }));
}

/** Where a contact itself does not say whether it is blocked. The number may have been blocked before it had a contact. */
function isInRegister(db: ReadDb, { id, phone }: ContactColumns): boolean {
  return db.get('SELECT 1 AS found FROM blocked_contacts WHERE id = ? OR phone = ?', [id, phone]) !== undefined;
}

/** Whose chat or contact says so by itself. */
const BLOCKED_AMONG = `
  SELECT wanted.value AS phone FROM json_each(?) AS wanted
  WHERE EXISTS (SELECT 1 FROM chats WHERE chats.phone = wanted.value AND chats.is_blocked = 1)
    OR EXISTS (SELECT 1 FROM contacts WHERE contacts.phone = wanted.value AND contacts.is_blocked = 1)`;

/** For the "To" field: senders with letters are left out, because nobody can write to them. */
export const suggestPeople: Query<'suggestPeople'> = (db, { query, limit }) => {
  const found = findPeople(db, { query, limit, fits: (phone) => /^\d+$/.test(phone) });
  const phones = found.map(({ phone }) => phone);
  const factsOf = findPhoneFacts(db, phones);
  const blocked = new Set(db.all<{ phone: string }>(BLOCKED_AMONG, [JSON.stringify(phones)]).map(({ phone }) => phone));
  return found.map(({ phone, name, contact_id: contactId }) => {
    const { isInBlockedRegister, isUnsubscribed } = factsOf(phone);
    const isBlocked = isInBlockedRegister || blocked.has(phone);
    const optOut = isBlocked ? 'blocked' : isUnsubscribed ? 'unsubscribed' : null;
    return { phone, name, contactId, optOut };
  });
};
