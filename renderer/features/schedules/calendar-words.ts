/** Days, weeks and months in words, and one time of a calendar. Pure. */
import type { FormatContext } from '#renderer/lib/format.ts';
import { toUtcAt, toWeekdayName } from '#renderer/lib/schedule-text.ts';
import type { CalendarDay, CalendarItem } from './calendar-days.ts';
import { agenda, calendar, states } from './messages.ts';

const OVER = { done: states.done, stopped: states.stopped, cancelled: states.cancelled, dropped: states.dropped };

/** `November 2026`. `day`: one of the month. */
export function toMonthName(day: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.format(toUtcAt(`${day}T00:00`));
}

/** `23–29 November`, `30 November – 6 December`. */
export function toWeekName(week: readonly CalendarDay[], { formats, now }: FormatContext): string {
  const [first, last] = [week[0], week.at(-1)];
  if (first === undefined || last === undefined) return '';
  const [from, to] = [first, last].map(({ day }) => formats.longDay(formats.startOf(day), now).date);
  const isOneMonth = first.day.slice(0, 7) === last.day.slice(0, 7);
  return isOneMonth ? `${String(first.number)}–${to ?? ''}` : `${from ?? ''} – ${to ?? ''}`;
}

/** `Monday 23 November`. */
export function toDayName(day: string, { formats, now }: FormatContext): string {
  const { weekday, date } = formats.longDay(formats.startOf(day), now);
  return `${weekday} ${date}`;
}

/** From Monday to Sunday. */
export function toWeekdays(locale: string): readonly { readonly long: string; readonly short: string }[] {
  return [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    long: toWeekdayName(weekday, locale),
    short: toWeekdayName(weekday, locale, 'short'),
  }));
}

export function toItemName({ name, phone }: CalendarItem, { texts, formats }: FormatContext): string {
  if (name !== '') return name;
  return phone === null ? texts.text(agenda.noOne) : formats.phone(phone);
}

/** Read out of a text in a calendar. */
export function toItemLabel(item: CalendarItem, say: FormatContext): string {
  const { at, isRecurring, text } = item;
  const words = { time: say.formats.time(at), name: toItemName(item, say), text };
  const state = toOverName(item, say);
  if (state !== null) return say.texts.text(calendar.itemOver, { ...words, state });
  return say.texts.text(isRecurring ? calendar.itemRepeats : calendar.itemLabel, words);
}

/** What came of one that is over: `Cancelled`; null: it is not over. */
export function toOverName({ state }: Pick<CalendarItem, 'state'>, { texts }: FormatContext): string | null {
  return state in OVER ? texts.text(OVER[state as keyof typeof OVER]) : null;
}

/** It is over, and did not go out. */
export function isUnsent({ state }: Pick<CalendarItem, 'state'>): boolean {
  return state === 'stopped' || state === 'cancelled' || state === 'dropped';
}

/** All of it, as its day may have room for a few letters; and whether it can be dragged. */
export function toItemTip(item: CalendarItem, say: FormatContext): string {
  const hint = isMovable(item) ? calendar.drag : item.isRecurring ? calendar.fixed : null;
  const label = toItemLabel(item, say);
  return hint === null || toOverName(item, say) !== null ? label : `${label}\n${say.texts.text(hint)}`;
}

/** A single one that is still to come can go out on another day. */
export function isMovable({ state, isRecurring }: CalendarItem): boolean {
  return !isRecurring && (state === 'coming' || state === 'leaving');
}

export function needsUser({ state }: CalendarItem): boolean {
  return state === 'asking' || state === 'refused' || state === 'paused';
}
