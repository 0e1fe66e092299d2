/** Imports as they run, compared with what the service has then. */
import { afterEach, describe, expect, it } from 'vitest';
import { RunsOnDemo, toNewRows } from '#test/support/importing/runs-on-demo.ts';

describe.each(['spec', 'sdk'] as const)('an import to a service of the shape %s', (shapes) => {
  let at: RunsOnDemo;
  afterEach(async () => {
    await at.dispose();
  });

  it('creates the contacts of new rows on a new list', async () => {
    at = await RunsOnDemo.open({ shapes });
    const before = at.world.contacts.rows.length;
    const importId = await at.start(toNewRows(30));
    const { state, memory } = await at.waitUntilOver(importId);
    expect(at.bugs).toEqual([]);
    expect([state, memory.problem, memory.membersCount]).toEqual(['finished', null, 30]);
    expect(await at.count(importId)).toEqual({ 'new done': 30 });
    expect(at.membersOf(memory.listId)).toHaveLength(30);
    expect(at.world.contacts.rows).toHaveLength(before + 30);
    expect(at.world.lists.rows.filter(({ name }) => name.startsWith('Imported'))).toHaveLength(1);
  });
});
