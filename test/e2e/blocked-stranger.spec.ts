/** A number that the service blocks and that is not known here: no text goes there unseen. */
import type { Page } from '@playwright/test';
import { listShapes } from '#test/support/full-counts.ts';
import { expectSent } from './support/inbox-page.ts';
import { expect, test } from './support/fixtures.ts';
import { askService, listSent } from './support/service-state.ts';

const STRANGER = '447400123456';
const SHOWN = '+44 7400 123456';

const newText = (page: Page) => page.getByRole('textbox', { name: 'Text message' });

async function writeToStranger(page: Page, text: string): Promise<void> {
  await page.keyboard.press('n');
  await expect(page.getByRole('combobox', { name: 'To' })).toBeFocused();
  await page.keyboard.type(`+${STRANGER}`);
  await expect(page.getByRole('option', { name: `Text ${SHOWN}` })).toBeVisible();
  await page.keyboard.press('Tab');
  await newText(page).fill(text);
  await newText(page).press('Enter');
}

for (const shapes of listShapes(['sdk', 'spec'], 'spec'))
  test.describe(`with a service that answers as the ${shapes} says`, () => {
    test.use({ serviceArgs: ['--shapes', shapes] });

    test('a text to a stranger who is blocked stays in its box until the number is unblocked', async ({
      inbox: page,
      app,
      service: { account },
    }) => {
      // The service has a contact of a blocked number, which is not to be read here.
      await app.waitUntilIdle();
      const body = JSON.stringify({ phone: STRANGER });
      expect((await askService(account, 'contacts/block', { method: 'POST', body })).ok).toBe(true);
      await writeToStranger(page, 'Is this still your number?');
      const note = page.getByRole('group', { name: `${SHOWN} is blocked.` });
      await expect(note).toBeVisible();
      expect(await listSent(account, STRANGER, ['Is this still your number?'])).toEqual([]);

      await note.getByRole('button', { name: 'Unblock' }).click();
      await expect(newText(page)).toHaveValue('Is this still your number?');
      expect((await askService(account, `contacts/block/phone?phone=${STRANGER}`)).status).toBe(404);
      await newText(page).press('Enter');
      await expectSent(page, 'Is this still your number?');
      expect(await listSent(account, STRANGER, ['Is this still your number?'])).toEqual(['Is this still your number?']);
    });
  });
