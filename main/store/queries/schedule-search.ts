/** Schedules by words of their texts, by names of people and lists, and by digits of numbers. */
import { toFolded } from '../core/fold.ts';
import { hasTerm } from '../core/search-words.ts';
import type { Term } from '../core/search-words.ts';
import type { ReadDb } from '../open.ts';
import type { ScheduleEntry } from './schedule-joins.ts';

/** What stands between two things that are found by themselves only. */
const EDGE = '\n';

const SEARCHED_OWN = `
  SELECT own_schedules.text, own_schedules.recipients ->> '$.phones' AS phones,
    own_schedules.recipients ->> '$.contactIds' AS contact_ids, own_schedules.recipients ->> '$.listIds' AS list_ids,
    '' AS name
  FROM json_each(?) AS wanted CROSS JOIN own_schedules ON own_schedules.seq = wanted.value ORDER BY wanted.key`;
const SEARCHED_SERVICE = `
  SELECT schedules.text, schedules.phones, schedules.contact_ids, schedules.list_ids,
    CASE WHEN schedules.recipients_count = 1 THEN coalesce(schedules.contact_name, '') ELSE '' END AS name
  FROM json_each(?) AS wanted CROSS JOIN schedules ON schedules.id = wanted.value ORDER BY wanted.key`;
const SEARCHED_PEOPLE = `
  SELECT people.phone AS key, people.folded AS said FROM json_each(?) AS wanted
  CROSS JOIN people ON people.phone = wanted.value`;
const SEARCHED_CONTACTS = `
  SELECT contacts.id AS key, contacts.sort_name || '${EDGE}' || contacts.phone AS said FROM json_each(?) AS wanted
  CROSS JOIN contacts ON contacts.id = wanted.value`;
const SEARCHED_LISTS = `
  SELECT wanted.value AS key, coalesce(lists.name, list_names.name, '') AS said FROM json_each(?) AS wanted
  LEFT JOIN lists ON lists.id = wanted.value LEFT JOIN list_names ON list_names.list_id = wanted.value`;

interface SearchedRow {
  readonly text: string;
  /** JSON, as the two below. */
  readonly phones: string;
  readonly contact_ids: string;
  readonly list_ids: string;
  /** Of its one person, as the service says it. */
  readonly name: string;
}

interface Searched {
  readonly entry: ScheduleEntry;
  readonly said: readonly string[];
  readonly phones: readonly string[];
  readonly contactIds: readonly number[];
  readonly listIds: readonly number[];
}

/** Those of the entries that have all terms, in their order. */
export function createScheduleSearch(
  db: ReadDb,
  entries: readonly ScheduleEntry[],
): (terms: readonly Term[]) => ScheduleEntry[] {
  const all = listSearched(db, entries);
  const people = toSaid(
    db,
    SEARCHED_PEOPLE,
    all.flatMap((one) => one.phones),
  );
  const contacts = toSaid(
    db,
    SEARCHED_CONTACTS,
    all.flatMap((one) => one.contactIds),
  );
  const lists = toSaid(
    db,
    SEARCHED_LISTS,
    all.flatMap((one) => one.listIds),
  );
  const haystacks = all.map(({ entry, said, phones, contactIds, listIds }) => ({
    entry,
    text: [
      ...said,
      ...phones,
      ...phones.map((phone) => people.get(phone) ?? ''),
      ...contactIds.map((id) => contacts.get(id) ?? ''),
      ...listIds.map((id) => toFolded(lists.get(id) ?? '')),
    ].join(EDGE),
  }));
  return (terms) =>
    haystacks.filter(({ text }) => terms.every((term) => hasTerm(text, term))).map(({ entry }) => entry);
}

function listSearched(db: ReadDb, entries: readonly ScheduleEntry[]): Searched[] {
  const own = entries.flatMap(({ seq }) => seq ?? []);
  const theirs = entries.flatMap(({ seq, schedule_id: id }) => (seq === null ? (id ?? []) : []));
  const ownRows = db.all<SearchedRow>(SEARCHED_OWN, [JSON.stringify(own)]).values();
  const theirRows = db.all<SearchedRow>(SEARCHED_SERVICE, [JSON.stringify(theirs)]).values();
  return entries.flatMap((entry) => {
    const row = (entry.seq === null ? theirRows : ownRows).next().value;
    if (row === undefined) return [];
    return {
      entry,
      said: [toFolded(row.text), toFolded(row.name)],
      phones: toList<string>(row.phones),
      contactIds: toList<number>(row.contact_ids),
      listIds: toList<number>(row.list_ids),
    };
  });
}

/** Most have none. */
function toList<One>(json: string): readonly One[] {
  return json === '[]' ? [] : (JSON.parse(json) as One[]);
}

function toSaid<Key>(db: ReadDb, sql: string, named: readonly Key[]): ReadonlyMap<Key, string> {
  if (named.length === 0) return new Map();
  const params = [JSON.stringify([...new Set(named)])];
  return new Map(db.all<{ key: Key; said: string }>(sql, params).map(({ key, said }) => [key, said]));
}
