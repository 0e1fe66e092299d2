/** Arrows, Home and End move the focus among `elements`, one of which has it; any other key does nothing. */
export function walkFocus(event: KeyboardEvent, elements: readonly HTMLElement[]): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const index = elements.findIndex((element) => element === document.activeElement);
  const goals: Readonly<Record<string, number>> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    Home: 0,
    End: elements.length - 1,
  };
  const goal = goals[event.key];
  if (goal === undefined) return;
  event.preventDefault();
  elements[goal]?.focus();
}
