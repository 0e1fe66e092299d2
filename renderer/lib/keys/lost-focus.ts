/** Whether keys would reach nothing: what had the focus is gone, or is not on screen any more. */
export function isFocusLost({ activeElement, body }: Document): boolean {
  return (
    activeElement === null || activeElement === body || !activeElement.checkVisibility({ visibilityProperty: true })
  );
}
