import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { toBundledCommand } from '#test/support/bundles/command.ts';

const PROJECT = path.resolve(import.meta.dirname, '../../..');

/** The keyring of whoever runs the tests is not for tests, however they are run. */
const UNTOUCHED = { SWITCHBOARD_KEYRING: 'off' };

/** A program under test in a process of its own, ended with the test. */
export interface Program {
  /** The part of its output that said it is ready. */
  readonly announced: string;
  readonly output: () => string;
  /** SIGSTOP has it stand still, SIGCONT go on. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** A program that was started and may not be ready yet. */
export class RunningProgram {
  readonly #child: ChildProcess;
  #text = '';
  /** It has ended, and all that it wrote is here: that may come after its end. */
  #isClosed = false;

  constructor(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const [script = '', ...rest] = args;
    const [node = '', ...nodeArgs] = toBundledCommand(path.join(PROJECT, script), rest);
    const child = spawn(node, nodeArgs, { cwd: PROJECT, env: { ...UNTOUCHED, ...process.env, ...env }, stdio: 'pipe' });
    child.stdout.on('data', (chunk: Buffer) => (this.#text += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (this.#text += chunk.toString()));
    child.once('close', () => (this.#isClosed = true));
    this.#child = child;
  }

  get output(): string {
    return this.#text;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Its first line that fits, or the group in it. Rejects when it ends, or says nothing of the kind for two minutes. */
  async waitFor(pattern: RegExp): Promise<string> {
    const deadlineAt = Date.now() + 120_000;
    while (Date.now() < deadlineAt) {
      const isOver = this.#isClosed;
      const match = pattern.exec(this.#text);
      if (match !== null) return match[1] ?? match[0];
      if (isOver) break;
      await wait(20);
    }
    throw new Error(`It never said ${String(pattern)}:\n${this.#text}`);
  }

  /** Where it stands still (`SIGSTOP`) it is as on a computer that sleeps. */
  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (!this.isRunning) return;
    this.#child.kill(signal);
    await once(this.#child, 'exit');
  }
}

async function startProgram(
  args: readonly string[],
  pattern: RegExp,
  env: Readonly<Record<string, string>> = {},
): Promise<Program> {
  const running = new RunningProgram(args, env);
  try {
    const announced = await running.waitFor(pattern);
    return {
      announced,
      output: () => running.output,
      signal: (name) => running.signal(name),
      stop: (signal) => running.stop(signal),
    };
  } catch (error) {
    await running.stop('SIGKILL');
    throw error;
  }
}

/** A folder that goes away with the test. */
export async function makeFolder(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'switchboard-e2e-'));
  return { path: folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

/** The last choice of an app that was never started: each text is held back that long before it leaves. */
export async function chooseHold(dataFolder: string, holdSeconds: number): Promise<void> {
  await mkdir(dataFolder, { recursive: true });
  await writeFile(path.join(dataFolder, 'settings.json'), JSON.stringify({ holdSeconds }));
}

export interface AppStart {
  readonly dataFolder: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const ADDRESS = /Switchboard is at (\S+)/;

const toAppArguments = ({ dataFolder, args = [] }: AppStart): readonly string[] => [
  'main/browser.ts',
  '--no-open',
  '--port',
  '0',
  '--data',
  dataFolder,
  ...args,
];

/** Starts the browser host; `announced` is its address with the token. */
export function startApp(start: AppStart): Promise<Program> {
  return startProgram(toAppArguments(start), ADDRESS, start.env);
}

/** The same without waiting until it is ready. */
export function spawnApp(start: AppStart): { readonly program: RunningProgram; waitForAddress(): Promise<string> } {
  const program = new RunningProgram(toAppArguments(start), start.env);
  return { program, waitForAddress: () => program.waitFor(ADDRESS) };
}

export interface ServiceAccount {
  readonly baseUrl: string;
  readonly webUrl: string;
  readonly username: string;
  readonly apiKey: string;
}

/** Starts the demo service alone, as another machine's service would be. */
export function startService(...args: string[]): Promise<Program & { readonly account: ServiceAccount }> {
  return startServiceAt('0', ...args);
}

/** The same on a port that is known already. */
export async function startServiceAt(
  port: string,
  ...args: string[]
): Promise<Program & { readonly account: ServiceAccount }> {
  const program = await startProgram(['main/demo/command.ts', '--port', port, ...args], /^(\{"baseUrl".*\})$/m);
  return { ...program, account: JSON.parse(program.announced) as ServiceAccount };
}

/** The environment that signs the app in without a person. */
export function toSignInEnvironment(account: ServiceAccount): Record<string, string> {
  return {
    SWITCHBOARD_BASE_URL: account.baseUrl,
    SWITCHBOARD_WEB_URL: account.webUrl,
    SWITCHBOARD_USERNAME: account.username,
    SWITCHBOARD_API_KEY: account.apiKey,
  };
}

/** Steers the demo service from outside: `GET state?phone=…`, `POST inbound`, `POST faults`, … (main/demo/control.ts). */
export async function steerService(
  account: ServiceAccount,
  act: `${'GET' | 'POST'} ${string}`,
  body: object = {},
): Promise<Record<string, unknown>> {
  const [method, address] = act.split(' ') as [string, string];
  const response = await fetch(`${account.baseUrl}/control/${address}`, {
    method,
    headers: { 'x-demo-control': '1', 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
  });
  return (await response.json()) as Record<string, unknown>;
}
