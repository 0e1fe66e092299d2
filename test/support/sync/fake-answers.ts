import { AppError } from '#shared/domain/app-error.ts';
import type { AppErrorDetails } from '#shared/domain/app-error.ts';
import type { Page } from '#shared/domain/entities.ts';
import type { CallPriority } from '#main/sync/calls.ts';
import type { SyncSource } from '#main/sync/ports.ts';

/** Also what only services ask. */
type Method = Exclude<keyof SyncSource, 'clockSkewMs' | 'forgetAbsences'> | 'deleteList';
export type PageAsk = { readonly page: number; readonly limit: number };

export interface RecordedCall {
  readonly method: Method;
  readonly query: unknown;
  readonly priority: CallPriority;
}

/** How the service in memory answers: any call can be made to fail. */
export class FakeAnswers {
  /** Rows that lists count and that cannot be read. */
  readonly unreadable = new Set<unknown>();
  /** Answers as bare arrays, without page counts. */
  isBare = false;
  readonly calls: RecordedCall[] = [];
  /** Called before each answer is made: the place for arrivals and deletions. */
  beforeAnswer: (call: RecordedCall) => void | Promise<void> = () => undefined;
  readonly #failures: { method: Method | 'any'; details: AppErrorDetails; times: number; isAfter: boolean }[] = [];

  /** The next `times` calls of that method fail. With `isAfter` the service does the work and the answer is lost. */
  failNext(
    method: Method | 'any',
    details: Partial<AppErrorDetails>,
    options: { times?: number; isAfter?: boolean } = {},
  ): void {
    this.#failures.push({
      method,
      details: { code: 'offline', message: 'made to fail', outcome: 'not-accepted', ...details },
      times: options.times ?? 1,
      isAfter: options.isAfter ?? false,
    });
  }

  /** All failures end. */
  heal(): void {
    this.#failures.length = 0;
  }

  callsOf(method: Method): RecordedCall[] {
    return this.calls.filter((call) => call.method === method);
  }

  protected async answer<T>(call: RecordedCall & { readonly signal?: AbortSignal }, work: () => T): Promise<T> {
    const recorded: RecordedCall = { method: call.method, query: call.query, priority: call.priority };
    this.calls.push(recorded);
    await this.beforeAnswer(recorded);
    if (call.signal?.aborted === true) throw new AppError({ code: 'cancelled', message: 'aborted' });
    const failure = this.#failures.find(
      ({ method, times }) => times > 0 && (method === 'any' || method === call.method),
    );
    if (failure !== undefined) {
      failure.times -= 1;
      if (failure.isAfter) work();
      throw new AppError(failure.details);
    }
    return work();
  }

  protected page<T>(rows: readonly T[], { page, limit }: PageAsk): Page<T> {
    const asked = rows.slice((page - 1) * limit, page * limit);
    const pageCount = this.isBare ? null : Math.max(1, Math.ceil(rows.length / limit));
    const items = asked.filter((row) => !this.unreadable.has(row));
    const leftOut = asked.length - items.length;
    return { page, limit, pageCount, items, ...(leftOut > 0 ? { leftOut } : {}) };
  }
}

export function refuse(code: 'not-found' | 'validation'): AppError {
  return new AppError({ code, message: 'refused by the fake service', outcome: 'refused' });
}

export function found<T>(row: T | undefined): T {
  if (row === undefined) throw refuse('not-found');
  return row;
}
