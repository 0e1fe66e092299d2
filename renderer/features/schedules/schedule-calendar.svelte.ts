import type { ContractError, Reply, ScheduleScope, SwitchboardBridge } from '#shared/contract/index.ts';
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
  readonly scope: ScheduleScope;
}

interface Period {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** What main knows of a period. */
interface Answer extends Period {
  readonly items: readonly CalendarItem[];
  readonly isCut: boolean;
}

interface CalendarParts {
  readonly formats: () => Formats;
  /** Which texts it shows. */
  readonly scope: () => ScheduleScope;
}

/** What goes out, or was over, in the days that a calendar shows. */
export class ScheduleCalendar {
  #shown = $state.raw<Shown | null>(null);
  readonly #parts: CalendarParts;
  readonly #query: LiveQuery<Answer, 'schedules.changed'>;

  readonly weeks: readonly (readonly CalendarDay[])[] = $derived(
    this.#shown === null ? [] : toWeeks(this.#shown.view, this.#shown.around),
  );
  readonly byDay: ReadonlyMap<string, readonly CalendarItem[]> = $derived.by(() =>
    groupByDay(this.#query.value?.items ?? [], this.#parts.formats()),
  );

  constructor(bridge: SwitchboardBridge, parts: CalendarParts) {
    this.#parts = parts;
    this.#query = new LiveQuery(bridge, {
      ask: () => (this.#shown === null ? null : this.#ask(bridge, this.#shown.scope)),
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
  /** Nothing goes out, or was over, on the days that are shown. */
  get isEmpty(): boolean {
    const { value } = this.#query;
    return value !== null && value.items.length === 0 && value.from === this.period.from && value.to === this.period.to;
  }
  /** From when until when the days that are shown last. */
  get period(): Period {
    return toRange(this.weeks, this.#parts.formats());
  }
  /** There is more than one answer holds. */
  get isCut(): boolean {
    return this.#query.value?.isCut ?? false;
  }

  /** Nothing is asked where the same days of the same scope are shown already; those of another one go at once. */
  show(view: CalendarView, around: string): void {
    const first = (weeks: readonly (readonly CalendarDay[])[]): string => weeks[0]?.[0]?.day ?? '';
    const scope = this.#parts.scope();
    const isSameScope = this.#shown?.scope === scope;
    const isSame = isSameScope && this.#shown?.view === view && first(toWeeks(view, around)) === first(this.weeks);
    this.#shown = { view, around, scope };
    if (!isSameScope) this.#query.reset();
    if (!isSame) void this.#query.refresh();
  }

  retry(): void {
    void this.#query.refresh();
  }

  dispose(): void {
    this.#query.dispose();
  }

  async #ask(bridge: SwitchboardBridge, scope: ScheduleScope): Promise<Reply<Answer>> {
    const { period } = this;
    const reply = await bridge.request('schedules.calendar', { scope, ...period });
    return reply.ok ? { ok: true, value: { ...reply.value, ...period } } : reply;
  }
}
