import { tick } from 'svelte';
import { isAtBottom, isNearBottom, isNearTop } from '#renderer/lib/inbox/scroll.ts';

interface Ports {
  readonly findBox: () => HTMLElement | undefined;
  /** Where a row begins, as far as rows were measured; CSS pixels from the top of what scrolls. */
  readonly findRowOffset: (row: number) => number;
  readonly findRowSize: (row: number) => number;
  /** Whether the last row is the newest message there is. */
  readonly hasNewest: () => boolean;
  /** Somebody came near the oldest message. */
  readonly onNearTop: () => void;
  /** Somebody came near the last row, and it is not the newest message. */
  readonly onNearBottom: () => void;
}

/** Where a thread is placed: at its end, a row with the line "New" near the top, or a row in the middle. */
export type Placing = { readonly at: 'end' } | { readonly at: 'new' | 'middle'; readonly row: number };

/** The line "New" stands this far below the top when a chat opens at it. */
const NEW_LINE_ROOM = 48;
/** A thread stands where it opens after one frame without a change; and the most frames to wait for that. */
const MOST_FRAMES = 30;

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
  async place(placing: Placing): Promise<void> {
    this.#isPlaced = false;
    const goThere = (): void => this.#goTo(this.#toTop(placing));
    this.#goToOpening = goThere;
    await tick();
    for (let isQuiet = false, frames = 0, last = -1; !isQuiet && frames < MOST_FRAMES; frames += 1) {
      goThere();
      await new Promise(requestAnimationFrame);
      const box = this.#ports.findBox();
      const now = (box?.scrollTop ?? 0) + (box?.scrollHeight ?? 0);
      isQuiet = now === last;
      last = now;
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
    if (box === undefined || this.#isGone) return;
    const place = { offset: box.scrollTop, viewport: box.clientHeight, content: box.scrollHeight };
    this.#distance = toDistance(box);
    this.#isAtEnd = isAtBottom(place);
    if (this.isAtBottom) this.#below = 0;
    if (!this.#isPlaced) return;
    if (isNearTop(place)) this.#ports.onNearTop();
    if (!this.#ports.hasNewest() && isNearBottom(place)) this.#ports.onNearBottom();
  }

  /** After the size of the box or of a row changed. What grows at the bottom must not push the newest out of view. */
  resized(): void {
    if (!this.#isPlaced) {
      void tick().then(() => this.#goToOpening?.());
      return;
    }
    requestAnimationFrame(() => {
      const box = this.#ports.findBox();
      if (box === undefined || this.#isGone) return;
      if (this.isAtBottom && toDistance(box) > this.#distance + 1) this.#goToEnd();
      this.look();
    });
  }

  /** Rows came at the end: `arrived` of them from the other side. */
  async grew(arrived: number, isOurs: boolean): Promise<void> {
    if (!this.#isPlaced) return;
    const follows = this.isAtBottom || (isOurs && this.#ports.hasNewest());
    if (!follows) this.#below += arrived;
    await tick();
    if (follows) this.toLatest();
  }

  /** To the newest message. */
  toLatest(): void {
    this.#below = 0;
    this.#isAtEnd = true;
    this.#goToEnd();
  }

  /** The thread is no longer on screen. */
  dispose(): void {
    this.#isGone = true;
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

  #goTo(top: number): void {
    if (!this.#isGone) this.#ports.findBox()?.scrollTo({ top, behavior: 'instant' });
  }
}

function toDistance({ scrollTop, clientHeight, scrollHeight }: HTMLElement): number {
  return scrollHeight - scrollTop - clientHeight;
}
