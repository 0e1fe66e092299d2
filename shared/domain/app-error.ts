/** The closed family of failures of the world (architecture §6, §11). Bugs are not in it. */
export type AppErrorCode =
  | 'offline'
  | 'timeout'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'validation'
  | 'rate-limited'
  | 'maintenance'
  | 'server'
  | 'bad-response'
  | 'not-this-service'
  | 'disk'
  | 'cancelled'
  | 'disconnected';

export interface AppErrorDetails {
  readonly code: AppErrorCode;
  /** For logs; never holds a key, a header or message text. */
  readonly message: string;
  readonly cause?: unknown;
  /** Whether the same call may succeed later without anybody changing anything. */
  readonly retryable?: boolean;
  readonly status?: number | null;
  /** Whether the request can have been accepted: decides between "again" and "checking" (architecture §8). */
  readonly outcome?: 'not-accepted' | 'refused' | 'unknown';
  readonly common?: readonly string[];
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  readonly retryAfterMs?: number | null;
}

/** A failure of the world. Thrown inside main, translated once per edge. */
export class AppError extends Error {
  readonly code: AppErrorCode;
  readonly retryable: boolean;
  readonly status: number | null;
  readonly outcome: 'not-accepted' | 'refused' | 'unknown';
  readonly common: readonly string[];
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly retryAfterMs: number | null;

  constructor(details: AppErrorDetails) {
    super(details.message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'AppError';
    this.code = details.code;
    this.retryable = details.retryable ?? false;
    this.status = details.status ?? null;
    this.outcome = details.outcome ?? 'unknown';
    this.common = details.common ?? [];
    this.fields = details.fields ?? {};
    this.retryAfterMs = details.retryAfterMs ?? null;
  }
}

/** Whether `error` is of the family, optionally with that code. */
export function isAppError(error: unknown, code?: AppErrorCode): error is AppError {
  return error instanceof AppError && (code === undefined || error.code === code);
}
