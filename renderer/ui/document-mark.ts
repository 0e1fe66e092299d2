/**
 * Says on the document what is on screen, for styles of other parts that make room for it: `data-toast`. A `:has()` of
 * the body would have every style of the page worked out again with each node that comes or goes. Returns its own undo.
 */
export function markDocument(name: 'side-overlay' | 'toast'): () => void {
  const { documentElement } = document;
  documentElement.setAttribute(`data-${name}`, '');
  return () => documentElement.removeAttribute(`data-${name}`);
}
