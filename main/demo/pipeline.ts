import { isAuthentic } from './authentication.ts';
import type { Timers } from './behaviour/clock.ts';
import { parseBody, parsePairs } from './body.ts';
import type { Call, Row, Service } from './endpoints/call.ts';
import { rows } from './endpoints/rows.ts';
import type { Fault, Faults } from './faults.ts';
import { Form } from './form.ts';
import { toHtmlResponse, toJsonResponse, toResetResponse } from './http.ts';
import type { DemoRequest, DemoResponse, Reply } from './http.ts';
import { findDownload } from './media/downloads.ts';
import { findPicture } from './media/serve.ts';
import { SlidingRate } from './rate.ts';
import { Refusal, refuseMissing, toErrorReply } from './refusal.ts';
import { Router } from './router.ts';
import { toOdd } from './wire/quirks.ts';

const STRICT_PER_SECOND = 5;
const REMEMBERED = 5_000;
const API = '/api/';
const MAINTENANCE = 'Unavailable due to maintenance';
const MAINTENANCE_PAGE =
  '<!doctype html><html lang="en"><head><title>Maintenance</title></head><body><h1>Back soon</h1></body></html>';
const GATEWAY_PAGE = '<!doctype html><html lang="en"><head><title>Gateway</title></head><body>No answer</body></html>';
const STATUS_TEXTS: Readonly<Record<number, string>> = {
  401: 'Wrong username or API key',
  403: 'Not allowed',
  429: 'Too many requests',
  500: 'Internal error, try later',
  502: 'Bad gateway',
  503: MAINTENANCE,
  504: 'Gateway time-out',
};

/** One request below /api, as it was answered; status 0 is a broken connection. */
export interface SeenRequest {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

export interface PipelineParts {
  readonly service: Service;
  readonly faults: Faults;
  readonly clock: Timers;
}

/**
 * What every request goes through: troubles that are switched on → credentials → rate → route → handler → quirks.
 * Handlers refuse by throwing a `Refusal`; anything else that they throw is a fault of the demo and a 500.
 */
export class Pipeline {
  readonly #parts: PipelineParts;
  readonly #router = new Router(rows);
  readonly #rate = new SlidingRate();
  readonly #strictRate = new SlidingRate();
  readonly #seen: SeenRequest[] = [];

  constructor(parts: PipelineParts) {
    this.#parts = parts;
  }

  get seen(): readonly SeenRequest[] {
    return this.#seen;
  }

  async handle(request: DemoRequest): Promise<DemoResponse> {
    if (!request.path.startsWith(API)) {
      const { service } = this.#parts;
      const found = findDownload(service, request.path) ?? findPicture(request.path, service.files);
      return found ?? toHtmlResponse(404, '<h1>Not found</h1>');
    }
    const at = this.#parts.clock.nowAt();
    const response = await this.#meetFaults(request);
    const status = response.connection === 'reset' ? 0 : response.status;
    this.#seen.push({ at, method: request.method, path: request.path, status });
    if (this.#seen.length > REMEMBERED) this.#seen.shift();
    return response;
  }

  async #meetFaults(request: DemoRequest): Promise<DemoResponse> {
    const after: Fault[] = [];
    for (const fault of this.#parts.faults.meet(request)) {
      if (fault.kind === 'delay') await this.#wait(fault.delayMs ?? 0);
      else if (fault.kind.endsWith('-after')) after.push(fault);
      else return this.#toFaultResponse(fault);
    }
    let response = await this.#answer(request);
    for (const fault of after) response = await this.#loseAnswer(fault, response);
    return response;
  }

  async #loseAnswer(fault: Fault, response: DemoResponse): Promise<DemoResponse> {
    if (fault.kind === 'reset-after') return toResetResponse();
    if (fault.kind === 'cut-after') return { ...response, connection: 'cut' };
    if (fault.kind === 'status-after') return toHtmlResponse(fault.status ?? 502, GATEWAY_PAGE);
    await this.#wait(fault.delayMs ?? 0);
    return response;
  }

  #wait(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.#parts.clock.after(delayMs, resolve);
    });
  }

  #toFaultResponse(fault: Fault): DemoResponse {
    if (fault.kind === 'reset-before') return toResetResponse();
    const status = fault.kind === 'status' ? (fault.status ?? 500) : 503;
    const response =
      fault.kind === 'maintenance-page'
        ? toHtmlResponse(status, MAINTENANCE_PAGE)
        : this.#toError(new Refusal(status, STATUS_TEXTS[status] ?? 'Error'));
    if (fault.retryAfterSeconds === undefined) return response;
    return { ...response, headers: { ...response.headers, 'retry-after': String(fault.retryAfterSeconds) } };
  }

  async #answer(request: DemoRequest): Promise<DemoResponse> {
    const { settings } = this.#parts.service;
    try {
      const reply = await this.#dispatch(request);
      const isOdd = settings.quirks && reply.body !== undefined;
      return toJsonResponse(isOdd ? { ...reply, body: toOdd(reply.body ?? null) } : reply);
    } catch (error) {
      if (error instanceof Refusal) return this.#toError(error);
      const detail = error instanceof Error ? error.message : String(error);
      return this.#toError(new Refusal(500, `Internal error in the demo service: ${detail}`));
    }
  }

  async #dispatch(request: DemoRequest): Promise<Reply> {
    const { service, clock } = this.#parts;
    const { account, data } = service.world;
    if (!isAuthentic(request.headers, { username: account.username, apiKey: data.apiKey })) {
      throw new Refusal(401, 'Wrong username or API key');
    }
    if (!this.#rate.admits(clock.nowAt(), service.settings.perSecond)) throw new Refusal(429, 'Too many requests');
    const match = this.#router.match(request.method, request.path);
    if (match.kind === 'wrong-method') throw new Refusal(405, 'Method not allowed');
    if (match.kind === 'nowhere' || service.settings.absent.includes(match.row.group)) throw refuseMissing();
    this.#checkStrictRate(match.row);
    return match.row.handle(await this.#toCall(request, match.params));
  }

  #checkStrictRate(row: Row): void {
    if (row.isStrict !== true) return;
    if (!this.#strictRate.admits(this.#parts.clock.nowAt(), STRICT_PER_SECOND))
      throw new Refusal(429, 'Too many requests');
  }

  async #toCall(request: DemoRequest, params: Readonly<Record<string, string>>): Promise<Call> {
    const { service, clock } = this.#parts;
    const { world, settings } = service;
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
      body: new Form(fields),
      files,
    };
  }

  #toError(refusal: Refusal): DemoResponse {
    return toJsonResponse(toErrorReply(refusal, this.#parts.service.settings.shapes));
  }
}
