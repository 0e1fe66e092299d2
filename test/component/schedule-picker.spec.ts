import { expect, type Locator, type Page } from '@playwright/test';
import type { RequestInput } from '#shared/contract/index.ts';
import { toProblem } from '#test/support/fake-bridge.ts';
import { test } from './fixtures.ts';
import { fillSmall, typeTime } from './inbox-page.ts';
import { listCut, listFaults } from './layout-and-axe-checks.ts';
import type { LoopbackMain } from './loopback-main.ts';
import { choose, chip, composer, file, openChat, row } from './sending-page.ts';

let main: LoopbackMain;
test.beforeEach(({ main: empty }) => {
  main = fillSmall(empty);
});

const TEXT = 'Biscuit can eat again';
const picker = (page: Page): Locator => page.getByRole('dialog', { name: 'Schedule this text' });
const phrase = (box: Locator): Locator => box.getByRole('textbox', { name: 'Type a time' });
const toast = (page: Page): Locator => page.locator('.toast-host');
const created = (): RequestInput<'schedules.create'>[] =>
  main.asked.filter(({ name }) => name === 'schedules.create').map(({ input }) => input as never);

test.describe('the choice of a time', () => {
  /** One of the gallery, on 20 November 2026, 09:45 in London. */
  async function openExample(page: Page, caption: string): Promise<Locator> {
    await page.goto(`${main.origin}/gallery.html`);
    return findExample(page, caption);
  }
  const findExample = (page: Page, caption: string): Locator => page.locator(`[data-look="A time: ${caption}"]`);
  const saved = async (example: Locator): Promise<Record<string, unknown>> => {
    const said = example.locator('[data-saved]');
    return JSON.parse((await said.getAttribute('data-saved')) ?? '{}') as Record<string, unknown>;
  };

  test('is made by keys alone: words, then the calendar, the zone, the repetition and its end', async ({ page }) => {
    const example = await openExample(page, 'once');
    await phrase(example).focus();
    await page.keyboard.type('tue 9am');
    await expect(example.getByText('Tue 24 Nov, 09:00')).toBeVisible();
    await expect(example.getByRole('textbox', { name: 'Time', exact: true })).toHaveValue('09:00');

    const day = example.locator('[data-calendar-day][tabindex="0"]');
    await day.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(example.getByText('Wed 25 Nov, 09:00')).toBeVisible();
    await expect(phrase(example)).toHaveValue('');

    await example.getByRole('combobox', { name: 'Time zone' }).focus();
    await page.keyboard.type('new york');
    await expect(page.getByRole('option', { name: /^New York/ })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(example.getByRole('combobox', { name: 'Time zone' })).toHaveValue('New York');
    await expect(example.getByRole('list', { name: 'In other time zones' })).toHaveText(
      '14:00London, you09:00New York',
    );

    await example.getByRole('combobox', { name: 'Repeats' }).selectOption('week');
    await expect(example.getByText('Every week on Wednesday at 09:00')).toBeVisible();
    await example.getByRole('button', { name: 'Friday', exact: true }).press('Space');
    await example.getByRole('combobox', { name: 'When it ends' }).selectOption('After');
    await example.getByRole('textbox', { name: 'How many texts' }).fill('3');
    await expect(example.getByText('Every week on Wednesday and Friday at 09:00, 3 times')).toBeVisible();
    await expect(example.getByRole('table', { name: 'Next 3 texts' }).getByRole('row')).toHaveCount(4);
    await expect(example.getByText('£0.06 a text. You’ll be charged £0.18 when you schedule it.')).toBeVisible();

    await example.getByRole('button', { name: 'Schedule 3 texts' }).press('Enter');
    await expect(example.locator('[data-saved]')).toHaveCount(1);
    expect(await saved(example)).toMatchObject({
      keeper: 'service',
      time: { wall: '2026-11-25T09:00', timeZone: 'America/New_York', rule: 'FREQ=WEEKLY;BYDAY=WE,FR;COUNT=3' },
    });
  });

  test('strikes out days that are over, and not those of the next month', async ({ page }) => {
    const example = await openExample(page, 'once');
    const line = (day: string): Promise<string> =>
      example
        .locator(`[data-calendar-day][data-value="${day}"]`)
        .evaluate((one) => getComputedStyle(one).textDecorationLine);
    await expect(example.locator('[data-calendar-day][data-value="2026-11-19"]')).toHaveAttribute('data-disabled');
    expect(await Promise.all(['2026-11-19', '2026-11-20', '2026-12-01'].map(line))).toEqual([
      ...['line-through', 'none', 'none'],
    ]);
  });

  test('says that a month without its day is skipped', async ({ page }) => {
    const example = await openExample(page, 'once');
    await phrase(example).fill('30 nov 9am');
    const skips = example.getByText('Skips months with fewer than 30 days.');
    await example.getByRole('combobox', { name: 'Repeats' }).selectOption('month');
    await expect(skips).toBeVisible();
    await example.getByRole('radio', { name: 'Last day' }).check({ force: true });
    await expect(skips).toHaveCount(0);
  });

  test('goes to the first fault, which is read out, and takes the time that was repaired', async ({ page }) => {
    const example = await openExample(page, 'once');
    await phrase(example).fill('soonish');
    await example.getByRole('textbox', { name: 'Time', exact: true }).focus();
    await phrase(example).fill('soonish');
    await example.getByRole('button', { name: 'Schedule', exact: true }).click();
    await expect(phrase(example)).toBeFocused();
    await expect(phrase(example)).toHaveAccessibleDescription(/That isn’t a time we recognise/);
    await expect(example.locator('.spoken')).toHaveText(/That isn’t a time we recognise/);

    await phrase(example).fill('');
    const time = example.getByRole('textbox', { name: 'Time', exact: true });
    await example.getByText('20', { exact: true }).click();
    await time.fill('9:40');
    await expect(time).toHaveAccessibleDescription(/past, or less than a minute ahead/);
    await time.press('Enter');
    await expect(time).toBeFocused();
    await time.fill('9:40 pm');
    await time.press('Tab');
    await expect(time).toHaveValue('21:40');
    await expect(example.getByRole('group', { name: /^That’s 21:40 for them/ })).toBeVisible();
  });

  test('keeps to the quiet hours of the other clock unless there is a reason', async ({ page }) => {
    const example = await openExample(page, 'in quiet hours, account elsewhere');
    await expect(example.getByText('Your account is set to Paris, this computer to London.')).toBeVisible();
    const note = example.getByRole('group', {
      name: 'That’s 03:10 for them. Quiet hours for recipients are 21:00–08:00.',
    });
    await example.getByRole('button', { name: 'Schedule', exact: true }).click();
    await expect(note).toBeFocused();
    await note.getByRole('button', { name: 'Keep this time' }).press('Enter');
    const reason = note.getByRole('textbox', { name: 'Reason' });
    await expect(reason).toBeFocused();
    await reason.press('Enter');
    await expect(reason).toHaveAccessibleDescription('Enter a reason for sending during their quiet hours.');
    await reason.fill('She asked for it');
    await reason.press('Enter');
    await expect(example.locator('[data-saved]')).toHaveCount(1);
    expect(await saved(example)).toMatchObject({ quietReason: 'She asked for it' });

    await note.getByRole('button', { name: 'Move to 08:00' }).click();
    await expect(note).toBeHidden();
    await expect(example.getByRole('list', { name: 'In other time zones' })).toContainText('08:00, Tue');
  });

  test('says what clock changes do, which dates are skipped, and which hours are allowed in all zones', async ({
    page,
  }) => {
    const gap = await openExample(page, 'the clocks go forward over it');
    await expect(gap.getByRole('status')).toHaveText(
      /The clocks in London go forward then, so 01:30 doesn’t exist that day\. It’ll be sent at 02:30\./,
    );
    const overlap = findExample(page, 'the clocks go back over it');
    await expect(overlap.getByText('The clocks in London go back then, so 01:30 happens twice.')).toBeVisible();
    await overlap.getByRole('radio', { name: 'The first' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(overlap.getByRole('radio', { name: 'The second, 1 hour later' })).toBeChecked();
    await overlap.getByRole('button', { name: 'Schedule', exact: true }).click();
    await expect(overlap.locator('[data-saved]')).toHaveCount(1);
    expect(await saved(overlap)).toMatchObject({ time: { wall: '2027-10-31T01:30', overlap: 'second' } });

    const repeated = findExample(page, 'repeated on another clock');
    const rows = repeated.getByRole('table', { name: 'Next 10 texts' }).getByRole('row');
    await expect(rows.nth(4)).toHaveText(/30 Feb\s*No such day, skipped/);
    await expect(rows.nth(5)).toHaveText(/Tue 30 Mar\s*London clocks change\s*10:00\s*09:00/);
    await expect(repeated).toContainText(
      'London clocks go forward on 28 March. The text is still sent at 10:00 in Johannesburg.',
    );

    const several = findExample(page, 'several zones, no schedules at the service');
    await expect(several).toContainText('Numbers starting with +1 span 3 time zones.');
    await expect(several).toContainText('Outside quiet hours in all of them: 16:00–02:00 (London).');
    await expect(several.getByRole('radio')).toHaveCount(1);
    await expect(several.getByRole('radio', { name: 'On this computer' })).toHaveAccessibleDescription(
      'This service doesn’t store schedules. Switchboard has to be running and connected at that time.',
    );
  });

  test('chooses this computer to stop on a reply, keeps a rule from elsewhere, and stays while main is away', async ({
    page,
  }) => {
    const once = await openExample(page, 'once');
    const stop = once.getByRole('checkbox', { name: 'Stop if they reply' });
    await stop.press('Space');
    await expect(once.getByRole('radio', { name: 'On this computer' })).toBeChecked();
    await once.getByRole('radio', { name: 'On the service' }).check();
    await expect(stop).not.toBeChecked();

    const kept = findExample(page, 'a rule from elsewhere');
    await expect(kept.getByRole('code')).toHaveText('FREQ=MONTHLY;BYDAY=TU;BYSETPOS=-2');
    await kept.getByRole('textbox', { name: 'Time', exact: true }).fill('11:00');
    await kept.getByRole('button', { name: 'Save change' }).click();
    await expect(kept.locator('[data-saved]')).toHaveCount(1);
    expect(await saved(kept)).toMatchObject({
      time: { wall: '2026-12-01T11:00', rule: 'FREQ=MONTHLY;BYDAY=TU;BYSETPOS=-2' },
    });

    const lost = findExample(page, 'main can’t be reached');
    await phrase(lost).fill('every weekday 8:15');
    await phrase(lost).press('Enter');
    await expect(lost.getByRole('alert').filter({ hasText: 'Lost contact with Switchboard' })).toBeVisible();
    await expect(phrase(lost)).toHaveValue('every weekday 8:15');
    await expect(lost.getByText('Every weekday at 08:15')).toBeVisible();
  });
});

test.describe('beside Send', () => {
  test('it opens above the text and never covers it; Escape gives the focus back', async ({ page }) => {
    await openChat(page, main.origin);
    await composer(page).fill(TEXT);
    await page.keyboard.press('Control+Shift+Enter');
    await expect(phrase(picker(page))).toBeFocused();
    // It takes its place a frame after it is there.
    const overlap = async (): Promise<number> => {
      const [field, box] = [await composer(page).boundingBox(), await picker(page).boundingBox()];
      return (box?.y ?? 0) + (box?.height ?? 0) - (field?.y ?? 0);
    };
    await expect.poll(overlap).toBeLessThanOrEqual(0);
    expect(await listFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(picker(page)).toBeHidden();
    await expect(composer(page)).toBeFocused();
    await expect(composer(page)).toHaveValue(TEXT);

    const button = page.getByRole('button', { name: 'Schedule', exact: true });
    await button.click();
    await expect(phrase(picker(page))).toBeFocused();
    await page.keyboard.press('Escape');
    // Its own button has the same name until it is gone.
    await expect(picker(page)).toBeHidden();
    await expect(button).toBeFocused();
  });

  test('what is scheduled leaves the field, is shown on request, and comes back by Undo', async ({ page }) => {
    await openChat(page, main.origin);
    await composer(page).fill(TEXT);
    await page.keyboard.press('Control+Shift+Enter');
    await page.keyboard.type('every monday 10:00');
    await page.keyboard.press('Enter');
    await expect(composer(page)).toHaveValue('');
    await expect(composer(page)).toBeFocused();
    expect(created()).toMatchObject([{ text: TEXT, keeper: 'service', time: { rule: 'FREQ=WEEKLY;BYDAY=MO' } }]);
    await expect(toast(page)).toContainText('Scheduled. Every week on Monday at 10:00');
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(composer(page)).toHaveValue(TEXT);
    await expect(composer(page)).toBeFocused();
    expect(main.inbox.schedules.items).toEqual([]);

    main.inbox.schedules.options = {
      ...main.inbox.schedules.options,
      recipient: { country: 'KI', timeZones: ['Pacific/Kiritimati'], name: '' },
    };
    await composer(page).press('Control+Shift+Enter');
    await expect(picker(page).getByRole('combobox', { name: 'Time zone' })).toHaveValue('Theirs, Kiritimati');
    await page.keyboard.press('Enter');
    await expect(toast(page)).toContainText(/Scheduled for .*, 09:00 in Kiritimati/);
    await toast(page).getByRole('button', { name: 'Show' }).click();
    await expect(page).toHaveURL(/#\/scheduled\/upcoming\/list\/-\/own/);
  });

  test('what is refused stays, and the sentence says why', async ({ page }) => {
    main.inbox.schedules.refusal = { ...toProblem('validation'), fields: { keeper: ['not-here'] } };
    await openChat(page, main.origin);
    await composer(page).fill(TEXT);
    await page.keyboard.press('Control+Shift+Enter');
    await page.keyboard.press('Enter');
    await expect(picker(page).getByRole('alert').first()).toHaveText(
      'It wasn’t scheduled. The text is still here. This service doesn’t store schedules. Choose this computer.',
    );
    await expect(composer(page)).toHaveValue(TEXT);
    main.inbox.schedules.refusal = null;
    await picker(page).getByRole('radio', { name: 'On this computer' }).check();
    await picker(page).getByRole('button', { name: 'Schedule', exact: true }).click();
    await expect(composer(page)).toHaveValue('');
    expect(created().at(-1)).toMatchObject({ keeper: 'computer' });
  });

  test('what was chosen is there again after Escape, with the text as it is by then', async ({ page }) => {
    await openChat(page, main.origin);
    await composer(page).fill(TEXT);
    await page.keyboard.press('Control+Shift+Enter');
    await page.keyboard.type('3 dec 2030 14:30');
    await page.keyboard.press('Escape');
    await composer(page).fill(`${TEXT} today`);
    await page.keyboard.press('Control+Shift+Enter');
    await expect(picker(page).getByText('Tue 3 Dec 2030, 14:30')).toBeVisible();
    await phrase(picker(page)).press('Enter');
    await expect(composer(page)).toHaveValue('');
    expect(created()).toMatchObject([{ text: `${TEXT} today`, time: { wall: '2030-12-03T14:30' } }]);
  });

  test('a file that is added once a time is chosen is told of at once', async ({ page }) => {
    await openChat(page, main.origin);
    await composer(page).fill(TEXT);
    await composer(page).press('Control+Shift+Enter');
    await page.keyboard.type('3 dec 2030 14:30');
    await page.keyboard.press('Escape');
    await choose(page, file('plan.pdf'));
    await expect(toast(page)).toContainText('Files can’t be scheduled yet.');
    await expect(composer(page)).toBeFocused();
  });

  test('nothing is scheduled without words, with files, or without a recipient', async ({ page }) => {
    await openChat(page, main.origin);
    await page.keyboard.press('Control+Shift+Enter');
    await expect(picker(page)).toBeHidden();
    await composer(page).fill(TEXT);
    await choose(page, file('plan.pdf'));
    await expect(chip(page, 'plan.pdf')).toBeVisible();
    const button = page.getByRole('button', { name: 'Schedule', exact: true });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await button.hover();
    await expect(page.locator('.ui-tooltip')).toContainText('Files can’t be scheduled yet.');
    await expect(toast(page)).toBeHidden();
    await composer(page).press('Control+Shift+Enter');
    await expect(toast(page)).toContainText('Files can’t be scheduled yet.');
    await expect(picker(page)).toBeHidden();
    await expect(composer(page)).toHaveValue(TEXT);

    await page.getByRole('button', { name: /^New message/ }).click();
    await page.getByRole('textbox', { name: 'Text message' }).fill('Hello');
    await page.keyboard.press('Control+Shift+Enter');
    await expect(page.getByRole('combobox', { name: 'To' })).toBeFocused();
    await expect(page.getByText('Choose someone, or type a number.')).toBeVisible();
    await page.keyboard.type('+447700900777');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Shift+Enter');
    await expect(phrase(picker(page))).toBeFocused();
    await page.keyboard.type('in 2 hours');
    await page.keyboard.press('Enter');
    await expect(picker(page)).toBeHidden();
    expect(created()).toMatchObject([{ phone: '447700900777', text: 'Hello' }]);
  });

  for (const [width, locale, scheme] of [
    [720, 'en-GB', 'dark'],
    [400, 'en-XB', 'light'],
  ] as const) {
    test(`at ${String(width)} wide it is a sheet with the text at its top, ${locale}, ${scheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 760 });
      await page.goto(`${main.origin}/?locale=${locale}`);
      await row(page, 'Deborah').click();
      const field = page.locator('[data-place="composer"]');
      await field.fill(TEXT);
      await page.keyboard.press('Control+Shift+Enter');
      const sheet = page.getByRole('dialog');
      await expect(sheet.locator('[data-field="phrase"]')).toBeFocused();
      await page.keyboard.type('every month 10am');
      await expect(sheet.getByRole('table').last()).toBeVisible();
      const box = await sheet.boundingBox();
      expect([box?.x, box?.y, box?.width, box?.height]).toEqual([0, 0, width, 760]);
      await expect(sheet.getByText(TEXT)).toBeInViewport({ ratio: 1 });
      await expect(sheet.locator('button[type="submit"]')).toBeInViewport({ ratio: 1 });
      expect(await listCut(page)).toEqual([]);
      expect(await listFaults(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(field).toBeFocused();
    });
  }
});

test('the quiet hours are set in the settings, and turned off', async ({ page }) => {
  await page.goto(`${main.origin}/#/settings/sending`);
  const row = page.getByRole('group', { name: 'Quiet hours for recipients' });
  await expect(row.getByLabel('Quiet hours, from')).toHaveText('21:00');
  await typeTime(row.getByLabel('Quiet hours, from'), '20:30');
  await expect.poll(() => main.settings.quietHours).toEqual({ startsAt: 20 * 60 + 30, endsAt: 8 * 60 });
  await typeTime(row.getByLabel('Quiet hours, to'), '20:30');
  await expect(page.getByText('The end must differ from the start.').first()).toBeVisible();
  expect(main.settings.quietHours).toEqual({ startsAt: 20 * 60 + 30, endsAt: 8 * 60 });
  await page.getByRole('switch', { name: 'Quiet hours for recipients' }).click();
  await expect.poll(() => main.settings.quietHours).toBeNull();
  await expect(row).toBeHidden();
});
