import { expect } from '@playwright/test';
import { toWall } from '#shared/domain/scheduling/zoned-time.ts';
import { toProblem } from '#test/support/fake-bridge.ts';
import { test } from './fixtures.ts';
import { fillSmall } from './inbox-page.ts';
import { listFaults } from './layout-and-axe-checks.ts';
import { HOUR_MS, DAY_MS, ZONE, tenOn, build, fill, row, pane, place, board, dayCell, open } from './schedules-page.ts';

test('a text in the calendar says whether it repeats, and whether it can be dragged', async ({ page, main }) => {
  fill(main);
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const layout of ['week', 'month']) {
    await open(page, main, `/upcoming/${layout}/${toWall(tenOn(3), ZONE).slice(0, 10)}`);
    const repeating = dayCell(page, tenOn(3)).getByRole('button', { name: /\(repeats\)$/ });
    await expect(repeating).toHaveAttribute(
      'title',
      /^10:00, Puppy club: Bring a blanket\. \(repeats\)\nRepeats, so it can’t be dragged/,
    );
    await expect(repeating.locator('svg')).toBeVisible();
  }
  const single = dayCell(page, tenOn(1)).getByRole('button', { name: /Deborah Okonkwo/ });
  await expect(single.locator('svg')).toHaveCount(0);
});

test('in a narrow month the name of a repeating text has the room of its sign', async ({ page, main }) => {
  fill(main);
  await page.setViewportSize({ width: 1024, height: 700 });
  await open(page, main, `/upcoming/month/${toWall(tenOn(3), ZONE).slice(0, 10)}`);
  const repeating = dayCell(page, tenOn(3)).getByRole('button', { name: /\(repeats\)$/ });
  await expect(repeating.locator('svg')).toBeHidden();
  const name = await repeating.locator('bdi').evaluate((one) => one.getBoundingClientRect().width);
  expect(name).toBeGreaterThan(48);
});

test('a reload keeps the week or the month that the user turned to', async ({ page, main }) => {
  fill(main);
  for (const layout of ['week', 'month']) {
    await open(page, main, `/upcoming/${layout}/2026-11-20`);
    const title = page.getByRole('heading', { level: 3 });
    await page
      .getByRole('button', { name: `Next ${layout}` })
      .last()
      .click();
    await expect(title).toHaveText(layout === 'week' ? '23–29 November' : 'December 2026');
    const turned = await title.textContent();
    await page.reload();
    await expect(title).toHaveText(turned ?? '');
  }
});

test('a week and a month show every time, keys move between days, and a single text is moved', async ({
  page,
  main,
}) => {
  fill(main);
  const at = tenOn(1);
  main.inbox.schedules.items = [
    ...main.inbox.schedules.items,
    ...['d', 'e', 'f', 'g'].map((letter) => build(`own:${letter}`, at + HOUR_MS, { keeper: 'computer' })),
  ];
  await open(page, main);
  await page.getByRole('radio', { name: 'Month' }).check({ force: true });
  await expect(board(page)).toBeVisible();
  await expect(dayCell(page, at)).toHaveAccessibleName(/, 5 texts/);
  await expect(dayCell(page, at).getByRole('button')).toHaveCount(2);
  await dayCell(page, at).getByRole('button', { name: '+4 more' }).click();
  const day = page.getByRole('dialog');
  await expect(day.getByRole('listitem')).toHaveCount(5);
  await expect(day.getByRole('listitem').getByRole('button').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(day.getByRole('listitem').getByRole('button').nth(1)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(board(page)).toBeFocused();

  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(new RegExp(`/month/${toWall(tenOn(2), ZONE).slice(0, 10)}$`));
  await page.keyboard.press('Enter');
  await day.getByRole('button', { name: /تذكير/ }).click();
  await expect(pane(page)).toContainText('مريم الخطيب');
  await page.keyboard.press('Escape');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageUp');
  await expect(dayCell(page, at).getByRole('button').first()).toHaveAccessibleName(/Deborah Okonkwo/);

  await page.getByRole('radio', { name: 'Week' }).check({ force: true });
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(board(page).locator('[data-day]')).toHaveCount(7);
  await expect(board(page).locator('[aria-current="date"]')).toHaveAttribute('aria-selected', 'true');

  const find = page.getByRole('searchbox', { name: 'Find scheduled texts' });
  await page.keyboard.press('/');
  await expect(find).toBeFocused();
  await page.keyboard.type('fasts');
  await expect(row(page, 'fasts')).toBeVisible();
  await expect(row(page, 'Priya')).toHaveCount(0);
  await expect(find).toHaveValue('fasts');
  await page.getByRole('radio', { name: 'Week' }).check({ force: true });
  await expect(find).toHaveValue('');

  await page.getByRole('radio', { name: 'List' }).check({ force: true });
  await page.locator('[data-calendar-day][data-today]').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/list/${toWall(at, ZONE).slice(0, 10)}$`));
  await expect(page.locator('[data-calendar-day][data-selected]')).toHaveAccessibleName(/, 5 texts$/);
});

test('every week of a month is whole in every window, and a day says how many more texts it has', async ({
  page,
  main,
}) => {
  fillSmall(main);
  const at = tenOn(1);
  main.inbox.schedules.items = Array.from({ length: 6 }, (_, index) =>
    build(`service:${String(index)}`, at + index * 60_000, { text: `Text ${String(index)}.` }),
  );
  const cell = dayCell(page, at);
  const more = cell.getByRole('button', { name: /^(\+\d+ more|\d+ texts)$/ });
  const sizes = [
    { width: 1440, height: 900, shown: 2 },
    { width: 1280, height: 800, shown: 1 },
    { width: 1024, height: 700, shown: 1 },
    { width: 720, height: 720, shown: 1 },
    { width: 1024, height: 600, shown: 0 },
  ];
  await open(page, main, `/upcoming/month/${toWall(at, ZONE).slice(0, 10)}`);
  for (const { shown, ...size } of sizes) {
    await page.setViewportSize(size);
    await expect(more).toHaveText(shown === 0 ? '6 texts' : `+${String(6 - shown)} more`);
    await expect(cell.getByRole('button')).toHaveCount(shown + 1);
    const { foot, weeks, texts } = await board(page).evaluate((grid) => ({
      foot: grid.getBoundingClientRect().bottom,
      weeks: [...grid.querySelectorAll('.week')].map((week) => week.getBoundingClientRect().bottom),
      texts: [...grid.querySelectorAll('[data-day] button')].map(
        (text) => (text.closest('.week')?.getBoundingClientRect().bottom ?? 0) - text.getBoundingClientRect().bottom,
      ),
    }));
    expect(weeks).toHaveLength(6);
    expect(Math.max(...weeks)).toBeLessThanOrEqual(foot + 0.5);
    expect(Math.min(...texts)).toBeGreaterThanOrEqual(0);
  }
  await more.click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(6);
});

test('a week and a month show the texts of the place at the left, and so does the small calendar', async ({
  page,
  main,
}) => {
  fill(main);
  const over = tenOn(-9);
  main.inbox.schedules.items = [
    ...main.inbox.schedules.items,
    build('own:d', over, { state: 'cancelled', nextAt: null, overAt: over + HOUR_MS, text: 'Not needed any more.' }),
  ];
  const iso = (at: number): string => toWall(at, ZONE).slice(0, 10);
  const small = page.locator('[data-calendar-day]:not([data-outside-month])');
  const texts = board(page).getByRole('button', { name: /\d\d:\d\d/ });
  for (const layout of ['week', 'month']) {
    await open(page, main, `/done/${layout}/${iso(over)}`);
    await expect(dayCell(page, over).getByRole('button', { name: /Friday\. \(Sent\)$/ })).toBeVisible();
    await expect(dayCell(page, over).getByRole('button', { name: /any more\. \(Cancelled\)$/ })).toBeVisible();
    await expect(texts).toHaveCount(2);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(await listFaults(page)).toEqual([]);
    }
  }
  await expect(page.locator(`[data-calendar-day][data-value="${iso(over)}"]`).first()).toHaveAccessibleName(
    /, 2 texts$/,
  );
  await expect(small.filter({ has: page.locator('.dot') })).toHaveCount(1);
  await place(page, /^Repeating/).click();
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(dayCell(page, tenOn(3)).getByRole('button')).toHaveCount(1);
  await expect(dayCell(page, tenOn(3)).getByRole('button', { name: /\(repeats\)$/ })).toBeVisible();
  await expect(board(page).getByRole('button', { name: /Deborah|Marigold/ })).toHaveCount(0);
  await place(page, /^Upcoming/).click();
  await expect(dayCell(page, tenOn(1)).getByRole('button', { name: /Deborah/ })).toBeVisible();
});

test('an empty week or month says so, and leads to the nearest text of its place', async ({ page, main }) => {
  fill(main);
  const iso = (at: number): string => toWall(at, ZONE).slice(0, 10);
  const note = page.getByRole('status').filter({ hasText: 'these days.' });
  for (const [where, at, sentence, goal] of [
    ['upcoming/week', tenOn(-30), 'Nothing is scheduled for these days.', tenOn(-1)],
    ['upcoming/month', tenOn(90), null, null],
    ['recurring/week', tenOn(-30), 'No repeating texts on these days.', tenOn(3)],
    ['attention/month', tenOn(-90), 'Nothing needs attention on these days.', tenOn(-1)],
    ['done/week', tenOn(30), 'Nothing was sent or cancelled on these days.', tenOn(-9)],
    ['done/month', tenOn(-90), 'Nothing was sent or cancelled on these days.', tenOn(-9)],
  ] as const) {
    await open(page, main, `/${where}/${iso(at)}`);
    await expect(board(page)).toHaveAttribute('aria-busy', 'false');
    if (sentence === null || goal === null) {
      await expect(dayCell(page, at).getByRole('button', { name: /\(repeats\)$/ })).toBeVisible();
      await expect(note).toHaveCount(0);
      continue;
    }
    await expect(note).toContainText(sentence);
    expect(await listFaults(page)).toEqual([]);
    await note.getByRole('button', { name: /^Go to / }).click();
    await expect(dayCell(page, goal)).toHaveAttribute('aria-selected', 'true');
    await expect(dayCell(page, goal).getByRole('button').first()).toBeVisible();
    await expect(note).toHaveCount(0);
    await expect(board(page)).toBeFocused();
  }
  main.inbox.schedules.items = [];
  await open(page, main, `/done/week/${iso(tenOn(0))}`);
  await page.reload();
  await expect(note).toContainText('Nothing was sent');
  await expect(note.getByRole('button')).toHaveCount(0);
});

test('a day of the small calendar leads to it among what is done', async ({ page, main }) => {
  fillSmall(main);
  main.inbox.schedules.items = Array.from({ length: 60 }, (_, index) =>
    build(`service:${String(index + 1)}`, tenOn(-index), {
      ...{ state: 'done', nextAt: null, lastAt: tenOn(-index), text: `Text ${String(index + 1)}.` },
    }),
  );
  await open(page, main, '/done/list/-');
  await expect(row(page, 'Text 1.')).toBeVisible();
  await page.goto(`${main.origin}/#/scheduled/done/list/${toWall(tenOn(-40), ZONE).slice(0, 10)}`);
  await expect(row(page, 'Text 41.')).toBeInViewport();
});

test('a text is dragged to another day, and taken back', async ({ page, main }) => {
  fillSmall(main);
  // Both days are in the month that is shown, whichever day it is.
  const from = tenOn(8);
  main.inbox.schedules.items = [build('service:1', from)];
  const to = from + DAY_MS;
  await open(page, main, `/upcoming/month/${toWall(from, ZONE).slice(0, 10)}`);
  await dayCell(page, from)
    .getByRole('button', { name: /Deborah/ })
    .dragTo(dayCell(page, to));
  await expect(dayCell(page, to).getByRole('button', { name: /Deborah/ })).toBeVisible();
  await expect(page.getByText(/^Moved to /)).toBeVisible();
  const [input] = main.inbox.inputsOf('schedules.change');
  expect(input?.time).toMatchObject({ wall: toWall(to, ZONE), timeZone: ZONE, rule: null });
  await board(page).focus();
  await page.keyboard.press('z');
  await expect(dayCell(page, from).getByRole('button', { name: /Deborah/ })).toBeVisible();
  const problem = { ...toProblem('validation'), fields: { time: ['past'] } };
  main.inbox.schedules.refusal = problem;
  await dayCell(page, from)
    .getByRole('button', { name: /Deborah/ })
    .dragTo(dayCell(page, to));
  await expect(page.getByText('It wasn’t changed. That time has passed.')).toBeVisible();
});

test('a right click on a text of a week or month, or a key where there is one, opens its menu', async ({
  page,
  main,
}) => {
  fill(main);
  const menu = page.getByRole('menu', { name: 'More for Deborah Okonkwo' });
  for (const layout of ['week', 'month']) {
    await open(page, main, `/upcoming/${layout}/${toWall(tenOn(1), ZONE).slice(0, 10)}`);
    const text = dayCell(page, tenOn(1)).getByRole('button', { name: /Deborah/ });
    await text.click({ button: 'right' });
    const entries = ['Open', 'Change F2', 'Send now', 'Copy to a new text', 'Open chat', 'Cancel text Delete'];
    await expect(menu.getByRole('menuitem')).toHaveText(entries);
    await page.keyboard.press('Escape');
    await expect(board(page)).toBeFocused();
    await expect(pane(page)).toHaveCount(0);
    await page.keyboard.press('Shift+F10');
    await expect(menu).toBeVisible();
    await page.keyboard.press('Escape');
    await text.focus();
    await page.keyboard.press('ContextMenu');
    await menu.getByRole('menuitem', { name: /^Open$/ }).click();
    await expect(pane(page)).toContainText('Biscuit fasts from ten.');
  }
  // Two texts are on that day: they are shown, and none of them is meant.
  await open(page, main, `/upcoming/month/${toWall(tenOn(4), ZONE).slice(0, 10)}`);
  await board(page).focus();
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(2);
  await page.keyboard.press('Escape');
  main.inbox.fail('schedules.get', toProblem('disk'));
  await dayCell(page, tenOn(1))
    .getByRole('button', { name: /Deborah/ })
    .click({ button: 'right' });
  await expect(page.getByText(/^It didn’t open\./)).toBeVisible();
  await expect(menu).toHaveCount(0);
});

test('the key that changes a text means none that only the list had under the keys', async ({ page, main }) => {
  fill(main);
  await open(page, main);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.getByRole('radio', { name: 'Month' }).check({ force: true });
  await expect(board(page)).toBeVisible();
  await board(page).focus();
  await page.keyboard.press('F2');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page.getByRole('dialog')).toHaveAccessibleName(/[Ss]hortcuts/);
});
