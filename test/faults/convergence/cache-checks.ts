/** Checks of the cache and `owned.db` after a simulation: notifications, snoozes, and a comparison of two caches. */
import type { ReadDb } from '#main/store/open.ts';
import type { Simulation } from './simulation.ts';

const DAY_MS = 86_400_000;

interface NoticeRow {
  readonly key: string;
  readonly state: string;
}

/** Wrong notifications: a message that was notified of twice, that does not exist, or that was passed over. */
export function listNoticeFaults({ told, app, demo, kills, quiet }: Simulation): string[] {
  const rows = new Map(
    app.store.db.all<NoticeRow>('SELECT key, state FROM notices').map(({ key, state }) => [key, state]),
  );
  const floor = findFloor(app);
  const incoming = demo.world.inbound.rows.map(({ id, sender }) => ({ id, sender, key: `in:${String(id)}` }));
  const newestId = Math.max(0, ...[...told.keys()].map((key) => Number(key.slice(3))), ...incoming.map(({ id }) => id));
  const twice = [...told].filter(([, times]) => times > 1).map(([key]) => `told twice: ${key}`);
  const invented = [...told.keys()].filter((key) => !key.startsWith('in:') || Number(key.slice(3)) > newestId);
  const due = [...rows].filter(([, state]) => state === 'due').map(([key]) => `still to be told: ${key}`);
  // Only a kill between taking a notice and showing it may lose a notification.
  const lost = [...rows]
    .filter(([key, state]) => state === 'told' && !told.has(key))
    .map(([key]) => `not told: ${key}`);
  const passedOver = incoming
    .filter(({ id, key, sender }) => id > floor && !rows.has(key) && !quiet.has(sender))
    .map(({ key }) => `passed over: ${key}`);
  return [...twice, ...invented, ...due, ...(kills === 0 ? lost : []), ...passedOver];
}

/** Messages up to this id existed before, or were notified of by a deleted cache. */
function findFloor(app: Simulation['app']): number {
  const row = app.store.db.get<{ value: number }>(`SELECT value FROM sync_marks WHERE key = 'notices.floor'`);
  return row?.value ?? Infinity;
}

interface Named {
  readonly phone: string;
  readonly at: number;
}

const AWAY_WITHOUT_CAUSE = `
  SELECT phone, snoozed_until AS at FROM chats
  WHERE (shelf = -1 OR snoozed_until IS NOT NULL) AND NOT EXISTS (
    SELECT 1 FROM snoozes
    WHERE snoozes.phone = chats.phone AND snoozes.returned_at IS NULL AND until_at = snoozed_until AND shelf = -1)`;
const STILL_HERE = `
  SELECT chats.phone, until_at AS at FROM snoozes CROSS JOIN chats ON chats.phone = snoozes.phone
  WHERE snoozes.returned_at IS NULL AND shelf = 0`;
const OVERDUE = 'SELECT phone, until_at AS at FROM snoozes WHERE returned_at IS NULL AND until_at <= ?';
const ANSWERED = `
  SELECT messages.phone, max(at) AS at FROM snoozes CROSS JOIN messages ON messages.phone = snoozes.phone
  WHERE returned_at IS NULL AND sequence = 'in' AND kind = 'text' AND at > coalesce(up_to_at, -1)
  GROUP BY messages.phone`;

/** Wrong snoozed chats (STORE-31, SNOOZE-1) after due snoozes were returned. */
export function listSnoozeFaults({ app, clock }: Simulation): string[] {
  const list = (what: string, sql: string, params: readonly number[] = []): string[] =>
    app.store.db.all<Named>(sql, params).map(({ phone, at }) => `${what}: ${phone} ${String(at)}`);
  return [
    ...list('away without a snooze', AWAY_WITHOUT_CAUSE),
    ...list('snoozed and still here', STILL_HERE),
    ...list('overdue', OVERDUE, [clock.now()]),
    ...list('snoozed, and somebody wrote', ANSWERED),
  ];
}

/** Table or view of the cache, and the columns that come from the service. */
const QUERIES: Readonly<Record<string, string>> = {
  account: 'SELECT user_id, username, first_name, last_name, email, phone, country, time_zone FROM account',
  // A snoozed chat is an open one to the service.
  chats: `
    SELECT id, phone, contact_id, first_name, last_name, is_blocked, is_unsubscribed, unread_count, updated_at, status,
      is_muted, muted_until, is_pinned, service_text, service_direction, max(shelf, 0) AS shelf, last_at, last_text, last_direction,
      last_letter FROM chats WHERE id > 0 ORDER BY id`,
  messages: `
    SELECT direction, id, phone, text, at, kind, letter, session_id FROM messages
    WHERE sequence IN ('in', 'out') AND at >= @depthAt ORDER BY direction, id`,
  contacts: `
    SELECT id, phone, first_name, last_name, company, email, country, is_blocked, is_favorite, fields
    FROM contacts ORDER BY id`,
  lists: 'SELECT id, name, description, members_count, is_favorite, is_shared, is_default FROM lists ORDER BY id',
  members: 'SELECT list_id, contact_id FROM contact_lists ORDER BY list_id, contact_id',
  fields: 'SELECT * FROM custom_fields ORDER BY id',
  templates: 'SELECT * FROM templates ORDER BY id',
  // Of contacts in use: a cache that is older may have the notes of others too, and is compared with the service itself. A
  // provisional chat, as after a text to someone whose chat is deleted, is of one cache alone.
  notes: `
    SELECT id, contact_id, text FROM contact_notes WHERE contact_id IN (
      SELECT coalesce(people.contact_id, chats.contact_id) FROM chats LEFT JOIN people ON people.phone = chats.phone
      WHERE chats.id > 0 AND shelf < 2 AND last_at >= @usedAt) ORDER BY id`,
  schedules: 'SELECT id, next_at, text, is_completed FROM schedules ORDER BY id',
  sends: 'SELECT id, at, text, reference_id, recipients_count FROM service_sends ORDER BY id',
  bulks: 'SELECT id, status, text FROM bulks ORDER BY id',
  unsubscribers: 'SELECT id, phone FROM unsubscribers ORDER BY id',
  blocked: 'SELECT id, phone FROM blocked_contacts ORDER BY id',
  found: `
    SELECT count(*) AS texts FROM message_search WHERE rowid IN (SELECT seq FROM messages WHERE at >= @depthAt)`,
  unread: 'SELECT sum(unread_count) AS unread FROM chats WHERE id > 0 AND shelf <= 0',
  people: 'SELECT phone, name, contact_id FROM people ORDER BY phone',
};

type Dump = Readonly<Record<string, readonly string[]>>;

/**
 * `depthAt`: what was written before is not compared. Nor is what only one of two caches can know: who is blocked where the
 * service refuses lists (whom its own person blocked), and contacts with their notes where it lists none (who was
 * on another list before).
 */
export function dumpCache(
  db: ReadDb,
  { depthAt, variant, clock }: Pick<Simulation, 'depthAt' | 'variant' | 'clock'>,
): Dump {
  const usedAt = clock.now() - 90 * DAY_MS;
  const unknown = new Set([
    ...(variant.refusals.length > 0 ? ['blocked'] : []),
    ...(variant.absent.includes('contacts') ? ['contacts', 'people', 'notes'] : []),
  ]);
  const queries = Object.entries(QUERIES).filter(([name]) => !unknown.has(name));
  return Object.fromEntries(
    queries.map(([name, sql]) => [
      name,
      db.all<Record<string, unknown>>(sql, toParams(sql, { depthAt, usedAt })).map((row) => JSON.stringify(row)),
    ]),
  );
}

/** Those that the statement names. */
function toParams(sql: string, values: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => sql.includes(`@${name}`)));
}

/** Lines that only one of them has, by table; empty where they are the same. */
export function listDifferences(kept: Dump, fresh: Dump): string[] {
  return Object.keys(fresh).flatMap((name) => {
    const [ours, theirs] = [new Set(kept[name]), new Set(fresh[name])];
    return [
      ...[...ours].filter((line) => !theirs.has(line)).map((line) => `${name}: only in the cache ${line}`),
      ...[...theirs].filter((line) => !ours.has(line)).map((line) => `${name}: only at the service ${line}`),
    ];
  });
}
