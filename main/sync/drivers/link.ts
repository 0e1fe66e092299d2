/**
 * The link to the service: every call of sync goes through here, so that one place knows whether the service answers,
 * when the next attempt is due and whether the key still holds.
 *
 * SYNC-6  While the link is down only the main loop asks, and a person who waits; all else waits until the service
 *         answers.
 */
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import { planBackoffMs } from '#shared/lib/backoff.ts';
import { isLinkFailure, toLink } from '../core/status.ts';
import type { CallOptions, CallPriority } from '../calls.ts';
import type { SyncClock, SyncSource } from '../ports.ts';
import type { StatusBoard } from './status-board.ts';

export interface LinkParts {
  readonly source: SyncSource;
  readonly clock: SyncClock;
  readonly board: StatusBoard;
  readonly signal: AbortSignal;
  /** The link went down or its next attempt moved: the main loop has to look. */
  readonly onChange: () => void;
}

export class Link {
  readonly #parts: LinkParts;
  #failures = 0;
  /** When the next attempt was planned. */
  #plannedAt = -Infinity;
  #waiters: (() => void)[] = [];

  constructor(parts: LinkParts) {
    this.#parts = parts;
    parts.signal.addEventListener('abort', () => this.#release(), { once: true });
  }

  /**
   * Calls the service. A 401 counts as `forbidden` when the key itself still opens the account. A source that tells the
   * two apart by itself says `unauthorized` also where it could not find out; asked here once more, a lost network is
   * called that, and does not keep everything still until somebody enters a key.
   */
  async call<T>(priority: CallPriority, request: (options: CallOptions) => Promise<T>): Promise<T> {
    try {
      return await this.#ask(priority, request);
    } catch (error) {
      if (isAppError(error, 'unauthorized')) await this.#denyOnlyThis(error);
      throw error;
    }
  }

  /** Reads the account: the one call whose 401 is about the key and nothing else. */
  readAccount(): ReturnType<SyncSource['getUser']> {
    return this.#ask('sync', (options) => this.#parts.source.getUser(options));
  }

  /** Takes the link down if the failure is about the link; says whether it was. */
  note(error: AppError): boolean {
    if (!isLinkFailure(error)) return false;
    this.fail(error);
    return true;
  }

  /** Takes the link down for whatever failure of the service this is, and plans the next attempt. */
  fail(error: AppError): void {
    const { board, clock } = this.#parts;
    const link = toLink(error);
    if (link === null) return;
    const now = clock.now();
    const { status } = board;
    const isWaiting = status.nextAttemptAt !== null && status.nextAttemptAt > now && !this.isPlanStale;
    // Several calls that were under way fail together: one failure, one wait.
    if (status.link === link && isWaiting && error.retryAfterMs === null) return;
    this.#failures += 1;
    this.#plannedAt = now;
    const waitMs = planBackoffMs({
      failures: this.#failures,
      random: clock.random(),
      retryAfterMs: error.retryAfterMs,
    });
    board.apply({ kind: 'failed', now, link, nextAttemptAt: link === 'unauthorized' ? null : now + waitMs });
    this.#parts.onChange();
  }

  /** Whether the next attempt was planned by a clock that was set back since: then its instant means nothing. */
  get isPlanStale(): boolean {
    return this.#plannedAt > this.#parts.clock.now();
  }

  /** A whole round went well: the next failure starts with a short wait again. */
  settle(): void {
    this.#failures = 0;
  }

  /** Resolves once the service answers, or when sync ends. */
  async whenOnline(): Promise<void> {
    if (this.#parts.board.status.link === 'online' || this.#parts.signal.aborted) return;
    await new Promise<void>((resolve) => this.#waiters.push(resolve));
  }

  async #ask<T>(priority: CallPriority, request: (options: CallOptions) => Promise<T>): Promise<T> {
    const { signal, board, clock } = this.#parts;
    if (signal.aborted) throw new AppError({ code: 'cancelled', message: 'Sync has ended', outcome: 'not-accepted' });
    const answer = await request({ priority, signal });
    board.apply({ kind: 'answered', now: clock.now() });
    board.apply({ kind: 'clock', skewMs: this.#parts.source.clockSkewMs });
    this.#release();
    return answer;
  }

  /** The service also says 401 where the account may not do a thing: only a refused account read is about the key. */
  async #denyOnlyThis(cause: AppError): Promise<void> {
    await this.readAccount();
    throw new AppError({
      code: 'forbidden',
      message: 'This account may not do that',
      status: cause.status,
      outcome: 'refused',
      cause,
      common: cause.common,
    });
  }

  #release(): void {
    for (const resolve of this.#waiters.splice(0)) resolve();
  }
}
