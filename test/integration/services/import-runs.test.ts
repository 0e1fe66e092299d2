/** Imports as they run, compared with what the service has then. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fault } from '#main/demo/steering/faults.ts';
import type { ImportValues } from '#shared/domain/imports.ts';
import { listShapes } from '#test/support/full-counts.ts';
import { until } from '#test/support/until.ts';
import { RunsOnDemo, toNewRows } from '#test/support/importing/runs-on-demo.ts';
import type { RowInput } from '#test/support/importing/runs-on-demo.ts';

const WITH_FIELD = { choices: [{ kind: 'phone' }, { kind: 'new-field', name: 'Groomer' }] } as const;

function withValue(row: RowInput, name: keyof ImportValues, value: string): RowInput {
  return row.values === undefined ? row : { ...row, values: { ...row.values, [name]: value } };
}

describe.each(listShapes(['spec', 'sdk'], 'sdk'))('imports to a service of the shape %s', (shapes) => {
  let at: RunsOnDemo;
  let nextNew = 0;
  let nextOwn = 0;
  beforeAll(async () => {
    at = await RunsOnDemo.open({ shapes, contacts: 400 });
  });
  afterAll(async () => {
    await at.dispose();
  });

  /** Rows of every kind, of numbers that no other test has. */
  function takeRows(newCount = 12, otherCount = 3): readonly RowInput[] {
    const own = at.pickOwn(nextOwn + 2 * otherCount).slice(nextOwn);
    nextOwn += own.length;
    nextNew += newCount;
    return [
      ...toNewRows(newCount, nextNew - newCount),
      ...own.slice(0, otherCount).map(({ id, phone }) => ({
        ...{ phone, contactId: id, verdict: 'update' as const },
        values: { lastName: `Changed ${String(id)}`, email: `changed${String(id)}@mail.example` },
      })),
      ...own.slice(otherCount).map(({ id, phone }) => ({ phone, contactId: id, verdict: 'unchanged' as const })),
      { phone: '', verdict: 'invalid' },
    ];
  }

  it('bring rows of every kind to a new list', async () => {
    const rows = takeRows();
    const before = at.world.contacts.rows.length;
    const importId = await at.start(rows);
    await at.waitUntilOver(importId);
    await at.expectImported(importId, rows);
    expect(await at.count(importId)).toEqual({
      'new done': 12,
      'update done': 3,
      'unchanged done': 3,
      'invalid skipped': 1,
    });
    expect(at.world.contacts.rows).toHaveLength(before + 12);
  });

  it('bring rows of every kind to a list that exists, and keep what was there before', async () => {
    const rows = takeRows();
    const [list] = at.world.lists.rows;
    const listId = list?.id ?? 0;
    const before = at.membersOf(listId).map(({ id }) => id);
    const [changed] = rows.filter(({ verdict }) => verdict === 'update');
    const known = structuredClone(at.world.contacts.find(changed?.contactId ?? 0));
    const importId = await at.start(rows, { target: { kind: 'list', listId } });
    await at.waitUntilOver(importId);
    await at.expectImported(importId, rows);
    expect(at.membersOf(listId).map(({ id }) => id)).toEqual(expect.arrayContaining(before));
    const [row] = (await at.listRows(importId)).filter(({ verdict }) => verdict === 'update');
    expect(row?.before).toEqual({
      values: { lastName: known?.lastName, email: known?.email },
      listIds: known?.listIds,
    });
  });

  it('make new fields, and write values of fields', async () => {
    const [field] = at.world.data.fields;
    const rows = takeRows(4, 2).map((row) =>
      row.values === undefined
        ? row
        : {
            ...row,
            values: { ...row.values, [`field:${String(field?.id)}`]: 'as, "written"', 'new:Groomer': 'Dr. Ödön\nTwo' },
          },
    );
    const importId = await at.start(rows, WITH_FIELD);
    await at.waitUntilOver(importId);
    await at.expectImported(importId, rows);
    const { memory } = await at.find(importId);
    const made = at.world.data.fields.filter(({ name }) => name === 'Groomer');
    expect(memory.createdFields).toEqual({ Groomer: made[0]?.id });
    expect(made).toHaveLength(1);
  });

  it('take more rows than one batch has', async () => {
    const rows = takeRows(2_300, 1);
    const importId = await at.start(rows);
    await at.waitUntilOver(importId);
    expect(await at.count(importId)).toMatchObject({ 'new done': 2_300 });
    expect((await at.find(importId)).memory).toMatchObject({ batchCount: 3, batch: null, membersCount: 2_302 });
  });

  /** What an import writes, each by a request of its own. */
  const WRITES = [
    { method: 'POST', path: '/lists' },
    { method: 'POST', path: '/customfields' },
    { method: 'POST', path: '/contacts/import' },
    { method: 'PUT', path: '/contacts/' },
    { method: 'PUT', path: '/lists/' },
  ] as const;
  it.each<readonly [string, Fault]>([
    ['is lost', { kind: 'reset-after' }],
    ['never comes', { kind: 'reset-before' }],
    ['is one of a gateway', { kind: 'status-after', status: 502 }],
    ['is a failure', { kind: 'status', status: 500 }],
    ['asks for a pause', { kind: 'status', status: 429, retryAfterSeconds: 1 }],
  ])('are whole where the answer to each request %s', async (_how, fault) => {
    const name = `Field ${String(nextNew)}`;
    const rows = takeRows(8, 3).map((row) => withValue(row, `new:${name}`, 'x'));
    const [contacts, lists] = [at.world.contacts.rows.length, at.world.lists.rows.length];
    at.service.demo.faults.set(WRITES.map((request) => ({ ...fault, ...request, times: 1 })));
    const importId = await at.start(rows, { choices: [{ kind: 'new-field', name }] });
    await at.waitUntilOver(importId);
    expect(at.service.demo.faults.list()).toEqual([]);
    await at.expectImported(importId, rows);
    expect(at.world.contacts.rows).toHaveLength(contacts + 8);
    expect(at.world.lists.rows).toHaveLength(lists + 1);
    expect(at.world.data.fields.filter((one) => one.name === name)).toHaveLength(1);
  });

  it('wait while the service is closed, say so, and go on', async () => {
    const rows = takeRows();
    at.service.demo.faults.set([{ kind: 'maintenance', path: '/contacts', retryAfterSeconds: 3_600 }]);
    const importId = await at.start(rows);
    await until(async () => {
      expect(await at.find(importId)).toMatchObject({ state: 'waiting', memory: { problem: { code: 'maintenance' } } });
    });
    at.service.demo.faults.set([]);
    at.account.client.endMaintenance();
    at.runs.cameOnline();
    await at.waitUntilOver(importId);
    await at.expectImported(importId, rows);
  });
});
