import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, realpath, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toNodeCommand } from '#main/start/node-args.mjs';
import { toStableId } from '#main/platform/ids.ts';
import { acquireLock } from '#main/platform/lock.ts';

interface Starter {
  readonly pid: number;
  readonly process: ChildProcess;
  readonly outcome: { readonly kind: string; readonly pid?: number | null; readonly url?: string | null };
}

const script = new URL('./hold-lock.ts', import.meta.url).pathname;

describe('the lock on a data folder', () => {
  let folder: string;
  const children: ChildProcess[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sb-lock-'));
  });
  afterEach(async () => {
    for (const child of children.splice(0)) await end(child, 'SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  async function start(inFolder = folder, ...url: readonly string[]): Promise<Starter> {
    const [node = '', ...args] = toNodeCommand(script, [inFolder, ...url]);
    const child = spawn(node, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    for await (const line of createInterface({ input: child.stdout })) {
      return { pid: child.pid ?? -1, process: child, outcome: JSON.parse(line) as Starter['outcome'] };
    }
    throw new Error('The starter ended without a word');
  }

  it('LOCK-3: tells a second start who holds the folder and has that one show itself', async () => {
    const first = await start();
    const second = await start();
    expect(first.outcome.kind).toBe('held');
    expect(second.outcome).toEqual({
      kind: 'busy',
      pid: first.pid,
      url: `http://127.0.0.1:1/?token=${String(first.pid)}`,
    });
  });

  it.each([
    'file:///etc/passwd',
    'https://evil.example/?token=t',
    'http://127.0.0.1.evil.example:80/?token=t',
    'http://127.0.0.1:80@evil.example/?token=t',
    'http://127.0.0.1:80/other?token=t',
    'http://127.0.0.1:80/?token=t"><script>',
    'javascript:alert(1)//http://127.0.0.1:80/?token=t',
  ])('LOCK-4: does not pass on that the window is at %s', async (url) => {
    const first = await start(folder, url);
    expect((await start()).outcome).toEqual({ kind: 'busy', pid: first.pid, url: null });
  });

  it('is free again after its holder ends in good order, and leaves no socket behind', async () => {
    const first = await start();
    await end(first.process, 'SIGTERM');
    expect((await readdir(folder)).filter((name) => name.endsWith('.sock'))).toEqual([]);
    expect((await start()).outcome.kind).toBe('held');
  });

  it('LOCK-2: is taken over at once from a holder that was killed', async () => {
    const first = await start();
    await end(first.process, 'SIGKILL');
    const second = await start();
    expect(second.outcome.kind).toBe('held');
    expect((await start()).outcome).toMatchObject({ kind: 'busy', pid: second.pid });
  });

  it('says who holds it from the note on disk when the holder is too busy to answer', async () => {
    const first = await start();
    first.process.kill('SIGSTOP');
    expect((await start()).outcome).toEqual({ kind: 'busy', pid: first.pid, url: null });
  });

  it('LOCK-1: lets exactly one of many simultaneous starters take over a dead holder', async () => {
    const dead = await start();
    await end(dead.process, 'SIGKILL');
    const starters = await Promise.all(Array.from({ length: 6 }, () => start()));
    const holders = starters.filter((starter) => starter.outcome.kind === 'held');
    expect(holders).toHaveLength(1);
    const others = starters.filter((starter) => starter.outcome.kind === 'busy');
    expect(others.map((starter) => starter.outcome.pid)).toEqual(others.map(() => holders[0]?.pid));
  });

  it('LOCK-1: holds within one process too, over many rounds of simultaneous tries', async () => {
    for (let round = 0; round < 10; round += 1) {
      const outcomes = await Promise.all(
        Array.from({ length: 4 }, () => acquireLock({ folder, reveal: () => 'address' })),
      );
      const held = outcomes.filter((outcome) => outcome.kind === 'held');
      expect(held).toHaveLength(1);
      for (const outcome of held) await outcome.release();
    }
  });

  it('works for a folder whose path is too long for a socket', async () => {
    const deep = path.join(folder, 'd'.repeat(60), 'e'.repeat(60));
    const first = await start(deep);
    expect(first.outcome.kind).toBe('held');
    await end(first.process, 'SIGKILL');
    const second = await start(deep);
    expect(second.outcome.kind).toBe('held');
    expect((await start(deep)).outcome).toMatchObject({ kind: 'busy', pid: second.pid });
    await end(second.process, 'SIGTERM');
    await removeShelf(await realpath(deep));
  });

  it('is the same lock by whatever way the folder is reached', async () => {
    const first = await start();
    expect((await start(path.join(folder, '.', 'x', '..'))).outcome).toMatchObject({ kind: 'busy', pid: first.pid });
  });
});

/** The folder under /tmp where the sockets of that folder stood, and the shelf that it is on if nothing else is. */
async function removeShelf(folder: string): Promise<void> {
  const shelf = `/tmp/switchboard-${String(process.getuid?.() ?? 0)}`;
  await rmdir(path.join(shelf, toStableId(folder, 26)));
  await rmdir(shelf).catch((error: unknown) => expect(error).toMatchObject({ code: 'ENOTEMPTY' }));
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
