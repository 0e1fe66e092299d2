/**
 * What a 401 means. The service says it to a wrong key, and to a good one whose user has no right to what it asks
 * (specification, "Authentication"). The account itself can be read with every good key, and with no other: where it
 * can, the refusal is about the right, and comes out as `forbidden` with the status 401.
 */
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { CallAnswer, CallOptions, Caller, CallRequest } from './call.ts';
import type { ApiClock } from './clock.ts';
import type { CallPriority } from './pace/waiting-line.ts';

type Calls = Pick<Caller, 'call'>;

const ACCOUNT: CallRequest = { row: 'GET /user', method: 'GET', path: '/user' };
/** A 401 to these is about the key: nobody needs a right to them. */
const ABOUT_THE_KEY = new Set(['GET /ping', ACCOUNT.row]);
/** How long an answer about the key counts: many calls may be refused one after another. */
export const ANSWER_HOLDS_MS = 10_000;

interface Answer {
  readonly isGood: boolean;
  readonly knownAt: number;
}

export class RightsCaller implements Calls {
  readonly #caller: Calls;
  readonly #clock: Pick<ApiClock, 'steadyNow'>;
  /** The questions under way: refusals that come together ask once, unless they wait for more urgent calls. */
  readonly #asked = new Map<CallPriority, Promise<boolean>>();
  #answer: Answer | null = null;

  constructor(caller: Calls, clock: Pick<ApiClock, 'steadyNow'>) {
    this.#caller = caller;
    this.#clock = clock;
  }

  /** @throws AppError like the caller's own; `forbidden` for a missing right, `unauthorized` for a key that does not open the account */
  async call(request: CallRequest, options: CallOptions): Promise<CallAnswer> {
    try {
      return await this.#caller.call(request, options);
    } catch (error) {
      if (!isAppError(error, 'unauthorized') || ABOUT_THE_KEY.has(request.row)) throw error;
      if (!(await this.#isKeyGood(options))) throw error;
      const message = `${request.row}: this user has no right to it`;
      const { status, common, fields } = error;
      throw new AppError({ code: 'forbidden', message, status, outcome: 'refused', cause: error, common, fields });
    }
  }

  /** Whoever stops waiting is not kept: for them, what the service said first counts. */
  #isKeyGood({ priority, signal }: CallOptions): Promise<boolean> {
    const asked = this.#asked.get(priority) ?? this.#ask(priority);
    if (signal === undefined) return asked;
    return new Promise((resolve, reject) => {
      const stop = (): void => resolve(false);
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop, { once: true });
      asked.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
    });
  }

  #ask(priority: CallPriority): Promise<boolean> {
    const known = this.#answer;
    if (known !== null && this.#clock.steadyNow() - known.knownAt < ANSWER_HOLDS_MS) {
      return Promise.resolve(known.isGood);
    }
    const question = this.#find(priority).finally(() => this.#asked.delete(priority));
    this.#asked.set(priority, question);
    return question;
  }

  async #find(priority: CallPriority): Promise<boolean> {
    try {
      await this.#caller.call(ACCOUNT, { priority, repeats: false });
      return this.#note(true);
    } catch (error) {
      if (!isAppError(error)) throw error;
      // Refused as well, or nobody knows, which is not kept: then the first word stands.
      return error.code === 'unauthorized' ? this.#note(false) : false;
    }
  }

  #note(isGood: boolean): boolean {
    this.#answer = { isGood, knownAt: this.#clock.steadyNow() };
    return isGood;
  }
}
