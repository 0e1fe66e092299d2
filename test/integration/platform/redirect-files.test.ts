import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { until } from '#test/support/until.ts';
import { RedirectFiles } from '#main/platform/redirect-files.ts';

const ADDRESS = 'http://127.0.0.1:4780/?token=abc';

describe('a file that leads a browser to a one-time address', () => {
  let home: string;
  let files: RedirectFiles;
  let inSight: string;

  beforeEach(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'sb-home-'));
    inSight = path.join(home, 'switchboard-open');
    files = create('.hidden');
  });
  afterEach(async () => {
    await files.dispose();
    await rm(home, { recursive: true, force: true });
  });

  function create(name: string, platform = 'linux'): RedirectFiles {
    return new RedirectFiles({ dataFolder: path.join(home, name), homeFolder: home, platform });
  }
  const write = async (from: RedirectFiles): Promise<string> => fileURLToPath((await from.write(ADDRESS)) ?? '');

  it('leads there, and is readable by this user only', async () => {
    const file = await write(files);
    expect(await readFile(file, 'utf8')).toContain(ADDRESS);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(inSight)).mode & 0o777).toBe(0o700);
  });

  it.each([
    ['.hidden', 'linux', 'switchboard-open'],
    ['data', 'linux', 'data/open'],
    ['.hidden', 'macos', '.hidden/open'],
    ['.hidden', 'windows', '.hidden/open'],
  ])('lies where a browser can read it: data in %s on %s', async (name, platform, expected) => {
    await mkdir(path.join(home, name));
    expect(path.dirname(await write(create(name, platform)))).toBe(path.join(home, expected));
  });

  it('leads nowhere but to a page of this computer', async () => {
    expect(await files.write('https://evil.example/?token=abc')).toBeNull();
    expect(await files.write('file:///etc/passwd')).toBeNull();
  });

  it('closes a folder that others could read', async () => {
    await mkdir(inSight);
    await chmod(inSight, 0o777);
    await write(files);
    expect((await stat(inSight)).mode & 0o777).toBe(0o700);
  });

  it('does not follow a link that another user put in its place', async () => {
    const elsewhere = path.join(home, 'elsewhere');
    await mkdir(elsewhere);
    await symlink(elsewhere, inSight);
    await mkdir(path.join(home, '.hidden'));
    expect(path.dirname(await write(files))).toBe(path.join(home, '.hidden', 'open'));
    expect(await readdir(elsewhere)).toEqual([]);
  });

  it('says that there is none where none can be written', async () => {
    await writeFile(inSight, '');
    expect(await files.write(ADDRESS)).toBeNull();
  });

  it('goes with its use, and its folder with the last one', async () => {
    await write(files);
    const other = create('.other');
    const kept = await write(other);
    await files.clear();
    expect(await readdir(inSight)).toEqual([path.basename(kept)]);
    await other.clear();
    expect(await readdir(home)).not.toContain('switchboard-open');
  });

  it('goes at the next start where it was left behind, but not while a browser may be reading it', async () => {
    const fresh = await write(files);
    const old = await write(files);
    const minutesAgo = new Date(Date.now() - 120_000);
    await utimes(old, minutesAgo, minutesAgo);
    await create('.hidden').clearLeftovers();
    expect(await readdir(inSight)).toEqual([path.basename(fresh)]);
  });

  it('goes by one timer, however often it is asked for, which leaves those that a browser may be reading', async () => {
    const old = await write(files);
    const minutesAgo = new Date(Date.now() - 120_000);
    await utimes(old, minutesAgo, minutesAgo);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const fresh = await write(files);
      for (let time = 0; time < 5; time += 1) files.clearSoon();
      expect(vi.getTimerCount()).toBe(1);
      vi.advanceTimersByTime(120_000);
      vi.useRealTimers();
      await until(async () => expect(await readdir(inSight)).toEqual([path.basename(fresh)]));
    } finally {
      vi.useRealTimers();
    }
  });
});
