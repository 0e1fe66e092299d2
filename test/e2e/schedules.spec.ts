/** Texts for a time to come through the real page, main and service: made, seen, changed, cancelled, sent and stopped. */
import type { Page } from '@playwright/test';
import { expect, test as base } from './support/fixtures.ts';
import { RestartableService } from './support/demo-service.ts';
import { composer, messages, openChat } from './support/inbox-page.ts';
import { steerService } from './support/programs.ts';
import {
  agenda,
  bubbles,
  cancelRow,
  changeRow,
  listMonthly,
  listScheduledTexts,
  listScheduleRequests,
  listSchedules,
  openPicker,
  openScheduled,
  phraseField,
  picker,
  schedule,
  scheduledRow,
  toTomorrow,
} from './support/schedule-page.ts';
import { listSent } from './support/service-state.ts';

const CALLUM = '447700900188';
const BACK_MS = 120_000;

interface Fixtures {
  /** A service that has scheduled texts already, and can go away. */
  readonly kept: RestartableService;
  readonly away: Page;
}

const test = base.extend<Fixtures>({
  kept: async ({ dataFolder }, use) => {
    const kept = await RestartableService.start(`${dataFolder}/service`, '--schedules', '--shapes', 'spec');
    await use(kept);
    await kept.stop();
  },
  away: async ({ app, kept, page }, use) => {
    await app.signIn(kept.account);
    await page.goto(app.origin);
    await page.getByRole('option').first().waitFor();
    await use(page);
  },
});

/** At small counts the others make, change and cancel texts, and take that back. */
for (const shapes of ['sdk', 'spec'] as const)
  test.describe(`at a service that answers as the ${shapes} says`, () => {
    test.use({ serviceArgs: ['--shapes', shapes] });

    test(
      'a text is scheduled from its chat, changed, taken back and cancelled, by keys',
      { tag: '@full' },
      async ({ inbox: page, service: { account } }) => {
        await openChat(page, 'Callum MacIntyre');
        const choice = await openPicker(page, 'See you at nine');
        // Words that say no time schedule nothing.
        await page.keyboard.type('some time or other');
        await page.keyboard.press('Enter');
        await expect(choice).toContainText('That isn’t a time we recognise.');
        await page.keyboard.press('Control+a');
        await page.keyboard.type('tomorrow 9am');
        await page.keyboard.press('Enter');
        await expect(choice).toBeHidden();
        await expect(composer(page)).toHaveValue('');
        await expect(page.getByText(/^Scheduled for .*09:00/)).toBeVisible();
        const at = toTomorrow(9).toMillis();
        await expect(bubbles(page)).toContainText('See you at nine');
        await openScheduled(page);
        await expect(scheduledRow(page, 'See you at nine')).toContainText('09:00');
        await expect(scheduledRow(page, 'See you at nine')).toContainText('Callum MacIntyre');

        await expect.poll(() => listScheduledTexts(account)).toEqual(['See you at nine']);
        const [made] = await listSchedules(account);
        expect(made).toMatchObject({ phones: [CALLUM], rule: null, timeZone: 'Europe/London' });
        // The minute is the one that was chosen, and the service wants no second below 10.
        expect((made?.firstAt ?? 0) - at).toBeGreaterThanOrEqual(10_000);
        expect((made?.firstAt ?? 0) - at).toBeLessThan(60_000);
        await expect(scheduledRow(page, 'See you at nine')).not.toContainText('Waiting');

        await changeRow(page, 'See you at nine', { text: 'See you at two', when: 'tomorrow 2pm' });
        await expect(scheduledRow(page, 'See you at two')).toContainText('14:00');
        await expect.poll(() => listScheduledTexts(account)).toEqual(['See you at two']);
        const [changed] = await listSchedules(account);
        expect(new Date(changed?.firstAt ?? 0).setSeconds(0)).toBe(toTomorrow(14).toMillis());
        expect(await listScheduleRequests(account)).toEqual([
          'POST messages 201',
          `DELETE schedules/${String(made?.id)} 204`,
          'POST messages 201',
        ]);
        await expect(scheduledRow(page, 'See you at two')).not.toContainText('Change waiting');

        await cancelRow(page, 'See you at two');
        await page.keyboard.press('z');
        await expect(scheduledRow(page, 'See you at two')).not.toContainText('Cancelling');
        expect(await listScheduledTexts(account)).toEqual(['See you at two']);
        await cancelRow(page, 'See you at two');
        await expect.poll(() => listScheduledTexts(account)).toEqual([]);
        await expect(scheduledRow(page, 'See you at two')).toBeHidden();
        await openScheduled(page, 'Done');
        await expect(scheduledRow(page, 'See you at two')).toContainText('Cancelled');
        expect(await listSent(account, CALLUM, ['See you at nine', 'See you at two'])).toEqual([]);
        await page.keyboard.press('Control+1');
        await openChat(page, 'Callum MacIntyre');
        await expect(bubbles(page)).toBeHidden();
      },
    );
  });

test('one repeats, one leaves at once, and one of this computer stops once the person replies', async ({
  inbox: page,
  service: { account },
}) => {
  await openChat(page, 'Callum MacIntyre');
  const { times, skipped } = listMonthly(30, { hour: 10, count: 10 });
  await schedule(page, {
    ...{ text: 'Worming is due today', when: '30th of every month 10am' },
    choose: async (choice) => {
      await choice.getByRole('combobox', { name: 'When it ends' }).selectOption('After');
      await expect(choice.getByRole('textbox', { name: 'How many texts' })).toHaveValue('10');
      const rows = choice.getByRole('table', { name: 'Next 10 texts' }).getByRole('row');
      await expect(rows).toHaveCount(1 + 10 + skipped);
      await expect(rows.filter({ hasText: 'No such day, skipped' })).toHaveCount(skipped);
      await expect(rows.nth(1)).toContainText(times[0]?.setLocale('en-GB').toFormat('ccc d LLL') ?? '');
    },
  });
  await schedule(page, { text: 'Sooner than planned', when: 'tomorrow 11am' });
  await schedule(page, {
    ...{ text: 'Are you still coming?', when: 'tomorrow noon' },
    choose: async (choice) => {
      await choice.getByRole('checkbox', { name: 'Stop if they reply' }).check();
      await expect(choice.getByRole('radio', { name: /^On this computer/ })).toBeChecked();
    },
  });
  await expect(bubbles(page)).toContainText('Are you still coming?');
  await expect.poll(() => listScheduledTexts(account)).toEqual(['Worming is due today', 'Sooner than planned']);
  const [monthly] = await listSchedules(account);
  expect(monthly).toMatchObject({
    ...{ rule: 'FREQ=MONTHLY;BYMONTHDAY=30;COUNT=10', timeZone: 'Europe/London', phones: [CALLUM] },
  });
  expect(new Date(monthly?.firstAt ?? 0).setSeconds(0)).toBe(times[0]?.toMillis());

  await openScheduled(page);
  await expect(scheduledRow(page, 'Are you still coming?')).toContainText('On this computer');
  await expect(scheduledRow(page, 'Sooner than planned')).not.toContainText('Waiting');
  await scheduledRow(page, 'Sooner than planned').click();
  await page.getByRole('complementary', { name: 'Scheduled text' }).getByRole('button', { name: 'Send now' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send now' }).click();
  await steerService(account, 'POST inbound', { sender: CALLUM, text: 'We are on our way' });
  await expect(scheduledRow(page, 'Are you still coming?')).toBeHidden();
  await expect.poll(() => listSent(account, CALLUM, ['Sooner than planned'])).toEqual(['Sooner than planned']);
  expect(await listScheduledTexts(account)).toEqual(['Worming is due today']);
  await expect(scheduledRow(page, 'Sooner than planned')).toBeHidden();

  await cancelRow(page, 'Worming is due today');
  await page.keyboard.press('z');
  await expect(scheduledRow(page, 'Worming is due today')).not.toContainText('Cancelling');
  expect(await listScheduledTexts(account)).toEqual(['Worming is due today']);
  await cancelRow(page, 'Worming is due today');
  await expect.poll(() => listScheduledTexts(account)).toEqual([]);
  await openScheduled(page, 'Done');
  await expect(scheduledRow(page, 'Sooner than planned')).toContainText('Sent');
  await expect(scheduledRow(page, 'Are you still coming?')).toContainText('Stopped by a reply');
  await expect(scheduledRow(page, 'Worming is due today')).toContainText('Cancelled');
  const all = ['Worming is due today', 'Sooner than planned', 'Are you still coming?'];
  expect(await listSent(account, CALLUM, all)).toEqual(['Sooner than planned']);
  await page.keyboard.press('Control+1');
  await openChat(page, 'Callum MacIntyre');
  await expect(messages(page).getByText('Sooner than planned')).toHaveCount(1);
});

test('offline, texts are scheduled, changed and cancelled, wait in sight, and leave in their order', async ({
  app,
  away: page,
  kept,
}) => {
  const { account } = kept;
  await app.waitUntilIdle();
  const before = await listSchedules(account);
  const [dental, checkUp] = [
    before.find(({ text }) => text.includes('dental')),
    before.find(({ text }) => text.includes('check-up')),
  ];
  await openChat(page, 'Callum MacIntyre');
  await kept.stop();
  await schedule(page, { text: 'Written on the train', when: 'tomorrow 9am' });
  await schedule(page, { text: 'Written and let go', when: 'tomorrow 10am' });
  await expect(bubbles(page).getByRole('listitem').filter({ hasText: 'Written on the train' })).toContainText(
    'Waiting',
  );
  await openScheduled(page);
  await expect(
    page.getByText('What you schedule, change or cancel will wait here and be sent in order once you’re back online.'),
  ).toBeVisible();
  await changeRow(page, 'after his dental', { text: 'How is Biscuit eating?' });
  await cancelRow(page, 'time for the check-up');
  await cancelRow(page, 'Written and let go');
  await expect(scheduledRow(page, 'Written on the train')).toContainText('Waiting');
  await expect(scheduledRow(page, 'How is Biscuit eating?')).toContainText('Change waiting');
  await expect(scheduledRow(page, 'time for the check-up')).toContainText('Cancelling');
  await expect(scheduledRow(page, 'Written and let go')).toBeHidden();

  await kept.resume();
  const expected = [
    ...before.map(({ text }) => text).filter((text) => text !== dental?.text && text !== checkUp?.text),
    ...['Written on the train', 'How is Biscuit eating?'],
  ];
  await expect.poll(() => listScheduledTexts(account), { timeout: BACK_MS }).toEqual(expected);
  expect(await listScheduleRequests(account)).toEqual([
    ...['POST messages 201', `DELETE schedules/${String(dental?.id)} 204`, 'POST messages 201'],
    `DELETE schedules/${String(checkUp?.id)} 204`,
  ]);
  const changed = (await listSchedules(account)).at(-1);
  expect(changed).toMatchObject({ rule: null, phones: dental?.phones });
  expect(new Date(changed?.firstAt ?? 0).setSeconds(0)).toBe(new Date(dental?.firstAt ?? 0).setSeconds(0));
  await expect(agenda(page)).not.toContainText(/waiting/i);
});

test('where the service has no schedules, only this computer keeps texts, and it says why', async ({
  app,
  page,
  service: { account },
}) => {
  await steerService(account, 'POST settings', { absent: 'schedules' });
  await app.signIn(account);
  await page.goto(app.origin);
  await app.waitUntilIdle();
  await openChat(page, 'Callum MacIntyre');
  const choice = await openPicker(page, 'Only from here');
  await page.keyboard.type('tomorrow 9am');
  const kinds = choice.getByRole('radiogroup', { name: 'Where it’s stored' }).getByRole('radio');
  await expect(kinds).toHaveCount(1);
  await expect(kinds).toHaveAccessibleName(/^On this computer/);
  await expect(choice).toContainText('This service doesn’t store schedules. Switchboard has to be running');
  await phraseField(choice).press('Enter');
  await expect(picker(page)).toBeHidden();
  await openScheduled(page);
  await expect(page.getByText('This service doesn’t store schedules. Texts are only sent while')).toBeVisible();
  await expect(scheduledRow(page, 'Only from here')).toContainText('On this computer');
  await changeRow(page, 'Only from here', { text: 'Later, from here', when: 'tomorrow 5pm' });
  await expect(scheduledRow(page, 'Later, from here')).toContainText('17:00');
  await cancelRow(page, 'Later, from here');
  await page.keyboard.press('z');
  await expect(scheduledRow(page, 'Later, from here')).toContainText('17:00');
  await cancelRow(page, 'Later, from here');
  await expect(scheduledRow(page, 'Later, from here')).toBeHidden();
  await page.reload();
  await expect(page.getByText('Nothing scheduled.')).toBeVisible();

  // A new message to a number in a country with several clocks: what is allowed in London is night there.
  await page.getByRole('button', { name: 'Schedule', exact: true }).first().click();
  await expect(page.getByRole('combobox', { name: 'To' })).toBeFocused();
  await page.keyboard.type('+1 212 555 0123');
  await expect(page.getByRole('option', { name: /^Text \+1/ })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.getByRole('textbox', { name: 'Text message' }).fill('Good morning, New York');
  await page.keyboard.press('Control+Shift+Enter');
  await expect(phraseField(picker(page))).toBeFocused();
  await expect(picker(page)).toContainText('Numbers starting with +1 span');
  await page.keyboard.type('tomorrow 9am');
  await page.keyboard.press('Enter');
  await expect(picker(page).getByRole('alert')).toContainText('That’s during their quiet hours.');
  await picker(page)
    .getByRole('button', { name: /^Move to/ })
    .click();
  await picker(page).getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(picker(page)).toBeHidden();
  await expect(bubbles(page)).toContainText('Good morning, New York');
  await openScheduled(page);
  await expect(scheduledRow(page, 'Good morning, New York')).toContainText('On this computer');
  expect(await listSent(account, CALLUM, ['Only from here', 'Later, from here'])).toEqual([]);
  expect(await listScheduleRequests(account)).toEqual([]);
});
