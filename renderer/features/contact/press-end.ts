/**
 * Resolves once no pointer is pressed, after the click of that press. Where a press takes the focus from a field, nothing may
 * move before: what was pressed would slip away from under the pointer, and the click would be lost.
 */
export async function untilPressEnds(): Promise<void> {
  if (document.querySelector(':active') === null) return;
  const ended = new AbortController();
  await new Promise<void>((resolve) => {
    // The click follows the end of the press before any timer.
    const end = (): void => void setTimeout(resolve);
    for (const name of ['pointerup', 'pointercancel'])
      window.addEventListener(name, end, { capture: true, signal: ended.signal });
  });
  ended.abort();
}
