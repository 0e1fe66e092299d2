/** `main/browser.ts` as processes of a test, on a data folder that goes with them. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { toNodeCommand } from '#main/start/node-args.mjs';
import { toBundledCommand } from '#test/support/bundles/command.ts';
import { until } from '#test/support/until.ts';

const ENTRY = fileURLToPath(new URL('../../../main/browser.ts', import.meta.url));

export interface Started {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly complaints: () => string;
}

export class AppProcesses {
  readonly folder: string;
  readonly #children: ChildProcess[] = [];

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async open(): Promise<AppProcesses> {
    return new AppProcesses(await mkdtemp(path.join(tmpdir(), 'sb-process-')));
  }

  start(argv: readonly string[], env: Record<string, string> = {}): Started {
    return this.#spawn(toBundledCommand(ENTRY, argv), env);
  }

  /** As `npm start` runs it. */
  startFromSources(argv: readonly string[]): Started {
    return this.#spawn(toNodeCommand(ENTRY, argv), {});
  }

  #spawn([node = '', ...args]: readonly string[], env: Record<string, string>): Started {
    const child = spawn(node, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
    this.#children.push(child);
    const said = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text));
    return { child, output: () => said.out, complaints: () => said.err };
  }

  async dispose(): Promise<void> {
    for (const child of this.#children.splice(0)) await end(child, 'SIGKILL');
    await rm(this.folder, { recursive: true, force: true });
  }
}

export const waitForAddress = async (started: Started): Promise<URL> =>
  await until(() => {
    const [, address] = /^Switchboard is at (\S+)$/m.exec(started.output()) ?? [];
    expect(address, started.complaints()).toBeDefined();
    return new URL(address ?? '');
  });

export async function waitForExit(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal);
  return await waitForExit(child);
}
