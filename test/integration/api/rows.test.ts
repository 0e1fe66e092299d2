/** Every row of the service's interface: the client's function against the demo service, in both shapes. */
import * as v from 'valibot';
import { afterEach, describe, expect, it } from 'vitest';
import { isAppError } from '#shared/domain/app-error.ts';
import { loadCases, readOperations, SHAPES } from '#test/support/operations/all.ts';
import type { OperationCase } from '#test/support/operations/operation-case.ts';
import { openClientOnDemo } from '#test/support/operations/client-on-demo.ts';
import type { ClientOnDemo } from '#test/support/operations/client-on-demo.ts';

const cases = await loadCases();
const rows = readOperations();

const refusals = cases.flatMap((one) =>
  Object.entries(one.refusals ?? {}).map(([status, call]) => ({ ...one, status: Number(status), refused: call })),
);

describe.each(SHAPES)('in the shape %s', (shape) => {
  let setup: ClientOnDemo | undefined;

  afterEach(async () => {
    await setup?.dispose();
    setup = undefined;
  });

  async function open(one: OperationCase): Promise<ClientOnDemo> {
    setup = await openClientOnDemo(shape);
    await one.prepare?.(setup);
    return setup;
  }

  it.each(cases)('$row does what it is for', async (one) => {
    const here = await open(one);
    const result = await one.call(here.client, here);
    if (one.result === null) expect(result).toBeUndefined();
    else expect(v.safeParse(one.result, result).issues).toBeUndefined();
    expect(here.demo.seen.map(({ method, status }) => `${method} ${Math.floor(status / 100)}`)).toContain(
      `${one.row.split(' ')[0] ?? ''} 2`,
    );
    await one.works(here, result);
  });

  it.each(refusals)('$row is refused with $status', async (one) => {
    const here = await open(one);
    try {
      // Where "there is none" is an answer, a 404 is no failure: of what is looked for, never of what is to be done.
      expect(await one.refused(here.client, here)).toBeUndefined();
      const isSearch = one.row.startsWith('GET ') && one.result !== null;
      expect({ status: one.status, isSearch }).toEqual({ status: 404, isSearch: true });
    } catch (error) {
      if (!isAppError(error)) throw error;
      expect({ status: error.status, outcome: error.outcome }).toEqual({
        status: one.status,
        outcome: one.status === 429 ? 'not-accepted' : 'refused',
      });
    }
    expect(here.demo.seen.map(({ status }) => status)).toContain(one.status);
  });
});

describe('the rows of the specification', () => {
  it.each(rows)('$row has a case', ({ row }) => {
    expect(cases.filter((one) => one.row === row)).toHaveLength(1);
  });

  it.each(rows.filter(({ errors }) => errors.length > 0))('$row is refused in every way that it lists', (row) => {
    const statuses = cases.filter((one) => one.row === row.row).flatMap((one) => Object.keys(one.refusals ?? {}));
    expect(row.errors.map(String).filter((status) => !statuses.includes(status))).toEqual([]);
  });

  it('are the only ones that cases are about', () => {
    const known = new Set(rows.map(({ row }) => row));
    expect(cases.map(({ row }) => row).filter((row) => !known.has(row))).toEqual([]);
  });
});
