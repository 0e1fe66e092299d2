/** What the user did to contacts, notes and lists and is not settled. */
import type { KeptPeopleChange } from '#shared/domain/people-changes.ts';
import type { ReadDb } from '../open.ts';
import { toKeptPeopleChange } from '../rows/people-change-row.ts';
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
