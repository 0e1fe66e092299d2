import { expect } from '@playwright/test';
import type { PeopleChangeView } from '#shared/contract/index.ts';
import { ONLY_LIST } from '#shared/domain/people-changes.ts';
import { toProblem } from '#test/support/fake-bridge.ts';
import { buildMembersChange } from '#test/support/fake-contacts.ts';
import { bulkBar, fillContacts, grid, heading, names, openContacts, place, row } from './contacts-page.ts';
import { test } from './fixtures.ts';
import type { LoopbackMain } from './loopback-main.ts';

const PUPPY_PNG = {
  name: 'puppy.png',
  mimeType: 'image/png',
  buffer: Buffer.from('89504e470d0a1a0a', 'hex'),
};

/** Another client takes someone off a list, of which the page has not heard. */
function takeOff(main: LoopbackMain, name: string, listId: number): void {
  const { contacts } = main.inbox;
  contacts.rows = contacts.rows.map((each) =>
    each.name === name ? { ...each, lists: each.lists.filter(({ id }) => id !== listId) } : each,
  );
}

test.beforeEach(({ main }) => void fillContacts(main));

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
  await removal.getByRole('button', { name: 'Move 1 contact, then remove' }).click();
  await expect(row(page, 'Tom Abara')).toHaveCount(0);
  await expect(place(page, /^Dental clients/)).toHaveText(/5/);
  await expect(page.getByText('1 contact removed from Reminders, dogs (1 moved to Dental clients)')).toBeVisible();
  await grid(page).focus();
  await page.keyboard.press('z');
  await expect(row(page, 'Tom Abara')).toBeVisible();
  await expect(place(page, /^Dental clients/)).toHaveText(/4/);
  await row(page, 'Tom Abara').getByRole('checkbox').click();
  await bulkBar(page).getByRole('button', { name: 'Remove from list' }).click();
  await removal.getByRole('button', { name: 'Move 1 contact, then remove' }).click();
  await expect(row(page, 'Tom Abara')).toHaveCount(0);

  await page.getByRole('button', { name: 'More for Reminders, dogs' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Delete list…' }).press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Delete the list “Reminders, dogs”?' });
  await expect(question).toContainText(
    'This list has 7 contacts. 5 contacts are also in other lists and will be kept. 2 contacts are only in this list',
  );
  await expect(question.getByRole('button', { name: 'Keep list' })).toBeFocused();
  await question.getByRole('radio', { name: /^Delete them/ }).check();
  await question.getByRole('button', { name: 'Delete list and 2 contacts' }).click();
  await expect(place(page, /^Reminders/)).toHaveCount(0);
  await expect(place(page, /^All contacts/)).toHaveText(/9/);
});

test('undoing that someone was added to a new list deletes the list, as long as it is empty', async ({
  page,
  main,
}) => {
  await openContacts(page, main.origin);
  await row(page, 'Tom Abara').click();
  const addToRegulars = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Add to list' }).press('Enter');
    await page.keyboard.type('Regulars');
    await page.getByRole('option', { name: 'Create “Regulars”' }).click();
    await expect(page.getByText('Tom Abara added to Regulars')).toBeVisible();
    await expect(place(page, /^Regulars/)).toHaveText(/1/);
  };
  await addToRegulars();
  await grid(page).focus();
  await page.keyboard.press('z');
  await expect(place(page, /^Regulars/)).toHaveCount(0);

  await addToRegulars();
  const { contacts } = main.inbox;
  const regulars = contacts.lists.find(({ name }) => name === 'Regulars');
  if (regulars === undefined) throw new Error('no list');
  contacts.rows = contacts.rows.map((each) =>
    each.name === 'Callum MacIntyre'
      ? { ...each, lists: [...each.lists, { id: regulars.id, name: regulars.name }] }
      : each,
  );
  await grid(page).focus();
  await page.keyboard.press('z');
  await expect(row(page, 'Tom Abara')).not.toContainText('Regulars');
  await expect(place(page, /^Regulars/)).toHaveText(/1/);
});

test('the palette leads to a contact list by its name', async ({ page, main }) => {
  await page.goto(main.origin);
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('puppy');
  await page.getByRole('option', { name: /^Contact list: Puppy club/ }).click();
  await expect(heading(page, /Puppy club/)).toBeVisible();
  await expect(page).toHaveURL(/#\/contacts\/list\/5/);
  await expect(grid(page)).toBeFocused();
  await page.keyboard.press('Shift+F6');
  await expect(page.getByRole('link', { name: /^Puppy club/ })).toBeFocused();

  // The table that had the focus is another one then.
  await grid(page).focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('dental');
  await page.getByRole('option', { name: /^Contact list: Dental clients/ }).click();
  await expect(heading(page, /Dental clients/)).toBeVisible();
  await expect(grid(page)).toBeFocused();
});

test('F6 walks the table, the bar of what is checked, and the contact beside it', async ({ page, main }) => {
  await openContacts(page, main.origin);
  await row(page, 'Tom Abara').getByRole('checkbox').click();
  await row(page, 'Callum MacIntyre').click();
  await expect(page.getByRole('complementary', { name: 'Contact' })).toBeVisible();
  await grid(page).focus();
  await page.keyboard.press('F6');
  await expect(bulkBar(page).locator(':focus')).toBeVisible();
  await page.keyboard.press('F6');
  await expect(page.getByRole('complementary', { name: 'Contact' }).locator(':focus')).toBeVisible();
  await page.keyboard.press('F6');
  await expect(page.getByRole('navigation', { name: 'Main' }).locator(':focus')).toBeVisible();
  await page.keyboard.press('Shift+F6');
  await page.keyboard.press('Shift+F6');
  await expect(bulkBar(page).locator(':focus')).toBeVisible();
  await page.keyboard.press('Shift+F6');
  await expect(grid(page)).toBeFocused();
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
  await expect(question).toContainText('The list has changed since you were asked. These are the new totals.');
  await expect(question).toContainText('2 contacts are only in this list');
  expect(main.inbox.inputsOf('lists.changeMembers').map(({ agreedCount }) => agreedCount)).toEqual([1]);
  await expect(row(page, 'Tom Abara')).toBeVisible();
  await question.getByRole('radio', { name: 'Delete these 2 contacts' }).check();
  await question.getByRole('button', { name: 'Remove and delete 2 contacts' }).click();
  await expect(row(page, 'Callum MacIntyre')).toHaveCount(0);
  expect(main.inbox.inputsOf('lists.changeMembers').map(({ agreedCount }) => agreedCount)).toEqual([1, 2]);
});

test('a contact whose last list it would be by now is not taken off it from its pane', async ({ page, main }) => {
  await openContacts(page, main.origin, '/list/6/person/3');
  takeOff(main, 'Callum MacIntyre', 5);
  await page.getByRole('button', { name: 'Remove from Reminders, dogs' }).click();
  await expect(
    page.getByText(/It’s their only list now, and the service deletes contacts that aren’t in any list\./),
  ).toBeVisible();
  expect(main.inbox.inputsOf('lists.changeMembers').map(({ agreedCount }) => agreedCount)).toEqual([0]);
  await expect(row(page, 'Callum MacIntyre')).toBeVisible();
});

test('a list is deleted with as many people as the user was told', async ({ page, main }) => {
  await openContacts(page, main.origin, '/list/5');
  await page.getByRole('button', { name: 'More for Puppy club' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Delete list…' }).press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Delete the list “Puppy club”?' });
  await question.getByRole('radio', { name: /^Delete them/ }).check();
  takeOff(main, 'Callum MacIntyre', 6);
  await question.getByRole('button', { name: 'Delete list and 1 contact' }).click();
  await expect(question).toContainText('The list has changed since you were asked.');
  await expect(question).toContainText('2 contacts are only in this list');
  await question.getByRole('button', { name: 'Keep list' }).click();
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
  await dialog.getByRole('button', { name: 'Replace members…' }).click();
  const question = page.getByRole('alertdialog', { name: 'Make these 2 contacts the only ones in Puppy club?' });
  await expect(question).toContainText(
    '1 person will be added. 3 people will be removed. 1 contact is only in this list',
  );
  await expect(question).toContainText('Priya Raghunathan');
  await expect(question.getByRole('button', { name: 'Keep members' })).toBeFocused();
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
  await dialog.getByRole('button', { name: 'Replace members…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Move 1 contact, then replace' }).click();
  await expect(names(page)).toHaveText(['Deborah Okonkwo']);
  await expect(place(page, /^Reminders, dogs/)).toHaveText(/9/);
  expect(main.inbox.inputsOf('lists.setMembers')[0]).toMatchObject({ contactIds: [4], agreedCount: 0 });
});

test('every key acts on the row under the keys: who is open beside it, who is edited, who is deleted', async ({
  page,
  main,
}) => {
  await openContacts(page, main.origin, '/list/5');
  const contact = page.getByRole('complementary', { name: 'Contact' });
  await grid(page).focus();
  await page.keyboard.press('Enter');
  await expect(contact).toContainText('Callum');
  await page.keyboard.press('j');
  await expect(contact).toContainText('Deborah');
  await page.keyboard.press('F2');
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Deborah');
  await page.keyboard.press('Escape');
  await grid(page).focus();
  await page.keyboard.press('#');
  await expect(page.getByRole('alertdialog', { name: 'Delete Deborah Okonkwo?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  // One who was just created is the one under the keys.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('new contact');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New contact' });
  await dialog.getByRole('textbox', { name: 'Phone' }).fill('07700 900132');
  await dialog.getByRole('textbox', { name: 'First name' }).fill('Yan');
  await page.keyboard.press('Enter');
  await expect(contact).toContainText('Yan');
  await grid(page).focus();
  await page.keyboard.press('#');
  await expect(page.getByRole('alertdialog', { name: /^Delete Yan/ })).toBeVisible();
});

test('a list is renamed in its place, and set by switches; another user’s is not', async ({ page, main }) => {
  await openContacts(page, main.origin, '/list/5');
  const title = page.getByRole('button', { name: 'Puppy club. Rename' });
  await title.focus();
  await page.keyboard.press('F2');
  await page.keyboard.type('Puppies');
  await page.keyboard.press('Escape');
  await expect(heading(page, /Puppy club/)).toBeVisible();
  await title.focus();
  await page.keyboard.press('F2');
  await page.keyboard.type('Puppies');
  await page.keyboard.press('Enter');
  await expect(place(page, /^Puppies/)).toBeVisible();
  await page.getByRole('switch', { name: 'Default list' }).click();
  await expect(page.getByText('New contacts go into this list.')).toBeVisible();
  await place(page, /^Northgate group/).click();
  await expect(page.getByText(/This list is shared by another user/)).toBeVisible();
  await expect(page.getByRole('switch')).toHaveCount(0);
  await expect(page.getByText('Only this list')).toHaveCount(0);
  await expect(page.getByRole('radio', { name: /^Only in this list/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add people' })).toHaveCount(0);
});

test('arrows walk the side list, over all of its sections', async ({ page, main }) => {
  await openContacts(page, main.origin);
  await place(page, /^Blocked/).focus();
  await page.keyboard.press('ArrowDown');
  await expect(place(page, /^Dental clients/)).toBeFocused();
  await page.keyboard.press('End');
  await expect(place(page, /^Insurance/)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(place(page, /^Insurance/)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(place(page, /^Pet/)).toBeFocused();
  await page.keyboard.press('Home');
  await expect(place(page, /^All contacts/)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(heading(page, /Favourites/)).toBeVisible();
});

test('a right click on a row or a list, or its key, opens what can be done with it', async ({ page, main }) => {
  await openContacts(page, main.origin);
  const menu = page.getByRole('menu', { name: 'More for Tom Abara' });
  await row(page, 'Tom Abara').click({ button: 'right' });
  await expect(menu.getByRole('menuitem')).toHaveText([
    ...[/Open/, /Edit\s*F2/, /Message/, /Add to list/, /Export/, /Block/, /Delete\s*Del/],
  ]);
  await page.keyboard.press('Escape');
  await expect(grid(page)).toBeFocused();
  await page.keyboard.press('Shift+F10');
  await menu.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Tom Abara?' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ContextMenu');
  await menu.getByRole('menuitem', { name: 'Add to list' }).press('ArrowRight');
  const theirs = page.getByRole('menuitem', { name: /^Reminders, dogs/ });
  await expect(theirs).toHaveAttribute('aria-disabled', 'true');
  await expect(theirs).toContainText('Already in this list');
  await page.getByRole('menuitem', { name: /^Puppy club/ }).press('Enter');
  await expect(page.getByText('1 contact added to Puppy club')).toBeVisible();
  await expect(page.getByRole('menu')).toHaveCount(0);

  // What is done with another row leaves those that are checked as they are; in the menu of one of them it is done with all.
  await row(page, 'Deborah Okonkwo').getByRole('checkbox').click();
  await row(page, 'Tom Abara').click({ button: 'right' });
  await menu.getByRole('menuitem', { name: 'Block' }).click();
  await expect.poll(() => main.inputOf('people.setBlocked')).toMatchObject({ isBlocked: true });
  await expect(page.getByText('1 selected')).toBeVisible();
  await row(page, 'Tom Abara').getByRole('checkbox').click();
  await row(page, 'Tom Abara').click({ button: 'right' });
  await menu.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Delete 2 contacts?' })).toBeVisible();
  await page.keyboard.press('Escape');

  await place(page, /^Dental clients/).click({ button: 'right' });
  const ofList = page.getByRole('menu', { name: 'More for Dental clients' });
  await expect(ofList).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(place(page, /^Dental clients/)).toBeFocused();
  await page.keyboard.press('Shift+F10');
  await ofList.getByRole('menuitem', { name: 'Rename' }).click();
  await expect(page.getByRole('textbox', { name: 'List name' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'List name' })).toHaveValue('Dental clients');
  await page.keyboard.press('Escape');
  await row(page, 'Deborah Okonkwo').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Message' }).click();
  await expect(page.getByRole('combobox', { name: 'To' })).toHaveValue('+44 7700 900004');
  await expect(page.getByRole('textbox', { name: /^Text/ })).toBeFocused();
});

test('no list is given the name of another', async ({ page, main }) => {
  const { contacts } = main.inbox;
  await openContacts(page, main.origin, '/list/5');
  await page.getByRole('button', { name: 'New list' }).click();
  const dialog = page.getByRole('dialog', { name: 'New list' });
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await name.fill('puppy CLUB ');
  await page.keyboard.press('Enter');
  await expect(name).toHaveAccessibleDescription('There’s already a list called “Puppy club”.');
  await expect(name).toBeFocused();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  const before = contacts.lists.length;
  await page.getByRole('button', { name: 'Puppy club. Rename' }).click();
  const title = page.getByRole('textbox', { name: 'List name' });
  await title.fill('Dental clients');
  await page.keyboard.press('Enter');
  await expect(title).toHaveAccessibleDescription('There’s already a list called “Dental clients”.');
  await grid(page).focus();
  await expect(page.getByRole('alert').getByText('There’s already a list called “Dental clients”.')).toBeVisible();
  await expect(heading(page, /Puppy club/)).toBeVisible();
  await page.getByRole('button', { name: 'Puppy club. Rename' }).click();
  await title.fill('PUPPY CLUB');
  await page.keyboard.press('Enter');
  await expect(heading(page, /PUPPY CLUB/)).toBeVisible();
  expect(contacts.lists).toHaveLength(before);
  // What a colleague shares has names of its own.
  await page.getByRole('button', { name: 'New list' }).click();
  await name.fill('Northgate group');
  await page.keyboard.press('Enter');
  await expect(heading(page, /Northgate group/)).toBeVisible();
  expect(contacts.lists).toHaveLength(before + 1);
});

test('the first contacts can be chosen for a list before anything is typed', async ({ page, main }) => {
  await openContacts(page, main.origin, '/list/5');
  await page.getByRole('button', { name: 'Add people' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add people to Puppy club' });
  await expect(dialog.getByRole('searchbox', { name: 'Search contacts' })).toBeFocused();
  const people = dialog.getByRole('group').getByRole('checkbox');
  await expect(people).toHaveCount(11);
  await dialog.getByRole('checkbox', { name: 'Tom Abara' }).check();
  await dialog.getByRole('searchbox').fill('nobody at all');
  await expect(dialog.getByText('No contacts match.')).toBeVisible();
  await dialog.getByRole('searchbox').fill('');
  await expect(people).toHaveCount(11);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByRole('button', { name: 'Add 1 contact' }).click();
  await expect(row(page, 'Tom Abara')).toBeVisible();
});

test('numbers are pasted to add people, and counted before', async ({ page, main }) => {
  await openContacts(page, main.origin, '/list/5');
  await page.getByRole('button', { name: 'Add people' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add people to Puppy club' });
  await dialog.getByRole('radio', { name: 'Paste numbers' }).check();
  await dialog.getByRole('textbox', { name: 'Numbers' }).fill('+44 7700 900001\n447700900010, 447700999999\nx');
  await expect(dialog).toContainText('2 contacts found');
  await expect(dialog).toContainText('1 number isn’t in your contacts');
  await expect(dialog).toContainText('1 entry isn’t a phone number');
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

test('who is in no other list by now is kept, and the card of the change says why', async ({ page, main }) => {
  const change = buildMembersChange({ listId: 6, state: 'done' });
  const counts = { totalCount: 3, handledCount: 3, alreadyCount: 0, refusedCount: 1, finalCount: 6 };
  main.inbox.contacts.changes = [
    { ...change, members: { isAdded: false, refusedWhy: ONLY_LIST, ...counts } } satisfies PeopleChangeView,
  ];
  await openContacts(page, main.origin, '/list/6');
  const card = page.getByRole('region', { name: 'Changes to this list' });
  await expect(card).toContainText('2 removed');
  await expect(card).toContainText('1 kept in the list');
  await expect(card).toContainText('They’re no longer in any other list, so removing them would have deleted them.');
  await expect(card).not.toContainText('only-list');
});

test('a list has a picture, which is chosen, shown beside it and removed', async ({ page, main }) => {
  await openContacts(page, main.origin, '/list/5');
  const button = page.getByRole('button', { name: 'Picture of Puppy club' });
  await page.locator('input[type=file]').setInputFiles(PUPPY_PNG);
  await expect(place(page, /Puppy club/).locator('.avatar')).toBeVisible();
  await expect.poll(() => main.inbox.inputsOf('lists.setPicture').map(({ listId }) => listId)).toEqual([5]);
  await button.press('Enter');
  await page.getByRole('menuitem', { name: 'Remove picture' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove picture' }).press('Enter');
  await expect(place(page, /Puppy club/).locator('.avatar')).toHaveCount(0);
  main.inbox.fail('lists.setPicture', toProblem('forbidden'));
  await page.locator('input[type=file]').setInputFiles(PUPPY_PNG);
  await expect(page.getByText(/^Your account isn’t allowed to change this/)).toBeVisible();
});
