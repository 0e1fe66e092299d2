/** How often to ask for news: often while somebody looks and things happen, seldom when nobody does. */

export interface Activity {
  readonly isVisible: boolean;
  readonly isFocused: boolean;
}

export interface Pace {
  readonly activity: Activity;
  /** Rounds in a row that brought nothing. */
  readonly quietRounds: number;
  /** When the last round ended; null: none yet. */
  readonly lastRoundAt: number | null;
  /** Extra rounds after a send, so that its ticks come promptly. Ascending. */
  readonly followUps: readonly number[];
  /** Callbacks get through: rounds only make sure. */
  readonly isLive: boolean;
  /** When a round is due because somebody came back; null: nobody did. */
  readonly welcomeAt: number | null;
}

const FOCUSED = { fromMs: 5_000, toMs: 20_000, growth: 1.25 };
const UNFOCUSED = { fromMs: 7_000, toMs: 20_000, growth: 1.5 };
const HIDDEN = { fromMs: 15_000, toMs: 60_000, growth: 1.5 };
const LIVE_MS = 60_000;
/** Who comes and goes gets no more than one round in this time. */
const WELCOME_EVERY_MS = 5_000;
const FOLLOW_UPS_MS = [1_000, 3_000, 8_000];
const LAST_FOLLOW_UP_MS = Math.max(...FOLLOW_UPS_MS);

/** The pace of a window that was just opened. */
export function createPace(): Pace {
  const activity = { isVisible: true, isFocused: true };
  return { activity, quietRounds: 0, lastRoundAt: null, followUps: [], isLive: false, welcomeAt: null };
}

/** Time between two rounds, milliseconds. */
export function planIntervalMs(pace: Pace): number {
  if (pace.isLive) return LIVE_MS;
  const range = !pace.activity.isVisible ? HIDDEN : pace.activity.isFocused ? FOCUSED : UNFOCUSED;
  return Math.min(Math.round(range.fromMs * range.growth ** Math.min(pace.quietRounds, 30)), range.toMs);
}

/** When the next round is due: at once where the last one lies ahead, because the clock was set back since. */
export function planNextRoundAt(pace: Pace, now: number): number {
  if (pace.lastRoundAt === null || pace.lastRoundAt > now) return now;
  const regularAt = pace.lastRoundAt + planIntervalMs(pace);
  return Math.min(regularAt, pace.followUps[0] ?? Infinity, pace.welcomeAt ?? Infinity);
}

/** After a round. Letters that are still open keep the pace up like news does. */
export function afterRound(
  pace: Pace,
  round: { readonly startedAt: number; readonly endedAt: number; readonly isLively: boolean },
): Pace {
  return {
    ...pace,
    quietRounds: round.isLively ? 0 : pace.quietRounds + 1,
    lastRoundAt: round.endedAt,
    followUps: pace.followUps.filter((at) => at > round.startedAt && at <= round.endedAt + LAST_FOLLOW_UP_MS),
    welcomeAt: isAhead(pace.welcomeAt, round) ? pace.welcomeAt : null,
  };
}

/** After a message was accepted. */
export function afterSend(pace: Pace, now: number): Pace {
  const followUps = [...pace.followUps, ...FOLLOW_UPS_MS.map((ms) => now + ms)].sort((a, b) => a - b);
  return { ...pace, quietRounds: 0, followUps: thinOut(followUps) };
}

/** Somebody came or went. Who comes back finds the pace fresh, and everything read within the last five seconds. */
export function afterActivity(pace: Pace, activity: Activity, now: number): Pace {
  const isBack = (activity.isVisible && !pace.activity.isVisible) || (activity.isFocused && !pace.activity.isFocused);
  if (!isBack) return { ...pace, activity };
  const welcomeAt = pace.lastRoundAt === null ? null : Math.max(now, pace.lastRoundAt + WELCOME_EVERY_MS);
  return { ...pace, activity, quietRounds: 0, welcomeAt };
}

/** Callbacks get through, or they do so no longer. */
export function afterLive(pace: Pace, isLive: boolean): Pace {
  return pace.isLive === isLive ? pace : { ...pace, isLive, quietRounds: 0 };
}

function isAhead(at: number | null, round: { readonly startedAt: number; readonly endedAt: number }): boolean {
  return at !== null && at > round.startedAt && at <= round.endedAt + WELCOME_EVERY_MS;
}

/** Many sends in a row ask for no more than one extra round per half second. */
function thinOut(instants: readonly number[]): readonly number[] {
  const kept: number[] = [];
  for (const at of instants) {
    if (at - (kept.at(-1) ?? -Infinity) >= 500) kept.push(at);
  }
  return kept;
}
