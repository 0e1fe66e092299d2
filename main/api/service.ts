/** What the endpoints are written in: calls whose answers are decoded, and writes whose form may vary. */
import { isAppError } from '#shared/domain/app-error.ts';
import type { Page } from '#shared/domain/entities.ts';
import type { CallAnswer, CallOptions, CallRequest, Caller } from './call.ts';
import { toBadResponse } from './errors.ts';
import { NOT_JSON, parseJson } from './wire/json.ts';
import { decodePage } from './wire/page.ts';
import type { AskedPage } from './wire/page.ts';
import type { RowResult } from './wire/schema.ts';

/** Rows that had to be left out of a page. Paths hold field names and positions only: safe to log. */
export interface BadRows {
  readonly row: string;
  readonly paths: readonly string[];
}

type Decode<T> = (value: unknown) => RowResult<T>;
type Body = Readonly<Record<string, unknown>>;

/** A write whose fields have other types in the specification (`mute: 1`) than in the client libraries (`mute: true`). */
export interface EitherForm extends Omit<CallRequest, 'body'> {
  readonly spec: Body;
  readonly sdk: Body;
}

export class Service {
  readonly #caller: Caller;
  readonly #onBadRows: (bad: BadRows) => void;
  /** The form that this service took last; the specification's until it refuses it. */
  #preferred: 'spec' | 'sdk' = 'spec';

  constructor(caller: Caller, onBadRows: (bad: BadRows) => void) {
    this.#caller = caller;
    this.#onBadRows = onBadRows;
  }

  /** @throws AppError */
  call(request: CallRequest, options: CallOptions): Promise<CallAnswer> {
    return this.#caller.call(request, options);
  }

  /** One resource. @throws AppError, `bad-response` when the answer is not one */
  async getRow<T>(request: CallRequest, decode: Decode<T>, options: CallOptions): Promise<T> {
    const { text } = await this.call(request, options);
    const result = decode(readJson(request.row, text));
    if (result.isOk) return result.value;
    throw toBadResponse(request.row, `the answer has no usable ${result.path === '' ? 'fields' : result.path}`);
  }

  /** What `get` gives, undefined where the service has none. */
  async find<T>(get: () => Promise<T>): Promise<T | undefined> {
    try {
      return await get();
    } catch (error) {
      if (isAppError(error, 'not-found')) return undefined;
      throw error;
    }
  }

  /** One page of a collection. @throws AppError, `bad-response` when it is no page or none of its rows is readable */
  async listRows<T>(request: PageRequest, decode: Decode<T>, options: CallOptions): Promise<Page<T>> {
    const { asked, ...call } = request;
    const { status, text } = await this.call(call, options);
    // Said to hold nothing. A 200 without a body says nothing at all, and an empty page would look like the end.
    if (status === 204) return { ...asked, pageCount: null, items: [] };
    const decoded = decodePage(readJson(call.row, text), asked, decode);
    if (decoded === null) throw toBadResponse(call.row, 'the answer is no page of that collection');
    if (decoded.badPaths.length === 0) return decoded.page;
    this.#onBadRows({ row: call.row, paths: decoded.badPaths });
    return { ...decoded.page, leftOut: decoded.badPaths.length };
  }

  /**
   * A write in the form that this service takes. A 400 is a sure refusal, so trying the other form repeats nothing;
   * which one was taken is remembered. Other failures, and a 400 about other fields, come out as they are.
   */
  async writeEither({ spec, sdk, ...request }: EitherForm, options: CallOptions): Promise<void> {
    const bodies = { spec, sdk };
    const first = this.#preferred;
    const second = first === 'spec' ? 'sdk' : 'spec';
    try {
      await this.call({ ...request, body: bodies[first] }, options);
    } catch (error) {
      if (!isAboutForm(error, spec, sdk)) throw error;
      try {
        await this.call({ ...request, body: bodies[second] }, options);
        this.#preferred = second;
      } catch (secondError) {
        throw isAppError(secondError, 'validation') ? error : secondError;
      }
    }
  }
}

export interface PageRequest extends CallRequest {
  readonly asked: AskedPage;
}

/** Whether a refusal can be about the types in which the two forms differ. */
function isAboutForm(error: unknown, spec: Body, sdk: Body): boolean {
  if (!isAppError(error, 'validation') || error.status !== 400) return false;
  const named = Object.keys(error.fields);
  return named.length === 0 || named.some((name) => spec[name] !== sdk[name]);
}

function readJson(row: string, text: string): unknown {
  const json = parseJson(text);
  if (json !== NOT_JSON) return json;
  throw toBadResponse(row, text.trim() === '' ? 'the answer is empty' : 'the answer is no JSON');
}
