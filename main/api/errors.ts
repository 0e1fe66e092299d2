/**
 * Answers and failures of the wire, translated once into `AppError`. What matters most is `outcome`: whether the
 * service can have acted on the request (architecture §8).
 */
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { AppErrorCode, AppErrorDetails } from '#shared/domain/app-error.ts';
import { parseJson } from './wire/json.ts';
import { readErrorBody } from './wire/error-body.ts';

export type Outcome = AppError['outcome'];

/** An answer that is no success. `row` is the row of the specification, such as `GET /chats/{id}`: safe to log. */
export interface FailedAnswer {
  readonly row: string;
  readonly status: number;
  readonly text: string;
  readonly retryAfterMs: number | null;
}

interface Meaning {
  readonly code: AppErrorCode;
  readonly outcome: Outcome;
  readonly retryable: boolean;
}

const REFUSED = { outcome: 'refused', retryable: false } as const;
const MEANINGS: ReadonlyMap<number, Meaning> = new Map([
  [401, { code: 'unauthorized', ...REFUSED }],
  [403, { code: 'forbidden', ...REFUSED }],
  [404, { code: 'not-found', ...REFUSED }],
  [405, { code: 'not-found', ...REFUSED }],
  [410, { code: 'not-found', ...REFUSED }],
  // The proxy wants to know us: the request never reached the service.
  [407, { code: 'offline', outcome: 'not-accepted', retryable: true }],
  [408, { code: 'timeout', outcome: 'unknown', retryable: true }],
  [429, { code: 'rate-limited', outcome: 'not-accepted', retryable: true }],
]);

/** A status that is no success. */
export class StatusError extends AppError {
  /** Whether the body is the service's own, or empty; what stands in front of a service has words of its own. */
  readonly isOfService: boolean;

  constructor({ isOfService, ...details }: AppErrorDetails & { readonly isOfService: boolean }) {
    super(details);
    this.isOfService = isOfService;
  }
}

/** Whether a failure is an answer of the service itself, rather than of a gateway or a firewall in front of it. */
export function isAnsweredByService(error: AppError): error is StatusError {
  return error instanceof StatusError && error.isOfService;
}

/** Translates a status that is no success. Never fails, whatever the body holds. */
export function toStatusError(answer: FailedAnswer): StatusError {
  const body = readErrorBody(parseJson(answer.text));
  const isSigned = body.code === answer.status;
  return new StatusError({
    ...toMeaning(answer.status, isSigned),
    isOfService: isSigned || answer.text.trim() === '',
    message: `${answer.row} was answered with ${answer.status}`,
    status: answer.status,
    common: body.common,
    fields: body.fields,
    retryAfterMs: answer.retryAfterMs,
  });
}

function toMeaning(status: number, isSigned: boolean): Meaning {
  const known = MEANINGS.get(status);
  if (known !== undefined) return known;
  // A page of something in front of the service proves nothing about what the service did.
  if (status === 503) {
    return { code: 'maintenance', outcome: isSigned ? 'not-accepted' : 'unknown', retryable: true };
  }
  if (status >= 500) return { code: 'server', outcome: 'unknown', retryable: true };
  if (status >= 400) return { code: 'validation', ...REFUSED };
  return { code: 'bad-response', outcome: 'unknown', retryable: false };
}

/** An answer that claims success and cannot be understood. `what` says how, in words that hold nothing of the answer. */
export function toBadResponse(row: string, what: string, cause?: unknown): AppError {
  return new AppError({
    code: 'bad-response',
    message: `${row}: ${what}`,
    retryable: true,
    outcome: 'unknown',
    ...(cause === undefined ? {} : { cause }),
  });
}

/** The caller gave up. `outcome` says whether the request can have left before. */
export function toCancelled(row: string, outcome: Outcome, cause?: unknown): AppError {
  return new AppError({
    code: 'cancelled',
    message: `${row} was cancelled`,
    outcome,
    ...(cause === undefined ? {} : { cause }),
  });
}

/** What `GET /ping` never gives where the service is. */
const STRANGE = new Set<AppErrorCode>(['bad-response', 'not-found', 'forbidden', 'validation']);

/** Whoever answered is not the service: for sign-in. Other failures are handed on as they are. */
export function toNotThisService(error: unknown): unknown {
  if (!isAppError(error) || !STRANGE.has(error.code)) return error;
  return new AppError({
    code: 'not-this-service',
    message: 'The address answers, but not as the service does',
    status: error.status,
    outcome: 'refused',
    cause: error,
  });
}
