/** When a scheduled text goes out, in words. Pure. */
import type { ScheduleView } from '#shared/contract/index.ts';
import { listOccurrences, parseRule } from '#shared/domain/scheduling/recurrence.ts';
import { isTimeZone, toUtcOffset } from '#shared/domain/scheduling/zoned-time.ts';
import type { FormatContext } from '#renderer/lib/format.ts';
import {
  isEveryWorkday,
  toIntervalText,
  toScheduleSentence,
  toWallDateTime,
  toWeekdayName,
  toZonePlace,
} from '#renderer/lib/schedule-text.ts';
import { pane as words } from './messages.ts';

type Timed = Pick<ScheduleView, 'time' | 'summary' | 'nextAt'>;

/** How often, in few words for a row, which has the time already; null: once. */
export function toRuleText({ time, summary }: Timed, { texts, formats }: FormatContext): string | null {
  if (time === null) return summary === '' ? null : summary;
  if (time.rule === null) return null;
  const form = parseRule(time.rule);
  if (form === null) return summary === '' ? texts.text(words.byRule) : summary;
  const rule = toIntervalText(form, texts);
  if (form.unit !== 'week' || form.weekdays.length < 2 || isEveryWorkday(form)) return rule;
  const weekdays = form.weekdays.map((weekday) => toWeekdayName(weekday, formats.locale, 'short'));
  const days = formats.list(weekdays, { isOpen: true });
  return form.every === 1 ? days : texts.text(words.oftenOn, { rule, days });
}

/** When, in full: a date, or how often and until when. '' where nothing is known. */
export function toWhenText(view: Timed, say: FormatContext): string {
  const { time, summary, nextAt } = view;
  if (time === null) {
    if (summary !== '') return summary;
    return nextAt === null ? '' : say.formats.dateTime(nextAt, say.now);
  }
  const sentence = toScheduleSentence(time, say);
  const end = time.rule === null ? null : parseRule(time.rule)?.end.kind;
  const whole = end === 'never' ? say.texts.text(words.noEnd, { rule: sentence }) : sentence;
  return isHere(time.timeZone, view, say)
    ? whole
    : say.texts.text(words.inPlace, { when: whole, place: toZonePlace(time.timeZone) });
}

/** The clocks there show what the clocks here do. */
function isHere(timeZone: string, { nextAt }: Timed, { formats, now }: FormatContext): boolean {
  if (!isTimeZone(timeZone)) return true;
  const at = nextAt ?? now;
  return toUtcOffset(at, timeZone) === toUtcOffset(at, formats.timeZone);
}

export interface ComingTime {
  readonly at: number;
  /** On the clocks here. */
  readonly text: string;
  /** On the clocks of its zone, where these differ. */
  readonly there: string | null;
  /** The clocks jump over the time that is meant. */
  readonly isShifted: boolean;
}

/** The next times, the first one first; none where its rule is not known. */
export function listComingTimes(view: Timed, limit: number, say: FormatContext): readonly ComingTime[] {
  const { time, nextAt } = view;
  if (time === null || !isTimeZone(time.timeZone)) {
    if (nextAt === null || nextAt <= say.now) return [];
    return [{ at: nextAt, text: say.formats.dateTime(nextAt, say.now), there: null, isShifted: false }];
  }
  return listOccurrences(time, { after: say.now, limit }).map(({ at, wall, isShifted }) => ({
    ...{ at, isShifted },
    text: say.formats.dateTime(at, say.now),
    there: isHere(time.timeZone, { ...view, nextAt: at }, say)
      ? null
      : say.texts.text(words.nextThere, {
          time: toWallDateTime(wall, say, time.timeZone),
          place: toZonePlace(time.timeZone),
        }),
  }));
}
