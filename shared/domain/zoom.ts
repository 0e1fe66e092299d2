export type ZoomStep = 'in' | 'out' | 'reset';

/** Sizes of the whole window, per cent: the steps that browsers have. */
export const ZOOM_STEPS = [50, 67, 75, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300] as const;

/** The next size, per cent; at either end it stays. */
export function planZoom(percent: number, step: ZoomStep): number {
  if (step === 'reset') return 100;
  if (step === 'in') return ZOOM_STEPS.find((next) => next > percent) ?? percent;
  return ZOOM_STEPS.findLast((next) => next < percent) ?? percent;
}
