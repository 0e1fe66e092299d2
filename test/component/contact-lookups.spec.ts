import { expect } from '@playwright/test';
import { fillTom, openTom, part, value } from './contact-page.ts';
import { test } from './fixtures.ts';
import { listCut, listFaults } from './layout-and-axe-checks.ts';
import { listRows } from '#test/support/full-counts.ts';

const AT = Date.parse('2026-11-03T10:00:00Z');

test.beforeEach(({ main }) => {
  fillTom(main);
  main.inbox.lookups.now = () => AT;
});

test('the carrier is looked up after a question about its price, and once more with the last one', async ({
  page,
  main,
}) => {
  await openTom(page, main);
  const lookups = part(page, 'Look-ups');
  await lookups.getByRole('button', { name: 'Look up network' }).press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Look up the network for +44 7700 900011?' });
  await expect(question).toHaveAccessibleDescription(
    'The service charges for each look-up and only says how much afterwards.',
  );
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  expect(main.inputOf('lookups.lookUpCarrier')).toBeUndefined();

  await lookups.getByRole('button', { name: 'Look up network' }).click();
  await question.getByRole('button', { name: 'Look up' }).click();
  await expect(lookups.getByRole('status').first()).toContainText(
    /^Vodafone, mobile, United Kingdom · checked 3 Nov(?: \d+)?, cost £0\.005/,
  );
  await lookups.getByRole('button', { name: 'Look up again: +44 7700 900011' }).click();
  await expect(question).toHaveAccessibleDescription(/The last one cost £0\.005\.$/);
});

test('an address is checked, and the one that was meant takes its place', async ({ page, main }) => {
  main.inbox.lookups.email = { deliverability: 'undeliverable', risk: 'high', suggestion: 'tom@abara.co.example' };
  await openTom(page, main);
  const lookups = part(page, 'Look-ups');
  await lookups.getByRole('button', { name: 'Check email address' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Check' }).click();
  await expect(lookups.getByText(/^Not deliverable, high risk · checked 3 Nov/)).toBeVisible();
  await expect(lookups.getByText('Did you mean tom@abara.co.example?')).toBeVisible();
  await lookups.getByRole('button', { name: 'Use tom@abara.co.example' }).press('Enter');
  await expect(value(page, 'Email')).toHaveText('tom@abara.co.example');
  await expect
    .poll(() => main.inputOf('contacts.edit'))
    .toMatchObject({ field: 'email', value: 'tom@abara.co.example' });
  await expect(lookups.getByRole('button', { name: 'Check email address' })).toBeFocused();
});

for (const colorScheme of listRows(['light', 'dark'] as const, 1)) {
  test(`what went wrong and what it means is said in words, ${colorScheme}`, async ({ page, main }) => {
    await page.emulateMedia({ colorScheme });
    main.inbox.lookups.carrier = { lineType: 'landline' };
    await openTom(page, main);
    const lookups = part(page, 'Look-ups');
    await lookups.getByRole('button', { name: 'Look up network' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Look up' }).click();
    await expect(lookups.getByText('This is a landline. Texts may not arrive.')).toBeVisible();
    const fields = { outcome: ['unknown'] };
    main.inbox.fail('lookups.lookUpEmail', { code: 'timeout', detail: null, fields, retryAfterMs: null });
    await lookups.getByRole('button', { name: 'Check email address' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Check' }).click();
    await expect(lookups.getByRole('alert')).toHaveText('We didn’t hear back. You may have been charged.');
    expect(await listFaults(page)).toEqual([]);
    expect(await listCut(page)).toEqual([]);
  });
}

test('offline, nothing can be looked up, and the reason stands beside it', async ({ page, main }) => {
  main.changeStatus({ link: 'offline' });
  await openTom(page, main);
  const button = part(page, 'Look-ups').getByRole('button', { name: 'Look up network' });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription('Needs a connection');
});
