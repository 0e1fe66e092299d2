/**
 * How many requests per second we allow ourselves. Pure.
 *
 * The specification says 50, older pages said 20, and the account's other clients share the limit: so the rate is halved
 * when the service says 429, comes back quickly to just below where that happened, and only slowly tries more: once a
 * minute, by one and then, as long as nothing is refused, by twice as many each time.
 */
export interface Rate {
  readonly perSecond: number;
  /** The most that is believed to be allowed; null as long as the service never refused. */
  readonly ceiling: number | null;
  readonly changedAt: number;
  /** How many more are tried the next time beyond the ceiling. */
  readonly nextStep: number;
  /** Requests that left before this moment say nothing new about the rate. */
  readonly loweredAt: number;
}

/** Time for one more below the ceiling, and for one step beyond it. */
const RECOVER_MS = 2_000;
const PROBE_MS = 60_000;
/** Fewer requests of ours than this in the second of a refusal: others filled the account's limit. */
const TELLING_COUNT = 10;

export function createRate(perSecond: number, now: number): Rate {
  return { perSecond, ceiling: null, changedAt: now, nextStep: 1, loweredAt: Number.NEGATIVE_INFINITY };
}

export interface RefusedNote {
  readonly now: number;
  /** When the refused request left. */
  readonly leftAt: number;
  /** How many of ours may have arrived in the second before. */
  readonly count: number;
}

/** The rate after a 429. Several refusals of one burst lower it once. */
export function planLowerRate(rate: Rate, { now, leftAt, count }: RefusedNote): Rate {
  if (leftAt <= rate.loweredAt) return rate;
  const isTelling = count >= Math.min(rate.perSecond / 2, TELLING_COUNT);
  const ceiling = isTelling ? Math.max(1, Math.min(rate.perSecond, count) - 1) : rate.ceiling;
  const halved = Math.max(1, Math.floor(rate.perSecond / 2));
  return { perSecond: Math.min(halved, ceiling ?? halved), ceiling, changedAt: now, nextStep: 1, loweredAt: now };
}

/** The rate after some time without a 429: one step for each span that went by. */
export function planHigherRate(rate: Rate, now: number, maximum: number): Rate {
  let next = rate;
  while (next.perSecond < maximum) {
    const isProbe = next.ceiling !== null && next.perSecond >= next.ceiling;
    const changedAt = next.changedAt + (isProbe ? PROBE_MS : RECOVER_MS);
    if (changedAt > now) break;
    const perSecond = Math.min(maximum, next.perSecond + (isProbe ? next.nextStep : 1));
    next = isProbe
      ? { ...next, perSecond, ceiling: perSecond, nextStep: next.nextStep * 2, changedAt }
      : { ...next, perSecond, changedAt };
  }
  return next;
}
