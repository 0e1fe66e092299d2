import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { composer, messages, MINUTE_MS, openInbox, fillLarge } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';
import { untilStill } from './wait-until-still.ts';

let main: LoopbackMain;
test.beforeEach(({ main: empty }) => {
  main = fillLarge(empty);
});

test.describe('the list', () => {
  test('is walked by keys and opened with Enter', async ({ page }) => {
    await page.goto(main.origin);
    const list = page.getByRole('listbox', { name: 'Open chats' });
    await list.focus();
    await page.keyboard.press('End');
    const last = page.getByRole('option', { name: /^Person 250[,.]/ });
    await expect(last).toBeInViewport();
    await expect(last).toHaveAttribute('aria-posinset', '250');
    await expect(last).toHaveAttribute('aria-setsize', '250');
    await expect(list).toHaveAttribute('aria-activedescendant', (await last.getAttribute('id')) ?? '');
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Person 249' })).toBeVisible();
    await expect(composer(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(list).toBeFocused();
  });

  test('does what its menu says, from the keyboard, and gives the focus back', async ({ page }) => {
    await page.goto(main.origin);
    const list = page.getByRole('listbox', { name: 'Open chats' });
    await list.focus();
    await page.keyboard.press('j');
    await page.keyboard.press('Shift+F10');
    const mute = page.getByRole('menuitem', { name: /^Mute/ });
    await expect(mute).toContainText('M');
    await mute.press('ArrowRight');
    await page.getByRole('menuitem', { name: 'Mute for 8 hours' }).press('Enter');
    await expect(list).toBeFocused();
    await expect
      .poll(() => main.inputOf('chats.applyAction'))
      .toMatchObject({ action: { kind: 'mute', isMuted: true, hours: 8 } });
    await page.keyboard.press('p');
    await expect(page.getByRole('option', { name: /^Person 1, pinned, muted/ })).toBeVisible();
  });

  test('opens the menu of a row where it is clicked, also on the buttons of the row, and gives the focus back', async ({
    page,
  }) => {
    await page.goto(main.origin);
    const row = page.getByRole('option').nth(2);
    await row.click({ button: 'right', position: { x: 60, y: 20 } });
    const menu = page.getByRole('menu', { name: /Person 3/ });
    const [at, box] = [await row.boundingBox(), await menu.boundingBox()];
    expect(Math.abs((box?.x ?? 0) - (at?.x ?? 0) - 60)).toBeLessThanOrEqual(2);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox', { name: 'Open chats' })).toBeFocused();
    await row.hover();
    await page.locator('.chat-item .acts button').first().click({ button: 'right' });
    await expect(menu).toBeVisible();
  });

  test('holds still under the pointer and says what waits at the top', async ({ page }) => {
    await page.goto(main.origin);
    const first = page.getByRole('option').first();
    await page.getByRole('option').nth(2).hover();
    main.inbox.change(5, { lastAt: Date.now() + MINUTE_MS, unreadCount: 1 });
    await expect(page.getByRole('button', { name: '1 new at the top' })).toBeVisible();
    await expect(first).toHaveAccessibleName(/^Person 1[,.]/);
    await page.mouse.move(900, 500);
    await expect(first).toHaveAccessibleName(/^Person 5, 1 unread/);
  });

  test('takes a click that comes right after scrolling', async ({ page }) => {
    await page.goto(main.origin);
    const list = page.getByRole('listbox', { name: 'Open chats' });
    await untilStill(page);
    const heard = await list.evaluate(async (box) => {
      const scrolled = new Promise((resolve) => box.addEventListener('scroll', resolve, { once: true }));
      box.scrollTo({ top: 600 });
      await scrolled;
      // The rows of that place are there with the next frame.
      await new Promise(requestAnimationFrame);
      const { x, y } = box.getBoundingClientRect();
      return document.elementFromPoint(x + 100, y + 100)?.closest('[role=option]') !== null;
    });
    expect(heard).toBe(true);
  });

  test('single letters are letters in a field', async ({ page }) => {
    await openInbox(page, main.origin);
    await page.keyboard.type('jekump');
    await expect(composer(page)).toHaveValue('jekump');
    expect(main.inputOf('chats.applyAction')).toBeUndefined();
  });
});

test.describe('the composer', () => {
  test('never sends while an input method composes', async ({ page }) => {
    await openInbox(page, main.origin);
    const client = await page.context().newCDPSession(page);
    await client.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
    await composer(page).dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true });
    await client.send('Input.insertText', { text: '日本' });
    await expect(composer(page)).toHaveValue('日本');
    expect(main.inputOf('sends.create')).toBeUndefined();
  });

  test('counts, names what costs a part and makes it plain', async ({ page }) => {
    await openInbox(page, main.origin);
    await composer(page).fill('It’s here');
    await expect(page.getByText('9 / 70')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Make quotes straight' })).toBeHidden();
    await composer(page).fill(`“It’s here” ${'a'.repeat(70)}`);
    await expect(page.getByText('Curly quotes shorten each part to 67 characters.')).toBeVisible();
    await page.getByRole('button', { name: 'Make quotes straight' }).click();
    await expect(composer(page)).toHaveValue(`"It's here" ${'a'.repeat(70)}`);
    await expect(composer(page)).toBeFocused();
    await expect(page.getByText('82 / 160')).toBeVisible();
    await composer(page).fill('a'.repeat(932));
    await expect(page.getByText('The limit is 6 parts. 14 characters too many.').first()).toBeVisible();
    await composer(page).press('Enter');
    await expect(composer(page)).toHaveValue('a'.repeat(932));
    expect(main.inputOf('sends.create')).toBeUndefined();
  });

  test('says that a text waits while offline, and what waits can be taken back', async ({ page }) => {
    await openInbox(page, main.origin, 2);
    main.changeStatus({ link: 'offline' });
    await composer(page).fill('On our way');
    await expect(page.getByRole('button', { name: 'Send when possible' })).toBeVisible();
    await composer(page).press('Enter');
    const mine = messages(page).getByRole('listitem').filter({ hasText: 'On our way' });
    await expect(mine).toContainText('Waiting for connection');
    await mine.getByRole('button', { name: 'Cancel' }).click();
    await expect(composer(page)).toHaveValue('On our way');
    await expect(composer(page)).toBeFocused();
  });
});

test.describe('the panes', () => {
  const panel = (page: Page) => page.getByRole('complementary', { name: 'Contact' });

  test('say who the person is, and are shown and hidden from the keyboard', async ({ page }) => {
    main.inbox.data.contacts.push({
      id: 11,
      phone: '447400000000',
      name: 'Person 1',
      company: 'Northgate',
      email: 'one@mail.example',
      country: 'GB',
      avatarId: null,
      isBlocked: false,
      isFavorite: false,
      isShared: false,
      fields: [{ id: 1, name: 'Pet', value: 'Biscuit' }],
      lists: [{ id: 1, name: 'Dental clients' }],
    });
    await openInbox(page, main.origin);
    await expect(panel(page)).toContainText('one@mail.example');
    await expect(panel(page)).toContainText('Biscuit');
    await expect(panel(page)).toContainText('Dental clients');
    await page.keyboard.press('Control+.');
    await expect(panel(page)).toBeHidden();
    await expect.poll(() => main.inputOf('settings.set')).toEqual({ isContactPanelOpen: false });
    await expect(composer(page)).toBeFocused();
  });

  test('lie over the thread in a narrow window, and Esc puts the focus back', async ({ page }) => {
    await page.setViewportSize({ width: 720, height: 640 });
    await openInbox(page, main.origin);
    await page.keyboard.press('Control+.');
    const over = page.getByRole('dialog', { name: 'Contact' });
    await expect(over).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(over).toBeHidden();
    await expect(composer(page)).toBeFocused();
    await page.getByRole('button', { name: 'Filters and sorting' }).click();
    await page.getByRole('menuitemradio', { name: /^Closed/ }).click();
    await expect(page.getByText('Nothing closed yet')).toBeVisible();
  });

  test('have a tab for closed chats where there is room for it, else it is among the filters', async ({ page }) => {
    await page.goto(main.origin);
    const filters = page.getByRole('button', { name: 'Filters and sorting' });
    for (const [width, hasTab] of [
      [1280, true],
      [720, false],
      [700, true],
      [480, true],
      [400, false],
    ] as const) {
      await page.setViewportSize({ width, height: 640 });
      await expect(page.getByRole('tab', { name: 'Closed' })).toHaveCount(hasTab ? 1 : 0);
      if (hasTab) await expect(page.getByRole('tab', { name: 'Closed' })).toBeInViewport({ ratio: 1 });
      await filters.click();
      await expect(page.getByRole('menuitemradio', { name: /^Closed/ })).toHaveCount(hasTab ? 0 : 1);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toHaveCount(0);
    }
  });

  test('keep the width that was chosen until it is put back', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(main.origin);
    const splitter = page.getByRole('separator', { name: 'Chat list width' });
    await expect(splitter).toHaveAttribute('aria-valuenow', '336');
    await splitter.press('ArrowRight');
    await expect(splitter).toHaveAttribute('aria-valuenow', '352');
    await page.reload();
    await expect(splitter).toHaveAttribute('aria-valuenow', '352');
    await splitter.press('End');
    await expect(splitter).toHaveAttribute('aria-valuenow', '440');
    await splitter.dblclick();
    await expect(splitter).toHaveAttribute('aria-valuenow', '336');
  });
});
