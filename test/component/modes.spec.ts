import { expect, type Page } from '@playwright/test';
import { fillContacts, grid, openContacts, row } from './contacts-page.ts';
import { test } from './fixtures.ts';
import { composer, openInbox, fillLarge } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';
import { listCut, resize } from './layout-and-axe-checks.ts';
import { listRows } from '#test/support/full-counts.ts';

let main: LoopbackMain;
test.beforeEach(({ main: empty }) => {
  main = fillLarge(empty);
});

/** What opens over the list or the thread by keys, in whatever language. */
const OVERLAYS = [
  ['the menu of a chat', ['Escape', 'Shift+F10'], '[role="menu"]'],
  ['the menu of lists', ['Escape', 'g'], '[role="menu"]'],
  ['the choice of a time', ['Escape', 's'], '[role="dialog"]'],
  ['the bar of checked chats', ['Escape', 'x'], '[role="toolbar"]'],
  ['the guide', ['Escape', '?'], '[role="dialog"]'],
  ['the date to jump to', ['Control+g'], '[role="dialog"]'],
  ['the printing', ['Control+p'], '[role="dialog"]'],
  ['the palette', ['Control+k'], '[role="dialog"]'],
] as const;

async function press(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

test('with reduced motion nothing moves when it opens, arrives or goes', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openInbox(page, main.origin);
  const listMoving = (): Promise<string[]> =>
    page.evaluate(() =>
      document.getAnimations().flatMap((animation) => {
        const time = Number(animation.effect?.getComputedTiming().endTime ?? 0);
        const target = animation.effect instanceof KeyframeEffect ? animation.effect.target : null;
        return time > 1 && time < Infinity ? [`${String(time)} ms: ${target?.outerHTML.slice(0, 90) ?? ''}`] : [];
      }),
    );
  await page.evaluate(() => {
    Object.assign(window, { moved: [] });
    for (const name of ['animationstart', 'transitionrun'] as const)
      addEventListener(name, ({ target }) => {
        if (!(target instanceof Element)) return;
        const { animationDuration, transitionDuration } = getComputedStyle(target);
        const longest = Math.max(...`${animationDuration}, ${transitionDuration}`.split(',').map(Number.parseFloat));
        if (longest > 0.001) (window as unknown as { moved: string[] }).moved.push(target.outerHTML.slice(0, 90));
      });
  });
  for (const [, keys, overlay] of OVERLAYS) {
    await press(page, keys);
    await expect(page.locator(overlay).first()).toBeVisible();
    expect(await listMoving()).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.locator(overlay)).toHaveCount(0);
    await composer(page).focus();
  }
  await press(page, ['Escape', 'e']);
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeVisible();
  expect(await listMoving()).toEqual([]);
  expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([]);
});

test.describe('with forced colours', () => {
  test.beforeEach(async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await openInbox(page, main.origin);
  });

  test('what lies over something has an edge', async ({ page }) => {
    for (const [name, keys, overlay] of OVERLAYS) {
      await press(page, keys);
      const box = page.locator(overlay).first();
      await expect(box).toBeVisible();
      expect(await box.evaluate((one) => getComputedStyle(one).borderTopStyle), name).toBe('solid');
      await page.keyboard.press('Escape');
      await expect(page.locator(overlay)).toHaveCount(0);
      await composer(page).focus();
    }
  });

  test('the row under the keys, which is the open one, is told from others and a checked one', async ({ page }) => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    const edge = (person: number) =>
      page
        .getByRole('option', { name: new RegExp(`^Person ${String(person)}[,.]`) })
        .evaluate((row) => `${getComputedStyle(row).outlineStyle} ${getComputedStyle(row).borderTopWidth}`);
    expect([await edge(1), await edge(2), await edge(3)]).toEqual(['none 1px', 'solid 2px', 'none 1px']);
    await page.keyboard.press('x');
    await expect(page.getByRole('option', { name: /^Person 2[,.]/ })).toHaveAttribute('aria-checked', 'true');
    const ticks = await page
      .getByRole('option', { checked: true })
      .locator('.tick')
      .evaluateAll((all) => all.map((tick) => tick.checkVisibility()));
    expect(ticks).toEqual([true]);
  });

  test('the row under the keys of a table has a ring, and a ticked one has none', async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
    fillContacts(main);
    await openContacts(page, main.origin);
    await grid(page).focus();
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    const ring = (name: string) =>
      row(page, name).evaluate((one) => `${getComputedStyle(one).outlineStyle} ${getComputedStyle(one).outlineWidth}`);
    await expect(row(page, 'Adaeze Okonkwo')).toHaveAttribute('aria-selected', 'true');
    expect(await ring('Adaeze Okonkwo')).toMatch(/^none/);
    expect(await ring('Bartholomew')).toBe('solid 2px');
  });

  test('a switch that is on is filled, and its knob is seen', async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
    await page.goto(`${main.origin}/#/settings/keyboard`);
    const isOn = page.getByRole('switch', { checked: true }).first();
    await expect(isOn).toBeVisible();
    const [track, knob, ground] = await isOn.evaluate((one) =>
      [one.querySelector('.track'), one.querySelector('.knob'), document.body].map((part) =>
        part === null ? '' : getComputedStyle(part).backgroundColor,
      ),
    );
    expect(track).not.toBe(ground);
    expect(knob).not.toBe(track);
  });
});

test.describe('from right to left', () => {
  for (const [name, keys, overlay] of listRows(OVERLAYS, 0, 2, 3, 7)) {
    test(`${name} is cut off nowhere and says nothing that is not in the catalogue`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(`${main.origin}/?locale=en-XB`);
      await page.getByRole('option').first().click();
      await expect(page.locator('[data-place="composer"]')).toBeFocused();
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
      expect((await page.getByRole('tab').allInnerTexts()).filter((tab) => !tab.includes('⟦'))).toEqual([]);
      await press(page, keys);
      const box = page.locator(overlay).first();
      await expect(box).toBeVisible();
      const said = await box
        .locator('button:not(:has(kbd, .keys)), h2, [role="menuitem"], [role="menuitemradio"], label')
        .evaluateAll((all) => all.map((one) => (one.getAttribute('aria-label') ?? one.textContent).trim()));
      expect(said.length).toBeGreaterThan(0);
      expect(said.filter((text) => text !== '' && !text.includes('⟦'))).toEqual([]);
      for (const width of [1440, 720]) {
        await resize(page, width, 800);
        expect(await listCut(page)).toEqual([]);
      }
    });
  }
});
