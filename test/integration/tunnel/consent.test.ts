/** No page starts a program: the user is asked in the terminal of the real browser host, on a pseudo terminal. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inProject } from '#main/start/paths.mjs';
import type { LiveView, TunnelChoice } from '#shared/contract/index.ts';
import { makeFolder, startApp, type Program } from '#test/e2e/support/programs.ts';
import { toBundledCommand } from '#test/support/bundles/command.ts';
import { until } from '#test/support/until.ts';
import { WindowClient } from '#test/support/window-client.ts';

const FAKE_PROGRAM = fileURLToPath(new URL('./fake-tunnel-program.mjs', import.meta.url));
const TIMEOUT_MS = 180_000;

const findObstacle = (): string | null => {
  if (process.platform !== 'linux') return 'pseudo terminals are made by script of util-linux';
  return spawnSync('script', ['--version']).status === 0 ? null : 'script of util-linux is not here';
};

/** The browser host on the demo service in a terminal that the test types into. */
class TypedApp {
  readonly #child: ChildProcess;
  output = '';

  constructor(dataFolder: string) {
    const args = ['--demo', '--no-open', '--port', '0', '--data', dataFolder];
    const command = toBundledCommand(inProject('main', 'browser.ts'), args);
    const line = `exec ${command.map((word) => `'${word}'`).join(' ')}`;
    this.#child = spawn('script', ['-qefc', line, '/dev/null'], {
      cwd: inProject(),
      env: { ...process.env, SWITCHBOARD_KEYRING: 'off' },
      stdio: 'pipe',
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    }
  }

  type(words: string): void {
    this.#child.stdin?.write(words);
  }

  async open(): Promise<WindowClient> {
    const address = await until(() => {
      const found = /Switchboard is at (\S+)/.exec(this.output)?.[1];
      expect(found, this.output).toBeDefined();
      return found ?? '';
    });
    return await WindowClient.open(address);
  }

  async untilAsked(times: number): Promise<void> {
    await until(() => expect(this.output.split('Allow? [y/N]')).toHaveLength(times + 1));
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const ended = once(this.#child, 'exit');
    // Ctrl+C, as the user types it.
    this.type('\u0003');
    await ended;
  }
}

describe('TUNNEL-7: a program for live updates', { timeout: TIMEOUT_MS }, () => {
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let window: WindowClient | null = null;
  let requests = 0;

  beforeEach(async () => {
    folder = await makeFolder();
  });
  afterEach(async () => {
    window?.close();
    window = null;
    await folder.remove();
  });

  const pids = (): string => path.join(folder.path, 'pids');
  const toChoice = (more = ''): TunnelChoice => ({
    kind: 'command',
    program: 'other',
    commandLine: `"${process.execPath}" "${FAKE_PROGRAM}" --port {port} --pids "${pids()}" ${more}`,
    pattern: 'http://127\\.0\\.0\\.1:\\d+',
  });
  const toRequestId = (): string => `request-${String((requests += 1)).padStart(4, '0')}`;
  const turnOn = (client: WindowClient, choice: TunnelChoice): Promise<LiveView> =>
    client.get('live.turnOn', { requestId: toRequestId(), choice, takeOver: [] });
  const turnOff = (client: WindowClient): Promise<LiveView> => client.get('live.turnOff', { requestId: toRequestId() });
  const untilTunnel = (client: WindowClient, tunnel: object): Promise<LiveView> =>
    until(async () => {
      const live = await client.get('live.get', {});
      expect(live).toMatchObject({ tunnel });
      return live;
    });
  const countStarts = async (): Promise<number> =>
    (await readFile(pids(), 'utf8').catch(() => '')).split('\n').filter((line) => line !== '').length;

  it('is not started by a page alone, where there is no terminal to ask in', async () => {
    const app: Program = await startApp({ dataFolder: folder.path, args: ['--demo'] });
    try {
      window = await WindowClient.open(app.announced);
      await turnOn(window, toChoice());
      const live = await untilTunnel(window, {
        state: 'waiting',
        nextAttemptAt: null,
        fault: { kind: 'nobody-to-ask' },
      });
      expect(live.tunnel.fault?.detail).toContain(`--pids ${pids()}`);
      await expect(access(pids())).rejects.toMatchObject({ code: 'ENOENT' });
    } finally {
      await app.stop();
    }
  });

  describe('with a terminal', () => {
    const obstacle = findObstacle();
    let app: TypedApp;

    beforeEach(({ skip }) => {
      if (obstacle !== null) skip(obstacle);
      app = new TypedApp(folder.path);
    });
    afterEach(async () => {
      if (obstacle === null) await app.stop();
    });

    it('is asked about there once, whole, and runs after a yes; with other arguments it is asked about anew', async () => {
      window = await app.open();
      await turnOn(window, toChoice());
      await app.untilAsked(1);
      const live = await untilTunnel(window, { state: 'asking', question: { place: 'terminal' } });
      const commandLine = `${process.execPath} ${FAKE_PROGRAM} --port ${live.localUrl?.split(':').at(-1) ?? ''} --pids ${pids()}`;
      expect(live.tunnel.question?.commandLine).toBe(commandLine);
      expect(app.output.replaceAll('\r\n', '')).toContain(commandLine);
      expect(await countStarts()).toBe(0);
      app.type('y\r');
      await untilTunnel(window, { state: 'up' });
      expect(await countStarts()).toBe(1);

      await turnOff(window);
      await turnOn(window, toChoice());
      await untilTunnel(window, { state: 'up' });
      expect(await countStarts()).toBe(2);

      await turnOn(window, toChoice('--noise'));
      await app.untilAsked(2);
      app.type('\r');
      await untilTunnel(window, { state: 'waiting', nextAttemptAt: null, fault: { kind: 'not-allowed' } });
      expect(await countStarts()).toBe(2);
    });

    it('is started again by the next start of the app without a question, where it was allowed', async () => {
      window = await app.open();
      await turnOn(window, toChoice());
      await app.untilAsked(1);
      app.type('y\r');
      await untilTunnel(window, { state: 'up' });
      window.close();
      await app.stop();
      app = new TypedApp(folder.path);
      window = await app.open();
      await untilTunnel(window, { state: 'up' });
      await app.untilAsked(0);
      expect(await countStarts()).toBe(2);
    });

    it('that was chosen before is asked about by the next start, where it was not allowed', async () => {
      window = await app.open();
      await turnOn(window, toChoice());
      await app.untilAsked(1);
      window.close();
      await app.stop();
      app = new TypedApp(folder.path);
      window = await app.open();
      await app.untilAsked(1);
      await untilTunnel(window, { state: 'asking' });
      expect(await countStarts()).toBe(0);
    });

    it('is not started by turning live updates off while the question is open', async () => {
      window = await app.open();
      await turnOn(window, toChoice());
      await app.untilAsked(1);
      await turnOff(window);
      await until(() => expect(app.output).toContain('The question no longer applies. The program wasn’t run.'));
      app.type('y\r');
      await untilTunnel(window, { state: 'off' });
      expect(await countStarts()).toBe(0);
    });
  });
});
