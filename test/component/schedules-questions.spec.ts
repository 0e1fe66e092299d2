import { expect, type Page } from '@playwright/test';
import { toWall } from '#shared/domain/scheduling/zoned-time.ts';
import { test } from './fixtures.ts';
import { listFaults } from './layout-and-axe-checks.ts';
import { ZONE, tenOn, build, fill, grid, row, pane, place, board, dayCell, open } from './schedules-page.ts';

const question = (page: Page, name: string) => page.getByRole('alertdialog', { name });

test('before all times of a repeating text are cancelled the user is asked, wherever that begins', async ({
  page,
  main,
}) => {
  fill(main);
  const dialog = question(page, 'Cancel the repeating text to Puppy club?');
  const keep = dialog.getByRole('button', { name: 'Keep them' });
  await open(page, main, '/upcoming/list/-/service%3A3');
  await expect(pane(page)).toContainText('Bring a blanket.');
  await grid(page).focus();
  await page.keyboard.press('Home');
  for (let rows = 0; rows < 3; rows += 1) await page.keyboard.press('j');
  await page.keyboard.press('Delete');
  await expect(dialog).toContainText('This stops all its future texts. A single date can’t be cancelled.');
  await expect(keep).toBeFocused();
  expect(await listFaults(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(grid(page)).toBeFocused();

  await pane(page).getByRole('button', { name: 'Cancel all future texts' }).click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await row(page, 'Puppy club').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Cancel all future texts' }).click();
  await expect(keep).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await open(page, main, `/upcoming/month/${toWall(tenOn(3), ZONE).slice(0, 10)}`);
  await dayCell(page, tenOn(3)).getByRole('button').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Cancel all future texts' }).click();
  await expect(keep).toBeFocused();
  expect(main.inbox.inputsOf('schedules.cancel')).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel all future texts' }).click();
  await expect(page.getByText('Scheduled text cancelled')).toBeVisible();
  await expect(board(page)).toBeFocused();
  expect(main.inbox.inputsOf('schedules.cancel').map(({ keys }) => keys)).toEqual([['service:3']]);
  await page.keyboard.press('z');
  await expect(place(page, /^Repeating/)).toHaveText(/1/);
});

test('of several that are cancelled it is said how many repeat, and single ones are not asked about', async ({
  page,
  main,
}) => {
  fill(main);
  await open(page, main);
  await expect(row(page, 'Puppy club')).toBeVisible();
  await grid(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('j');
  for (const key of ['Shift+ArrowDown', 'Shift+ArrowDown']) await page.keyboard.press(key);
  await page.getByRole('toolbar').getByRole('button', { name: 'Cancel texts' }).click();
  const dialog = question(page, 'Cancel 3 scheduled texts?');
  await expect(dialog).toContainText('1 of them repeats.');
  await dialog.getByRole('button', { name: 'Keep them' }).click();
  await expect(page.getByRole('toolbar')).toContainText('3 selected');
  await page.keyboard.press('Delete');
  await dialog.getByRole('button', { name: 'Cancel texts' }).click();
  await expect(page.getByText('3 scheduled texts cancelled')).toBeVisible();
  await expect(grid(page)).toBeFocused();
});

test('a repeating text beside the messages of its person is asked about, too', async ({ page, main }) => {
  fill(main);
  const rule = { wall: toWall(tenOn(2), ZONE), timeZone: ZONE, rule: 'FREQ=DAILY', overlap: 'first' } as const;
  main.inbox.schedules.items = [build('service:1', tenOn(1)), build('service:2', tenOn(2), { time: rule })];
  await page.goto(main.origin);
  await page.getByRole('option', { name: /^Deborah/ }).click();
  const list = page.getByRole('list', { name: 'Scheduled texts to this person' });
  await expect(list.getByRole('button', { name: 'Cancel', exact: true })).toHaveCount(1);
  await list.getByRole('button', { name: 'Cancel all future texts' }).click();
  const dialog = question(page, 'Cancel the repeating text to Deborah Okonkwo?');
  await dialog.getByRole('button', { name: 'Cancel all future texts' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list.getByRole('button', { name: 'Open in Scheduled' })).toBeFocused();
});

test('before a text is sent ahead of its time the user is asked, and not sending is the safe choice', async ({
  page,
  main,
}) => {
  fill(main);
  const dialog = question(page, 'Send this text now?');
  const keep = dialog.getByRole('button', { name: 'Don’t send' });
  await open(page, main, '/upcoming/list/-/service%3A1');
  await pane(page).getByRole('button', { name: 'Send now' }).click();
  await expect(dialog).toContainText('It’ll be sent to Deborah Okonkwo straight away. This can’t be undone.');
  await expect(keep).toBeFocused();
  expect(await listFaults(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(pane(page).getByRole('button', { name: 'Send now' })).toBeFocused();
  await row(page, 'Biscuit fasts').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Send now' }).click();
  await expect(keep).toBeFocused();
  await page.keyboard.press('Enter');
  await pane(page).getByRole('button', { name: 'Send now' }).click();
  expect(main.inbox.inputsOf('schedules.sendNow')).toEqual([]);
  await dialog.getByRole('button', { name: 'Send now' }).click();
  await expect(page.getByText('It’s being sent now')).toBeVisible();
  expect(main.inbox.inputsOf('schedules.sendNow').map(({ key }) => key)).toEqual(['service:1']);
  await expect(grid(page)).toBeFocused();

  await page.goto(`${main.origin}/#/inbox`);
  main.inbox.schedules.items = [build('service:9', tenOn(1))];
  main.emit('schedules.changed', {});
  await page.getByRole('option', { name: /^Deborah/ }).click();
  await page
    .getByRole('list', { name: 'Scheduled texts to this person' })
    .getByRole('button', { name: 'Send now' })
    .click();
  await expect(keep).toBeFocused();
});
