import { expect } from '@playwright/test';
import { buildChat } from '#test/support/fake-bridge.ts';
import { buildContactList } from '#test/support/fake-contacts.ts';
import { fillTom, openTom, panel, part, setChanges } from './contact-page.ts';
import { test } from './fixtures.ts';
import { listCut } from './layout-and-axe-checks.ts';

const LONG = 'Insured by Agria until further notice';

test.beforeEach(({ main }) => {
  fillTom(main);
  main.inbox.contacts.users = [{ id: 2, name: 'Marek Bielak', isMe: false }];
});

test('a screen reader finds everything about a contact in the order in which it is shown', async ({ page, main }) => {
  setChanges(main, [], { tags: [{ id: 1, title: 'vip' }], ownerId: 2 });
  await openTom(page, main);
  await expect(panel(page)).toMatchAriaSnapshot(`
    - complementary "Contact":
      - separator "Contact panel width"
      - heading "Contact" [level=2]
      - status
      - button "Add to favourites"
      - button "More for this contact"
      - button "Close contact panel"
      - button "Picture of Tom Abara"
      - heading "Tom Abara" [level=2]
      - text: +44 7700 900011
      - status
      - region "Details":
        - heading "Details" [level=3]
        - text: First name
        - 'button "First name: Tom. Edit"'
        - text: Last name
        - 'button "Last name: Abara. Edit"'
        - text: Phone
        - 'button "Phone: +44 7700 900011. Edit"'
        - button "Copy number"
        - text: Phone type
        - 'button "Phone type: Mobile. Edit"'
        - text: Email
        - 'button "Email: tom@abara.example. Edit"'
        - text: Company
        - button "Add company"
        - text: /Country United Kingdom, \\d\\d:\\d\\d local time Owner/
        - 'button "Owner: Marek Bielak. Edit"'
        - text: Tags
        - list "Tags":
          - listitem:
            - text: vip
            - button "Remove vip"
        - button "Add tag"
      - region "Custom fields":
        - heading "Custom fields" [level=3]
        - text: Pet
        - button "Add Pet"
        - text: Vet
        - 'button "Vet: Dr Marsh. Edit"'
      - region "Lists":
        - heading "Lists" [level=3]
        - button "Add to list"
        - list:
          - listitem:
            - text: Reminders, dogs
            - button "Remove from Reminders, dogs"
      - region "Notes":
        - heading "Notes" [level=3]
        - button "Select notes"
        - button "Add note"
        - list:
          - listitem:
            - paragraph: Works nights, text after 15:00.
            - text: /Marek Bielak, \\d+ \\w+/
            - button "More for this note"
          - listitem:
            - paragraph: Pays by bank transfer.
            - text: /Marek Bielak, \\d+ \\w+/
            - button "More for this note"
      - region "Texting":
        - heading "Texting" [level=3]
        - paragraph: Blocked
        - paragraph: When on, you can’t text each other.
        - switch "Blocked"
        - paragraph: Unsubscribed
        - paragraph: When on, your texts to them aren’t delivered.
        - switch "Unsubscribed"
      - region "Look-ups":
        - heading "Look-ups" [level=3]
        - paragraph: Phone
        - paragraph: +44 7700 900011
        - status
        - button "Look up network"
        - paragraph: Email
        - paragraph: tom@abara.example
        - status
        - button "Check email address"
  `);
});

for (const width of [720, 360])
  test(`nothing of a contact is cut off at ${String(width)} wide, as at 200 %`, async ({ page, main }) => {
    main.inbox.lookups.email = { deliverability: 'undeliverable', suggestion: `tom@${'a'.repeat(40)}.example` };
    main.inbox.lookups.carrier = { lineType: 'landline' };
    setChanges(main, [], {
      tags: [
        { id: 1, title: 'vip' },
        { id: 2, title: LONG },
      ],
      ownerId: 2,
    });
    await page.setViewportSize({ width, height: 450 });
    await page.goto(`${main.origin}/#/contacts`);
    await page.getByRole('row', { name: /Tom Abara/ }).click();
    const pane = page.getByRole('dialog', { name: 'Contact' });
    const lookups = pane.getByRole('region', { name: 'Look-ups' });
    for (const [ask, yes] of [
      ['Look up network', 'Look up'],
      ['Check email address', 'Check'],
    ] as const) {
      await lookups.getByRole('button', { name: ask }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: yes }).click();
      await expect(lookups.getByRole('button', { name: ask })).toBeHidden();
    }
    await pane.getByRole('button', { name: /^Phone: / }).click();
    await page.keyboard.type('07700 900012');
    await expect(pane.getByText('Ines Carvalho already has this number.')).toBeVisible();
    expect(await listCut(page)).toEqual([]);
  });

test('large text puts values under their labels: no word is broken and the copy button is there', async ({
  page,
  main,
}) => {
  const [tom] = main.inbox.contacts.rows;
  if (tom !== undefined) Object.assign(tom, { name: 'Tom Featherstonehaugh-Abara' });
  await openTom(page, main);
  const isBroken = (): Promise<boolean> =>
    panel(page)
      .getByText(/Featherstonehaugh-Abara/)
      .evaluateAll((all) =>
        all.some((name) => {
          const text = document.createTreeWalker(name, NodeFilter.SHOW_TEXT).nextNode();
          const from = text?.textContent?.indexOf('Featherstonehaugh') ?? -1;
          if (text == null || from === -1) return true;
          const range = document.createRange();
          range.setStart(text, from);
          range.setEnd(text, from + 'Featherstonehaugh'.length);
          return range.getClientRects().length !== 1;
        }),
      );
  main.settings = { ...main.settings, textSize: 130 };
  main.emit('settings.changed', { settings: main.settings });
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('20.8px');
  await expect.poll(isBroken).toBe(false);
  const [copy, side] = await Promise.all([
    panel(page).getByRole('button', { name: 'Copy number' }).boundingBox(),
    panel(page).boundingBox(),
  ]);
  expect((copy?.x ?? 0) + (copy?.width ?? 0)).toBeLessThanOrEqual((side?.x ?? 0) + (side?.width ?? 0));
});

test('another chat of a number says nothing about when it was used where that is not known', async ({ page, main }) => {
  const phone = '447700900011';
  main.inbox.data.chats.push(
    buildChat({ id: 3, phone, lastAt: null }),
    buildChat({ id: 4, phone, lastAt: null, status: 'closed' }),
  );
  setChanges(main, [], { chatIds: [1, 3, 4] });
  await openTom(page, main);
  const others = part(page, 'Other chats with this number').getByRole('listitem');
  await expect(others).toHaveText([/^\s*Another chat\s*Open chat$/, /^\s*Closed chat\s*Open chat$/]);
});

test('the lists of a new contact are in view in a low window, however many fields there are', async ({
  page,
  main,
}) => {
  const { contacts } = main.inbox;
  contacts.fields = Array.from({ length: 12 }, (_, index) => ({ id: index + 1, name: `Field ${String(index)}` }));
  contacts.lists = Array.from({ length: 8 }, (_, index) =>
    buildContactList({ id: index + 1, name: `List ${String(index)}`, isDefault: index === 0 }),
  );
  await openTom(page, main);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole('option', { name: /900555/ }).click();
  await panel(page).getByRole('button', { name: 'Add to contacts' }).click();
  const dialog = page.getByRole('dialog', { name: 'New contact' });
  await expect(dialog.getByRole('checkbox')).toHaveCount(8);
  await expect(dialog.getByRole('checkbox').last()).toBeInViewport({ ratio: 1 });
});

test('F6 stops once in the panel, at its first button', async ({ page, main }) => {
  await openTom(page, main);
  await page.getByRole('textbox', { name: /^Text / }).focus();
  await page.keyboard.press('F6');
  await expect(page.getByRole('button', { name: 'Add to favourites' })).toBeFocused();
  await page.keyboard.press('F6');
  await expect(page.getByRole('navigation', { name: 'Main' }).locator(':focus')).toBeVisible();
});
