/**
 * Failures below HTTP → `AppError`.
 *
 * Whether the request can have reached the service is not guessed from the error code: a code such as ECONNRESET comes
 * before the first byte (a TLS handshake) and after it (a dead keep-alive socket) alike. The exchange knows it instead:
 * `hasStarted` is set in the moment before the first byte is written to a connected, verified socket. Everything that
 * fails earlier (name lookup, refused, unreachable, connect time-out, TLS, proxy tunnel) is surely not accepted.
 */
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { AppErrorCode } from '#shared/domain/app-error.ts';
import { toBadResponse, toCancelled } from '../errors.ts';
import { PrivateAddress } from './public-address.ts';

/** Why we ended an exchange ourselves. */
export class ExchangeEnded extends Error {
  readonly why: 'cancelled' | 'timeout' | 'too-large' | 'repeated';

  constructor(why: ExchangeEnded['why'], message: string) {
    super(message);
    this.name = 'ExchangeEnded';
    this.why = why;
  }
}

export interface NetworkFailure {
  readonly row: string;
  readonly error: unknown;
  readonly hasStarted: boolean;
}

/** Codes of an answer that is no HTTP, or not the HTTP that was announced. */
const MALFORMED = /^(HPE_|Z_|UND_ERR_HEADERS_OVERFLOW$)/;
/** What zlib says where the answer grows beyond the limit as it is unpacked. */
const TOO_LARGE = 'ERR_BUFFER_TOO_LARGE';
const CLOSED_BY_US = new Set(['UND_ERR_DESTROYED', 'UND_ERR_CLOSED']);

/** Translates a failure of one exchange; the cause is kept. */
export function toNetworkError({ row, error, hasStarted }: NetworkFailure): AppError {
  const outcome = hasStarted ? 'unknown' : 'not-accepted';
  const systemCode = readSystemCode(error);
  if (isSizeFailure(error)) {
    return toBadResponse(row, 'the answer is larger than allowed', error);
  }
  if (MALFORMED.test(systemCode) || isUnparsed(error)) return toBadResponse(row, 'the answer is not HTTP', error);
  if (error instanceof PrivateAddress) {
    return new AppError({ code: 'forbidden', message: `${row}: ${error.message}`, cause: error, outcome });
  }
  if (isEndedByUs(error) || CLOSED_BY_US.has(systemCode)) return toCancelled(row, outcome, error);
  const code: AppErrorCode = isTimeout(error) ? 'timeout' : 'offline';
  const what = code === 'timeout' ? 'took too long' : `failed on the network (${systemCode || 'no code'})`;
  return new AppError({ code, message: `${row} ${what}`, cause: error, retryable: true, outcome });
}

/** Whether an answer was refused for its size alone: one with fewer rows may do. */
export function isTooLarge(error: unknown): boolean {
  return isAppError(error, 'bad-response') && isSizeFailure(error.cause);
}

function isSizeFailure(error: unknown): boolean {
  return (error instanceof ExchangeEnded && error.why === 'too-large') || readSystemCode(error) === TOO_LARGE;
}

/** undici's parser does not always give a code. */
function isUnparsed(error: unknown): boolean {
  return error instanceof Error && error.name === 'HTTPParserError';
}

function isEndedByUs(error: unknown): boolean {
  return error instanceof ExchangeEnded && error.why === 'cancelled';
}

function isTimeout(error: unknown): boolean {
  return error instanceof ExchangeEnded && error.why === 'timeout';
}

/** The code of Node or undici; of several attempts at several addresses, the first one's. */
function readSystemCode(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error instanceof AggregateError ? readSystemCode(error.errors[0]) : '';
}
