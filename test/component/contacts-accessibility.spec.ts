import { expect, type Page } from '@playwright/test';
import { buildContactRow, buildMembersChange } from '#test/support/fake-contacts.ts';
import { isFull } from '#test/support/full-counts.ts';
import { bulkBar, fillContacts, grid, openContacts, row } from './contacts-page.ts';
import { test } from './fixtures.ts';
import { listCut, listFaults, resize } from './layout-and-axe-checks.ts';

test.beforeEach(({ main }) => void fillContacts(main));

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
      await page.getByRole('menuitem', { name: 'Delete list…' }).press('Enter');
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'the question before contacts are deleted',
    path: '',
    open: async (page) => {
      await grid(page).focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'the question before members are replaced',
    path: '/list/6',
    open: async (page) => {
      await page.getByRole('button', { name: 'Add people' }).click();
      await page.keyboard.type('priya');
      await page.getByRole('dialog').getByRole('checkbox', { name: /^Pri/ }).check();
      await page.getByRole('radio', { name: 'Make them the only people in the list' }).check();
      await page.getByRole('button', { name: 'Replace members…' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'the columns',
    path: '/blocked',
    open: async (page) => {
      await page.getByRole('button', { name: 'Columns' }).press('Enter');
      await expect(page.getByRole('menuitemcheckbox').first()).toBeFocused();
    },
  },
  {
    name: 'the menu of a column',
    path: '',
    open: async (page) => {
      await page.getByRole('columnheader', { name: 'Phone' }).getByRole('button').focus();
      await page.keyboard.press('Shift+F10');
      await expect(page.getByRole('menuitem', { name: 'Move right' })).toBeVisible();
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
for (const [index, { name, path, open }] of STATES.entries()) {
  /** A short run shows axe every state once, in one theme or the other. */
  const looksWhenLight = isFull || index % 2 === 0;
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
    if (looksWhenLight) expect.soft(await listFaults(page), 'light').toEqual([]);
    expect.soft(await listCut(page), '1440').toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    for (const [width, height] of [
      [720, 450],
      [320, 640],
    ] as const) {
      await resize(page, width, height);
      expect.soft(await listCut(page), `${String(width)} wide`).toEqual([]);
      if (isFull || (!looksWhenLight && width === 320))
        expect.soft(await listFaults(page), `dark, ${String(width)} wide`).toEqual([]);
    }
  });
}
