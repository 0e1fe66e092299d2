/**
 * The place where the desktop keeps secrets: Secret Service on Linux, keychain on macOS, credential vault on Windows.
 *
 *   find, save, remove ──► one helper process per call, which asks keytar ──► the desktop, and perhaps a person
 *
 * KEYRING-1 every call ends by the deadline with one of five states, and none of them throws.
 * KEYRING-2 one call at a time: who comes while another hangs is told `silent` at once.
 * KEYRING-3 a secret travels over the helper's channel alone, never in arguments or the environment.
 * KEYRING-4 nothing that the desktop does keeps this process from ending.
 *
 * Why a process: the binding waits in a thread of libuv for whoever answers the desktop's question. Neither the end of
 * a worker thread nor `process.exit` gets past such a thread (measured: both wait for ever); a process can be killed.
 */
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

/** Starts a helper. It tells `onAnswer` what it says and `onEnd` when it is gone, neither before it has returned. */
export type StartKeyringHelper = (
  task: KeyringTask,
  told: { readonly onAnswer: (answer: unknown) => void; readonly onEnd: () => void },
) => KeyringHelper;

export interface KeyringOptions {
  readonly startHelper: StartKeyringHelper;
  /**
   * A person may need this long to look for a password. Nothing waits for it, neither the window nor a sign-in, and
   * a shorter one would take the question from the screen while it is being answered.
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

export class Keyring {
  readonly #options: Required<KeyringOptions>;
  #call: Call | null = null;
  #isDisposed = false;

  constructor(options: KeyringOptions) {
    this.#options = { deadlineMs: DEADLINE_MS, patienceMs: PATIENCE_MS, ...options };
  }

  /** `isExpected`: it was saved before, so that finding none means that the place did not open. */
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

  /** Ends what is under way with `silent`, and answers so from now on. */
  dispose(): void {
    this.#isDisposed = true;
    this.#call?.end(toSilence('the app is ending'));
  }

  async #run(task: KeyringTask): Promise<KeyringAnswer> {
    while (this.#call !== null) {
      if (!(await endsBefore(this.#call.ended, this.#call.hangsAt))) return toSilence('an earlier question is open');
    }
    if (this.#isDisposed) return toSilence('the app is ending');
    try {
      this.#call = this.#start(task);
      return await this.#call.ended;
    } catch (error) {
      // A computer at its limits starts no process; its words hold nothing of the task.
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
    const timer = setTimeout(() => end(toSilence('nobody answered in time')), deadlineMs);
    return { ended: promise, hangsAt: performance.now() + patienceMs, end };
  }
}

function toAnswer(said: unknown): KeyringAnswer {
  const parsed = v.safeParse(answerSchema, said);
  if (!parsed.success) return { state: 'failed', detail: 'the helper said something else' };
  const { state, secret, detail } = parsed.output;
  return state === 'ready' ? { state, secret } : { state, detail };
}

const toSilence = (detail: string): KeyringAnswer => ({ state: 'silent', detail });

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
