/**
 * The place where the desktop keeps secrets: Secret Service on Linux, keychain on macOS, credential vault on Windows.
 *
 *   find, save, remove ──► one helper process per call, which asks keytar ──► the desktop, and perhaps the user
 *
 * KEYRING-1 every call ends by the deadline with one of five states, and none of them throws.
 * KEYRING-2 one call at a time: while one hangs, the next gets `silent` at once.
 * KEYRING-3 a secret travels over the helper's channel alone, never in arguments or the environment.
 * KEYRING-4 nothing that the desktop does keeps this process from ending.
 *
 * Why a process: the binding waits in a thread of libuv until the user answers the desktop's question. Neither the end of
 * a worker thread nor `process.exit` gets past such a thread (measured: both wait for ever); a process can be killed.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import type { KeyringAnswer } from '#shared/domain/keyring.ts';

/** One act, as the helper is told it. */
export type KeyringTask =
  | { readonly act: 'find'; readonly account: string; readonly isExpected: boolean }
  | { readonly act: 'save'; readonly account: string; readonly secret: string }
  | { readonly act: 'remove'; readonly account: string; readonly isExpected: boolean };

/** A helper process that does one task. */
export interface KeyringHelper {
  /** Ends it at once, whatever it waits for. */
  kill(): void;
}

/** Starts a helper, which calls `onAnswer` with its answer and `onEnd` when it ends, neither before the function returns. */
export type StartKeyringHelper = (
  task: KeyringTask,
  told: { readonly onAnswer: (answer: unknown) => void; readonly onEnd: () => void },
) => KeyringHelper;

export interface KeyringOptions {
  readonly startHelper: StartKeyringHelper;
  /**
   * The user may need this long to look for a password. Neither the window nor a sign-in waits for it, and a shorter one
   * would take the question from the screen while the user answers it.
   */
  readonly deadlineMs?: number;
  /** A call that takes longer than this hangs. */
  readonly patienceMs?: number;
}

const DEADLINE_MS = 60_000;
const PATIENCE_MS = 1_500;

const answerSchema = v.object({
  state: v.picklist(['ready', 'locked', 'failed', 'absent']),
  secret: v.nullable(v.string()),
  detail: v.string(),
});

interface Call {
  readonly ended: Promise<KeyringAnswer>;
  readonly hangsAt: number;
  readonly end: (answer: KeyringAnswer) => void;
}

/** From source the helper is TypeScript; bundled, it stands beside the bundle. */
export function toKeyringHelperUrl(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './keyring-helper.ts' : './keyring-helper.cjs', import.meta.url);
}

/** The helper as a process of Node. */
export const forkKeyringHelper: StartKeyringHelper = (task, { onAnswer, onEnd }) => {
  const child = fork(fileURLToPath(toKeyringHelperUrl()), [], {
    // The desktop's libraries print what no user can use; the helper does not inherit the flags of this process.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
  });
  child.on('message', onAnswer);
  child.on('error', onEnd);
  child.on('exit', onEnd);
  child.send(task, (error) => {
    if (error !== null) onEnd();
  });
  return { kill: () => void child.kill('SIGKILL') };
};

export class Keyring {
  readonly #options: Required<KeyringOptions>;
  #call: Call | null = null;
  #isDisposed = false;

  constructor(options: KeyringOptions) {
    this.#options = { deadlineMs: DEADLINE_MS, patienceMs: PATIENCE_MS, ...options };
  }

  /** `isExpected`: it was saved before, so finding none means that the keyring did not open. */
  find(account: string, isExpected: boolean): Promise<KeyringAnswer> {
    return this.#run({ act: 'find', account, isExpected });
  }

  save(account: string, secret: string): Promise<KeyringAnswer> {
    return this.#run({ act: 'save', account, secret });
  }

  /** `ready` also where there was none, unless one was expected. */
  remove(account: string, isExpected: boolean): Promise<KeyringAnswer> {
    return this.#run({ act: 'remove', account, isExpected });
  }

  /** Ends the call that is under way with `silent`, and so every later one. */
  dispose(): void {
    this.#isDisposed = true;
    this.#call?.end(toSilent('the app is ending'));
  }

  async #run(task: KeyringTask): Promise<KeyringAnswer> {
    while (this.#call !== null) {
      if (!(await endsBefore(this.#call.ended, this.#call.hangsAt))) return toSilent('an earlier question is open');
    }
    if (this.#isDisposed) return toSilent('the app is ending');
    try {
      this.#call = this.#start(task);
      return await this.#call.ended;
    } catch (error) {
      // A computer at its limits starts no process; the message holds nothing of the task.
      return { state: 'failed', detail: error instanceof Error ? error.message : String(error) };
    } finally {
      this.#call = null;
    }
  }

  #start(task: KeyringTask): Call {
    const { startHelper, deadlineMs, patienceMs } = this.#options;
    const { promise, resolve } = Promise.withResolvers<KeyringAnswer>();
    const end = (answer: KeyringAnswer): void => {
      clearTimeout(timer);
      resolve(answer);
      helper.kill();
    };
    const helper = startHelper(task, {
      onAnswer: (said) => end(toAnswer(said)),
      onEnd: () => end({ state: 'failed', detail: 'the helper ended without an answer' }),
    });
    const timer = setTimeout(() => end(toSilent('no answer in time')), deadlineMs);
    return { ended: promise, hangsAt: performance.now() + patienceMs, end };
  }
}

function toAnswer(said: unknown): KeyringAnswer {
  const parsed = v.safeParse(answerSchema, said);
  if (!parsed.success) return { state: 'failed', detail: 'the helper said something else' };
  const { state, secret, detail } = parsed.output;
  return state === 'ready' ? { state, secret } : { state, detail };
}

const toSilent = (detail: string): KeyringAnswer => ({ state: 'silent', detail });

/** Whether it settles before that moment, in terms of `performance.now()`. */
async function endsBefore(ended: Promise<unknown>, moment: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), Math.max(0, moment - performance.now()));
  });
  try {
    return await Promise.race([ended.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
