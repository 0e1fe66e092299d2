/** The map in main/api/README.md: every row of the interface with its function, its demo handler, its tests, its use. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bindEndpoints } from '#main/api/endpoints.ts';
import { Knowledge, NO_KNOWLEDGE } from '#main/api/knowledge.ts';
import { Service } from '#main/api/service.ts';
import { rows as demoRows } from '#main/demo/endpoints/rows.ts';
import { loadCases, readAnswers, readOperations, SHAPES } from '#test/support/operations/all.ts';
import type { Endpoints, OperationCase } from '#test/support/operations/operation-case.ts';
import { openClientOnDemo } from '#test/support/operations/client-on-demo.ts';

const ROOT = new URL('../../../', import.meta.url);

const ABOUT_PEOPLE =
  /^\w+ \/(contacts|lists|customfields|notes|tags|unsubscribers?|lookups|email-lookups|countries|subaccounts)\b/;

const ABOUT_TIMES = /^\w+ \/(schedules|timezones)\b/;

/** One line of the map. */
interface Entry {
  readonly row: string;
  readonly client: string;
  /** File of the function, below main/api/endpoints. */
  readonly clientFile: string;
  /** File of the handler, below main/demo/endpoints. */
  readonly demoFile: string;
  /** File of the case, below test/support/operations. */
  readonly caseFile: string;
  /** What a person does with it. */
  readonly use: string;
}

function readText(file: string): string {
  return readFileSync(new URL(file, ROOT), 'utf8');
}

function readMap(): readonly Entry[] {
  const [, map = ''] = readText('main/api/README.md').split('\n## Map of rows\n');
  return map
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
    .filter(([, row = '']) => /^(GET|POST|PUT|DELETE) \//.test(row))
    .map(([, row = '', client = '', clientFile = '', demoFile = '', caseFile = '', use = '']) => ({
      ...{ row, client, clientFile, demoFile, caseFile, use },
    }));
}

/** Names of the functions that a case calls, as far as it gets with a client that refuses everything. */
async function listCalls(one: OperationCase): Promise<readonly string[]> {
  const called: string[] = [];
  const recorder = new Proxy({} as Endpoints, {
    get: (_target, name) => () => {
      called.push(String(name));
      return Promise.reject(new Error('Only recorded'));
    },
  });
  const setup = await openClientOnDemo('sdk');
  await one.prepare?.(setup);
  await one.call(recorder, setup).catch((error: unknown) => {
    if (!(error instanceof Error) || error.message !== 'Only recorded') throw error;
  });
  await setup.dispose();
  return called;
}

const rows = readOperations();
const map = readMap();
const cases = await loadCases();
const knowledge = new Knowledge({ data: NO_KNOWLEDGE, now: () => 0, onLearned: () => undefined });
const nobody = { call: () => Promise.reject(new Error('Nobody is asked')) };
const client: Readonly<Record<string, unknown>> = bindEndpoints(
  new Service(nobody, knowledge, { onBadRows: () => undefined, onTooLarge: () => undefined }),
);

describe('the map of rows in main/api/README.md', () => {
  it('has every row of the specification and of what is known beyond it, in their order, and no other', () => {
    expect(map.map(({ row }) => row)).toEqual(rows.map(({ row }) => row));
  });

  it('holds the 79 rows of the specification', () => {
    expect(rows.filter(({ source }) => source === 'specification')).toHaveLength(79);
  });

  it.each(map)('$row: its function is one of the client, in its file', ({ client: name, clientFile }) => {
    expect(client[name]).toBeTypeOf('function');
    expect(readText(`main/api/endpoints/${clientFile}`)).toMatch(new RegExp(`export (async )?function ${name}\\(`));
  });

  it.each(map)('$row: the demo service answers it, in its file', ({ row, demoFile }) => {
    expect(demoRows.map(({ method, path }) => `${method} ${path}`)).toContain(row);
    expect(readText(`main/demo/endpoints/${demoFile}`)).toContain(`'${row.split(' ')[1] ?? ''}'`);
  });

  it.each(map)('$row: its case calls that function, in its file', async ({ row, client: name, caseFile }) => {
    const one = cases.find((each) => each.row === row);
    expect(one === undefined ? [] : await listCalls(one)).toContain(name);
    expect(readText(`test/support/operations/${caseFile}`)).toContain(row.split(' ')[1]);
  });

  it.each(map)('$row: it has a hand-made answer in both shapes', ({ row }) => {
    for (const shape of SHAPES) {
      expect([...readAnswers(shape).values()].map((answer) => answer.row)).toContain(row);
    }
  });

  it('names a use or says that there is none yet', () => {
    expect(map.filter(({ use }) => use === '')).toEqual([]);
  });

  it('has a use, or the reason why there is none, of all that is about people', () => {
    const about = map.filter(({ row }) => ABOUT_PEOPLE.test(row));
    expect(about.length).toBeGreaterThan(50);
    expect(about.filter(({ use }) => use === 'none yet').map(({ row }) => row)).toEqual([]);
  });

  it('has a use, or the reason why there is none, of all that is about templates', () => {
    const about = map.filter(({ row }) => /^\w+ \/templates\b/.test(row));
    expect(about).toHaveLength(7);
    expect(about.filter(({ use }) => use === 'none yet').map(({ row }) => row)).toEqual([]);
  });

  it('has a use, or the reason why there is none, of all that is about times to come', () => {
    const about = map.filter(({ row }) => ABOUT_TIMES.test(row));
    expect(about).toHaveLength(6);
    expect(about.filter(({ use }) => use === 'none yet').map(({ row }) => row)).toEqual([]);
  });

  it('leaves no function of the client out', () => {
    const named = new Set(map.map(({ client: name }) => name));
    // Made of others: a look-up that may find nothing, and one act for both directions.
    const composed = new Set(['findChatByPhone', 'markChatRead']);
    expect(Object.keys(client).filter((name) => !named.has(name) && !composed.has(name))).toEqual([]);
  });

  it('points to files that are there', () => {
    const files = map.flatMap(({ clientFile, demoFile, caseFile }) => [
      `main/api/endpoints/${clientFile}`,
      `main/demo/endpoints/${demoFile}`,
      `test/support/operations/${caseFile}`,
    ]);
    expect([...new Set(files)].filter((file) => !existsSync(new URL(file, ROOT)))).toEqual([]);
  });
});
