/** What the picker says of a choice: its sentence, its next texts, quiet hours, price, faults. Pure. */
import type { ContractError } from '#shared/contract/index.ts';
import type { FormatContext } from '#renderer/lib/format.ts';
import type { Message } from '#renderer/lib/messages.ts';
import { toProblemText } from '#renderer/lib/problems.ts';
import { toScheduleSentence, toUtcAt, toWallTime, toWeekdayName, toZonePlace } from '#renderer/lib/schedule-text.ts';
import type { MonthDay } from '#shared/domain/scheduling/recurrence.ts';
import { toWall } from '#shared/domain/scheduling/zoned-time.ts';
import type { ClockChange, ComingRow } from './coming-texts.ts';
import { coming as comingWords, faults, phrase, picker, price, quiet, repeat } from './messages.ts';
import { toDayOfMonth } from './rule-fields.ts';
import type { ScheduleChoice, SchedulePreset } from './schedule-choice.svelte.ts';
import type { ScheduleFault } from './schedule-faults.ts';
import { toMinuteText } from './zone-words.ts';

/** `10:56` today, `Sat, 10:00` within the week, `23 Nov, 10:00` later, `Every day at 17:00` for a repetition. */
export function toPresetText({ time }: SchedulePreset, context: FormatContext): string {
  if (time.rule !== null) return toScheduleSentence(time, context);
  const { formats, now } = context;
  return formats.inZone('UTC').comingTime(toUtcAt(time.wall), toUtcAt(toWall(now, time.timeZone)));
}

export function toPresetLabel(id: SchedulePreset['id'], { texts }: Pick<FormatContext, 'texts'>): string {
  return texts.text(phrase[id]);
}

/** A row of the table of the next texts. */
export interface ComingRowView {
  readonly key: string;
  readonly date: string;
  /** On their clock, and on mine; null: a date that is skipped. */
  readonly times: { readonly there: string; readonly here: string } | null;
  /** What is special about it: a change of the clocks, a time that does not exist. */
  readonly mark: string | null;
}

type Zones = Pick<ScheduleChoice, 'thereTimeZone' | 'homeTimeZone' | 'time'>;

/** The year stands in the first row of each but this one. */
export function listComingRows(
  rows: readonly ComingRow[],
  zones: Zones,
  context: FormatContext,
): readonly ComingRowView[] {
  let before = context.now;
  return rows.map((row) => {
    const view = toComingRow(row, { zones, before }, context);
    before = row.kind === 'text' ? row.at : before;
    return view;
  });
}

/** `before`: the row above, epoch ms. */
function toComingRow(
  row: ComingRow,
  { zones, before }: { readonly zones: Zones; readonly before: number },
  context: FormatContext,
): ComingRowView {
  const { texts, formats } = context;
  if (row.kind === 'skipped') {
    return {
      key: row.day,
      date: toMissingDay(row.day, formats.locale),
      times: null,
      mark: texts.text(comingWords.skipped),
    };
  }
  const { thereTimeZone, homeTimeZone, time } = zones;
  return {
    key: String(row.at),
    date: formats.inZone(thereTimeZone).weekdayDate(row.at, before),
    times: { there: formats.inZone(thereTimeZone).time(row.at), here: formats.inZone(homeTimeZone).time(row.at) },
    mark: row.isShifted
      ? texts.text(comingWords.shifted, { time: toWallTime(time.wall, context) })
      : row.change === null
        ? null
        : texts.text(comingWords.changeMark, { place: toZonePlace(row.change.timeZone) }),
  };
}

/** `30 Feb`: a day that no calendar has. */
function toMissingDay(day: string, locale: string): string {
  const month = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' });
  return `${String(Number(day.slice(8)))} ${month.format(toUtcAt(`${day.slice(0, 7)}-01T00:00`))}`;
}

/** `London clocks go forward on 28 March. The text is still sent at 10:00 in Johannesburg.` */
export function toChangeText(change: ClockChange, { time }: Pick<Zones, 'time'>, context: FormatContext): string {
  const { texts, formats } = context;
  return texts.text(change.minutes > 0 ? comingWords.forward : comingWords.back, {
    place: toZonePlace(change.timeZone),
    date: formats.inZone(change.timeZone).longDate(change.at),
    time: toWallTime(time.wall, context),
    own: toZonePlace(time.timeZone),
  });
}

/** What stands below the table; null: nothing is left out. */
export function toMoreText(
  { coming }: Pick<ScheduleChoice, 'coming'>,
  { texts }: Pick<FormatContext, 'texts'>,
): string | null {
  if (coming === null) return null;
  if (coming.isEndless) return texts.text(comingWords.endless);
  const shown = coming.rows.filter(({ kind }) => kind === 'text').length;
  if (coming.total === null || coming.total <= shown) return null;
  return texts.text(comingWords.more, { count: coming.total - shown });
}

/** Why the time is not allowed, and where it could be moved; null: it is allowed. */
export function toQuietText(
  {
    clash,
    quietHours,
    coming,
    recipientTimeZones,
    timeZone,
  }: Pick<ScheduleChoice, 'clash' | 'quietHours' | 'coming' | 'recipientTimeZones' | 'timeZone'>,
  context: FormatContext,
): { readonly text: string; readonly move: string | null } | null {
  if (clash === null || quietHours === null) return null;
  const { texts, formats } = context;
  const from = toMinuteText(quietHours.startsAt, { formats });
  const to = toMinuteText(quietHours.endsAt, { formats });
  const there = { time: toWallTime(clash.wall, context), place: toZonePlace(clash.timeZone), from, to };
  const isLater = coming !== null && !clash.isFirst;
  const text = isLater
    ? texts.text(quiet.clashOn, { ...there, date: formats.inZone(clash.timeZone).date(clash.at, context.now) })
    : recipientTimeZones.length > 1
      ? texts.text(quiet.clashIn, there)
      : texts.text(quiet.clash, there);
  return {
    text,
    move: clash.allowedAt === null ? null : toMoveText(clash.allowedAt, { recipientTimeZones, timeZone }, context),
  };
}

/** On the clock that the sentence before it speaks of: theirs, or where they have several the chosen one. */
function toMoveText(
  allowedAt: number,
  { recipientTimeZones, timeZone }: Pick<ScheduleChoice, 'recipientTimeZones' | 'timeZone'>,
  { texts, formats }: FormatContext,
): string {
  const [their, ...others] = recipientTimeZones;
  if (their !== undefined && others.length === 0)
    return texts.text(quiet.move, { time: formats.inZone(their).time(allowedAt) });
  return texts.text(quiet.moveIn, { time: formats.inZone(timeZone).time(allowedAt), place: toZonePlace(timeZone) });
}

/** What it costs; null: not known. */
export function toPriceText(
  { options, parts, coming, keeper, isNew }: Pick<ScheduleChoice, 'options' | 'parts' | 'coming' | 'keeper' | 'isNew'>,
  { texts, formats }: Pick<FormatContext, 'texts' | 'formats'>,
): string | null {
  const part = options?.partPrice ?? null;
  if (part === null) return null;
  const isHere = keeper === 'computer';
  const toMoney = (count: number): string => formats.money(part.amount * parts * count, part.currency ?? undefined);
  const one = { price: toMoney(1) };
  if (coming === null) return texts.text(isHere ? price.onceHere : isNew ? price.once : price.onceChange, one);
  const { total } = coming;
  if (total === null) return texts.text(isHere ? price.endlessHere : price.endless, one);
  return texts.text(isHere ? price.allHere : isNew ? price.all : price.allChange, { ...one, sum: toMoney(total) });
}

/** What the main button does. */
export function toSaveLabel(
  { isNew, coming }: Pick<ScheduleChoice, 'isNew' | 'coming'>,
  { texts }: Pick<FormatContext, 'texts'>,
): string {
  if (!isNew) return texts.text(picker.save);
  const total = coming === null ? 1 : coming.total;
  return total === null || total === 0
    ? texts.text(picker.scheduleEndless)
    : texts.text(picker.schedule, { count: total });
}

export function toFaultText({ kind }: ScheduleFault, { texts }: Pick<FormatContext, 'texts'>): string {
  return texts.text(faults[kind]);
}

/** What main says of a field, as `field word`. */
const REFUSALS: Readonly<Record<string, Message>> = {
  'time past': faults.past,
  'time unknown-zone': faults['unknown-zone'],
  'time bad-rule': faults['bad-rule'],
  'time no-times': faults['no-times'],
  'time quiet': faults.quiet,
  'text empty': faults.empty,
  'text too-long': faults['too-long'],
  'keeper not-here': faults.keeper,
  'keeper several': faults.several,
  'schedule over': faults.over,
  'schedule views': faults.views,
};

/** Why it was not scheduled or changed, what is kept, and what to do. */
export function toRefusalText(problem: ContractError, isNew: boolean, { texts }: Pick<FormatContext, 'texts'>): string {
  if (problem.code === 'disconnected' || problem.code === 'timeout') return texts.text(picker.unreachable);
  const said = Object.entries(problem.fields).flatMap(([field, kinds]) => kinds.map((kind) => `${field} ${kind}`));
  const own =
    problem.code === 'not-found' ? faults.gone : said.map((one) => REFUSALS[one]).find((one) => one !== undefined);
  const detail = own === undefined ? toProblemText(problem, texts) : texts.text(own);
  return texts.text(isNew ? picker.failed : picker.failedChange, { detail });
}

/** Which months or years a repetition leaves out, as they don't have its day; null: none. */
export function toSkipText(
  { form, day }: Pick<ScheduleChoice, 'form' | 'day'>,
  { texts, formats }: Pick<FormatContext, 'texts' | 'formats'>,
): string | null {
  if (form?.unit === 'year') return day.endsWith('-02-29') ? texts.text(repeat.skipsYears) : null;
  if (form?.unit !== 'month') return null;
  const monthDay = form.monthDay ?? { kind: 'day', day: toDayOfMonth(day) };
  if (monthDay.kind !== 'day' || monthDay.day <= 28) return null;
  return texts.text(repeat.skipsMonths, { day: formats.number(monthDay.day) });
}

/** A way to say the day within its month, on a short button: `Day 30`, `Last Monday`. */
export function toMonthDayLabel(
  monthDay: MonthDay,
  { texts, formats }: Pick<FormatContext, 'texts' | 'formats'>,
): string {
  if (monthDay.kind === 'day') return texts.text(repeat.dayNumber, { day: monthDay.day });
  if (monthDay.kind === 'last-day') return texts.text(repeat.lastDay);
  const weekday = toWeekdayName(monthDay.weekday, formats.locale);
  return texts.text(NTHS[monthDay.nth], { weekday });
}

const NTHS = { 1: repeat.first, 2: repeat.second, 3: repeat.third, 4: repeat.fourth, [-1]: repeat.last } as const;
