import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { StoredImportRow } from '#main/store/api/imports.ts';
import { toBundledCommand } from '#test/support/bundles/command.ts';
import { createStoreHarness } from './store-harness.ts';

const SENDS = fileURLToPath(new URL('./writes-until-killed.ts', import.meta.url));
const IMPORTS = fileURLToPath(new URL('./imports-until-killed.ts', import.meta.url));
const ENOUGH = 6;

/** Runs the script until it has said so many lines, and kills it: what it said. */
async function killAfter(lines: number, script: string, folder: string): Promise<string[]> {
  const [node = '', ...args] = toBundledCommand(script, [folder]);
  const child = spawn(node, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    if (printed.split('\n').length > lines) child.kill('SIGKILL');
  });
  await once(child, 'exit');
  return printed.split('\n').slice(0, -1);
}

describe('a store whose process is killed', () => {
  const { open, createFolder } = createStoreHarness();

  it('has every send that it said was written, and no cursor ahead of its rows (STORE-1, STORE-3)', async () => {
    const folder = createFolder();
    const said = await killAfter(ENOUGH, SENDS, folder);
    expect(said.length).toBeGreaterThanOrEqual(ENOUGH);

    const { store, notices } = await open(folder);
    expect(notices).toEqual([]);
    const sends = (await store.listSends({ states: ['queued'] })).map(({ id }) => id as string);
    expect(sends).toEqual(expect.arrayContaining(said));
    const cursor = await store.getFeedCursor({ name: 'inbound' });
    const count = await store.countMessages({});
    expect(count).toBeGreaterThanOrEqual((cursor?.headId ?? 0) * 300);
    expect(cursor?.headId).toBeGreaterThanOrEqual(1);
  });

  it('has every row of an import as it said it was written, and counts what it has (STORE-1, STORE-33)', async () => {
    const folder = createFolder();
    const said = await killAfter(ENOUGH * 3, IMPORTS, folder);
    expect(said.length).toBeGreaterThanOrEqual(ENOUGH * 3);

    const { store, notices } = await open(folder);
    expect(notices).toEqual([]);
    const [found] = await store.listImports({});
    const rows: StoredImportRow[] = [];
    for (let page: readonly StoredImportRow[] | null = null; page === null || page.length > 0; rows.push(...page)) {
      const afterLine: number = rows.at(-1)?.line ?? 0;
      page = await store.listImportRows({ importId: found?.id ?? 0, filter: {}, afterLine, limit: 1_000 });
    }
    expect(rows).toHaveLength(2_000);
    // The last batch that is in the rows is the one that the import knows of: they change together.
    const newest = Math.max(...rows.map(({ batch }) => batch ?? 0));
    expect(newest).toBe(found?.memory.batchCount);
    expect(said).toEqual(Array.from({ length: said.length }, (_, index) => `batch ${index + 1}`));
    expect(newest).toBeGreaterThanOrEqual(said.length);
    const states = Map.groupBy(rows, ({ state }) => state);
    expect(new Map(found?.counts.map(({ state, count }) => [state, count]))).toEqual(
      new Map([...states].map(([state, of]) => [state, of.length])),
    );
  });
});
