import { expect, type Locator, type Page } from '@playwright/test';
import { buildContactRow } from '#test/support/fake-contacts.ts';
import { toProblem } from '#test/support/fake-bridge.ts';
import {
  bulkBar,
  fillContacts,
  fillManyContacts,
  grid,
  heading,
  names,
  openContacts,
  place,
  row,
} from './contacts-page.ts';
import { test } from './fixtures.ts';

/** Who is open beside the table, or over it. */
const person = (page: Page, name: string) => page.getByLabel('Contact', { exact: true }).filter({ hasText: name });
const checkedCount = (page: Page) => grid(page).locator('[role="row"][aria-selected="true"]');

test.beforeEach(({ main }) => void fillContacts(main));

test('contacts are a place of the rail, and every list, field and person has an address', async ({ page, main }) => {
  await page.goto(main.origin);
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Control+2');
  await expect(grid(page)).toBeFocused();
  await expect(place(page, /^All contacts/)).toHaveText(/11/);
  await place(page, /^Reminders, dogs/).click();
  await expect(page).toHaveURL(/#\/contacts\/list\/6$/);
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '9');
  await row(page, 'Tom Abara').click();
  await expect(page).toHaveURL(/#\/contacts\/list\/6\/person\/10$/);
  await page.reload();
  await expect(person(page, 'Tom Abara')).toBeVisible();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '9');
  await page.goBack();
  await expect(person(page, 'Tom Abara')).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/#\/contacts$/);
  await page.keyboard.press('Control+1');
  await page.keyboard.press('Control+2');
  await expect(page).toHaveURL(/#\/contacts$/);
});

test('rows are sorted by a column, and found while one types', async ({ page, main }) => {
  await openContacts(page, main.origin);
  await expect(names(page).first()).toHaveText('Adaeze Okonkwo');
  await page.getByRole('button', { name: 'Name' }).click();
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending');
  await expect(names(page).last()).toHaveText('Adaeze Okonkwo');
  await grid(page).focus();
  await page.keyboard.press('/');
  await page.keyboard.type('okonkwo');
  await expect(page.getByText('2 of 11')).toBeVisible();
  await page.keyboard.type('x');
  await expect(heading(page, 'Nothing for “okonkwox”')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '12');
});

test('rows are walked, checked and opened by keys, and Esc goes back one step at a time', async ({ page, main }) => {
  await openContacts(page, main.origin);
  await grid(page).focus();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(checkedCount(page)).toHaveCount(2);
  await expect(bulkBar(page)).toContainText('2 selected');
  await page.keyboard.press('Control+a');
  await expect(bulkBar(page)).toContainText('11 selected');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(person(page, 'Adaeze Okonkwo')).toBeVisible();
  await grid(page).focus();
  await page.keyboard.press('Escape');
  await expect(bulkBar(page)).toHaveCount(0);
  await expect(person(page, 'Adaeze Okonkwo')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(person(page, 'Adaeze Okonkwo')).toHaveCount(0);
  await expect(grid(page)).toBeFocused();
});

test('what is added to a list is taken back by Z', async ({ page, main }) => {
  await openContacts(page, main.origin, '/list/6');
  await row(page, 'Tom Abara').getByRole('checkbox').click();
  await bulkBar(page).getByRole('button', { name: 'Add to list' }).press('Enter');
  await page.getByRole('menuitem', { name: /^Puppy club/ }).press('Enter');
  await expect(page.getByText('1 contact added to Puppy club')).toBeVisible();
  await expect(place(page, /^Puppy club/)).toHaveText(/5/);
  await grid(page).focus();
  await page.keyboard.press('z');
  await expect(place(page, /^Puppy club/)).toHaveText(/4/);
});

test('F2 on a row opens its contact and edits the first value', async ({ page, main }) => {
  await openContacts(page, main.origin);
  await grid(page).focus();
  await page.keyboard.press('F2');
  await expect(page.getByRole('textbox', { name: 'First name' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Adaeze');
  for (const _ of ['the field', 'the contact']) await page.keyboard.press('Escape');
  await expect(grid(page)).toBeFocused();
});

test('F2 edits the contact beside the table, and Escape leads back', async ({ page, main }) => {
  await openContacts(page, main.origin);
  await grid(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'First name: Adaeze. Edit' })).toBeVisible();
  await page.keyboard.press('F2');
  await expect(page.getByRole('textbox', { name: 'First name' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'First name: Adaeze. Edit' })).toBeFocused();
});

test('says of a contact that another user deleted meanwhile that it is deleted already', async ({ page, main }) => {
  await openContacts(page, main.origin);
  main.inbox.fail('contacts.delete', toProblem('not-found'));
  await row(page, 'Callum MacIntyre').getByRole('checkbox').click();
  await page.keyboard.press('Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete contact' }).click();
  await expect(page.getByText('They weren’t deleted. Already deleted.')).toBeVisible();
});

test('the question before contacts are deleted says what goes, and keeps them by itself', async ({ page, main }) => {
  await openContacts(page, main.origin);
  await row(page, 'Callum MacIntyre').getByRole('checkbox').click();
  await row(page, 'Zoë Northgate').getByRole('checkbox').click();
  await page.keyboard.press('Delete');
  const question = page.getByRole('alertdialog', { name: 'Delete 1 contact?' });
  await expect(question).toContainText('1 contact is shared by another user and will be kept');
  await expect(question.getByRole('button', { name: 'Keep them' })).toBeFocused();
  await question.getByRole('button', { name: 'Delete contact' }).click();
  await expect(row(page, 'Callum MacIntyre')).toHaveCount(0);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(row(page, 'Callum MacIntyre')).toBeVisible();
});

test('numbers are added to the registers and taken out again', async ({ page, main }) => {
  await openContacts(page, main.origin, '/blocked');
  await page.getByRole('button', { name: 'Add number' }).click();
  const number = page.getByRole('textbox', { name: 'Number' });
  await number.fill('hello 123');
  await number.press('Enter');
  await expect(page.getByText('This isn’t a phone number.')).toBeVisible();
  // As it is written at home: it is blocked with its country code.
  await number.fill('07700 900777');
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  await expect(row(page, '+44 7700 900777')).toBeVisible();
  await row(page, '900777').getByRole('checkbox').click();
  await bulkBar(page).getByRole('button', { name: 'Unblock' }).click();
  await expect(row(page, '900777')).toHaveCount(0);

  await place(page, /^Unsubscribed/).click();
  main.inbox.fail('people.resubscribe', toProblem('forbidden'));
  await row(page, 'Gareth Pugh').getByRole('checkbox').click();
  await bulkBar(page).getByRole('button', { name: 'Resubscribe' }).click();
  await page.getByRole('button', { name: 'Yes, resubscribe' }).click();
  await expect(page.getByText(/text START to your number/).first()).toBeVisible();
});

for (const width of [1440, 360]) {
  test(`what was done is told above the bar of what is checked, ${String(width)} wide`, async ({ page, main }) => {
    await page.setViewportSize({ width, height: 800 });
    await openContacts(page, main.origin, '/list/6');
    await grid(page).focus();
    await page.keyboard.press('Control+a');
    await bulkBar(page).getByRole('button', { name: 'Export' }).click();
    const toast = page.getByRole('status').getByText('8 contacts exported');
    await expect(toast).toBeVisible();
    const bottom = await toast.evaluate((element) => element.getBoundingClientRect().bottom);
    const top = await bulkBar(page).evaluate((element) => element.getBoundingClientRect().top);
    expect(bottom).toBeLessThanOrEqual(top);
  });
}

test('what was done lies neither over the contact in a narrow window nor over a menu', async ({ page, main }) => {
  await openContacts(page, main.origin, '/list/6');
  const toast = page.getByRole('status').getByText('blocked', { exact: false });
  const boxOf = (locator: Locator): Promise<DOMRect> => locator.evaluate((element) => element.getBoundingClientRect());
  for (const width of [720, 400]) {
    await page.setViewportSize({ width, height: 800 });
    await row(page, 'Callum MacIntyre').getByText('Callum MacIntyre').click();
    const pane = page.getByRole('dialog', { name: 'Contact' });
    await pane.getByRole('switch', { name: 'Blocked' }).click();
    await expect(toast).toBeVisible();
    const [told, contact] = [await boxOf(toast), await boxOf(pane.locator('.contact'))];
    expect(told.right <= contact.left || contact.bottom <= told.top, `${String(width)} wide`).toBe(true);
    await page.keyboard.press('Escape');
    await expect(pane).toBeHidden();
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Columns' }).click();
  const [host, menu] = [page.locator('.toast-host'), page.getByRole('menu', { name: 'Columns' })];
  const layer = (locator: Locator): Promise<number> =>
    locator.evaluate((element) => Number(getComputedStyle(element).zIndex));
  expect(await layer(host)).toBeLessThan(await layer(menu));
});

test('who is blocked beside no chat is unblocked by the undo key, and of several only who was not blocked', async ({
  page,
  main,
}) => {
  await openContacts(page, main.origin, '/list/6');
  const asked = () =>
    main.inbox.inputsOf('people.setBlocked').map(({ phones, isBlocked }) => [phones.length, isBlocked]);
  const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
  await row(page, 'Callum MacIntyre').getByText('Callum MacIntyre').click();
  const blocked = page.getByRole('switch', { name: 'Blocked' });
  await blocked.press('Space');
  await expect(undo).toBeVisible();
  await page.keyboard.press('z');
  await expect(blocked).not.toBeChecked();
  await page.keyboard.press('Escape');
  await openContacts(page, main.origin);
  await grid(page).focus();
  await page.keyboard.press('Control+a');
  await bulkBar(page).getByRole('button', { name: 'Block' }).click();
  const question = page.getByRole('alertdialog', { name: /^Block \d+ numbers\?$/ });
  await question.getByRole('button', { name: 'Don’t block' }).click();
  await expect(question).toHaveCount(0);
  await bulkBar(page).getByRole('button', { name: 'Block' }).click();
  await question.getByRole('button', { name: 'Yes, block' }).click();
  await undo.click();
  await expect(page.getByRole('status').getByText('Undone')).toBeVisible();
  expect(asked()).toEqual([
    [1, true],
    [1, false],
    [11, true],
    [10, false],
  ]);
});

test('a hundred thousand rows are walked from end to end, a window of them at a time', async ({ page, main }) => {
  fillManyContacts(main, 100_000);
  await openContacts(page, main.origin);
  await grid(page).focus();
  await page.keyboard.press('End');
  await expect(row(page, 'Person 100000')).toBeVisible();
  await page.keyboard.press('PageUp');
  await page.keyboard.press('Home');
  await expect(row(page, 'Person 000001')).toBeInViewport();
  expect(await grid(page).getByRole('row').count()).toBeLessThan(100);
  const asked = main.inbox.inputsOf('contacts.listRows').map(({ ids }) => ids.length);
  expect(Math.max(...asked)).toBeLessThanOrEqual(200);
});

test('a new list from the palette begins in its name, which has the focus once it is made', async ({ page, main }) => {
  await openContacts(page, main.origin);
  await grid(page).focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('new list');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'New list' })).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'New list' }).getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('Vets');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Vets. Rename' })).toBeFocused();
});

test('a contact and a list are made from anywhere', async ({ page, main }) => {
  await page.goto(main.origin);
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('new contact');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'New contact' })).toBeVisible();
  await expect(page).toHaveURL(/#\/contacts$/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+,');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('new list');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'New list' })).toBeVisible();
  await page.keyboard.type('Parrots');
  await page.keyboard.press('Enter');
  await expect(heading(page, /Parrots/)).toBeVisible();
});

test('the field that narrows a table says what is in it', async ({ page, main }) => {
  await openContacts(page, main.origin, '/blocked');
  await expect(page.getByRole('searchbox', { name: 'Find blocked numbers' })).toBeVisible();
  await place(page, /^Unsubscribed/).click();
  await expect(page.getByRole('searchbox', { name: 'Find unsubscribed numbers' })).toBeVisible();
});

test('numbers of a register are unblocked together, as many as a request takes', async ({ page, main }) => {
  const { contacts } = main.inbox;
  contacts.rows = Array.from({ length: 501 }, (_, index) => buildContactRow({ id: index + 1, isBlocked: true }));
  await openContacts(page, main.origin, '/blocked');
  await grid(page).focus();
  await page.keyboard.press('Control+a');
  await bulkBar(page).getByRole('button', { name: 'Unblock' }).click();
  await expect(page.getByText('501 numbers unblocked')).toBeVisible();
  await expect(heading(page, 'No blocked numbers')).toBeVisible();
  expect(main.inbox.inputsOf('people.setBlocked').map(({ phones }) => phones.length)).toEqual([500, 1]);
});

test('what has not loaded says so, and an empty list what to do', async ({ page, main }) => {
  main.inbox.fail('contacts.list', toProblem('disk'));
  await page.goto(`${main.origin}/#/contacts`);
  await expect(heading(page, 'The contacts didn’t load')).toBeVisible();
  main.inbox.fail('contacts.list', null);
  main.inbox.contacts.rows = [];
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page, 'No contacts yet')).toBeVisible();
});

test('in a narrow window the title opens the side list, and a person lies over the table', async ({ page, main }) => {
  await page.setViewportSize({ width: 720, height: 900 });
  await openContacts(page, main.origin);
  await page.getByRole('button', { name: /All contacts/ }).click();
  await place(page, /^Dental clients/).click();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '5');
  await row(page, 'Adaeze Okonkwo').click();
  await expect(person(page, 'Adaeze Okonkwo')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(person(page, 'Adaeze Okonkwo')).toHaveCount(0);
  await expect(grid(page)).toBeFocused();
});

test('a screen reader finds places, heads, rows and what can be done with checked ones', async ({ page, main }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openContacts(page, main.origin, '/list/5');
  await row(page, 'Callum MacIntyre').getByRole('checkbox').click();
  await expect(page.getByRole('navigation', { name: 'Contacts and lists' })).toMatchAriaSnapshot(`
    - navigation "Contacts and lists":
      - list:
        - listitem:
          - link "All contacts 11"
        - listitem:
          - link "Favourites 1"
        - listitem:
          - link "Unsubscribed 1"
        - listitem:
          - link "Blocked 1"
      - heading "Lists" [level=2]
      - button "New list"
      - list:
        - listitem:
          - link "Dental clients 4"
        - listitem:
          - link "Northgate group Shared by another user 1"
        - listitem:
          - link "Puppy club 4"
        - listitem:
          - link "Reminders, dogs Default list 8"
      - heading "Custom fields" [level=2]
      - button "New field"
      - list:
        - listitem:
          - link "Pet"
          - button "More for Pet"
        - listitem:
          - link "Insurance"
          - button "More for Insurance"
  `);
  await expect(grid(page)).toMatchAriaSnapshot(`
    - grid "Puppy club, table":
      - row "Select all Name Phone Pet Also in Last text":
        - columnheader "Select all":
          - checkbox "Select all" [checked=mixed]
        - columnheader "Name":
          - button "Name"
        - columnheader "Phone":
          - button "Phone"
          - separator "Width of Phone"
        - columnheader "Pet":
          - button "Pet"
          - separator "Width of Pet"
        - columnheader "Also in":
          - button "Also in"
          - separator "Width of Also in"
        - columnheader "Last text":
          - button "Last text"
          - separator "Width of Last text"
      - row /^Select Callum MacIntyre/ [selected]:
        - gridcell "Select Callum MacIntyre":
          - checkbox "Select Callum MacIntyre" [checked]
        - gridcell "Callum MacIntyre"
        - gridcell "+44 7700 900003"
        - gridcell "Haggis"
        - gridcell "Reminders, dogs"
        - gridcell
      - row /^Select Deborah Okonkwo/:
        - gridcell "Select Deborah Okonkwo":
          - checkbox "Select Deborah Okonkwo"
        - gridcell "Deborah Okonkwo Waiting"
        - gridcell "+44 7700 900004"
        - gridcell "Biscuit"
        - gridcell "Dental clients +1"
        - gridcell
      - row /^Select Priya Raghunathan/:
        - gridcell "Select Priya Raghunathan"
        - gridcell "Priya Raghunathan Blocked"
        - gridcell "+44 7700 900008"
        - gridcell
        - gridcell "Only this list"
        - gridcell
      - row /^Select 田中 美咲/
  `);
  await expect(bulkBar(page)).toMatchAriaSnapshot(`
    - toolbar "Selected contacts":
      - text: 1 selected
      - button "Add to list"
      - button "Remove from list"
      - button "Export"
      - button "Block"
      - button "Delete"
      - button "Clear selection"
  `);
});
