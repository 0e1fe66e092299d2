import { tick } from 'svelte';
import type { VirtualizerHandle } from 'virtua/svelte';

interface Ports {
  readonly findBox: () => HTMLElement | undefined;
  /** Where a row begins, as far as rows were measured; CSS pixels from the top of what scrolls. */
  readonly findRowOffset: (row: number) => number;
  readonly findRowSize: (row: number) => number;
  /** The first row that begins in view, or reaches into it, and how far below the top it begins; null where none does. */
  readonly findAnchor: (top: number) => Anchor | null;
  /** The row of a message; -1 where it is not there any more. */
  readonly findRow: (key: string) => number;
  /** Whether every row that is on screen or near it was measured. */
  readonly isMeasured: () => boolean;
  /** Whether the last row is the newest message there is. */
  readonly hasNewest: () => boolean;
  /** Somebody came near the oldest message. */
  readonly onNearTop: () => void;
  /** Somebody came near the last row, and it is not the newest message. */
  readonly onNearBottom: () => void;
}

/** The line "New" stands this far below the top when a chat opens at it. */
const NEW_LINE_ROOM = 48;
/** The most frames until a thread stands where it opens. */
const MOST_FRAMES = 30;
/** After the box changed, rows are measured until nothing moved for so many frames. */
const QUIET_FRAMES = 4;
/** The most frames of that, where something never comes to rest. */
const MOST_REFLOW_FRAMES = 240;

/**
 * Where a thread is scrolled to. It follows its newest message only while that is in view; otherwise what somebody reads
 * stays where it is, and what came is counted. It sets positions and never asks the list to keep one: a person who
 * scrolls at that moment is not pulled back.
 */
export class ThreadScroll {
  #isAtEnd = $state(true);
  #isPlaced = $state(false);
  #below = $state(0);
  /** From the bottom, when it was last looked at. */
  #distance = 0;
  /** As it was last looked at. */
  #place: ScrollPlace | null = null;
  #width = 0;
  #anchor: Anchor | null = null;
  /** Frames that were quiet since the box last changed; null: it is not being laid out anew. */
  #quiet: number | null = null;
  /** What stays where it is until then; null: the newest stays in view. */
  #goal: Anchor | null = null;
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
  /** How many came that nobody has seen. */
  get below(): number {
    return this.#below;
  }

  /**
   * Goes where somebody shall read. Rows are measured on the way, so it is not shown until they are; each time it goes
   * there again in the same frame (`resized`): every frame that it takes, a person waits.
   */
  async place(row: number, jump: { readonly key: string | null } | null): Promise<void> {
    const placing = toPlacing(row, jump);
    this.#isPlaced = false;
    let last = Number.NaN;
    const goThere = (): void => {
      this.#goTo(this.#toTop(placing));
      last = toShape(this.#ports.findBox());
    };
    this.#goToOpening = goThere;
    await tick();
    goThere();
    for (let frames = 0, isAtRest = false; !isAtRest && frames < MOST_FRAMES; frames += 1) {
      // By then the list has heard of the scrolling, and measured what came into view.
      await new Promise(requestAnimationFrame);
      const before = last;
      const isStill = before === toShape(this.#ports.findBox()) && this.#ports.isMeasured();
      if (this.#goToOpening === goThere) goThere();
      isAtRest = isStill && last === before;
    }
    // Meanwhile somebody may have been led elsewhere.
    if (this.#goToOpening !== goThere) return;
    this.#goToOpening = null;
    this.look();
    this.#isPlaced = true;
    this.look();
  }

  /** After any scrolling. */
  look(): void {
    const box = this.#ports.findBox();
    if (box === undefined || this.#isGone || this.#quiet !== null) return;
    const place = { offset: box.scrollTop, viewport: box.clientHeight, content: box.scrollHeight };
    const before = this.#place;
    // Then it was the layout that scrolled, not a person.
    if (this.#isPlaced && this.#hasOtherSize(box)) {
      this.reflowed();
      return;
    }
    this.#note(box, place);
    const follows = this.#isPlaced && this.#isAtEnd && before !== null && isStillFollowing(before, place);
    this.#isAtEnd = isAtBottom(place) || follows;
    if (this.isAtBottom) this.#below = 0;
    if (!this.#isPlaced) return;
    if (isNearTop(place)) this.#ports.onNearTop();
    if (!this.#ports.hasNewest() && isNearBottom(place)) this.#ports.onNearBottom();
  }

  /** After the size of a row changed. What grows at the bottom must not push the newest out of view. */
  resized(): void {
    if (!this.#isPlaced) {
      void tick().then(() => this.#goToOpening?.());
      return;
    }
    requestAnimationFrame(() => {
      const box = this.#ports.findBox();
      if (box === undefined || this.#isGone || this.#quiet !== null) return;
      if (this.isAtBottom && toDistance(box) > this.#distance + 1) this.#goToEnd();
      this.look();
    });
  }

  /**
   * The box or the size of the text changed, so that every row may have another height: the newest stays in view, else
   * what is read stays where it is, over the frames in which the rows are measured.
   */
  reflowed(): void {
    if (!this.#isPlaced || this.#ports.findBox() === undefined) return;
    if (this.#quiet !== null) this.#quiet = 0;
    else this.#layOutAnew(this.isAtBottom ? null : this.#anchor);
  }

  /** A person scrolls: nobody else does at that moment. */
  readonly release = (): void => {
    this.#quiet = null;
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
    this.#layOutAnew(null);
  }

  /** The thread is no longer on screen. */
  dispose(): void {
    this.#isGone = true;
  }

  #layOutAnew(anchor: Anchor | null): void {
    const isRunning = this.#quiet !== null;
    this.#quiet = 0;
    this.#goal = anchor;
    if (!isRunning) void this.#layOut();
  }

  async #layOut(): Promise<void> {
    const isOver = (): boolean =>
      this.#quiet === null || this.#quiet >= QUIET_FRAMES || !this.#isPlaced || this.#isGone;
    for (let frames = 0, last = -1; frames < MOST_REFLOW_FRAMES && !isOver(); frames += 1) {
      if (this.#goal === null) this.#goToEnd();
      else this.#goTo(this.#toOffset(this.#goal));
      await new Promise(requestAnimationFrame);
      const box = this.#ports.findBox();
      const now = (box?.scrollTop ?? 0) + (box?.scrollHeight ?? 0);
      if (this.#quiet !== null) this.#quiet = now === last ? this.#quiet + 1 : 0;
      last = now;
    }
    this.#quiet = null;
    const box = this.#ports.findBox();
    if (box === undefined || this.#isGone) return;
    this.#note(box, { offset: box.scrollTop, viewport: box.clientHeight, content: box.scrollHeight });
    this.look();
  }

  /** Whether the box has another size than when it was last looked at. */
  #hasOtherSize(box: HTMLElement): boolean {
    if (this.#place === null) return false;
    return box.clientWidth !== this.#width || box.clientHeight !== this.#place.viewport;
  }

  #note(box: HTMLElement, place: ScrollPlace): void {
    this.#place = place;
    this.#width = box.clientWidth;
    this.#distance = toDistance(box);
    // The anchor stays while the thread stands where it puts it, so that a size that comes back brings the place back.
    const anchored = this.#anchor === null ? null : this.#toOffset(this.#anchor);
    const isElsewhere = anchored === null || Math.abs(anchored - place.offset) >= 1;
    if (isElsewhere) this.#anchor = this.#ports.findAnchor(place.offset);
  }

  /** Where the thread is scrolled to with that anchor in its place; null where its row is gone. */
  #toOffset({ key, below }: Anchor): number | null {
    const row = this.#ports.findRow(key);
    return row === -1 ? null : this.#ports.findRowOffset(row) - below;
  }

  #goToEnd(): void {
    this.#goTo(this.#ports.findBox()?.scrollHeight ?? 0);
    this.#distance = 0;
  }

  #toTop(placing: Placing): number {
    const box = this.#ports.findBox();
    if (box === undefined || placing.at === 'end') return box?.scrollHeight ?? 0;
    const offset = this.#ports.findRowOffset(placing.row);
    if (placing.at === 'new') return offset - NEW_LINE_ROOM;
    return offset - Math.max(0, box.clientHeight - this.#ports.findRowSize(placing.row)) / 2;
  }

  #goTo(top: number | null): void {
    if (!this.#isGone && top !== null) this.#ports.findBox()?.scrollTo({ top, behavior: 'instant' });
  }
}

/** Where it is scrolled to and how long it is, as one number: another one, and something moved. */
function toShape(box: HTMLElement | undefined): number {
  return (box?.scrollTop ?? 0) + (box?.scrollHeight ?? 0);
}

/** Where a thread goes, and when it follows its newest message. */

/** Somebody this close to the bottom reads the newest; further up they read something else. */
const BOTTOM_PX = 80;
/** This close to an end, the page beyond it is asked for. */
const EDGE_PX = 600;

export interface ScrollPlace {
  /** All in CSS pixels. */
  readonly offset: number;
  readonly viewport: number;
  readonly content: number;
}

/** From the bottom, CSS pixels. */
export function toDistance({ scrollTop, clientHeight, scrollHeight }: HTMLElement): number {
  return scrollHeight - scrollTop - clientHeight;
}

/** Whether the newest message is in view, or nearly. */
export function isAtBottom({ offset, viewport, content }: ScrollPlace): boolean {
  return content - offset - viewport <= BOTTOM_PX;
}

/**
 * Whether somebody who followed the newest still does: what is in view grew or moved, and nobody scrolled up meanwhile.
 */
export function isStillFollowing(before: ScrollPlace, now: ScrollPlace): boolean {
  return now.content !== before.content && now.offset >= before.offset - 1;
}

/** Whether it is time to have the page above. */
export function isNearTop({ offset }: ScrollPlace): boolean {
  return offset < EDGE_PX;
}

/** Whether it is time to have the page below. */
export function isNearBottom({ offset, viewport, content }: ScrollPlace): boolean {
  return content - offset - viewport < EDGE_PX;
}

/** Where a thread is placed: at its end, a row with the line "New" near the top, or a row in the middle. */
export type Placing = { readonly at: 'end' } | { readonly at: 'new' | 'middle'; readonly row: number };

/** Where a thread goes: to the line "New" above a row, to a message that somebody is led to, or to its end. */
export function toPlacing(row: number, jump: { readonly key: string | null } | null): Placing {
  if (jump !== null && row !== -1) return { at: 'middle', row };
  return row > 0 ? { at: 'new', row } : { at: 'end' };
}

/** What is read, and how far below the top of the box it begins; CSS pixels. */
export interface Anchor {
  readonly key: string;
  readonly below: number;
}

interface Rows {
  readonly rows: readonly { readonly key: string }[];
  readonly list: VirtualizerHandle | undefined;
  /** Of what stands above the first row, CSS pixels. */
  readonly topHeight: number;
}

/** The first row that begins in view below `top`, as far as rows were measured, else the one that reaches into view. */
export function findAnchor(top: number, { rows, list, topHeight }: Rows): Anchor | null {
  if (list === undefined || rows.length === 0) return null;
  const below = (index: number): number => topHeight + list.getItemOffset(index) - top;
  const first = Math.min(rows.length - 1, Math.max(0, list.findItemIndex(top)));
  const isNextInView = below(first) < 0 && first + 1 < rows.length && below(first + 1) < list.getViewportSize();
  const index = isNextInView ? first + 1 : first;
  const row = rows[index];
  return row === undefined ? null : { key: row.key, below: below(index) };
}
