import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { button, fillTemplates } from './templates-page.ts';

const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true });
const saved = (page: Page): Locator => page.getByText(/^Saved/);

test.beforeEach(({ main }) => fillTemplates(main));

test('after Save and Revert the keys go on in the field that was written in last', async ({ page, main }) => {
  await page.goto(`${main.origin}/#/templates/service%3A2`);
  await field(page, 'Shortcut').fill('booster');
  await button(page, 'Save').press('Enter');
  await expect(saved(page)).toBeVisible();
  await expect(field(page, 'Shortcut')).toBeFocused();
  await field(page, 'Text').fill('A booster is due soon.');
  await button(page, 'Revert').press('Enter');
  await expect(field(page, 'Text')).toHaveValue('A booster is due.');
  await expect(field(page, 'Text')).toBeFocused();
  await page.getByRole('combobox', { name: 'Stored' }).selectOption('On this computer');
  await button(page, 'Revert').click();
  await expect(page.getByRole('combobox', { name: 'Stored' })).toBeFocused();

  // One that was written before the screen was left, of which no field was written in since.
  await field(page, 'Text').fill('A booster is overdue.');
  await page.reload();
  await button(page, 'Save').click();
  await expect(saved(page)).toBeVisible();
  await expect(field(page, 'Text')).toBeFocused();

  // A new one has another key then.
  await button(page, 'New template').first().click();
  await field(page, 'Text').fill('Ring the green bell.');
  await field(page, 'Name').fill('Where to park');
  await button(page, 'Save').click();
  await expect(page).toHaveURL(/service%3A\d+$/);
  await expect(field(page, 'Name')).toBeFocused();
});

test('Save before the preview leaves the keys at the preview', async ({ page, main }) => {
  await page.setViewportSize({ width: 720, height: 800 });
  await page.goto(`${main.origin}/#/templates/service%3A2`);
  await field(page, 'Text').fill('A booster is due soon.');
  await page.getByRole('radio', { name: 'Preview' }).check();
  await button(page, 'Save').click();
  await expect(saved(page)).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Preview' })).toBeFocused();
  expect(main.inbox.inputsOf('templates.update')).toHaveLength(1);
});

test('Ctrl Enter saves from anywhere on the screen, and says so', async ({ page, main }) => {
  await page.goto(`${main.origin}/#/templates/service%3A2`);
  await field(page, 'Text').fill('A booster is due soon.');
  const stored = page.getByRole('combobox', { name: 'Stored' });
  await stored.focus();
  await button(page, 'Save').hover();
  await expect(page.locator('.ui-tooltip')).toHaveText(/Save\s*Ctrl\s*Enter/);
  await page.keyboard.press('Control+Enter');
  await expect(saved(page)).toBeVisible();
  await expect(stored).toBeFocused();
  expect(main.inbox.inputsOf('templates.update').at(-1)).toMatchObject({ content: 'A booster is due soon.' });
  // The guide has it.
  await page.getByRole('listbox', { name: 'All templates' }).focus();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog').getByText('Save template')).toBeVisible();
});

async function openList(page: Page, { origin, width }: { origin: string; width: number }): Promise<Locator> {
  await page.setViewportSize({ width, height: 800 });
  await page.goto(`${origin}/#/templates`);
  return page.getByRole('listbox', { name: 'All templates' });
}

for (const width of [1440, 480]) {
  test(`coming back to the templates, the keys are on the one that was left, ${String(width)}`, async ({
    page,
    main,
  }) => {
    const list = await openList(page, { origin: main.origin, width });
    await list.focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    const current = list.getByRole('option', { selected: true });
    await expect(current).toHaveText(/^Running late/);
    await page.keyboard.press('Control+2');
    await expect(page.getByRole('grid')).toBeVisible();
    await page.keyboard.press('Control+5');
    await expect(list).toBeFocused();
    await expect(current).toHaveText(/^Running late/);
    if (width === 1440) await expect(field(page, 'Text')).toHaveValue('We are late.');
    // Another one may be shown first only where that is gone.
    await page.keyboard.press('Control+2');
    await expect(page.getByRole('grid')).toBeVisible();
    const { templates } = main.inbox;
    templates.items = templates.items.filter(({ key }) => key !== 'own:a');
    await page.keyboard.press('Control+5');
    await expect(current).toHaveText(/^Visit reminder/);
  });
}

for (const width of [1440, 480]) {
  test(`a right click on a template, or its key, opens what can be done with it, ${String(width)}`, async ({
    page,
    main,
  }) => {
    const list = await openList(page, { origin: main.origin, width });
    const item = (name: RegExp) => list.getByRole('option', { name });
    const menu = page.getByRole('menu', { name: 'More for Running late' });
    await item(/^Running late/).click({ button: 'right' });
    await expect(menu.getByRole('menuitem')).toHaveText(['Use', 'Duplicate', 'Delete']);
    await page.keyboard.press('Escape');
    await expect(list).toBeFocused();
    await expect(list.getByRole('option', { selected: true })).toHaveText(/^Running late/);
    await page.keyboard.press('Shift+F10');
    await menu.getByRole('menuitem', { name: 'Duplicate' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Running late copy', exact: true })).toBeVisible();
    await expect(field(page, 'Name')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(list).toBeFocused();
    await item(/^Running late/)
      .first()
      .click({ button: 'right' });
    await menu.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(page.getByText('“Running late” deleted')).toBeVisible();
    await expect(list).toBeFocused();
    await expect(item(/^Running late/)).toHaveCount(1);
    await item(/^Vaccination due/).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Use' }).click();
    await expect(page.getByRole('textbox', { name: /^Text/ })).toHaveValue('A booster is due.');
  });
}

for (const width of [1280, 480]) {
  test(`a deletion that is undone gives the keys back to the template, ${String(width)} px wide`, async ({
    page,
    main,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${main.origin}/#/templates`);
    const list = page.getByRole('listbox', { name: 'Templates' });
    const current = list.locator('[aria-selected=true], [data-active]').first();
    await expect(list).toBeFocused();
    await page.keyboard.press('j');
    await expect(current).toContainText('Vaccination due');
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: /^Delete/ }).click();
    await expect(list).not.toContainText('Vaccination due');
    await page.keyboard.press('End');
    await expect(current).not.toContainText('Vaccination due');
    await page.keyboard.press('z');
    await expect(current).toContainText('Vaccination due');
    await expect(list).toBeFocused();
  });
}

test('Shift N begins a new template, and N a new message', async ({ page, main }) => {
  await page.goto(`${main.origin}/#/templates`);
  await expect(page.getByRole('listbox', { name: 'Templates' })).toBeFocused();
  await page.keyboard.press('Shift+N');
  await expect(page).toHaveURL(/#\/templates\/new$/);
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  await expect(page.getByRole('combobox', { name: 'To' })).toBeFocused();
});
