import { isAppError } from '#shared/domain/app-error.ts';
import { toCallUrl } from './address.ts';
import type { QueryValue } from './address.ts';
import type { ApiClock } from './clock.ts';
import { toCancelled, toStatusError } from './errors.ts';
import type { ExchangeAnswer } from './network/exchange.ts';
import type { Gate } from './gate.ts';
import { encodeForm } from './uploads/multipart.ts';
import type { StreamedBody } from './uploads/multipart.ts';
import { readRetryAfterMs } from './pace/retry-after.ts';
import { planRetry } from './retry.ts';
import { toRouteKind } from './pace/routes.ts';
import type { UploadForm } from './uploads/upload.ts';
import type { CallPriority } from './pace/waiting-line.ts';

/** Who waits, and how to stop waiting. */
export interface CallOptions {
  readonly priority: CallPriority;
  readonly signal?: AbortSignal | undefined;
  /** False: a GET that failed is not made again, because somebody waits for the word. True unless told. */
  readonly repeats?: boolean;
}

/** One call as an endpoint describes it. */
export interface CallRequest {
  /** Row of the specification, `GET /chats/{id}`: for messages and logs. */
  readonly row: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api/v2`, percent-encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** A null of the body is a value: services leave nulls out of account unless told (supplement 0). */
  readonly keepsNulls?: boolean;
  /** A form with a file, instead of `body`. */
  readonly upload?: UploadForm;
}

/** A 2xx. The text may be empty, whatever the specification says. */
export interface CallAnswer {
  readonly status: number;
  readonly text: string;
}

/** Limits of time and size, in ms and bytes. */
export interface CallLimits {
  /** One try of a GET, and less where the deadline comes before. */
  readonly readTimeoutMs: number;
  /**
   * A write has one try and gets all the patience: what comes too late has an unknown outcome. An upload has so long for
   * each step, and after its last byte as much longer as a slow line may take to carry what it was handed.
   */
  readonly writeTimeoutMs: number;
  /**
   * All of a GET together: the waits for a turn in the line, the tries with their redirects, and the waits between them.
   * Whoever asked has an answer by then. A turn is waited for only as long as enough time stays for the answer.
   */
  readonly deadlineMs: number;
  /** A write that finds no turn for so long goes back to its owner, who keeps it better than a queue in memory. */
  readonly writeWaitMs: number;
  readonly maxBytes: number;
}

export const CALL_LIMITS: CallLimits = {
  readTimeoutMs: 20_000,
  writeTimeoutMs: 60_000,
  deadlineMs: 60_000,
  writeWaitMs: 10_000,
  maxBytes: 8 * 1024 * 1024,
};

/** A line that is slower than this is no line: 64 kB in a second. */
const SLOWEST_BYTES_PER_MS = 64;

export interface CallerOptions {
  readonly baseUrl: URL;
  readonly gate: Gate;
  readonly clock: ApiClock;
  readonly limits: CallLimits;
}

/** Makes calls: tries, deadlines, statuses. */
export class Caller {
  readonly #options: CallerOptions;

  constructor(options: CallerOptions) {
    this.#options = options;
  }

  /** @throws AppError and nothing else, but for bugs */
  async call(request: CallRequest, options: CallOptions): Promise<CallAnswer> {
    const { clock, limits } = this.#options;
    const startedAt = clock.steadyNow();
    const deadlineAt = request.method === 'GET' ? startedAt + limits.deadlineMs : Infinity;
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#try(request, options, deadlineAt);
      } catch (error) {
        if (!isAppError(error) || options.repeats === false) throw error;
        const elapsedMs = clock.steadyNow() - startedAt;
        const { deadlineMs } = limits;
        const plan = { method: request.method, tries, error, elapsedMs, deadlineMs, random: clock.random() };
        const waitMs = planRetry(plan);
        if (waitMs === null) throw error;
        await this.#wait(waitMs, request.row, options.signal);
      }
    }
  }

  async #try(request: CallRequest, options: CallOptions, deadlineAt: number): Promise<CallAnswer> {
    const { clock } = this.#options;
    const answer = await this.#send(request, options, deadlineAt);
    const text = new TextDecoder().decode(answer.bytes);
    const { status } = answer;
    if (status >= 200 && status < 300) return { status, text };
    const retryAfterMs = readRetryAfterMs(answer.headers, clock.epochNow());
    throw toStatusError({ row: request.row, status, text, retryAfterMs });
  }

  #send(request: CallRequest, { priority, signal }: CallOptions, deadlineAt: number): Promise<ExchangeAnswer> {
    const { baseUrl, gate, limits } = this.#options;
    const { row, method, path, query = {} } = request;
    const isRead = method === 'GET';
    const timeoutMs = isRead ? limits.readTimeoutMs : limits.writeTimeoutMs;
    const { body, headers } = toBody(request);
    const sizeBytes = typeof body === 'string' || body === null ? 0 : body.sizeBytes;
    return gate.send({
      row,
      method,
      url: toCallUrl(baseUrl, path, query),
      headers: { accept: 'application/json', ...headers },
      body,
      timeoutMs,
      answerTimeoutMs: timeoutMs + sizeBytes / SLOWEST_BYTES_PER_MS,
      maxBytes: limits.maxBytes,
      priority,
      route: toRouteKind(method, path),
      maxWaitMs: isRead ? limits.deadlineMs : limits.writeWaitMs,
      deadlineAt,
      signal,
    });
  }

  async #wait(ms: number, row: string, signal: AbortSignal | undefined): Promise<void> {
    await this.#options.clock.wait(ms, signal ?? new AbortController().signal);
    if (signal?.aborted === true) throw toCancelled(row, 'unknown', signal.reason);
  }
}

interface Body {
  readonly body: string | StreamedBody | null;
  readonly headers: Readonly<Record<string, string>>;
}

function toBody({ body, keepsNulls = false, upload }: CallRequest): Body {
  if (upload !== undefined) {
    const form = encodeForm(upload);
    return { body: form, headers: { 'content-type': form.contentType } };
  }
  if (body === undefined) return { body: null, headers: {} };
  const nulls = keepsNulls ? { 'x-ignore-null-values': 'false' } : {};
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...nulls } };
}
