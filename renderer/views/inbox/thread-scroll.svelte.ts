import { tick } from 'svelte';
import { isAtBottom, isNearTop } from '#renderer/lib/inbox/scroll.ts';

interface Ports {
  readonly findBox: () => HTMLElement | undefined;
  /** Where a row begins, as far as rows were measured; CSS pixels from the top of what scrolls. */
  readonly findRowOffset: (row: number) => number;
  /** Somebody came near the oldest message. */
  readonly onNearTop: () => void;
}

/** The line "New" stands this far below the top when a chat opens at it. */
const NEW_LINE_ROOM = 48;
/** Frames without a change after which a thread stands where it opens; and the most to wait for that. */
const QUIET_FRAMES = 2;
const MOST_FRAMES = 30;

/**
 * Where a thread is scrolled to. It follows its newest message only while that is in view; otherwise what somebody reads
 * stays where it is, and what came is counted. It sets positions and never asks the list to keep one: a person who
 * scrolls at that moment is not pulled back.
 */
export class ThreadScroll {
  #isAtBottom = $state(true);
  #isPlaced = $state(false);
  #below = $state(0);
  /** From the bottom, when it was last looked at. */
  #distance = 0;
  #isGone = false;
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Whether the newest message is in view. */
  get isAtBottom(): boolean {
    return this.#isAtBottom;
  }
  /** Whether it stands where it opens; before, it is not shown. */
  get isPlaced(): boolean {
    return this.#isPlaced;
  }
  /** How many came that nobody has seen. */
  get below(): number {
    return this.#below;
  }

  /** Goes where the chat opens: the row with the line "New", or the newest message for -1. Rows are measured on the way. */
  async place(newRow: number): Promise<void> {
    await tick();
    for (let quiet = 0, frames = 0, last = -1; quiet < QUIET_FRAMES && frames < MOST_FRAMES; frames += 1) {
      if (newRow > 0) this.#goTo(this.#ports.findRowOffset(newRow) - NEW_LINE_ROOM);
      else this.#goToEnd();
      await new Promise(requestAnimationFrame);
      const box = this.#ports.findBox();
      const now = (box?.scrollTop ?? 0) + (box?.scrollHeight ?? 0);
      quiet = now === last ? quiet + 1 : 0;
      last = now;
    }
    this.look();
    this.#isPlaced = true;
  }

  /** After any scrolling. */
  look(): void {
    const box = this.#ports.findBox();
    if (box === undefined || this.#isGone) return;
    const place = { offset: box.scrollTop, viewport: box.clientHeight, content: box.scrollHeight };
    this.#distance = toDistance(box);
    this.#isAtBottom = isAtBottom(place);
    if (this.#isAtBottom) this.#below = 0;
    if (this.#isPlaced && isNearTop(place)) this.#ports.onNearTop();
  }

  /** After the size of the box or of a row changed. What grows at the bottom must not push the newest out of view. */
  resized(): void {
    if (!this.#isPlaced) return;
    requestAnimationFrame(() => {
      const box = this.#ports.findBox();
      if (box === undefined || this.#isGone) return;
      if (this.#isAtBottom && toDistance(box) > this.#distance + 1) this.#goToEnd();
      this.look();
    });
  }

  /** Rows came at the end: `arrived` of them from the other side. */
  async grew(arrived: number, isOurs: boolean): Promise<void> {
    if (!this.#isPlaced) return;
    const follows = isOurs || this.#isAtBottom;
    if (!follows) this.#below += arrived;
    await tick();
    if (follows) this.toLatest();
  }

  /** To the newest message. */
  toLatest(): void {
    this.#below = 0;
    this.#isAtBottom = true;
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

  #goTo(top: number): void {
    if (!this.#isGone) this.#ports.findBox()?.scrollTo({ top, behavior: 'instant' });
  }
}

function toDistance({ scrollTop, clientHeight, scrollHeight }: HTMLElement): number {
  return scrollHeight - scrollTop - clientHeight;
}
