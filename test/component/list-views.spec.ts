import { expect, type Page } from '@playwright/test';
import { buildChat } from '#test/support/fake-bridge.ts';
import { test } from './fixtures.ts';
import { MINUTE_MS } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';

let main: LoopbackMain;
test.beforeEach(({ main: empty }) => {
  main = empty;
  main.inbox.data.chats = ['Deborah', 'Kwikpet', 'Marigold'].map((name, index) =>
    buildChat({
      id: index + 1,
      phone: String(447_400_000_000 + index),
      name,
      lastAt: Date.now() - index * MINUTE_MS,
      isMuted: name === 'Kwikpet',
      unreadCount: name === 'Deborah' ? 0 : 1,
    }),
  );
  main.inbox.lists.lists.push({ id: 7, name: 'Suppliers', phones: ['447400000001', '447400000002'] });
});

const row = (page: Page, name: string) => page.getByRole('option', { name: new RegExp(`^${name}[,.]`) });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Filters and sorting' }).click();
}
async function startNew(page: Page): Promise<void> {
  await openMenu(page);
  await page.getByRole('menuitem', { name: 'Save as view…' }).click();
  await expect(dialog(page, 'Save as view').getByRole('textbox', { name: 'Name' })).toBeFocused();
}
function keep(name: string, keys: string | null = null): void {
  const scope = { shelf: 'open' as const, marks: [], listId: null };
  main.inbox.lists.views.push({ id: name, name, icon: 'tag', scope: { ...scope, listId: 7 }, sort: 'newest', keys });
}

test.describe('a view', () => {
  test('is kept with its conditions and keys, stands in the menu with its count, and opens by its keys', async ({
    page,
  }) => {
    await page.goto(main.origin);
    await startNew(page);
    const form = dialog(page, 'Save as view');
    await page.keyboard.type('Unread suppliers');
    await form.getByRole('radio', { name: 'Flag' }).check();
    await form.getByRole('combobox', { name: 'Read status' }).selectOption('Only unread');
    await form.getByRole('combobox', { name: 'Muted' }).selectOption('Not muted');
    await form.getByRole('combobox', { name: 'People' }).selectOption('In the list Suppliers');
    await form.getByRole('button', { name: /^Shortcut/ }).click();
    await page.keyboard.press('Control+8');
    await expect(form.getByRole('button', { name: /^Shortcut/ })).toHaveText('Ctrl8');
    await form.getByRole('button', { name: 'Save view' }).click();
    await expect(form).toBeHidden();
    await expect(page.getByRole('group', { name: 'Filter: Unread suppliers' })).toBeVisible();
    await expect(page.getByRole('option')).toHaveCount(1);
    await expect(row(page, 'Marigold')).toBeVisible();
    expect(main.inbox.lists.views).toMatchObject([
      {
        name: 'Unread suppliers',
        icon: 'flag',
        scope: { shelf: 'open', marks: ['unread', 'not-muted'], listId: 7 },
        keys: 'Ctrl+8',
      },
    ]);
    await page.getByRole('button', { name: 'Back to open chats' }).click();
    await expect(page.getByRole('option')).toHaveCount(3);
    await page.keyboard.press('Control+8');
    await expect(page.getByRole('listbox', { name: 'Chats: Unread suppliers' })).toBeFocused();
    await openMenu(page);
    await expect(page.getByRole('menuitemradio', { name: 'Unread suppliers, 1 chat' })).toBeChecked();
  });

  test('has no keys that mean something else, and says whose they are', async ({ page }) => {
    keep('Old', 'Ctrl+8');
    await page.goto(main.origin);
    await startNew(page);
    const form = dialog(page, 'Save as view');
    const keys = form.getByRole('button', { name: /^Shortcut/ });
    await keys.click();
    await page.keyboard.press('Control+k');
    await expect(form).toContainText('This shortcut is used for “Search or jump to”. Choose another.');
    await page.keyboard.press('Enter');
    await expect(form).toContainText('This shortcut is reserved.');
    await page.keyboard.press('Control+8');
    await expect(form).toContainText('This shortcut is used for the view “Old”, which will lose it when you save.');
    await keys.click();
    await page.keyboard.press('Escape');
    await expect(keys).toHaveText('Ctrl8');
    await expect(form).toBeVisible();
    await keys.click();
    await page.keyboard.press('Backspace');
    await expect(keys).toHaveText('Choose shortcut');
  });

  test('needs a name, and what main refuses is said and kept', async ({ page }) => {
    await page.goto(main.origin);
    await startNew(page);
    const form = dialog(page, 'Save as view');
    await page.keyboard.press('Enter');
    await expect(form).toContainText('A view needs a name.');
    await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused();
    main.inbox.fail('views.save', { code: 'disk', detail: 'The disk is full.', fields: {}, retryAfterMs: null });
    await page.keyboard.type('Now');
    await page.keyboard.press('Enter');
    await expect(form.getByRole('alert')).toContainText('The view wasn’t saved. The disk is full.');
    await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Now');
    await page.keyboard.press('Escape');
    await form.getByRole('button', { name: 'Discard' }).press('Enter');
    await expect(form).toBeHidden();
    await expect(page.getByRole('listbox', { name: 'Open chats' })).toBeFocused();
  });

  test('is moved as often as its button is pressed, also before main has answered', async ({ page }) => {
    for (const name of ['First', 'Second', 'Third']) keep(name);
    await page.goto(main.origin);
    await openMenu(page);
    await page.getByRole('menuitem', { name: 'Edit views…' }).click();
    const release = main.inbox.hold('views.order');
    await dialog(page, 'Views').getByRole('button', { name: 'Move Third up' }).press('Enter');
    await page.keyboard.press('Enter');
    release();
    await expect.poll(() => main.inbox.lists.views.map(({ name }) => name)).toEqual(['Third', 'First', 'Second']);
  });

  test('is moved, changed and deleted from the keyboard, and comes back where it stood', async ({ page }) => {
    for (const name of ['First', 'Second', 'Third']) keep(name);
    await page.goto(main.origin);
    await openMenu(page);
    await page.getByRole('menuitem', { name: 'Edit views…' }).click();
    const manager = dialog(page, 'Views');
    const names = () => main.inbox.lists.views.map(({ name }) => name);
    await manager.getByRole('button', { name: 'Move Third up' }).press('Enter');
    await expect.poll(names).toEqual(['First', 'Third', 'Second']);
    await expect(manager.getByRole('button', { name: 'Move Third up' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect.poll(names).toEqual(['Third', 'First', 'Second']);
    await expect(manager.getByRole('button', { name: 'Edit Third' })).toBeFocused();
    await page.keyboard.press('Enter');
    await dialog(page, 'Edit view').getByRole('textbox', { name: 'Name' }).fill('Renamed');
    await page.keyboard.press('Enter');
    await expect(manager.getByRole('button', { name: 'Edit Renamed' })).toBeFocused();
    await manager.getByRole('button', { name: 'Delete First' }).press('Enter');
    await expect.poll(names).toEqual(['Renamed', 'Second']);
    await expect(manager.getByRole('button', { name: 'Delete Second' })).toBeFocused();
    await expect(manager.getByRole('status')).toHaveText('View “First” deleted');
    await manager.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect.poll(names).toEqual(['Renamed', 'First', 'Second']);
    await expect(manager.getByRole('button', { name: 'Edit First' })).toBeFocused();
    await manager.getByRole('button', { name: 'Close' }).press('Enter');
    await expect(page.getByRole('listbox', { name: 'Open chats' })).toBeFocused();
  });
});
