/** That the one comparison of cache and service notices what it is there for: each field of each row, changed by itself. */
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openForWriting } from '#main/store/open.ts';
import type { WriteDb } from '#main/store/open.ts';
import {
  compareWithService,
  listCompared,
  readServiceState,
  TABLE_NAMES,
} from '#test/support/comparison/compare-with-service.ts';
import type { Compared, TableName } from '#test/support/comparison/compare-with-service.ts';
import type { Row } from '#test/support/comparison/expected-rows.ts';
import { openRealAccount, startRealService } from '#test/support/sync/account-on-demo.ts';
import type { RealService } from '#test/support/sync/account-on-demo.ts';

const LIMIT_MS = 180_000;
/** Of the schema: anything else is refused. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  role: ['parent', 'administrator', 'regular'],
  time_format: ['24h', '12h'],
  status: ['active', 'closed', 'deleted'],
  direction: ['in', 'out'],
  service_direction: ['in', 'out'],
  kind: ['text', 'log'],
  sequence: ['in', 'out'],
};
/** A mute that is over is none. */
const FAR_AWAY = Date.UTC(2100, 0, 1);
const DERIVED = ['last', 'unread', 'search'];

let service: RealService;
let cache: WriteDb;

beforeAll(async () => {
  service = await startRealService({ chats: 20, messages: 120, contacts: 25 });
  await placeOrders(service);
  const account = await openRealAccount(service);
  account.sync.start();
  await vi.waitFor(
    () => {
      const { phase, lastSyncedAt } = account.sync.getStatus();
      expect([phase, lastSyncedAt === null]).toEqual(['idle', false]);
    },
    { timeout: LIMIT_MS, interval: 50 },
  );
  await account.dispose();
  cache = openForWriting(path.join(service.folder, 'account', 'cache.db'), 'NORMAL');
  for (const compared of listCompared(readServiceState(service.demo))) if (isPartial(compared.name)) enter(compared);
}, LIMIT_MS);
afterAll(async () => {
  cache.close();
  await service.dispose();
}, LIMIT_MS);

/** What a sync reads little by little. */
const isPartial = (name: TableName): boolean => ['asides', 'notes'].includes(name);

/** The row of the service as a sync writes it, where no sync has come to it yet. */
function enter({ name, stored, first }: Compared): void {
  const row: Row = name === 'asides' ? { ...first, seq: 1, first_name: '', last_name: '' } : first;
  const columns = Object.keys(row);
  cache.run(
    `INSERT OR IGNORE INTO "${stored}" (${columns.join(', ')}) VALUES (${columns.map((column) => `@${column}`).join(', ')})`,
    row,
  );
}

/** A plan, a send to very many, and a note and a call in a chat: not every small demo begins with them. */
async function placeOrders({ demo }: RealService): Promise<void> {
  const { world, clock } = demo;
  const [contact] = world.contacts.rows;
  const sendingTime = String(Math.floor(clock.nowAt() / 1_000) + 86_400);
  await demo.handle({
    ...{ method: 'POST', path: '/api/v2/messages', query: '' },
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-tm-username': demo.username,
      'x-tm-key': demo.apiKey,
    },
    body: new TextEncoder().encode(
      new URLSearchParams({ text: 'Planned', phones: contact?.phone ?? '', sendingTime }).toString(),
    ),
  });
  const order = world.schedules.rows[0]?.order;
  const [session] = world.sessions.rows;
  if (order === undefined || session === undefined) throw new Error('Nothing was planned');
  world.bulks.append({
    ...{ id: world.bulks.nextId(), status: 'c', order, recipients: ['447700900001'], processed: 1 },
    ...{ createdAt: clock.nowAt(), messageIds: [], sessionId: session.id, reservedSessionId: null, paid: 0 },
    userId: world.account.id,
  });
  const { phone = '' } = world.chats.rows[0] ?? {};
  const [at, userId] = [clock.nowAt(), world.account.id];
  world.calls.append({ id: world.calls.nextId(), kind: 'call', phone, direction: 'in', at, userId: null });
  world.teamNotes.append({ id: world.teamNotes.nextId(), kind: 'note', phone, at, text: 'Between us', userId });
  const note = { contactId: contact?.id ?? 0, note: 'Rings first', createdAt: at, userId };
  world.contactNotes.append({ id: world.contactNotes.nextId(), ...note });
}

/** What the comparison says of a change, which is taken back after that. */
function compareAfter(change: () => void, except: readonly string[]): readonly string[] {
  let told: readonly string[] = [];
  const takeBack = new Error('Taken back');
  try {
    cache.transaction(() => {
      change();
      told = compareWithService(cache, readServiceState(service.demo), { except });
      throw takeBack;
    });
  } catch (error) {
    if (error !== takeBack) throw error;
  }
  return told;
}

/** Another value for one cell: the lowest there is, so that a no becomes a yes: a register may say the same as a row. */
function changeCell(stored: string, column: string, where: string): void {
  const row = cache.get<{ id: number; value: string | number | null }>(
    `SELECT rowid AS id, "${column}" AS value FROM "${stored}" WHERE ${where} ORDER BY "${column}" IS NULL, "${column}" LIMIT 1`,
  );
  if (row === undefined) throw new Error(`${stored} is empty`);
  cache.run(`UPDATE "${stored}" SET "${column}" = ? WHERE rowid = ?`, [toOther(column, row.value), row.id]);
}

function toOther(column: string, value: string | number | null): string | number {
  if (column === 'send') return '{"id":1}';
  const allowed = ALLOWED[column]?.find((one) => one !== value);
  if (allowed !== undefined) return allowed;
  if (typeof value === 'number') return column.startsWith('is_') ? 1 - value : value + 1;
  if (typeof value === 'string' && value.startsWith('[')) return value === '[]' ? '[7]' : '[]';
  if (typeof value === 'string') return `${value}x`;
  if (column === 'muted_until') return FAR_AWAY;
  return /_at$|_id$|until|count|price/.test(column) ? 1 : 'x';
}

const WHERE: Partial<Record<TableName, string>> = {
  messages: `sequence IN ('in', 'out')`,
  asides: `sequence NOT IN ('in', 'out')`,
};

describe('the comparison of cache and service', () => {
  it('finds no difference after a first sync', () => {
    expect(compareWithService(cache, readServiceState(service.demo))).toEqual([]);
  });

  it('has something to compare in every table', () => {
    const compared = listCompared(readServiceState(service.demo));
    expect(compared.map(({ name }) => name)).toEqual(TABLE_NAMES);
    expect(compared.filter(({ first }) => Object.keys(first).length === 0)).toEqual([]);
  });

  it.each(TABLE_NAMES)('notices each changed field of %s', (name) => {
    const { stored = '', first = {} } =
      listCompared(readServiceState(service.demo)).find((one) => one.name === name) ?? {};
    // Members have no more than their key, and no row ids.
    const changeable = name === 'members' ? [] : Object.keys(first).filter((column) => !isKey(column, name));
    const unnoticed = changeable.filter((column) => {
      const told = compareAfter(() => changeCell(stored, column, WHERE[name] ?? 'true'), DERIVED);
      return !told.some((line) => line.startsWith(`${name} `) && line.includes(`.${column}:`));
    });
    expect(unnoticed).toEqual([]);
  });

  it.each(TABLE_NAMES.filter((name) => !isPartial(name)))('notices a lost row of %s', (name) => {
    const { stored = '' } = listCompared(readServiceState(service.demo)).find((one) => one.name === name) ?? {};
    const told = compareAfter(() => {
      const where = WHERE[name] ?? 'true';
      if (name === 'members') cache.run('DELETE FROM contact_lists');
      else cache.run(`DELETE FROM "${stored}" WHERE rowid = (SELECT min(rowid) FROM "${stored}" WHERE ${where})`);
    }, DERIVED);
    expect(told).toContainEqual(expect.stringContaining(`${name} `));
    expect(told.join('\n')).toContain('only at the service');
  });

  it('notices a row that the service does not have', () => {
    const told = compareAfter(() => {
      cache.run(`INSERT INTO templates (id, name, content) VALUES (1, 'Invented', '')`);
    }, DERIVED);
    expect(told).toEqual([expect.stringMatching(/^templates 1: only in the cache/)]);
  });

  it.each([
    ['the last text of a chat', `UPDATE chats SET last_text = 'Something else' WHERE id = (SELECT max(id) FROM chats)`],
    ['a count of chats', 'UPDATE chat_counts SET chats = chats + 1 WHERE days = 1 AND shelf = 0'],
    ['a count of unread chats', 'UPDATE chat_counts SET unread_chats = unread_chats + 1 WHERE days = 1 AND shelf = 0'],
    ['a message that no search finds', 'DELETE FROM message_search WHERE rowid = (SELECT max(seq) FROM messages)'],
  ])('notices %s that is wrong', (_what, sql) => {
    expect(compareAfter(() => cache.exec(sql), [])).not.toEqual([]);
  });
});

function isKey(column: string, name: TableName): boolean {
  const keys: Partial<Record<TableName, readonly string[]>> = {
    account: ['user_id'],
    messages: ['sequence', 'id'],
    asides: ['sequence', 'id'],
    people: ['phone'],
  };
  return (keys[name] ?? ['id']).includes(column);
}
