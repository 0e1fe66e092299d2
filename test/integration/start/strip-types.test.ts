import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toNodeCommand } from '#main/start/node-args.mjs';
import { runQuietly } from '#main/start/run.mjs';

/** Says which threads have loaded Node's own stripper of types, which is WebAssembly. */
const LOADED = `process.moduleLoadList.some((name: string) => name.includes('amaro'))`;
const MAIN = `import { Worker } from 'node:worker_threads';
const main: boolean = ${LOADED};
new Worker(new URL('./thread.ts', import.meta.url)).on('message', (thread: boolean) => console.log(JSON.stringify({ main, thread })));
`;
const THREAD = `import { parentPort } from 'node:worker_threads';
const loaded: boolean = ${LOADED};
parentPort?.postMessage(loaded);
`;

describe('types of sources that run unbundled', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'switchboard-strip-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  async function run(script: string): Promise<string> {
    writeFileSync(path.join(folder, 'main.ts'), script);
    writeFileSync(path.join(folder, 'thread.ts'), THREAD);
    return (await runQuietly(toNodeCommand(path.join(folder, 'main.ts')))).output.trim();
  }

  it('are taken off without WebAssembly, in the main thread and in others', async () => {
    expect(JSON.parse(await run(MAIN))).toEqual({ main: false, thread: false });
  });

  it('leave the lines of errors as they are in the source', async () => {
    expect(
      await run(`interface Gone {\n  a: string;\n}\nconst b: Gone | null = null;\nthrow new Error(String(b));\n`),
    ).toMatch(/main\.ts:5:/);
  });

  it('that cannot be read end in a sentence with the file', async () => {
    expect(await run('const = 1;')).toMatch(/main\.ts/);
  });
});
