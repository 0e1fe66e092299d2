import type { CalendarDate } from '@internationalized/date';
import { fromAbsolute, getLocalTimeZone, parseDate, toCalendarDate } from '@internationalized/date';
import { toPhoneDisplay } from '#shared/domain/phone-display.ts';
import { time as words } from '#renderer/lib/words/time.ts';
import { findOrMake } from './find-or-make.ts';
import { toFormattingLocale } from './locale.ts';
import type { Translator } from './messages.ts';

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

/** A day of the zone: from when until when it lasts, and how many days after another one it is. */
interface Day {
  readonly date: CalendarDate;
  readonly number: number;
  readonly startAt: number;
  readonly endAt: number;
}

/** Dates, times, money and numbers as the account wants them. Pure: what counts as today is said by `now`. */
export class Formats {
  readonly #texts: Translator;
  readonly #locale: string;
  readonly #zone: string;
  readonly #currency: string | null;
  readonly #options: FormatOptions;
  readonly #ofZones = new Map<string, Formats>();
  readonly #time: Intl.DateTimeFormat;
  readonly #parts: Intl.DateTimeFormat;
  readonly #longParts: Intl.DateTimeFormat;
  readonly #zoneParts: Intl.DateTimeFormat;
  /** Days that were asked about, by the day of UTC that an instant lies in: a long thread asks thousands of times. */
  readonly #days = new Map<number, readonly Day[]>();
  /** By their options: making one takes longer than all that it ever writes on a screen. */
  readonly #numbers = new Map<string, Intl.NumberFormat>();

  constructor(texts: Translator, options: FormatOptions) {
    this.#texts = texts;
    this.#locale = toFormattingLocale(texts.locale);
    this.#zone = options.timeZone ?? getLocalTimeZone();
    this.#currency = options.currency;
    this.#options = options;
    const timeZone = this.#zone;
    const hour12 = options.timeFormat === null ? {} : { hour12: options.timeFormat === '12h' };
    const hour = options.timeFormat === '12h' ? 'numeric' : '2-digit';
    this.#time = new Intl.DateTimeFormat(this.#locale, { timeZone, hour, minute: '2-digit', ...hour12 });
    const day = { timeZone, day: 'numeric', year: 'numeric' } as const;
    this.#parts = new Intl.DateTimeFormat(this.#locale, { ...day, weekday: 'short', month: 'short' });
    this.#longParts = new Intl.DateTimeFormat(this.#locale, { ...day, weekday: 'long', month: 'long' });
    this.#zoneParts = new Intl.DateTimeFormat(this.#locale, { timeZone, timeZoneName: 'long' });
  }

  /** IANA name of the zone that all of it is in. */
  get timeZone(): string {
    return this.#zone;
  }

  /** The same on the clocks of another zone. IANA name. */
  inZone(timeZone: string): Formats {
    if (timeZone === this.#zone) return this;
    return findOrMake(this.#ofZones, timeZone, () => new Formats(this.#texts, { ...this.#options, timeZone }));
  }

  /** Language in which dates are written. */
  get locale(): string {
    return this.#locale;
  }

  /** How many hours its clocks count before they begin anew. */
  get hourCycle(): 12 | 24 {
    const { timeFormat } = this.#options;
    if (timeFormat !== null) return timeFormat === '12h' ? 12 : 24;
    return this.#time.resolvedOptions().hour12 === true ? 12 : 24;
  }

  /** `Greenwich Mean Time`: what the zone is called at that moment. */
  zoneName(at: number): string {
    return this.#zoneParts.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
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

  /** `09:52` today, `Thu 19 Nov, 09:52` on any other day. */
  moment(at: number, now: number): string {
    return this.isSameDay(at, now) ? this.time(at) : this.dateTime(at, now);
  }

  /** Inside a sentence: `at 09:52` today, `on Thu 19 Nov at 09:52` on any other day. */
  when(at: number, now: number): string {
    const time = this.time(at);
    if (this.isSameDay(at, now)) return this.#texts.text(words.at, { time });
    return this.#texts.text(words.onAt, { date: this.weekdayDate(at, now), time });
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

  /** For something that comes: `18:00` today, `Mon 09:00` within a week, else `3 Dec, 09:00`. */
  comingTime(at: number, now: number): string {
    const ahead = -this.#daysBetween(at, now);
    if (ahead === 0) return this.time(at);
    if (ahead > 0 && ahead < 7) return `${this.#split(this.#parts, at).weekday} ${this.time(at)}`;
    return `${this.date(at, now)}, ${this.time(at)}`;
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

  /** The day that it lies on, `2026-11-30`. */
  day(at: number): string {
    return this.#dayOf(at).date.toString();
  }

  /** When a day of the calendar begins, epoch ms. `day`: `2026-11-30`. */
  startOf(day: string): number {
    return parseDate(day).toDate(this.#zone).getTime();
  }

  /** How many days after that of `now` it lies; negative: before. */
  daysAhead(at: number, now: number): number {
    return -this.#daysBetween(at, now);
  }

  /** `Friday` and `20 November`; with the year where it is not this one. */
  longDay(at: number, now: number): { readonly weekday: string; readonly date: string } {
    const { weekday, day, month, year } = this.#split(this.#longParts, at);
    return { weekday, date: this.#isSameYear(at, now) ? `${day} ${month}` : `${day} ${month} ${year}` };
  }

  /** `Mon 30 Nov`; with the year where it is not this one. */
  weekdayDate(at: number, now: number): string {
    return `${this.shortWeekday(at)} ${this.date(at, now)}`;
  }

  /** `Fri`. */
  shortWeekday(at: number): string {
    return this.#split(this.#parts, at).weekday;
  }

  /** `20 November`. */
  longDate(at: number): string {
    const { day, month } = this.#split(this.#longParts, at);
    return `${day} ${month}`;
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
    if (currency === null) return this.#toNumber(amount, fractions);
    const style = { style: 'currency', currency } as const;
    // Some money has no parts: then two places would be made up.
    const isWhole = this.#findNumbers(style).resolvedOptions().maximumFractionDigits === 0;
    return this.#toNumber(amount, isWhole ? style : { ...style, ...fractions });
  }

  /** `17,372`. */
  number(value: number): string {
    return this.#toNumber(value, {});
  }

  /** `42`, `17K`: where there is little room. */
  shortNumber(value: number): string {
    if (value < 1_000) return this.number(value);
    return this.#toNumber(value, { notation: 'compact', maximumFractionDigits: value < 10_000 ? 1 : 0 });
  }

  /** `214 kB`, in steps of a thousand. */
  bytes(sizeBytes: number): string {
    const steps = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
    const step = Math.min(steps.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, sizeBytes)) / 3)));
    const unit = steps[step] ?? 'byte';
    const value = sizeBytes / 1_000 ** step;
    // In English the short form has no plural: `13 byte`.
    const unitDisplay = step === 0 ? 'long' : 'short';
    const options = { style: 'unit', unit, unitDisplay, maximumFractionDigits: step < 2 ? 0 : 1 } as const;
    return this.#toNumber(value, options);
  }

  /** `Tom, Ann and Priya`; `isOpen`: more follows, so that nothing stands before the last one (`Tom, Ann, Priya`). */
  list(items: readonly string[], { isOpen = false } = {}): string {
    const options = isOpen ? ({ type: 'unit', style: 'short' } as const) : ({ type: 'conjunction' } as const);
    return new Intl.ListFormat(this.#locale, options).format(items);
  }

  /** `+44 7700 900318`; names of senders untouched. */
  phone(phone: string): string {
    return toPhoneDisplay(phone);
  }

  /** When the day that lies `daysAgo` days before `now` begins, epoch ms. */
  dayStart(now: number, daysAgo: number): number {
    return this.#day(now).subtract({ days: daysAgo }).toDate(this.#zone).getTime();
  }

  /** When the year of `now` begins, epoch ms. */
  yearStart(now: number): number {
    return this.#day(now).set({ month: 1, day: 1 }).toDate(this.#zone).getTime();
  }

  /** Whether both instants lie on the same day. */
  isSameDay(at: number, other: number): boolean {
    return this.#daysBetween(at, other) === 0;
  }

  #toNumber(value: number, options: Intl.NumberFormatOptions): string {
    return this.#findNumbers(options).format(value);
  }

  #findNumbers(options: Intl.NumberFormatOptions): Intl.NumberFormat {
    return findOrMake(this.#numbers, JSON.stringify(options), () => new Intl.NumberFormat(this.#locale, options));
  }

  #day(at: number): CalendarDate {
    return this.#dayOf(at).date;
  }

  #dayOf(at: number): Day {
    const place = Math.floor(at / DAY_MS);
    const known = this.#days.get(place) ?? [];
    const found = known.find(({ startAt, endAt }) => at >= startAt && at < endAt);
    if (found !== undefined) return found;
    const date = toCalendarDate(fromAbsolute(at, this.#zone));
    const day = {
      date,
      number: Math.round(date.toDate('UTC').getTime() / DAY_MS),
      startAt: date.toDate(this.#zone).getTime(),
      endAt: date.add({ days: 1 }).toDate(this.#zone).getTime(),
    };
    // Where clocks do what nobody foresaw, it is told anew each time.
    if (at >= day.startAt && at < day.endAt) this.#days.set(place, [...known, day]);
    return day;
  }

  #daysBetween(at: number, now: number): number {
    return this.#dayOf(now).number - this.#dayOf(at).number;
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

/** What it takes to put facts into words. */
export interface FormatContext {
  readonly texts: Translator;
  readonly formats: Formats;
  readonly now: number;
}
