import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { listFaults, LOOKS } from './layout-and-axe-checks.ts';

let origin = '';
test.beforeEach(({ main }) => {
  origin = main.origin;
});

/** Opens the page of looks; what the browser complains about is collected. */
async function openGallery(page: Page, search = ''): Promise<string[]> {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const isExpected = message.location().url.endsWith('/media/not-there');
    if ((message.type() === 'error' || message.type() === 'warning') && !isExpected) complaints.push(message.text());
  });
  await page.goto(`${origin}/gallery.html${search}`);
  await expect(page.getByRole('heading', { name: 'Every look' })).toBeVisible();
  return complaints;
}

/** Looks that are wider than their place. */
const listWide = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-look] > div, main')]
      .filter((box) => box.scrollWidth > box.clientWidth + 1)
      .map((box) => box.parentElement?.dataset['look'] ?? box.className),
  );
/** Animations that come to an end and have not. */
const countAppearing = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const ends = document.getAnimations().map(({ effect }) => effect?.getComputedTiming());
    return ends.filter((timing) => Number.isFinite(timing?.endTime) && timing?.progress !== 1).length;
  });
const look = (page: Page, caption: string): Locator => page.locator(`[data-look="${caption}"]`);

for (const [colorScheme, locale] of LOOKS) {
  test(`every look shows without a complaint, fits and has no serious fault, ${colorScheme}, ${locale}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    const complaints = await openGallery(page, `?locale=${locale}`);
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await expect(page.locator('html')).toHaveAttribute('dir', locale === 'en-XB' ? 'rtl' : 'ltr');
    // What still appears is paler than it will be.
    await expect.poll(() => countAppearing(page)).toBe(0);
    expect(await listFaults(page)).toEqual([]);
    for (const { width, textSize } of [
      { width: 1440, textSize: '100%' },
      { width: 720, textSize: '100%' },
      { width: 720, textSize: '130%' },
    ]) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate((size) => (document.documentElement.style.fontSize = size), textSize);
      await expect.poll(() => listWide(page), `${String(width)} wide, text at ${textSize}`).toEqual([]);
    }
    expect(complaints).toEqual([]);
  });
}

test('says nothing that is not in the catalogue', async ({ page }) => {
  await openGallery(page, '?locale=en-XB');
  // Rows of what waits begin with people's names; keys are called what stands on them, files what somebody called them.
  const buttons = await page
    .locator('[data-look] button:not([aria-label], [data-open], .file, :has(> .keys:only-child))')
    .allInnerTexts();
  const banners = await page.locator('[data-look^="Banner"] p').allInnerTexts();
  const fields = await page.locator('[data-look^="Sign in"] :is(label, p)').allInnerTexts();
  const said = [...buttons, ...banners, ...fields].map((text) => text.trim()).filter((text) => text !== '');
  expect(said.length).toBeGreaterThan(60);
  expect(said.filter((text) => !text.startsWith('⟦'))).toEqual([]);
});

/** They stand on one page, which is opened once: to open it takes ten times as long as each of them. */
test('controls and marks do what they are for', async ({ page }) => {
  await openGallery(page);
  await test.step('every delivery mark has a shape of its own and a word', async () => {
    const marks = look(page, 'Delivery marks alone').getByRole('img');
    await expect(marks).toHaveCount(9);
    const shapes = await marks.locator('svg').evaluateAll((icons) => icons.map((icon) => icon.innerHTML));
    expect(new Set(shapes).size).toBe(9);
    const names = await marks.evaluateAll((all) => all.map((mark) => mark.getAttribute('aria-label') ?? ''));
    expect(new Set(names).size).toBe(9);
  });
  await test.step('a picture that does not come gives way to the initials', async () => {
    const avatars = look(page, 'Avatars: sizes and badges');
    await expect(avatars.getByText('PR')).toBeVisible();
    await expect(avatars.locator('img')).toHaveCount(1);
  });
  await test.step('what is focused by keyboard has a ring', async () => {
    await look(page, 'Text field').getByRole('textbox').focus();
    await page.keyboard.press('Shift+Tab');
    const button = look(page, 'Menu and dialog').getByRole('button', { name: 'Sign out' });
    await expect(button).toBeFocused();
    await expect(button).toHaveCSS('box-shadow', /0px 0px 0px 4px/);
  });
  await test.step('a tooltip comes with the focus, with the keys that do the same', async () => {
    await look(page, 'Icon buttons, keys, counts').getByRole('button', { name: 'Search', exact: true }).focus();
    await expect(page.locator('.ui-tooltip')).toContainText('SearchCtrlF');
  });
  await test.step('a menu is worked by keys and gives the focus back', async () => {
    const button = look(page, 'Menu and dialog').getByRole('button', { name: 'Theme' });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menu')).toBeVisible();
    await expect(page.getByRole('menuitemradio', { name: 'Light' })).toHaveAttribute('aria-checked', 'true');
    // The menu has the keys once it has the focus, a moment after it shows.
    await expect(page.getByRole('menu').locator(':focus')).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toHaveAttribute('aria-checked', 'true');
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
  });
  await test.step('a dialog has the focus on the safe choice and gives it back', async () => {
    const button = look(page, 'Menu and dialog').getByRole('button', { name: 'Sign out' });
    await button.click();
    const dialog = page.getByRole('alertdialog', { name: 'Sign out' });
    await expect(dialog.getByRole('button', { name: 'Back to inbox' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
  });
  await test.step('the key can be looked at and hidden again', async () => {
    const form = look(page, 'Sign in: unauthorized');
    const field = form.getByLabel('API key', { exact: true });
    await expect(field).toHaveAttribute('type', 'password');
    await form.getByRole('button', { name: 'Show key' }).click();
    await expect(field).toHaveAttribute('type', 'text');
    await expect(field).toHaveValue('not-a-real-key-4F2C');
    await form.getByRole('button', { name: 'Hide key' }).click();
    await expect(field).toHaveAttribute('type', 'password');
  });
  await test.step('a fault stands under the field that it is about', async () => {
    const key = look(page, 'Sign in: unauthorized').getByLabel('API key', { exact: true });
    await expect(key).toHaveAttribute('aria-invalid', 'true');
    await expect(key).toHaveAccessibleDescription(/didn’t accept this username and key/);
    await expect(look(page, 'Sign in: not-this-service').getByLabel('Service address')).toHaveAccessibleDescription(
      /rest\.example\.com answered, but it isn’t the service/,
    );
    await expect(look(page, 'Sign in: timeout').getByRole('alert')).toContainText('rest.example.com didn’t answer');
    await expect(look(page, 'Sign in: maintenance').getByRole('alert')).toContainText('down for maintenance');
  });
  await test.step('shapes of loading are not there for what comes within 300 ms', async () => {
    const shape = look(page, 'Loading rows: shapes, after 300 ms').locator('.skeleton').first();
    const timing = await shape.evaluate((element) => getComputedStyle(element).animationDelay);
    expect(timing).toBe('0.3s');
    await expect(shape).toHaveCSS('opacity', '1');
  });
});

test('with system colours, what can be pressed still has an edge', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openGallery(page);
  const button = look(page, 'Buttons').getByRole('button', { name: 'Try now' });
  await expect(button).toHaveCSS('border-top-style', 'solid');
});
