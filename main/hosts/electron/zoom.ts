import type { WebContents } from 'electron';

export type ZoomStep = 'in' | 'out' | 'reset';

/** The steps that browsers have, between half size and three times. */
const FACTORS = [0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3];

/** Chromium keeps zoom as a logarithm, so that what comes back is not quite what was set. */
const TOLERANCE = 0.01;

/** The next factor; at either end it stays. */
export function planZoom(factor: number, step: ZoomStep): number {
  if (step === 'reset') return 1;
  if (step === 'in') return FACTORS.find((next) => next > factor + TOLERANCE) ?? 3;
  return FACTORS.findLast((next) => next < factor - TOLERANCE) ?? 0.5;
}

export function zoom(contents: Pick<WebContents, 'getZoomFactor' | 'setZoomFactor'>, step: ZoomStep): void {
  contents.setZoomFactor(planZoom(contents.getZoomFactor(), step));
}
