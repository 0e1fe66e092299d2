/**
 * The one comparison of a cache with the service: every field of everything that the service has, beside the demo service's
 * own state. What differs is told as lines; none means that the cache equals the service.
 */
import type { ReadDb } from '#main/store/open.ts';
import type { DemoService } from '#main/demo/service.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import {
  findNewest,
  Reader,
  type Cell,
  type Row,
  type Rows,
  type ServiceState,
  expectAccount,
  expectAsides,
  expectChats,
  expectMessages,
  expectBlocked,
  expectContacts,
  expectFields,
  expectLists,
  expectMembers,
  expectNotes,
  expectPeople,
  expectUnsubscribers,
  expectBulks,
  expectSchedules,
  expectSends,
  expectTemplates,
} from './expected-rows.ts';

interface Text {
  readonly seq: number;
  readonly text: string;
}

/** Letters that fold to themselves: what folding does to all others is for its own tests. */
const WORD = /(?<![\p{L}\p{N}])[a-z]{4,}(?![\p{L}\p{N}])/giu;
const MOST_WORDS = 200;
const FOUND = 'SELECT rowid AS seq FROM message_search WHERE message_search MATCH ? ORDER BY rowid';

/** The index beside the texts of the messages, which are compared with the service's. */
function listSearchFaults(cache: ReadDb): string[] {
  const texts = cache.all<Text>('SELECT seq, text FROM messages ORDER BY seq');
  const plain = texts
    .filter(({ text }) => /^[\x20-\x7e]*$/.test(text))
    .map(({ seq, text }) => ({ seq, text: text.toLowerCase() }));
  const plainSeqs = new Set(plain.map(({ seq }) => seq));
  const known = new Set(texts.map(({ seq }) => seq));
  const indexed = cache.all<{ seq: number }>('SELECT rowid AS seq FROM message_search').map(({ seq }) => seq);
  const stale = indexed.filter((seq) => !known.has(seq)).map((seq) => `search: row ${String(seq)} is of no message`);
  const inIndex = new Set(indexed);
  const lost = texts
    .filter(({ seq, text }) => /[\p{L}\p{N}]/u.test(text) && !inIndex.has(seq))
    .map(({ seq }) => `search: message ${String(seq)} is not in the index`);
  return [...stale, ...lost, ...listWords(plain).flatMap((word) => listWordFaults(word))];

  function listWordFaults(word: string): string[] {
    const should = new Set(plain.filter(({ text }) => text.includes(word)).map(({ seq }) => seq));
    const found = new Set(cache.all<{ seq: number }>(FOUND, [`text : "${word}"`]).map(({ seq }) => seq));
    const missing = [...should]
      .filter((seq) => !found.has(seq))
      .map((seq) => `search “${word}”: ${String(seq)} is not found`);
    const wrong = [...found]
      .filter((seq) => plainSeqs.has(seq) && !should.has(seq))
      .map((seq) => `search “${word}”: ${String(seq)} is found`);
    return [...missing, ...wrong];
  }
}

/** The rarest first: the words of one message alone, as far as there is room. */
function listWords(texts: readonly Text[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { text } of texts) {
    for (const word of new Set(text.match(WORD) ?? [])) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([a, few], [b, many]) => few - many || (a < b ? -1 : 1));
  return sorted.slice(0, MOST_WORDS).map(([word]) => word);
}

interface Table {
  readonly expect: (reader: Reader) => Rows;
  /** The rows of the cache, with the columns of the expected ones and more. */
  readonly sql: string;
  readonly keys: readonly string[];
  /** A sync reads it little by little: what is not there yet is no difference. */
  readonly isPartial?: true;
}

/**
 * A snoozed chat is an open one to the service, a mute that is over by the service's clock may still stand in the row (the
 * app ends it by this computer's), and the registers say of a chat what it need not say itself.
 */
const CHATS = `
  SELECT *, max(shelf, 0) AS shelf,
    max(is_blocked, phone IN (SELECT phone FROM blocked_contacts)) AS is_blocked,
    max(is_unsubscribed, phone IN (SELECT phone FROM unsubscribers)) AS is_unsubscribed,
    iif(muted_until IS NULL OR muted_until > @nowAt, is_muted, 0) AS is_muted,
    iif(muted_until > @nowAt, muted_until, NULL) AS muted_until
  FROM chats WHERE id > 0`;
const BULKS = `SELECT *, json_extract(send, '$.id') AS send FROM bulks`;

const TABLES = {
  account: { expect: expectAccount, sql: 'SELECT * FROM account', keys: ['user_id'] },
  chats: { expect: expectChats, sql: CHATS, keys: ['id'] },
  messages: {
    expect: expectMessages,
    sql: `SELECT * FROM messages WHERE sequence IN ('in', 'out')`,
    keys: ['sequence', 'id'],
  },
  asides: {
    expect: expectAsides,
    sql: `SELECT * FROM messages WHERE sequence NOT IN ('in', 'out')`,
    keys: ['sequence', 'id'],
    isPartial: true,
  },
  contacts: { expect: expectContacts, sql: 'SELECT * FROM contacts', keys: ['id'] },
  lists: { expect: expectLists, sql: 'SELECT * FROM lists', keys: ['id'] },
  members: { expect: expectMembers, sql: 'SELECT * FROM contact_lists', keys: ['list_id', 'contact_id'] },
  fields: { expect: expectFields, sql: 'SELECT * FROM custom_fields', keys: ['id'] },
  notes: { expect: expectNotes, sql: 'SELECT * FROM contact_notes', keys: ['id'], isPartial: true },
  templates: { expect: expectTemplates, sql: 'SELECT * FROM templates', keys: ['id'] },
  schedules: { expect: expectSchedules, sql: 'SELECT * FROM schedules', keys: ['id'] },
  sends: { expect: expectSends, sql: 'SELECT * FROM service_sends', keys: ['id'] },
  bulks: { expect: expectBulks, sql: BULKS, keys: ['id'] },
  unsubscribers: { expect: expectUnsubscribers, sql: 'SELECT * FROM unsubscribers', keys: ['id'] },
  blocked: { expect: expectBlocked, sql: 'SELECT * FROM blocked_contacts', keys: ['id'] },
  people: { expect: expectPeople, sql: 'SELECT * FROM people', keys: ['phone'] },
} as const satisfies Readonly<Record<string, Table>>;

export type TableName = keyof typeof TABLES;
export const TABLE_NAMES = Object.keys(TABLES) as readonly TableName[];

/**
 * What a message or a chat keeps as it was when it was read: names and contacts of then, and the last text, which may be
 * one of ours that never left. To be left out where people and names change, or texts fail.
 */
export const AS_READ = ['messages.first_name', 'messages.last_name', 'messages.contact_id', 'last'] as const;

interface Comparison {
  /** Tables, `table.column`s, `last`, `unread` and `search` that are left out; the caller says why. */
  readonly except?: readonly string[];
  /** Messages of before were not read. */
  readonly depthAt?: number;
  /** Tables that are read little by little, and were read to their end here. */
  readonly whole?: readonly TableName[];
}

export interface Compared {
  readonly name: TableName;
  /** The table of the cache. */
  readonly stored: string;
  /** Of the service: with all columns that are compared. */
  readonly first: Row;
}

/** All that is compared of the rows that the service has. */
export function listCompared(service: ServiceState): readonly Compared[] {
  const reader = new Reader(service);
  return TABLE_NAMES.map((name) => {
    const { expect, sql }: Table = TABLES[name];
    const [first = {}] = expect(reader).values();
    return { name, stored: [...sql.matchAll(/FROM (\w+)/g)].at(-1)?.[1] ?? '', first };
  });
}

/** The state of a service in this process. */
export function readServiceState({ world, clock, settings }: DemoService): ServiceState {
  return { state: world.data, nowAt: clock.nowAt(), settings };
}

/** Every difference, as a line; none where the cache equals the service. */
export function compareWithService(cache: ReadDb, service: ServiceState, given: Comparison = {}): readonly string[] {
  const reader = new Reader(service);
  const { except = [], depthAt = 0, whole = [] } = given;
  const isDeep = (row: Row): boolean => typeof row['at'] !== 'number' || row['at'] >= depthAt;
  const ofTables = TABLE_NAMES.filter((name) => !except.includes(name)).flatMap((name) => {
    const table: Table = TABLES[name];
    const found = readRows(cache, table, reader.nowAt);
    const isPartial = table.isPartial === true && !whole.includes(name);
    const skipped = new Set(except.filter((one) => one.startsWith(`${name}.`)).map((one) => one.split('.')[1]));
    return listDifferences(name, { isPartial, found, expected: table.expect(reader), isDeep, skipped });
  });
  return [
    ...ofTables,
    ...(except.includes('last') ? [] : listLastFaults(cache, reader)),
    ...(except.includes('unread') ? [] : listUnreadFaults(cache, reader)),
    ...(except.includes('search') ? [] : listSearchFaults(cache)),
  ];
}

function readRows(cache: ReadDb, { sql, keys }: Table, nowAt: number): Rows {
  const rows = cache.all<Row>(sql, sql.includes('@nowAt') ? { nowAt } : {});
  return new Map(rows.map((row) => [keys.map((key) => String(row[key])).join(':'), row]));
}

interface Sides {
  /** What is only at the service is no difference. */
  readonly isPartial: boolean;
  readonly found: Rows;
  readonly expected: Rows;
  readonly isDeep: (row: Row) => boolean;
  readonly skipped: ReadonlySet<string | undefined>;
}

function listDifferences(name: string, { isPartial, found, expected, isDeep, skipped }: Sides): string[] {
  const missing = [...expected]
    .filter(([key, row]) => !isPartial && !found.has(key) && isDeep(row))
    .map(([key, row]) => `${name} ${key}: only at the service ${JSON.stringify(row)}`);
  const invented = [...found]
    .filter(([key]) => !expected.has(key))
    .map(([key, row]) => `${name} ${key}: only in the cache ${JSON.stringify(row)}`);
  const changed = [...expected].flatMap(([key, row]) => {
    const has = found.get(key);
    if (has === undefined) return [];
    return Object.entries(row)
      .filter(([column, value]) => !skipped.has(column) && !isSame(has[column], value))
      .map(([column, value]) => `${name} ${key}.${column}: ${show(has[column])}, at the service ${show(value)}`);
  });
  return [...missing, ...invented, ...changed];
}

const show = (value: Cell | undefined): string => (value === undefined ? 'no such column' : JSON.stringify(value));

function isSame(found: Cell | undefined, expected: Cell): boolean {
  if (typeof found === 'number' && typeof expected === 'number') return Math.abs(found - expected) < 1e-6;
  return found === expected;
}

interface LastRow {
  readonly id: number;
  readonly phone: string;
  readonly last_at: number | null;
  readonly last_text: string;
  readonly last_direction: string | null;
  readonly last_letter: string | null;
}

/** What a list shows of a chat is its newest message. Calls and texts of this computer are in nobody's feed. */
function listLastFaults(cache: ReadDb, reader: Reader): string[] {
  const newest = findNewest(reader);
  const asides = cache.all<{ phone: string }>(`SELECT phone FROM messages WHERE sequence NOT IN ('in', 'out')`);
  const withAsides = new Set(asides.map(({ phone }) => phone));
  return cache
    .all<LastRow>('SELECT * FROM chats WHERE id > 0')
    .filter(({ phone }) => newest.has(phone) && !withAsides.has(phone))
    .flatMap((chat) => {
      const candidates = (newest.get(chat.phone) ?? []).map((message) => [
        reader.instant(message.at),
        message.text,
        message.kind,
        message.kind === 'in' ? null : reader.letter(message),
      ]);
      const shown = [chat.last_at, chat.last_text, chat.last_direction, chat.last_letter];
      if (candidates.some((one) => JSON.stringify(one) === JSON.stringify(shown))) return [];
      return [`chats ${String(chat.id)}.last: ${JSON.stringify(shown)}, at the service ${JSON.stringify(candidates)}`];
    });
}

/** What the lists add up to, by the counts that are kept beside them. */
function listUnreadFaults(cache: ReadDb, { service }: Reader): string[] {
  const sql = `
    SELECT coalesce(sum(chats), 0) AS chats, coalesce(sum(unread_chats), 0) AS unread
    FROM chat_counts WHERE days = 1 AND shelf IN (-1, 0)`;
  const counts = cache.get<{ chats: number; unread: number }>(sql) ?? { chats: 0, unread: 0 };
  const open = service.state.chats.filter(({ status }) => status === 'a');
  const should = { chats: open.length, unread: open.filter(({ unread }) => unread > 0).length };
  // A deleted chat takes no other's place: what is sent to its number stands in one that only this computer knows.
  const known = new Set(
    service.state.chats.filter(({ status }) => status !== 'd').map(({ phone }) => toPhoneKey(phone)),
  );
  const own = cache
    .all<{ phone: PhoneKey }>('SELECT phone FROM chats WHERE id < 0')
    .filter(({ phone }) => known.has(phone));
  return [
    ...(counts.chats - countOwn(cache) === should.chats
      ? []
      : [`open chats: ${show(counts.chats)}, not ${show(should.chats)}`]),
    ...(counts.unread === should.unread ? [] : [`unread chats: ${show(counts.unread)}, not ${show(should.unread)}`]),
    ...own.map(({ phone }) => `chats: ${phone} has a chat at the service and one that only this computer knows`),
  ];
}

const countOwn = (cache: ReadDb): number =>
  cache.get<{ count: number }>('SELECT count(*) AS count FROM chats WHERE id < 0 AND shelf <= 0')?.count ?? 0;
