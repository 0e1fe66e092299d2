/** Without a key or a movement for this long, nobody sits there. */
const IDLE_MS = 3 * 60_000;
/** Movements closer together than this are one. */
const STEP_MS = 5_000;

/** Whether somebody looks at this window: it has the focus, it can be seen, and somebody moved lately. */
export class Attention {
  #hasFocus = $state(document.hasFocus());
  #isVisible = $state(document.visibilityState === 'visible');
  #movedAt = $state(Date.now());

  /** After the focus or the visibility changed. */
  readonly look = (): void => {
    this.#hasFocus = document.hasFocus();
    this.#isVisible = document.visibilityState === 'visible';
    if (this.#hasFocus) this.#movedAt = Date.now();
  };

  /** After a key or a movement. */
  readonly act = (): void => {
    const now = Date.now();
    if (now - this.#movedAt > STEP_MS) this.#movedAt = now;
  };

  isGiven(now: number): boolean {
    return this.#hasFocus && this.#isVisible && now - this.#movedAt < IDLE_MS;
  }
}
