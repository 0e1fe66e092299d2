import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { composer, openInbox, fillLarge } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';
import { listRows } from '#test/support/full-counts.ts';

let main: LoopbackMain;
test.beforeEach(({ main: empty }) => {
  main = fillLarge(empty);
  main.inbox.lists.views.push({
    ...{ id: 'v1', name: 'Mine', icon: 'flag', sort: 'newest', keys: null },
    scope: { shelf: 'open', marks: [], listId: null },
  });
});

const list = (page: Page): Locator => page.getByRole('listbox', { name: 'Open chats' });
const overlays = (page: Page): Locator => page.locator('[role="menu"], [role="dialog"], [role="alertdialog"]');
/** What has the focus, in words that tell things apart. */
const place = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return 'nothing';
    const { role, ariaLabel, tagName } = element as HTMLElement;
    return `${tagName} ${role ?? ''} ${ariaLabel ?? ''} ${element.getAttribute('data-key') ?? ''}`;
  });

async function focusRow(page: Page): Promise<void> {
  await page.goto(main.origin);
  await expect(page.getByRole('option').first()).toBeVisible();
  await list(page).focus();
  for (const key of ['j', 'j']) await page.keyboard.press(key);
}
async function focusMessage(page: Page): Promise<void> {
  await openInbox(page, main.origin);
  await page.keyboard.press('Shift+F6');
  await expect(page.locator('[data-place="message"]:focus')).toBeVisible();
}
async function focusThreadMenu(page: Page): Promise<void> {
  await openInbox(page, main.origin);
  await page.locator('[data-anchor="chat-menu"]').focus();
}

/** Where the focus is, and what each key opens from there. */
const OPENINGS = [
  {
    from: 'a row',
    begin: focusRow,
    openings: [
      { name: 'its menu', keys: ['Shift+F10'], opens: 'menu' },
      { name: 'the menu of lists', keys: ['g'], opens: 'menu' },
      { name: 'how long to mute', keys: ['m'], opens: 'menu' },
      { name: 'until when to snooze', keys: ['s'], opens: 'dialog' },
      { name: 'the palette', keys: ['Control+k'], opens: 'dialog' },
      { name: 'the search for people', keys: ['/'], opens: 'dialog' },
      { name: 'the guide', keys: ['?'], opens: 'dialog' },
      { name: 'the question before many go', keys: ['Control+a', 'Delete'], opens: 'alertdialog' },
    ],
  },
  {
    from: 'the header of a thread',
    begin: focusThreadMenu,
    openings: [
      { name: 'its menu, by Enter', keys: ['Enter'], opens: 'menu' },
      { name: 'its menu, by its key', keys: ['Shift+F10'], opens: 'menu' },
    ],
  },
  {
    from: 'the composer',
    begin: openOwnInbox,
    openings: [
      { name: 'the search in the chat', keys: ['Control+f'], opens: 'dialog' },
      { name: 'the date to jump to', keys: ['Control+g'], opens: 'dialog' },
      { name: 'the printing', keys: ['Control+p'], opens: 'dialog' },
    ],
  },
  {
    from: 'a message',
    begin: focusMessage,
    openings: [
      { name: 'its menu', keys: ['Shift+F10'], opens: 'menu' },
      { name: 'its details', keys: ['i'], opens: 'dialog' },
    ],
  },
] as const;

async function openOwnInbox(page: Page): Promise<void> {
  await openInbox(page, main.origin);
}

for (const width of listRows([1440, 720], 0)) {
  test(`at first the list has the focus, and one arrow leads to a chat, ${String(width)}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(main.origin);
    await expect(list(page)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(list(page)).toHaveAttribute('aria-activedescendant', 'chat-1');
  });
}

test('without any chat the chosen list has the focus at first', async ({ page }) => {
  main.inbox.data.chats = [];
  await page.goto(main.origin);
  await expect(page.getByRole('tab', { name: /^Open/ })).toBeFocused();
});

test('whoever goes elsewhere before the chats are there stays there', async ({ page }) => {
  const { chats } = main.inbox.data;
  main.inbox.data.chats = [];
  main.changeStatus({ lastSyncedAt: null });
  await page.goto(main.origin);
  await expect(page.getByRole('button', { name: 'New message', exact: true })).toBeVisible();
  await page.keyboard.press('Tab');
  const before = await place(page);
  expect(before).not.toBe('nothing');
  main.inbox.data.chats = chats;
  main.emit('chats.changed', { chatIds: [], everything: true });
  await expect(page.getByRole('option').first()).toBeVisible();
  expect(await place(page)).toBe(before);
});

test('a dialog keeps its name until it is gone', async ({ page }) => {
  await focusRow(page);
  await page.keyboard.press('s');
  const title = page.getByRole('dialog').getByRole('heading', { level: 2 });
  await expect(title).toContainText('Person 2');
  const names = await title.evaluateHandle((heading) => {
    const seen = new Set<string>();
    new MutationObserver(() => seen.add(heading.textContent)).observe(heading, {
      ...{ subtree: true, childList: true, characterData: true },
    });
    return seen;
  });
  await page.keyboard.press('Escape');
  await expect(title).toHaveCount(0);
  expect(await names.evaluate((seen) => [...seen])).toEqual([]);
});

/** Opened by keys, it holds the focus, is closed alone by Esc, and gives the focus back. */
async function holdsFocus(page: Page, keys: readonly string[], opens: string): Promise<void> {
  const before = await place(page);
  expect(before).not.toBe('nothing');
  for (const key of keys) await page.keyboard.press(key);
  const opened = overlays(page).and(page.locator(`[role="${opens}"]`));
  await expect(opened).toHaveCount(1);
  await expect.poll(() => opened.evaluate((one) => one.contains(document.activeElement))).toBe(true);
  // Out of a menu Tab leads by closing it; within, the arrows walk.
  const step = opens === 'menu' ? 'ArrowDown' : 'Tab';
  for (let press = 0; press < 12; press += 1) {
    await page.keyboard.press(step);
    const isInside = await opened.evaluate((one) => one.contains(document.activeElement));
    expect(isInside, `${step} ${String(press)}`).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(overlays(page)).toHaveCount(0);
  await expect.poll(() => place(page)).toBe(before);
}

for (const { from, begin, openings } of OPENINGS) {
  test(`what keys open from ${from} holds the focus, is closed alone by Esc, and gives it back`, async ({ page }) => {
    await begin(page);
    for (const { name, keys, opens } of openings) await test.step(name, () => holdsFocus(page, keys, opens));
  });
}

for (const [name, begin] of [
  ['a row', focusRow],
  ['the thread', focusThreadMenu],
  ['a message', focusMessage],
] as const) {
  test(`Tab leads out of the menu of ${name}, back to where one was`, async ({ page }) => {
    await begin(page);
    const before = await place(page);
    await page.keyboard.press('Shift+F10');
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect.poll(() => place(page)).toBe(before);
  });
}

test('the contact panel that is closed with the keys in it gives them to the composer', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openInbox(page, main.origin);
  const panel = page.getByRole('complementary', { name: 'Contact' });
  const button = panel.getByRole('button').first();
  await button.focus();
  await page.keyboard.press('Control+.');
  await expect(panel).toHaveCount(0);
  await expect(composer(page)).toBeFocused();
});

test('Esc closes one thing at a time, and never leaves the focus nowhere', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 800 });
  await openInbox(page, main.origin);
  await page.keyboard.press('Control+.');
  const panel = page.getByRole('dialog', { name: 'Contact' });
  await expect(panel).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('export');
  await page.keyboard.press('Escape');
  await expect(overlays(page)).toHaveCount(0);
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(list(page)).toBeFocused();
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(page.getByRole('toolbar', { name: 'Selected chats' })).toBeVisible();
  expect(await place(page)).not.toBe('nothing');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('toolbar', { name: 'Selected chats' })).toHaveCount(0);
  await expect(list(page)).toBeFocused();
});

test('a menu has the keys as soon as it is there, not only with the next frame', async ({ page }) => {
  await focusRow(page);
  await page.evaluate(() => (window.requestAnimationFrame = () => 0));
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
});

for (const [name, keys] of [
  ['by its key', ['e']],
  ['from its menu', ['Shift+F10', 'Enter']],
  ['deleted', ['Delete']],
] as const) {
  test(`what is done to the chat under the keys (${name}) leaves the focus in the list`, async ({ page }) => {
    await focusRow(page);
    for (const key of keys) await page.keyboard.press(key);
    await expect(page.getByRole('option', { name: /^Person 2[,.]/ })).toHaveCount(0);
    await expect(list(page)).toBeFocused();
  });
}

test('an emptied list leaves the focus on its tab, with a ring around that alone', async ({ page }) => {
  main.inbox.data.chats = main.inbox.data.chats.slice(0, 2);
  await page.goto(main.origin);
  await expect(page.getByRole('option')).toHaveCount(2);
  await list(page).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect(page.getByRole('option')).toHaveCount(0);
  await expect(page.getByRole('tab', { name: 'Open' })).toBeFocused();
  await page.keyboard.press('z');
  await expect(page.getByRole('option')).toHaveCount(2);
  await page.keyboard.press('j');
  await expect(list(page)).toBeFocused();
});

/**
 * How an element and what is around and in it are outlined: of the one that has the focus (`null`), or of one that had it
 * before; null where that is gone.
 */
const look = (page: Page, former: string | null): Promise<{ key: string; html: string; style: string } | null> =>
  page.evaluate((wanted) => {
    const all = document.querySelectorAll<HTMLElement>('[data-look]');
    const element =
      wanted === null
        ? document.activeElement
        : [...all].find((one) => one.dataset['look'] === wanted && one !== document.activeElement);
    if (!(element instanceof HTMLElement) || element === document.body) return null;
    const around: Element[] = [];
    for (let box: Element | null = element; box !== null && around.length < 5; box = box.parentElement)
      around.push(box);
    const styles = [...around, ...element.querySelectorAll('*')].flatMap((part) => {
      const { boxShadow, outlineStyle, outlineWidth, outlineColor, borderColor } = getComputedStyle(part);
      const isClear = outlineStyle === 'none' || outlineWidth === '0px' || outlineColor.endsWith(', 0)');
      const grip = getComputedStyle(part, '::after');
      return [
        boxShadow,
        isClear ? '' : `${outlineStyle} ${outlineWidth} ${outlineColor}`,
        borderColor,
        grip.background,
      ];
    });
    element.dataset['look'] ??= String(all.length);
    return { key: element.dataset['look'], html: element.outerHTML.slice(0, 110), style: styles.join('|') };
  }, former);

/** Walks by Tab; what looks the same with the focus and, once that is elsewhere, without. */
async function listUnseen(page: Page, presses: number): Promise<string[]> {
  const seen = new Map<string, { html: string; style: string }>();
  for (let press = 0; press < presses; press += 1) {
    const now = await look(page, null);
    if (now !== null) seen.set(now.key, now);
    await page.keyboard.press('Tab');
  }
  expect(seen.size).toBeGreaterThan(1);
  // What is around the last one is looked at without the focus as well.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  const unseen: string[] = [];
  for (const [key, { html, style }] of seen) if ((await look(page, key))?.style === style) unseen.push(html);
  return unseen;
}

for (const forcedColors of listRows(['none', 'active'] as const, 1)) {
  const begin = async (page: Page): Promise<void> => {
    await page.emulateMedia({ reducedMotion: 'reduce', forcedColors });
    await openInbox(page, main.origin);
  };
  test.describe(`the focus is seen, forced colours: ${forcedColors}`, () => {
    test('everywhere in the inbox with a chat and its panel', async ({ page }) => {
      await begin(page);
      await page.keyboard.press('Tab');
      expect(await listUnseen(page, 34)).toEqual([]);
    });

    for (const [name, keys] of [
      ['the choice of a time', ['Escape', 's']],
      ['the guide', ['Escape', '?']],
      ['the date to jump to', ['Control+g']],
      ['the printing', ['Control+p']],
      ['the bar of checked chats', ['Escape', 'x']],
    ] as const) {
      test(`in ${name}`, async ({ page }) => {
        await begin(page);
        for (const key of keys) await page.keyboard.press(key);
        await page.keyboard.press('Tab');
        expect(await listUnseen(page, 10)).toEqual([]);
      });
    }

    test('in the settings', async ({ page }) => {
      await begin(page);
      await page.keyboard.press('Control+,');
      await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
      await page.keyboard.press('Tab');
      expect(await listUnseen(page, 45)).toEqual([]);
    });
  });
}

test('keys that lead to a screen take the focus out of the rail', async ({ page }) => {
  await focusRow(page);
  const rail = page.getByRole('navigation', { name: 'Main' });
  const inbox = rail.getByRole('link', { name: /^Inbox/ });
  await inbox.focus();
  await page.keyboard.press('Control+1');
  await expect(list(page)).toBeFocused();
  for (const [key, name] of [
    ['Control+2', 'contacts'],
    ['Control+5', 'templates'],
    ['Control+1', 'chats'],
  ] as const) {
    await rail.getByRole('link', { name: 'Settings' }).focus();
    await page.keyboard.press(key);
    await expect(page.locator(':focus'), name).toBeVisible();
    await expect(rail.locator(':focus'), name).toHaveCount(0);
  }
});

for (const [screen, label] of [
  ['scheduled', 'Find scheduled texts'],
  ['contacts', 'Find contacts'],
] as const) {
  test(`Esc clears the search of ${screen}, and then leaves it, also above an empty list`, async ({ page, main }) => {
    await page.goto(`${main.origin}/#/${screen}`);
    const field = page.getByRole('searchbox', { name: label });
    await field.fill('nobody');
    await field.press('Escape');
    await expect(field).toHaveValue('');
    await expect(field).toBeFocused();
    await field.press('Escape');
    await expect(field).not.toBeFocused();
  });
}

for (const { from, begin } of [
  { from: 'a row', begin: focusRow },
  { from: 'a message', begin: focusMessage },
]) {
  test(`a key gives the focus back to the part of the screen that lost it: ${from}`, async ({ page }) => {
    await page.clock.install();
    await begin(page);
    const before = await place(page);
    // A key gives a lost focus back within a second. For the keys above that second has passed; then time stops.
    await page.clock.fastForward(1_000);
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
    expect(await place(page)).toBe('nothing');
    await page.keyboard.press('Shift');
    await page.clock.runFor(1_000);
    expect(await place(page)).toBe(before);
  });
}

test('Delete means a chat where chats are, not on the title bar or the rail', async ({ page }) => {
  await openInbox(page, main.origin, 2);
  const chat = page.getByRole('option', { name: /^Person 2[,.]/ });
  for (const outside of [
    page.getByRole('button', { name: /^Search or jump to/ }),
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Inbox/ }),
  ]) {
    await outside.focus();
    await page.keyboard.press('Delete');
  }
  // The guide comes after whatever the keys before it did.
  await page.keyboard.press('?');
  await expect(overlays(page)).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(overlays(page)).toHaveCount(0);
  await expect(chat).toBeVisible();
  await list(page).focus();
  await page.keyboard.press('Delete');
  await expect(chat).toHaveCount(0);
});

test('the details of a message close when the user goes to another screen', async ({ page }) => {
  await focusMessage(page);
  await page.keyboard.press('i');
  await expect(overlays(page)).toHaveCount(1);
  await page.keyboard.press('Control+3');
  await expect(page.getByRole('heading', { name: 'Upcoming' })).toBeVisible();
  await expect(overlays(page)).toHaveCount(0);
  await expect.poll(() => place(page)).not.toBe('nothing');
});
