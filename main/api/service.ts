/** What the endpoints are written in: calls whose answers are decoded, and operations that can be made in several ways. */
import { isAppError } from '#shared/domain/app-error.ts';
import type { AppError } from '#shared/domain/app-error.ts';
import type { Page } from '#shared/domain/entities.ts';
import type { Feature } from '#shared/domain/features.ts';
import { isFeatureAbsent, isMissing } from './absence.ts';
import type { Absence } from './absence.ts';
import { readJson, toLink, toRawRow } from './answer-text.ts';
import type { CallAnswer, CallOptions, CallRequest, Caller } from './call.ts';
import { toBadResponse } from './errors.ts';
import type { Knowledge } from './knowledge.ts';
import { isTooLarge } from './network/network-failure.ts';
import { SmallerPages } from './smaller-pages.ts';
import type { LargePage, TooLarge } from './smaller-pages.ts';
import { mayTryNext, planOrder } from './variants.ts';
import type { Variant } from './variants.ts';
import type { Link } from './wire/link.ts';
import { decodePage, explainNoPage } from './wire/page.ts';
import type { AskedPage } from './wire/page.ts';
import type { RowResult } from './wire/schema.ts';

/** Rows that had to be left out of a page. Paths hold field names and positions only: safe to log. */
export interface BadRows {
  readonly row: string;
  readonly paths: readonly string[];
}

export interface ServiceListeners {
  readonly onBadRows: (bad: BadRows) => void;
  readonly onTooLarge: (what: TooLarge) => void;
}

type Decode<T> = (value: unknown) => RowResult<T>;
type Body = Readonly<Record<string, unknown>>;

/** A call of an operation that not every service has. */
export interface FeatureRequest extends CallRequest {
  readonly feature?: Feature;
  /** `never` unless told. Only the first page of a collection tells anything (`always`). */
  readonly absence?: Absence;
}

/** A write whose fields have other types in the specification (`mute: 1`) than in the client libraries (`mute: true`). */
export interface EitherForm extends Omit<FeatureRequest, 'body'> {
  readonly spec: Body;
  readonly sdk: Body;
}

/** An answer and the way in which it was had. */
export interface VariantAnswer extends CallAnswer {
  readonly variant: Variant['name'];
}

/** The family under which the way is kept that some operation took last: the first guess for those never made. */
const ANY_FAMILY = '*';

export class Service {
  readonly #caller: Pick<Caller, 'call'>;
  readonly #onBadRows: (bad: BadRows) => void;
  readonly #knowledge: Knowledge;
  readonly #smallerPages: SmallerPages;

  constructor(caller: Pick<Caller, 'call'>, knowledge: Knowledge, { onBadRows, onTooLarge }: ServiceListeners) {
    this.#caller = caller;
    this.#knowledge = knowledge;
    this.#onBadRows = onBadRows;
    this.#smallerPages = new SmallerPages(onTooLarge);
  }

  /**
   * Makes a call, and remembers whether the service has its feature.
   * @throws AppError
   */
  async call(request: FeatureRequest, options: CallOptions): Promise<CallAnswer> {
    const { feature, absence = 'never', ...call } = request;
    try {
      const answer = await this.#caller.call(call, options);
      if (feature !== undefined) this.#knowledge.notePresent(feature);
      return answer;
    } catch (error) {
      const isTelling = absence !== 'never' && isMissing(error) && !isLaterPage(call);
      if (feature !== undefined && isTelling && (await isFeatureAbsent(this.#caller, absence, options))) {
        this.#knowledge.noteAbsent(feature);
      }
      throw error;
    }
  }

  /** One resource. @throws AppError, `bad-response` when the answer is not one */
  async getRow<T>(request: FeatureRequest, decode: Decode<T>, options: CallOptions): Promise<T> {
    const { text } = await this.call(request, options);
    return this.#toRow(request.row, text, decode);
  }

  /** One resource that services offer in several places. @throws AppError like `getRow` */
  async getVariant<T>(
    variants: readonly Variant[],
    decode: Decode<T>,
    { family, ...options }: VariantOptions,
  ): Promise<T> {
    const { text } = await this.callVariants(variants, { family, ...options });
    return this.#toRow(variants[0]?.row ?? family, text, decode);
  }

  #toRow<T>(row: string, text: string, decode: Decode<T>): T {
    const result = decode(readJson(row, text));
    if (!result.isOk)
      throw toBadResponse(row, `the answer has no usable ${result.path === '' ? 'fields' : result.path}`);
    if (result.badPaths !== undefined) this.#onBadRows({ row, paths: result.badPaths });
    return result.value;
  }

  /** What `get` gives, undefined where the service itself says that there is none. @throws AppError like `get` */
  async find<T>(get: () => Promise<T>): Promise<T | undefined> {
    try {
      return await get();
    } catch (error) {
      const isUnasked = isAppError(error, 'not-found') && error.status === null;
      if (isUnasked || (isMissing(error) && error.status === 404)) return undefined;
      throw error;
    }
  }

  /**
   * One page of a collection; where its answer is too large, put together from smaller ones.
   * @throws AppError, `bad-response` when it is no page or none of its rows is readable
   */
  async listRows<T>(request: PageRequest, decode: Decode<T>, options: CallOptions): Promise<Page<T>> {
    const { asked, ...call } = request;
    const isByNumber = call.query?.['page'] !== undefined;
    const ask = ({ page, limit }: AskedPage): Promise<CallAnswer> =>
      this.call({ ...call, query: { ...call.query, ...(isByNumber ? { page, limit } : { limit }) } }, options);
    try {
      return await this.readPage({ row: call.row, path: call.path, asked, isByNumber }, ask, decode);
    } catch (error) {
      // Those who walk through pages take a missing one for the end.
      const isEnd = asked.page > 1 && isAppError(error, 'not-found');
      throw isEnd && !isMissing(error) ? toBadResponse(call.row, 'the answer is not from the service', error) : error;
    }
  }

  /** Same, for those who ask in another way. `isByNumber`: by the number of the page. */
  async readPage<T>(
    { isByNumber, ...origin }: LargePage & { readonly isByNumber: boolean },
    ask: (asked: AskedPage) => Promise<CallAnswer>,
    decode: Decode<T>,
  ): Promise<Page<T>> {
    if (!this.#smallerPages.isKnown(origin)) {
      try {
        return this.toPage(await ask(origin.asked), origin, decode);
      } catch (error) {
        if (!isTooLarge(error) || origin.asked.limit === 1) throw error;
      }
    }
    const readPiece = async (asked: AskedPage): Promise<Page<unknown>> =>
      this.toPage(await ask(asked), { row: origin.row, asked }, toRawRow);
    const { page, leftOut } = isByNumber
      ? await this.#smallerPages.read(origin, readPiece)
      : await this.#smallerPages.readBeginning(origin, readPiece);
    const { items: resources, ...numbers } = page;
    const whole = this.#decodePage({ ...numbers, resources }, origin, decode);
    return leftOut === 0 ? whole : { ...whole, leftOut: leftOut + (whole.leftOut ?? 0) };
  }

  /** The page that an answer holds, for those who need more of it, or had it in another way. @throws AppError */
  toPage<T>({ status, text }: CallAnswer, { row, asked }: PageOrigin, decode: Decode<T>): Page<T> {
    // Said to hold nothing. A 200 without a body says nothing at all, and an empty page would look like the end.
    if (status === 204) return { ...asked, pageCount: null, items: [] };
    return this.#decodePage(readJson(row, text), { row, asked }, decode);
  }

  #decodePage<T>(json: unknown, { row, asked }: PageOrigin, decode: Decode<T>): Page<T> {
    const decoded = decodePage(json, asked, decode);
    if (decoded === null) throw toBadResponse(row, `the answer ${explainNoPage(json, asked, decode)}`);
    if (decoded.badPaths.length === 0) return decoded.page;
    this.#onBadRows({ row, paths: decoded.badPaths });
    return { ...decoded.page, leftOut: decoded.badPaths.length };
  }

  /**
   * A write whose answer may be a link, the resource itself, or nothing: only an id is taken from it, and its absence
   * is no failure. @throws AppError
   */
  async write(request: FeatureRequest, options: CallOptions): Promise<Link> {
    return toLink((await this.call(request, options)).text);
  }

  /** Same, for a write that services take in several ways. @throws AppError */
  async writeVariants(variants: readonly Variant[], options: VariantOptions): Promise<Link> {
    return toLink((await this.callVariants(variants, options)).text);
  }

  /** Same, for one whose fields have two forms. @throws AppError */
  async writeEither({ spec, sdk, ...request }: EitherForm, options: CallOptions): Promise<Link> {
    const variants: readonly (Variant & FeatureRequest)[] = [
      { ...request, name: 'spec', body: spec },
      { ...request, name: 'sdk', body: sdk },
    ];
    return await this.writeVariants(variants, { ...options, family: request.row });
  }

  /**
   * Makes a call in the way that this service takes, which is remembered by `family`. Another way is tried only after
   * a sure refusal that it can cure; other failures come out as they are, and where no way works, the first refusal.
   */
  async callVariants(
    variants: readonly (Variant & FeatureRequest)[],
    { family, ...options }: VariantOptions,
  ): Promise<VariantAnswer> {
    const known = this.#knowledge.findVariant(family);
    const ways = planOrder(variants, known ?? this.#knowledge.findVariant(ANY_FAMILY));
    let told: AppError | undefined;
    for (const [index, { name, ...request }] of ways.entries()) {
      try {
        const answer = await this.call(request, options);
        this.#knowledge.noteVariant(family, name);
        if (index > 0) this.#knowledge.noteVariant(ANY_FAMILY, name);
        return { ...answer, variant: name };
      } catch (error) {
        if (!isAppError(error)) throw error;
        if (error.code !== 'validation' && error.code !== 'not-found') throw error;
        // A place that is missing says less than any other refusal.
        if (told === undefined || (told.code === 'not-found' && error.code === 'validation')) told = error;
        const next = ways[index + 1];
        const isOver = next === undefined;
        if (isOver || !mayTryNext(error, { tried: { name, ...request }, next, isKnown: name === known })) throw told;
      }
    }
    throw new Error(`${family} has no variants`);
  }
}

export interface VariantOptions extends CallOptions {
  /** Operations that are taken in the same way: what is learned of one holds for all. */
  readonly family: string;
}

/** Which collection a page is of, and how it was asked for. */
export interface PageOrigin {
  readonly row: string;
  readonly asked: AskedPage;
}

export interface PageRequest extends FeatureRequest {
  readonly asked: AskedPage;
}

function isLaterPage({ query }: CallRequest): boolean {
  return Number(query?.['page'] ?? 1) > 1;
}
