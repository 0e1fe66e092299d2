/** The contact beside a chat while keys go from chat to chat. */
import { expect } from '@playwright/test';
import { buildChat } from '#test/support/fake-bridge.ts';
import { buildContactRow } from '#test/support/fake-contacts.ts';
import { panel } from './contact-page.ts';
import { test } from './fixtures.ts';
import type { LoopbackMain } from './loopback-main.ts';

const PEOPLE = ['Ada Bell', 'Bea Cole', 'Cai Dunn', 'Dan Ekwe'];

/** A list of their chats, the first one newest, and their contacts. */
function fill({ inbox }: LoopbackMain): void {
  const people = PEOPLE.map((name, index) => ({ name, id: index + 1, phone: String(447_700_900_100 + index) }));
  inbox.data.chats = people.map(({ id, ...person }) =>
    buildChat({ ...person, id, contactId: id + 10, lastAt: Date.now() - id * 60_000 }),
  );
  inbox.contacts.rows = people.map(({ id, ...person }) =>
    buildContactRow({ ...person, id: id + 10, email: `${String(id)}@mail.example` }),
  );
}

test('only the contact at which the keys pause is read and drawn; those passed have their name', async ({
  page,
  main,
}) => {
  fill(main);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(main.origin);
  await page.getByRole('option', { name: /^Ada Bell/ }).click();
  await expect(panel(page).getByRole('button', { name: 'Email: 1@mail.example' })).toBeVisible();
  // All within one turn, however slow the machine is; the name is looked at in every frame.
  const shown = await page.evaluate(async () => {
    const press = { key: 'ArrowDown', code: 'ArrowDown', altKey: true, bubbles: true, cancelable: true };
    for (let presses = 0; presses < 3; presses += 1) {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', press));
    }
    const pairs = new Set<string>();
    for (let frames = 0; frames < 60; frames += 1) {
      await new Promise(requestAnimationFrame);
      const text = document.querySelector('#contact-panel')?.textContent ?? '';
      const title = document.querySelector('section.thread h2')?.textContent ?? '';
      pairs.add(`${title}: ${text.includes(title) ? 'same' : 'another'}`);
    }
    return [...pairs];
  });
  await expect(panel(page).getByRole('button', { name: 'Email: 4@mail.example' })).toBeVisible();
  expect(shown.at(-1)).toBe('Dan Ekwe: same');
  expect(shown.filter((pair) => pair.endsWith('another'))).toEqual([]);
  expect(main.inbox.inputsOf('contacts.get').map(({ contactId }) => contactId)).toEqual([11, 14]);
});

test('a contact waits for a pause of all keys, whatever they do', async ({ page, main }) => {
  fill(main);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.clock.install();
  await page.goto(main.origin);
  await page.getByRole('option', { name: /^Ada Bell/ }).click();
  await expect(panel(page).getByRole('button', { name: 'Email: 1@mail.example' })).toBeVisible();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 5_000));
  await page.keyboard.press('Alt+ArrowDown');
  await expect(page.locator('section.thread h2')).toHaveText('Bea Cole');
  for (let presses = 0; presses < 5; presses += 1) {
    await page.clock.runFor(140);
    await page.keyboard.press('Shift');
  }
  expect(main.inbox.inputsOf('contacts.get').map(({ contactId }) => contactId)).toEqual([11]);
  await page.clock.runFor(160);
  await expect(panel(page).getByRole('button', { name: 'Email: 2@mail.example' })).toBeVisible();
});
