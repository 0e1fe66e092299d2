/** `main/browser.ts` as a process: what the terminal shows, how it ends, and a second start beside the first. */
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { enterPage } from '#test/support/page-key.ts';
import { until } from '#test/support/until.ts';
import { end, AppProcesses, waitForAddress, waitForExit, type Started } from './app-processes.ts';

describe('the browser host as a process', () => {
  let processes: AppProcesses;
  let folder: string;

  beforeEach(async () => {
    processes = await AppProcesses.open();
    folder = processes.folder;
  });
  afterEach(() => processes.dispose());

  const start = (...argv: string[]): Started => processes.start(argv);
  const startDemo = (): Started => start('--demo', '--no-open', '--port', '0', '--data', folder);

  it('prints its address and nothing else, and lets the token in', async () => {
    const started = processes.startFromSources(['--demo', '--no-open', '--port', '0', '--data', folder]);
    const address = await waitForAddress(started);
    expect(started.output()).toBe(`Switchboard is at ${address.href}\n`);
    expect((await enterPage(address.href)).secret).not.toBe('');
    expect(started.complaints()).toBe('');
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('ends in good order at %s and can be started again', async (signal) => {
    const first = startDemo();
    await waitForAddress(first);
    expect(await end(first.child, signal)).toBe(0);
    expect(first.complaints()).toBe('');
    const left = await readdir(path.join(folder, 'demo', 'accounts', 'demo'));
    expect(left.filter((name) => name.endsWith('-wal'))).toEqual([]);
    expect((await readdir(path.join(folder, 'demo'))).filter((name) => name.endsWith('.sock'))).toEqual([]);
    await waitForAddress(startDemo());
  });

  it('starts again after it was killed', async () => {
    const first = startDemo();
    await waitForAddress(first);
    await end(first.child, 'SIGKILL');
    await waitForAddress(startDemo());
  });

  it('a second start says who has the data, shows a fresh way in, and ends', async () => {
    const first = startDemo();
    const address = await waitForAddress(first);
    await enterPage(address.href);
    const second = startDemo();
    const again = await waitForAddress(second);
    expect(second.output()).toContain(`(process ${String(first.child.pid)})`);
    expect(again.port).toBe(address.port);
    expect(again.href).not.toBe(address.href);
    expect(await waitForExit(second.child)).toBe(0);
    expect((await enterPage(again.href)).secret).not.toBe('');
  });

  it('leads the browser to its address by a file that only this user can read, and shows no argument of it', async () => {
    const bin = path.join(folder, 'bin');
    const seen = path.join(folder, 'seen');
    await mkdir(bin);
    // A browser that reads its page after it has said which.
    const script = `#!/bin/sh\necho "$1" > ${seen}.new && mv ${seen}.new ${seen}\n`;
    await writeFile(path.join(bin, 'xdg-open'), script, { mode: 0o755 });
    const env = { PATH: `${bin}:${process.env['PATH'] ?? ''}`, HOME: folder };
    const started = processes.start(['--demo', '--port', '0', '--data', path.join(folder, '.hidden')], env);
    const address = await waitForAddress(started);
    const argument = await until(async () => (await readFile(seen, 'utf8')).trim());
    expect(argument).not.toContain('token');
    const file = fileURLToPath(argument);
    // In sight: browsers from Snap read nothing else.
    expect(path.dirname(file)).toBe(path.join(folder, 'switchboard-open'));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700);
    expect(await readFile(file, 'utf8')).toContain(`content="0; url=${address.href}"`);
    await enterPage(address.href);
    await until(async () => expect(await readdir(folder)).not.toContain('switchboard-open'));
  });

  it('says in one sentence what is wrong with an argument, and ends with 2', async () => {
    const started = start('--port', 'many');
    expect(await waitForExit(started.child)).toBe(2);
    expect(started.complaints()).toBe('--port needs a number from 0 to 65535.\n');
    expect(started.output()).toBe('');
  });

  it('explains its arguments', async () => {
    const started = start('--help');
    expect(await waitForExit(started.child)).toBe(0);
    expect(started.output()).toContain('--no-open');
  });

  it('says in one sentence that its port is taken, and leaves the folder free', async () => {
    const first = startDemo();
    const { port } = await waitForAddress(first);
    const other = path.join(folder, 'other');
    const second = start('--demo', '--no-open', '--port', port, '--data', other);
    expect(await waitForExit(second.child)).toBe(1);
    expect(second.complaints()).toContain(`Port ${port} isn’t available. Choose another with --port`);
    await waitForAddress(start('--demo', '--no-open', '--data', other));
  });
});
