/**
 * F6 walks the parts of the window; each remembers where in it one was. Title bar and headers are none: Tab leads from a part
 * to the buttons above it.
 */

const LANDMARKS = '[data-region], nav, main, aside, section[aria-label], section[aria-labelledby]';
const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), select:not(:disabled), [tabindex]:not([tabindex="-1"], [role="separator"])';

/**
 * Where a region begins, if anything in it stands out: what is written, the message or the row under the keys, its table, the
 * current link.
 */
const STARTS =
  '[data-place="composer"], [data-place="message"][tabindex="0"], [tabindex="0"][aria-selected="true"], [role="listbox"][tabindex="0"], [role="grid"][tabindex="0"], a[aria-current]';

/**
 * The innermost landmarks that are on screen, in reading order; what is named a region is one as a whole. A bar over the end of
 * a table takes nothing from the landmark that it is in.
 */
export function listLandmarks(root: ParentNode): HTMLElement[] {
  const found = [...root.querySelectorAll<HTMLElement>(LANDMARKS)].filter(
    (region) => isSeen(region) && region.closest('[inert]') === null && !isPart(region),
  );
  return found.filter((region) => !found.some((other) => other !== region && region.contains(other) && !isBar(other)));
}

/** Remembers places and moves the focus from region to region. */
export class LandmarkNavigation {
  readonly #places = new WeakMap<HTMLElement, HTMLElement>();
  /** The one that had the focus last. */
  #last: HTMLElement | null = null;

  /** Call for every `focusin`. */
  remember(root: ParentNode, focused: HTMLElement): void {
    const region = listLandmarks(root).findLast((candidate) => candidate.contains(focused));
    if (region === undefined) return;
    this.#places.set(region, focused);
    this.#last = region;
  }

  /**
   * Where keys go on in a part of the window that lost the focus: in the region that had it last, else in the first where
   * something stands out; null where nothing does. `takesAny`: anything that takes the focus will do.
   */
  findStart(part: ParentNode, takesAny: boolean): HTMLElement | null {
    const regions = listLandmarks(part);
    const [last, named] = [regions.filter((one) => one === this.#last), regions.filter(isNamed)];
    const find = (region: HTMLElement): HTMLElement | null =>
      takesAny ? this.#findPlace(region) : this.#findMeant(region);
    for (const region of [...last, ...named, ...regions]) {
      const place = find(region);
      if (place !== null) return place;
    }
    return null;
  }

  /** Moves to the next (1) or previous (-1) region that can take the focus; around at the end. */
  walk(root: ParentNode, direction: 1 | -1, focused: Element | null): void {
    const regions = listLandmarks(root).filter((region) => this.#findPlace(region) !== null);
    if (regions.length === 0) return;
    const from = regions.findLastIndex((region) => region.contains(focused));
    const index = from === -1 ? findBeside(regions, direction, focused) : from + direction;
    const next = regions.at(index % regions.length);
    if (next !== undefined) this.#findPlace(next)?.focus();
  }

  #findPlace(region: HTMLElement): HTMLElement | null {
    return this.#findMeant(region) ?? [...region.querySelectorAll<HTMLElement>(FOCUSABLE)].find(isSeen) ?? null;
  }

  /** Where one was, else what stands out. */
  #findMeant(region: HTMLElement): HTMLElement | null {
    const known = this.#places.get(region);
    const isThere = known !== undefined && known.isConnected && region.contains(known);
    // Of links the current one, which may have changed since.
    const isMeant = isThere && !(known.matches('a[href]') && region.querySelector('a[aria-current]') !== null);
    if (isMeant && known.tabIndex >= 0 && isSeen(known)) return known;
    return [...region.querySelectorAll<HTMLElement>(STARTS)].find(isSeen) ?? null;
  }
}

/** From between two regions: the one before or behind, in reading order. */
function findBeside(regions: readonly HTMLElement[], direction: 1 | -1, focused: Element | null): number {
  const isBehind = (region: HTMLElement): boolean =>
    focused !== null && (focused.compareDocumentPosition(region) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const behind = regions.findIndex(isBehind);
  if (direction === 1) return Math.max(0, behind);
  return behind === -1 ? regions.length - 1 : behind - 1;
}

const isNamed = (landmark: HTMLElement): boolean => landmark.dataset['region'] !== undefined;

const isBar = (landmark: HTMLElement): boolean => landmark.role === 'toolbar';

const isPart = (landmark: HTMLElement): boolean =>
  !isBar(landmark) && landmark.parentElement?.closest('[data-region]') != null;

function isSeen(element: HTMLElement): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}
