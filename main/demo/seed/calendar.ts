const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

const LONDON = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});

function toLondonAsUtc(at: number): number {
  const parts = new Map(LONDON.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/** Days and times of the clinic's wall clock, counted back from the moment the demo begins. */
export class Calendar {
  readonly nowAt: number;
  /** Today's midnight in London, written as if it were UTC. */
  readonly #todayAsUtc: number;
  readonly #minutesToday: number;
  readonly #midnights = new Map<number, number>();

  constructor(nowAt: number) {
    this.nowAt = nowAt;
    const asUtc = toLondonAsUtc(nowAt);
    this.#todayAsUtc = asUtc - (asUtc % DAY_MS);
    this.#minutesToday = (asUtc - this.#todayAsUtc) / MINUTE_MS;
  }

  /** Monday is 1, Sunday 0. */
  weekday(daysAgo: number): number {
    return new Date(this.#todayAsUtc - daysAgo * DAY_MS).getUTCDay();
  }

  /** That time of the day so many days ago. */
  at(daysAgo: number, minuteOfDay: number, second = 0): number {
    return this.#midnightOf(daysAgo) + minuteOfDay * MINUTE_MS + second * 1_000;
  }

  /**
   * So many minutes ago, yet today: just after midnight the minutes of the morning are pressed together, so that a
   * demo started at any hour has messages of today.
   */
  minutesAgo(minutes: number, mostMinutes: number): number {
    const room = Math.max(1, this.#minutesToday - 1);
    const scale = Math.min(1, room / mostMinutes);
    return this.nowAt - minutes * scale * MINUTE_MS;
  }

  #midnightOf(daysAgo: number): number {
    const kept = this.#midnights.get(daysAgo);
    if (kept !== undefined) return kept;
    const wall = this.#todayAsUtc - daysAgo * DAY_MS;
    const midnight = wall - (toLondonAsUtc(wall) - wall);
    this.#midnights.set(daysAgo, midnight);
    return midnight;
  }
}
