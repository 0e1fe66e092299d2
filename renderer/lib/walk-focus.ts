/** Arrows, Home and End move the focus among what `selector` finds in `list`; any other key does nothing. */
export function walkFocus(event: KeyboardEvent, list: Element | null, selector: string): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const elements = [...(list?.querySelectorAll<HTMLElement>(selector) ?? [])];
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
