import { expect, type Locator, type Page } from '@playwright/test';
import type { MessageView } from '#shared/contract/index.ts';
import { buildChat, buildMessage } from '#test/support/fake-bridge.ts';
import type { LoopbackMain } from './loopback-main.ts';
import { untilStill } from './wait-until-still.ts';

export const MINUTE_MS = 60_000;
export const LONG = 'Biscuit is booked in for his dental on Friday at 11:00. Please reply YES to confirm, or call us. ';

/** Messages of changing height, twenty minutes apart, the last one just now. */
function write(count: number, from = 1): MessageView[] {
  const start = Date.now() - (count - 1) * 20 * MINUTE_MS;
  return Array.from({ length: count }, (_, index) => {
    const id = from + index;
    const isOurs = id % 3 === 0;
    return buildMessage({
      key: `${isOurs ? 'out' : 'in'}:${String(id)}`,
      direction: isOurs ? 'out' : 'in',
      mark: isOurs ? 'delivered' : null,
      letter: isOurs ? 'd' : null,
      text: `Text ${String(id)}. ${LONG.repeat(id % 5)}`,
      at: start + index * 20 * MINUTE_MS,
    });
  });
}

/** Gives a main 250 chats: the first with 400 messages, half of them only at the service; the second with four. */
export function fillLarge(main: LoopbackMain): LoopbackMain {
  const { data } = main.inbox;
  data.chats = Array.from({ length: 250 }, (_, index) =>
    buildChat({
      id: index + 1,
      phone: String(447_400_000_000 + index),
      name: `Person ${String(index + 1)}`,
      lastAt: Date.now() - index * MINUTE_MS,
    }),
  );
  const all = write(400);
  data.service.set(1, all.slice(0, 200));
  data.messages.set(1, all.slice(200));
  data.messages.set(2, write(4));
  return main;
}

/** Gives a main two chats, the newer one first. */
export function fillSmall(main: LoopbackMain): LoopbackMain {
  main.inbox.data.chats = [
    buildChat({ id: 1, phone: '447700900318', name: 'Deborah Okonkwo', lastAt: Date.now() }),
    buildChat({ id: 2, phone: '447700900319', name: 'Tom Abara', lastAt: Date.now() - MINUTE_MS }),
  ];
  return main;
}

/** Opens the chat of a person by a click. */
export async function openInbox(page: Page, origin: string, person = 1): Promise<void> {
  await page.goto(origin);
  await page.getByRole('option', { name: new RegExp(`^Person ${String(person)}[,.]`) }).click();
  await expect(composer(page)).toBeFocused();
  // It is shown once it stands where it opens.
  await expect(messages(page)).toBeVisible();
}
export const composer = (page: Page): Locator => page.getByRole('textbox', { name: /^Text to/ });
export const messages = (page: Page): Locator => page.getByRole('list', { name: 'Messages' });
export const toLatest = (page: Page): Locator =>
  page.getByRole('button', { name: /newest message|new messages? below/ });

/** In steps, as people do: a jump would leave rows on the way unmeasured. */
export async function scrollTo(page: Page, top: number): Promise<void> {
  await messages(page).evaluate(async (box, goal) => {
    const step = 300;
    while (Math.abs(box.scrollTop - goal) > step) {
      const before = box.scrollTop;
      box.scrollTop += Math.sign(goal - before) * step;
      await new Promise(requestAnimationFrame);
      if (box.scrollTop === before) break;
    }
    box.scrollTop = goal;
  }, top);
  await untilStill(page);
}

/** The first message that is wholly in view, and how far below the top of the box it stands. */
export async function readPlace(page: Page): Promise<{ key: string; top: number }> {
  return await messages(page).evaluate((box) => {
    const edge = box.getBoundingClientRect().top;
    const rows = [...box.querySelectorAll<HTMLElement>('[data-key]')];
    const row = rows
      .map((item) => ({ key: item.dataset['key'] ?? '', top: item.getBoundingClientRect().top - edge }))
      .filter(({ top }) => top >= 0)
      .sort((one, other) => one.top - other.top)[0];
    return row ?? { key: '', top: Number.NaN };
  });
}

/** How far a message has moved on screen since its place was read, in pixels. */
export async function movedBy(page: Page, { key, top }: { key: string; top: number }): Promise<number> {
  await untilStill(page);
  const now = await messages(page).evaluate(
    (box, wanted) =>
      (box.querySelector(`[data-key="${wanted}"]`)?.getBoundingClientRect().top ?? Number.NaN) -
      box.getBoundingClientRect().top,
    key,
  );
  return Math.abs(now - top);
}

export const heightOf = (page: Page): Promise<number> => messages(page).evaluate((box) => box.scrollHeight);

/** Types a time into a field of hour and minute, `18:30`, and leaves it. */
export async function typeTime(field: Locator, time: string): Promise<void> {
  await field.getByRole('spinbutton').first().click();
  await field.page().keyboard.type(time.replace(':', ''));
  await field.page().keyboard.press('Tab');
}
