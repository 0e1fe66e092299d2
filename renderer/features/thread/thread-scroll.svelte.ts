import { tick } from 'svelte';
import { SettlingLayout } from '#renderer/lib/settling-layout.ts';
import type { VirtualizerHandle } from 'virtua/svelte';

interface Ports {
  readonly findBox: () => HTMLElement | undefined;
  /** Where a row begins, as far as rows were measured; CSS pixels from the top of what scrolls. */
  readonly findRowOffset: (row: number) => number;
  readonly findRowSize: (row: number) => number;
  /** The first row that begins in view, or reaches into it, and how far below the top it begins; null where none does. */
  readonly findFirstInView: (top: number) => RowPosition | null;
  /** The row of a message; -1 where it is not there any more. */
  readonly findRow: (key: string) => number;
  /** Whether every row that is on screen or near it was measured. */
  readonly isMeasured: () => boolean;
  /** Whether every row is drawn and measured, so that no place of a row is an estimate. */
  readonly isWhole: () => boolean;
  /** Whether the last row is the newest message there is. */
  readonly hasNewest: () => boolean;
  /** The oldest message is near. */
  readonly onNearTop: () => void;
  /** The last row is near, and it is not the newest message. */
  readonly onNearBottom: () => void;
}

/** What is read, and how far below the top of the box it begins; CSS pixels. */
export interface RowPosition {
  readonly key: string;
  readonly below: number;
}

/** The user reads the newest this close to the bottom, and something else further up. */
const BOTTOM_PX = 80;
/** This close to an end, the page beyond it is asked for. */
const EDGE_PX = 600;
/** The line "New" stands this far below the top when a chat opens at it. */
const NEW_LINE_ROOM = 48;
/** Until a thread stands where it opens: every frame that it takes, the user waits. */
const OPENING = { quietFrames: 1, mostFrames: 30 };
/** After the box changed, rows are measured for some frames. */
const REFLOW = { quietFrames: 4, mostFrames: 240 };

/**
 * Where a thread is scrolled to. It follows its newest message only while that is in view; otherwise what the user
 * reads stays where it is, and what came is counted. It sets positions and never asks the list to keep one: a user who
 * scrolls at that moment is not pulled back.
 */
export class ThreadScroll {
  #isAtEnd = $state(true);
  #isPlaced = $state(false);
  #below = $state(0);
  /** From the bottom, after the last scrolling. */
  #distance = 0;
  /** After the last scrolling. */
  #position: ScrollPosition | null = null;
  #width = 0;
  #anchor: RowPosition | null = null;
  readonly #opening = new SettlingLayout(OPENING);
  readonly #reflow = new SettlingLayout(REFLOW);
  /** What stays where it is during a reflow; null: the newest stays in view. */
  #goal: RowPosition | null = null;
  /** Goes where the thread opens; null once it stands there. */
  #goToOpening: (() => void) | null = null;
  #isGone = false;
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Whether the newest message is in view. */
  get isAtBottom(): boolean {
    return this.#isAtEnd && this.#ports.hasNewest();
  }
  /** Whether it stands where it opens; before, it is not shown. */
  get isPlaced(): boolean {
    return this.#isPlaced;
  }
  /** How many came that the user has not seen. */
  get below(): number {
    return this.#below;
  }

  /**
   * Goes where the user begins to read. Rows are measured on the way, so it is not shown until they are; each time it
   * goes there again in the same frame (`resized`), and a short thread is shown with that frame.
   */
  async place(row: number, jump: { readonly key: string | null } | null): Promise<void> {
    const destination = toDestination(row, jump);
    this.#reflow.stop();
    this.#isPlaced = false;
    let last = Number.NaN;
    const goThere = (): void => {
      this.#goTo(this.#toTop(destination));
      last = toShape(this.#ports.findBox());
    };
    this.#goToOpening = goThere;
    await tick();
    // The chat was left meanwhile: its rows cannot be read any more.
    if (this.#isGone) return;
    await this.#opening.run(() => {
      // By the next frame the list has heard of the scrolling, and measured what came into view.
      const before = last;
      const isStill = before === toShape(this.#ports.findBox()) && this.#ports.isMeasured();
      if (this.#goToOpening === goThere) goThere();
      return !isStill || last !== before;
    });
    // Meanwhile another message may have been asked for, or it is shown.
    if (this.#goToOpening === goThere) this.#show();
  }

  #show(): void {
    this.#goToOpening = null;
    this.noteScroll();
    this.#isPlaced = true;
    this.noteScroll();
  }

  /** Rows were measured on the way: once all of them are, the thread is shown without another frame. */
  #goOn(): void {
    if (this.#goToOpening === null) return;
    this.#goToOpening();
    if (!this.#ports.isWhole()) return;
    this.#opening.stop();
    this.#show();
  }

  /** After any scrolling. */
  noteScroll(): void {
    const box = this.#ports.findBox();
    if (box === undefined || this.#isGone || this.#reflow.isRunning) return;
    const now = toPosition(box);
    const before = this.#isPlaced ? this.#position : null;
    // The layout changed and scrolled it, not the user.
    if (before !== null && (box.clientWidth !== this.#width || now.viewport !== before.viewport)) {
      this.reflowed();
      return;
    }
    this.#note(box, now);
    const follows = this.#isAtEnd && before !== null && isStillFollowing(before, now);
    this.#isAtEnd = isAtBottom(now) || follows;
    if (this.isAtBottom) this.#below = 0;
    if (this.#isPlaced) this.#askForMore(now);
  }

  #askForMore(now: ScrollPosition): void {
    if (isNearTop(now)) this.#ports.onNearTop();
    if (!this.#ports.hasNewest() && isNearBottom(now)) this.#ports.onNearBottom();
  }

  /** After the size of a row changed. What grows at the bottom must not push the newest out of view. */
  resized(): void {
    if (!this.#isPlaced) {
      void tick().then(() => this.#goOn());
      return;
    }
    requestAnimationFrame(() => {
      const box = this.#ports.findBox();
      if (box === undefined || this.#isGone || this.#reflow.isRunning) return;
      if (this.isAtBottom && toDistance(box) > this.#distance + 1) this.#goToEnd();
      this.noteScroll();
    });
  }

  /**
   * The box or the size of the text changed, so that every row may have another height: the newest stays in view, else
   * what is read stays where it is, over the frames in which the rows are measured.
   */
  reflowed(): void {
    if (!this.#isPlaced || this.#ports.findBox() === undefined) return;
    if (this.#reflow.isRunning) this.#reflow.prolong();
    else void this.#layOutAnew(this.isAtBottom ? null : this.#anchor);
  }

  /** The user scrolls: nothing else does at that moment. */
  readonly release = (): void => {
    this.#reflow.stop();
  };

  /** Rows came at the end: `arrived` of them from the other side. */
  async grew(arrived: number, isOurs: boolean): Promise<void> {
    if (!this.#isPlaced) return;
    const follows = this.isAtBottom || (isOurs && this.#ports.hasNewest());
    if (!follows) this.#below += arrived;
    await tick();
    if (follows) this.toLatest();
  }

  /** To the newest message, over the frames in which the rows on the way are measured. */
  toLatest(): void {
    this.#below = 0;
    this.#isAtEnd = true;
    void this.#layOutAnew(null);
  }

  /** The thread is no longer on screen. */
  dispose(): void {
    this.#isGone = true;
    this.#goToOpening = null;
    this.#opening.stop();
    this.#reflow.stop();
  }

  async #layOutAnew(goal: RowPosition | null): Promise<void> {
    if (!this.#isPlaced) return;
    this.#goal = goal;
    if (this.#reflow.isRunning) {
      this.#reflow.prolong();
      return;
    }
    let last: number | null = null;
    const isOver = await this.#reflow.run(() => {
      // What the first adjustment moves is seen in the next frame.
      const now = last === null ? Number.NaN : toShape(this.#ports.findBox());
      const hasMoved = now !== last;
      last = now;
      if (this.#goal === null) this.#goToEnd();
      else this.#goTo(this.#toOffset(this.#goal));
      return hasMoved;
    });
    const box = this.#ports.findBox();
    if (!isOver || box === undefined || this.#isGone) return;
    this.#note(box, toPosition(box));
    this.noteScroll();
  }

  #note(box: HTMLElement, place: ScrollPosition): void {
    this.#position = place;
    this.#width = box.clientWidth;
    this.#distance = toDistance(box);
    // The anchor stays while the thread stands where it puts it, so that a size that comes back brings the place back.
    const anchored = this.#anchor === null ? null : this.#toOffset(this.#anchor);
    const isElsewhere = anchored === null || Math.abs(anchored - place.offset) >= 1;
    if (isElsewhere) this.#anchor = this.#ports.findFirstInView(place.offset);
  }

  /** Where the thread is scrolled to with that anchor in its place; null where its row is gone. */
  #toOffset({ key, below }: RowPosition): number | null {
    const row = this.#ports.findRow(key);
    return row === -1 ? null : this.#ports.findRowOffset(row) - below;
  }

  #goToEnd(): void {
    this.#goTo(this.#ports.findBox()?.scrollHeight ?? 0);
    this.#distance = 0;
  }

  #toTop(destination: Destination): number {
    const box = this.#ports.findBox();
    if (box === undefined || destination.at === 'end') return box?.scrollHeight ?? 0;
    const offset = this.#ports.findRowOffset(destination.row);
    if (destination.at === 'new') return offset - NEW_LINE_ROOM;
    return offset - Math.max(0, box.clientHeight - this.#ports.findRowSize(destination.row)) / 2;
  }

  #goTo(top: number | null): void {
    if (!this.#isGone && top !== null) this.#ports.findBox()?.scrollTo({ top, behavior: 'instant' });
  }
}

/** Where it is scrolled to and how long it is, as one number: another one, and something moved. */
function toShape(box: HTMLElement | undefined): number {
  return (box?.scrollTop ?? 0) + (box?.scrollHeight ?? 0);
}

export interface ScrollPosition {
  /** All in CSS pixels. */
  readonly offset: number;
  readonly viewport: number;
  readonly content: number;
}

function toPosition(box: HTMLElement): ScrollPosition {
  return { offset: box.scrollTop, viewport: box.clientHeight, content: box.scrollHeight };
}

/** From the bottom, CSS pixels. */
function toDistance({ scrollTop, clientHeight, scrollHeight }: HTMLElement): number {
  return scrollHeight - scrollTop - clientHeight;
}

/** Whether the newest message is in view, or nearly. */
export function isAtBottom({ offset, viewport, content }: ScrollPosition): boolean {
  return content - offset - viewport <= BOTTOM_PX;
}

/**
 * Whether the newest is still followed: what is in view grew or moved, and the user did not scroll up meanwhile.
 */
export function isStillFollowing(before: ScrollPosition, now: ScrollPosition): boolean {
  return now.content !== before.content && now.offset >= before.offset - 1;
}

/** Whether it is time to have the page above. */
export function isNearTop({ offset }: ScrollPosition): boolean {
  return offset < EDGE_PX;
}

/** Whether it is time to have the page below. */
export function isNearBottom({ offset, viewport, content }: ScrollPosition): boolean {
  return content - offset - viewport < EDGE_PX;
}

/** Where a thread is placed: at its end, a row with the line "New" near the top, or a row in the middle. */
export type Destination = { readonly at: 'end' } | { readonly at: 'new' | 'middle'; readonly row: number };

/** Where a thread goes: to the line "New" above a row, to a message that was asked for, or to its end. */
export function toDestination(row: number, jump: { readonly key: string | null } | null): Destination {
  if (jump !== null && row !== -1) return { at: 'middle', row };
  return row > 0 ? { at: 'new', row } : { at: 'end' };
}

interface Rows {
  readonly rows: readonly { readonly key: string }[];
  readonly list: VirtualizerHandle | undefined;
  /** Of what stands above the first row, CSS pixels. */
  readonly topHeight: number;
}

/** The first row that begins in view below `top`, as far as rows were measured, else the one that reaches into view. */
export function findFirstInView(top: number, { rows, list, topHeight }: Rows): RowPosition | null {
  if (list === undefined || rows.length === 0) return null;
  const below = (index: number): number => topHeight + list.getItemOffset(index) - top;
  const first = Math.min(rows.length - 1, Math.max(0, list.findItemIndex(top)));
  const isNextInView = below(first) < 0 && first + 1 < rows.length && below(first + 1) < list.getViewportSize();
  const index = isNextInView ? first + 1 : first;
  const row = rows[index];
  return row === undefined ? null : { key: row.key, below: below(index) };
}
