import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { withLock } from '#main/start/lock.mjs';
import { RUNTIME_DIR } from '#main/start/paths.mjs';

const toFile = (name: string) => path.join(RUNTIME_DIR, `${name}.lock`);

describe('the lock between two starts', () => {
  it('lets one in at a time, in any order', async () => {
    const name = `test-turns-${process.pid}`;
    let inside = 0;
    const seen: number[] = [];
    const work = async () => {
      inside += 1;
      seen.push(inside);
      await Promise.resolve();
      inside -= 1;
    };
    await Promise.all([withLock(name, work), withLock(name, work), withLock(name, work)]);
    expect(seen).toEqual([1, 1, 1]);
  });

  it('is released when the work fails', async () => {
    const name = `test-failure-${process.pid}`;
    await expect(withLock(name, () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk');
    expect(fs.existsSync(toFile(name))).toBe(false);
  });

  it('is taken over from a start that was killed', async () => {
    const name = `test-orphan-${process.pid}`;
    const gone = spawnSync(process.execPath, ['-e', '']).pid;
    fs.mkdirSync(RUNTIME_DIR, { recursive: true });
    fs.writeFileSync(toFile(name), String(gone));
    expect(await withLock(name, () => Promise.resolve('in'))).toBe('in');
  });
});
