import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toPipeAddress } from '#main/platform/lock-pipe.ts';

describe('the name of the pipe on Windows', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sb-pipe-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('is the same for every start with that folder, also for many at once', async () => {
    const addresses = await Promise.all(Array.from({ length: 12 }, () => toPipeAddress(folder)));
    expect(new Set([...addresses, await toPipeAddress(folder)]).size).toBe(1);
    expect(addresses[0]).toMatch(/^\\\\\.\\pipe\\switchboard-[a-z2-7]{26}$/);
  });

  it('does not follow from anything that another user can see', async () => {
    const before = await toPipeAddress(folder);
    const [name = ''] = await readdir(folder);
    expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600);
    await rm(path.join(folder, name));
    expect(await toPipeAddress(folder)).not.toBe(before);
  });
});
