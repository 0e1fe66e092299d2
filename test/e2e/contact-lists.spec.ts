/** Members of lists through the real page, main and service: replaced, and no one deleted whom the user did not mean. */
import { expect, test } from './support/fixtures.ts';
import type { ServiceAccount } from './support/programs.ts';
import { askService } from './support/service-state.ts';

const CALLUM = '447700900188';
const DEBORAH = '447700900318';
const LIST = 'Friday theatre';

interface ServiceContact {
  readonly id: number;
  readonly lists: readonly { readonly id: number; readonly name: string }[];
}

async function readContact(account: ServiceAccount, phone: string): Promise<ServiceContact> {
  return (await (await askService(account, `contacts/phone/${phone}`)).json()) as ServiceContact;
}

async function readLists(account: ServiceAccount, phone: string): Promise<string[]> {
  return (await readContact(account, phone)).lists.map(({ name }) => name).toSorted();
}

test.beforeEach(async ({ inbox: page }) => {
  await page.keyboard.press('Control+2');
  await page.getByRole('link', { name: new RegExp(`^${LIST}`) }).click();
  await expect(page.getByRole('row', { name: /Deborah Okonkwo/ })).toBeVisible();
});

test('one contact becomes all that a list has, and those who leave it stay on their other lists', async ({
  inbox: page,
  service: { account },
}) => {
  const others = (await readLists(account, DEBORAH)).filter((name) => name !== LIST);
  expect(others.length).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Add people' }).click();
  const dialog = page.getByRole('dialog', { name: `Add people to ${LIST}` });
  await page.keyboard.type('callum mac');
  await dialog.getByRole('checkbox', { name: 'Callum MacIntyre' }).check();
  await dialog.getByRole('radio', { name: 'Make them the only people in the list' }).check();
  await dialog.getByRole('button', { name: 'Replace members…' }).click();
  const question = page.getByRole('alertdialog', { name: `Make this contact the only one in ${LIST}?` });
  await expect(question).toContainText('1 person will be added. 2 people will be removed.');
  await question.getByRole('button', { name: /^(Replace members|Move \d and replace)$/ }).click();
  await expect(page.getByText(`${LIST}: 1 added, 2 removed`)).toBeVisible();
  await expect(page.getByRole('row', { name: /Deborah Okonkwo/ })).toBeHidden();
  await expect.poll(() => readLists(account, CALLUM)).toContain(LIST);
  await expect.poll(() => readLists(account, DEBORAH)).toEqual(others);
});

test('who is on no other list by now is asked of the service before a list goes, and the user once more', async ({
  inbox: page,
  service: { account },
}) => {
  await page.getByRole('button', { name: `More for ${LIST}` }).click();
  await page.getByRole('menuitem', { name: 'Delete list…' }).click();
  const question = page.getByRole('alertdialog', { name: `Delete the list “${LIST}”?` });
  await expect(question).toContainText('This list has 2 contacts.');
  const { id, lists } = await readContact(account, DEBORAH);
  for (const list of lists.filter(({ name }) => name !== LIST)) {
    const path = `lists/${String(list.id)}/contacts?contacts=${String(id)}`;
    expect((await askService(account, path, { method: 'DELETE' })).ok).toBe(true);
  }
  await question.getByRole('button', { name: /delete list$/i }).click();
  await expect(question).toContainText('The list has changed since you were asked. These are the new totals.');
  await expect(question).toContainText('Deborah Okonkwo');
  expect(await readLists(account, DEBORAH)).toEqual([LIST]);
  await question.getByRole('button', { name: /^Move \d contacts?, then delete list$/ }).click();
  await expect(page.getByRole('link', { name: new RegExp(`^${LIST}`) })).toBeHidden();
  await expect.poll(() => readLists(account, DEBORAH)).toEqual(['Reminders, dogs']);
});
