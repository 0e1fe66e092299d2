/**
 * What a 401 means. The service says it to a wrong key, and to a good one whose user has no right to what it asks
 * (specification, "Authentication"). The account itself can be read with every good key, and with no other: where it
 * can, the refusal is about the right, and comes out as `forbidden` with the status 401.
 */
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { CallAnswer, CallOptions, Caller, CallRequest } from './call.ts';

type Calls = Pick<Caller, 'call'>;

const ACCOUNT: CallRequest = { row: 'GET /user', method: 'GET', path: '/user' };
/** A 401 to these is about the key: nobody needs a right to them. */
const ABOUT_THE_KEY = new Set(['GET /ping', ACCOUNT.row]);

export class RightsCaller implements Calls {
  readonly #caller: Calls;
  /** The question that is under way; refusals that come together ask it once. */
  #asked: Promise<boolean> | null = null;

  constructor(caller: Calls) {
    this.#caller = caller;
  }

  /** @throws AppError like the caller's own; `forbidden` for a missing right, `unauthorized` for a key that does not open the account */
  async call(request: CallRequest, options: CallOptions): Promise<CallAnswer> {
    try {
      return await this.#caller.call(request, options);
    } catch (error) {
      if (!isAppError(error, 'unauthorized') || ABOUT_THE_KEY.has(request.row)) throw error;
      if (!(await this.#isKeyGood(options.signal))) throw error;
      const message = `${request.row}: this user has no right to it`;
      const { status, common, fields } = error;
      throw new AppError({ code: 'forbidden', message, status, outcome: 'refused', cause: error, common, fields });
    }
  }

  /** Whoever stops waiting is not kept: for them, what the service said first counts. */
  #isKeyGood(signal: AbortSignal | undefined): Promise<boolean> {
    const asked = (this.#asked ??= this.#ask());
    if (signal === undefined) return asked;
    return new Promise((resolve, reject) => {
      const stop = (): void => resolve(false);
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop, { once: true });
      asked.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
    });
  }

  async #ask(): Promise<boolean> {
    try {
      await this.#caller.call(ACCOUNT, { priority: 'user', repeats: false });
      return true;
    } catch (error) {
      // Refused as well, or nobody knows: then the first word stands.
      if (isAppError(error)) return false;
      throw error;
    } finally {
      this.#asked = null;
    }
  }
}
