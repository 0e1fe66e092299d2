/** The menus of the desktop: what the page tells of them, and what it does once something is chosen there. */
import { expect, type Page } from '@playwright/test';
import type { CommandId } from '#shared/domain/commands.ts';
import { signedOut } from '#test/support/session-views.ts';
import { test } from './fixtures.ts';
import { composer, fillSmall } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';

let main: LoopbackMain;
test.beforeEach(({ main: empty }) => {
  main = fillSmall(empty);
  main.inbox.desktop.info = {
    ...{ kind: 'electron', platform: 'windows', canZoom: true, menus: 'button', version: '1', dataId: 'd' },
  };
});

const find = (id: CommandId) => main.inbox.desktop.menu.find((command) => command.id === id);
const canRun = (id: CommandId) => find(id)?.canRun;
const menuButton = (page: Page) => page.getByRole('button', { name: 'Switchboard menu' });

async function open(page: Page): Promise<void> {
  await page.goto(main.origin);
  await expect(page.getByRole('option', { name: /^Deborah/ })).toBeVisible();
  await expect.poll(() => canRun('new-message')).toBe(true);
}

test.describe('the menus of the desktop', () => {
  test('offer what can be done now, with the words and keys of the command', async ({ page }) => {
    await open(page);
    expect(find('next-unread')).toMatchObject({ label: 'Next unread chat', chord: 'Alt+Shift+ArrowDown' });
    expect(find('pin')).toMatchObject({ label: 'Pin or unpin', chord: '' });
    await page.getByRole('option', { name: /^Tom/ }).click();
    await expect.poll(() => canRun('toggle-panel')).toBe(true);
    await page.keyboard.press('Control+2');
    await expect.poll(() => canRun('pin')).toBe(false);
    expect(canRun('new-message')).toBe(true);
  });

  test('do what is chosen, and bring the screen for it', async ({ page }) => {
    await open(page);
    main.inbox.desktop.chooseCommand('go-settings');
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    main.inbox.desktop.chooseCommand('new-message');
    await expect(page.getByRole('region', { name: 'New message' })).toBeVisible();
  });

  test('do what is chosen to the chat in sight', async ({ page }) => {
    await open(page);
    await page.getByRole('option', { name: /^Tom/ }).click();
    await expect(composer(page)).toBeFocused();
    await expect.poll(() => canRun('snooze')).toBe(true);
    main.inbox.desktop.chooseCommand('snooze');
    await expect(page.getByText('Later today').or(page.getByText('Tomorrow')).first()).toBeVisible();
  });

  test('wait for a form that lies over the window', async ({ page }) => {
    await open(page);
    await page.getByRole('option', { name: /^Tom/ }).click();
    await expect.poll(() => canRun('export-chat')).toBe(true);
    main.inbox.desktop.chooseCommand('export-chat');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect.poll(() => canRun('go-settings')).toBe(false);
    await page.keyboard.press('Escape');
    await expect.poll(() => canRun('go-settings')).toBe(true);
  });

  test('open below the name of the app, by a click or by Alt alone', async ({ page }) => {
    await open(page);
    const places = main.inbox.desktop.menuPlaces;
    await menuButton(page).click();
    await expect.poll(() => places.length).toBe(1);
    expect(places[0]?.y).toBeLessThan(40);
    await page.keyboard.press('Alt');
    await expect.poll(() => places.length).toBe(2);
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.down('Alt');
    await page.mouse.click(700, 400);
    await page.keyboard.up('Alt');
    await menuButton(page).click();
    await expect.poll(() => places.length).toBe(3);
  });

  test('offer nothing while nobody is signed in', async ({ page }) => {
    main.session = signedOut;
    await page.goto(main.origin);
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await expect.poll(() => main.inbox.desktop.menu.length).toBeGreaterThan(0);
    expect(main.inbox.desktop.menu.filter((command) => command.canRun)).toEqual([]);
  });

  test('are not there in a browser', async ({ page }) => {
    main.inbox.desktop.info = {
      ...{ kind: 'browser', platform: 'linux', canZoom: false, menus: 'none', version: '1', dataId: 'd' },
    };
    await page.goto(main.origin);
    await expect(page.getByRole('option', { name: /^Deborah/ })).toBeVisible();
    await expect(menuButton(page)).toHaveCount(0);
    expect(main.asked.filter(({ name }) => name === 'desktop.setMenu')).toEqual([]);
  });
});
