/** Where a window may stand: plain geometry, in the coordinates of the desktop. */
import type { Rectangle } from 'electron';

/** The smallest window: one pane. */
export const SMALLEST = { width: 400, height: 480 } as const;
/** The size of the design (§2). */
export const USUAL = { width: 1280, height: 800 } as const;

/** By this much of its title bar a window can be taken and moved. */
const TITLE_BAR_HEIGHT = 32;
const HANDLE_WIDTH = 120;

/**
 * Bounds that can be reached on displays that are there now: as they were where enough of the title bar is to be seen, else
 * in the middle of the nearest display; never larger than the display's work area. `workAreas` holds at least one.
 */
export function placeWindow(wanted: Rectangle, workAreas: readonly Rectangle[]): Rectangle {
  const [first] = workAreas;
  if (first === undefined) return wanted;
  const home = findHome(wanted, workAreas);
  const area = home ?? findNearest(wanted, first, workAreas);
  const size = fitSize(wanted, area);
  return home === null ? centre(size, area) : { x: wanted.x, y: wanted.y, ...size };
}

/** A size for a work area; an area smaller than the smallest window has that window. */
export function fitSize(
  { width, height }: Pick<Rectangle, 'height' | 'width'>,
  area: Rectangle,
): Pick<Rectangle, 'height' | 'width'> {
  return {
    width: Math.max(SMALLEST.width, Math.min(width, area.width)),
    height: Math.max(SMALLEST.height, Math.min(height, area.height)),
  };
}

/** The work area that shows most of the title bar of a window that fits it, where that is enough; else null. */
function findHome(bounds: Rectangle, workAreas: readonly Rectangle[]): Rectangle | null {
  let home: Rectangle | null = null;
  let most = HANDLE_WIDTH - 1;
  for (const area of workAreas) {
    const isInside = bounds.y >= area.y && bounds.y + TITLE_BAR_HEIGHT <= area.y + area.height;
    const { width } = fitSize(bounds, area);
    const seen = Math.min(bounds.x + width, area.x + area.width) - Math.max(bounds.x, area.x);
    if (isInside && seen > most) [home, most] = [area, seen];
  }
  return home;
}

function findNearest(bounds: Rectangle, first: Rectangle, workAreas: readonly Rectangle[]): Rectangle {
  const middle = toMiddle(bounds);
  const measure = (area: Rectangle): number => {
    const other = toMiddle(area);
    return Math.hypot(other.x - middle.x, other.y - middle.y);
  };
  return workAreas.reduce((best, area) => (measure(area) < measure(best) ? area : best), first);
}

function toMiddle({ x, y, width, height }: Rectangle): { readonly x: number; readonly y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}

function centre(size: Pick<Rectangle, 'height' | 'width'>, area: Rectangle): Rectangle {
  return {
    x: Math.round(area.x + (area.width - size.width) / 2),
    y: Math.max(area.y, Math.round(area.y + (area.height - size.height) / 2)),
    ...size,
  };
}
