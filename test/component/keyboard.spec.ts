import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { composer, openInbox, fillLarge } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';
import { listRows } from '#test/support/full-counts.ts';

let main: LoopbackMain;
test.beforeEach(({ main: empty }) => {
  main = fillLarge(empty);
});

/** What could be pressed or typed in, by words that tell two of them apart. Parts of a composite are its arrow keys'. */
const listControls = (page: Page) =>
  page.evaluate(() => {
    const OWN_KEYS = '[role="listbox"], [role="tablist"], [role="toolbar"], [data-place="message"]';
    const all = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, textarea, select, [tabindex], [role="separator"][aria-valuenow]',
    );
    return [...all]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.closest('[inert]') === null)
      .filter(
        (element) => !element.matches(':disabled, [type="file"]') && element.closest('[aria-hidden="true"]') === null,
      )
      .filter((element) => element.tabIndex >= 0 || element.parentElement?.closest(OWN_KEYS) === null)
      .filter((element) => element.tabIndex >= 0 || element.matches('a, button, input, textarea, select'))
      .map((element) => {
        element.dataset['walk'] ??= String(document.querySelectorAll('[data-walk]').length);
        return `${element.dataset['walk']} ${element.tagName} ${element.ariaLabel ?? element.textContent.trim().slice(0, 40)}`;
      });
  });
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null;
    if (element === null || element === document.body) return null;
    return `${element.dataset['walk'] ?? '?'} ${element.tagName} ${element.ariaLabel ?? element.textContent.trim().slice(0, 40)}`;
  });

/** Presses Tab until the focus is round, and says where it was. */
async function walkByTab(page: Page): Promise<string[]> {
  const seen: string[] = [];
  for (let press = 0; press < 120; press += 1) {
    await page.keyboard.press('Tab');
    const now = await focused(page);
    if (now === null) continue;
    if (now === seen[0]) break;
    seen.push(now);
  }
  return seen;
}

test.describe('the whole window', () => {
  for (const width of listRows([1440, 720], 1)) {
    test(`has nothing that only a mouse reaches, ${String(width)} wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await openInbox(page, main.origin);
      const controls = await listControls(page);
      expect(controls.length).toBeGreaterThan(12);
      const reached = await walkByTab(page);
      expect(controls.filter((control) => !reached.includes(control))).toEqual([]);
    });
  }

  test('is walked by F6 from part to part and back, each with its place remembered', async ({ page }) => {
    await openInbox(page, main.origin);
    const region = () =>
      page.evaluate(() => {
        const part = document.activeElement?.closest('[data-region], nav, aside, section');
        return part?.getAttribute('data-region') || part?.tagName.toLowerCase();
      });
    const walked: (string | undefined)[] = [];
    for (let press = 0; press < 5; press += 1) {
      walked.push(await region());
      await page.keyboard.press('F6');
    }
    expect(walked).toEqual(['composer', 'contact', 'nav', 'list', 'messages']);
    await expect(composer(page)).toBeFocused();
    await page.keyboard.press('F6');
    await page.keyboard.press('Tab');
    const place = await focused(page);
    await page.keyboard.press('F6');
    await page.keyboard.press('Shift+F6');
    expect(await focused(page)).toBe(place);
  });

  test('F6 leads from a header to the part below it, and back to the one above', async ({ page }) => {
    await openInbox(page, main.origin);
    await page.locator('[data-anchor="chat-menu"]').focus();
    await page.keyboard.press('F6');
    await expect(page.locator('[data-place="message"]:focus')).toBeVisible();
    await page.locator('[data-anchor="chat-menu"]').focus();
    await page.keyboard.press('Shift+F6');
    await expect(page.getByRole('listbox', { name: 'Open chats' })).toBeFocused();
  });
});

test.describe('the guide', () => {
  test('lists all shortcuts, is searched by typing and scrolled by keys, and gives the focus back', async ({
    page,
  }) => {
    await openInbox(page, main.origin);
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'All shortcuts' });
    await expect(dialog.getByRole('textbox', { name: 'Find shortcuts' })).toBeFocused();
    await expect(dialog.getByRole('heading', { level: 3 })).toHaveCount(7);
    const box = dialog.getByRole('region', { name: 'Shortcuts' });
    await page.setViewportSize({ width: 900, height: 480 });
    await page.keyboard.press('PageDown');
    await expect.poll(() => box.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(50);
    await page.keyboard.type('archive');
    await expect(dialog.getByRole('definition')).toHaveText(['E']);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('listbox')).toBeFocused();
  });
});

test.describe('from what lies over the window', () => {
  test('a form keeps the keys that lead elsewhere to itself until it is closed', async ({ page }) => {
    await openInbox(page, main.origin);
    await page.keyboard.press('Escape');
    await page.keyboard.press('s');
    const form = page.getByRole('dialog', { name: /^Snooze/ });
    for (const keys of ['Control+k', 'Control+,', 'Control+.', 'Control+n']) {
      await page.keyboard.press(keys);
      await expect(page.getByRole('dialog')).toHaveCount(1);
      await expect(form.getByRole('combobox')).toBeFocused();
    }
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('listbox')).toBeFocused();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Search or jump to' })).toBeVisible();
  });

  test('the guide gives way to the search and to the settings, where the focus is then', async ({ page }) => {
    await openInbox(page, main.origin);
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await expect(page.getByRole('combobox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('listbox')).toBeFocused();
    await page.keyboard.press('?');
    await page.keyboard.press('Control+,');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.section') !== null)).toBe(true);
    await page.keyboard.press('Control+1');
    await expect(page.getByRole('listbox')).toBeFocused();
  });
});

test.describe('changing keys', () => {
  async function openSettings(page: Page): Promise<void> {
    await page.goto(main.origin);
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('settings keyboard');
    await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toHaveAccessibleName(/Keyboard/);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Keyboard', level: 2 })).toBeVisible();
  }

  test('takes what is pressed, shows it where the command is, and the old keys do nothing', async ({ page }) => {
    await openSettings(page);
    const change = page.getByRole('button', { name: 'Change shortcut for “Close or reopen chat”' });
    await change.press('Enter');
    await page.keyboard.press('b');
    await expect(change).toBeFocused();
    expect(main.settings.shortcuts).toEqual({ 'close-or-reopen': 'B' });
    await page.keyboard.press('Control+1');
    await page.getByRole('listbox').focus();
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await page.keyboard.press('b');
    await expect.poll(() => main.inbox.data.chats.find(({ id }) => id === 1)?.status).toBe('closed');
    expect(main.asked.filter(({ name }) => name === 'chats.applyAction')).toHaveLength(1);
  });

  test('names who has the keys, and takes them only when told to', async ({ page }) => {
    await openSettings(page);
    await page.getByRole('button', { name: 'Change shortcut for “Pin or unpin”' }).click();
    await page.keyboard.press('e');
    await expect(page.getByText('E is already used for “Close or reopen chat”.')).toBeVisible();
    expect(main.settings.shortcuts).toEqual({});
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => main.settings.shortcuts).toEqual({ pin: 'E', 'close-or-reopen': '' });
    const reset = page.getByRole('button', { name: 'Reset all' });
    await reset.press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reset all' }).press('Enter');
    await expect.poll(() => main.settings.shortcuts).toEqual({});
    await expect(reset).toBeDisabled();
    await expect(reset).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  });

  test('Esc ends the recording and stays in the settings, also from its buttons', async ({ page }) => {
    await openSettings(page);
    const change = page.getByRole('button', { name: 'Change shortcut for “Pin or unpin”' });
    const recorder = page.getByRole('button', { name: /^Press the new shortcut/ });
    for (const tabs of [0, 1, 2]) {
      await change.press('Enter');
      await expect(recorder).toBeFocused();
      if (tabs > 0) await page.keyboard.press('e');
      for (let tab = 0; tab < tabs; tab += 1) await page.keyboard.press('Tab');
      await page.keyboard.press('Escape');
      await expect(recorder).toHaveCount(0);
      await expect(change).toBeFocused();
    }
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox')).toBeFocused();
    expect(main.settings.shortcuts).toEqual({});
  });

  test('turns single letters off', async ({ page }) => {
    await openSettings(page);
    await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
    await page.keyboard.press('Control+1');
    await page.getByRole('listbox').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('e');
    await page.keyboard.press('Control+.');
    await expect(page.getByRole('option').first()).toBeVisible();
    expect(main.asked.filter(({ name }) => name === 'chats.applyAction')).toEqual([]);
  });
});
