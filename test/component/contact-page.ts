/** One contact beside its chat: Tom, in a main in memory. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { PeopleChangeView } from '#shared/contract/index.ts';
import { buildChat } from '#test/support/fake-bridge.ts';
import { buildContactList, buildContactRow, buildMembersChange, type Extras } from '#test/support/fake-contacts.ts';
import type { LoopbackMain } from './loopback-main.ts';

export const TOM = 11;
export const panel = (page: Page): Locator => page.getByRole('complementary', { name: 'Contact' });
export const value = (page: Page, label: string): Locator =>
  panel(page).getByRole('button', { name: new RegExp(`^${label}: `) });
export const field = (page: Page, label: string): Locator =>
  panel(page).getByRole('textbox', { name: label, exact: true });
export const part = (page: Page, title: string): Locator => panel(page).getByRole('region', { name: title });

/** Gives a main Tom with a chat, fields, lists and two notes, and a chat of a number that no contact has. */
export function fillTom(main: LoopbackMain): void {
  const { data, contacts } = main.inbox;
  data.chats = [
    buildChat({ id: 1, contactId: TOM, phone: '447700900011', name: 'Tom Abara', lastAt: Date.now() }),
    buildChat({ id: 2, contactId: null, phone: '447700900555', name: '', lastAt: Date.now() - 60_000 }),
  ];
  contacts.fields = [
    { id: 1, name: 'Pet' },
    { id: 2, name: 'Vet' },
  ];
  contacts.lists = [
    buildContactList({ id: 1, name: 'Reminders, dogs', isDefault: true }),
    buildContactList({ id: 2, name: 'Dental clients' }),
  ];
  contacts.rows = [
    buildContactRow({
      ...{ id: TOM, name: 'Tom Abara', email: 'tom@abara.example', lists: [{ id: 1, name: 'Reminders, dogs' }] },
      fields: [{ id: 2, value: 'Dr Marsh' }],
    }),
    buildContactRow({ id: 12, phone: '447700900012', name: 'Ines Carvalho' }),
  ];
  setChanges(main, []);
}

/** What waits or was refused of Tom's. `more`: what else only the contact itself shows. */
export function setChanges(
  main: LoopbackMain,
  changes: readonly Partial<PeopleChangeView>[],
  more: Partial<Extras> = {},
): void {
  const usual = { ...buildMembersChange(), kind: 'edit-contact', contactId: TOM, listId: null, members: null } as const;
  const note = { authorName: 'Marek Bielak', createdAt: Date.now() - 90_000_000, isOwn: false, isWaiting: false };
  main.inbox.contacts.extras.set(TOM, {
    notes: [
      { ...note, id: 2, text: 'Works nights, text after 15:00.' },
      { ...note, id: 1, text: 'Pays by bank transfer.' },
    ],
    ...more,
    changes: changes.map((change, index) => ({ ...usual, id: index + 1, ...change })),
  });
  main.inbox.emit('contacts.changed', { contactIds: [TOM], everything: false });
}

/** With Tom beside his chat. */
export async function openTom(page: Page, main: LoopbackMain): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(main.origin);
  await page.getByRole('option', { name: /^Tom Abara/ }).click();
  await expect(value(page, 'Email')).toBeVisible();
}
