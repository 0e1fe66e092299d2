import { tick, untrack } from 'svelte';
import type { VirtualizerHandle } from 'virtua/svelte';
import { coalesced } from '#renderer/lib/async.ts';
import type { MenuAnchor } from './menu-anchor.ts';

/** A row of a table; rows are known by their id. */
export interface TableRow {
  readonly id: number;
}

/** A column; lengths in pixels at the usual text size. */
export interface TableColumn {
  readonly id: string;
  readonly label: string;
  readonly width: number;
  readonly canSort: boolean;
  readonly isAtEnd?: boolean;
  /** Its share of the room that is left, where the first column has 1; absent: it stays as wide as it is. */
  readonly grow?: number;
}

/** Beside which other column a column is put. */
export interface ColumnPlace {
  readonly beside: string;
  readonly isAfter: boolean;
}

/** The menu of a column is wanted. `previous`, `next`: columns that are shown beside it; null where it cannot be moved on. */
export interface HeadMenu {
  readonly column: TableColumn;
  readonly anchor: HTMLElement;
  readonly previous: string | null;
  readonly next: string | null;
}

/** The menu of a row is wanted. */
export interface RowMenu {
  readonly id: number;
  readonly anchor: MenuAnchor;
}

export interface TableSort {
  readonly column: string;
  readonly isDescending: boolean;
}

export interface TableOptions<Row> {
  /** Rows by id, in the order of the ids: null for one that is gone. Null: they could not be read. */
  readonly load: (ids: readonly number[]) => Promise<readonly (Row | null)[] | null>;
}

interface Loaded<Row> {
  /** Null: it is gone. */
  readonly row: Row | null;
  /** Which round of changes it was read after. */
  readonly round: number;
}

interface Cursor {
  readonly id: number;
  /** Where it was, for when its row is gone. */
  readonly index: number;
}

/** At most so many rows are asked for at a time. */
const MOST_ASKED = 200;
/** Rows outside of what is visible that are loaded as well. */
const AHEAD = 30;
/** Rows outside of what is visible that are kept. */
const KEPT = 600;
const NOTHING_CHECKED: ReadonlySet<number> = new Set();

/**
 * The rows of a `DataTable`: the ids of all of them, those that were loaded, which one the keys are on, and which are checked.
 * Rows are loaded as they come into view; after `refresh` what is shown is read again and stays until it is.
 */
export class TableState<Row extends TableRow> {
  box = $state<HTMLElement | null>(null);
  virtualizer = $state<VirtualizerHandle>();
  headHeight = $state(0);
  /** Pixels. */
  width = $state(0);
  /** How much larger text is than usual. */
  readonly scale: number = $derived(
    this.width === 0 ? 1 : Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16,
  );
  /** The width in pixels at the usual text size; 0 before the table is on screen. */
  readonly room: number = $derived(this.width / this.scale);
  #ids = $state.raw<readonly number[]>([]);
  #rows = $state.raw<Rows<Row>>(noRows());
  #cursor = $state.raw<Cursor | null>(null);
  #checked = $state.raw<ReadonlySet<number>>(NOTHING_CHECKED);
  #visibleCount = $state(12);
  /** The row that the keys go to once it is here. */
  #awaited: number | null = null;
  /** Where Shift extends from, and what was checked before. */
  #anchor: { readonly id: number; readonly before: ReadonlySet<number> } | null = null;
  #seen = { first: 0, last: AHEAD };
  #round = 0;
  readonly #options: TableOptions<Row>;
  readonly #loadSeen: () => Promise<void>;
  /** Where the row under the keys is; -1 where there is none. */
  readonly cursorIndex: number = $derived.by(() => {
    const cursor = this.#cursor;
    if (cursor === null || this.#ids.length === 0) return -1;
    const index = this.#ids[cursor.index] === cursor.id ? cursor.index : this.#ids.indexOf(cursor.id);
    return index === -1 ? Math.min(cursor.index, this.#ids.length - 1) : index;
  });

  constructor(options: TableOptions<Row>) {
    this.#options = options;
    this.#loadSeen = coalesced(() => this.#load());
  }

  get ids(): readonly number[] {
    return this.#ids;
  }
  get checked(): ReadonlySet<number> {
    return this.#checked;
  }
  /** The row under the keys; null where there is none. */
  get cursorId(): number | null {
    return this.#ids[this.cursorIndex] ?? null;
  }
  /** Rows that are on screen, those at its edges counted. */
  get visibleCount(): number {
    return this.#visibleCount;
  }
  /** Rows that a page of keys goes on: those at the edges stay in view. */
  get pageRows(): number {
    return Math.max(1, this.#visibleCount - 3);
  }
  get isEverythingChecked(): boolean {
    return this.#ids.length > 0 && this.#checked.size === this.#ids.length;
  }

  /** Null where it is not loaded. */
  find(id: number): Row | null {
    return this.#rows.get(id)?.row ?? null;
  }

  /** A new answer: all ids in their order, and the rows that came along. Checks stay on rows that are still there. */
  show(ids: readonly number[], rows: readonly Row[]): void {
    const round = this.#round;
    const cursor = this.cursorIndex;
    if (cursor !== -1) this.#cursor = { id: this.#ids[cursor] ?? 0, index: cursor };
    const isFollowed = this.#isCursorSeen;
    this.#ids = ids;
    this.#rows = withRows(
      this.#rows,
      rows.map((row) => [row.id, { row, round }] as const),
    );
    if (this.#checked.size > 0) this.#checked = keepIn(this.#checked, ids);
    void this.#loadSeen();
    // A refresh does not scroll back to the row under the keys where the user scrolled away from it.
    if (isFollowed && this.cursorIndex !== cursor) void this.reveal();
    if (this.#awaited !== null) this.pointOnceHere(this.#awaited);
  }

  /** The answer to another question is seen from its top on, unless the user is in the table: then from the row under the keys. */
  showOther(ids: readonly number[], rows: readonly Row[]): void {
    this.scrollToTop();
    this.show(ids, rows);
    if (this.#hasFocus) void this.reveal();
  }

  /** Another table: nothing of this one stays. */
  clear(): void {
    this.#ids = [];
    this.#rows = noRows();
    this.#cursor = null;
    this.#awaited = null;
    this.#anchor = null;
    this.#checked = NOTHING_CHECKED;
    this.#seen = { first: 0, last: AHEAD };
    this.scrollToTop();
  }

  scrollToTop(): void {
    untrack(() => {
      if (this.box !== null) this.box.scrollTop = 0;
    });
  }

  /** What was loaded may be old: what is visible is read again now, and the rest once it is. */
  refresh(): void {
    this.#round += 1;
    void this.#loadSeen();
  }

  /** Which rows are on screen. */
  setVisibleRange(first: number, last: number): void {
    this.#seen = { first, last };
    void this.#loadSeen();
  }

  readonly readVisibleRange = (): void => {
    const rows = this.virtualizer;
    if (rows === undefined) return;
    const first = rows.findItemIndex(rows.getScrollOffset());
    const last = rows.findItemIndex(rows.getScrollOffset() + rows.getViewportSize());
    this.#visibleCount = last - first + 1;
    this.setVisibleRange(first, last);
  };

  /** The keys begin on that row if it comes, else on the first one. */
  beginAt(id: number): void {
    this.#cursor = { id, index: 0 };
  }

  /** The keys begin at the first row in view. */
  readonly enter = (): void => {
    if (this.cursorIndex !== -1 || this.#ids.length === 0) return;
    const rows = this.virtualizer;
    this.#point(rows === undefined ? 0 : rows.findItemIndex(rows.getScrollOffset()));
  };

  /** Puts the keys on a row that is there; where it is in the table stays as it is. */
  point(id: number): void {
    const index = this.#ids.indexOf(id);
    if (index !== -1) this.#point(index);
  }

  /** Puts the keys on a row as soon as it is there, unless they are moved before, and shows it. */
  pointOnceHere(id: number): void {
    const index = this.#ids.indexOf(id);
    if (index === -1) this.#awaited = id;
    else this.moveTo(index);
  }

  /** Moves the keys to a row, as far as there are rows, and shows it. */
  moveTo(index: number): void {
    if (this.#ids.length === 0) return;
    this.#point(Math.max(0, Math.min(index, this.#ids.length - 1)));
    void this.reveal();
  }

  move(step: number): void {
    this.moveTo(this.cursorIndex === -1 ? 0 : this.cursorIndex + step);
  }

  /** Checks a row or takes its check away; Shift extends from here. */
  toggle(id: number): void {
    this.#checked = toggleId(this.#checked, id);
    this.#anchor = { id, before: this.#checked };
    this.point(id);
  }

  /** Checks all from the row that was toggled last to this one, in place of what the last extension checked. */
  extendTo(id: number): void {
    const from = this.#anchor ?? { id: this.cursorId ?? id, before: this.#checked };
    const ends = [this.#ids.indexOf(from.id), this.#ids.indexOf(id)];
    const [start, end] = [Math.min(...ends), Math.max(...ends)];
    if (start === -1) {
      this.toggle(id);
      return;
    }
    this.#anchor = from;
    this.#checked = withIds(from.before, this.#ids.slice(start, end + 1));
    this.point(id);
  }

  /** Moves the keys and checks on the way. */
  extend(step: number): void {
    const from = this.cursorId;
    if (from === null) {
      this.move(0);
      return;
    }
    if (!this.#checked.has(from) || this.#anchor === null) this.#startFrom(from);
    this.moveTo(this.cursorIndex + step);
    if (this.cursorId !== null) this.extendTo(this.cursorId);
  }

  checkAll(): void {
    this.#checked = withIds(NOTHING_CHECKED, this.#ids);
    this.#anchor = null;
  }

  uncheck(ids: readonly number[]): void {
    this.#checked = withoutIds(this.#checked, ids);
    this.#anchor = null;
  }

  /** False: nothing was checked. */
  uncheckAll(): boolean {
    const wasAny = this.#checked.size > 0;
    this.#checked = NOTHING_CHECKED;
    this.#anchor = null;
    return wasAny;
  }

  focus(): void {
    this.box?.focus({ preventScroll: true });
  }

  /** Shows the row under the keys. It is there once it is kept mounted; the head does not cover it (`scroll-margin`). */
  async reveal(): Promise<void> {
    await tick();
    this.#findActive()?.scrollIntoView({ block: 'nearest' });
  }

  /** Something comes over the foot of the table: the row under the keys stays in view where it was. */
  keepInView(): void {
    const [box, row] = [this.box?.getBoundingClientRect(), this.#findActive()?.getBoundingClientRect()];
    if (box !== undefined && row !== undefined && row.bottom > box.top && row.top < box.bottom) void this.reveal();
  }

  /** The same in a table that was just made: how high its rows are is not known before some are there. */
  async revealAnew(): Promise<void> {
    await tick();
    if (this.cursorIndex > 0) this.virtualizer?.scrollToIndex(this.cursorIndex, { align: 'center' });
  }

  get #hasFocus(): boolean {
    return this.box?.matches(':focus') === true;
  }
  /** Whether the user looks at the row under the keys, with the focus in the table. */
  get #isCursorSeen(): boolean {
    const { first, last } = this.#seen;
    return this.#hasFocus && this.cursorIndex >= first && this.cursorIndex <= last;
  }

  #findActive(): Element | null {
    return this.box?.querySelector('[data-active]') ?? null;
  }

  #startFrom(id: number): void {
    this.#checked = withIds(this.#checked, [id]);
    this.#anchor = { id, before: this.#checked };
  }

  #point(index: number): void {
    this.#awaited = null;
    const id = this.#ids[index];
    if (id !== undefined) this.#cursor = { id, index };
  }

  /** Until everything around what is visible is here, or main does not answer. */
  async #load(): Promise<void> {
    for (let missing = this.#listMissing(); missing.length > 0; missing = this.#listMissing()) {
      const round = this.#round;
      const ids = this.#ids;
      const rows = await this.#options.load(missing);
      if (rows === null) return;
      // Another table is shown by now: its ids may mean other rows.
      if (ids === this.#ids || isAllIn(missing, this.#ids)) this.#keep(missing, rows, round);
    }
  }

  #listMissing(): readonly number[] {
    const { first, last } = this.#seen;
    const ids = this.#ids.slice(Math.max(0, first - AHEAD), last + AHEAD + 1);
    return ids.filter((id) => (this.#rows.get(id)?.round ?? -1) < this.#round).slice(0, MOST_ASKED);
  }

  #keep(ids: readonly number[], rows: readonly (Row | null)[], round: number): void {
    const loaded = ids.map((id, index) => [id, { row: rows[index] ?? null, round }] as const);
    const all = withRows(this.#rows, loaded);
    const { first, last } = this.#seen;
    const isMuch = all.size > 4 * KEPT;
    this.#rows = isMuch ? keepNear(all, this.#ids.slice(Math.max(0, first - KEPT), last + KEPT + 1)) : all;
  }
}

function withIds(ids: ReadonlySet<number>, others: readonly number[]): ReadonlySet<number> {
  return new Set([...ids, ...others]);
}

function withoutIds(ids: ReadonlySet<number>, others: readonly number[]): ReadonlySet<number> {
  const gone = new Set(others);
  return new Set([...ids].filter((id) => !gone.has(id)));
}

function toggleId(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  return ids.has(id) ? withoutIds(ids, [id]) : withIds(ids, [id]);
}

function keepIn(ids: ReadonlySet<number>, here: readonly number[]): ReadonlySet<number> {
  return new Set(here.filter((id) => ids.has(id)));
}

function isAllIn(ids: readonly number[], here: readonly number[]): boolean {
  const known = new Set(here);
  return ids.every((id) => known.has(id));
}

type Rows<Row> = ReadonlyMap<number, Loaded<Row>>;

function noRows<Row>(): Rows<Row> {
  return new Map();
}

function withRows<Row>(rows: Rows<Row>, others: readonly (readonly [number, Loaded<Row>])[]): Rows<Row> {
  return new Map([...rows, ...others]);
}

function keepNear<Row>(rows: Rows<Row>, near: readonly number[]): Rows<Row> {
  const ids = new Set(near);
  return new Map([...rows].filter(([id]) => ids.has(id)));
}

/** Room for the checkboxes, what a name needs, and what it has before other columns grow. */
const CHECK_WIDTH = 52;
const NAME_MIN = 208;
const NAME_USUAL = 360;

/**
 * The columns for which there is room, in their order: the first one is always there and takes what is left, and the last ones
 * give way first. `room`: pixels at the usual text size.
 */
export function fitColumns(columns: readonly TableColumn[], room: number): readonly TableColumn[] {
  let left = room - CHECK_WIDTH - NAME_MIN;
  const fitting = columns.slice(1).findIndex(({ width }) => {
    left -= width;
    return left < 0;
  });
  return fitting === -1 ? columns : columns.slice(0, fitting + 1);
}

/**
 * Tracks of the columns that `fitColumns` left, and of the checkboxes before them, for `grid-template-columns`: the first
 * column has the room it needs for most names before others grow.
 */
export function toTracks(columns: readonly TableColumn[], room: number): string {
  const others = columns.slice(1);
  const left = others.reduce((rest, { width }) => rest - width, Math.floor(room) - CHECK_WIDTH);
  const name = Math.max(0, Math.min(NAME_USUAL, left));
  const tracks = others.map(({ width, grow = 0 }) => (grow === 0 ? toRem(width) : toTrack(width, grow)));
  return [toRem(CHECK_WIDTH), toTrack(name, 1), ...tracks].join(' ');
}

/** Shares below one in all would leave a gap. */
function toTrack(width: number, grow: number): string {
  return `minmax(${toRem(width)}, ${String(grow * 100)}fr)`;
}

function toRem(width: number): string {
  return `${String(width / 16)}rem`;
}
