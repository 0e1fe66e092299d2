import { expect, type Page } from '@playwright/test';
import { buildContactRow, buildMembersChange } from '#test/support/fake-contacts.ts';
import { toProblem } from '#test/support/fake-bridge.ts';
import { bulkBar, fillContacts, fillManyContacts, grid, names, openContacts, row } from './contacts-page.ts';
import { test } from './fixtures.ts';
import { listCut, listFaults, resize } from './layout-and-axe-checks.ts';
import type { LoopbackMain } from './loopback-main.ts';

const place = (page: Page, name: string | RegExp) =>
  page.getByRole('navigation', { name: 'Contacts and lists' }).getByRole('link', { name });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
/** Who is open beside the table, or over it. */
const person = (page: Page, name: string) => page.getByLabel('Contact', { exact: true }).filter({ hasText: name });
const checkedCount = (page: Page) => grid(page).locator('[role="row"][aria-selected="true"]');

/** Another client takes someone off a list, of which the page has not heard. */
function takeOff(main: LoopbackMain, name: string, listId: number): void {
  const { contacts } = main.inbox;
  contacts.rows = contacts.rows.map((each) =>
    each.name === name ? { ...each, lists: each.lists.filter(({ id }) => id !== listId) } : each,
  );
}

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
  await expect(heading(page, 'No match for “okonkwox”')).toBeVisible();
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

test('the question before contacts are deleted says what goes, and keeps them by itself', async ({ page, main }) => {
  await openContacts(page, main.origin);
  await row(page, 'Callum MacIntyre').getByRole('checkbox').click();
  await row(page, 'Zoë Northgate').getByRole('checkbox').click();
  await page.keyboard.press('Delete');
  const question = page.getByRole('alertdialog', { name: 'Delete 1 contact?' });
  await expect(question).toContainText('1 contact is shared by another user and stays');
  await expect(question.getByRole('button', { name: 'Keep them' })).toBeFocused();
  await question.getByRole('button', { name: 'Delete 1 contact' }).click();
  await expect(row(page, 'Callum MacIntyre')).toHaveCount(0);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(row(page, 'Callum MacIntyre')).toBeVisible();
});

test('people who are only in a list are moved before they are taken off it, or before it goes', async ({
  page,
  main,
}) => {
  await openContacts(page, main.origin, '/list/6');
  await row(page, 'Tom Abara').getByRole('checkbox').click();
  await bulkBar(page).getByRole('button', { name: 'Remove from list' }).click();
  const removal = page.getByRole('alertdialog', { name: /^Remove 1 contact from Reminders, dogs/ });
  await expect(removal.getByRole('button', { name: 'Keep them in the list' })).toBeFocused();
  await expect(removal.getByRole('radio', { name: /^First move/ })).toBeChecked();
  await removal.getByRole('button', { name: 'Move 1 and remove' }).click();
  await expect(row(page, 'Tom Abara')).toHaveCount(0);
  await expect(place(page, /^Dental clients/)).toHaveText(/5/);

  await page.getByRole('button', { name: 'More for Reminders, dogs' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Delete the list' }).press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Delete the list “Reminders, dogs”?' });
  await expect(question).toContainText('7 people are in it. 5 are in other lists and stay. 2 are only in this one');
  await expect(question.getByRole('button', { name: 'Keep the list' })).toBeFocused();
  await question.getByRole('radio', { name: /^Delete them/ }).check();
  await question.getByRole('button', { name: 'Delete the list and 2 people' }).click();
  await expect(place(page, /^Reminders/)).toHaveCount(0);
  await expect(place(page, /^All contacts/)).toHaveText(/9/);
});

test('who would be deleted by now is counted anew, and the user asked once more', async ({ page, main }) => {
  await openContacts(page, main.origin, '/list/6');
  await row(page, 'Tom Abara').getByRole('checkbox').click();
  await row(page, 'Callum MacIntyre').getByRole('checkbox').click();
  await bulkBar(page).getByRole('button', { name: 'Remove from list' }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove 2 contacts from Reminders, dogs?' });
  await question.getByRole('radio', { name: 'Delete this contact' }).check();
  takeOff(main, 'Callum MacIntyre', 5);
  await question.getByRole('button', { name: 'Remove and delete 1 contact' }).click();
  await expect(question).toContainText('The list has changed since you were asked. These are the new numbers.');
  await expect(question).toContainText('2 are only in this list');
  expect(main.inbox.inputsOf('lists.changeMembers').map(({ agreedCount }) => agreedCount)).toEqual([1]);
  await expect(row(page, 'Tom Abara')).toBeVisible();
  await question.getByRole('radio', { name: 'Delete these 2 contacts' }).check();
  await question.getByRole('button', { name: 'Remove and delete 2 contacts' }).click();
  await expect(row(page, 'Callum MacIntyre')).toHaveCount(0);
  expect(main.inbox.inputsOf('lists.changeMembers').map(({ agreedCount }) => agreedCount)).toEqual([1, 2]);
});

test('a list is deleted with as many people as the user was told', async ({ page, main }) => {
  await openContacts(page, main.origin, '/list/5');
  await page.getByRole('button', { name: 'More for Puppy club' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Delete the list' }).press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Delete the list “Puppy club”?' });
  await question.getByRole('radio', { name: /^Delete them/ }).check();
  takeOff(main, 'Callum MacIntyre', 6);
  await question.getByRole('button', { name: 'Delete the list and 1 person' }).click();
  await expect(question).toContainText('The list has changed since you were asked.');
  await expect(question).toContainText('2 are only in this one');
  await question.getByRole('button', { name: 'Keep the list' }).click();
  await expect(place(page, /^Puppy club/)).toHaveText(/4/);
});

test('pasted numbers become the only people of a list, after the user was told who goes', async ({ page, main }) => {
  await openContacts(page, main.origin, '/list/5');
  await page.getByRole('button', { name: 'Add people' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add people to Puppy club' });
  await dialog.getByRole('radio', { name: 'Paste numbers' }).check();
  await dialog.getByRole('textbox', { name: 'Numbers' }).fill('447700900003\n447700900010');
  await dialog.getByRole('radio', { name: 'Make them the only people in the list' }).check();
  await expect(dialog).toContainText('2 contacts found');
  await dialog.getByRole('button', { name: 'Replace the members…' }).click();
  const question = page.getByRole('alertdialog', { name: 'Make these 2 contacts the only ones in Puppy club?' });
  await expect(question).toContainText('1 person is added. 3 people are removed. 1 is only in this list');
  await expect(question).toContainText('Priya Raghunathan');
  await expect(question.getByRole('button', { name: 'Keep the members' })).toBeFocused();
  await question.getByRole('radio', { name: 'Delete this contact' }).check();
  await question.getByRole('button', { name: 'Replace and delete 1 contact' }).click();
  await expect(page.getByText('Puppy club: 1 added, 3 removed')).toBeVisible();
  await expect(names(page)).toHaveText(['Callum MacIntyre', 'Tom Abara']);
  expect(main.inbox.inputsOf('lists.setMembers')[0]).toMatchObject({ contactIds: [3, 10], agreedCount: 1 });
  await grid(page).focus();
  await page.keyboard.press('z');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '5');
});

test('those who would be deleted by replacing members are moved first; members can be chosen to stay', async ({
  page,
  main,
}) => {
  await openContacts(page, main.origin, '/list/5');
  await page.getByRole('button', { name: 'Add people' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add people to Puppy club' });
  await page.keyboard.type('okonkwo');
  const deborah = dialog.getByRole('checkbox', { name: 'Deborah Okonkwo' });
  await expect(deborah).toBeChecked();
  await expect(deborah).toBeDisabled();
  await dialog.getByRole('radio', { name: 'Make them the only people in the list' }).check();
  await expect(deborah).not.toBeChecked();
  await deborah.check();
  await dialog.getByRole('button', { name: 'Replace the members…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Move 1 and replace' }).click();
  await expect(names(page)).toHaveText(['Deborah Okonkwo']);
  await expect(place(page, /^Reminders, dogs/)).toHaveText(/9/);
  expect(main.inbox.inputsOf('lists.setMembers')[0]).toMatchObject({ contactIds: [4], agreedCount: 0 });
});

test('a list is renamed in its place, and set by switches; another user’s is not', async ({ page, main }) => {
  await openContacts(page, main.origin, '/list/5');
  await grid(page).focus();
  await page.keyboard.press('F2');
  await page.keyboard.type('Puppies');
  await page.keyboard.press('Escape');
  await expect(heading(page, /Puppy club/)).toBeVisible();
  await page.keyboard.press('F2');
  await page.keyboard.type('Puppies');
  await page.keyboard.press('Enter');
  await expect(place(page, /^Puppies/)).toBeVisible();
  await page.getByRole('switch', { name: 'Default list' }).click();
  await expect(page.getByText('New contacts go into this list.')).toBeVisible();
  await place(page, /^Northgate group/).click();
  await expect(page.getByText(/Another user shares this list/)).toBeVisible();
  await expect(page.getByRole('switch')).toHaveCount(0);
  await expect(page.getByText('Only this list')).toHaveCount(0);
  await expect(page.getByRole('radio', { name: /^Only in this list/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add people' })).toHaveCount(0);
});

test('numbers are pasted to add people, and counted before', async ({ page, main }) => {
  await openContacts(page, main.origin, '/list/5');
  await page.getByRole('button', { name: 'Add people' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add people to Puppy club' });
  await dialog.getByRole('radio', { name: 'Paste numbers' }).check();
  await dialog.getByRole('textbox', { name: 'Numbers' }).fill('+44 7700 900001\n447700900010, 447700999999\nx');
  await expect(dialog).toContainText('2 contacts found');
  await expect(dialog).toContainText('1 number isn’t in your contacts');
  await expect(dialog).toContainText('1 isn’t a phone number');
  await dialog.getByRole('button', { name: 'Add 2 contacts' }).click();
  await expect(row(page, 'Tom Abara')).toBeVisible();
});

test('a long change of members is told on its list, and paused', async ({ page, main }) => {
  main.inbox.contacts.changes = [buildMembersChange({ listId: 6 })];
  await openContacts(page, main.origin, '/list/6');
  const card = page.getByRole('region', { name: 'Changes to this list' });
  await expect(card).toContainText(/12,396\s*of 20,000 done/);
  await expect(card).toContainText('12,371 added');
  await expect(card).toContainText('7,604 to go');
  await card.getByRole('button', { name: 'Pause' }).click();
  await expect(card.getByRole('button', { name: 'Resume' })).toBeVisible();
});

test('numbers are added to the registers and taken out again', async ({ page, main }) => {
  await openContacts(page, main.origin, '/blocked');
  await page.getByRole('button', { name: 'Add a number' }).click();
  await page.getByRole('textbox', { name: 'Number' }).fill('+44 7700 900777');
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  await row(page, '900777').getByRole('checkbox').click();
  await bulkBar(page).getByRole('button', { name: 'Unblock' }).click();
  await expect(row(page, '900777')).toHaveCount(0);

  await place(page, /^Unsubscribed/).click();
  main.inbox.fail('people.resubscribe', toProblem('forbidden'));
  await row(page, 'Gareth Pugh').getByRole('checkbox').click();
  await bulkBar(page).getByRole('button', { name: 'Resubscribe' }).click();
  await page.getByRole('button', { name: 'They asked, resubscribe' }).click();
  await expect(page.getByText(/text START to your number/).first()).toBeVisible();
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

test('columns are chosen and stay so', async ({ page, main }) => {
  await openContacts(page, main.origin);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Company' }).click();
  await page.keyboard.press('Escape');
  await expect(row(page, 'Quince')).toContainText('Quince & Sons');
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Company' })).toBeVisible();
});

const heads = (page: Page) => page.getByRole('columnheader').locator('button .name');
const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });

test('columns are moved by drag and by keys, stay so, and are exported so', async ({ page, main }) => {
  await openContacts(page, main.origin);
  await expect(heads(page)).toHaveText(['Name', 'Phone', 'Pet', 'Lists', 'Last text']);
  // Behind the middle of Phone: before Pet. A drag sorts nothing.
  const lastText = await head(page, 'Last text').boundingBox();
  const phone = await head(page, 'Phone').boundingBox();
  if (lastText === null || phone === null) throw new Error('A head is not on screen');
  await page.mouse.move(lastText.x + lastText.width - 30, lastText.y + 10);
  await page.mouse.down();
  await page.mouse.move(phone.x + phone.width - 20, phone.y + 10, { steps: 5 });
  await page.mouse.up();
  await expect(heads(page)).toHaveText(['Name', 'Phone', 'Last text', 'Pet', 'Lists']);
  await expect(head(page, 'Last text')).toHaveAttribute('aria-sort', 'none');
  await expect(page.getByText('Last text is now column 3 of 5')).toBeAttached();

  await head(page, 'Lists').getByRole('button').focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menu', { name: 'Column Lists' }).getByRole('menuitem', { name: 'Move left' }).press('Enter');
  await expect(heads(page)).toHaveText(['Name', 'Phone', 'Last text', 'Lists', 'Pet']);
  await expect(head(page, 'Lists').getByRole('button')).toBeFocused();

  await page.getByRole('button', { name: 'Columns' }).press('Enter');
  await page.keyboard.press('Alt+ArrowDown');
  await expect(page.getByRole('menuitemcheckbox', { name: 'Phone' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(heads(page)).toHaveText(['Name', 'Last text', 'Phone', 'Lists', 'Pet']);
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByText('11 rows exported')).toBeVisible();
  expect(main.inbox.inputsOf('contacts.export')[0]?.columns.map(({ title }) => title)).toEqual([
    ...['Name', 'Last text', 'Phone', 'Lists', 'Pet'],
  ]);
});

test('a drag of a column ends with Esc, and the head sorts as before', async ({ page, main }) => {
  await openContacts(page, main.origin);
  const box = await head(page, 'Pet').boundingBox();
  if (box === null) throw new Error('The head is not on screen');
  await page.mouse.move(box.x + 20, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x - 300, box.y + 10, { steps: 5 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(heads(page)).toHaveText(['Name', 'Phone', 'Pet', 'Lists', 'Last text']);
  await head(page, 'Pet').getByRole('button').click();
  await expect(head(page, 'Pet')).toHaveAttribute('aria-sort', 'ascending');
});

test('columns are as wide as there is room, and a list is read in full', async ({ page, main }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  main.inbox.contacts.rows = main.inbox.contacts.rows.map((each) => ({
    ...each,
    lists: [{ id: 6, name: 'Insurance renewals, dogs and cats' }],
  }));
  await openContacts(page, main.origin);
  const cell = grid(page).getByRole('gridcell').getByText('Insurance renewals, dogs and cats').first();
  await expect(cell).toBeVisible();
  expect(await cell.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
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

test('numbers of a register are unblocked together', async ({ page, main }) => {
  const { contacts } = main.inbox;
  contacts.rows = contacts.rows.map((each) => ({ ...each, isBlocked: each.id <= 3 }));
  await openContacts(page, main.origin, '/blocked');
  await grid(page).focus();
  await page.keyboard.press('Control+a');
  await bulkBar(page).getByRole('button', { name: 'Unblock' }).click();
  await expect(page.getByText('3 numbers unblocked')).toBeVisible();
  await expect(heading(page, 'No number is blocked')).toBeVisible();
  expect(main.inbox.inputsOf('people.setBlocked').map(({ phones }) => phones.length)).toEqual([3]);
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

const STATES: readonly {
  readonly name: string;
  readonly path: string;
  readonly open: (page: Page) => Promise<void>;
}[] = [
  {
    name: 'a list with checked rows',
    path: '/list/6',
    open: async (page) => {
      await row(page, 'Deborah Okonkwo').getByRole('checkbox').click();
      await expect(bulkBar(page)).toBeVisible();
    },
  },
  {
    name: 'the question before a list is deleted',
    path: '/list/6',
    open: async (page) => {
      await page.getByRole('button', { name: 'More for Reminders, dogs' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Delete the list' }).press('Enter');
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'people to add',
    path: '/list/5',
    open: async (page) => {
      await page.getByRole('button', { name: 'Add people' }).click();
      await page.keyboard.type('a');
      await expect(page.getByRole('dialog').getByRole('checkbox').first()).toBeVisible();
    },
  },
];
for (const { name, path, open } of STATES) {
  test(`axe finds nothing serious in either theme, and nothing is cut off at any size: ${name}`, async ({
    page,
    main,
  }) => {
    main.inbox.contacts.changes = [buildMembersChange({ listId: 6 })];
    main.inbox.contacts.rows = [...main.inbox.contacts.rows, buildContactRow({ id: 50, contactId: 50, name: '' })];
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await openContacts(page, main.origin, path);
    await open(page);
    expect.soft(await listFaults(page), 'light').toEqual([]);
    expect.soft(await listCut(page), '1440').toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    for (const [width, height] of [
      [720, 450],
      [320, 640],
    ] as const) {
      await resize(page, width, height);
      expect.soft(await listCut(page), `${String(width)} wide`).toEqual([]);
      expect.soft(await listFaults(page), `dark, ${String(width)} wide`).toEqual([]);
    }
  });
}
