/** Templates through the real page, main and service: written, inserted, filled in, changed, moved and deleted, mostly by keys. */
import type { Locator, Page } from '@playwright/test';
import { listShapes } from '#test/support/full-counts.ts';
import { expect, test } from './support/fixtures.ts';
import { composer, expectSent, openChat } from './support/inbox-page.ts';
import type { ServiceAccount } from './support/programs.ts';
import { askService, listSent } from './support/service-state.ts';

const CALLUM = '447700900188';
const COURIER = '447700900140';
const NAME = 'Bring them at five';
const CONTENT = 'Hi {First name}, bring {Pet} at 17:00.';

const list = (page: Page): Locator => page.getByRole('listbox', { name: 'All templates' });
const rowOf = (page: Page, name: string): Locator => list(page).getByRole('option', { name });
const offered = (page: Page): Locator => page.getByRole('listbox', { name: 'Templates', exact: true });
const textField = (page: Page): Locator => page.getByRole('textbox', { name: 'Text', exact: true });

/** What the service has under a name. */
async function findTexts(account: ServiceAccount, name: string): Promise<string[]> {
  const answer = await askService(account, `templates/search?name=${encodeURIComponent(name)}&limit=100`);
  const { resources } = (await answer.json()) as { resources: readonly { readonly content: string }[] };
  return resources.map(({ content }) => content);
}

async function openTemplates(page: Page): Promise<void> {
  await page.keyboard.press('Control+5');
  await expect(list(page)).toBeVisible();
}

/** Saves by its key, and waits until it is done. */
async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden();
}

/** Opens a chat, and inserts the template by its shortcut. */
async function insert(page: Page, person: string): Promise<void> {
  await page.keyboard.press('Control+1');
  await openChat(page, person);
  await composer(page).fill('');
  await page.keyboard.type('/five');
  await expect(offered(page).getByRole('option').first()).toContainText(NAME);
  await page.keyboard.press('Enter');
}

/** Contacts of the specification name their own fields without the values: at such a service, no one has a pet. */
const PETS = { sdk: 'Haggis, border terrier', spec: null };

for (const shapes of listShapes(['sdk', 'spec'], 'sdk'))
  test.describe(`at a service that answers as the ${shapes} says`, () => {
    test.use({ serviceArgs: ['--shapes', shapes] });

    const pet = PETS[shapes];

    test('a template is written, inserted with the fields of a person, changed, moved here and deleted', async ({
      app,
      inbox: page,
      service: { account },
    }) => {
      await app.waitUntilIdle();
      await openTemplates(page);
      await page.keyboard.press('Control+k');
      await page.keyboard.type('new template');
      await expect(page.getByRole('option', { name: /New template/ })).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
      await page.keyboard.type(NAME);
      await page.keyboard.press('Tab');
      await page.keyboard.type('five');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await expect(textField(page)).toBeFocused();
      await page.keyboard.type('Hi {fir');
      const fields = page.getByRole('listbox', { name: 'Merge fields' });
      await expect(fields.getByRole('option').first()).toContainText('First name');
      await page.keyboard.press('Enter');
      await page.keyboard.type(', bring {pe');
      await expect(fields.getByRole('option').first()).toContainText('Pet');
      await page.keyboard.press('Enter');
      await page.keyboard.type(' at 17:00.');
      await expect(textField(page)).toHaveValue(CONTENT);
      await expect(page.getByRole('region', { name: 'If a field is empty' })).toContainText(
        'You’ll be asked to fill it in before sending',
      );
      await save(page);
      expect(await findTexts(account, NAME)).toEqual([CONTENT]);

      await insert(page, 'Callum MacIntyre');
      const filled = `Hi Callum, bring ${pet ?? '{Pet}'} at 17:00.`;
      await expect(composer(page)).toHaveValue(filled);
      if (pet !== null) {
        await page.keyboard.press('Enter');
        await expectSent(page, filled);
      }

      // The courier has no pet: the field is flagged, and Send asks before it leaves as it stands.
      await insert(page, 'Kwikpet Couriers');
      await expect(composer(page)).toHaveValue('Hi Kwikpet, bring {Pet} at 17:00.');
      const left = page.getByRole('group', { name: 'Fields in the text' });
      await expect(left).toContainText('Pet is empty for Kwikpet Couriers.');
      expect(await listSent(account, CALLUM, [filled, CONTENT])).toEqual(pet === null ? [] : [filled]);
      await page.keyboard.press('Enter');
      await expect(left).toContainText('Send with {Pet} in the text?');
      await expect(left.getByRole('button', { name: 'Replace {Pet}' })).toBeFocused();
      await page.keyboard.press('Enter');
      await page.keyboard.type('the parcel');
      await expect(left).toBeHidden();
      await page.keyboard.press('Enter');
      const replaced = 'Hi Kwikpet, bring the parcel at 17:00.';
      await expectSent(page, replaced);
      const possible = [replaced, 'Hi Kwikpet, bring {Pet} at 17:00.', CONTENT];
      expect(await listSent(account, COURIER, possible)).toEqual([replaced]);

      await openTemplates(page);
      await rowOf(page, NAME).click();
      await textField(page).focus();
      await page.keyboard.press('Control+End');
      await page.keyboard.type(' Thank you!');
      await save(page);
      expect(await findTexts(account, NAME)).toEqual([`${CONTENT} Thank you!`]);

      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(rowOf(page, NAME)).toBeHidden();
      expect(await findTexts(account, NAME)).toEqual([]);
      await page.getByRole('button', { name: /^Undo/ }).click();
      await expect(rowOf(page, NAME)).toBeVisible();
      expect(await findTexts(account, NAME)).toEqual([`${CONTENT} Thank you!`]);

      await rowOf(page, NAME).click();
      await page.getByRole('combobox', { name: 'Stored' }).selectOption('On this computer');
      await textField(page).focus();
      await save(page);
      expect(await findTexts(account, NAME)).toEqual([]);
      await page.reload();
      await expect(page.getByRole('combobox', { name: 'Stored' })).toHaveValue('computer');
      await insert(page, 'Callum MacIntyre');
      await expect(composer(page)).toHaveValue(`${filled} Thank you!`);

      await openTemplates(page);
      await rowOf(page, NAME).click();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(rowOf(page, NAME)).toBeHidden();
      await page.getByRole('button', { name: /^Undo/ }).click();
      await expect(rowOf(page, NAME)).toBeVisible();
      await rowOf(page, NAME).click();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(rowOf(page, NAME)).toBeHidden();
      await page.reload();
      await expect(list(page).getByRole('option').first()).toBeVisible();
      await expect(rowOf(page, NAME)).toBeHidden();
      expect(await findTexts(account, NAME)).toEqual([]);
    });
  });
