type Mark = 'side-overlay' | 'toast';

const counts: Record<Mark, number> = { 'side-overlay': 0, toast: 0 };

/**
 * Marks the document while something is on screen that other parts make room for, as `data-toast` or `data-side-overlay`.
 * Returns its own undo. With a `:has()` of the body in its place, the styles of the whole page would be worked out again
 * whenever a node comes or goes.
 */
export function markDocument(name: Mark): () => void {
  change(name, 1);
  return () => change(name, -1);
}

function change(name: Mark, by: 1 | -1): void {
  counts[name] += by;
  document.documentElement.toggleAttribute(`data-${name}`, counts[name] > 0);
}
