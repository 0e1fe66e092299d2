/** Texts that go out at a time to come, those of this computer and of the service as one list. */
import type { ScheduleRecord, StoredScheduleScope as Scope } from '../api/schedules.ts';
import { toTerms } from '../core/search-words.ts';
import type { ReadDb } from '../open.ts';
import { toOwnSchedule } from '../rows/own-schedule-row.ts';
import type { OwnScheduleEventRow, OwnScheduleRow } from '../rows/own-schedule-row.ts';
import type { Query } from './query.ts';
import { toEntriesSql } from './schedule-joins.ts';
import type { ScheduleEntry } from './schedule-joins.ts';
import { toRecords } from './schedule-records.ts';
import { createScheduleSearch } from './schedule-search.ts';

const MOST_OF_PHONE = 50;
const OF_SCOPE: Readonly<Record<Scope, string>> = {
  upcoming: 'is_done = 0',
  recurring: 'is_done = 0 AND is_recurring = 1',
  attention: 'is_done = 0 AND is_attention = 1',
  done: 'is_done = 1',
};
/** For the query-plan test too, like those below. */
export const toScopeSql = (scope: Scope): string => `
  SELECT * FROM (${toEntriesSql()}) WHERE ${OF_SCOPE[scope]}
  ORDER BY at ${scope === 'done' ? 'DESC' : 'ASC'}, key`;
export const COUNTS = `
  SELECT ${Object.entries(OF_SCOPE)
    .map(([scope, condition]) => `count(*) FILTER (WHERE ${condition}) AS ${scope}`)
    .join(', ')} FROM (${toEntriesSql()})`;
export const toCalendarSql = (scope: Scope): string => `
  SELECT * FROM (${toEntriesSql()}) WHERE ${OF_SCOPE[scope]} AND key > @after
  ${scope === 'done' ? 'AND at >= @from AND at < @to' : ''} ORDER BY key LIMIT @limit`;

export const listScheduleRecords: Query<'listScheduleRecords'> = (db, { scope, query, limit, cursor }) => {
  const all = db.all<ScheduleEntry>(toScopeSql(scope));
  const terms = toTerms(query);
  const found = terms.length === 0 ? all : createScheduleSearch(db, all)(terms);
  const place = { sign: scope === 'done' ? -1 : 1, cursor };
  const first = cursor === null ? 0 : found.findIndex((entry) => isBehind(entry, place));
  const page = first === -1 ? [] : found.slice(first, first + limit);
  const last = page.at(-1);
  const isEnd = last === undefined || last === found.at(-1);
  return {
    items: toRecords(db, page),
    cursor: isEnd ? null : { at: last.at, key: last.key },
    total: found.length,
  };
};

interface Place {
  /** -1: the newest come first. */
  readonly sign: number;
  readonly cursor: { readonly at: number; readonly key: string } | null;
}

function isBehind({ at, key }: ScheduleEntry, { sign, cursor }: Place): boolean {
  if (cursor === null) return true;
  return at === cursor.at ? key > cursor.key : (at - cursor.at) * sign > 0;
}

export const countScheduleRecords: Query<'countScheduleRecords'> = (db) =>
  db.get<Readonly<Record<Scope, number>>>(COUNTS) ?? { upcoming: 0, recurring: 0, attention: 0, done: 0 };

export const listCalendarSchedules: Query<'listCalendarSchedules'> = (db, { scope, from, to, after, limit }) => {
  const period = scope === 'done' ? { from, to } : {};
  const entries = db.all<ScheduleEntry>(toCalendarSql(scope), { ...period, after: after ?? '', limit });
  return { items: toRecords(db, entries), after: entries.length < limit ? null : (entries.at(-1)?.key ?? null) };
};

/** By the number itself and as contacts; of the service's also those whose next time is not known. */
const OWN_OF_PHONE = `own.seq IN (
  SELECT schedule_seq FROM own_schedule_targets WHERE phone = @phone
  UNION SELECT schedule_seq FROM contacts INDEXED BY contacts_by_phone
    CROSS JOIN own_schedule_targets ON own_schedule_targets.contact_id = contacts.id WHERE contacts.phone = @phone)`;
const THEIRS_OF_PHONE = `theirs.id IN (
  SELECT schedule_id FROM schedule_targets WHERE phone = @phone
  UNION SELECT schedule_id FROM contacts INDEXED BY contacts_by_phone
    CROSS JOIN schedule_targets ON schedule_targets.contact_id = contacts.id WHERE contacts.phone = @phone
  UNION SELECT timeless.id FROM schedules AS timeless INDEXED BY schedules_timeless, json_each(timeless.phones)
    WHERE timeless.is_completed = 0 AND timeless.next_at IS NULL AND value = @phone
  UNION SELECT timeless.id FROM schedules AS timeless INDEXED BY schedules_timeless, json_each(timeless.contact_ids)
    WHERE timeless.is_completed = 0 AND timeless.next_at IS NULL
      AND value IN (SELECT id FROM contacts INDEXED BY contacts_by_phone WHERE phone = @phone))`;
export const OF_PHONE = `
  SELECT * FROM (${toEntriesSql({ own: OWN_OF_PHONE, theirs: THEIRS_OF_PHONE })})
  WHERE is_done = 0 ORDER BY at, key LIMIT ${MOST_OF_PHONE}`;

export const listSchedulesOfPhone: Query<'listSchedulesOfPhone'> = (db, { phone }) =>
  toRecords(db, db.all<ScheduleEntry>(OF_PHONE, { phone }));

export const OF_OWN = toEntriesSql({ own: 'own.id = @id', theirs: null });
export const OF_SERVICE = toEntriesSql({
  own: `own.seq IN (
    SELECT seq FROM own_schedules INDEXED BY own_schedules_replacing WHERE replaces_id = @id AND over_at IS NULL
    UNION SELECT seq FROM own_schedules INDEXED BY own_schedules_by_service WHERE service_id = @id
    UNION SELECT found.seq FROM schedules AS named
      CROSS JOIN own_schedules AS found INDEXED BY own_schedules_by_reference
        ON found.reference_id = named.reference_id WHERE named.id = @id)`,
  theirs: 'theirs.id = @id',
});

/** The service's that one of ours stands for is that one. */
export const findSchedule: Query<'findSchedule'> = (db, { name }) => {
  if ('own' in name) return toRecords(db, db.all<ScheduleEntry>(OF_OWN, { id: name.own }))[0] ?? null;
  const id = name.serviceId;
  return toRecords(db, db.all<ScheduleEntry>(OF_SERVICE, { id })).find((record) => isOf(record, id)) ?? null;
};

function isOf({ own, service }: ScheduleRecord, id: number): boolean {
  return service?.id === id || own?.replacesId === id;
}

export const findOwnSchedule: Query<'findOwnSchedule'> = (db, { id }) => {
  const row = db.get<OwnScheduleRow>('SELECT * FROM own_schedules WHERE id = ?', [id]);
  return row === undefined ? null : toOwnSchedule(row);
};

export const OWN_IN = `
  SELECT * FROM own_schedules WHERE state IN (SELECT value FROM json_each(?)) ORDER BY seq`;

export const listOwnSchedules: Query<'listOwnSchedules'> = (db, { states }) =>
  db.all<OwnScheduleRow>(OWN_IN, [JSON.stringify(states)]).map(toOwnSchedule);

const EVENTS = 'SELECT at, kind, detail FROM own_schedule_events WHERE schedule_id = ? ORDER BY seq';

export const listOwnScheduleEvents: Query<'listOwnScheduleEvents'> = (db, { id }) =>
  db.all<OwnScheduleEventRow>(EVENTS, [id]);

/** Also one that the user has deleted here since. */
export const REPLY_AFTER = `
  SELECT max(at) AS at FROM (
    SELECT max(at) AS at FROM messages INDEXED BY messages_by_phone
      WHERE phone = @phone AND at > @after AND sequence = 'in' AND kind = 'text'
    UNION ALL SELECT max(at) FROM hidden_messages INDEXED BY hidden_messages_by_phone
      WHERE phone = @phone AND at > @after AND sequence = 'in' AND kind = 'text')`;

export const findReplyAfter: Query<'findReplyAfter'> = (db, { phone, after }) =>
  db.get<{ at: number | null }>(REPLY_AFTER, { phone, after })?.at ?? null;

export const countLettersOfSend: Query<'countLettersOfSend'> = (db, { serviceSendId, sendId }) => {
  const letters = [...listServiceLetters(db, serviceSendId), ...listOwnLetters(db, sendId)];
  const counts = new Map<string, number>();
  for (const { letter, n } of letters) if (letter !== null) counts.set(letter, (counts.get(letter) ?? 0) + n);
  return Object.fromEntries(counts);
};

interface LetterCount {
  readonly letter: string | null;
  readonly n: number;
}

/** A million messages have no index by their send: it is looked for at the numbers that its schedule goes to. */
export const LETTERS_OF_SEND = `
  WITH named AS MATERIALIZED (SELECT phones, contact_ids, list_ids FROM schedules WHERE send_id = @sendId),
  numbers (phone) AS MATERIALIZED (
    SELECT value FROM named, json_each(named.phones)
    UNION SELECT contacts.phone FROM named, json_each(named.contact_ids) AS wanted
      CROSS JOIN contacts ON contacts.id = wanted.value
    UNION SELECT contacts.phone FROM named, json_each(named.list_ids) AS wanted
      CROSS JOIN contact_lists ON contact_lists.list_id = wanted.value
      CROSS JOIN contacts ON contacts.id = contact_lists.contact_id)
  SELECT letter, count(*) AS n FROM numbers
  CROSS JOIN messages INDEXED BY messages_by_phone ON messages.phone = numbers.phone
  WHERE messages.session_id = @sendId AND messages.sequence = 'out' GROUP BY letter`;

function listServiceLetters(db: ReadDb, sendId: number | null): LetterCount[] {
  return sendId === null ? [] : db.all<LetterCount>(LETTERS_OF_SEND, { sendId });
}

function listOwnLetters(db: ReadDb, sendId: string | null): LetterCount[] {
  if (sendId === null) return [];
  return db.all<LetterCount>('SELECT letter, 1 AS n FROM ledger WHERE send_id = ?', [sendId]);
}
