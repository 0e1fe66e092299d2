/**
 * Members who wait to be added to a list or taken off it: `service_members` keeps whether the service has them on it,
 * `contact_lists` shows who will be. Each pair that waits has a row there, whether sync or the user wrote last.
 */
import type { WriteDb } from '../open.ts';
import { listWantedMembers } from '../queries/people-changes.ts';
import type { WriteContext } from './command.ts';

export interface Membership {
  readonly list_id: number;
  readonly contact_id: number;
}

interface ServiceMember extends Membership {
  readonly is_member: number;
  readonly is_shown: number;
}

const OF_LIST = 'SELECT * FROM service_members WHERE list_id = ?';
const OF_CONTACT = 'SELECT * FROM service_members WHERE contact_id = ?';
const SAID = 'UPDATE service_members SET is_member = ? WHERE list_id = ? AND contact_id = ? AND is_member <> ?';
const SAVE = `
  INSERT INTO service_members (list_id, contact_id, is_member, is_shown) VALUES (?, ?, ?, ?)
  ON CONFLICT (list_id, contact_id) DO UPDATE SET is_shown = excluded.is_shown`;
const DROP = 'DELETE FROM service_members WHERE list_id = ? AND contact_id = ?';
const IS_SHOWN = 'SELECT 1 AS found FROM contact_lists WHERE contact_id = ? AND list_id = ?';

/** What of these memberships waits, as the service has it; hardly ever any. */
export function listServiceMembersOf(cache: WriteDb, place: Partial<Membership>): readonly ServiceMember[] {
  if (place.list_id !== undefined) return cache.all<ServiceMember>(OF_LIST, [place.list_id]);
  return cache.all<ServiceMember>(OF_CONTACT, [place.contact_id ?? null]);
}

/** Whom the service has, of those who are shown and those who wait. */
export function toServiceIds(
  shown: Iterable<number>,
  waiting: readonly ServiceMember[],
  key: keyof Membership,
): ReadonlySet<number> {
  const ids = new Set(shown);
  for (const row of waiting) {
    if (row.is_member === 1) ids.add(row[key]);
    else ids.delete(row[key]);
  }
  return ids;
}

/** The service has the contact on the list, or has not: shown, but where a change of just that waits. */
export function writeMembership(
  cache: WriteDb,
  { list_id: listId, contact_id: contactId }: Membership,
  isMember: boolean,
): void {
  const isWaiting = cache.get('SELECT 1 AS found FROM service_members WHERE list_id = ? AND contact_id = ?', [
    ...[listId, contactId],
  ]);
  if (isWaiting === undefined) setShown(cache, { list_id: listId, contact_id: contactId }, isMember);
  else cache.run(SAID, [Number(isMember), listId, contactId, Number(isMember)]);
}

function setShown(cache: WriteDb, { list_id: listId, contact_id: contactId }: Membership, isMember: boolean): void {
  const sql = isMember
    ? 'INSERT OR IGNORE INTO contact_lists (contact_id, list_id) VALUES (?, ?)'
    : 'DELETE FROM contact_lists WHERE contact_id = ? AND list_id = ?';
  cache.run(sql, [contactId, listId]);
}

/** Shows the list with those whom changes that wait add to it, and without those whom they take off (STORE-7). */
export function showMembers(context: WriteContext, listId: number): void {
  const { cache, owned, changes } = context;
  const wanted = listWantedMembers(owned, listId);
  const known = new Map(listServiceMembersOf(cache, { list_id: listId }).map((row) => [row.contact_id, row]));
  const touched: number[] = [];
  for (const [contactId, isMember] of wanted) {
    const row = known.get(contactId);
    if (row?.is_shown === Number(isMember)) continue;
    const said = row?.is_member ?? Number(cache.get(IS_SHOWN, [contactId, listId]) !== undefined);
    cache.run(SAVE, [listId, contactId, said, Number(isMember)]);
    setShown(cache, { list_id: listId, contact_id: contactId }, isMember);
    touched.push(contactId);
  }
  for (const [contactId, row] of known) {
    if (wanted.has(contactId)) continue;
    cache.run(DROP, [listId, contactId]);
    setShown(cache, row, row.is_member === 1);
    if (row.is_member !== row.is_shown) touched.push(contactId);
  }
  if (touched.length > 0) changes.addList(listId);
  for (const contactId of touched) changes.addContact(contactId);
}

/** The service took these: it has them from now on, or has them no more, until it is read. */
export function settleMembers(
  { cache }: WriteContext,
  {
    listId,
    contactIds,
    isAdded,
  }: { readonly listId: number; readonly contactIds: readonly number[]; readonly isAdded: boolean },
): void {
  let count = 0;
  for (const id of contactIds) count += cache.run(SAID, [Number(isAdded), listId, id, Number(isAdded)]).changes;
  if (count === 0) return;
  const sql = 'UPDATE lists SET members_count = max(0, members_count + ?) WHERE id = ?';
  cache.run(sql, [isAdded ? count : -count, listId]);
}
