/** An import is whole at whichever of its calls the app is killed. */
import { describe, expect, it } from 'vitest';
import { isFull, listShapes } from '#test/support/full-counts.ts';
import { toMortal } from '#test/support/importing/mortal-parts.ts';
import { RunsOnDemo, toNewRows } from '#test/support/importing/runs-on-demo.ts';
import type { RowInput } from '#test/support/importing/runs-on-demo.ts';
import { throwDice } from '#test/support/random.ts';

/** A call of so many is tried, each before it is made or after. */
const STEP = isFull ? 1 : 5;

describe.each(listShapes(['spec', 'sdk'], 'sdk'))('an import to a service of the shape %s', (shapes) => {
  it('ends with the same contacts and counts wherever the app was killed', async () => {
    const dice = throwDice();
    const at = await RunsOnDemo.open({ shapes, contacts: 200 });
    try {
      let isKilled = true;
      // The first call ends the planning.
      for (let killAt = dice.between(2, 1 + STEP); isKilled; killAt += STEP) {
        isKilled = await killOnce(at, { killAt, isAfter: dice.happens(50) });
      }
    } finally {
      await at.dispose();
    }
  });
});

/** False: the import was over before. */
async function killOnce(
  at: RunsOnDemo,
  kill: { readonly killAt: number; readonly isAfter: boolean },
): Promise<boolean> {
  const field = `Killed ${String(kill.killAt)}`;
  const rows = toRows(at, kill.killAt, `new:${field}`);
  const [contacts, lists] = [at.world.contacts.rows.length, at.world.lists.rows.length];
  const { parts, death } = toMortal(at.parts, kill);
  await at.restart(parts);
  const importId = await at.start(rows, { choices: [{ kind: 'new-field', name: field }] });
  const isKilled = await Promise.race([death.then(() => true), at.waitUntilOver(importId).then(() => false)]);
  await at.restart();
  await at.waitUntilOver(importId);
  await at.expectImported(importId, rows);
  expect([kill, at.world.contacts.rows.length, at.world.lists.rows.length]).toEqual([kill, contacts + 3, lists + 1]);
  expect(at.world.data.fields.filter(({ name }) => name === field)).toHaveLength(1);
  return isKilled;
}

/** Three new rows, one that changes its contact, one whose contact is put on the list alone. */
function toRows(at: RunsOnDemo, killAt: number, field: `new:${string}`): readonly RowInput[] {
  const [changed, same] = at.pickOwn(2 * killAt).slice(-2);
  return [
    ...toNewRows(3, 3 * killAt).map((row) => ({ ...row, values: { ...row.values, [field]: 'x' } })),
    {
      ...{ phone: changed?.phone ?? '', contactId: changed?.id ?? 0, verdict: 'update' },
      values: { lastName: `Changed ${String(killAt)}`, [field]: 'x' },
    },
    { phone: same?.phone ?? '', contactId: same?.id ?? 0, verdict: 'unchanged' },
  ];
}
