import { tick } from 'svelte';
import type { VirtualizerHandle } from 'virtua/svelte';
import { isAtBottom, isNearTop } from '#renderer/lib/inbox/scroll.ts';

interface Ports {
  readonly findList: () => VirtualizerHandle | undefined;
  readonly findBox: () => HTMLElement | undefined;
  readonly countRows: () => number;
  /** Somebody came near the oldest message. */
  readonly onNearTop: () => void;
}

/** Keeps the line "New" this far below the top when a chat opens at it. */
const NEW_LINE_OFFSET = -48;

/**
 * Where a thread is scrolled to. It follows its newest message only while that is in view; otherwise what somebody reads
 * stays where it is, and what came is counted.
 */
export class ThreadScroll {
  #isAtBottom = $state(true);
  #isPlaced = $state(false);
  #below = $state(0);
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

  /** Goes where the chat opens: the line "New", else the newest message. */
  async place(newRow: number): Promise<void> {
    // The list measures its rows after the first frame.
    await tick();
    if (!(await this.#lastsToNextFrame())) return;
    const list = this.#ports.findList();
    if (newRow > 0) list?.scrollToIndex(newRow, { align: 'start', offset: NEW_LINE_OFFSET });
    else this.#goToEnd();
    if (!(await this.#lastsToNextFrame())) return;
    this.look();
    this.#isPlaced = true;
    if (newRow <= 0) this.#goToEnd();
  }

  /** After any scrolling. */
  look(): void {
    const box = this.#ports.findBox();
    if (box === undefined) return;
    const place = { offset: box.scrollTop, viewport: box.clientHeight, content: box.scrollHeight };
    this.#isAtBottom = isAtBottom(place);
    if (this.#isAtBottom) this.#below = 0;
    if (this.#isPlaced && isNearTop(place)) this.#ports.onNearTop();
  }

  /** After the size of the box or of a row changed. */
  resized(): void {
    if (!this.#isPlaced) return;
    if (this.#isAtBottom) this.#goToEnd();
    this.look();
  }

  /** Rows came at the end: `arrived` of them from the other side. */
  async grew(arrived: number, isOurs: boolean): Promise<void> {
    if (!this.#isPlaced) return;
    const follows = isOurs || this.#isAtBottom;
    if (!follows) this.#below += arrived;
    await tick();
    if (follows && !this.#isGone) this.#goToEnd();
  }

  /** To the newest message, because somebody says so. */
  toLatest(): void {
    this.#below = 0;
    this.#isAtBottom = true;
    this.#goToEnd();
  }

  /** The thread is no longer on screen. */
  dispose(): void {
    this.#isGone = true;
  }

  async #lastsToNextFrame(): Promise<boolean> {
    await new Promise(requestAnimationFrame);
    return !this.#isGone;
  }

  #goToEnd(): void {
    const rows = this.#ports.countRows();
    if (rows > 0) this.#ports.findList()?.scrollToIndex(rows - 1, { align: 'end' });
  }
}
