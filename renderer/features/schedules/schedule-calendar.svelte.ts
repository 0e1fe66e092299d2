import type { ContractError, SwitchboardBridge } from '#shared/contract/index.ts';
import type { Formats } from '#renderer/lib/format.ts';
import { LiveQuery } from '#renderer/lib/live-query.svelte.ts';
import {
  groupByDay,
  toRange,
  toWeeks,
  type CalendarDay,
  type CalendarItem,
  type CalendarView,
} from './calendar-days.ts';

/** While much changes, a calendar is read again at most this often. */
const REFRESH_MS = 500;

interface Shown {
  readonly view: CalendarView;
  /** A day of the week or month, `2026-11-30`. */
  readonly around: string;
}

/** What goes out in the days that a calendar shows. */
export class ScheduleCalendar {
  #shown = $state.raw<Shown | null>(null);
  readonly #formats: () => Formats;
  readonly #query: LiveQuery<{ readonly items: readonly CalendarItem[]; readonly isCut: boolean }, 'schedules.changed'>;

  readonly weeks: readonly (readonly CalendarDay[])[] = $derived(
    this.#shown === null ? [] : toWeeks(this.#shown.view, this.#shown.around),
  );
  readonly byDay: ReadonlyMap<string, readonly CalendarItem[]> = $derived.by(() =>
    groupByDay(this.#query.value?.items ?? [], this.#formats()),
  );

  constructor(bridge: SwitchboardBridge, formats: () => Formats) {
    this.#formats = formats;
    this.#query = new LiveQuery(bridge, {
      ask: () =>
        this.#shown === null ? null : bridge.request('schedules.calendar', toRange(this.weeks, this.#formats())),
      events: ['schedules.changed'],
      pauseMs: REFRESH_MS,
    });
  }

  get isLoading(): boolean {
    return this.#query.value === null && this.#query.problem === null;
  }
  get problem(): ContractError | null {
    return this.#query.problem;
  }
  /** There is more than one answer holds. */
  get isCut(): boolean {
    return this.#query.value?.isCut ?? false;
  }

  /** Nothing is asked where the same days are shown already. */
  show(view: CalendarView, around: string): void {
    const first = (weeks: readonly (readonly CalendarDay[])[]): string => weeks[0]?.[0]?.day ?? '';
    const isSame = this.#shown?.view === view && first(toWeeks(view, around)) === first(this.weeks);
    this.#shown = { view, around };
    if (!isSame) void this.#query.refresh();
  }

  retry(): void {
    void this.#query.refresh();
  }

  dispose(): void {
    this.#query.dispose();
  }
}
