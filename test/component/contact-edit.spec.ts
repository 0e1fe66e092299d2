import { expect } from '@playwright/test';
import { toProblem } from '#test/support/fake-bridge.ts';
import { field, fillTom, openTom, panel, part, setChanges, TOM, value } from './contact-page.ts';
import { test } from './fixtures.ts';
import { listCut, listFaults } from './layout-and-axe-checks.ts';
import { listRows } from '#test/support/full-counts.ts';

test.beforeEach(({ main }) => fillTom(main));

test('a value is edited in its place by keys, and comes back by Escape and by undo', async ({ page, main }) => {
  await openTom(page, main);
  await value(page, 'Email').press('F2');
  await expect(field(page, 'Email')).toBeFocused();
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Enter saves, Esc restores “tom@abara.example”');
  await page.keyboard.type('other');
  await page.keyboard.press('Escape');
  await expect(value(page, 'Email')).toBeFocused();
  await expect(value(page, 'Email')).toHaveText('tom@abara.example');
  expect(main.inputOf('contacts.edit')).toBeUndefined();

  await page.keyboard.press('Enter');
  await page.keyboard.type('tom@mail.example');
  await page.keyboard.press('Enter');
  await expect(value(page, 'Email')).toBeFocused();
  await expect(value(page, 'Email')).toHaveText('tom@mail.example');
  await expect
    .poll(() => main.inputOf('contacts.edit'))
    .toMatchObject({ contactId: TOM, field: 'email', value: 'tom@mail.example' });
  await page.keyboard.press('z');
  await expect(value(page, 'Email')).toHaveText('tom@abara.example');
});

test('an empty field is a link, and leaving the field saves', async ({ page, main }) => {
  await openTom(page, main);
  await panel(page).getByRole('button', { name: 'Add Pet' }).click();
  await page.keyboard.type('Pixel');
  await page.keyboard.press('Tab');
  await expect(value(page, 'Pet')).toHaveText('Pixel');
  await expect.poll(() => main.inputOf('contacts.edit')).toMatchObject({ field: 'field:1', value: 'Pixel' });
});

test('a click beside the field saves, and does what it was meant for', async ({ page, main }) => {
  await openTom(page, main);
  await value(page, 'Email').press('Enter');
  await page.keyboard.type('tom@mail.example');
  await part(page, 'Texting').getByRole('switch', { name: 'Blocked' }).click();
  await expect(value(page, 'Email')).toHaveText('tom@mail.example');
  await expect(part(page, 'Texting').getByRole('switch', { name: 'Blocked' })).toBeChecked();
});

test('a note is begun with its buttons in view', async ({ page, main }) => {
  await openTom(page, main);
  await page.setViewportSize({ width: 1440, height: 560 });
  const add = part(page, 'Notes').getByRole('button', { name: 'Add note' });
  await add.focus();
  // Its field has room below the button, its buttons have none.
  await add.evaluate((button) => {
    let box = button.parentElement;
    while (box !== null && box.scrollHeight <= box.clientHeight) box = box.parentElement;
    if (box === null) throw new Error('Nothing scrolls');
    box.scrollTop += button.getBoundingClientRect().bottom + 70 - box.getBoundingClientRect().bottom;
  });
  await page.keyboard.press('Enter');
  await expect(panel(page).getByRole('button', { name: 'Save note' })).toBeInViewport({ ratio: 1 });
});

for (const press of ['a click', 'Space'] as const) {
  test(`who is blocked by ${press} on the switch is unblocked by the undo key, and not what was done before`, async ({
    page,
    main,
  }) => {
    await openTom(page, main);
    await page.getByRole('listbox').first().focus();
    await page.keyboard.press('p');
    await expect.poll(() => main.inbox.data.chats[0]?.isPinned).toBe(true);
    const blocked = part(page, 'Texting').getByRole('switch', { name: 'Blocked' });
    if (press === 'Space') await blocked.press('Space');
    else await blocked.click();
    await expect(blocked).toBeChecked();
    await expect(page.getByRole('status').filter({ hasText: 'Tom Abara blocked' }).getByRole('button')).toHaveText(
      /^Undo/,
    );
    expect(main.inbox.inputsOf('chats.applyAction').at(-1)?.action).toEqual({ kind: 'block', isBlocked: true });
    await page.keyboard.press('z');
    await expect(blocked).not.toBeChecked();
    expect(main.inbox.data.chats[0]).toMatchObject({ isBlocked: false, isPinned: true });
  });
}

test('what cannot be saved stays in the field, with the reason', async ({ page, main }) => {
  await openTom(page, main);
  await value(page, 'Phone').press('Enter');
  await page.keyboard.type('+44 77');
  await page.keyboard.press('Enter');
  await expect(field(page, 'Phone')).toBeFocused();
  await expect(field(page, 'Phone')).toHaveValue('+44 77');
  await expect(field(page, 'Phone')).toHaveAccessibleDescription('This number is too short.');
  await page.keyboard.press('Escape');
  await value(page, 'Email').press('Enter');
  await page.keyboard.type('notanemail');
  await page.keyboard.press('Enter');
  await expect(field(page, 'Email')).toBeFocused();
  await expect(field(page, 'Email')).toHaveValue('notanemail');
  await expect(field(page, 'Email')).toHaveAccessibleDescription('This isn’t an email address.');
  expect(main.inputOf('contacts.edit')).toBeUndefined();
});

test('a number without its country code is completed for the country that is chosen', async ({ page, main }) => {
  await openTom(page, main);
  await value(page, 'Phone').press('Enter');
  await page.keyboard.type('07700 900013');
  const country = panel(page).getByRole('combobox', { name: 'Country for this number' });
  await expect(country).toHaveValue('GB');
  await expect(panel(page).getByText('Saves as +44 7700 900013')).toBeVisible();
  await field(page, 'Phone').fill('6123');
  await expect(country).toHaveValue('');
  await country.selectOption('Spain');
  await page.keyboard.press('Enter');
  await expect(field(page, 'Phone')).toHaveValue('6123');
  await expect(field(page, 'Phone')).toHaveAccessibleDescription('This number is too short.');
  await expect(field(page, 'Phone')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type('45678');
  await expect(panel(page).getByText('Saves as +34 612 34 56 78')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(value(page, 'Phone')).toHaveText('+34 612 34 56 78');
  await expect.poll(() => main.inputOf('contacts.edit')).toMatchObject({ field: 'phone', value: '34612345678' });
});

test('a number that another contact has is not saved, and stays in the field', async ({ page, main }) => {
  await openTom(page, main);
  await value(page, 'Phone').press('Enter');
  await page.keyboard.type('07700 900012');
  await expect(panel(page).getByText('Ines Carvalho already has this number.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(field(page, 'Phone')).toBeFocused();
  await expect(field(page, 'Phone')).toHaveValue('07700 900012');
  await expect(field(page, 'Phone')).toHaveAccessibleDescription('Ines Carvalho already has this number.');
  expect(main.inputOf('contacts.edit')).toBeUndefined();
  await page.keyboard.press('Escape');
  await expect(value(page, 'Phone')).toHaveText('+44 7700 900011');
});

test('a refusal keeps what was typed and puts the former value back on demand', async ({ page, main }) => {
  await openTom(page, main);
  const problem = { code: 'validation', detail: 'Email address is not valid.' };
  setChanges(main, [{ state: 'refused', field: 'email', value: 'tom@mail', base: 'tom@abara.example', problem }]);
  await expect(field(page, 'Email')).toHaveValue('tom@mail');
  await expect(field(page, 'Email')).toHaveAccessibleDescription('“Email address is not valid.”');
  await panel(page).getByRole('button', { name: 'Put back tom@abara.example' }).click();
  await expect.poll(() => main.inputOf('contacts.resolveChange')).toMatchObject({ changeId: 1, choice: 'theirs' });
});

test('a conflict is decided by the values themselves', async ({ page, main }) => {
  await openTom(page, main);
  setChanges(main, [{ state: 'conflict', field: 'field:2', value: 'Dr Hollis', base: 'Dr Ash', theirs: 'Dr Marsh' }]);
  await expect(panel(page).getByRole('alert')).toContainText('You typed “Dr Hollis”.');
  await expect(panel(page).getByRole('button', { name: 'Keep Dr Marsh' })).toBeVisible();
  await panel(page).getByRole('button', { name: 'Use Dr Hollis' }).click();
  await expect.poll(() => main.inputOf('contacts.resolveChange')).toMatchObject({ changeId: 1, choice: 'mine' });
});

test('a value that changed elsewhere while it was typed is not overwritten before the user says so', async ({
  page,
  main,
}) => {
  await openTom(page, main);
  await value(page, 'Vet').press('Enter');
  await page.keyboard.type('Dr Hollis');
  const { contacts } = main.inbox;
  contacts.rows = contacts.rows.map((row) => (row.id === TOM ? { ...row, fields: [{ id: 2, value: 'Dr Ash' }] } : row));
  setChanges(main, [{ state: 'waiting', field: 'company', value: 'Abara & Sons' }]);
  await expect(panel(page)).toContainText('Saving…');
  await page.keyboard.press('Enter');
  await panel(page).getByRole('button', { name: 'Keep Dr Ash' }).click();
  await expect(value(page, 'Vet')).toHaveText('Dr Ash');
  expect(main.inputOf('contacts.edit')).toBeUndefined();
});

test('notes are written, changed, chosen and deleted, and come back', async ({ page, main }) => {
  await openTom(page, main);
  const notes = part(page, 'Notes');
  await notes.getByRole('button', { name: 'Add note' }).click();
  await page.keyboard.type('Pixel limps.');
  await page.keyboard.press('Control+Enter');
  await expect(notes.getByRole('listitem').first()).toContainText('Pixel limps.');
  await expect(notes.getByRole('listitem').first()).toContainText('Saving…');

  await notes.getByRole('button', { name: 'More for this note' }).last().click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(notes.getByRole('textbox', { name: 'Note' })).toHaveValue('Pays by bank transfer.');
  await page.keyboard.press('Escape');

  await notes.getByRole('button', { name: 'Select notes' }).click();
  await notes.getByRole('checkbox', { name: 'Pixel limps.' }).check();
  await notes.getByRole('checkbox', { name: 'Pays by bank transfer.' }).check();
  await notes.getByRole('button', { name: 'Delete 2 notes' }).click();
  await expect(notes.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(notes.getByRole('listitem')).toHaveCount(3);
});

test('a half-written note is there again after another chat was open', async ({ page, main }) => {
  await openTom(page, main);
  const notes = part(page, 'Notes');
  const written = notes.getByRole('textbox', { name: 'Note' });
  const leaveAndComeBack = async (): Promise<void> => {
    await page.getByRole('option', { name: /7700 900555/ }).click();
    await expect(value(page, 'Email')).toBeHidden();
    await expect(written).toBeHidden();
    await page.getByRole('option', { name: /^Tom Abara/ }).click();
    await expect(value(page, 'Email')).toBeVisible();
  };
  await notes.getByRole('button', { name: 'Add note' }).click();
  await page.keyboard.type('Pixel limps');
  await leaveAndComeBack();
  await expect(written).toHaveValue('Pixel limps');
  await expect(written).not.toBeFocused();
  await written.press('Escape');

  await notes.getByRole('button', { name: 'More for this note' }).last().click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await written.fill('Pays by card');
  await leaveAndComeBack();
  await expect(written).toHaveValue('Pays by card');
  await written.press('Control+Enter');
  await expect(notes.getByRole('listitem').last()).toContainText('Pays by card');
  await leaveAndComeBack();
  await expect(written).toBeHidden();
});

test('leaving the only list is explained, and another list is a way out', async ({ page, main }) => {
  await openTom(page, main);
  const lists = part(page, 'Lists');
  await lists.getByRole('button', { name: 'Remove from Reminders, dogs' }).click();
  await expect(lists.getByRole('alert')).toContainText('Tom isn’t in any other list.');
  expect(main.inputOf('lists.changeMembers')).toBeUndefined();
  await lists.getByRole('button', { name: 'Add to another list' }).click();
  await expect(page.getByRole('option', { name: 'Dental clients' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Find a list' }).fill('dent');
  await page.keyboard.press('Enter');
  await expect(lists.getByRole('listitem')).toHaveText(['Reminders, dogs', 'Dental clients']);
  await expect(lists.getByRole('alert')).toBeHidden();
  await lists.getByRole('button', { name: 'Remove from Reminders, dogs' }).click();
  await expect(lists.getByRole('listitem')).toHaveText(['Dental clients']);
});

test('deleting says what goes, and can be undone', async ({ page, main }) => {
  await openTom(page, main);
  await panel(page).getByRole('button', { name: 'More for this contact' }).click();
  await page.getByRole('menuitem', { name: 'Delete contact…' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Tom Abara?' });
  await expect(question).toContainText('Your chats with them will be kept.');
  await expect(question).toContainText('2 notes');
  await expect(question.getByRole('button', { name: 'Keep contact' })).toBeFocused();
  await question.getByRole('button', { name: 'Delete contact' }).click();
  await expect(value(page, 'Email')).toBeHidden();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(value(page, 'Email')).toBeVisible();
});

test('the service’s no to a resubscription is explained', async ({ page, main }) => {
  const { contacts } = main.inbox;
  contacts.rows = contacts.rows.map((row) => ({ ...row, isUnsubscribed: true }));
  main.inbox.fail('people.resubscribe', { code: 'forbidden', detail: null, fields: {}, retryAfterMs: null });
  await openTom(page, main);
  await panel(page).getByRole('switch', { name: 'Unsubscribed' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Resubscribe', exact: true }).click();
  await expect(page.getByText(/They need to text START themselves/)).toBeVisible();
});

test('what was typed of a new contact stays when the user clicks beside it, and is lost only after a question', async ({
  page,
  main,
}) => {
  await openTom(page, main);
  await page.getByRole('option', { name: /900555/ }).click();
  const add = panel(page).getByRole('button', { name: 'Add to contacts' });
  await add.click();
  const dialog = page.getByRole('dialog', { name: 'New contact' });
  const name = dialog.getByRole('textbox', { name: 'First name' });
  await expect(name).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await add.click();
  await page.mouse.click(5, 300);
  await expect(dialog).toHaveCount(0);

  await add.click();
  await name.fill('Ada');
  await page.mouse.click(5, 300);
  await expect(name).toHaveValue('Ada');
  await name.focus();
  await page.keyboard.press('Escape');
  const question = dialog.getByRole('alertdialog', { name: 'Discard your changes?' });
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  expect(await listFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(name).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect(name).toHaveValue('Ada');
  await expect(name).toBeFocused();
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toHaveCount(0);
  await add.click();
  await expect(name).toHaveValue('');
});

test('an unknown number becomes a contact; what the service refuses stands under its field', async ({ page, main }) => {
  await openTom(page, main);
  await page.getByRole('option', { name: /900555/ }).click();
  await panel(page).getByRole('button', { name: 'Add to contacts' }).click();
  const dialog = page.getByRole('dialog', { name: 'New contact' });
  await expect(dialog.getByRole('textbox', { name: 'First name' })).toBeFocused();
  await expect(dialog.getByRole('textbox', { name: 'Phone' })).toHaveValue('+44 7700 900555');
  await expect(dialog.getByRole('checkbox', { name: 'Reminders, dogs' })).toBeChecked();

  await dialog.getByRole('textbox', { name: 'Phone' }).fill('07700 900012');
  await expect(dialog.getByRole('status')).toContainText('Already in your contacts: Ines Carvalho');
  await dialog.getByRole('textbox', { name: 'Phone' }).fill('07700 900555');
  await dialog.getByRole('textbox', { name: 'First name' }).fill('Ada');
  await dialog.getByRole('textbox', { name: 'Email' }).fill('ada@mail');
  await dialog.getByRole('button', { name: 'Create contact' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toBeFocused();
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription(
    'This isn’t an email address.',
  );
  expect(main.inputOf('contacts.create')).toBeUndefined();
  await dialog.getByRole('textbox', { name: 'Email' }).fill('ada@mail..example');
  const fields = { email: ['Email address is not valid.'] };
  main.inbox.fail('contacts.create', { code: 'validation', detail: null, fields, retryAfterMs: null });
  await dialog.getByRole('button', { name: 'Create contact' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription(
    'Email address is not valid.',
  );
  await expect(dialog.getByRole('textbox', { name: 'First name' })).toHaveValue('Ada');
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toBeFocused();
  expect(await listFaults(page)).toEqual([]);

  // What is of no field is told above the buttons, in view in a low window.
  await page.setViewportSize({ width: 1440, height: 560 });
  main.inbox.fail('contacts.create', toProblem('server'));
  await dialog.getByRole('button', { name: 'Create contact' }).click();
  await expect(dialog.getByText(/^The contact wasn’t created/)).toBeInViewport({ ratio: 1 });
  main.inbox.fail('contacts.create', null);
  await dialog.getByRole('button', { name: 'Create contact' }).click();
  await expect(dialog).toBeHidden();
  await expect
    .poll(() => main.inputOf('contacts.create'))
    .toMatchObject({ draft: { phone: '447700900555', listIds: [1] } });
});

for (const colorScheme of listRows(['light', 'dark'] as const, 1)) {
  test(`has no serious fault and nothing cut off, ${colorScheme}`, async ({ page, main }) => {
    await page.emulateMedia({ colorScheme });
    await openTom(page, main);
    const problem = { code: 'validation', detail: 'Email address is not valid.' };
    setChanges(main, [
      { state: 'refused', field: 'email', value: 'tom@mail', base: 'tom@abara.example', problem },
      { state: 'conflict', field: 'field:2', value: 'Dr Hollis', base: 'Dr Ash', theirs: 'Dr Marsh' },
    ]);
    await part(page, 'Lists').getByRole('button', { name: 'Remove from Reminders, dogs' }).click();
    await part(page, 'Notes').getByRole('button', { name: 'Add note' }).click();
    await expect(field(page, 'Email')).toBeVisible();
    expect(await listFaults(page)).toEqual([]);
    expect(await listCut(page)).toEqual([]);
  });
}
