import { isFocusLost } from '#renderer/lib/keys/lost-focus.ts';
import type { LandmarkNavigation } from './landmark-navigation.ts';

/** A screen that comes, or a dialog that closes, gives the focus to what it means within this time. */
const SETTLE_MS = 300;
/** So often it is looked for what stands out: a screen may still load. After that anything that takes the focus will do. */
const MOST_LOOKS = 3;
const OVER = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** Keys always reach something: where what had the focus left the screen with a key, the screen gets the focus back. */
export class FocusKeeper {
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #walker: Pick<LandmarkNavigation, 'findStart'>;
  readonly #findPane: () => HTMLElement | null;

  /** `findPane`: the screen that is shown. */
  constructor(walker: Pick<LandmarkNavigation, 'findStart'>, findPane: () => HTMLElement | null) {
    this.#walker = walker;
    this.#findPane = findPane;
  }

  /** Call for every key. Tab leaves the page at its ends by itself. */
  readonly note = ({ key }: Pick<KeyboardEvent, 'key'>): void => {
    clearTimeout(this.#timer);
    if (key !== 'Tab') this.#lookLater(1);
  };

  dispose(): void {
    clearTimeout(this.#timer);
  }

  #lookLater(looks: number): void {
    this.#timer = setTimeout(() => {
      if (!isFocusLost(document)) return;
      const found = this.#find(looks === MOST_LOOKS);
      if (found !== null) found.focus({ preventScroll: true });
      else if (looks < MOST_LOOKS) this.#lookLater(looks + 1);
    }, SETTLE_MS);
  }

  #find(isLast: boolean): HTMLElement | null {
    const over = [...document.querySelectorAll<HTMLElement>(OVER)].findLast((element) => element.checkVisibility());
    if (over !== undefined) return over;
    const pane = this.#findPane();
    return pane === null ? null : this.#walker.findStart(pane, isLast);
  }
}
