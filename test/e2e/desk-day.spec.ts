/**
 * A day at the desk by keys alone, on the real page, main and service. After each step the chat that was acted on, or the
 * next one, is the one in view; the focus is on screen and shown; and the counts of unread chats are right.
 */
import type { FileChooser, Page } from '@playwright/test';
import { expect, test as base } from './support/fixtures.ts';
import { RestartableService } from './support/demo-service.ts';
import { composer, expectSent, findMessage, findRow } from './support/inbox-page.ts';
import { steerService } from './support/programs.ts';
import { bubbles } from './support/schedule-page.ts';
import { askService, listSent, readNumber } from './support/service-state.ts';

const DEBORAH = '447700900318';
const CALLUM = '447700900188';
const BACK_MS = 120_000;
/** Parts of the window, so that the key comes round. */
const MOST_REGIONS = 8;
/** Stops of Tab inside the panel. */
const MOST_TABS = 60;

interface Fixtures {
  readonly kept: RestartableService;
  readonly desk: Page;
}

const test = base.extend<Fixtures>({
  kept: async ({ dataFolder }, use) => {
    const kept = await RestartableService.start(`${dataFolder}/service`, '--seed', '3');
    await use(kept);
    await kept.stop();
  },
  desk: async ({ app, kept, page }, use) => {
    await app.signIn(kept.account);
    await page.goto(app.origin);
    await page.getByRole('option').first().waitFor();
    await use(page);
  },
});

// A user who never chose has this one.
test.use({ holdSeconds: 5 });

/** What the user sees. */
interface Sight {
  /** Whose chat lies on the sheet. */
  readonly inView: string;
  /** The row under the keys. */
  readonly row: string;
  /** What has the focus; '' where nothing does, or where it is off the screen or not shown. */
  readonly focus: string;
  /** By the tab and by the rail: chats with unread messages, muted ones included, and without them. */
  readonly unread: number;
}

function readSight(): Sight {
  const textOf = (element: Element | null | undefined): string => element?.textContent.trim() ?? '';
  const active = document.activeElement;
  const box = active?.getBoundingClientRect();
  const isOnScreen =
    box !== undefined && box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
  const isShown = active !== null && active !== document.body && active.matches(':focus-visible') && isOnScreen;
  const list = document.querySelector('#chat-list [role=listbox]');
  const row = document.getElementById(list?.getAttribute('aria-activedescendant') ?? '');
  return {
    inView: textOf(document.querySelector('section.thread header h2, section.thread header h1')),
    row: row?.getAttribute('aria-label') ?? textOf(row),
    focus: isShown ? (active.getAttribute('aria-label') ?? textOf(active).slice(0, 40)) || active.tagName : '',
    unread: Number(textOf(document.querySelector('#tab-unread .count')).replace(/\D/g, '')),
  };
}

/** Looks until all of it is so, and says what was seen where it never is. */
async function expectSight(page: Page, step: string, wanted: Partial<Record<keyof Sight, unknown>>): Promise<void> {
  const told = { focus: expect.stringMatching(/./u), ...wanted };
  await expect.poll(() => page.evaluate(readSight), { message: step }).toMatchObject(told);
}

test('a day by keys: answered, closed, snoozed, undone, searched, sent, edited, scheduled, and the service away', async ({
  desk: page,
  kept,
}) => {
  const { keyboard } = page;
  const { account } = kept;
  const startsWith = (name: string): unknown => expect.stringMatching(new RegExp(`^${name}`, 'u'));
  const at = (name: string, unread?: number): Partial<Record<keyof Sight, unknown>> => ({
    ...{ inView: startsWith(name), row: startsWith(name) },
    ...(unread === undefined ? {} : { unread }),
  });
  const goToPart = async (selector: string): Promise<void> => {
    const isThere = (): Promise<boolean> =>
      page.evaluate((part) => document.activeElement?.closest(part) !== null, selector);
    for (let press = 0; press < MOST_REGIONS && !(await isThere()); press += 1) await keyboard.press('F6');
    expect(await isThere(), `F6 leads to ${selector}`).toBe(true);
  };
  const tabTo = async (name: string): Promise<void> => {
    const isThere = (): Promise<boolean> =>
      page.evaluate((wanted) => {
        const active = document.activeElement;
        return (active?.getAttribute('aria-label') ?? active?.textContent.trim()) === wanted;
      }, name);
    for (let press = 0; press < MOST_TABS && !(await isThere()); press += 1) await keyboard.press('Tab');
    expect(await isThere(), `Tab leads to ${name}`).toBe(true);
  };
  // Before the key: who begins to listen with it may be too late.
  const choosers: FileChooser[] = [];
  page.on('filechooser', (chooser) => choosers.push(chooser));
  const { unread } = await page.evaluate(readSight);
  expect(unread).toBeGreaterThan(3);

  await test.step('the first chat is read and answered', async () => {
    await goToPart('#chat-list');
    await keyboard.press('Home');
    await expectSight(page, 'read after a second', at('Deborah Okonkwo', unread - 1));
    await keyboard.press('r');
    await expectSight(page, 'writing', { ...at('Deborah Okonkwo'), focus: 'Text to Deborah Okonkwo' });
    await keyboard.type('Just water until nine, please ');
    await keyboard.press('Control+Shift+E');
    await keyboard.type('paw');
    await expect(page.getByRole('dialog', { name: 'Emoji' }).getByRole('option').first()).toBeVisible();
    await keyboard.press('Enter');
    await expect(composer(page)).toHaveValue(/^Just water until nine, please 🐾$/u);
    await expect(composer(page)).toBeFocused();
    await keyboard.press('Enter');
    await expectSent(page, 'Just water until nine');
    await keyboard.press('Escape');
    await expectSight(page, 'back in the list', at('Deborah Okonkwo', unread - 1));
  });

  await test.step('it is closed, and opened again by an undo', async () => {
    await keyboard.press('e');
    await expect(findRow(page, /^Deborah Okonkwo/)).toBeHidden();
    await expectSight(page, 'the next chat', { inView: expect.not.stringMatching(/^Deborah/u) });
    await expect.poll(async () => (await readNumber(account, DEBORAH)).chat.status).toBe('c');
    await keyboard.press('z');
    await expectSight(page, 'the chat is back', at('Deborah Okonkwo', unread - 1));
    await expect.poll(async () => (await readNumber(account, DEBORAH)).chat.status).toBe('a');
  });

  await test.step('another is snoozed in words, and stands among the snoozed ones', async () => {
    await keyboard.press('j');
    await expectSight(page, 'the second chat', at('Wilhelmina'));
    await keyboard.press('s');
    await keyboard.type('tomorrow 2pm');
    await keyboard.press('Enter');
    await expect(findRow(page, /^Wilhelmina/)).toBeHidden();
    await expectSight(page, 'the next chat', { inView: expect.not.stringMatching(/^Wilhelmina/u) });
  });

  await test.step('the next unread chat is marked as needing no reply, which is undone', async () => {
    const before = (await page.evaluate(readSight)).unread;
    await keyboard.press('Alt+Shift+ArrowDown');
    await expectSight(page, 'read after a second', { unread: before - 1 });
    const { inView } = await page.evaluate(readSight);
    await keyboard.press('w');
    await expect(page.getByText(/doesn’t need a reply/u)).toBeVisible();
    await expectSight(page, 'it stays in view', at(inView.slice(0, 6)));
    await keyboard.press('z');
    await expect(page.getByRole('status').getByText(/ needs a reply/u)).toBeVisible();
    await expectSight(page, 'still in view', at(inView.slice(0, 6), before - 1));
  });

  await test.step('somebody writes, is searched for, and gets a file', async () => {
    const before = (await page.evaluate(readSight)).unread;
    await keyboard.press('Control+k');
    await keyboard.type('callum mac');
    await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText('Callum MacIntyre');
    await keyboard.press('Enter');
    await expectSight(page, 'found', { inView: startsWith('Callum'), focus: 'Text to Callum MacIntyre' });
    const isNew = (await readNumber(account, CALLUM)).chat.unread > 0;
    await expectSight(page, 'counted', { unread: isNew ? before - 1 : before });
    await keyboard.press('Control+u');
    await expect.poll(() => choosers.length).toBe(1);
    await choosers[0]?.setFiles([{ name: 'Map.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(20_000, 7) }]);
    await expect(page.getByRole('list', { name: 'Attached files' })).toContainText(/Map\.pdf.*20 kB/u);
    await goToPart('[data-region="composer"]');
    await keyboard.type('The way to us');
    await keyboard.press('Enter');
    await expectSent(page, 'The way to us');
    await expectSight(page, 'still writing', { inView: startsWith('Callum'), focus: 'Text to Callum MacIntyre' });
    const { sent } = await readNumber(account, CALLUM);
    expect(sent.filter(({ text }) => /^The way to us\n.*click\//u.test(text))).toHaveLength(1);
  });

  await test.step('the contact is edited in the panel', async () => {
    await goToPart('#contact-panel');
    await tabTo('Add company');
    await keyboard.press('Enter');
    await keyboard.type('MacIntyre & Sons');
    await keyboard.press('Enter');
    await expectSight(page, 'edited', { inView: startsWith('Callum'), focus: 'Company: MacIntyre & Sons. Edit' });
    const readCompany = async (): Promise<unknown> =>
      ((await (await askService(account, `contacts/phone/${CALLUM}`)).json()) as { companyName?: unknown }).companyName;
    await expect.poll(readCompany).toBe('MacIntyre & Sons');
  });

  await test.step('a text is scheduled', async () => {
    await keyboard.press('r');
    await expectSight(page, 'writing', { inView: startsWith('Callum'), focus: 'Text to Callum MacIntyre' });
    await keyboard.type('See you at nine');
    await keyboard.press('Control+Shift+Enter');
    await expect(page.getByRole('textbox', { name: 'Type a time' })).toBeFocused();
    await keyboard.type('tomorrow 9am');
    await keyboard.press('Enter');
    await expect(bubbles(page)).toContainText('See you at nine');
    await expectSight(page, 'scheduled', { inView: startsWith('Callum'), focus: 'Text to Callum MacIntyre' });
    await expect(composer(page)).toHaveValue('');
  });

  await test.step('the service is away: what is done waits, and leaves once', async () => {
    await kept.stop();
    await keyboard.type('Mind the roadworks');
    await keyboard.press('Enter');
    await expect(findMessage(page, 'Mind the roadworks')).toHaveAccessibleName(/waiting for connection/iu);
    await keyboard.press('Escape');
    await expectSight(page, 'back in the list', at('Callum MacIntyre'));
    await keyboard.press('e');
    await expect(findRow(page, /^Callum MacIntyre/)).toBeHidden();
    await expectSight(page, 'the next chat', { inView: expect.not.stringMatching(/^Callum/u) });
    await kept.resume();
    await expect
      .poll(() => listSent(account, CALLUM, ['Mind the roadworks']), { timeout: BACK_MS })
      .toEqual(['Mind the roadworks']);
    await expect.poll(async () => (await readNumber(account, CALLUM)).chat.status, { timeout: BACK_MS }).toBe('c');
  });

  await test.step('at the end a text comes in, and the counts are those of the service', async () => {
    // The open chat becomes read a second after it was opened.
    await expect(page.getByRole('option', { selected: true })).not.toHaveAccessibleName(/unread/u);
    const before = (await page.evaluate(readSight)).unread;
    await steerService(account, 'POST inbound', { sender: CALLUM, text: 'Thanks, found it' });
    await expect(findRow(page, /^Callum MacIntyre/)).toBeVisible({ timeout: BACK_MS });
    await expectSight(page, 'one more', { unread: before + 1 });
    expect((await readNumber(account, CALLUM)).chat.unread).toBe(1);
    expect((await readNumber(account, DEBORAH)).chat.unread).toBe(0);
  });
});
