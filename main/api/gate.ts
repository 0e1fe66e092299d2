import type { ApiClock } from './clock.ts';
import type { Authorizer } from './credentials.ts';
import { findRedirectTarget } from './address.ts';
import type { ClockSkew } from './network/clock-skew.ts';
import type { ExchangeAnswer } from './network/exchange.ts';
import type { Limiter } from './limiter.ts';
import { readRetryAfterMs } from './pace/retry-after.ts';
import type { RouteKind } from './pace/routes.ts';
import type { Transport, TransportRequest } from './transport.ts';
import type { CallPriority } from './pace/waiting-line.ts';

export interface GateRequest extends TransportRequest {
  readonly priority: CallPriority;
  readonly route: RouteKind;
  /** Longest wait for a turn. */
  readonly maxWaitMs: number;
  /** When all of it must be over, every hop and every wait for a turn, on the steady scale; never unless told. */
  readonly deadlineAt?: number;
}

export interface GateOptions {
  readonly baseUrl: URL;
  readonly transport: Transport;
  readonly limiter: Limiter;
  readonly authorizer: Authorizer;
  readonly clock: ApiClock;
  /** Told of every answer of the service. */
  readonly skew: ClockSkew;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_HOPS = 3;

/**
 * One request through limiter and transport, following redirects.
 *
 * - API-6 Only a GET follows a redirect, and only inside its origin; every hop waits for a turn of its own.
 * - API-7 Credentials go to the service's own origin and nowhere else; so does the counting.
 */
export class Gate {
  readonly #options: GateOptions;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  /** The last answer, whatever its status; a redirect that may not be followed is an answer like any other. */
  async send(request: GateRequest): Promise<ExchangeAnswer> {
    let url = request.url;
    for (let hops = 0; ; hops += 1) {
      const answer = await this.#exchange({ ...request, url });
      const isFollowed = request.method === 'GET' && REDIRECTS.has(answer.status) && hops < MAX_HOPS;
      const target = isFollowed ? findRedirectTarget(url, answer.headers['location']) : null;
      if (target === null) return answer;
      url = target;
    }
  }

  async #exchange(request: GateRequest): Promise<ExchangeAnswer> {
    const { baseUrl, transport, limiter, authorizer, clock, skew } = this.#options;
    if (request.url.origin !== baseUrl.origin) return transport.send(this.#toTimed(request));
    const lease = await limiter.acquire({ ...request, maxWaitMs: this.#toMaxWaitMs(request) });
    let status: number | null = null;
    let retryAfterMs: number | null = null;
    try {
      const headers = { ...request.headers, ...authorizer.headersFor(request.url) };
      const startedAt = clock.steadyNow();
      const answer = await transport.send({ ...this.#toTimed(request), headers });
      const { headers: answered } = answer;
      skew.note({ headers: answered, receivedAt: clock.epochNow(), tookMs: clock.steadyNow() - startedAt });
      status = answer.status;
      retryAfterMs = readRetryAfterMs(answer.headers, clock.epochNow());
      return answer;
    } finally {
      lease.finish({ status, retryAfterMs });
    }
  }

  /** A turn that left no time for the answer would be for nothing: it gets its whole time, else half of what is left. */
  #toMaxWaitMs({ maxWaitMs, timeoutMs, deadlineAt = Infinity }: GateRequest): number {
    const leftMs = deadlineAt - this.#options.clock.steadyNow();
    return Math.min(maxWaitMs, Math.max(leftMs - timeoutMs, leftMs / 2));
  }

  #toTimed(request: GateRequest): GateRequest {
    const { timeoutMs, deadlineAt = Infinity } = request;
    const leftMs = Math.max(0, deadlineAt - this.#options.clock.steadyNow());
    return leftMs < timeoutMs ? { ...request, timeoutMs: leftMs } : request;
  }
}
