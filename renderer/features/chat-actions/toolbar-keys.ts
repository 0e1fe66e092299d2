/** Arrow keys in a bar of buttons: the next or the previous one, or the ends. False: the key means nothing there. */
export function stepThrough(bar: HTMLElement, { key }: Pick<KeyboardEvent, 'key'>): boolean {
  const buttons = [...bar.querySelectorAll<HTMLElement>('button:not(:disabled)')];
  const from = buttons.findIndex((button) => button === document.activeElement);
  const isRightToLeft = getComputedStyle(bar).direction === 'rtl';
  const forward = isRightToLeft ? 'ArrowLeft' : 'ArrowRight';
  const backward = isRightToLeft ? 'ArrowRight' : 'ArrowLeft';
  const steps: Readonly<Record<string, number>> = {
    [forward]: from + 1,
    [backward]: from === -1 ? -1 : from - 1,
    Home: 0,
    End: -1,
  };
  const step = steps[key];
  if (step === undefined || buttons.length === 0) return false;
  buttons.at(step % buttons.length)?.focus();
  return true;
}
