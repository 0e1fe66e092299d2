/** The agenda: scheduled texts under the days on which they go out. Pure. */
import type { ScheduleView } from '#shared/contract/index.ts';
import type { FormatContext } from '#renderer/lib/format.ts';
import { agenda as words } from './messages.ts';
import { toRowAt } from './schedule-words.ts';

export interface DayRow {
  readonly kind: 'day';
  readonly id: string;
  /** `2026-11-30`; null: no time is known. */
  readonly day: string | null;
  /** `Tomorrow`. */
  readonly title: string;
  /** `Saturday 21 November`; '' where the title says it all. */
  readonly note: string;
}

export interface TextRow {
  readonly kind: 'text';
  readonly id: string;
  /** Its place among the texts alone. */
  readonly index: number;
  readonly view: ScheduleView;
}

export type AgendaRow = DayRow | TextRow;

/** The texts in main's order, with a line before each day. */
export function toAgendaRows(views: readonly ScheduleView[], say: FormatContext): readonly AgendaRow[] {
  const rows: AgendaRow[] = [];
  let before: string | null | undefined;
  for (const [index, view] of views.entries()) {
    const at = toRowAt(view);
    const day = at === null ? null : say.formats.day(at);
    if (day !== before) rows.push({ kind: 'day', id: `day ${day ?? ''} ${view.key}`, day, ...toDayWords(at, say) });
    before = day;
    rows.push({ kind: 'text', id: view.key, index, view });
  }
  return rows;
}

/** `Today, Friday 20 November`; `Monday, 23 November`. */
export function toDayWords(at: number | null, { texts, formats, now }: FormatContext): { title: string; note: string } {
  if (at === null) return { title: texts.text(words.noTime), note: '' };
  const { weekday, date } = formats.longDay(at, now);
  const near = new Map([
    [0, words.today],
    [1, words.tomorrow],
    [-1, words.yesterday],
  ]).get(formats.daysAhead(at, now));
  return near === undefined ? { title: weekday, note: date } : { title: texts.text(near), note: `${weekday} ${date}` };
}

interface Day {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** The first text on that day, else the first behind it in the list; -1: all stand before it. */
export function findFrom(views: readonly ScheduleView[], { from, to }: Day, isNewestFirst: boolean): number {
  if (isNewestFirst) return views.findIndex((view) => (toRowAt(view) ?? -Infinity) < to);
  return views.findIndex((view) => (toRowAt(view) ?? -Infinity) >= from);
}
