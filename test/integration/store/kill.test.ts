import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { toBundledCommand } from '#test/support/bundles/command.ts';
import { createStoreHarness } from './store-harness.ts';

const SCRIPT = fileURLToPath(new URL('./writes-until-killed.ts', import.meta.url));
const ENOUGH = 6;

describe('a store whose process is killed', () => {
  const { open, createFolder } = createStoreHarness();

  it('has every send that it said was written, and no cursor ahead of its rows (STORE-1, STORE-3)', async () => {
    const folder = createFolder();
    const [node = '', ...args] = toBundledCommand(SCRIPT, [folder]);
    const child = spawn(node, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (printed.split('\n').length > ENOUGH) child.kill('SIGKILL');
    });
    await once(child, 'exit');
    const said = printed.split('\n').filter((line) => /^s\d+$/.test(line));
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
});
