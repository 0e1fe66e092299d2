/** Tunnels by a program, with a stand-in: cloudflared and ngrok themselves are not run here. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TunnelChoice } from '#shared/contract/index.ts';
import { until } from '#test/support/until.ts';
import { findFreePort } from './private-sshd.ts';
import { post, TunnelsToServer } from './tunnels-to-server.ts';

const FAKE_PROGRAM = fileURLToPath(new URL('./fake-tunnel-program.mjs', import.meta.url));
const obstacle = process.platform === 'win32' ? 'the stand-in is for Linux and macOS' : null;

type Command = Extract<TunnelChoice, { kind: 'command' }>;

describe('a tunnel by a program', { timeout: 180_000 }, () => {
  let setup: TunnelsToServer;

  beforeEach(async ({ skip }) => {
    if (obstacle !== null) skip(obstacle);
    setup = await TunnelsToServer.open();
  });
  afterEach(async () => {
    if (obstacle === null) await setup.dispose();
  });

  const toChoice = (args: string, changes: Partial<Command> = {}): Command => ({
    kind: 'command',
    program: 'other',
    commandLine: `"${process.execPath}" '${FAKE_PROGRAM}' ${args}`,
    pattern: '',
    ...changes,
  });
  const open = (args: string, changes: Partial<Command> = {}) => setup.create(toChoice(args, changes));
  const local = 'http://127\\.0\\.0\\.1:\\d+';
  const readPids = async (): Promise<readonly number[]> =>
    (await readFile(path.join(setup.folder, 'pids'), 'utf8')).trim().split('\n').map(Number);
  const isAlive = (pid: number): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  /** Whoever ended and was not fetched by its parent counts as ended. */
  const isRunning = async (pid: number): Promise<boolean> => {
    if (!isAlive(pid)) return false;
    const status = await readFile(`/proc/${String(pid)}/stat`, 'utf8').catch(() => ') R');
    return !/^\) Z/.test(status.slice(status.lastIndexOf(')')));
  };
  const expectEnded = (pids: readonly number[]) =>
    until(async () => expect(await Promise.all(pids.map(isRunning))).toEqual(pids.map(() => false)));

  it('is up by the address that the program prints, and leads here', async () => {
    const { tunnel } = open('--port {port}', { pattern: local });
    await until(() => expect(tunnel.status.view).toMatchObject({ state: 'up', fault: null }));
    expect(await post(tunnel.status.publicUrl ?? '', 'hello')).toBe('got 5');
    expect(setup.arrived).toEqual(['hello']);
  });

  it.each(['cloudflared', 'ngrok'] as const)('finds the address where %s prints it', async (program) => {
    const { tunnel } = open(`--as ${program}`, { program });
    await until(() => expect(tunnel.status.publicUrl).toBe('https://quiet-heron.trycloudflare.com'));
  });

  it('TUNNEL-5: finds the address in noise, and believes no second one', async () => {
    const { tunnel, seen } = open('--noise --after 200');
    await until(() => expect(tunnel.status.publicUrl).toBe('https://quiet-heron.trycloudflare.com'));
    await tunnel.dispose();
    expect(seen.map(({ state }) => state)).toEqual(['up']);
  });

  it('starts it without a shell, with what its words say', async () => {
    const { tunnel } = open(`--print '$(id) ; "two  words" {url}' --dies 100 --mute`);
    await until(() => expect(tunnel.status.view.fault).not.toBeNull());
    expect(tunnel.status.view.fault?.detail).toBe(`$(id) ; "two  words" http://127.0.0.1:${String(setup.port)}`);
  });

  it('says that there is no such program, and that one cannot be started', async () => {
    const { tunnel } = setup.create({ ...toChoice(''), commandLine: 'no-such-program {port}' });
    await until(() => expect(tunnel.status.view).toMatchObject({ state: 'waiting', fault: { kind: 'not-found' } }));
    expect(tunnel.status.view.fault?.detail).toBe('no-such-program');
    const broken = path.join(setup.folder, 'broken');
    await writeFile(broken, '#!/no/such/interpreter\n');
    await chmod(broken, 0o755);
    const other = setup.create({ ...toChoice(''), commandLine: `${broken} {port}` }).tunnel;
    await until(() => expect(other.status.view.fault).toMatchObject({ kind: 'not-started', detail: 'ENOENT' }));
  });

  it('TUNNEL-2: begins it anew when it ended by itself, within the backoff, with its last words as the reason', async () => {
    const { tunnel, seen } = open('--as cloudflared --dies 400', { program: 'cloudflared' });
    await until(() => expect(seen.map(({ state }) => state)).toEqual(['up', 'waiting', 'starting', 'up']));
    const [, waiting] = seen;
    expect(waiting?.fault).toMatchObject({ kind: 'ended', detail: expect.stringContaining('later') as string });
    expect((waiting?.nextAttemptAt ?? 0) - (waiting?.fault?.at ?? 0)).toBe(1_000);
    await tunnel.dispose();
  });

  it('tells the code with which it ended where it said nothing', async () => {
    const { tunnel } = open('--mute --dies 50');
    await until(() => expect(tunnel.status.view.fault).toMatchObject({ kind: 'ended', detail: 'exit 3' }));
  });

  it('takes in all that a program prints without a new line, and finds the address after it', async () => {
    const { tunnel } = open('--flood 200');
    await until(() => expect(tunnel.status.publicUrl).toBe('https://quiet-heron.trycloudflare.com'));
  });

  it('goes on where a pattern would take for ever', async () => {
    const line = 'a'.repeat(60);
    const { tunnel } = open(`--print ${line}! --print ${line}!`, {
      pattern: '(a+)+$|^((?:a|aa)+)+!?$x|https://[a-z.-]+',
    });
    await until(() => expect(tunnel.status.publicUrl).toBe('https://quiet-heron.trycloudflare.com'));
  });

  it('TUNNEL-3: ends one that does not want to, and what it started', async () => {
    const { tunnel } = open(`--deaf --forks --pids ${path.join(setup.folder, 'pids')}`);
    await until(async () => expect(await readPids()).toHaveLength(2));
    await until(() => expect(tunnel.status.view.state).toBe('up'));
    await tunnel.dispose();
    await expectEnded(await readPids());
  });

  it('TUNNEL-3: ends what a program left behind that ended by itself', async () => {
    const { tunnel } = open(`--forks --dies 500 --pids ${path.join(setup.folder, 'pids')}`);
    await until(() => expect(tunnel.status.view.state).toBe('waiting'));
    const pids = await readPids();
    expect(pids).toHaveLength(2);
    await expectEnded(pids);
  });

  it('TUNNEL-1, 3: restarted, has the one before ended first, and another address then', async () => {
    const port = await findFreePort();
    const { tunnel } = open(`--port {port} --listen ${String(port)} --pids ${path.join(setup.folder, 'pids')}`, {
      pattern: local,
    });
    await until(() => expect(tunnel.status.view.state).toBe('up'));
    tunnel.restart();
    expect(tunnel.status.view.state).toBe('starting');
    // The port is free again by then.
    await until(() => expect(tunnel.status.view.state).toBe('up'));
    // The program starts a third time when another process takes the port in between.
    const pids = await readPids();
    expect(pids.length).toBeGreaterThan(1);
    const running = await Promise.all(pids.map(isRunning));
    expect(running).toEqual(pids.map((pid) => pid === pids.at(-1)));
  });

  it.runIf(process.platform === 'linux')(
    'TUNNEL-4: ends what an app that died hard left running, and nothing else',
    async () => {
      const { tunnel } = open(`--pids ${path.join(setup.folder, 'pids')}`);
      await until(() => expect(tunnel.status.view.state).toBe('up'));
      const file = path.join(setup.folder, 'tunnel-programs.json');
      const kept = await until(async () => {
        const text = await readFile(file, 'utf8');
        expect(JSON.parse(text)).toMatchObject({ processes: [{ pid: (await readPids())[0] }] });
        return text;
      });
      await tunnel.dispose();
      expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ processes: [] });

      // Another program has that number by now, and one of ours is still there.
      const stranger = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
      const ours = spawn(process.execPath, [FAKE_PROGRAM, '--mute'], { detached: true, stdio: 'ignore' });
      const { boot } = (JSON.parse(kept) as { processes: { boot: string }[] }).processes[0] ?? { boot: '' };
      const status = await readFile(`/proc/${String(ours.pid)}/stat`, 'utf8');
      const startedAt = status.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? '';
      const processes = [
        { pid: stranger.pid, startedAt: '1', boot },
        { pid: ours.pid, startedAt, boot },
      ];
      await writeFile(file, JSON.stringify({ processes }));
      const ended = once(ours, 'exit');
      setup.create({ kind: 'none' });
      expect(await ended).toEqual([null, 'SIGKILL']);
      expect(isAlive(stranger.pid ?? 0)).toBe(true);
      await until(async () => expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ processes: [] }));
      stranger.kill('SIGKILL');
    },
  );

  it('lists the programs that are here by what PATH says', async () => {
    const folder = path.join(setup.folder, 'bin');
    const listed = await setup.createTunnels().listPrograms();
    expect(listed.map(({ program }) => program)).toEqual(['cloudflared', 'ngrok']);
    setup.env['PATH'] = `/no/such/folder:${folder}`;
    await mkdir(folder);
    await writeFile(path.join(folder, 'ngrok'), '#!/bin/sh\n');
    const find = async () => (await setup.createTunnels().listPrograms()).find(({ program }) => program === 'ngrok');
    expect((await find())?.path).not.toBe(path.join(folder, 'ngrok'));
    await chmod(path.join(folder, 'ngrok'), 0o755);
    expect(await find()).toEqual({ program: 'ngrok', path: path.join(folder, 'ngrok') });
  });
});
