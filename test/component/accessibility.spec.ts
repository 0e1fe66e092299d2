import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { fillVaried, SCREENS } from './screens.ts';
import { listCut, listFaults, resize } from './layout-and-axe-checks.ts';
import { SPECIAL_SCREENS } from './special-screens.ts';
import { isFull } from '#test/support/full-counts.ts';

/** The narrow window, 200 % of 1440×900, one pane, and the narrowest; axe looks at some. A short run takes the extremes. */
const SIZES = [
  { width: 720, height: 900, looksWithAxe: false, isExtreme: false },
  { width: 720, height: 450, looksWithAxe: isFull, isExtreme: true },
  { width: 400, height: 800, looksWithAxe: isFull, isExtreme: false },
  { width: 320, height: 640, looksWithAxe: true, isExtreme: true },
].filter(({ isExtreme }) => isFull || isExtreme);

for (const [index, { name, fill, open }] of [...SCREENS, ...SPECIAL_SCREENS].entries()) {
  /** A short run shows axe every screen once, in one theme or the other. */
  const looksWhenLight = isFull || index % 2 === 0;
  test(`axe finds nothing serious in either theme, and nothing is cut off at any size: ${name}`, async ({
    page,
    main,
  }) => {
    fillVaried(main);
    fill?.(main);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto(main.origin);
    await expect(
      page
        .getByRole('option')
        .or(page.getByLabel('API key', { exact: true }))
        .first(),
    ).toBeVisible();
    await open(page);
    if (looksWhenLight) expect.soft(await listFaults(page), 'light').toEqual([]);
    expect.soft(await listCut(page), '1440').toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    for (const { width, height, looksWithAxe } of SIZES) {
      await resize(page, width, height);
      const size = `${String(width)}×${String(height)}`;
      expect.soft(await listCut(page), size).toEqual([]);
      if (looksWithAxe && (isFull || !looksWhenLight)) expect.soft(await listFaults(page), `dark, ${size}`).toEqual([]);
    }
    main.settings = { ...main.settings, textSize: 130 };
    main.emit('settings.changed', { settings: main.settings });
    await resize(page, 720, 900);
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('20.8px');
    expect.soft(await listCut(page), 'text at 130 %').toEqual([]);
  });
}
