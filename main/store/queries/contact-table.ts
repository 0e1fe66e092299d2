/** Contacts as a table: the ids of all rows in order, and what some of them show. */
import type { ContactQuery, ContactRow, ContactScope } from '#shared/contract/index.ts';
import { toDisplayName } from '#shared/domain/names.ts';
import { toMediaId } from '../core/media-id.ts';
import { parseFields, parseNumbers } from '../json.ts';
import type { ReadDb } from '../open.ts';
import type { ContactRowColumns } from '../rows/contact-row.ts';
import { findPhoneFacts, findUserId, isReadOnly, listListsOf } from './contact-parts.ts';
import type { FindFacts, NamedId } from './contact-parts.ts';
import { toSorted } from './contact-order.ts';
import { listRegister, listRegisterFound, toSortName } from './contact-registers.ts';
import type { RegisterEntry, RegisterKind } from './contact-registers.ts';
import { toContactSource, toIdsSql, toNamedSql, toNamelessSql } from './contact-scopes.ts';
import type { ContactsQuery } from './contact-scopes.ts';
import { listWaitingAmong } from './people-changes.ts';
import type { Query } from './query.ts';

export const listContactIds: Query<'listContactIds'> = (db, { query }) => {
  if (isOfContacts(query)) return listIdsOfContacts(db, query);
  const kind = query.scope.kind as RegisterKind;
  const entries = listRegisterFound(db, kind, query.text).map((entry) => ({
    ...{ id: entry.id, phone: entry.phone, contactId: entry.contact?.id ?? null, sortName: toSortName(entry) },
  }));
  const named = toSorted(db, entries, { column: 'name', isDescending: false });
  return toSorted(db, named, query.sort).map(({ id }) => id);
};

function isOfContacts(query: ContactQuery): query is ContactsQuery {
  return query.scope.kind !== 'blocked' && query.scope.kind !== 'unsubscribed';
}

function listIdsOfContacts(db: ReadDb, query: ContactsQuery): number[] {
  const { sort } = query;
  const source = toContactSource(db, query);
  const isByName = sort.column === 'name';
  const parts = [toNamedSql(source, isByName && sort.isDescending), toNamelessSql(source)];
  if (isByName) {
    return parts.flatMap((sql) => parseNumbers(db.get<{ ids: string }>(toIdsSql(sql), source.params)?.ids ?? '[]'));
  }
  const rows = parts.flatMap((sql) => db.all<{ id: number; phone: string }>(sql, source.params));
  const places = rows.map(({ id, phone }) => ({ id, contactId: id, phone, sortName: '' }));
  return toSorted(db, places, sort).map(({ id }) => id);
}

/** For the query-plan test too. */
export const CONTACTS_BY_ID = `
  SELECT contacts.* FROM json_each(?) AS wanted CROSS JOIN contacts ON contacts.id = wanted.value`;

export const listContactRows: Query<'listContactRows'> = (db, { scope, ids }) => {
  const entries = new Map(listEntries(db, scope, ids).map((entry) => [entry.id, entry]));
  const toRow = createToRow(db, [...entries.values()]);
  return ids.map((id) => {
    const entry = entries.get(id);
    return entry === undefined ? null : toRow(entry);
  });
};

function listEntries(db: ReadDb, scope: ContactScope, ids: readonly number[]): RegisterEntry[] {
  if (scope.kind === 'blocked' || scope.kind === 'unsubscribed') return listRegister(db, scope.kind, ids);
  const rows = db.all<ContactRowColumns>(CONTACTS_BY_ID, [JSON.stringify(ids)]);
  return rows.map((contact) => ({ id: contact.id, phone: contact.phone, contact, name: '', avatarId: null }));
}

interface Around {
  readonly findFacts: FindFacts;
  readonly lists: ReadonlyMap<number, readonly NamedId[]>;
  readonly waiting: ReadonlySet<number>;
  readonly userId: number | null;
}

function createToRow(db: ReadDb, entries: readonly RegisterEntry[]): (entry: RegisterEntry) => ContactRow {
  const contactIds = entries.flatMap(({ contact }) => contact?.id ?? []);
  const around: Around = {
    findFacts: findPhoneFacts(
      db,
      entries.flatMap(({ phone, contact }) => (contact === null ? phone : [phone, contact.phone])),
    ),
    lists: listListsOf(db, contactIds),
    waiting: listWaitingAmong(db, contactIds),
    userId: findUserId(db),
  };
  return (entry) => toContactRow(entry, around);
}

function toContactRow(entry: RegisterEntry, around: Around): ContactRow {
  const { id, phone, contact } = entry;
  const { isInBlockedRegister, ...facts } = around.findFacts(phone);
  if (contact === null) {
    return {
      ...{ id, contactId: null, phone, name: entry.name, email: '', company: '', country: null, phoneType: null },
      ...{ avatarId: entry.avatarId, isBlocked: isInBlockedRegister, isFavorite: false, isReadOnly: false },
      ...{ fields: [], lists: [], ...facts, isWaiting: false },
    };
  }
  return {
    id,
    contactId: contact.id,
    phone,
    name: toDisplayName({ firstName: contact.first_name, lastName: contact.last_name, company: contact.company }),
    email: contact.email,
    company: contact.company,
    country: contact.country,
    phoneType: contact.phone_type,
    avatarId: contact.avatar_href === null ? null : toMediaId(contact.avatar_href),
    isBlocked: contact.is_blocked === null ? isInBlockedRegister : contact.is_blocked === 1,
    isFavorite: contact.is_favorite === 1,
    isReadOnly: isReadOnly(contact, around.userId),
    fields: parseFields(contact.fields).flatMap(({ id, value }) => (value ? [{ id, value }] : [])),
    lists: [...(around.lists.get(contact.id) ?? [])],
    ...facts,
    isWaiting: around.waiting.has(contact.id),
  };
}
