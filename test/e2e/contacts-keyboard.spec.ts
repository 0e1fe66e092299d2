/** Contacts by keys alone: from the inbox to a contact and back, without a pointer; the service has the same. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import type { ServiceAccount } from './support/programs.ts';
import { askService } from './support/service-state.ts';

const CALLUM = '447700900188';
const DEBORAH = '447700900318';
/** Neither is on it. */
const OTHER_LIST = 'Blood results';
/** Stops of Tab, or regions of F6, after which something is surely not there. */
const MOST_TABS = 120;
const MOST_REGIONS = 12;

interface ServiceContact {
  readonly id: number;
  readonly companyName: string;
  readonly lists: readonly { readonly id: number; readonly name: string }[];
}

async function readContact(account: ServiceAccount, phone = CALLUM): Promise<ServiceContact> {
  return (await (await askService(account, `contacts/phone/${phone}`)).json()) as ServiceContact;
}
async function readNotes(account: ServiceAccount, contactId: number): Promise<readonly string[]> {
  const answer = await askService(account, `contacts/${String(contactId)}/notes?limit=100`);
  const { resources } = (await answer.json()) as { readonly resources: readonly { readonly note: string }[] };
  return resources.map(({ note }) => note);
}
async function isBlocked(account: ServiceAccount): Promise<boolean> {
  return (await askService(account, `contacts/block/phone?phone=${CALLUM}`)).status === 200;
}

const toNames = ({ lists }: ServiceContact): readonly string[] => lists.map(({ name }) => name).toSorted();

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element.contains(document.activeElement));

/** Presses a key until the focus is there. */
async function walkTo(page: Page, target: Locator, { key, most }: { key: string; most: number }): Promise<void> {
  await expect(target).toBeVisible();
  for (let count = 0; count < most && !(await hasFocus(target)); count += 1) await page.keyboard.press(key);
  expect(await hasFocus(target), `${String(most)} presses of ${key} lead to ${String(target)}`).toBe(true);
}
const tabTo = (page: Page, target: Locator): Promise<void> => walkTo(page, target, { key: 'Tab', most: MOST_TABS });

/** The screen of contacts, with the keys in its table. */
async function openContacts(page: Page): Promise<void> {
  await page.keyboard.press('Control+2');
  await expect(page.getByRole('grid')).toBeFocused();
  await expect(page.getByRole('row').nth(5)).toBeVisible();
}

/** The first row of what is typed, shown beside the table, with the keys in it. */
async function findCallum(page: Page): Promise<Locator> {
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('callum mac');
  await expect(page.getByText(/^1 of /)).toBeVisible();
  await expect(page.getByRole('row', { name: /Callum MacIntyre/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('grid')).toBeFocused();
  await page.keyboard.press('Enter');
  const contact = page.getByRole('complementary', { name: 'Contact' });
  await expect(contact.getByRole('button', { name: 'First name: Callum. Edit' })).toBeVisible();
  await walkTo(page, contact, { key: 'F6', most: MOST_REGIONS });
  return contact;
}

test('a contact is found, changed, sorted into a list, annotated and blocked by keys alone, and Z takes back what it may', async ({
  inbox: page,
  service: { account },
}) => {
  const before = await readContact(account);
  await openContacts(page);
  const contact = await findCallum(page);
  const button = (name: string): Locator => contact.getByRole('button', { name, exact: true });

  const writeCompany = async (company: string): Promise<void> => {
    await tabTo(page, button('Add company'));
    await page.keyboard.press('Enter');
    await expect(contact.getByRole('textbox', { name: 'Company' })).toBeFocused();
    await page.keyboard.type(company);
    await page.keyboard.press('Enter');
    await expect(button(`Company: ${company}. Edit`)).toBeFocused();
  };
  await writeCompany('MacIntyre & Sons');
  await page.keyboard.press('z');
  await expect(button('Add company')).toBeFocused();
  await writeCompany('Haggis Ltd');

  const addToList = async (): Promise<void> => {
    await tabTo(page, button('Add to list'));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Find a list' })).toBeFocused();
    await page.keyboard.type(OTHER_LIST);
    await expect(page.getByRole('option', { name: OTHER_LIST })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(button(`Remove from ${OTHER_LIST}`)).toBeVisible();
    await expect(button('Add to list')).toBeFocused();
  };
  await addToList();
  await page.keyboard.press('z');
  await expect(button(`Remove from ${OTHER_LIST}`)).toBeHidden();
  await addToList();

  const writeNote = async (text: string): Promise<void> => {
    await tabTo(page, button('Add note'));
    await page.keyboard.press('Enter');
    await expect(contact.getByRole('textbox', { name: 'Note' })).toBeFocused();
    await page.keyboard.type(text);
    await page.keyboard.press('Control+Enter');
    await expect(contact.getByText(text)).toBeVisible();
    await expect(button('Add note')).toBeFocused();
  };
  await writeNote('This one is taken back.');
  await page.keyboard.press('z');
  await expect(contact.getByText('This one is taken back.')).toBeHidden();
  await writeNote('Rings on Fridays.');

  // The service blocks at once: what takes that back is the same key.
  const blocked = contact.getByRole('switch', { name: 'Blocked' });
  await tabTo(page, blocked);
  await page.keyboard.press('Space');
  await expect(blocked).toBeChecked();
  expect(await isBlocked(account)).toBe(true);
  await expect(blocked).toBeFocused();
  await page.keyboard.press('Space');
  await expect(blocked).not.toBeChecked();
  expect(await isBlocked(account)).toBe(false);

  await page.keyboard.press('Escape');
  await expect(contact).toBeHidden();
  await expect(page.getByRole('grid')).toBeFocused();

  await expect.poll(async () => (await readContact(account)).companyName).toBe('Haggis Ltd');
  await expect
    .poll(async () => toNames(await readContact(account)))
    .toEqual([...toNames(before), OTHER_LIST].toSorted());
  await expect.poll(() => readNotes(account, before.id)).toEqual(['Rings on Fridays.']);
  const rest = { lists: expect.anything() as unknown, notes: expect.anything() as unknown };
  expect(await readContact(account)).toEqual({ ...before, companyName: 'Haggis Ltd', ...rest });
});

test('several contacts are checked, put on a list and deleted by keys alone, and Z brings them back', async ({
  inbox: page,
  service: { account },
}) => {
  const before = await readContact(account, DEBORAH);
  const grid = page.getByRole('grid');
  const checked = page.getByRole('row', { selected: true });
  await openContacts(page);
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('okonkwo');
  await expect(grid).toHaveAttribute('aria-busy', 'false');
  // The head of the table is a row, too.
  await expect(page.getByRole('row').filter({ hasNotText: 'Okonkwo' })).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(grid).toBeFocused();
  await page.keyboard.press('Control+a');
  const bar = page.getByRole('toolbar', { name: 'Selected contacts' });
  await expect(bar).toBeVisible();
  const count = await checked.count();
  expect(count).toBeGreaterThan(1);

  await walkTo(page, bar, { key: 'F6', most: MOST_REGIONS });
  await tabTo(page, bar.getByRole('button', { name: 'Add to list' }));
  await page.keyboard.press('Enter');
  const goal = page.getByRole('menuitem', { name: OTHER_LIST });
  await expect(page.getByRole('menu').locator(':focus')).toHaveCount(1);
  await walkTo(page, goal, { key: 'ArrowDown', most: MOST_TABS });
  await page.keyboard.press('Enter');
  await expect(bar).toBeHidden();
  await expect(grid).toBeFocused();
  await page.keyboard.press('z');
  await expect(page.getByRole('status').filter({ hasText: 'Undone' })).toBeVisible();

  await page.keyboard.press('Home');
  await page.keyboard.press('Control+a');
  await expect(checked).toHaveCount(count);
  await page.keyboard.press('Delete');
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: 'Keep them' })).toBeFocused();
  await tabTo(page, question.getByRole('button', { name: /^Delete/ }));
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(page.getByText('Nothing for “okonkwo”')).toBeVisible();
  await page.keyboard.press('z');
  await expect(page.getByRole('row', { name: /Deborah Okonkwo/ })).toBeVisible();
  expect(await readContact(account, DEBORAH)).toEqual(before);
});
