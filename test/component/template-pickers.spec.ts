import { expect, type Locator, type Page } from '@playwright/test';
import { buildTemplate } from '#test/support/fake-templates.ts';
import { test } from './fixtures.ts';
import { composer, openChat } from './sending-page.ts';
import { activeIn, button, fillTemplates, picker } from './templates-page.ts';

const unfilled = (page: Page): Locator => page.getByRole('group', { name: 'Fields in the text' });

test.beforeEach(({ main }) => {
  fillTemplates(main);
});

test('a template is found by “/”, inserted with the values of the person, and taken back by the field’s undo', async ({
  page,
  main,
}) => {
  await openChat(page, main.origin);
  const field = composer(page);
  await page.keyboard.type('See https://and/or ');
  await expect(picker(page, 'Templates')).toHaveCount(0);
  await page.keyboard.type('/vi');
  await expect(picker(page, 'Templates').getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Backspace');
  await expect(picker(page, 'Templates').getByRole('option')).toHaveCount(2);
  expect(await activeIn(page, field)).toBe('Visit reminder');
  await page.keyboard.press('ArrowDown');
  expect(await activeIn(page, field)).toBe('Vaccination due');
  await expect(field).toHaveAttribute('aria-controls', /picker$/);
  // Escape keeps what was typed, and the list closed while it is the same sign.
  await page.keyboard.press('Escape');
  await page.keyboard.type('i');
  await expect(picker(page, 'Templates')).toHaveCount(0);
  await expect(field).toHaveValue('See https://and/or /vi');

  await field.fill('');
  await page.keyboard.type('Hello. /visit');
  await expect(picker(page, 'Templates')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('Hello. Hi Deborah, Biscuit is booked for Friday.');
  await expect(field).toBeFocused();
  await expect(unfilled(page)).toHaveCount(0);
  await expect.poll(() => main.inbox.inputsOf('templates.used')).toMatchObject([{ key: 'service:1' }]);
  await page.keyboard.press('Control+z');
  await expect(field).toHaveValue('Hello. /visit');
  expect(main.inbox.inputsOf('sends.create')).toEqual([]);

  // By its button there is no sign, and Tab inserts as well.
  await field.fill('');
  await button(page, 'Insert template').click();
  await expect(field).toBeFocused();
  await page.keyboard.type('late');
  await page.keyboard.press('Tab');
  await expect(field).toHaveValue('We are late.');
  await button(page, 'Insert template').click();
  await page.keyboard.type('nothing');
  await expect(page.getByText('No template by that name.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field).toHaveValue('We are late.nothing');

  // From the palette, also while another screen is shown.
  await field.fill('');
  await page.keyboard.press('Control+2');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('insert template');
  await page.keyboard.press('Enter');
  await expect(picker(page, 'Templates')).toBeVisible();
  await expect(field).toBeFocused();
  await page.keyboard.type('late');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('We are late.');
});

test('a field is found by “{”, and a text with a field in it leaves only after a question', async ({ page, main }) => {
  await openChat(page, main.origin, 'Tom');
  const field = composer(page);
  await page.keyboard.type('Hi {');
  const fields = picker(page, 'Merge fields');
  await expect(fields.getByRole('option')).toHaveCount(7);
  await expect(fields.getByRole('option', { name: 'Pet 2 of 3 have a value —' })).toBeVisible();
  await page.keyboard.type('first');
  await expect(fields.getByRole('option')).toHaveText(/First name\s*everyone\s*Tom/);
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('Hi Tom');
  await page.keyboard.type(', {pet');
  await fields.getByRole('option').click();
  await expect(field).toHaveValue('Hi Tom, {Pet}');
  await expect(unfilled(page)).toContainText('Pet is empty for Tom Abara.');

  await page.keyboard.press('Enter');
  await expect(unfilled(page)).toContainText('Send with {Pet} in the text?');
  await expect(button(page, 'Replace {Pet}')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await page.keyboard.type('Pixel');
  await expect(field).toHaveValue('Hi Tom, Pixel');
  await expect(unfilled(page)).toHaveCount(0);

  // Once the contact has a value, the line offers it.
  await page.keyboard.type(' {Vet}');
  await expect(unfilled(page)).toContainText('Vet is empty for Tom Abara.');
  main.inbox.templates.people = main.inbox.templates.people.map((person) =>
    person.name === 'Tom Abara' ? { ...person, values: { ...person.values, Vet: 'Dr Hollis' } } : person,
  );
  main.inbox.emit('contacts.changed', { contactIds: [2], everything: false });
  await expect(unfilled(page)).toContainText('Vet isn’t filled in.');
  await button(page, 'Fill in').click();
  await expect(field).toHaveValue('Hi Tom, Pixel Dr Hollis');

  await page.keyboard.type(' {Email} {note}');
  await page.keyboard.press('Control+Enter');
  expect(main.inbox.inputsOf('sends.create')).toEqual([]);
  await button(page, 'Send as it is').click();
  await expect(field).toHaveValue('');
  expect(main.inbox.inputsOf('sends.create')).toMatchObject([{ text: 'Hi Tom, Pixel Dr Hollis {Email} {note}' }]);
});

test('fields that stand in a text which is scheduled are asked about in words of scheduling', async ({
  page,
  main,
}) => {
  await openChat(page, main.origin, 'Tom');
  await composer(page).fill('Hi {Pet}');
  await expect(unfilled(page)).toContainText('Pet is empty for Tom Abara.');
  await composer(page).press('Control+Shift+Enter');
  await expect(unfilled(page)).toContainText('Schedule with {Pet} in the text?');
  await expect(button(page, 'Send as it is')).toBeHidden();
  await button(page, 'Schedule as it is').click();
  await expect(page.getByRole('dialog', { name: 'Schedule this text' })).toBeVisible();
});

test('a row that is cut in the middle says that there are more below', async ({ page, main }) => {
  main.inbox.templates.items = Array.from({ length: 12 }, (_, index) =>
    buildTemplate({ key: `service:${String(index + 1)}`, name: `Reply ${String(index + 1)}`, shortcut: '' }),
  );
  await openChat(page, main.origin);
  await page.keyboard.type('/');
  const options = picker(page, 'Templates').getByRole('option');
  await expect(options.nth(4)).toBeInViewport({ ratio: 1 });
  await expect(options.nth(5)).toBeInViewport({ ratio: 0.4 });
  await expect(options.nth(5)).not.toBeInViewport({ ratio: 0.6 });
});

for (const { sign, name } of [
  { sign: '/', name: 'Templates' },
  { sign: '{', name: 'Merge fields' },
] as const)
  test(`the line under the keys differs clearly from the others after “${sign}” in the dark`, async ({
    page,
    main,
  }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await openChat(page, main.origin);
    await page.keyboard.type(sign);
    const active = picker(page, name).locator('[aria-selected="true"]');
    await expect(active).toBeVisible();
    const contrast = await active.evaluate((line) => {
      const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
      const toLight = (colour: string): number => {
        if (context === null) return 0;
        context.fillStyle = colour;
        context.fillRect(0, 0, 1, 1);
        const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((part) =>
          part <= 10 ? part / 3_294 : ((part / 255 + 0.055) / 1.055) ** 2.4,
        );
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      let box: Element = line.parentElement ?? line;
      while (getComputedStyle(box).backgroundColor === 'rgba(0, 0, 0, 0)' && box.parentElement !== null)
        box = box.parentElement;
      const { boxShadow, backgroundColor } = getComputedStyle(line);
      const mark = /^\S+\(.+?\)/u.exec(boxShadow)?.[0] ?? backgroundColor;
      const [one, other] = [toLight(mark), toLight(getComputedStyle(box).backgroundColor)];
      return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    });
    expect(contrast).toBeGreaterThan(3);
  });

test('keys of an input method stay its own while the list is open', async ({ page, main }) => {
  main.inbox.templates.items = [buildTemplate({ name: '予約', shortcut: '', content: 'ご予約' })];
  await openChat(page, main.origin);
  await page.keyboard.type('/');
  await expect(picker(page, 'Templates')).toBeVisible();
  const client = await page.context().newCDPSession(page);
  await client.send('Input.imeSetComposition', { text: 'よやく', selectionStart: 3, selectionEnd: 3 });
  const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 };
  await client.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
  await expect(composer(page)).toHaveValue('/よやく');
  await client.send('Input.insertText', { text: '予約' });
  await client.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
  await expect(composer(page)).toHaveValue('/予約');
  await expect(picker(page, 'Templates')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(composer(page)).toHaveValue('ご予約');
});
