/** What an import must not lose, double or write over, whatever else happens to the same contacts. */
import { afterEach, describe, expect, it } from 'vitest';
import { toContactId } from '#shared/domain/ids.ts';
import { listShapes } from '#test/support/full-counts.ts';
import { RunsOnDemo, toNewRows } from '#test/support/importing/runs-on-demo.ts';
import { until } from '#test/support/until.ts';

describe.each(listShapes(['spec', 'sdk'], 'spec'))('imports to a service of the shape %s', (shapes) => {
  let opened: RunsOnDemo | null = null;
  afterEach(async () => {
    await opened?.dispose();
    opened = null;
  });

  async function open(): Promise<RunsOnDemo> {
    opened = await RunsOnDemo.open({ shapes });
    return opened;
  }

  it('make a contact anew whose deletion still waits, rather than lose it with that', async () => {
    const at = await open();
    const { store, sync } = at.account;
    const [contact] = at.pickOwn(1);
    const { id = 0, phone = '' } = contact ?? {};
    const change = { kind: 'delete-contacts', contactIds: [toContactId(id)] } as const;
    await store.applyPeopleChanges({ changes: [change], at: Date.now(), dueAt: Date.now() + 1_500 });
    sync.peopleChanged();
    const rows = [{ phone, values: { firstName: 'Back' } }, ...toNewRows(3)];
    const importId = await at.start(rows);
    await at.waitUntilOver(importId);
    await until(async () => expect(await store.listPeopleChanges({})).toEqual([]));
    await at.expectImported(importId, rows);
    expect(await at.count(importId)).toEqual({ 'new done': 4 });
    expect(at.world.contacts.rows.some((one) => one.id === id)).toBe(false);
  });

  it('use the field that another client has made meanwhile, in whatever letters', async () => {
    const at = await open();
    const { id } = await at.account.client.createCustomField({ name: 'groomer' }, { priority: 'user' });
    const rows = toNewRows(2).map((row) => ({ ...row, values: { ...row.values, 'new:Groomer': 'Mr Lee' } }));
    const choices = [{ kind: 'phone' }, { kind: 'new-field', name: 'Groomer' }] as const;
    const importId = await at.start(rows, { choices });
    await at.waitUntilOver(importId);
    const written = rows.map((row) => ({ phone: row.phone, values: { [`field:${String(id)}`]: 'Mr Lee' } }));
    await at.expectImported(importId, written);
    expect(at.world.fields.rows.filter(({ name }) => name.toLowerCase() === 'groomer')).toHaveLength(1);
    expect((await at.find(importId)).memory.createdFields).toEqual({});
  });

  it('keep a field of any name, and know which they made', async () => {
    const at = await open();
    const choices = ['constructor', '__proto__'].map((name) => ({ kind: 'new-field', name }) as const);
    const rows = toNewRows(2).map((row) => ({
      ...row,
      values: { ...row.values, 'new:constructor': 'Smith & Sons', 'new:__proto__': 'Yes, “so”\nindeed' },
    }));
    const importId = await at.start(rows, { choices: [{ kind: 'phone' }, ...choices] });
    await at.waitUntilOver(importId);
    await at.expectImported(importId, rows);
    const { createdFields } = (await at.find(importId)).memory;
    expect(Object.keys(createdFields).toSorted()).toEqual(['__proto__', 'constructor']);
    await at.runs.undo(importId);
    await until(async () => expect(await at.find(importId)).toMatchObject({ state: 'undone' }));
    expect(at.world.fields.rows.filter(({ name }) => Object.hasOwn(createdFields, name))).toEqual([]);
  });
});
