import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { listRows } from '#test/support/full-counts.ts';

/** The looks in which a screen has to fit: a short run takes the one with the longer words, from right to left. */
export const LOOKS = listRows(
  [
    ['light', 'en-GB'],
    ['dark', 'en-XB'],
  ] as const,
  1,
);

/**
 * What axe finds serious or critical on the page as it is, one line for each element. Axe is given to a page once, and
 * asked for what is wrong alone: to describe all that is right takes it longer than to look.
 */
export async function listFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return await page.evaluate(async () => {
    const { axe: own } = window as unknown as { axe: typeof axe };
    const { violations } = await own.run({ resultTypes: ['violations'], preload: false });
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    return serious.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  });
}

const listCutNow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const name = (element: Element): string => element.outerHTML.replace(/\s+/g, ' ').slice(0, 140);
    const root = document.documentElement;
    if (root.scrollWidth > innerWidth || root.scrollHeight > innerHeight)
      found.push(`page: ${String(root.scrollWidth)}×${String(root.scrollHeight)}`);
    const isSeen = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true });
    // Said and not shown: there is nothing to cut.
    const isHidden = (element: Element): boolean => {
      for (let box: Element | null = element; box !== null; box = box.parentElement) {
        const style = getComputedStyle(box);
        if (style.clipPath !== 'none' || box.clientWidth === 1) return true;
      }
      return false;
    };
    const scrolls = (way: string): boolean => way === 'auto' || way === 'scroll';
    /** The box that cuts the element off, unless one between them scrolls it into view. */
    const findCutter = (element: Element): Element | null => {
      const area = element.getBoundingClientRect();
      let [isFreeX, isFreeY] = [false, false];
      for (let box = element.parentElement; box !== null; box = box.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(box);
        isFreeX ||= scrolls(overflowX);
        isFreeY ||= scrolls(overflowY);
        if (position === 'fixed') return null;
        if (overflowX === 'visible' && overflowY === 'visible') continue;
        const edge = box.getBoundingClientRect();
        const isCutX =
          !isFreeX && overflowX !== 'visible' && (area.left < edge.left - 1 || area.right > edge.right + 1);
        const isCutY =
          !isFreeY && overflowY !== 'visible' && (area.top < edge.top - 1 || area.bottom > edge.bottom + 1);
        if (isCutX || isCutY) return box;
      }
      return null;
    };
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (element.closest('svg, [inert]') !== null || !isSeen(element) || isHidden(element)) continue;
      const style = getComputedStyle(element);
      const isWide = element.scrollWidth > element.clientWidth + 1;
      const isHigh = element.scrollHeight > element.clientHeight + 1;
      if (isWide && isHigh && scrolls(style.overflowX) && scrolls(style.overflowY))
        found.push(`both ways: ${name(element)}`);
      const isControl = element.matches('a[href], button, input, select, textarea, [role="tab"], [role^="menuitem"]');
      if (isControl && element.getBoundingClientRect().width > 0) {
        const cutter = findCutter(element);
        if (cutter !== null) found.push(`cut off: ${name(element)} BY ${cutter.className}`);
      }
      const hasWords = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
      const isShortened = style.textOverflow === 'ellipsis' || style.getPropertyValue('-webkit-line-clamp') !== 'none';
      const isCutWide = isWide && style.overflowX !== 'visible' && !scrolls(style.overflowX);
      if (hasWords && isCutWide && !isShortened && !element.matches('input, textarea, select'))
        found.push(`words: ${name(element)}`);
    }
    return found;
  });

/**
 * What does not fit: the page wider or higher than the window, boxes that scroll both ways, controls that stand outside
 * of what is shown and cannot be scrolled to, and words that are cut off without a sign of it.
 */
export async function listCut(page: Page): Promise<string[]> {
  let found: string[] = [];
  // What lies over the page follows its anchor a moment later; what stays cut off is told.
  const isWhole = expect.poll(async () => (found = await listCutNow(page)), { timeout: 3_000 }).toEqual([]);
  await isWhole.catch(() => undefined);
  return found;
}

/** Another size of the window, which the page has taken. */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await expect
    .poll(() => page.evaluate(() => `${String(innerWidth)}×${String(innerHeight)}`))
    .toBe(`${String(width)}×${String(height)}`);
}
