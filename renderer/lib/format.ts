import type { CalendarDate } from '@internationalized/date';
import { fromAbsolute, getLocalTimeZone, toCalendarDate } from '@internationalized/date';
import { toPhoneDisplay } from '#shared/domain/phone-display.ts';
import { time as words } from './catalogue/time.ts';
import { toFormattingLocale } from './locale.ts';
import type { Texts } from './messages.ts';

export interface FormatOptions {
  /** Of the account; null: as the language has it. */
  readonly timeFormat: '12h' | '24h' | null;
  /** ISO 4217 code of the account's money. */
  readonly currency: string | null;
  /** IANA name; left out: the zone of this computer. */
  readonly timeZone?: string;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Dates, times, money and numbers as the account wants them. Pure: what counts as today is said by `now`. */
export class Formats {
  readonly #texts: Texts;
  readonly #locale: string;
  readonly #zone: string;
  readonly #currency: string | null;
  readonly #time: Intl.DateTimeFormat;
  readonly #parts: Intl.DateTimeFormat;
  readonly #longParts: Intl.DateTimeFormat;

  constructor(texts: Texts, options: FormatOptions) {
    this.#texts = texts;
    this.#locale = toFormattingLocale(texts.locale);
    this.#zone = options.timeZone ?? getLocalTimeZone();
    this.#currency = options.currency;
    const timeZone = this.#zone;
    const hour12 = options.timeFormat === null ? {} : { hour12: options.timeFormat === '12h' };
    const hour = options.timeFormat === '12h' ? 'numeric' : '2-digit';
    this.#time = new Intl.DateTimeFormat(this.#locale, { timeZone, hour, minute: '2-digit', ...hour12 });
    const day = { timeZone, day: 'numeric', year: 'numeric' } as const;
    this.#parts = new Intl.DateTimeFormat(this.#locale, { ...day, weekday: 'short', month: 'short' });
    this.#longParts = new Intl.DateTimeFormat(this.#locale, { ...day, weekday: 'long', month: 'long' });
  }

  /** `09:52` or `9:52 am`. */
  time(at: number): string {
    return this.#time.format(at);
  }

  /** `Fri 20 Nov, 09:52`; with the year where it is not this one. */
  dateTime(at: number, now: number): string {
    const { weekday, day, month, year } = this.#split(this.#parts, at);
    const date = this.#isSameYear(at, now) ? `${weekday} ${day} ${month}` : `${weekday} ${day} ${month} ${year}`;
    return `${date}, ${this.time(at)}`;
  }

  /** `18 Nov`; with the year where it is not this one. */
  date(at: number, now: number): string {
    const { day, month, year } = this.#split(this.#parts, at);
    return this.#isSameYear(at, now) ? `${day} ${month}` : `${day} ${month} ${year}`;
  }

  /** For a row of a list: `09:52` today, `Thu` within a week, else `12 Nov` or `12 Nov 2024`. */
  listTime(at: number, now: number): string {
    const age = this.#daysBetween(at, now);
    if (age === 0) return this.time(at);
    if (age > 0 && age < 7) return this.#split(this.#parts, at).weekday;
    return this.date(at, now);
  }

  /** For a line between days: `Today`, `Yesterday`, `Wednesday 18 November`, `8 November`, `8 November 2024`. */
  dateLine(at: number, now: number): string {
    const age = this.#daysBetween(at, now);
    if (age === 0) return this.#texts.text(words.today);
    if (age === 1) return this.#texts.text(words.yesterday);
    const { weekday, day, month, year } = this.#split(this.#longParts, at);
    if (age > 0 && age < 7) return `${weekday} ${day} ${month}`;
    return this.#isSameYear(at, now) ? `${day} ${month}` : `${day} ${month} ${year}`;
  }

  /** A length of time in its largest whole unit: `4 minutes`. Below one second it is one. */
  age(durationMs: number): string {
    const ms = Math.max(1_000, durationMs);
    if (ms < MINUTE_MS) return this.#texts.text(words.seconds, { count: Math.floor(ms / 1_000) });
    if (ms < HOUR_MS) return this.#texts.text(words.minutes, { count: Math.floor(ms / MINUTE_MS) });
    if (ms < DAY_MS) return this.#texts.text(words.hours, { count: Math.floor(ms / HOUR_MS) });
    return this.#texts.text(words.days, { count: Math.floor(ms / DAY_MS) });
  }

  /** In `currency`, or the account's; a bare number where neither is known. Prices below one keep up to four places. */
  money(amount: number, currency: string | null = this.#currency): string {
    const fractions = { minimumFractionDigits: 2, maximumFractionDigits: Math.abs(amount) < 1 ? 4 : 2 };
    if (currency === null) return new Intl.NumberFormat(this.#locale, fractions).format(amount);
    const style = { style: 'currency', currency } as const;
    // Some money has no parts: then two places would be made up.
    const isWhole = new Intl.NumberFormat(this.#locale, style).resolvedOptions().maximumFractionDigits === 0;
    return new Intl.NumberFormat(this.#locale, isWhole ? style : { ...style, ...fractions }).format(amount);
  }

  /** `17,372`. */
  number(value: number): string {
    return new Intl.NumberFormat(this.#locale).format(value);
  }

  /** `214 kB`, in steps of a thousand. */
  bytes(sizeBytes: number): string {
    const steps = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
    const step = Math.min(steps.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, sizeBytes)) / 3)));
    const unit = steps[step] ?? 'byte';
    const value = sizeBytes / 1_000 ** step;
    const options = { style: 'unit', unit, maximumFractionDigits: step < 2 ? 0 : 1 } as const;
    return new Intl.NumberFormat(this.#locale, options).format(value);
  }

  /** `+44 7700 900318`; names of senders untouched. */
  phone(phone: string): string {
    return toPhoneDisplay(phone);
  }

  /** When the day that lies `daysAgo` days before `now` begins, epoch ms. */
  dayStart(now: number, daysAgo: number): number {
    return this.#day(now).subtract({ days: daysAgo }).toDate(this.#zone).getTime();
  }

  /** Whether both instants lie on the same day. */
  isSameDay(at: number, other: number): boolean {
    return this.#daysBetween(at, other) === 0;
  }

  #day(at: number): CalendarDate {
    return toCalendarDate(fromAbsolute(at, this.#zone));
  }

  #daysBetween(at: number, now: number): number {
    return Math.round((this.#day(now).toDate('UTC').getTime() - this.#day(at).toDate('UTC').getTime()) / DAY_MS);
  }

  #isSameYear(at: number, now: number): boolean {
    return this.#day(at).year === this.#day(now).year;
  }

  #split(format: Intl.DateTimeFormat, at: number): { weekday: string; day: string; month: string; year: string } {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const read = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
    return { weekday: read('weekday'), day: read('day'), month: read('month'), year: read('year') };
  }
}
