/** Widths of the inbox's panes, in CSS pixels (design §2). */

export type PaneName = 'list' | 'panel';

export const PANE_LIMITS: Readonly<Record<PaneName, { readonly min: number; readonly max: number }>> = {
  list: { min: 252, max: 440 },
  panel: { min: 264, max: 400 },
};

/** What the thread must keep beside them. */
const THREAD_MIN = 400;
const RAIL = { wide: 68, narrow: 52 };
/** At this width and below, the list is small, the rail narrow and the panel lies over the thread. */
export const NARROW_MAX = 900;
export const OVERLAY_MAX = 1_080;
/** Up to this width there is room for one pane at a time; down to 320, as at 200 % zoom. */
export const SINGLE_MAX = 719.98;
/** Up to this width the header of a thread keeps the name, and search and panel are in its menu. */
export const TINY_MAX = 479.98;

/** How wide a pane is that nobody has resized. */
export function toDefaultWidth(pane: PaneName, windowWidth: number): number {
  if (windowWidth >= 1_700) return pane === 'list' ? 384 : 336;
  if (windowWidth <= NARROW_MAX) return pane === 'list' ? 252 : 304;
  if (windowWidth <= 1_360) return pane === 'list' ? 312 : 288;
  return pane === 'list' ? 336 : 304;
}

/** The width that was chosen as far as the window has room for it. */
export function fitWidth(pane: PaneName, chosen: number, windowWidth: number): number {
  const { min, max } = PANE_LIMITS[pane];
  const rail = windowWidth <= NARROW_MAX ? RAIL.narrow : RAIL.wide;
  const room = pane === 'list' ? windowWidth - rail - THREAD_MIN : max;
  return Math.max(min, Math.min(chosen, max, room));
}

/** What was kept, or null for anything that is not a width. */
export function parseWidth(kept: string | null): number | null {
  const width = Number(kept ?? Number.NaN);
  return Number.isFinite(width) && width > 0 ? Math.round(width) : null;
}
