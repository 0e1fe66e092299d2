/**
 * The one gate through which every request to the service leaves.
 *
 *   acquire ──► waiting line ──► lease ──► (exchange) ──► finish(status)
 *                    ▲ pause: 429, 503                        │ 429: half the rate
 *                    └────────────────────────────────────────┘
 *
 * API-1 … 3 of README.md: when one may leave is pace.ts, after a refusal also pause.ts and rate.ts.
 */
import { AppError } from '#shared/domain/app-error.ts';
import type { ApiClock } from './clock.ts';
import { toCancelled } from './errors.ts';
import { Pace } from './pace/pace.ts';
import type { TurnKind } from './pace/pace.ts';
import { NO_PAUSE, planNoPause, planPause } from './pace/pause.ts';
import type { Pause, PauseReason } from './pace/pause.ts';
import { createRate, planHigherRate, planLowerRate } from './pace/rate.ts';
import type { Rate } from './pace/rate.ts';
import { WaitingLine } from './pace/waiting-line.ts';
import type { CallPriority, Waiter } from './pace/waiting-line.ts';

export interface TurnRequest extends TurnKind {
  /** Row of the specification, for messages. */
  readonly row: string;
  /** Longest wait for a turn; whoever would wait longer is refused as soon as that is known. */
  readonly maxWaitMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** What came of one exchange; a null status: no answer. */
export interface ExchangeResult {
  readonly status: number | null;
  readonly retryAfterMs: number | null;
}

/** The right to make one exchange. Must be finished, whatever came of it; a second time does nothing. */
export interface Lease {
  finish(result: ExchangeResult): void;
}

/** Everything waits until `untilAt` (epoch ms), because the service asked for it. */
export interface SlowedNotice {
  readonly reason: PauseReason;
  readonly untilAt: number;
  readonly ratePerSecond: number;
}

export interface LimiterOptions {
  readonly clock: ApiClock;
  /** Most requests per second, 50 unless told. */
  readonly ratePerSecond?: number;
  readonly maxInFlight?: number;
  readonly onSlowed?: (notice: SlowedNotice) => void;
}

const RATE_PER_SECOND = 50;
/** Enough for the full rate of backfill while an answer takes up to 0.32 s; a quick service sees one or two. */
const MAX_IN_FLIGHT = 20;
/** Slots that a priority leaves free for those before it. */
const LEAVES_FREE: Readonly<Record<CallPriority, number>> = { user: 0, sending: 1, sync: 2, backfill: 4 };

interface TurnWaiter extends TurnRequest, Waiter<Lease> {}

export class Limiter {
  readonly #clock: ApiClock;
  readonly #onSlowed: (notice: SlowedNotice) => void;
  readonly #maxRate: number;
  readonly #maxInFlight: number;
  readonly #pace = new Pace();
  readonly #line = new WaitingLine<TurnWaiter>();
  #inFlight = 0;
  #rate: Rate;
  #pause = NO_PAUSE;
  #wake = new AbortController();
  #isDisposed = false;

  constructor(options: LimiterOptions) {
    this.#clock = options.clock;
    this.#onSlowed = options.onSlowed ?? (() => undefined);
    this.#maxRate = options.ratePerSecond ?? RATE_PER_SECOND;
    this.#maxInFlight = options.maxInFlight ?? MAX_IN_FLIGHT;
    this.#rate = createRate(this.#maxRate, this.#clock.steadyNow());
  }

  /** Requests per second that are allowed at the moment. */
  get ratePerSecond(): number {
    return this.#rate.perSecond;
  }

  /** Until when everything waits, epoch ms; null when nothing does. */
  get slowedUntil(): number | null {
    const leftMs = this.#pause.until - this.#clock.steadyNow();
    return leftMs > 0 ? Math.round(this.#clock.epochNow() + leftMs) : null;
  }

  /**
   * A person wants to know whether the service is open again: what waits for the end of its maintenance goes now. A
   * pause for having asked too often stays, since asking would only make it longer.
   */
  endMaintenance(): void {
    const now = this.#clock.steadyNow();
    if (this.#pause.reason !== 'maintenance' || this.#pause.until <= now) return;
    this.#slowDown({ ...this.#pause, until: now }, now);
    this.#serve();
  }

  /**
   * Waits for a turn.
   * @throws AppError `cancelled` by the signal or by dispose; `rate-limited` or `maintenance` when no turn can come in
   * time. In every case nothing was sent.
   */
  acquire(request: TurnRequest): Promise<Lease> {
    const { row, signal, maxWaitMs } = request;
    if (this.#isDisposed || signal?.aborted === true) {
      return Promise.reject(toCancelled(row, 'not-accepted', signal?.reason));
    }
    return new Promise((resolve, reject) => {
      const cancel = (): void => {
        this.#line.remove(waiter);
        reject(toCancelled(row, 'not-accepted', signal?.reason));
        this.#serve();
      };
      const detach = (): void => signal?.removeEventListener('abort', cancel);
      const waiter: TurnWaiter = {
        ...request,
        deadlineAt: this.#clock.steadyNow() + maxWaitMs,
        resolve: (lease) => {
          detach();
          resolve(lease);
        },
        reject: (error) => {
          detach();
          reject(error);
        },
      };
      signal?.addEventListener('abort', cancel, { once: true });
      this.#line.add(waiter);
      this.#serve();
    });
  }

  /** Refuses whoever waits. Exchanges under way are not touched. */
  dispose(): void {
    this.#isDisposed = true;
    this.#wake.abort();
    for (const waiter of this.#line.takeLate(Number.POSITIVE_INFINITY)) {
      waiter.reject(toCancelled(waiter.row, 'not-accepted'));
    }
  }

  /** Lets go whoever may go now, refuses whoever waits in vain, and plans when to look again. */
  #serve(): void {
    this.#wake.abort();
    if (this.#isDisposed) return;
    const now = this.#clock.steadyNow();
    this.#refuseLate(now);
    this.#rate = planHigherRate(this.#rate, now, this.#maxRate);
    for (let next = this.#findNext(now); next !== undefined; next = this.#findNext(now)) this.#grant(next, now);
    this.#sleep(now);
  }

  #refuseLate(now: number): void {
    const pausedMs = Math.ceil(Math.max(0, this.#pause.until - now));
    for (const waiter of this.#line.takeLate(now + pausedMs)) {
      waiter.reject(
        new AppError({
          code: pausedMs > 0 ? this.#pause.reason : 'rate-limited',
          message: `${waiter.row} found no turn in time`,
          retryable: true,
          outcome: 'not-accepted',
          retryAfterMs: pausedMs > 0 ? pausedMs : null,
        }),
      );
    }
  }

  #findNext(now: number): TurnWaiter | undefined {
    const turnAt = this.#readTimetable(now);
    return this.#line.waiters.find((waiter) => turnAt(waiter) <= now);
  }

  /** When one of that kind may go, if nothing happens before; worked out once for thousands who wait. */
  #readTimetable(now: number): (kind: TurnKind) => number {
    const known = new Map<string, number>();
    return (kind) => {
      const name = `${kind.priority} ${kind.route}`;
      const turnAt = known.get(name) ?? this.#turnAt(kind, now);
      known.set(name, turnAt);
      return turnAt;
    };
  }

  /** Infinity when only the end of an exchange helps. */
  #turnAt(kind: TurnKind, now: number): number {
    if (this.#inFlight >= this.#maxInFlight - LEAVES_FREE[kind.priority]) return Number.POSITIVE_INFINITY;
    return Math.max(this.#pause.until, this.#pace.readyAt(kind, now, this.#rate.perSecond));
  }

  #grant(waiter: TurnWaiter, leftAt: number): void {
    this.#line.remove(waiter);
    this.#inFlight += 1;
    const end = this.#pace.leave(waiter, leftAt, this.#rate.perSecond);
    let isFinished = false;
    waiter.resolve({
      finish: (result) => {
        if (isFinished) return;
        isFinished = true;
        this.#inFlight -= 1;
        end(this.#clock.steadyNow(), result.status !== null);
        this.#learn(waiter, leftAt, result);
        this.#serve();
      },
    });
  }

  #learn({ route }: TurnKind, leftAt: number, { status, retryAfterMs }: ExchangeResult): void {
    const now = this.#clock.steadyNow();
    // Too many look-ups say nothing about anything else: whoever made this one waits, and nobody with them.
    if (status === 429 && route === 'lookup') return;
    if (status === 429) {
      this.#pace.distrust();
      this.#rate = planLowerRate(this.#rate, { now, leftAt, count: this.#pace.count(now) });
    }
    if (status === 429 || status === 503) {
      this.#slowDown(planPause(this.#pause, { now, leftAt, reason: toReason(status), retryAfterMs }), now);
    } else if (status !== null) this.#pause = planNoPause(this.#pause, leftAt);
  }

  #slowDown(pause: Pause, now: number): void {
    if (pause === this.#pause) return;
    this.#pause = pause;
    const untilAt = Math.round(this.#clock.epochNow() + (pause.until - now));
    this.#onSlowed({ reason: pause.reason, untilAt, ratePerSecond: this.#rate.perSecond });
  }

  #sleep(now: number): void {
    const turnAt = this.#readTimetable(now);
    let wakeAt = Number.POSITIVE_INFINITY;
    for (const waiter of this.#line.waiters) wakeAt = Math.min(wakeAt, waiter.deadlineAt, turnAt(waiter));
    if (!Number.isFinite(wakeAt)) return;
    const wake = (this.#wake = new AbortController());
    void this.#clock.wait(Math.max(wakeAt - now, 0), wake.signal).then(() => {
      if (!wake.signal.aborted) this.#serve();
    });
  }
}

function toReason(status: 429 | 503): PauseReason {
  return status === 429 ? 'rate-limited' : 'maintenance';
}
