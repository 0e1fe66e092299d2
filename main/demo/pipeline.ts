import { isAuthentic } from './authentication.ts';
import type { Timers } from './behaviour/clock.ts';
import { parseBody, parsePairs } from './body.ts';
import type { Call, Row, Service } from './endpoints/call.ts';
import { rows } from './endpoints/rows.ts';
import { Form } from './form.ts';
import { toHeadResponse, toHtmlResponse, toJsonResponse, toResetResponse } from './http.ts';
import type { DemoRequest, DemoResponse, Reply } from './http.ts';
import { findDownload } from './media/downloads.ts';
import { findPicture } from './media/serve.ts';
import { SlidingRate } from './rate.ts';
import { Refusal, refuseMethod, refuseMissing, refuseSize, toErrorReply } from './refusal.ts';
import { Router, toAllowed } from './router.ts';
import type { Shape } from './settings.ts';
import { toOdd } from './wire/quirks.ts';
import { toSkewed } from './wire/skew.ts';

const REMEMBERED = 5_000;
const API = '/api/';

/** One request below /api, as it was answered; status 0 is a broken connection. */
export interface SeenRequest {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** The service as what stands before it sees it, for one request. */
export interface ServiceBehind {
  /** Which shape error bodies have. */
  readonly shape: Shape;
  /** Lets the service answer, its clock as far ahead as told, on top of its own skew. */
  answer(skewMs: number): Promise<DemoResponse>;
  /** An answer with the Date header of the service's clock, as far ahead as told, on top of its own skew. */
  toDated(response: DemoResponse, skewMs: number): DemoResponse;
}

/**
 * What may stand between a request below /api and the service: a test's faults (see steering/). The app's own demo has
 * none.
 */
export type Interceptor = (request: DemoRequest, behind: ServiceBehind) => Promise<DemoResponse>;

export interface PipelineParts {
  readonly service: Service;
  readonly interceptor: Interceptor | undefined;
  /** The service's clock. */
  readonly clock: Timers;
  /** Real time, in which a second of the wire is a second: for rates. */
  readonly timers: Timers;
}

/**
 * What every request goes through: interceptor, if there is one → credentials → rate → route → handler → quirks.
 * Handlers refuse by throwing a `Refusal`; anything else that they throw is a fault of the demo and a 500.
 */
export class Pipeline {
  readonly #parts: PipelineParts;
  readonly #router = new Router(rows);
  readonly #rate = new SlidingRate();
  readonly #strictRate = new SlidingRate();
  readonly #seen: SeenRequest[] = [];
  readonly #underWay = new Set<Promise<DemoResponse>>();
  #isDisposed = false;

  constructor(parts: PipelineParts) {
    this.#parts = parts;
  }

  get seen(): readonly SeenRequest[] {
    return this.#seen;
  }

  /** Answers one request; once disposed of, with a broken connection. */
  handle(request: DemoRequest): Promise<DemoResponse> {
    if (this.#isDisposed) return Promise.resolve(toResetResponse());
    const work = this.#serve(request);
    this.#underWay.add(work);
    return work.finally(() => this.#underWay.delete(work));
  }

  /** Takes nothing more, and resolves when what was under way is over. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
  }

  async #serve(request: DemoRequest): Promise<DemoResponse> {
    const response = request.path.startsWith(API) ? await this.#serveApi(request) : this.#serveWeb(request);
    return request.method === 'HEAD' ? toHeadResponse(response) : response;
  }

  /** What the service's web server has besides the interface: it can be read, and nothing else. */
  #serveWeb({ method, path }: DemoRequest): DemoResponse {
    const { service } = this.#parts;
    const found = findDownload(service, path) ?? findPicture(path, service.files);
    if (found === undefined) return toHtmlResponse(404, '<h1>Not found</h1>');
    if (method === 'GET' || method === 'HEAD') return found;
    const refused = toHtmlResponse(405, '<h1>Method not allowed</h1>');
    return { ...refused, headers: { ...refused.headers, allow: 'GET, HEAD' } };
  }

  async #serveApi(request: DemoRequest): Promise<DemoResponse> {
    const at = this.#parts.clock.nowAt();
    const response = await this.#intercept(request);
    const status = response.connection === 'reset' ? 0 : response.status;
    this.#seen.push({ at, method: request.method, path: request.path, status });
    if (this.#seen.length > REMEMBERED) this.#seen.shift();
    return response;
  }

  #intercept(request: DemoRequest): Promise<DemoResponse> {
    const { settings } = this.#parts.service;
    const { shapes: shape, skewMs } = settings;
    const answer = async (aheadMs: number): Promise<DemoResponse> => {
      // It was kept waiting, and the service has ended meanwhile: the state is not its own any more.
      if (this.#isDisposed) return toResetResponse();
      return this.#toDated(await this.#answer(request, aheadMs), aheadMs);
    };
    return (
      this.#parts.interceptor?.(request, {
        shape,
        answer: (aheadMs) => answer(skewMs + aheadMs),
        toDated: (response, aheadMs) => this.#toDated(response, skewMs + aheadMs),
      }) ?? answer(skewMs)
    );
  }

  #toDated(response: DemoResponse, skewMs: number): DemoResponse {
    const date = new Date(this.#parts.clock.nowAt() + skewMs).toUTCString();
    return { ...response, headers: { ...response.headers, date } };
  }

  async #answer(request: DemoRequest, skewMs: number): Promise<DemoResponse> {
    const { settings } = this.#parts.service;
    try {
      const reply = await this.#dispatch(request);
      if (reply.body === undefined) return toJsonResponse(reply);
      const body = toSkewed(reply.body, skewMs);
      return toJsonResponse({ ...reply, body: settings.quirks ? toOdd(body) : body });
    } catch (error) {
      if (error instanceof Refusal) return this.#toError(error);
      const detail = error instanceof Error ? error.message : String(error);
      return this.#toError(new Refusal(500, `Internal error in the demo service: ${detail}`));
    }
  }

  async #dispatch(request: DemoRequest): Promise<Reply> {
    const { service } = this.#parts;
    const { account, data } = service.world;
    if (!isAuthentic(request.headers, { username: account.username, apiKey: data.apiKey })) {
      throw new Refusal(401, 'Wrong username or API key');
    }
    const match = this.#router.match(request.method, request.path);
    this.#checkRates(match.kind === 'row' && match.row.isStrict === true);
    const isThere = (row: Row): boolean => !service.settings.absent.includes(row.group);
    if (match.kind === 'wrong-method' && match.rows.some(isThere)) {
      throw refuseMethod(toAllowed(match.rows.filter(isThere)));
    }
    if (match.kind !== 'row' || !isThere(match.row)) throw refuseMissing();
    return match.row.handle(await this.#toCall(request, match.params));
  }

  /** One that is refused by either rate counts in neither. */
  #checkRates(isStrict: boolean): void {
    const { perSecond, strictPerSecond } = this.#parts.service.settings;
    const nowAt = this.#parts.timers.nowAt();
    const hasRoom =
      this.#rate.hasRoom(nowAt, perSecond) && (!isStrict || this.#strictRate.hasRoom(nowAt, strictPerSecond));
    if (!hasRoom) throw new Refusal(429, 'Too many requests');
    this.#rate.count(nowAt);
    if (isStrict) this.#strictRate.count(nowAt);
  }

  async #toCall(request: DemoRequest, params: Readonly<Record<string, string>>): Promise<Call> {
    const { service, clock } = this.#parts;
    const { world, settings } = service;
    if (request.isTooLarge === true) throw refuseSize();
    const { fields, files } = await parseBody(request);
    const nowAt = clock.nowAt();
    const shape = settings.shapes;
    return {
      service,
      world,
      shape,
      view: { world, shape, nowAt, webUrl: settings.webUrl, mapped: new Map() },
      nowAt,
      params,
      query: new Form(parsePairs(request.query)),
      body: new Form(fields, { keepsNulls: request.headers['x-ignore-null-values'] === 'false' }),
      files,
    };
  }

  #toError(refusal: Refusal): DemoResponse {
    const response = toJsonResponse(toErrorReply(refusal, this.#parts.service.settings.shapes));
    return { ...response, headers: { ...response.headers, ...refusal.headers } };
  }
}
