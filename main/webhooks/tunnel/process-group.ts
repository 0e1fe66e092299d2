/**
 * A program with whatever it starts itself.
 *
 * TUNNEL-3 nothing of it outlives the one who started it: asked to end, then made to, its own children with it.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { hasCode } from '#main/platform/files.ts';
import type { ProgramWorld } from './programs.ts';

/** A program that was asked to end may take so long before it is made to. */
const GRACE_MS = 2_000;
const KILLED_WITHIN_MS = 1_000;
/** What it said last may come a moment after its end. */
const LAST_WORDS_MS = 200;

export interface Running {
  readonly pid: number;
  /** Asks the whole group to end, and makes it. Resolves when it is over. */
  end(): Promise<void>;
}

export interface GroupHooks {
  readonly onOutput: (stream: 'stdout' | 'stderr', chunk: string) => void;
  /** Once, and not after `end`: it could not be started (with the code of the system), or it ended by itself. */
  readonly onEnd: (how: { readonly started: boolean; readonly said: string | null }) => void;
}

/** Starts a program without a shell, with nothing to read. */
export function startGroup(
  { file, args }: { readonly file: string; readonly args: readonly string[] },
  world: Pick<ProgramWorld, 'env' | 'platform' | 'homeFolder'>,
  hooks: GroupHooks,
): Running | null {
  let child: ChildProcess;
  try {
    child = spawn(file, args, {
      cwd: world.homeFolder,
      env: { ...world.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own: what it starts can be ended with it, and Ctrl+C in our terminal is ours to pass on.
      detached: world.platform !== 'windows',
      windowsHide: true,
    });
  } catch (error) {
    queueMicrotask(() => hooks.onEnd({ started: false, said: toCode(error) }));
    return null;
  }
  return watch(child, world, hooks);
}

function watch(child: ChildProcess, { platform }: Pick<ProgramWorld, 'platform'>, hooks: GroupHooks): Running | null {
  listen(child.stdout, (chunk) => hooks.onOutput('stdout', chunk));
  listen(child.stderr, (chunk) => hooks.onOutput('stderr', chunk));
  const { pid } = child;
  let isOver = false;
  const finish = (how: Parameters<GroupHooks['onEnd']>[0]): void => {
    if (isOver) return;
    isOver = true;
    hooks.onEnd(how);
  };
  child.once('error', (error) => finish({ started: false, said: toCode(error) }));
  if (pid === undefined) return null;
  const exited = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => {
      // What it started and left behind holds the way that is to be made anew.
      if (platform !== 'windows') signalGroup(pid, 'SIGKILL');
      resolve();
      const said = signal ?? (code === null ? null : `exit ${String(code)}`);
      void within(once(child, 'close'), LAST_WORDS_MS).then(() => {
        release(child);
        finish({ started: true, said });
      });
    });
  });
  const end = async (): Promise<void> => {
    isOver = true;
    if (child.exitCode === null && child.signalCode === null) {
      if (platform === 'windows') await within(killTree(pid), GRACE_MS);
      else signalGroup(pid, 'SIGTERM');
      await within(exited, GRACE_MS);
      if (platform !== 'windows') signalGroup(pid, 'SIGKILL');
      await within(exited, KILLED_WITHIN_MS);
    }
    release(child);
  };
  return { pid, end };
}

/** The group of a process that leads one. Nothing happens where there is none. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (!hasCode(error, 'ESRCH', 'EPERM')) throw error;
  }
}

/** Windows knows no groups: the tree of who started whom is ended by its own program. */
function killTree(pid: number): Promise<void> {
  const killer = spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true });
  killer.on('error', () => killer.emit('close'));
  return once(killer, 'close');
}

function listen(stream: Readable | null, onChunk: (chunk: string) => void): void {
  stream?.setEncoding('utf8');
  stream?.on('data', onChunk);
  // It is over, or will be: its end is told elsewhere.
  stream?.on('error', () => stream.destroy());
}

function release(child: ChildProcess): void {
  child.stdout?.destroy();
  child.stderr?.destroy();
  child.unref();
}

function once(child: ChildProcess, event: 'close'): Promise<void> {
  return new Promise((resolve) => child.once(event, () => resolve()));
}

async function within(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}

function toCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null;
}
