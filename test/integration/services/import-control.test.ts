/** What users, other clients and the service do to an import while it runs. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Contact } from '#main/demo/state/model.ts';
import { AppError } from '#shared/domain/app-error.ts';
import { listShapes } from '#test/support/full-counts.ts';
import { RunsOnDemo, toNewRows } from '#test/support/importing/runs-on-demo.ts';
import type { RowInput } from '#test/support/importing/runs-on-demo.ts';
import { until } from '#test/support/until.ts';

describe.each(listShapes(['spec', 'sdk'], 'spec'))('an import to a service of the shape %s', (shapes) => {
  let at: RunsOnDemo;
  let nextNew = 0;
  let nextOwn = 0;
  beforeAll(async () => {
    // Slow enough for what happens while a batch is under way.
    at = await RunsOnDemo.open({ shapes, contacts: 300, speed: 2 });
  });
  afterAll(async () => {
    await at.dispose();
  });
  afterEach(() => {
    at.service.demo.faults.set([]);
  });

  function takeNew(count: number): readonly RowInput[] {
    nextNew += count;
    return toNewRows(count, nextNew - count);
  }

  function takeOwn(count: number): readonly Contact[] {
    nextOwn += count;
    return at.pickOwn(nextOwn).slice(nextOwn - count);
  }

  const toUpdate = ({ id, phone }: Contact): RowInput => ({
    ...{ phone, contactId: id, verdict: 'update' },
    values: { lastName: `Written ${String(id)}` },
  });

  async function waitForDone(importId: number, kind: string): Promise<void> {
    await until(async () => expect((await at.count(importId))[kind] ?? 0).toBeGreaterThan(0));
  }

  it('pauses and goes on where it was', async () => {
    const rows = takeOwn(30).map(toUpdate);
    const importId = await at.start(rows);
    await waitForDone(importId, 'update done');
    await at.runs.control(importId, 'pause');
    expect(await at.find(importId)).toMatchObject({ state: 'paused' });
    await until(() => expect(at.runs.isRunning()).toBe(false));
    const counts = await at.count(importId);
    expect(counts['update planned']).toBeGreaterThan(0);
    expect(counts['update leaving']).toBeUndefined();
    await at.restart();
    expect(await at.find(importId)).toMatchObject({ state: 'paused' });
    expect(at.runs.isRunning()).toBe(false);
    await at.runs.control(importId, 'resume');
    await at.waitUntilOver(importId);
    await at.expectImported(importId, rows);
  });

  it('stops: what was done stays, and nothing else leaves', async () => {
    const rows = takeOwn(30).map(toUpdate);
    const importId = await at.start(rows);
    await waitForDone(importId, 'update done');
    await at.runs.control(importId, 'stop');
    const { state, finishedAt, memory } = await at.waitUntilOver(importId);
    expect([state, finishedAt === null, memory.problem]).toEqual(['stopped', false, null]);
    const stored = await at.listRows(importId);
    const written = at.world.contacts.rows.filter(({ id, lastName }) => lastName === `Written ${String(id)}`);
    const phones = new Set(rows.map(({ phone }) => phone));
    const here = written.map(({ phone }) => phone).filter((phone) => phones.has(phone));
    const done = stored.filter((row) => row.state === 'done').map(({ phone }) => phone);
    expect(done.toSorted()).toEqual(here.toSorted());
    const left = stored.filter((row) => row.state !== 'done');
    expect(left.length).toBeGreaterThan(0);
    expect(left.every((row) => row.state === 'skipped' && row.reason?.code === 'stopped')).toBe(true);
  });

  it('stops once the batch that is under way has ended', async () => {
    const rows = takeNew(1_300);
    const importId = await at.start(rows);
    await until(async () => {
      expect((await at.find(importId)).memory.batch).not.toBeNull();
    });
    await at.runs.control(importId, 'stop');
    const { state, memory } = await at.waitUntilOver(importId);
    expect([state, memory.membersCount]).toEqual(['stopped', 1_000]);
    expect(await at.count(importId)).toEqual({ 'new done': 1_000, 'new skipped': 300 });
    expect(at.membersOf(memory.listId)).toHaveLength(1_000);
  });

  it('stops without a word to the service where nothing has left', async () => {
    at.service.demo.faults.set([{ kind: 'status', status: 500, path: '/lists' }]);
    const lists = at.world.lists.rows.length;
    const importId = await at.start(takeNew(3));
    await until(async () => expect(await at.find(importId)).toMatchObject({ state: 'waiting' }));
    await at.runs.control(importId, 'stop');
    await at.runs.control(importId, 'pause');
    at.service.demo.faults.set([]);
    at.runs.cameOnline();
    expect(await at.waitUntilOver(importId)).toMatchObject({ state: 'stopped', memory: { listId: null } });
    expect(await at.count(importId)).toEqual({ 'new skipped': 3 });
    expect(at.world.lists.rows).toHaveLength(lists);
  });

  it('waits for the one before it, unless that one is paused', async () => {
    const [first, second] = [takeOwn(20).map(toUpdate), takeNew(5)];
    const firstId = await at.start(first);
    const secondId = await at.start(second);
    await waitForDone(firstId, 'update done');
    expect(await at.find(secondId)).toMatchObject({ state: 'waiting', memory: { problem: null } });
    await at.runs.control(firstId, 'pause');
    await at.waitUntilOver(secondId);
    await at.expectImported(secondId, second);
    expect(await at.find(firstId)).toMatchObject({ state: 'paused' });
    await at.runs.control(firstId, 'resume');
    await at.waitUntilOver(firstId);
    await at.expectImported(firstId, first);
  });

  it('goes on by itself after the line was down', async () => {
    const rows = [...takeOwn(20).map(toUpdate), ...takeNew(5)];
    const importId = await at.start(rows);
    await waitForDone(importId, 'update done');
    await at.service.goOffline();
    await until(async () => {
      expect(await at.find(importId)).toMatchObject({ state: 'waiting', memory: { problem: { code: 'offline' } } });
    });
    await at.service.goOnline();
    await at.waitUntilOver(importId);
    await at.expectImported(importId, rows);
  });

  it('takes a contact that another client made meanwhile for one that is changed, and knows what it was', async () => {
    const rows = takeNew(4);
    const [changed, same, foreign, created] = rows.map(({ phone }) => phone);
    const [list] = at.world.lists.rows;
    const make = (phone = '', more: Partial<Contact> = {}): void => {
      at.world.addContact({
        ...{ id: at.world.contacts.nextId(), phone, phoneType: 1, listIds: [list?.id ?? 0], values: {}, tagIds: [] },
        ...{
          firstName: 'Theirs',
          lastName: '',
          email: '',
          company: '',
          favorited: false,
          blocked: false,
          avatar: null,
        },
        ...more,
      });
    };
    make(changed);
    make(same, { firstName: rows[1]?.values?.firstName ?? '', email: rows[1]?.values?.email ?? '' });
    make(foreign, { userId: at.world.data.users.find(({ id }) => id !== at.world.account.id)?.id ?? 0 });
    const importId = await at.start(rows);
    await at.waitUntilOver(importId);
    expect(await at.count(importId)).toEqual({
      ...{ 'update done': 1, 'unchanged done': 1, 'read-only skipped': 1, 'new done': 1 },
    });
    const stored = await at.listRows(importId);
    expect(stored.find(({ phone }) => phone === changed)).toMatchObject({
      before: { values: { firstName: 'Theirs', email: '' }, listIds: [list?.id] },
    });
    const { memory } = await at.find(importId);
    expect(at.membersOf(memory.listId).map(({ phone }) => phone)).toEqual([changed, same, created]);
  });

  it('says of landlines that the service leaves out what it is told of them', async () => {
    const landlines = [0, 1].map((index) => ({ phone: `4420794${String(60_000 + nextNew + index)}` }));
    const options = { hasHeader: true, keepsWhatIsEmpty: true, existing: 'update', country: null } as const;
    const importId = await at.start([...takeNew(3), ...landlines], {
      options: { ...options, leavesOutLandlines: true },
    });
    await at.waitUntilOver(importId);
    const told = shapes === 'sdk' ? { 'landline skipped': 2 } : { 'new refused': 2 };
    expect(await at.count(importId)).toEqual({ 'new done': 3, ...told });
    const absent = (await at.listRows(importId)).filter(({ state }) => state !== 'done');
    const code = shapes === 'sdk' ? 'landline' : 'absent';
    expect(absent).toMatchObject(
      [0, 1].map(() => ({ reason: { code }, foundBy: 'service', cells: [expect.any(String)] })),
    );
  });

  it('refuses rows of contacts that are gone, and those that the service refuses, with its sentence', async () => {
    const [changed, gone, removed, refused, failing] = takeOwn(5);
    const rows = [changed, gone, refused, failing].flatMap((one) => (one === undefined ? [] : [toUpdate(one)]));
    at.world.removeContacts([gone, removed].flatMap((one) => one ?? []));
    at.service.demo.faults.set([
      { kind: 'status', status: 400, method: 'PUT', path: `/contacts/${String(refused?.id)}` },
      { kind: 'status', status: 500, method: 'PUT', path: `/contacts/${String(failing?.id)}` },
    ]);
    const unchanged = { phone: removed?.phone ?? '', contactId: removed?.id ?? 0, verdict: 'unchanged' } as const;
    const importId = await at.start([...rows, unchanged]);
    await at.waitUntilOver(importId);
    expect(await at.count(importId)).toEqual({ 'update done': 1, 'update refused': 3, 'unchanged refused': 1 });
    const reasons = (await at.listRows(importId)).map(({ phone, reason }) => [phone, reason?.code ?? null]);
    expect(reasons).toEqual([
      [changed?.phone, null],
      [gone?.phone, 'gone'],
      [refused?.phone, 'refused'],
      [failing?.phone, 'refused'],
      [removed?.phone, 'gone'],
    ]);
  });

  it('stops with the problem where the service refuses its list', async () => {
    at.service.demo.faults.set([{ kind: 'status', status: 400, method: 'POST', path: '/lists' }]);
    const importId = await at.start(takeNew(2));
    expect(await at.waitUntilOver(importId)).toMatchObject({
      ...{ state: 'stopped', memory: { listId: null, isCreatingList: false, problem: { code: 'validation' } } },
    });
    expect(await at.count(importId)).toEqual({ 'new skipped': 2 });
  });

  it('stops with the problem where its list is gone, or a field is refused', async () => {
    const goneId = await at.start(takeNew(2), { target: { kind: 'list', listId: 99_999_999 } });
    expect(await at.waitUntilOver(goneId)).toMatchObject({
      state: 'stopped',
      memory: { problem: { code: 'not-found' } },
    });
    at.service.demo.faults.set([{ kind: 'status', status: 400, method: 'POST', path: '/customfields' }]);
    const fieldId = await at.start(takeNew(2), { choices: [{ kind: 'new-field', name: 'Refused' }] });
    expect(await at.waitUntilOver(fieldId)).toMatchObject({
      ...{ state: 'stopped', memory: { creatingFields: [], createdFields: {}, problem: { code: 'validation' } } },
    });
  });

  it('waits for a key that is accepted, and leaves nothing undone', async () => {
    const rows = [...takeNew(5), ...takeOwn(10).map(toUpdate)];
    const importId = await at.start(rows);
    await waitForDone(importId, 'update done');
    at.service.demo.faults.set([{ kind: 'status', status: 401 }]);
    await until(async () => {
      expect(await at.find(importId)).toMatchObject({
        ...{ state: 'waiting', memory: { problem: { code: 'unauthorized' } } },
      });
    });
    at.service.demo.faults.set([]);
    at.runs.cameOnline();
    await at.waitUntilOver(importId);
    await at.expectImported(importId, rows);
  });

  it('sends nothing that it cannot write down, and goes on once the disk has room', async () => {
    const rows = [...takeNew(5), ...takeOwn(6).map(toUpdate)];
    const { store } = at.account;
    const disk = { isFull: true, refused: 0 };
    const changeImportRows: typeof store.changeImportRows = async (input) => {
      if (!disk.isFull) return await store.changeImportRows(input);
      disk.refused += 1;
      throw new AppError({ code: 'disk', message: 'The disk is full', outcome: 'not-accepted' });
    };
    await at.restart({ store: { ...store, changeImportRows } });
    const importId = await at.start(rows);
    await until(() => expect(disk.refused).toBeGreaterThan(1));
    expect(at.membersOf((await at.find(importId)).memory.listId)).toEqual([]);
    disk.isFull = false;
    at.runs.becameWritable();
    await at.waitUntilOver(importId);
    await at.expectImported(importId, rows);
    await at.restart();
  });

  it('is taken back in its turn, once it is over', async () => {
    const rows = [...takeNew(5), ...takeOwn(8).map(toUpdate)];
    const before = structuredClone(at.world.contacts.rows);
    const lists = at.world.lists.rows.length;
    const importId = await at.start(rows);
    await expect(at.runs.undo(importId)).rejects.toMatchObject({
      code: 'validation',
      fields: { import: ['not-over'] },
    });
    await at.waitUntilOver(importId);
    await at.expectImported(importId, rows);
    await at.runs.undo(importId);
    await at.runs.control(importId, 'pause');
    await until(() => expect(at.runs.isRunning()).toBe(false));
    expect(await at.find(importId)).toMatchObject({ state: 'undo-paused' });
    await at.restart();
    await at.runs.control(importId, 'resume');
    await until(async () => expect(await at.find(importId)).toMatchObject({ state: 'undone', step: 'done' }));
    expect(at.bugs).toEqual([]);
    // A contact without an owner is answered with its user as owner, and put back so.
    expect(at.world.contacts.rows).toMatchObject(before);
    expect(at.world.lists.rows).toHaveLength(lists);
  });

  it('is started once by one request', async () => {
    const requestId = `twice-${shapes}`;
    const [first, second] = await Promise.all([1, 2].map(() => at.start(takeNew(1), {}, requestId)));
    await at.waitUntilOver(first ?? 0);
    expect([second, await at.start(takeNew(1), {}, requestId)]).toEqual([first, first]);
    expect((await at.listRows(first ?? 0)).map(({ state }) => state)).toEqual(['done']);
  });

  it('is dropped where the app ended before all its rows were written down', async () => {
    const { store } = at.account;
    const { plan } = await at.find(await at.start(takeNew(1)));
    const { importId } = await store.createImport({ requestId: 'given-up', plan, at: 1 });
    await at.restart();
    expect(await store.findImport({ importId })).toBeNull();
  });
});
