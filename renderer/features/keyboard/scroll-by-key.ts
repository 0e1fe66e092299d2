const STEPS: Readonly<Record<string, (height: number) => number>> = {
  ArrowDown: () => 48,
  ArrowUp: () => -48,
  PageDown: (height) => height * 0.9,
  PageUp: (height) => -height * 0.9,
};

/** Scrolls a box by the arrow and page keys of a field beside it; any other key is left alone. */
export function scrollByKey(event: KeyboardEvent, box: HTMLElement | null): void {
  const step = STEPS[event.key];
  if (step === undefined || box === null || event.isComposing) return;
  event.preventDefault();
  box.scrollBy({ top: step(box.clientHeight) });
}
