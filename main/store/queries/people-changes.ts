/** What the user did to contacts, notes and lists and is not settled. */
import type { KeptPeopleChange, PeopleChange } from '#shared/domain/people-changes.ts';
import type { ReadDb } from '../open.ts';
import { parsePeopleChange, toKeptPeopleChange } from '../rows/people-change-row.ts';
import type { PeopleChangeRow } from '../rows/people-change-row.ts';
import type { Query } from './query.ts';

const ALL = 'SELECT * FROM people_changes ORDER BY id';
const OF_CONTACT = `
  SELECT people_changes.* FROM people_change_contacts AS about CROSS JOIN people_changes ON people_changes.id = about.change_id
  WHERE about.contact_id = ? ORDER BY people_changes.id`;
/** Of these contacts those that something waits for. For the query-plan test too. */
export const WAITING_AMONG = `
  SELECT DISTINCT about.contact_id AS id FROM json_each(?) AS wanted
  CROSS JOIN people_change_contacts AS about ON about.contact_id = wanted.value
  CROSS JOIN people_changes ON people_changes.id = about.change_id
  WHERE people_changes.state IN ('waiting', 'paused')`;

export const listPeopleChanges: Query<'listPeopleChanges'> = (db) =>
  db.all<PeopleChangeRow>(ALL).map(toKeptPeopleChange);

export const listChangesOfContact = (db: ReadDb, contactId: number): KeptPeopleChange[] =>
  db.all<PeopleChangeRow>(OF_CONTACT, [contactId]).map(toKeptPeopleChange);

export function listWaitingAmong(db: ReadDb, contactIds: readonly number[]): ReadonlySet<number> {
  return new Set(db.all<{ id: number }>(WAITING_AMONG, [JSON.stringify(contactIds)]).map(({ id }) => id));
}

/** What is shown over what the service says. */
const IS_SHOWN = `people_changes.state IN ('waiting', 'paused')`;
/** Deletions may name a hundred thousand contacts: those that they are about are asked for, not what they say. */
export const WAITING_OF_CONTACTS = `
  SELECT about.contact_id, people_changes.created_at,
    CASE people_changes.kind WHEN 'delete-contacts' THEN NULL ELSE people_changes.change END AS change
  FROM json_each(?) AS wanted
  CROSS JOIN people_change_contacts AS about ON about.contact_id = wanted.value
  CROSS JOIN people_changes ON people_changes.id = about.change_id
  WHERE ${IS_SHOWN} AND people_changes.kind <> 'members' ORDER BY people_changes.id`;
const WAITING_OF_KIND = `SELECT * FROM people_changes WHERE kind = ? AND ${IS_SHOWN} ORDER BY id`;
const WAITING_MEMBERS = `
  SELECT * FROM people_changes WHERE list_id = ? AND kind = 'members' AND ${IS_SHOWN} ORDER BY id`;
const CONTACTS_CHANGED = `
  SELECT DISTINCT about.contact_id AS id, people_changes.kind = 'delete-contacts' AS isDeleted
  FROM people_changes CROSS JOIN people_change_contacts AS about ON about.change_id = people_changes.id
  WHERE ${IS_SHOWN} AND people_changes.kind <> 'members'`;

export interface WaitingOfContact {
  readonly createdAt: number;
  /** Null: it is to be deleted. */
  readonly change: PeopleChange | null;
}

/** Of these contacts what is shown over what the service says of them and of their notes, in the order made. */
export function listWaitingOfContacts(
  owned: ReadDb,
  contactIds: readonly number[],
): ReadonlyMap<number, readonly WaitingOfContact[]> {
  type Row = { readonly contact_id: number; readonly created_at: number; readonly change: string | null };
  const rows = owned.all<Row>(WAITING_OF_CONTACTS, [JSON.stringify(contactIds)]);
  const groups = Map.groupBy(rows, (row) => row.contact_id);
  const toWaiting = (row: Row): WaitingOfContact => ({
    createdAt: row.created_at,
    change: row.change === null ? null : parsePeopleChange(row.change),
  });
  return new Map([...groups].map(([id, group]) => [id, group.map(toWaiting)]));
}

export const listWaitingListEdits = (owned: ReadDb): Extract<PeopleChange, { kind: 'edit-list' }>[] =>
  owned
    .all<PeopleChangeRow>(WAITING_OF_KIND, ['edit-list'])
    .map(({ change }) => parsePeopleChange(change))
    .filter((change) => change.kind === 'edit-list');

/** Whom changes that wait add to a list (true) or take off it: the last word of each. */
export function listWantedMembers(owned: ReadDb, listId: number): ReadonlyMap<number, boolean> {
  const wanted = new Map<number, boolean>();
  for (const row of owned.all<PeopleChangeRow>(WAITING_MEMBERS, [listId])) {
    const change = parsePeopleChange(row.change);
    if (change.kind !== 'members') continue;
    for (const contactId of change.contactIds) wanted.set(contactId, change.isAdded);
  }
  return wanted;
}

/** Whom the user agreed to have deleted by being taken off the list, of changes that wait. */
export function listAgreedToLose(db: ReadDb, listId: number): ReadonlySet<number> {
  const changes = db.all<PeopleChangeRow>(WAITING_MEMBERS, [listId]).map(({ change }) => parsePeopleChange(change));
  return new Set(changes.flatMap((change) => (change.kind === 'members' ? change.agreedIds : [])));
}

const LISTS_CHANGED = `SELECT DISTINCT list_id AS id FROM people_changes WHERE kind = 'members' AND ${IS_SHOWN}`;
export const listListsOfWaitingMembers = (owned: ReadDb): number[] =>
  owned.all<{ id: number }>(LISTS_CHANGED).map(({ id }) => id);

/** Contacts that something but their lists waits for; `isDeleted`: as one of those, that they be deleted. */
export const listContactsChanged = (owned: ReadDb): { readonly id: number; readonly isDeleted: number }[] =>
  owned.all(CONTACTS_CHANGED);
