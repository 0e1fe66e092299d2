/**
 * When a send is to leave, as the service wants to be told (specification, "Send parameters"; supplement 5.9): wall
 * time in a zone, whose seconds must not be below 10. Pure.
 */

const SHORTEST_SECONDS = 10;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const UTC = 'UTC';

/** The two parameters that name a moment. */
export interface SendingDateTime {
  /** `Y-m-d H:i:s` on the clocks of that zone. */
  readonly sendingDateTime: string;
  /** IANA name. */
  readonly sendingTimezone: string;
}

/**
 * A moment on the clocks of a zone. Seconds below 10 become 10, as the service asks. Where those clocks show the same
 * time twice (an hour that is turned back), or where the zone is unknown here, the moment is told in UTC, which shows
 * each time once.
 * @param at epoch ms
 */
export function toSendingDateTime(at: number, timeZone: string): SendingDateTime {
  const minuteAt = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  const seconds = Math.max(SHORTEST_SECONDS, Math.floor((at - minuteAt) / 1_000));
  const momentAt = minuteAt + seconds * 1_000;
  const clock = createClock(timeZone);
  const isPlain = clock !== null && !isShownTwice(momentAt, clock);
  const wallAt = isPlain ? clock(momentAt) : momentAt;
  return {
    sendingDateTime: new Date(wallAt).toISOString().slice(0, 19).replace('T', ' '),
    sendingTimezone: isPlain ? timeZone : UTC,
  };
}

/** What the clocks of a zone show at a moment, as the moment at which UTC shows it. */
type Clock = (at: number) => number;

/** Null for a zone that is not known here. */
function createClock(timeZone: string): Clock | null {
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  let format: Intl.DateTimeFormat;
  try {
    const calendar = { calendar: 'iso8601', numberingSystem: 'latn', hourCycle: 'h23' } as const;
    format = new Intl.DateTimeFormat('en', { ...parts, ...calendar, timeZone });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
  return (at) => {
    const shown = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const part = (name: Intl.DateTimeFormatPartTypes): number => shown.get(name) ?? 0;
    const minuteAt = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
    return minuteAt + (at % MINUTE_MS);
  };
}

function isShownTwice(at: number, clock: Clock): boolean {
  const wallAt = clock(at);
  return [-DAY_MS, DAY_MS].some((away) => {
    const offset = clock(at + away) - (at + away);
    const otherAt = wallAt - offset;
    return otherAt !== at && clock(otherAt) === wallAt;
  });
}
