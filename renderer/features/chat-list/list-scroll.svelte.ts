import { tick, untrack } from 'svelte';
import { EMPTY_WINDOW, findRowPlace, toPlace, type ChatWindow } from './chat-window.ts';
import type { ChatList } from './chat-list.svelte.ts';
import type { ListCursor } from './selection.svelte.ts';

interface Options {
  readonly list: ChatList;
  readonly findHost: () => HTMLElement | undefined;
  /** The chat under the keys; null where they are on no row. */
  readonly findKept: () => number | null;
  /** What the keys mean, on a row or not. */
  readonly findCursor: () => ListCursor | null;
  /** That chat is not among those that are loaded any more. `isWatched`: the user has not scrolled away from its row. */
  readonly onMoved: (isWatched: boolean) => void;
  /** Where the row under the keys is going to stand, as far as rows were measured; null where the keys are on none. */
  readonly findKeptSpan: () => RowSpan | null;
  /** How much of the foot of the list something lies over, CSS pixels. */
  readonly findCovered: () => number;
}

/** CSS pixels from the top of all rows. */
export interface RowSpan {
  readonly top: number;
  readonly height: number;
}

const SLIDE_MS = 200;
/** Scrolled less than this, the list is at its top, where the newest chats come in. */
const TOP_PX = 30;
/** The most frames that rows take to be measured, and how many without a move are the end of it. */
const MOST_FRAMES = 30;
const QUIET_FRAMES = 3;

/**
 * How rows of the chat list go to their new places: at its top they slide; further down what is looked at stays where it
 * is on screen, whatever comes or goes above it. Where the row under the keys was in view and would leave it, the list
 * goes with that row. Made while a component begins.
 */
export class ListScroll {
  #window = EMPTY_WINDOW;
  #moves = 0;
  /** Counts holdings: a newer one ends the one before. */
  #holds = 0;
  #isHeld = false;
  /** Where the keys were when the list last went to their row. */
  #shown: ListCursor | null;
  /** The chat under the keys, until the user scrolls away from its row: the list goes with it. */
  #seen: number | null = null;
  /** Whether the user scrolled last. */
  #isByHand = false;
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
    const { list, findHost, findCursor, findKept } = options;
    this.#shown = untrack(findCursor);
    $effect.pre(() => {
      const { window } = list;
      untrack(() => this.#keep(window));
    });
    // The row under the keys is shown when the keys move, once its place is known.
    $effect(() => {
      const cursor = findCursor();
      if (cursor === null || cursor === this.#shown || findKept() === null) return;
      this.#shown = cursor;
      if (cursor.whereabouts !== 'moved' || cursor.chatId === this.#seen) untrack(() => this.#showChosen());
    });
    // What comes over the foot of the list does not hide the row under the keys.
    $effect(() => {
      if (options.findCovered() === 0) return;
      untrack(() => {
        if (this.#seen !== null && this.#seen === findKept()) this.#showChosen();
      });
    });
    // With its list gone there is nothing left to scroll.
    $effect(() => () => {
      this.#start();
    });
    // Rows are still again when they are measured for other reasons.
    $effect(() => {
      if (list.moves === 0 || this.#isHeld) return;
      findHost()?.classList.add('slides');
      const stop = (): void => findHost()?.classList.remove('slides');
      const timer = setTimeout(stop, SLIDE_MS);
      return () => {
        clearTimeout(timer);
        stop();
      };
    });
  }

  /** The user scrolls: the list stops scrolling by itself. */
  readonly release = (): void => {
    this.#start();
    this.#isByHand = true;
    // The list does not go back to a row whose place is found only later.
    this.#shown = this.#options.findCursor();
  };

  /** After any scrolling. */
  afterScroll(): void {
    const [box, kept] = [this.#findBox(), this.#options.findKept()];
    const row = kept === null ? null : findRow(box, kept);
    if (box !== null && row !== null && this.#isInView(row, box)) this.#seen = kept;
    else if (this.#isByHand) this.#seen = null;
  }

  /** Before other rows are on screen. */
  #keep(after: ChatWindow): void {
    const before = this.#window;
    this.#window = after;
    const { moves } = this.#options.list;
    const isMoved = moves !== this.#moves;
    this.#moves = moves;
    const [box, kept] = [this.#findBox(), this.#options.findKept()];
    if (box === null) return;
    const way = toWay(kept, { before, after });
    // Rows that were only loaded stand where their shapes stood; that of the keys may have been far away until now.
    const isFound = kept === this.#seen && way.was === -1 && way.is !== -1;
    const anchor = !isMoved || box.scrollTop < TOP_PX ? null : findScrollAnchor(box, { before, after });
    const shift = anchor === null ? 0 : anchor.shift;
    const mustFollow = isMoved && this.#wouldLose(kept, box, { ...way, shift });
    if (isMoved) {
      // What slides is in view for a while yet, wherever it goes.
      this.#isHeld = anchor !== null || mustFollow;
      this.#notice(before, after);
    }
    if (kept !== null && (isFound || mustFollow)) void this.#follow(box, kept);
    else if (anchor !== null && shift !== 0) void this.#hold(box, anchor);
  }

  /** Where the chat that the keys mean went out of what is loaded. */
  #notice(before: ChatWindow, after: ChatWindow): void {
    const { findCursor, onMoved } = this.#options;
    const id = findCursor()?.chatId;
    if (id === undefined || findRowPlace(after, id) !== -1 || findRowPlace(before, id) === -1) return;
    void tick().then(() => {
      if (findCursor()?.chatId === id) onMoved(id === this.#seen);
    });
  }

  /** Whether a row that was in view would be out of it. `shift`: rows that are scrolled by. */
  #wouldLose(chatId: number | null, box: HTMLElement, { was, is, shift }: Way): boolean {
    const row = chatId === null ? null : findRow(box, chatId);
    if (was === -1 || is === -1 || row === null) return false;
    if (!this.#isInView(row, box)) return this.#seen === chatId;
    const top = toTop(row, box) + (is - was - shift) * row.offsetHeight;
    return top < 0 || top + row.offsetHeight > this.#toSeenHeight(box);
  }

  /** The keys chose a row: the list goes there. */
  #showChosen(): void {
    const [box, kept] = [this.#findBox(), this.#options.findKept()];
    if (box !== null && kept !== null) void this.#follow(box, kept);
  }

  #start(): number {
    this.#holds += 1;
    this.#isByHand = false;
    return this.#holds;
  }

  /** Until the row is in view, or the user scrolls. */
  async #follow(box: HTMLElement, chatId: number): Promise<void> {
    const hold = this.#start();
    this.#seen = chatId;
    await tick();
    for (let frames = 0, quiet = 0; frames < MOST_FRAMES && quiet < QUIET_FRAMES; frames += 1) {
      if (hold !== this.#holds) return;
      const row = findRow(box, chatId);
      quiet = row !== null && this.#isInView(row, box) ? quiet + 1 : 0;
      if (quiet === 0) this.#showKept(box);
      await new Promise(requestAnimationFrame);
    }
  }

  /**
   * Scrolls no further than it takes. The list of rows is not asked to: it would go to that place for a while yet, again
   * and again, whichever row stands there by then.
   */
  #showKept(box: HTMLElement): void {
    const span = this.#options.findKeptSpan();
    if (span === null) return;
    const bottom = span.top + span.height - this.#toSeenHeight(box);
    if (span.top < box.scrollTop) box.scrollTop = span.top;
    else if (bottom > box.scrollTop) box.scrollTop = bottom;
  }

  /** Until rows are measured, or the user scrolls. */
  async #hold(box: HTMLElement, { chatId, top, height, shift }: ScrollAnchor): Promise<void> {
    const hold = this.#start();
    await tick();
    if (hold !== this.#holds) return;
    box.scrollTop += shift * height;
    let at = box.scrollTop;
    for (let frames = 0, quiet = 0; frames < MOST_FRAMES && quiet < QUIET_FRAMES; frames += 1) {
      const row = findRow(box, chatId);
      const moved = row === null ? 0 : toTop(row, box) - top;
      quiet = row !== null && Math.abs(moved) < 1 ? quiet + 1 : 0;
      if (Math.abs(moved) >= 1) box.scrollTop += moved;
      at = box.scrollTop;
      await new Promise(requestAnimationFrame);
      if (hold !== this.#holds || Math.abs(box.scrollTop - at) > 1) return;
    }
  }

  /** Whole, but for a pixel that rounding takes. */
  #isInView(row: Element, box: HTMLElement): boolean {
    const top = toTop(row, box);
    return top > -1 && top + row.getBoundingClientRect().height < this.#toSeenHeight(box) + 1;
  }

  #toSeenHeight(box: HTMLElement): number {
    return box.clientHeight - this.#options.findCovered();
  }

  #findBox(): HTMLElement | null {
    return this.#options.findHost()?.querySelector<HTMLElement>('[role=listbox]') ?? null;
  }
}

/** From which place to which a row goes, and by how many the list is scrolled meanwhile. */
interface Way {
  readonly was: number;
  readonly is: number;
  readonly shift: number;
}

function toWay(chatId: number | null, { before, after }: ListChange): Pick<Way, 'was' | 'is'> {
  if (chatId === null) return { was: -1, is: -1 };
  return { was: findRowPlace(before, chatId), is: findRowPlace(after, chatId) };
}

function findRow(box: HTMLElement | null, chatId: number): HTMLElement | null {
  return box?.querySelector<HTMLElement>(`#${toRowId(chatId)}`) ?? null;
}

/** A row of the chat list that stays where it is on screen when others come, go or move. */
interface ScrollAnchor {
  readonly chatId: number;
  /** Below the top of the box, CSS pixels. */
  readonly top: number;
  readonly height: number;
  /** By how many rows it goes down. */
  readonly shift: number;
}

/** The list as it is on screen, and as it will be. */
interface ListChange {
  readonly before: ChatWindow;
  readonly after: ChatWindow;
}

const ROW_ID = 'chat-';

/** The first row in view that goes where most of those in view go: the others are what moves among them. */
function findScrollAnchor(box: HTMLElement, { before, after }: ListChange): ScrollAnchor | null {
  const shown = [...box.querySelectorAll<HTMLElement>('[role=option]')]
    .map((row) => ({ chatId: toChatId(row), top: toTop(row, box), height: row.offsetHeight }))
    .filter(({ top, height }) => top + height > 0 && top < box.clientHeight)
    .sort((one, other) => one.top - other.top);
  const ids = new Set(shown.map(({ chatId }) => chatId));
  const [from, to] = [findPlaces(before, ids), findPlaces(after, ids)];
  const anchors = shown.flatMap((row) => {
    const [was, is] = [from.get(row.chatId), to.get(row.chatId)];
    return was === undefined || is === undefined ? [] : [{ ...row, shift: is - was }];
  });
  const groups = [...Map.groupBy(anchors, ({ shift }) => shift).values()];
  const [most = []] = groups.sort((one, other) => other.length - one.length);
  return most[0] ?? null;
}

function findPlaces(window: ChatWindow, ids: ReadonlySet<number>): ReadonlyMap<number, number> {
  const shown = window.rows.flatMap((chat, index) => (chat !== null && ids.has(chat.id) ? [{ chat, index }] : []));
  return new Map(shown.map(({ chat, index }) => [chat.id, toPlace(window, index)]));
}

/** Of the row of a chat in the document. */
export function toRowId(chatId: number): string {
  return `${ROW_ID}${String(chatId)}`;
}

function toChatId(row: HTMLElement): number {
  return Number(row.id.slice(ROW_ID.length));
}

/** How far below the top of the box an element begins, CSS pixels. */
function toTop(row: Element, box: HTMLElement): number {
  return row.getBoundingClientRect().top - box.getBoundingClientRect().top;
}
