/** When a scheduled text goes out: what the user chose, and the instants that it means. */

/** A time on the clocks of a zone, once or again and again. */
export interface ScheduleTime {
  /** The first time as the clock on the wall shows it, `2026-11-30T10:00`. */
  readonly wall: string;
  /** IANA name, `Africa/Johannesburg`. */
  readonly timeZone: string;
  /** iCal RRULE (RFC 5545) without its prefix, begun at `wall`; null: once. */
  readonly rule: string | null;
  /** Which of the two where the clocks show this time twice, because they go back. */
  readonly overlap: 'first' | 'second';
}

/** A wall time as an instant. */
export type ResolvedTime =
  | { readonly kind: 'exact'; readonly at: number }
  /** The clocks go forward over it: it does not exist, and `shiftedWall` is meant, as much later as they jump. */
  | { readonly kind: 'gap'; readonly at: number; readonly shiftedWall: string }
  /** The clocks go back over it: it exists twice. `at` is the chosen one. */
  | { readonly kind: 'overlap'; readonly at: number; readonly firstAt: number; readonly secondAt: number };

/** One time of a schedule. */
export interface Occurrence {
  /** Epoch ms. */
  readonly at: number;
  /** On the clocks of its zone, `2026-11-30T10:00`; where it falls into a gap, the time that is meant in its place. */
  readonly wall: string;
  /** The clocks jump over the time that the rule means. */
  readonly isShifted: boolean;
}

/** A time that a rule would have, on a day that does not exist (30 February): nothing goes out. */
export interface SkippedTime {
  /** `2027-02-30`. */
  readonly day: string;
}

/** No text is scheduled within these hours of the recipient's clock unless the user says why. Minutes since midnight. */
export interface QuietHours {
  /** May be later than `endsAt`: then the night between is meant. */
  readonly startsAt: number;
  readonly endsAt: number;
}

/** So soon a schedule may be due at the earliest: what is nearer is sent now. */
export const LEAST_AHEAD_MS = 60_000;
/** A text on this computer that is later than this is not sent before the user was asked. */
export const LATE_MS = 15 * 60_000;
