/** Files of contacts at the demo service: kinds, refusals, names, restarts, and many rows. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DemoOnFakeTimers, NOW_AT } from '#test/unit/demo/demo-on-fake-timers.ts';
import type { Answer } from '#test/unit/demo/demo-on-fake-timers.ts';

const FIXTURES = new URL('../../fixtures/importing/', import.meta.url);
const MB = 1_024 * 1_024;

/** Where each parameter of an import belongs: columns and lists of the normalized one are in the query. */
function place(where: string, fields: Readonly<Record<string, string>>) {
  if (where === '') return { form: Object.entries(fields), query: new URLSearchParams() };
  const isColumn = (name: string): boolean => name.startsWith('column[');
  const entries = Object.entries(fields);
  const column = entries.flatMap(([name, field]) => (isColumn(name) ? [`${name.slice(7, -1)}:${field}`] : []));
  const lists = entries.filter(([name]) => name === 'listName' || name === 'listId');
  return {
    form: entries.filter(([name]) => !isColumn(name) && name !== 'listName' && name !== 'listId'),
    query: new URLSearchParams([...(column.length > 0 ? [['column', column.join(';')]] : []), ...lists]),
  };
}

interface Order {
  readonly name?: string;
  readonly file?: string | Uint8Array<ArrayBuffer> | null;
  readonly fields?: Readonly<Record<string, string>>;
  /** Instead of what the fields would be there. */
  readonly query?: string;
  readonly where?: '' | '/normalized';
}

/** Imports into a list of a name, unless told otherwise; the first column is the phone. */
async function upload(demo: DemoOnFakeTimers, order: Order): Promise<Answer> {
  const { name = 'people.csv', file = '447700900991', where = '/normalized' } = order;
  const placed = place(where, order.fields ?? { 'column[0]': 'phone', listName: 'New' });
  const form = new FormData();
  for (const [field, value] of placed.form) form.append(field, value);
  if (file !== null) form.set('file', new Blob([file]), name);
  const request = new Request('http://127.0.0.1/', { method: 'POST', body: form });
  const { username, apiKey } = demo.service;
  const headers = { 'x-tm-username': username, 'x-tm-key': apiKey };
  const response = await demo.service.handle({
    method: 'POST',
    path: `/api/v2/contacts/import${where}`,
    query: order.query ?? String(placed.query),
    headers: { ...headers, 'content-type': request.headers.get('content-type') ?? '' },
    body: new Uint8Array(await request.arrayBuffer()),
  });
  return {
    status: response.status,
    body: response.body.length === 0 ? undefined : JSON.parse(new TextDecoder().decode(response.body)),
    response,
  };
}

function toFields({ body }: Pick<Answer, 'body'>): Record<string, string[]> {
  return (body as { errors: { fields: Record<string, string[]> } }).errors.fields;
}

/** Lets the clock run until the last import is over, a portion at a time. Gives what it says on the way. */
async function follow(demo: DemoOnFakeTimers): Promise<{ status: number; processed: number }[]> {
  const { world } = demo.service;
  const id = String(world.imports.rows.at(-1)?.id);
  const seen: { status: number; processed: number }[] = [];
  for (let portion = 0; portion < 500; portion += 1) {
    const said = (await demo.one(`/contacts/import/progress/${id}`)) as { status: number; processed: number };
    seen.push(said);
    if (said.status === 4 || said.status === 5) return seen;
    demo.timers.advance(400);
  }
  throw new Error('The import does not end');
}

describe('a file of contacts', () => {
  it('goes by the raw way into a new list and into one that exists, without a word of the service', async () => {
    const demo = new DemoOnFakeTimers();
    const { status, body } = await upload(demo, { where: '', fields: { 'column[0]': 'phone', ...RAW } });
    expect({ status, body }).toEqual({ status: 201, body: undefined });
    await follow(demo);
    const { world } = demo.service;
    const created = world.lists.rows.at(-1);
    expect(created?.name).toBe('New');
    expect(world.findContactByPhone('447700900991')?.listIds).toEqual([71_001, created?.id]);
  });

  it.each(['contacts.xls', 'contacts.xlsx'])('may be a workbook: %s', async (name) => {
    const demo = new DemoOnFakeTimers();
    const fields = { 'column[0]': 'firstName', 'column[1]': 'phone', listId: '71001', excludeFirstRow: '1' };
    expect((await upload(demo, { name, file: readFileSync(new URL(name, FIXTURES)), fields })).status).toBe(201);
    await follow(demo);
    const { world } = demo.service;
    expect(world.findContactByPhone('447700900123')).toMatchObject({ firstName: 'Zoë Ångström', listIds: [71_001] });
  });

  it('is worked off in portions that are told on the way', async () => {
    const demo = new DemoOnFakeTimers();
    const rows = Array.from({ length: 700 }, (_, at) => `4477009${String(at).padStart(5, '0')}`);
    await upload(demo, { file: rows.join('\n') });
    expect(await follow(demo)).toEqual([
      { status: 1, processed: 0 },
      { status: 3, processed: 250 },
      { status: 3, processed: 500 },
      { status: 5, processed: 700 },
    ]);
  });

  it('ends with errors when a row could not be taken: no number, one that is too short, one of somebody else', async () => {
    const demo = new DemoOnFakeTimers();
    const { world } = demo.service;
    const foreign = world.contacts.rows.find(({ userId }) => userId !== undefined);
    const before = structuredClone(foreign);
    await upload(demo, { file: ['447700900991', '12', '07700900992', `${foreign?.phone},x`].join('\n') });
    expect((await follow(demo)).at(-1)).toEqual({ status: 4, processed: 1 });
    expect(foreign).toEqual(before);
  });

  it('takes numbers of its country in any way of writing them', async () => {
    const demo = new DemoOnFakeTimers();
    const file = ['07700 900991', '447700900992', '+447700900993', '00447700900994', '+33612345678'].join('\n');
    await upload(demo, { file, fields: { 'column[0]': 'phone', listName: 'New', country: 'gb' } });
    expect((await follow(demo)).at(-1)).toEqual({ status: 5, processed: 5 });
    const { world } = demo.service;
    const numbers = ['447700900991', '447700900992', '447700900993', '447700900994', '33612345678'];
    expect(numbers.filter((phone) => world.findContactByPhone(phone) === undefined)).toEqual([]);
  });

  it('without a country refuses numbers that POST /contacts refuses', async () => {
    const demo = new DemoOnFakeTimers();
    await upload(demo, { file: ['447700900991', '+447700900992', '00447700900993', '07700900994'].join('\n') });
    expect((await follow(demo)).at(-1)).toEqual({ status: 4, processed: 2 });
    expect((await demo.post('/contacts', { phone: '00447700900993', lists: '71001' })).status).toBe(400);
    expect(demo.service.world.findContactByPhone('447700900993')).toBeUndefined();
  });

  it('counts a number that it repeats once, and takes what its last row says that is not empty', async () => {
    const demo = new DemoOnFakeTimers();
    const rows = Array.from({ length: 600 }, (_, at) => `4477009${String(at).padStart(5, '0')},First,Last`);
    const file = [...rows, '+447700900000,Second,', '07700 900000,,Third', '447700900000,,'].join('\n');
    const fields = { 'column[0]': 'phone', 'column[1]': 'firstName', 'column[2]': 'lastName' };
    await upload(demo, { file, fields: { ...fields, listName: 'New', country: 'GB' } });
    expect((await follow(demo)).at(-1)).toEqual({ status: 5, processed: 600 });
    const { world } = demo.service;
    expect(world.findContactByPhone('447700900000')).toMatchObject({ firstName: 'Second', lastName: 'Third' });
    expect(world.membersCount(world.lists.rows.at(-1)?.id ?? 0)).toBe(600);
  });

  it('leaves out its first row, also where that is a number which comes again', async () => {
    const demo = new DemoOnFakeTimers();
    const fields = { 'column[0]': 'phone', 'column[1]': 'firstName', listName: 'New', excludeFirstRow: '1' };
    await upload(demo, { file: '447700900991,First\n447700900991,', fields });
    expect((await follow(demo)).at(-1)).toEqual({ status: 5, processed: 1 });
    expect(demo.service.world.findContactByPhone('447700900991')?.firstName).toBe('');
  });

  it('goes to a list with the next free ordinal', async () => {
    const demo = new DemoOnFakeTimers();
    for (let times = 0; times < 3; times += 1) await upload(demo, {});
    expect(demo.service.world.lists.rows.slice(-3).map(({ name }) => name)).toEqual(['New', 'New 1', 'New 2']);
  });

  it('goes to several lists, and passes over one that is deleted meanwhile', async () => {
    const demo = new DemoOnFakeTimers();
    await upload(demo, { fields: { 'column[0]': 'phone', listId: '71001,71003' } });
    await demo.call('DELETE', '/lists/71003');
    await follow(demo);
    expect(demo.service.world.findContactByPhone('447700900991')?.listIds).toEqual([71_001]);
  });
});

const RAW = { listName: 'New', listId: '71001' };
const LISTS = 'listName=New&listId=71001';

describe('an import is refused', () => {
  it.each<[string, Order, string, RegExp]>([
    ['without a file', { file: null }, 'file', /blank/],
    ['with a PDF', { name: 'people.pdf' }, 'file', /CSV, XLS or XLSX/],
    ['with an empty file', { file: '' }, 'file', /^This file is empty\. Nothing was imported\. \S/],
    [
      'with a picture named like a table',
      { file: Uint8Array.from(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')) },
      'file',
      /Nothing was imported/,
    ],
    [
      'with a damaged workbook',
      { name: 'people.xlsx', file: 'PK\x03\x04 and no more' },
      'file',
      /Nothing was imported/,
    ],
    ['with more than 10 MB', { file: new Uint8Array(10 * MB + 1).fill(0x31) }, 'file', /10 MB/],
    ['without a phone', { fields: { 'column[0]': 'email', listName: 'New' } }, 'column', /phone/],
    ['without columns', { fields: { listName: 'New' } }, 'column', /phone/],
    ['with an unknown field', { fields: { 'column[0]': 'phone', 'column[1]': 'pet', listName: 'x' } }, 'column', /1/],
    ['with a column that is not there', { fields: { 'column[7]': 'phone', listName: 'x' } }, 'column', /column 7/],
    ['with one field twice', { query: 'column=0:phone;1:phone&listName=x' }, 'column', /more than one/],
    [
      'raw without a list that exists',
      { where: '', fields: { 'column[0]': 'phone', listName: 'x' } },
      'listId',
      /blank/,
    ],
    ['raw without a new list', { where: '', fields: { 'column[0]': 'phone', listId: '71001' } }, 'listName', /blank/],
    ['raw with its columns in one text', { where: '', fields: { ...RAW, column: '0:phone' } }, 'column', /phone/],
    [
      'raw with its lists in the query',
      { where: '', fields: { 'column[0]': 'phone' }, query: LISTS },
      'listId',
      /blank/,
    ],
    ['normalized with columns one by one', { query: `column[0]=phone&${LISTS}` }, 'column', /phone/],
    ['without a list', { fields: { 'column[0]': 'phone' } }, 'listName', /listId/],
    [
      'with a country that is none',
      { fields: { 'column[0]': 'phone', listName: 'x', country: 'XX' } },
      'country',
      /country/,
    ],
  ])('%s, and nothing happens', async (...[, order, field, why]) => {
    const demo = new DemoOnFakeTimers();
    const { world } = demo.service;
    const before = [world.lists.rows.length, world.contacts.rows.length];
    const answer = await upload(demo, order);
    expect(answer.status).toBe(400);
    expect(toFields(answer)[field]?.join(' ')).toMatch(why);
    expect([world.lists.rows.length, world.contacts.rows.length]).toEqual(before);
    expect(world.imports.rows).toEqual([]);
  });

  it.each([
    ['', ['column', 'country', 'excludeFirstRow', 'file', 'listId', 'listName']],
    ['/normalized', ['column', 'country', 'excludeFirstRow', 'file', 'listName']],
  ] as const)('at …/import%s with everything that is wrong named at once', async (where, fields) => {
    const order: Order = { where, file: null, fields: { country: 'XX', excludeFirstRow: 'maybe' } };
    const { status, body } = await upload(new DemoOnFakeTimers(), order);
    expect(status).toBe(400);
    expect(Object.keys(toFields({ body })).sort()).toEqual(fields);
  });

  it('but not with 10 MB exactly', async () => {
    const demo = new DemoOnFakeTimers();
    const row = `447700900991,${'x'.repeat(1_010)}\n`;
    const file = new TextEncoder().encode(row.repeat((10 * MB) / row.length));
    expect(file).toHaveLength(10 * MB);
    expect((await upload(demo, { file })).status).toBe(201);
  });
});

describe('DEMO-11: an import with a data folder', () => {
  let dataDir = '';

  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'demo-import-'));
  });

  afterEach(async () => {
    await rm(dataDir, { recursive: true, force: true });
  });

  it('goes on after a restart, every row once', async () => {
    const rows = Array.from({ length: 600 }, (_, at) => `4477009${String(at).padStart(5, '0')}`);
    const first = new DemoOnFakeTimers({ dataDir });
    await upload(first, { file: rows.join('\n') });
    first.timers.advance(400);
    expect(first.service.world.imports.rows[0]).toMatchObject({ status: 3, processed: 250 });
    await first.service.dispose();

    const second = new DemoOnFakeTimers({ dataDir }, NOW_AT + 500);
    expect((await follow(second)).at(-1)).toEqual({ status: 5, processed: 600 });
    expect(second.service.world.imports.rows[0]?.waiting).toEqual([]);
    const missing = rows.filter((phone) => second.service.world.findContactByPhone(phone) === undefined);
    expect(missing).toEqual([]);
    await second.service.dispose();
  });
});

it('20,000 rows are taken in by many small portions, between which others are served', async () => {
  const demo = new DemoOnFakeTimers();
  const rows = Array.from({ length: 20_000 }, (_, at) => `First ${at},Last,${String(447_500_000_000 + at)}`);
  const fields = { 'column[0]': 'firstName', 'column[2]': 'phone', listName: 'Everybody' };
  expect((await upload(demo, { file: rows.join('\n'), fields })).status).toBe(201);
  const { world } = demo.service;
  const processed: number[] = [];
  for (let portion = 0; portion < 500 && world.imports.rows[0]?.status !== 5; portion += 1) {
    demo.timers.advance(400);
    processed.push(world.imports.rows[0]?.processed ?? 0);
    await nextTurn();
  }
  expect(world.imports.rows[0]).toMatchObject({ status: 5, processed: 20_000 });
  expect(world.membersCount(world.lists.rows.at(-1)?.id ?? 0)).toBe(20_000);
  const portions = processed.map((count, at) => count - (processed[at - 1] ?? 0));
  expect(Math.max(...portions)).toBeLessThan(20_000 / 20);
});
