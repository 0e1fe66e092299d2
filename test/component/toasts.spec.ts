import { expect, type Locator, type Page } from '@playwright/test';
import { toWall } from '#shared/domain/scheduling/zoned-time.ts';
import { buildSchedule } from '#test/support/fake-schedules.ts';
import { fillTom, openTom, TOM } from './contact-page.ts';
import { fillManyContacts, grid, openContacts } from './contacts-page.ts';
import { test } from './fixtures.ts';
import { composer, fillLarge, fillSmall } from './inbox-page.ts';

const HOUR_MS = 3_600_000;
const undo = (page: Page) => page.getByRole('status').getByRole('button', { name: 'Undo' });

test('a toast beside an open drawer takes its click, and the drawer stays open', async ({ page, main }) => {
  fillSmall(main);
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  main.inbox.schedules.items = ['Tom Abara', 'Ines Carvalho'].map((name, index) => {
    const at = Date.now() + (index + 24) * HOUR_MS;
    const time = { wall: toWall(at, timeZone), timeZone, rule: null, overlap: 'first' } as const;
    return buildSchedule({
      key: `service:${String(index)}`,
      time,
      nextAt: at,
      recipients: { name, phone: '447700900319' },
    });
  });
  await page.setViewportSize({ width: 1024, height: 800 });
  await page.goto(`${main.origin}/#/scheduled`);
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await row('Tom Abara').click();
  const drawer = page.getByRole('dialog', { name: 'Scheduled text' });
  await drawer.getByRole('button', { name: 'Cancel text' }).click();
  await expect(row('Tom Abara')).toHaveCount(0);
  await undo(page).click();
  await expect(row('Tom Abara')).toBeVisible();
});

for (const press of ['a click', 'the undo key'] as const) {
  test(`a change of the contact in its drawer is undone by ${press}, and the drawer stays open`, async ({
    page,
    main,
  }) => {
    fillTom(main);
    await openTom(page, main);
    await page.setViewportSize({ width: 480, height: 800 });
    await page.getByRole('button', { name: 'Contact' }).first().click();
    const drawer = page.getByRole('dialog', { name: 'Contact' });
    await drawer.getByRole('button', { name: /^Email: / }).press('Enter');
    await page.keyboard.type('tom@mail.example');
    await page.keyboard.press('Enter');
    const email = drawer.getByRole('button', { name: /^Email: / });
    await expect(email).toHaveText('tom@mail.example');
    if (press === 'a click') await undo(page).click();
    else await page.keyboard.press('z');
    await expect(email).toHaveText('tom@abara.example');
    expect(main.inbox.contacts.rows.find(({ id }) => id === TOM)?.email).toBe('tom@abara.example');
    await expect(drawer.locator(':focus')).toHaveCount(1);
  });
}

test('the key of an undo is shown only where it takes something back', async ({ page, main }) => {
  fillSmall(main);
  await page.goto(main.origin);
  const list = page.getByRole('listbox', { name: 'Chats' });
  await page.getByRole('option', { name: /^Deborah/ }).click();
  await expect(composer(page)).toBeFocused();
  await list.focus();
  await page.keyboard.press('e');
  const key = undo(page).locator('kbd');
  await expect(key).toHaveText('Z');
  await composer(page).pressSequentially('Hello');
  await expect(undo(page)).toBeVisible();
  await expect(key).toHaveCount(0);
  await list.focus();
  await expect(key).toHaveText('Z');
  await page.evaluate(() => (location.hash = '#/import'));
  await expect(page.getByRole('heading', { name: 'Import contacts' })).toBeVisible();
  await expect(undo(page)).toBeVisible();
  await expect(key).toHaveCount(0);
});

/** Waits until the toast lies under the whole of the row. */
async function expectAboveToast(page: Page, row: Locator): Promise<void> {
  await expect(undo(page)).toBeVisible();
  const toast = page.locator('.toast');
  const measure = async () => [await row.boundingBox(), await toast.boundingBox()] as const;
  await expect
    .poll(async () => {
      const [one, other] = await measure();
      return one !== null && other !== null && one.y + one.height <= other.y;
    })
    .toBe(true);
}

test('a toast hides no chat under the keys at the foot of the list', async ({ page, main }) => {
  fillLarge(main);
  await page.goto(main.origin);
  const list = page.getByRole('listbox', { name: 'Chats' });
  const current = page.locator('[role=option][aria-selected=true]');
  await expect(list).toBeFocused();
  // A chat in the middle, which a few keys brought to the foot.
  for (let steps = 0; steps < 20; steps += 1) await page.keyboard.press('j');
  await page.keyboard.press('p');
  await expectAboveToast(page, current);
  await page.keyboard.press('Escape');
  // The last one of all.
  await page.keyboard.press('End');
  await expect(current).toContainText('Person 250');
  await page.keyboard.press('m');
  await expectAboveToast(page, current);
  // And the next one that the keys go to while it is up.
  await page.keyboard.press('Home');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await expectAboveToast(page, current);
});

test('a toast hides no contact under the keys at the foot of the table', async ({ page, main }) => {
  fillManyContacts(main, 60);
  await openContacts(page, main.origin);
  const current = grid(page).locator('[data-active]');
  await expect(grid(page)).toBeFocused();
  await page.keyboard.press('End');
  await expect(current).toContainText('Person 000060');
  await page.keyboard.press('Delete');
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '60');
  await expect(current).toContainText('Person 000059');
  await expectAboveToast(page, current);
});
