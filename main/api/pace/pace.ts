/** When the next request may leave, for the whole account and for its strict routes. */
import { ArrivalWindow, WINDOW_MS } from './arrival-window.ts';
import { RoundTrips } from './round-trips.ts';
import type { RouteKind } from './routes.ts';
import type { CallPriority } from './waiting-line.ts';

/** All that the pace knows of a request. */
export interface TurnKind {
  readonly priority: CallPriority;
  /** The limit that it counts against besides the account's. */
  readonly route: RouteKind;
}

const STRICT_PER_SECOND = 5;
/** No document says how many look-ups a second are allowed: few enough for a careful service, enough for a person. */
const LOOKUPS_PER_SECOND = 2;
/**
 * Shares of a second's requests that may leave at once after a quiet time, or to make up for a late timer. What a person
 * waits for comes in handfuls; all else is spread, so that a person never finds the second used up by a burst.
 */
const USER_BURST = 0.4;
const OTHER_BURST = 0.06;
/** Below so many per second none is kept for the user. */
const ENOUGH_TO_KEEP_ONE = 10;

/** Requests at even distances, with some leave to make up for lost time. */
class Spacing {
  /** When the next one leaves that keeps to the distance. */
  #dueAt = Number.NEGATIVE_INFINITY;

  readyAt(now: number, perSecond: number, burstShare: number): number {
    const ahead = Math.max(0, Math.floor(perSecond * burstShare) - 1);
    return Math.max(now, this.#dueAt - (ahead * WINDOW_MS) / perSecond);
  }

  leave(now: number, perSecond: number): void {
    this.#dueAt = Math.max(this.#dueAt, now) + WINDOW_MS / perSecond;
  }
}

interface Lane {
  readonly window: ArrivalWindow;
  readonly spacing: Spacing;
  readonly mostPerSecond: number;
}

function createLane(mostPerSecond: number): Lane {
  return { window: new ArrivalWindow(), spacing: new Spacing(), mostPerSecond };
}

/** What is told when an exchange ends. */
export type Departure = (now: number, isAnswered: boolean) => void;

export class Pace {
  readonly #all = createLane(Number.POSITIVE_INFINITY);
  readonly #strict = createLane(STRICT_PER_SECOND);
  readonly #lookup = createLane(LOOKUPS_PER_SECOND);
  readonly #roundTrips = new RoundTrips();

  /** When a request of that kind may leave; Infinity while that depends on an exchange that has not ended. */
  readyAt(kind: TurnKind, now: number, perSecond: number): number {
    const creditMs = this.#roundTrips.creditMs(now);
    const isUser = kind.priority === 'user';
    const burst = isUser ? USER_BURST : OTHER_BURST;
    const times = this.#listLanes(kind).map(({ window, spacing, mostPerSecond }) => {
      const limit = Math.min(perSecond, mostPerSecond);
      const kept = isUser || limit < ENOUGH_TO_KEEP_ONE ? 0 : 1;
      return Math.max(window.readyAt(now, limit - kept, creditMs), spacing.readyAt(now, limit, burst));
    });
    return Math.max(...times);
  }

  leave(kind: TurnKind, leftAt: number, perSecond: number): Departure {
    const ends = this.#listLanes(kind).map(({ window, spacing, mostPerSecond }) => {
      spacing.leave(leftAt, Math.min(perSecond, mostPerSecond));
      return window.leave(leftAt);
    });
    return (now, isAnswered) => {
      for (const end of ends) end(now);
      if (isAnswered) this.#roundTrips.note(now - leftAt, now);
    };
  }

  /** How many of ours may have arrived within the last second. */
  count(now: number): number {
    return this.#all.window.count(now);
  }

  /** The service found that there were too many: what was learned about the way there is not to be relied on. */
  distrust(): void {
    this.#roundTrips.forget();
  }

  #listLanes({ route }: TurnKind): readonly Lane[] {
    if (route === 'plain') return [this.#all];
    return [this.#all, route === 'strict' ? this.#strict : this.#lookup];
  }
}
