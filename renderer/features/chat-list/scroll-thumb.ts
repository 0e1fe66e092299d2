/** Where the thumb of a scrolled box stands, in CSS pixels of its track. */
export interface ScrollThumb {
  readonly size: number;
  readonly offset: number;
}

const SMALLEST = 28;

/** Null when everything is in view. `track` is as long as what is visible. */
export function toScrollThumb(place: { offset: number; viewport: number; content: number }): ScrollThumb | null {
  const { offset, viewport, content } = place;
  if (content <= viewport + 1 || viewport <= 0) return null;
  const size = Math.max(SMALLEST, (viewport / content) * viewport);
  const share = Math.min(1, Math.max(0, offset / (content - viewport)));
  return { size, offset: share * (viewport - size) };
}

/** How far to scroll when the thumb was dragged by `dragged`. */
export function toScrollDistance(dragged: number, place: { viewport: number; content: number }): number {
  const thumb = toScrollThumb({ ...place, offset: 0 });
  if (thumb === null) return 0;
  return (dragged / Math.max(1, place.viewport - thumb.size)) * (place.content - place.viewport);
}
