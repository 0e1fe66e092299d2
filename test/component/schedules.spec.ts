import { expect } from '@playwright/test';
import { toWall } from '#shared/domain/scheduling/zoned-time.ts';
import { buildMessage, toProblem } from '#test/support/fake-bridge.ts';
import { test } from './fixtures.ts';
import { fillSmall } from './inbox-page.ts';
import { listCut, listFaults, resize, LOOKS } from './layout-and-axe-checks.ts';
import { HOUR_MS, ZONE, tenOn, build, fill, grid, row, pane, place, board, open } from './schedules-page.ts';

test('scheduled texts are a place of the rail, and rows are opened, changed, checked and cancelled by keys', async ({
  page,
  main,
}) => {
  fill(main);
  await page.goto(main.origin);
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Control+3');
  await expect(grid(page)).toBeFocused();
  await expect(place(page, /^Upcoming/)).toHaveText(/6/);
  await expect(place(page, /^Needs attention/)).toHaveText(/2/);
  await expect(grid(page).getByText('Tomorrow')).toBeVisible();

  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(pane(page)).toContainText('Biscuit fasts from ten.');
  await expect(page).toHaveURL(/#\/scheduled\/upcoming\/list\/-\/service%3A1$/);
  await page.keyboard.press('F2');
  const dialog = page.getByRole('dialog', { name: 'Change scheduled text for Deborah Okonkwo' });
  await expect(dialog.getByRole('textbox', { name: 'Text', exact: true })).toBeFocused();
  await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill('{First name} fasts from nine.');
  await expect(dialog.getByText(/^The service fills in \{First name\}/)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill('Biscuit fasts from nine.');
  await expect(dialog.getByText(/^The service fills in/)).toHaveCount(0);
  await expect(dialog.getByText('24 / 160')).toBeVisible();
  await expect(dialog.getByText('1 part', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Save change' }).click();
  await expect(row(page, 'Biscuit fasts from nine.')).toContainText('Change waiting');
  // It is one of this computer since, and stays open.
  await expect(page).toHaveURL(/\/own%3Aa+$/);
  await expect(pane(page)).toContainText('Biscuit fasts from nine.');
  expect(main.inbox.inputsOf('schedules.change')[0]).toMatchObject({ key: 'service:1', keeper: 'service' });
  await expect(grid(page)).toBeFocused();
  await page.keyboard.press('z');
  await expect(row(page, 'Biscuit fasts from ten.')).not.toContainText('Change waiting');
  await expect(pane(page)).toContainText('Biscuit fasts from ten.');

  await page.keyboard.press('Escape');
  await expect(pane(page)).toHaveCount(0);
  await page.keyboard.press('Home');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByRole('toolbar')).toContainText('2 selected');
  await page.keyboard.press('Delete');
  await expect(page.getByText('2 scheduled texts cancelled')).toBeVisible();
  await expect(place(page, /^Upcoming/)).toHaveText(/4/);
  await page.keyboard.press('z');
  await expect(place(page, /^Upcoming/)).toHaveText(/6/);

  await page.keyboard.press('/');
  await page.keyboard.type('puppy');
  await expect(row(page, 'Puppy club')).toContainText('147 people');
  await expect(row(page, 'Biscuit fasts')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(row(page, 'Biscuit fasts')).toHaveCount(1);
  await place(page, /^Done/).click();
  await expect(page).toHaveURL(/#\/scheduled\/done\/list\/-$/);
  await expect(row(page, 'Sent')).toHaveCount(1);
  await page.goBack();
  await expect(place(page, /^Upcoming/)).toHaveAttribute('aria-current', 'true');
});

test('a field with words in place of a value is filled in here, where it goes to one person', async ({
  page,
  main,
}) => {
  fill(main);
  await page.goto(`${main.origin}/#/scheduled/upcoming/list/-/service%3A1`);
  await expect(pane(page)).toContainText('Biscuit fasts from ten.');
  const dialog = page.getByRole('dialog', { name: /^Change scheduled text for/ });
  const text = dialog.getByRole('textbox', { name: 'Text', exact: true });
  await pane(page).getByRole('button', { name: 'Change' }).click();
  await text.fill('{First name|You there}, fast from nine.');
  await expect(dialog.getByText('The fields are filled in when you save.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save change' }).click();
  await expect(row(page, 'Deborah, fast from nine.')).toHaveCount(1);
  expect(main.inbox.inputsOf('schedules.change')[0]).toMatchObject({ text: 'Deborah, fast from nine.' });

  await row(page, 'Puppy club').click();
  await pane(page).getByRole('button', { name: 'Change' }).click();
  await text.fill('{First name|You there}, the club meets.');
  await expect(dialog.getByText(/It doesn’t support fallbacks, so \{First name\|You there\}/)).toBeVisible();
});

test('a right click on a text opens its menu', async ({ page, main }) => {
  fill(main);
  await page.goto(`${main.origin}/#/scheduled/upcoming/list/-`);
  await row(page, 'Puppy club').click({ button: 'right' });
  const menu = page.getByRole('menu', { name: /Puppy club/ });
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(grid(page)).toBeFocused();
  await expect(pane(page)).toHaveCount(0);
  await page.keyboard.press('Shift+F10');
  await expect(menu).toBeVisible();
});

test('a change that was begun is not lost by a click beside it or by Escape', async ({ page, main }) => {
  fill(main);
  await page.goto(`${main.origin}/#/scheduled/upcoming/list/-/service%3A1`);
  await expect(pane(page)).toContainText('Biscuit fasts from ten.');
  const dialog = page.getByRole('dialog', { name: /^Change scheduled text for/ });
  const text = dialog.getByRole('textbox', { name: 'Text', exact: true });
  await pane(page).getByRole('button', { name: 'Change' }).click();
  await expect(text).toBeFocused();
  await page.mouse.click(5, 300);
  await expect(dialog).toHaveCount(0);

  await pane(page).getByRole('button', { name: 'Change' }).click();
  await text.fill('Biscuit fasts from nine.');
  await page.mouse.click(5, 300);
  await expect(text).toHaveValue('Biscuit fasts from nine.');
  await page.keyboard.press('Escape');
  const question = dialog.getByRole('alertdialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(text).toHaveValue('Biscuit fasts from nine.');
  await text.fill('Biscuit fasts from ten.');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(main.inputOf('schedules.change')).toBeUndefined();
});

test('where a text lies over the agenda, its keys change it and give the focus back', async ({ page, main }) => {
  fill(main);
  await page.setViewportSize({ width: 720, height: 900 });
  await page.goto(`${main.origin}/#/scheduled/upcoming/list/-/service%3A1`);
  const side = page.getByRole('dialog', { name: 'Scheduled text' });
  await expect(side).toContainText('Biscuit fasts from ten.');
  await page.keyboard.press('F2');
  const dialog = page.getByRole('dialog', { name: 'Change scheduled text for Deborah Okonkwo' });
  await expect(dialog.getByRole('textbox', { name: 'Text', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(side).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(side).toHaveCount(0);
  await expect(grid(page)).toBeFocused();
});

test('questions and refusals have their answers in words', async ({ page, main }) => {
  fill(main);
  await open(page, main, '/attention/list/-/own%3Aa');
  const question = pane(page).getByRole('group', { name: 'Needs attention' });
  await expect(question).toContainText(/^It was due .*Send it now\?/);
  await expect(pane(page)).toContainText('On this computer');
  await question.getByRole('button', { name: 'Don’t send it' }).click();
  await expect(page.getByText('It won’t be sent')).toBeVisible();
  expect(main.inbox.inputsOf('schedules.decide')[0]).toMatchObject({ key: 'own:a', decision: 'drop' });
  await expect(place(page, /^Needs attention/)).toHaveText(/1/);

  await row(page, 'Marigold').click();
  await expect(question).toContainText('The service didn’t accept it: Insufficient funds.');
  await question.getByRole('button', { name: 'Keep on this computer instead' }).click();
  await expect(place(page, /^Needs attention/)).toHaveText(/0/);
  expect(main.inbox.inputsOf('schedules.change')[0]).toMatchObject({ key: 'own:c', keeper: 'computer' });

  main.inbox.schedules.change('own:b', { state: 'asking', question: 'unclear', keeper: 'service' });
  await row(page, 'Priya').click();
  await expect(question).toContainText('If it does and you schedule it again, it’ll be sent twice.');
  main.inbox.fail('schedules.decide', toProblem('disk'));
  await question.getByRole('button', { name: 'Schedule it again anyway' }).click();
  await expect(page.getByText(/^Nothing changed\./)).toBeVisible();
  main.inbox.schedules.items = [];
  main.emit('schedules.changed', {});
  await expect(pane(page)).toContainText('This scheduled text is gone');
});

test('an empty day offers to schedule a text, and the picker begins on that day', async ({ page, main }) => {
  fill(main);
  // The daily one is on every day.
  main.inbox.schedules.items = main.inbox.schedules.items.filter(({ key }) => key !== 'service:3');
  const day = tenOn(6);
  const iso = toWall(day, ZONE).slice(0, 10);
  await open(page, main, `/upcoming/month/${iso}`);
  await board(page).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Nothing is scheduled that day.');
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
  await page.getByRole('combobox', { name: 'To' }).fill('07700 900123');
  await page.keyboard.press('Enter');
  await page.keyboard.type('See you then.');
  await page.keyboard.press('Control+Shift+Enter');
  await expect(page.getByRole('dialog').locator(`td[data-value="${iso}"][data-selected]`)).toBeVisible();
});

test('of two thousand only those on screen are drawn, and keys lead to the last', async ({ page, main }) => {
  fillSmall(main);
  main.inbox.schedules.items = Array.from({ length: 2_000 }, (_, index) =>
    build(`service:${String(index + 1)}`, tenOn(1) + index * HOUR_MS, { text: `Text ${String(index + 1)}.` }),
  );
  await open(page, main);
  await expect(row(page, 'Text 1.')).toBeVisible();
  expect(await grid(page).getByRole('row').count()).toBeLessThan(80);
  await grid(page).focus();
  await page.keyboard.press('End');
  await expect(row(page, 'Text 2000.')).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(row(page, 'Text 1.')).toBeInViewport();
  await page.getByRole('radio', { name: 'Month' }).check({ force: true });
  await expect(
    board(page)
      .getByRole('button', { name: /^\+\d+ more$/ })
      .first(),
  ).toBeVisible();
});

test('a copy and a new one begin as a new message, whose time is chosen before it is sent', async ({ page, main }) => {
  fill(main);
  await open(page, main, '/upcoming/list/-/service%3A1');
  await pane(page).getByRole('button', { name: 'Copy to a new text' }).click();
  await expect(page).toHaveURL(/#\/inbox\/new$/);
  await expect(page.getByRole('textbox', { name: /^Text/ })).toHaveValue('Biscuit fasts from ten.');
  await page.goBack();
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(page).toHaveURL(/#\/inbox\/new$/);
  await page.goBack();
  await page.keyboard.press('Shift+N');
  await expect(page).toHaveURL(/#\/inbox\/new$/);
  await expect(page.getByRole('heading', { name: 'New scheduled text' })).toBeVisible();
  await expect(page.getByText('Press Schedule to choose when to send it.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'New scheduled text' })).toBeVisible();
  await page.getByRole('combobox', { name: 'To' }).fill('+15550100999');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: /^Text/ }).fill('Biscuit may eat.');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Schedule this text' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: /^Text/ })).toHaveValue('Biscuit may eat.');
  expect(main.inputOf('sends.create')).toBeUndefined();
  await page.getByRole('button', { name: 'Don’t schedule it' }).click();
  await expect(page.getByRole('heading', { name: 'New message' })).toBeVisible();
  await page.getByRole('button', { name: /^Send/ }).click();
  await expect.poll(() => main.inputOf('sends.create')).toMatchObject({ text: 'Biscuit may eat.' });
});

test('a thread shows what is scheduled to its person, with what can be done', async ({ page, main }) => {
  fill(main);
  await page.goto(main.origin);
  await page.getByRole('option', { name: /^Deborah/ }).click();
  const list = page.getByRole('list', { name: 'Scheduled texts to this person' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list).toContainText('On the service');
  await list.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await list.getByRole('button', { name: 'Cancel' }).click();
  await expect(list).toHaveCount(0);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(list.getByText('Biscuit fasts from ten.')).toBeVisible();

  const text = 'Biscuit fasts from ten.';
  main.inbox.arrive(1, buildMessage({ key: 'out:9', direction: 'out', mark: 'scheduled', letter: 's', text }));
  await expect(page.getByText(text)).toHaveCount(1);
  await expect(list.getByRole('button', { name: 'Send now' })).toBeVisible();
  expect(await listFaults(page)).toEqual([]);
  await list.getByRole('button', { name: 'Open in Scheduled' }).click();
  await expect(pane(page)).toContainText(text);
});

test('Delete in a scheduled text of a thread cancels that text, and leaves the chat alone', async ({ page, main }) => {
  fill(main);
  main.inbox.schedules.items = [
    build('service:1', tenOn(1), { text: 'Biscuit fasts from ten.' }),
    build('service:2', tenOn(2), { text: 'Biscuit fasts from nine.' }),
    build('service:3', tenOn(3), { state: 'checking', text: 'Biscuit may eat.' }),
  ];
  await page.goto(main.origin);
  await page.getByRole('option', { name: /^Deborah/ }).click();
  const list = page.getByRole('list', { name: 'Scheduled texts to this person' });
  const openers = list.getByRole('button', { name: 'Open in Scheduled' });
  await openers.first().focus();
  await page.keyboard.press('Delete');
  await expect(page.getByText('Scheduled text cancelled')).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(openers.first()).toBeFocused();
  await page.keyboard.press('z');
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await expect(list.getByText('Biscuit fasts from ten.')).toBeVisible();

  await list.getByRole('button', { name: 'Cancel' }).first().click();
  await expect(openers.first()).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(openers).toBeFocused();
  await page.keyboard.press('Delete');
  expect(main.inbox.inputsOf('schedules.cancel').map(({ keys }) => keys)).toEqual([
    ['service:1'],
    ['service:1'],
    ['service:2'],
  ]);
  main.inbox.schedules.change('service:3', { state: 'done' });
  await expect(page.getByRole('textbox', { name: /^Text to/ })).toBeFocused();
  await expect(page.getByRole('option', { name: /^Deborah/ })).toHaveCount(1);
  expect(main.inbox.inputsOf('chats.applyAction').filter(({ action }) => action.kind === 'status')).toEqual([]);
});

test('a scheduled text of a thread keeps the focus while its chat is marked as read', async ({ page, main }) => {
  fill(main);
  main.inbox.schedules.items = [build('service:1', tenOn(1), { text: 'Biscuit fasts from ten.' })];
  await page.goto(main.origin);
  await page.getByRole('option', { name: /^Deborah/ }).click();
  const opener = page.getByRole('button', { name: 'Open in Scheduled' });
  await opener.focus();
  main.inbox.change(1, { unreadCount: 2 });
  await expect(page.getByRole('option', { name: /^Deborah.* 2 unread/ })).toBeVisible();
  main.inbox.change(1, { unreadCount: 0 });
  await expect(page.getByRole('option', { name: /^Deborah.* unread/ })).toHaveCount(0);
  await expect(opener).toBeFocused();
  expect(main.inbox.inputsOf('schedules.ofChat')).toHaveLength(1);
});

test('nothing there, nothing read and no connection are said', async ({ page, main }) => {
  fillSmall(main);
  const release = main.inbox.hold('schedules.list');
  await open(page, main);
  await expect(page.getByRole('status', { name: 'Loading scheduled texts' })).toBeVisible();
  release();
  await expect(page.getByRole('heading', { name: 'Nothing scheduled.' })).toBeVisible();
  main.inbox.fail('schedules.list', toProblem('disk'));
  await place(page, /^Done/).click();
  await expect(page.getByRole('heading', { name: 'The scheduled texts didn’t load' })).toBeVisible();
  main.inbox.fail('schedules.list', null);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing has been sent or cancelled yet.' })).toBeVisible();
  main.changeStatus({ link: 'offline' });
  await expect(page.getByText(/^You’re offline\. What you schedule/)).toBeVisible();
});

for (const [theme, locale] of LOOKS) {
  test(`axe finds nothing serious and nothing is cut off, ${theme}, ${locale}`, async ({ page, main }) => {
    fill(main);
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    for (const path of ['', '/upcoming/list/-/own%3Ac', '/upcoming/week/-', '/upcoming/month/-']) {
      await resize(page, 1440, 900);
      await page.goto(`${main.origin}/?locale=${locale}#/scheduled${path}`);
      await expect(page.getByRole('grid').last()).toHaveAttribute('aria-busy', 'false');
      expect.soft(await listFaults(page), path).toEqual([]);
      for (const [width, height] of [
        [1440, 900],
        [1280, 800],
        [720, 900],
        [400, 800],
      ] as const) {
        await resize(page, width, height);
        expect.soft(await listCut(page), `${path} ${String(width)}`).toEqual([]);
      }
      expect.soft(await listFaults(page), `${path} 400`).toEqual([]);
      await page.goto('about:blank');
    }
  });
}

test('the header is one line as long as there is room for it', async ({ page, main }) => {
  fill(main);
  for (const place of ['upcoming', 'attention']) {
    await open(page, main, `/${place}/month/-`);
    for (const width of [1440, 1280, 1024, 960, 720]) {
      await page.setViewportSize({ width, height: 700 });
      const find = page.getByRole('searchbox', { name: 'Find scheduled texts' });
      const header = page.locator('header').filter({ has: find });
      await expect.poll(async () => (await header.boundingBox())?.height).toBeLessThanOrEqual(61);
      await expect(header.getByText(/^Times in/)).toBeInViewport({ ratio: 1 });
      expect(await find.evaluate((one) => one.clientWidth)).toBeGreaterThanOrEqual(40);
    }
  }
  await page.setViewportSize({ width: 400, height: 700 });
  const [list, add] = await Promise.all(
    [page.getByRole('radiogroup'), page.getByRole('button', { name: 'Schedule', exact: true })].map((one) =>
      one.boundingBox(),
    ),
  );
  expect(Math.abs((list?.y ?? 0) - (add?.y ?? 99))).toBeLessThan(4);
});
