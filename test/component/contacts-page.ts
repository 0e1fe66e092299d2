import { expect, type Locator, type Page } from '@playwright/test';
import type { ContactRow } from '#shared/contract/index.ts';
import { buildContactList, buildContactRow } from '#test/support/fake-contacts.ts';
import { fillSmall, MINUTE_MS } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';

const DAY_MS = 24 * 60 * MINUTE_MS;
const DOGS = { id: 6, name: 'Reminders, dogs' };
const DENTAL = { id: 1, name: 'Dental clients' };
const PUPPY = { id: 5, name: 'Puppy club' };
const SHARED = { id: 8, name: 'Northgate group' };
const PET = 1;

const pet = (value: string) => [{ id: PET, value }];

/** Eleven people of a practice, with every state that a row can have. */
function buildPeople(): readonly ContactRow[] {
  const people: readonly Partial<ContactRow>[] = [
    { name: 'Adaeze Okonkwo', fields: pet('Biscuit (shared)'), lists: [DOGS, DENTAL] },
    { name: 'Bartholomew “Barty” Quince', fields: pet('Horatio'), lists: [DOGS], company: 'Quince & Sons' },
    { name: 'Callum MacIntyre', fields: pet('Haggis'), lists: [DOGS, PUPPY], isFavorite: true },
    { name: 'Deborah Okonkwo', fields: pet('Biscuit'), lists: [DENTAL, DOGS, PUPPY], isWaiting: true },
    { name: 'Gareth Pugh', fields: pet('Nan'), lists: [DOGS], isUnsubscribed: true, unsubscribedAt: 1_790_000_000_000 },
    { name: 'مريم الخطيب', fields: pet('لولو'), lists: [DOGS, DENTAL] },
    { name: 'Penhallow Farm Office', fields: pet('Six collies'), lists: [DENTAL], phoneType: 'landline' },
    { name: 'Priya Raghunathan', lists: [PUPPY], isBlocked: true },
    { name: '田中 美咲', fields: pet('ポチ'), lists: [DOGS, PUPPY] },
    { name: 'Tom Abara', fields: pet('Pixel'), lists: [DOGS], hasLastTextFailed: true },
    { name: 'Zoë Northgate', lists: [SHARED], isReadOnly: true },
  ];
  return people.map((person, index) =>
    buildContactRow({ id: index + 1, lastTextAt: Date.now() - index * DAY_MS, ...person }),
  );
}

export function fillContacts(main: LoopbackMain): LoopbackMain {
  fillSmall(main);
  const { contacts } = main.inbox;
  contacts.lists = [
    buildContactList({ ...DENTAL, isFavorite: true }),
    buildContactList({ ...SHARED, isReadOnly: true, isShared: true }),
    buildContactList(PUPPY),
    buildContactList({ ...DOGS, isDefault: true }),
  ];
  contacts.fields = [
    { id: PET, name: 'Pet' },
    { id: 2, name: 'Insurance' },
  ];
  contacts.rows = buildPeople();
  return main;
}

/** So many contacts that only a window of them is ever on the page. */
export function fillManyContacts(main: LoopbackMain, count: number): LoopbackMain {
  fillContacts(main);
  main.inbox.contacts.rows = Array.from({ length: count }, (_, index) =>
    buildContactRow({ id: index + 1, name: `Person ${String(index + 1).padStart(6, '0')}` }),
  );
  return main;
}

/** Resolves once the rows are there: keys that come earlier have none to act on. */
export async function openContacts(page: Page, origin: string, path = ''): Promise<void> {
  await page.goto(`${origin}/#/contacts${path}`);
  await expect(grid(page)).toHaveAttribute('aria-busy', 'false');
}

export const grid = (page: Page): Locator => page.getByRole('grid');
export const row = (page: Page, name: string | RegExp): Locator =>
  grid(page).getByRole('row').filter({ hasText: name });
export const names = (page: Page): Locator => grid(page).locator('[role="row"] [role="gridcell"]:nth-child(2) .name');
export const bulkBar = (page: Page): Locator => page.getByRole('toolbar', { name: 'Selected contacts' });
export const place = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('navigation', { name: 'Contacts and lists' }).getByRole('link', { name });
export const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { name });
