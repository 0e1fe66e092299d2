import { expect, type Page } from '@playwright/test';
import { toTagsText } from '#shared/domain/people-changes.ts';
import { fillTom, openTom, panel, part, setChanges, TOM, value } from './contact-page.ts';
import { test } from './fixtures.ts';
import { listCut, listFaults } from './layout-and-axe-checks.ts';
import { listRows } from '#test/support/full-counts.ts';

const VIP = { id: 1, title: 'vip' };
const AGRIA = { id: 2, title: 'Agria' };
const options = (page: Page) => page.getByRole('listbox', { name: 'Tags' }).getByRole('option');
const tags = (page: Page) => panel(page).getByRole('list', { name: 'Tags' });

test.beforeEach(({ main }) => {
  fillTom(main);
  main.inbox.contacts.tags = [VIP, AGRIA];
});

test('a tag is found by typing and added by Enter, and taken away by its cross and by undo', async ({ page, main }) => {
  await openTom(page, main);
  await panel(page).getByRole('button', { name: 'Add tag' }).press('Enter');
  const search = page.getByRole('combobox', { name: 'Find or create a tag' });
  await expect(options(page)).toHaveText(['vip', 'Agria']);
  await search.fill('AGR');
  await search.press('Enter');
  await expect(tags(page).getByRole('listitem')).toHaveText(['Agria']);
  await expect.poll(() => main.inputOf('contacts.edit')).toMatchObject({ field: 'tags', value: toTagsText([AGRIA]) });
  await expect(panel(page).getByRole('button', { name: 'Add tag' })).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(options(page)).toHaveText(['vip']);
  await search.press('Enter');
  await expect(tags(page).getByRole('listitem')).toHaveText(['Agria', 'vip']);

  await tags(page).getByRole('button', { name: 'Remove Agria' }).press('Delete');
  await expect(tags(page).getByRole('listitem')).toHaveText(['vip']);
  await expect(tags(page).getByRole('button', { name: 'Remove vip' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(tags(page)).toBeHidden();
  await expect(panel(page).getByRole('button', { name: 'Add tag' })).toBeFocused();
  await expect.poll(() => main.inputOf('contacts.edit')).toMatchObject({ field: 'tags', value: '' });
  await expect(page.getByText('Tags cleared')).toBeVisible();
  await page.keyboard.press('z');
  await expect(tags(page).getByRole('listitem')).toHaveText(['vip']);
});

test('Enter that comes before the tags counts once they are there', async ({ page, main }) => {
  await openTom(page, main);
  const release = main.inbox.hold('people.listTags');
  await panel(page).getByRole('button', { name: 'Add tag' }).click();
  const search = page.getByRole('combobox', { name: 'Find or create a tag' });
  await search.fill('agria');
  await search.press('Enter');
  await expect(page.getByText('Loading tags…')).toBeVisible();
  release();
  await expect(tags(page).getByRole('listitem')).toHaveText(['Agria']);
});

test('a tag is shown before main answers', async ({ page, main }) => {
  await openTom(page, main);
  const release = main.inbox.hold('contacts.edit');
  await panel(page).getByRole('button', { name: 'Add tag' }).click();
  await options(page).filter({ hasText: 'vip' }).click();
  await expect(tags(page).getByRole('listitem')).toHaveText(['vip']);
  release();
});

test('an unknown name makes a tag; what the service says against it stands there', async ({ page, main }) => {
  await openTom(page, main);
  await panel(page).getByRole('button', { name: 'Add tag' }).click();
  const search = page.getByRole('combobox', { name: 'Find or create a tag' });
  await search.fill('VIP');
  await expect(options(page)).toHaveText(['vip']);
  await search.fill('Regular');
  await expect(options(page)).toHaveText(['Create “Regular”']);
  await search.press('Enter');
  await expect(tags(page).getByRole('listitem')).toHaveText(['Regular']);
  await expect.poll(() => main.inputOf('people.createTag')).toMatchObject({ title: 'Regular' });

  main.inbox.fail('people.createTag', { code: 'offline', detail: null, fields: {}, retryAfterMs: null });
  await panel(page).getByRole('button', { name: 'Add tag' }).click();
  await search.fill('Late payer');
  await search.press('Enter');
  await expect(panel(page).getByRole('alert')).toContainText('“Late payer” wasn’t created. You’re offline.');
  const lost = { code: 'timeout', detail: null, fields: { outcome: ['unknown'] }, retryAfterMs: null };
  main.inbox.fail('people.createTag', lost);
  await panel(page).getByRole('button', { name: 'Add tag' }).click();
  await search.fill('Late payer');
  await search.press('Enter');
  await expect(panel(page).getByRole('alert')).toHaveText(
    'We didn’t hear back, so “Late payer” may have been created. Try again.',
  );
  await expect(tags(page).getByRole('listitem')).toHaveText(['Regular']);
});

test('a service that does not say tags shows none', async ({ page, main }) => {
  setChanges(main, [], { tags: null });
  await openTom(page, main);
  await expect(panel(page).getByRole('button', { name: 'Add tag' })).toBeHidden();
  await expect(panel(page).getByText('Tags', { exact: true })).toBeHidden();
  // What was chosen before is not lost, and nothing more can be.
  setChanges(main, [{ state: 'refused', field: 'tags', value: toTagsText([VIP]) }], { tags: null });
  await expect(panel(page).getByText('You chose vip.')).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Add tag' })).toBeHidden();
});

test('refused tags and a contested owner are named, not written in code', async ({ page, main }) => {
  main.inbox.contacts.users = [
    { id: 1, name: 'Ruth Amsel', isMe: true },
    { id: 2, name: 'Marek Bielak', isMe: false },
  ];
  const problem = { code: 'validation', detail: 'Tag does not exist.' };
  const refused = {
    state: 'refused',
    field: 'tags',
    value: toTagsText([VIP, AGRIA]),
    base: toTagsText([VIP]),
  } as const;
  const contested = { state: 'conflict', field: 'ownerId', value: '2', base: '', theirs: '1' } as const;
  setChanges(main, [{ ...refused, problem }, contested], { tags: [VIP], ownerId: 1 });
  await openTom(page, main);
  await expect(panel(page).getByText('“Tag does not exist.” You chose Agria, vip.')).toBeVisible();
  await expect(panel(page).getByText('You chose Marek Bielak.')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Keep Ruth Amsel (you)' }).click();
  await expect.poll(() => main.inputOf('contacts.resolveChange')).toMatchObject({ changeId: 2, choice: 'theirs' });
  await panel(page).getByRole('button', { name: 'Put back vip' }).click();
  await expect.poll(() => main.inputOf('contacts.resolveChange')).toMatchObject({ changeId: 1, choice: 'theirs' });
});

test('the owner is chosen among the users; alone, there is nothing to choose', async ({ page, main }) => {
  main.inbox.contacts.users = [{ id: 1, name: 'Ruth Amsel', isMe: true }];
  await openTom(page, main);
  await expect(value(page, 'Company').or(panel(page).getByRole('button', { name: 'Add company' }))).toBeVisible();
  await expect(value(page, 'Owner')).toBeHidden();

  main.inbox.contacts.users = [...main.inbox.contacts.users, { id: 2, name: 'Marek Bielak', isMe: false }];
  await openTom(page, main);
  await expect(value(page, 'Owner')).toHaveText('No owner');
  await value(page, 'Owner').click();
  const choice = panel(page).getByRole('combobox', { name: 'Owner' });
  await expect(choice.getByRole('option')).toHaveText(['No owner', 'Ruth Amsel (you)', 'Marek Bielak']);
  await choice.selectOption('Marek Bielak');
  await expect(value(page, 'Owner')).toHaveText('Marek Bielak');
  await expect(value(page, 'Owner')).toBeFocused();
  await expect
    .poll(() => main.inputOf('contacts.edit'))
    .toMatchObject({ contactId: TOM, field: 'ownerId', value: '2' });
});

test('of a contact that cannot be changed, tags and owner are read alone', async ({ page, main }) => {
  const { contacts } = main.inbox;
  contacts.users = [{ id: 2, name: 'Marek Bielak', isMe: false }];
  contacts.rows = contacts.rows.map((row) => ({ ...row, isReadOnly: true }));
  setChanges(main, [], { tags: [VIP], ownerId: 2 });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(main.origin);
  await page.getByRole('option', { name: /^Tom Abara/ }).click();
  await expect(tags(page).getByRole('listitem')).toHaveText(['vip']);
  await expect(part(page, 'Details').getByText('Marek Bielak')).toBeVisible();
  await expect(part(page, 'Details').getByRole('button')).toHaveCount(1);
  await expect(part(page, 'Details').getByRole('button', { name: 'Copy number' })).toBeVisible();
});

for (const colorScheme of listRows(['light', 'dark'] as const, 0)) {
  test(`has no serious fault and nothing cut off with tags, ${colorScheme}`, async ({ page, main }) => {
    await page.emulateMedia({ colorScheme });
    main.inbox.contacts.users = [{ id: 2, name: 'Marek Bielak', isMe: false }];
    const long = { id: 3, title: 'insured by Agria until further notice, see note' };
    const refused = { state: 'refused', field: 'tags', value: '', base: toTagsText([VIP, long]) } as const;
    setChanges(main, [refused], { tags: [VIP, long], ownerId: 2 });
    await openTom(page, main);
    await panel(page).getByRole('button', { name: 'Add tag' }).click();
    await page.getByRole('combobox', { name: 'Find or create a tag' }).fill('Regular');
    await expect(page.getByRole('option', { name: 'Create “Regular”' })).toBeVisible();
    expect(await listFaults(page)).toEqual([]);
    expect(await listCut(page)).toEqual([]);
  });
}
