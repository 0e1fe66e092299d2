import { isFocusLost } from '#renderer/lib/keys/lost-focus.ts';
import type { ScreenId } from '#renderer/app/routes.ts';

/** What is behind another section, or lay over the one that was left. */
const GOING = '[inert], [role="dialog"]';

/** Where the focus was in each section, so that coming back one goes on where one was. */
export class ScreenFocus {
  readonly #places = new Map<ScreenId, HTMLElement>();

  /** Call for every `focusin` inside the pane of a section. */
  remember(section: ScreenId, focused: HTMLElement): void {
    this.#places.set(section, focused);
  }

  /**
   * After a section came on screen. A focus that stands elsewhere, in the rail for one, stays there. Where nobody was
   * before, the section itself knows where to begin, or has something current.
   */
  enter(section: ScreenId, pane: HTMLElement): void {
    const isGoing = document.activeElement?.closest(GOING) != null;
    if (!isGoing && !isFocusLost(document)) return;
    const known = this.#places.get(section);
    const isHere = known !== undefined && known.isConnected && known.checkVisibility({ visibilityProperty: true });
    const place = isHere ? known : pane.querySelector<HTMLElement>('[aria-current]');
    place?.focus({ preventScroll: true });
  }
}
