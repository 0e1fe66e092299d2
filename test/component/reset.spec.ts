/** The tests of a worker share a context, a process and a server: nothing of one may be seen by the next. */
import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { fillSmall } from './inbox-page.ts';

// In their order, in one worker.
test.describe.configure({ mode: 'serial' });

/** Whatever of a page, its context and its main a test can change, as it is now. */
const readState = (page: Page) =>
  page.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    cookies: document.cookie,
    name: window.name,
    history: history.length,
    size: [innerWidth, innerHeight],
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
    isForced: matchMedia('(forced-colors: active)').matches,
    isPrint: matchMedia('print').matches,
    isClockReal: Function.prototype.toString.call(Date).includes('[native code]'),
    isOnline: navigator.onLine,
    clipboard: (await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })).state,
    isRouted: await fetch('/blank').then(
      (response) => response.text(),
      () => 'no answer',
    ),
    script: (window as { leftover?: unknown }).leftover ?? null,
    hovered: document.querySelectorAll('[role="option"]:hover').length,
    focused: document.activeElement?.getAttribute('role') ?? null,
  }));

let first: Awaited<ReturnType<typeof readState>> | null = null;
let firstPhones: readonly string[] = [];

for (const round of ['at first', 'after all of it was changed', 'after the clock was set']) {
  test(`a test finds nothing of another, ${round}`, async ({ page, main }) => {
    expect(main.asked).toEqual([]);
    expect(main.inbox.data.chats).toEqual([]);
    expect(main.settings.theme).toBe('system');
    fillSmall(main);
    await page.goto(main.origin);
    await expect(page.getByRole('option')).toHaveCount(2);
    await expect(page.getByRole('listbox')).toBeFocused();
    const state = await readState(page);
    first ??= state;
    expect(state).toEqual(first);
    expect(state).toMatchObject({ size: [1280, 720], isClockReal: true, isRouted: '', isOnline: true });
    // A key that was left down would make this Alt+J.
    await page.keyboard.press('j');
    await expect(page.getByRole('listbox')).toHaveAttribute('aria-activedescendant', 'chat-1');
    const phones = main.inbox.data.chats.map(({ phone }) => phone);
    if (firstPhones.length === 0) firstPhones = phones;
    expect(phones).toEqual(firstPhones);
    if (round === 'at first') await changeAll(page);
    if (round === 'after all of it was changed') await page.clock.install({ time: 0 });
    main.settings = { ...main.settings, theme: 'dark', density: 'compact' };
    main.inbox.data.chats = main.inbox.data.chats.slice(1);
    main.inbox.fail('chats.list', { code: 'bug', detail: null, fields: {}, retryAfterMs: null });
    main.isDown = true;
    main.emit('settings.changed', { settings: main.settings });
  });
}

async function changeAll(page: Page): Promise<void> {
  const context = page.context();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(async () => {
    localStorage.setItem('leftover', '1');
    sessionStorage.setItem('leftover', '1');
    document.cookie = 'leftover=1';
    window.name = 'leftover';
    history.pushState(null, '', '#leftover');
    await caches.open('leftover');
    await new Promise((resolve, reject) => {
      const opening = indexedDB.open('leftover');
      opening.addEventListener('success', resolve);
      opening.addEventListener('error', reject);
    });
  });
  await page.addInitScript(() => Object.assign(window, { leftover: 1 }));
  await page.emulateMedia({ media: 'print', colorScheme: 'dark', reducedMotion: 'reduce', forcedColors: 'active' });
  await page.setViewportSize({ width: 400, height: 500 });
  // There is room for the open chat alone.
  await page.keyboard.press('Escape');
  await page.getByRole('option').first().hover();
  await page.keyboard.down('Alt');
  await page.mouse.down();
  await page.route('**/blank', (route) => route.fulfill({ body: 'of the page' }));
  await context.route('**/blank', (route) => route.fulfill({ body: 'of the context' }));
  await context.newPage();
  await context.setOffline(true);
}
