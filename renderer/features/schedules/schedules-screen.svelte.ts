import { getContext, setContext, tick } from 'svelte';
import type { VirtualizerHandle } from 'virtua/svelte';
import type { Reply, RequestOutput, ScheduleScope, ScheduleView } from '#shared/contract/index.ts';
import type { App } from '#renderer/app/app.svelte.ts';
import type { CommandHandlers } from '#renderer/app/commands.svelte.ts';
import type { Overlay } from '#renderer/app/overlays.svelte.ts';
import { OPEN_LIST, type ScheduledRoute, type ScheduleLayout } from '#renderer/app/routes.ts';
import type { FormatContext } from '#renderer/lib/format.ts';
import { LiveQuery } from '#renderer/lib/live-query.svelte.ts';
import type { Message, Translator } from '#renderer/lib/messages.ts';
import { findFrom, toAgendaRows, type AgendaRow } from './agenda-rows.ts';
import { moveDay, moveWall, toWallDay, type CalendarItem } from './calendar-days.ts';
import { places, told } from './messages.ts';
import { ScheduleActions, toChoices } from './schedule-actions.ts';
import { ScheduleCalendar } from './schedule-calendar.svelte.ts';
import { ScheduleChange } from './schedule-change.svelte.ts';
import { ScheduleConfirm } from './schedule-confirm.svelte.ts';
import { ScheduleList } from './schedule-list.svelte.ts';
import { canCancel, canChange, canMove } from './schedule-words.ts';

export type ScheduleCounts = RequestOutput<'schedules.counts'>;
export type ScheduleDetail = RequestOutput<'schedules.get'>;

const SCREEN = Symbol('schedules');
/** Counts and the pane are asked again at most this often while much changes. */
const REFRESH_MS = 300;
/** Rows that a page of keys goes on, before the height of the list is known. */
const PAGE_ROWS = 8;

/** The screen of scheduled texts: the agenda or a calendar, one text beside it, and what is done to them. */
export class SchedulesScreen {
  readonly list: ScheduleList;
  /** The week or month on screen. */
  readonly calendar: ScheduleCalendar;
  /** The small one beside the agenda. */
  readonly miniCalendar: ScheduleCalendar;
  readonly actions: ScheduleActions;
  /** What is being changed. */
  readonly change: ScheduleChange;
  /** What is asked before it is done. */
  readonly confirm: ScheduleConfirm;
  /** The texts of one day of a calendar. */
  readonly dayOverlay: Overlay;
  dayShown = $state<string | null>(null);
  layout = $state<ScheduleLayout>('list');
  /** The day that is looked at; null: today. */
  day = $state<string | null>(null);
  openKey = $state<string | null>(null);
  /** The field that narrows the agenda. */
  field = $state<HTMLInputElement | null>(null);
  /** The agenda. */
  box = $state<HTMLElement | null>(null);
  virtualizer = $state<VirtualizerHandle>();
  /** The grid of a week or month. */
  calendarBox = $state<HTMLElement | null>(null);
  /** The key that the one beside the agenda had before it got this one. */
  #former: { readonly key: string; readonly before: string } | null = null;
  #isGone = false;
  readonly #app: App;
  readonly #texts: Translator;
  readonly #counts: LiveQuery<ScheduleCounts, 'schedules.changed'>;
  readonly #detail: LiveQuery<ScheduleDetail, 'schedules.changed'>;
  readonly #options: LiveQuery<RequestOutput<'schedules.options'>, 'session.changed'>;

  readonly today: string = $derived.by(() => this.#app.formats.day(this.#app.clock.now));
  /** The day that is looked at. */
  readonly dayOrToday: string = $derived(this.day ?? this.today);
  readonly rows: readonly AgendaRow[] = $derived.by(() => toAgendaRows(this.list.items, this.say));

  constructor(app: App, texts: Translator) {
    this.#app = app;
    this.#texts = texts;
    const { bridge } = app;
    this.list = new ScheduleList(bridge);
    const shown = { formats: () => app.formats, scope: () => this.scope };
    this.calendar = new ScheduleCalendar(bridge, shown);
    this.miniCalendar = new ScheduleCalendar(bridge, shown);
    this.actions = new ScheduleActions(app, texts);
    this.change = new ScheduleChange(app);
    this.confirm = new ScheduleConfirm(app);
    this.dayOverlay = app.overlays.create();
    this.#counts = new LiveQuery(bridge, {
      ask: () => bridge.request('schedules.counts', {}),
      events: ['schedules.changed'],
      pauseMs: REFRESH_MS,
    });
    this.#detail = new LiveQuery(bridge, {
      ask: () => (this.openKey === null ? null : this.#askDetail(this.openKey)),
      events: ['schedules.changed'],
      pauseMs: REFRESH_MS,
    });
    this.#options = new LiveQuery(bridge, {
      ask: () => bridge.request('schedules.options', { phone: null }),
      events: ['session.changed'],
    });
  }

  get say(): FormatContext {
    return { texts: this.#texts, formats: this.#app.formats, now: this.#app.clock.now };
  }
  get scope(): ScheduleScope {
    return this.list.question.scope;
  }
  get title(): string {
    return this.#texts.text(places[this.scope]);
  }
  get counts(): ScheduleCounts | null {
    return this.#counts.value;
  }
  /** Null: it is being read, or gone (`detailProblem`). */
  get detail(): ScheduleDetail | null {
    return this.#detail.value;
  }
  get detailProblem() {
    return this.#detail.problem;
  }
  /** The service keeps none: only this computer does. */
  get isOnlyHere(): boolean {
    return this.#options.value?.hasServiceSchedules === false;
  }

  async start(): Promise<void> {
    await Promise.all([this.list.refresh(), this.#counts.refresh(), this.#options.refresh()]);
  }

  /** The address leads here. */
  follow({ scope, layout, day, scheduleKey }: ScheduledRoute): void {
    // A calendar shows all of its days.
    this.list.ask(layout === 'list' ? { scope } : { scope, query: '' });
    const isOtherDay = day !== this.day;
    this.layout = layout;
    this.day = day;
    this.#setOpen(scheduleKey);
    this.miniCalendar.show('month', this.dayOrToday);
    if (layout === 'list') {
      if (isOtherDay && day !== null) void this.#goToDay(day);
    } else this.calendar.show(layout, this.dayOrToday);
  }

  toRoute(changes: Partial<ScheduledRoute> = {}): ScheduledRoute {
    const { scope, layout, day, openKey: scheduleKey } = this;
    return { kind: 'scheduled', scope, layout, day, scheduleKey, ...changes };
  }

  /** To another scope, layout or day, as a step of its own in the history. */
  goTo(changes: Partial<Pick<ScheduledRoute, 'scope' | 'layout' | 'day'>>): void {
    this.#app.router.go(this.toRoute({ ...changes, ...(changes.scope === undefined ? {} : { scheduleKey: null }) }));
  }

  /** The user moves on among the days of a calendar. */
  lookAt(day: string): void {
    this.day = day;
    if (this.layout !== 'list') this.calendar.show(this.layout, day);
    this.miniCalendar.show('month', day);
    this.#app.router.record(this.toRoute(), 'replace');
  }

  /** All that goes out on a day of the calendar. */
  showDay(day: string): void {
    this.lookAt(day);
    this.dayShown = day;
    this.dayOverlay.open();
  }

  open(key: string): void {
    const before = this.openKey;
    this.#setOpen(key);
    this.list.point(key);
    this.#app.router.record(this.toRoute(), before === null ? 'push' : 'replace');
  }

  /** False: none was open. */
  close(): boolean {
    if (this.openKey === null) return false;
    this.#setOpen(null);
    this.#app.router.record(this.toRoute(), 'replace');
    this.focus();
    return true;
  }

  /** Where the keys of the screen are: the agenda, or the days. */
  focus(): void {
    (this.layout === 'list' ? this.box : this.calendarBox)?.focus({ preventScroll: true });
  }

  /** Leaves the field in which texts are found, also where there is no list to go to. */
  leaveField(): void {
    this.field?.blur();
    this.focus();
  }

  /** A person and a text are chosen first, then the time. `day` null: the picker offers one. */
  startNew(text = '', day: string | null = null): void {
    this.#app.textToWrite = text;
    this.#app.textToSchedule = { day };
    this.#app.router.go({ kind: 'new-message', list: OPEN_LIST });
  }

  /** False: nothing that can be cancelled. */
  cancel(views: readonly ScheduleView[]): boolean {
    if (views.length === 0) return false;
    this.confirm.cancel(views, () => {
      this.focus();
      return this.#cancel(views.map(({ key }) => key));
    });
    return true;
  }

  sendNow(view: ScheduleView): void {
    this.confirm.sendNow(view, () => {
      // The button that was pressed goes.
      this.focus();
      return this.actions.sendNow(view.key);
    });
  }

  openChat(chatId: number): void {
    this.#app.router.openChat(chatId, null);
  }

  /** All of one that a calendar shows; null: main did not give it, and the user was told. */
  async read(key: string, failed: Message<'detail'>): Promise<ScheduleView | null> {
    const reply = await this.#app.bridge.request('schedules.get', { key });
    if (reply.ok) return reply.value.schedule;
    const detail = this.actions.toReason(reply.error);
    this.#app.toasts.show(this.#texts.text(failed, { detail }), { tone: 'fault' });
    return null;
  }

  /** A single one goes out on another day, at the same time of its clock. */
  async moveToDay(item: Pick<CalendarItem, 'key' | 'at'>, day: string): Promise<void> {
    if (this.#app.formats.day(item.at) === day) return;
    const schedule = await this.read(item.key, told.changeFailed);
    const time = schedule?.time ?? null;
    if (schedule === null || time === null || !canMove(schedule)) return;
    const wallDay = toWallDay(day, { wall: time.wall, at: item.at }, this.#app.formats);
    const moved = { ...time, wall: moveWall(time.wall, wallDay) };
    const { title } = this.#toDayText(day);
    await this.actions.changeOrTell(
      item.key,
      toChoices(schedule, moved),
      this.#texts.text(told.moved, { time: `${title}, ${time.wall.slice(11)}` }),
    );
  }

  find(): void {
    this.field?.focus();
    this.field?.select();
  }

  /** Only the agenda shows what was found. */
  narrow(query: string): void {
    if (this.layout !== 'list') this.goTo({ layout: 'list' });
    this.list.ask({ query });
  }

  /** Loads what comes after the rows on screen. */
  readonly readOn = (): void => {
    const { virtualizer: rows } = this;
    if (rows === undefined || !this.list.isMore) return;
    const last = rows.findItemIndex(rows.getScrollOffset() + 2 * rows.getViewportSize());
    if (last >= this.rows.length - 2) void this.list.loadMore();
  };

  /** What the commands mean here. Those of rows are for keys alone: the palette means the chat list. */
  toCommands(): CommandHandlers {
    const { list } = this;
    const can = (): boolean => this.layout === 'list' && list.items.length > 0;
    const onRows = (run: () => unknown) => ({
      can: ({ isFromPalette }: { isFromPalette: boolean }) => !isFromPalette && can(),
      run: () => {
        run();
        void this.#reveal();
        this.focus();
      },
    });
    const step = (by: number) => onRows(() => list.moveTo(list.cursor === -1 ? 0 : list.cursor + by));
    return {
      next: step(1),
      previous: step(-1),
      first: onRows(() => list.moveTo(0)),
      last: onRows(() => this.#goToEnd()),
      'page-down': onRows(() => list.moveTo(list.cursor + this.#pageRows)),
      'page-up': onRows(() => list.moveTo(list.cursor - this.#pageRows)),
      check: onRows(() => list.cursorView !== null && list.toggle(list.cursorView.key)),
      'check-down': onRows(() => list.extend(1)),
      'check-up': onRows(() => list.extend(-1)),
      'check-all': onRows(() => list.checkAll()),
      open: {
        can: ({ target }) => can() && target === this.box && list.cursorView !== null,
        run: () => list.cursorView !== null && this.open(list.cursorView.key),
      },
      'edit-schedule': {
        can: () => this.#meant !== null && canChange(this.#meant),
        run: () => this.#meant !== null && this.change.open(this.#meant),
      },
      'cancel-schedule': {
        can: () => this.#cancellable.length > 0,
        run: () => this.cancel(this.#cancellable),
      },
      'find-schedules': { run: () => this.find() },
      'new-schedule': { run: () => this.startNew() },
      undo: {
        can: ({ place }) => place !== 'field' && place !== 'composer' && this.#app.peopleUndo.lastAt !== null,
        run: () => this.#app.peopleUndo.undoLast(),
      },
      back: { run: () => this.#goBack() },
    };
  }

  dispose(): void {
    this.#isGone = true;
    this.change.dispose();
    this.confirm.dispose();
    this.dayOverlay.close();
    for (const part of [this.list, this.calendar, this.miniCalendar, this.#counts, this.#detail, this.#options])
      part.dispose();
  }

  /** Which the keys mean: the one beside the list in a calendar or while it has the focus, else the row under the keys. */
  get #meant(): ScheduleView | null {
    const shown = this.#detail.value?.schedule ?? null;
    const isInPane = this.box === null || document.activeElement !== this.box;
    if (isInPane && shown !== null) return shown;
    // The agenda keeps its row while a calendar is shown in its place.
    return (this.layout === 'list' ? this.list.cursorView : null) ?? shown;
  }

  get #cancellable(): readonly ScheduleView[] {
    const { checked } = this.list;
    const views =
      checked.size > 0
        ? this.list.items.filter(({ key }) => checked.has(key))
        : [this.#meant].filter((one) => one !== null);
    return views.filter(canCancel);
  }

  get #pageRows(): number {
    const { virtualizer: rows } = this;
    if (rows === undefined) return PAGE_ROWS;
    const first = rows.findItemIndex(rows.getScrollOffset());
    return Math.max(1, rows.findItemIndex(rows.getScrollOffset() + rows.getViewportSize()) - first - 3);
  }

  #setOpen(key: string | null): void {
    if (key === this.openKey) return;
    this.openKey = key;
    this.#detail.reset();
    if (key !== null) void this.#detail.refresh();
  }

  /** One of the service that is changed here becomes one of ours, and the service's again by an undo: the address follows. */
  async #askDetail(key: string): Promise<Reply<ScheduleDetail>> {
    const ask = (asked: string): Promise<Reply<ScheduleDetail>> =>
      this.#app.bridge.request('schedules.get', { key: asked });
    const first = await ask(key);
    const isBack = !first.ok && first.error.code === 'not-found' && this.#former?.key === key;
    const reply = isBack && this.#former !== null ? await ask(this.#former.before) : first;
    if (!reply.ok || this.openKey !== key) return reply;
    const { key: now } = reply.value.schedule;
    if (now !== key) {
      this.#former = { key: now, before: key };
      this.openKey = now;
      this.#app.router.record(this.toRoute(), 'replace');
    }
    return reply;
  }

  async #cancel(keys: readonly string[]): Promise<void> {
    if (await this.actions.cancel(keys)) this.list.uncheckAll();
  }

  async #goToEnd(): Promise<void> {
    await this.list.loadUntil(() => false);
    if (this.#isGone) return;
    this.list.moveTo(this.list.items.length - 1);
    await this.#reveal();
  }

  /** The agenda begins at that day. */
  async #goToDay(day: string): Promise<void> {
    const { formats } = this.#app;
    const period = { from: formats.startOf(day), to: formats.startOf(moveDay(day, { days: 1 })) };
    const find = (): number => findFrom(this.list.items, period, this.scope === 'done');
    if (this.list.total === null) await this.list.refresh();
    await this.list.loadUntil(() => find() !== -1);
    if (this.#isGone || this.day !== day || this.layout !== 'list') return;
    const index = find();
    this.list.moveTo(index === -1 ? this.list.items.length - 1 : index);
    const row = this.rows.findIndex((one) => one.id === this.list.cursorView?.key);
    await tick();
    this.virtualizer?.scrollToIndex(Math.max(0, row - 1), { align: 'start' });
  }

  #toDayText(day: string): { title: string } {
    const { weekday, date } = this.#app.formats.longDay(this.#app.formats.startOf(day), this.#app.clock.now);
    return { title: `${weekday} ${date}` };
  }

  /** The row is there once it is kept mounted. */
  async #reveal(): Promise<void> {
    await tick();
    this.box?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  }

  /** What lies over the screen goes first, then what is checked, then the one that is open, then what was typed. */
  #goBack(): void {
    const { list } = this;
    if (this.#app.overlays.closeTop() || list.uncheckAll() || this.close()) return;
    if (list.question.query !== '') list.ask({ query: '' });
    this.focus();
  }
}

/** The day before or after, a week or a month on. */
export function toNextPage(layout: ScheduleLayout, day: string, direction: 1 | -1): string {
  return moveDay(day, layout === 'week' ? { weeks: direction } : { months: direction });
}

/** Gives everything below this component the screen. */
export function provideSchedules(screen: SchedulesScreen): void {
  setContext(SCREEN, screen);
}

/** The screen. Call while a component is created. */
export function useSchedules(): SchedulesScreen {
  return getContext<SchedulesScreen>(SCREEN);
}
