import { expect, type Locator, type Page } from '@playwright/test';
import { toProblem } from '#test/support/fake-bridge.ts';
import { buildTemplate } from '#test/support/fake-templates.ts';
import { test } from './fixtures.ts';
import { listCut, listFaults, resize } from './layout-and-axe-checks.ts';
import type { LoopbackMain } from './loopback-main.ts';
import { composer } from './sending-page.ts';
import { button, fillTemplates, picker } from './templates-page.ts';
import { listRows } from '#test/support/full-counts.ts';

const list = (page: Page): Locator => page.getByRole('listbox', { name: 'All templates' });
const item = (page: Page, name: string | RegExp): Locator => list(page).getByRole('option', { name });
const heading = (page: Page, name: string): Locator => page.getByRole('heading', { name, exact: true });
const text = (page: Page): Locator => page.getByRole('textbox', { name: 'Text', exact: true });

test.beforeEach(({ main }) => {
  fillTemplates(main);
});

async function openTemplates(page: Page, main: LoopbackMain, path = ''): Promise<void> {
  await page.goto(`${main.origin}/#/templates${path}`);
  await expect(list(page)).toBeVisible();
}

test('templates are gone through, found, changed and saved by keys alone', async ({ page, main }) => {
  main.inbox.templates.hiddenId = 2;
  await page.goto(main.origin);
  await expect(page.getByRole('option', { name: /^Deborah/ })).toBeVisible();
  await page.keyboard.press('Control+5');
  await expect(page).toHaveURL(/#\/templates/);
  await expect(list(page)).toBeFocused();
  await expect(list(page).getByRole('group')).toHaveCount(2);
  await expect(heading(page, 'Visit reminder')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(heading(page, 'Vaccination due')).toBeVisible();
  await page.keyboard.press('End');
  await expect(heading(page, 'تذكير')).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('friday');
  await expect(list(page).getByRole('option')).toHaveCount(2);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Visit reminder')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(text(page)).toBeFocused();

  await expect(page.getByText('35 to 41 characters')).toBeVisible();
  await expect(page.getByText('1 person')).toBeVisible();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' {ve');
  await expect(picker(page, 'Merge fields').getByRole('option')).toHaveText(/Vet\s*no one has a value\s*—/);
  await page.keyboard.press('Enter');
  await expect(text(page)).toHaveValue('Hi {First name}, {Pet} is booked for Friday. {Vet}');
  await page.getByRole('textbox', { name: 'Instead of Pet' }).fill('your pet');
  await expect(page.getByText('Used when the field is empty')).toBeVisible();
  await expect(page.getByText('Not saved', { exact: true }).first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Shortcut' }).fill('/late');
  await page.keyboard.press('Control+Enter');
  const shortcut = page.getByRole('textbox', { name: 'Shortcut' });
  await expect(shortcut).toBeFocused();
  await expect(shortcut).toHaveAccessibleDescription('Another template has this shortcut.');
  // Main knows of one that the page does not.
  await shortcut.fill('/friday');
  main.inbox.fail('templates.update', { ...toProblem('validation'), fields: { shortcut: ['taken'] } });
  await page.keyboard.press('Control+Enter');
  await expect(shortcut).toHaveAccessibleDescription('Another template has this shortcut.');
  await expect(shortcut).toBeFocused();
  main.inbox.fail('templates.update', null);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
  expect(main.inbox.inputsOf('templates.update').at(-1)).toMatchObject({
    ...{ key: 'service:1', keeper: 'service', shortcut: 'friday', fallbacks: { Pet: 'your pet' } },
    base: { name: 'Visit reminder', content: 'Hi {First name}, {Pet} is booked for Friday.' },
  });

  // Another contact is shown first, whose values the fields have then.
  main.inbox.data.people.push({ contactId: 2, name: 'Tom Abara', phone: '447700900319' });
  await expect(page.locator('article')).toHaveCount(2);
  const who = page.getByRole('combobox', { name: 'Show it for' });
  await who.fill('tom');
  await expect(page.getByRole('listbox', { name: 'Contacts', exact: true }).getByRole('option')).toHaveText(
    'TA Tom Abara',
  );
  await who.press('Enter');
  await expect(page.locator('article').first()).toContainText('Hi Tom, your pet is booked');
  await expect(page.locator('article')).toHaveCount(3);
  await text(page).press('Control+End');
  await page.keyboard.type('{first');
  await expect(picker(page, 'Merge fields').getByRole('option')).toHaveText(/First name\s*everyone\s*Tom/);
  await page.keyboard.press('Escape');
  await button(page, 'Revert').click();
  await who.fill('');
  await expect(page.locator('article')).toHaveCount(2);

  // A new message with it: what a person lacks has its fallback.
  await page.getByRole('button', { name: 'Use', exact: true }).click();
  const newMessage = page.getByRole('region', { name: 'New message' });
  await newMessage.getByRole('combobox', { name: 'To' }).fill('Tom');
  // The chat list has his chat too.
  await newMessage.getByRole('option', { name: /^Tom Abara/ }).click();
  await expect(composer(page)).toHaveValue('Hi Tom, your pet is booked for Friday. {Vet}');
});

test.describe('where there is room for the list alone', () => {
  test.use({ viewport: { width: 480, height: 800 } });

  test('keys move the current row, Enter opens it with the focus in it, and Escape comes back to it', async ({
    page,
    main,
  }) => {
    await page.goto(main.origin);
    await expect(page.getByRole('option', { name: /^Deborah/ })).toBeVisible();
    await page.keyboard.press('Control+5');
    await expect(list(page)).toBeFocused();
    const current = list(page).getByRole('option', { selected: true });
    await expect(current).toHaveText(/^Visit reminder/);
    await expect(current).not.toHaveCSS('box-shadow', 'none');
    for (const key of ['ArrowDown', 'ArrowDown', 'k']) await page.keyboard.press(key);
    await expect(current).toHaveText(/^Vaccination due/);
    await expect(list(page)).toHaveAttribute('aria-activedescendant', (await current.getAttribute('id')) ?? '');
    await expect(list(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Vaccination due')).toBeVisible();
    await expect(text(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(list(page)).toBeFocused();
    await expect(current).toHaveText(/^Vaccination due/);
    // The search keeps to the rows, too.
    await page.keyboard.press('/');
    await page.keyboard.type('running');
    await page.keyboard.press('ArrowDown');
    await expect(list(page)).toBeFocused();
    await expect(current).toHaveText(/^Running late/);
  });
});

test('one is written, kept elsewhere, duplicated, deleted and brought back', async ({ page, main }) => {
  await openTemplates(page, main);
  await button(page, 'New template').first().click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('Where to park');
  await button(page, 'Save').click();
  await expect(text(page)).toBeFocused();
  await expect(text(page)).toHaveAccessibleDescription('Write something first.');
  await page.keyboard.type('Ring the green bell.');
  main.inbox.fail('templates.create', { ...toProblem('offline'), fields: {} });
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/^Not saved\. Your changes are still here\./).first()).toBeVisible();
  main.inbox.fail('templates.create', null);
  await page.getByRole('combobox', { name: 'Stored' }).selectOption('On this computer');
  await text(page).press('Control+Enter');
  await expect(page.getByText(/^Saved/)).toBeVisible();
  await expect(page).toHaveURL(/#\/templates\/own%3A\d+$/);
  await expect(
    list(page)
      .getByRole('group', { name: /On this computer/ })
      .getByRole('option'),
  ).toHaveCount(3);

  await button(page, 'Duplicate').click();
  await expect(heading(page, 'Where to park copy')).toBeVisible();
  await button(page, 'Delete').click();
  await expect(item(page, 'Where to park copy')).toHaveCount(0);
  await expect(page.getByText('“Where to park copy” deleted')).toBeVisible();
  await expect(list(page)).toBeFocused();
  await page.keyboard.press('z');
  await expect(item(page, /^Where to park copy/)).toHaveCount(1);
});

test('a new template from the palette of another screen begins in its name', async ({ page, main }) => {
  await page.goto(main.origin);
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('new template');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.press('Control+1');
  await expect(page.getByRole('listbox', { name: 'Open' })).toBeVisible();
  await page.keyboard.press('Control+5');
  await expect(list(page)).toBeFocused();
});

test('no template is given the name of another; one that has it already stays as it is', async ({ page, main }) => {
  const { templates } = main.inbox;
  templates.items = [...templates.items, buildTemplate({ key: 'service:4', name: 'Vaccination due', shortcut: '' })];
  await openTemplates(page, main);
  await button(page, 'New template').first().click();
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('running LATE');
  await text(page).fill('We are late again.');
  await page.keyboard.press('Control+Enter');
  await expect(name).toHaveAccessibleDescription('There’s already a template called “Running late”.');
  await expect(name).toBeFocused();
  await name.fill('Late again');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/^Saved/)).toBeVisible();

  await item(page, /^Vaccination due/)
    .first()
    .click();
  await text(page).fill('A booster is due soon.');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/^Saved/)).toBeVisible();
  await button(page, 'Duplicate').click();
  await expect(heading(page, 'Vaccination due copy')).toBeVisible();
  await item(page, /^Vaccination due/)
    .first()
    .click();
  await button(page, 'Duplicate').click();
  await expect(heading(page, 'Vaccination due copy 2')).toBeVisible();
});

test('what was never saved is deleted after a question alone', async ({ page, main }) => {
  await openTemplates(page, main);
  await button(page, 'New template').first().click();
  await text(page).fill('Ring the green bell.');
  await button(page, 'Delete').click();
  const question = page.getByRole('alertdialog', { name: 'Delete this template?' });
  await expect(question).toContainText('It was never saved, so it can’t be restored.');
  await question.getByRole('button', { name: 'Keep template' }).click();
  await expect(text(page)).toHaveValue('Ring the green bell.');
  await page.getByRole('textbox', { name: 'Name' }).fill('Where to park');
  await button(page, 'Delete').click();
  await page
    .getByRole('alertdialog', { name: 'Delete “Where to park”?' })
    .getByRole('button', { name: 'Delete template' })
    .click();
  await expect(item(page, /^Where to park/)).toHaveCount(0);
  await expect(list(page)).toBeFocused();
});

test('what is not saved stays over other screens and a reload, and what was saved elsewhere is said', async ({
  page,
  main,
}) => {
  await openTemplates(page, main, '/service%3A2');
  await text(page).fill('A booster was due.');
  await button(page, 'New template').first().click();
  await text(page).fill('Begun');
  await page.keyboard.press('Control+2');
  await page.keyboard.press('Control+5');
  await page.reload();
  await item(page, /^Unnamed/).click();
  await expect(text(page)).toHaveValue('Begun');
  await expect(button(page, 'Revert')).toHaveCount(0);
  await button(page, 'Delete').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete template' }).click();
  await expect(item(page, /^Unnamed/)).toHaveCount(0);
  await item(page, /^Vaccination due/).click();
  await expect(text(page)).toHaveValue('A booster was due.');

  main.inbox.templates.change(
    main.inbox.templates.items.map((one) =>
      one.key === 'service:2' ? { ...one, content: 'Come for a booster.' } : one,
    ),
  );
  await expect(page.getByText('It was changed elsewhere in the meantime.', { exact: false })).toBeVisible();
  await expect(text(page)).toHaveValue('A booster was due.');
  await button(page, 'Show the newer version').click();
  await expect(text(page)).toHaveValue('Come for a booster.');

  main.changeStatus({ link: 'offline' });
  await expect(page.getByText('You’re offline. Your changes stay here', { exact: false })).toBeVisible();
  await text(page).fill('Offline words');
  await button(page, 'Delete').click();
  const question = page.getByRole('alertdialog', { name: 'Delete “Vaccination due”?' });
  await expect(question.getByRole('button', { name: 'Keep template' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(text(page)).toHaveValue('Offline words');
});

test('loading, nothing, a failure and a service without templates are said', async ({ page, main }) => {
  const release = main.inbox.hold('templates.list');
  main.inbox.templates.items = [];
  main.inbox.templates.canServiceKeep = false;
  await page.goto(`${main.origin}/#/templates`);
  await expect(page.getByRole('status', { name: 'Loading templates' })).toBeAttached();
  release();
  await expect(page.getByText('Save texts you type over and over.')).toBeVisible();
  await expect(page.getByText('This service doesn’t store templates', { exact: false })).toBeVisible();
  await button(page, 'New template').first().click();
  await expect(page.getByRole('combobox', { name: 'Stored' }).getByRole('option')).toHaveText(['On this computer']);
  main.inbox.fail('templates.list', toProblem('disk'));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'The templates didn’t load' })).toBeVisible();
  main.inbox.fail('templates.list', null);
  await button(page, 'Try again').click();
  await expect(page.getByText('Save texts you type over and over.')).toBeVisible();
});

for (const [colorScheme, search] of listRows(
  [
    ['light', ''],
    ['dark', '?locale=en-XB'],
  ] as const,
  1,
)) {
  test(`nothing is cut off or hard to use at any size, ${colorScheme} ${search}`, async ({ page, main }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${main.origin}/${search}#/templates/service%3A3`);
    const field = page.locator('textarea');
    await expect(page.locator('article')).toHaveCount(3);
    for (const { width, height } of [
      { width: 1440, height: 900 },
      { width: 1280, height: 800 },
      { width: 720, height: 800 },
      { width: 400, height: 800 },
    ]) {
      await resize(page, width, height);
      expect.soft(await listCut(page), String(width)).toEqual([]);
      // What is marked stands behind the words that it marks.
      const heights = await field.evaluate((own) => [own.scrollHeight, own.previousElementSibling?.scrollHeight]);
      expect.soft(heights[0], `marks at ${String(width)}`).toBe(heights[1]);
      if (width !== 1280) expect.soft(await listFaults(page), String(width)).toEqual([]);
    }
    // In one pane the preview is a tab, and Escape leads back to the list.
    await page.getByRole('radio').last().check();
    await expect(page.locator('article')).toHaveCount(3);
    expect.soft(await listFaults(page), 'preview').toEqual([]);
    await page.keyboard.press('Escape');
    const templates = page.locator('.templates[role="listbox"]');
    await expect(templates).toBeVisible();
    expect.soft(await listFaults(page), 'list').toEqual([]);
    await templates.locator('[role="option"]').last().click();
    await expect(field).toHaveValue('موعد {Pet} غداً {Vet}');
    await expect(field).toBeFocused();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('{');
    await expect(page.locator('textarea ~ .list-place [role="option"]')).toHaveCount(7);
    expect.soft(await listCut(page), 'list of fields').toEqual([]);
    expect.soft(await listFaults(page), 'list of fields').toEqual([]);
  });
}
