import { expect, type Locator, type Page } from '@playwright/test';
import type { LedgerEntry, LedgerRow } from '#shared/contract/index.ts';
import { toProblem } from '#test/support/fake-bridge.ts';
import { buildLedgerEntry, buildLedgerRow } from '#test/support/fake-ledger.ts';
import { test } from './fixtures.ts';
import { MINUTE_MS, fillSmall } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';
import { untilStill } from './wait-until-still.ts';
import { listRows } from '#test/support/full-counts.ts';

const DAY_MS = 24 * 60 * MINUTE_MS;
const NOT_TOLD = { letter: null, acceptedAt: null, partsCharged: null, priceCharged: null } as const;

let main: LoopbackMain;
test.beforeEach(({ main: empty }) => {
  main = fillSmall(empty);
});

const section = (page: Page): Locator => page.getByRole('region', { name: 'Ledger', exact: true });
const grid = (page: Page): Locator => section(page).getByRole('grid', { name: 'Texts sent by this computer' });
const row = (page: Page, text: string | RegExp): Locator => grid(page).getByRole('row').filter({ hasText: text });
const detail = (page: Page): Locator => page.getByRole('complementary', { name: /^Text to/ });
const search = (page: Page): Locator => section(page).getByRole('searchbox', { name: 'Find in ledger' });
const filters = (): unknown[] => main.asked.filter(({ name }) => name === 'ledger.list').map(({ input }) => input);

function fill(rows: readonly Partial<LedgerRow>[]): void {
  main.inbox.settings.ledger = rows.map((changes) => buildLedgerEntry(buildLedgerRow(changes)));
}
/** `count` texts, ten minutes apart, the last one just now; `Text 1` is the oldest. */
function fillMany(count: number): void {
  const build = (_: unknown, index: number): Partial<LedgerRow> => ({
    sendId: `s${String(index + 1).padStart(5, '0')}`,
    text: `Text ${String(index + 1)}.`,
    createdAt: Date.now() - (count - index) * 10 * MINUTE_MS,
  });
  fill(Array.from({ length: count }, build));
}
/** One of each kind. */
function fillKinds(): void {
  const at = (minutes: number): number => Date.now() - minutes * MINUTE_MS;
  fill([
    { sendId: 's9', text: 'Charged.', createdAt: at(1), partsCharged: 2, priceCharged: 0.076 },
    { sendId: 's8', text: 'Without a price.', createdAt: at(2), letter: 'a', partsCharged: null, priceCharged: null },
    { sendId: 's7', text: 'Lost.', createdAt: at(3), state: 'checking', ...NOT_TOLD },
    { sendId: 's6', text: 'Refused.', createdAt: at(4), state: 'refused', ...NOT_TOLD },
    { sendId: 's5', text: 'Undone.', createdAt: at(5), state: 'discarded', ...NOT_TOLD, leftAt: null },
    { sendId: 's4', text: 'Nameless.', createdAt: at(6), name: '', chatId: null, phone: '447700900402' },
  ]);
}
async function open(page: Page, path = ''): Promise<void> {
  await page.goto(`${main.origin}/${path}`);
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Control+,');
  const link = page.locator('a[href="#/settings/ledger"]');
  const title = page.locator('h1 button');
  await expect(link.or(title)).toBeVisible();
  if (await title.isVisible()) await title.click();
  await link.click();
}

test.describe('the table', () => {
  test('says of every text what became of it and what it cost, newest first, and counts them', async ({ page }) => {
    fillKinds();
    await open(page);
    await expect(grid(page).getByRole('row')).toHaveCount(7);
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '7');
    await expect(grid(page).getByRole('row').nth(1)).toContainText(/Deborah Okonkwo\s*\+44 7700 900318/);
    await expect(row(page, 'Charged.').getByRole('gridcell')).toHaveText([
      /^\d\d:\d\d$|,/,
      /Deborah/,
      'Charged.',
      'Delivered',
      '2',
      '£0.076',
    ]);
    await expect(row(page, 'Without a price.')).toContainText(/Sent\s*1\s*about £0\.038/);
    await expect(row(page, 'Lost.')).toContainText('Checking');
    await expect(row(page, 'Refused.').getByRole('gridcell').nth(3)).toHaveText('Not sent');
    await expect(row(page, 'Undone.')).toContainText('Undone');
    await expect(row(page, 'Nameless.').getByRole('gridcell').nth(1)).toHaveText('+44 7700 900402');
    await expect(section(page).getByText('6 texts · 3 parts · £0.114; 1 not priced yet')).toBeVisible();
  });

  test('is walked by keys, opens with Enter, and gives the focus back with Esc', async ({ page }) => {
    fillKinds();
    await open(page);
    await grid(page).focus();
    await expect(grid(page)).toHaveAttribute('aria-activedescendant', 'ledger-s9');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(grid(page)).toHaveAttribute('aria-activedescendant', 'ledger-s7');
    await page.keyboard.press('End');
    await expect(grid(page)).toHaveAttribute('aria-activedescendant', 'ledger-s4');
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect(detail(page).getByRole('heading', { name: /Deborah Okonkwo/ })).toBeVisible();
    expect(await page.evaluate(() => document.activeElement?.closest('aside') !== null)).toBe(true);
    await expect(row(page, 'Charged.')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Escape');
    await expect(detail(page)).toHaveCount(0);
    await expect(grid(page)).toBeFocused();
    await expect(grid(page)).toHaveAttribute('aria-activedescendant', 'ledger-s9');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox', { name: 'Open chats' })).toBeVisible();
  });

  test('reads on where somebody scrolls, down to the oldest', async ({ page }) => {
    fillMany(230);
    await open(page);
    await grid(page).focus();
    for (let presses = 0; presses < 12 && (await row(page, /Text 1\.$|Text 1\.\D/).count()) === 0; presses += 1) {
      await page.keyboard.press('End');
      await page.waitForFunction(() => document.querySelector('.ledger-row.active') !== null);
    }
    await expect(row(page, 'Text 1.').first()).toBeVisible();
  });
});

test.describe('what narrows it', () => {
  test('the field takes the slash, finds while one types, and leads into the table', async ({ page }) => {
    fillKinds();
    await open(page);
    await expect(grid(page)).toBeVisible();
    await page.keyboard.press('/');
    await expect(search(page)).toBeFocused();
    await page.keyboard.type('refused');
    await expect(grid(page).getByRole('row')).toHaveCount(2);
    await expect(section(page).getByText('1 text', { exact: true })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(grid(page)).toBeFocused();
  });

  test('nothing found is said with what was looked for, and one press shows all again', async ({ page }) => {
    fillKinds();
    await open(page);
    await search(page).fill('bisciut');
    await expect(section(page).getByRole('heading', { name: 'Nothing for “bisciut”' })).toBeVisible();
    await section(page).getByRole('button', { name: 'Show all' }).click();
    await expect(grid(page).getByRole('row')).toHaveCount(7);
    await expect(search(page)).toHaveValue('');
  });

  test('the outcome and the time are asked of main, by the days of the eye', async ({ page }) => {
    fillKinds();
    await open(page);
    await section(page).getByLabel('Status').selectOption('Not confirmed');
    await expect(grid(page).getByRole('row')).toHaveCount(2);
    await section(page).getByLabel('Period').selectOption('Today');
    const midnight = await page.evaluate(() => new Date().setHours(0, 0, 0, 0));
    await expect
      .poll(() => filters().at(-1))
      .toMatchObject({ filter: { outcome: 'checking', fromAt: midnight, toAt: null, query: '' } });
  });

  test('what is shown stays while something else is asked for', async ({ page }) => {
    fillKinds();
    await open(page);
    await expect(grid(page)).toBeVisible();
    const release = main.inbox.hold('ledger.list');
    await section(page).getByLabel('Status').selectOption('Sent');
    await expect(grid(page)).toHaveAttribute('aria-busy', 'true');
    await expect(grid(page).getByRole('row')).toHaveCount(7);
    release();
    await expect(grid(page).getByRole('row')).toHaveCount(4);
    await expect(grid(page)).toHaveAttribute('aria-busy', 'false');
  });
});

test.describe('what is not there', () => {
  test('is said to be loading, then to be empty', async ({ page }) => {
    const release = main.inbox.hold('ledger.list');
    await open(page);
    await expect(section(page).getByRole('status', { name: 'Loading the ledger' })).toBeVisible();
    release();
    await expect(section(page).getByRole('heading', { name: 'Nothing sent yet' })).toBeVisible();
  });

  test('is asked for again where it did not load', async ({ page }) => {
    fillKinds();
    main.inbox.fail('ledger.list', toProblem('disk'));
    await open(page);
    await expect(section(page).getByRole('heading', { name: 'The ledger didn’t load' })).toBeVisible();
    main.inbox.fail('ledger.list', null);
    await section(page).getByRole('button', { name: 'Try again' }).click();
    await expect(grid(page).getByRole('row')).toHaveCount(7);
  });
});

test.describe('news', () => {
  const tell = (): void => main.emit('messages.changed', { chatIds: [1], everything: false });

  test('changes rows where they stand', async ({ page }) => {
    fillKinds();
    await open(page);
    await expect(row(page, 'Without a price.')).toContainText('Sent');
    const change = (entry: LedgerEntry): LedgerEntry =>
      entry.row.sendId === 's8' ? { ...entry, row: { ...entry.row, letter: 'f', priceCharged: 0.038 } } : entry;
    main.inbox.settings.ledger = main.inbox.settings.ledger.map(change);
    tell();
    await expect(row(page, 'Without a price.')).toContainText(/Not delivered\s*1\s*£0\.038/);
    await expect(section(page).getByText(/without a price/)).toHaveCount(0);
  });

  test('does not move what is looked at', async ({ page }) => {
    fillMany(90);
    await open(page);
    await expect(row(page, 'Text 90.')).toBeVisible();
    for (let step = 0; step < 6; step += 1) {
      await grid(page).evaluate((box) => (box.scrollTop += 200));
      await untilStill(page);
    }
    const anchor = row(page, 'Text 55.');
    const before = (await anchor.boundingBox())?.y ?? Number.NaN;
    const fresh = buildLedgerRow({ sendId: 's99999', text: 'Brand new.', createdAt: Date.now() });
    main.inbox.settings.ledger = [...main.inbox.settings.ledger, buildLedgerEntry(fresh)];
    tell();
    await expect(section(page).getByText(/^91 texts/)).toBeVisible();
    await expect.poll(async () => Math.abs(((await anchor.boundingBox())?.y ?? Number.NaN) - before)).toBeLessThan(2);
    await grid(page).focus();
    await page.keyboard.press('Home');
    await expect(row(page, 'Brand new.')).toBeVisible();
  });
});

test.describe('one text', () => {
  const build = (): LedgerEntry => {
    const at = Date.now() - 9 * MINUTE_MS;
    const event = { letter: null, via: null, problem: null, check: null, detail: null } as const;
    const sent = buildLedgerRow({
      sendId: 's1',
      createdAt: at,
      partsPredicted: 1,
      partsCharged: 2,
      priceCharged: 0.076,
    });
    return buildLedgerEntry(sent, {
      referenceId: 's1.job-4412',
      writtenText: 'Thursday 16:40 is yours.',
      files: [{ id: 'f1', name: 'paw.png', mimeType: 'image/png', sizeBytes: 412_000, isUploaded: true }],
      check: {
        lostAt: at + 9_000,
        looks: 2,
        lastLookAt: at + 70_000,
        nextLookAt: null,
        finding: 'found',
        readBackTo: at,
        readSends: true,
        alike: [],
      },
      events: [
        { ...event, at, kind: 'held' },
        { ...event, at: at + 5_000, kind: 'sending' },
        { ...event, at: at + 9_000, kind: 'letter', letter: 'd', via: 'callback' },
      ],
    });
  };
  test.beforeEach(() => {
    main.inbox.settings.ledger = [build()];
  });

  test('shows everything that is known, and its reference can be copied', async ({ page, clipboard }) => {
    await open(page);
    await row(page, 'Dr Marsh').click();
    await expect(detail(page)).toContainText('Thursday 16:40 with Dr Marsh is yours.');
    await expect(detail(page)).toContainText(/As written\s*Thursday 16:40 is yours\./);
    await expect(detail(page)).toContainText(/paw\.png\s*412 kB, on the service/);
    const costs = detail(page).getByRole('table', { name: 'Cost' }).getByRole('row');
    await expect(costs.nth(1)).toHaveText(/Parts\s*1\s*2/);
    await expect(costs.nth(2)).toHaveText(/Price\s*£0\.038\s*£0\.076/);
    await expect(detail(page)).toContainText('901562');
    await expect(detail(page)).toContainText('2 times, last at');
    const events = detail(page).getByRole('list', { name: 'History' }).getByRole('listitem');
    await expect(events).toHaveCount(3);
    await expect(events.last()).toHaveText(/Delivered \(d\).*:\d\d:\d\d.*via live updates/s);
    await detail(page).getByRole('button', { name: 'Copy reference' }).click();
    expect(await clipboard.read()).toBe('s1.job-4412');
  });

  test('leads to its chat', async ({ page }) => {
    await open(page);
    await row(page, 'Dr Marsh').click();
    await detail(page).getByRole('button', { name: 'Open chat' }).click();
    await expect(page.getByRole('listbox', { name: 'Open chats' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Text to Deborah Okonkwo' })).toBeVisible();
  });

  test('lies over the table in a narrow window, and goes with Esc', async ({ page }) => {
    await page.setViewportSize({ width: 1000, height: 700 });
    await open(page);
    await grid(page).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Text to Deborah Okonkwo' });
    await expect(dialog).toBeVisible();
    expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(grid(page)).toBeFocused();
  });
});

test.describe('the export', () => {
  for (const { format, name } of listRows(
    [
      { format: 'csv', name: 'For a spreadsheet (CSV)' },
      { format: 'json', name: 'With all details (JSON)' },
    ],
    0,
  )) {
    test(`writes what is shown as ${format}, and says so`, async ({ page }) => {
      fillKinds();
      await page.route('**/file/*', (route) =>
        route.fulfill({ body: 'a', headers: { 'Content-Disposition': 'attachment', 'Content-Type': 'text/plain' } }),
      );
      await open(page);
      await section(page).getByLabel('Status').selectOption('Sent');
      await expect(grid(page).getByRole('row')).toHaveCount(4);
      const downloading = page.waitForEvent('download');
      await section(page).getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name }).click();
      const download = await downloading;
      expect(new URL(download.url()).pathname).toBe(`/file/export-${format}`);
      expect(download.suggestedFilename()).toBe(`switchboard-ledger-2026-11-20.${format}`);
      await expect(page.getByText(`Saved 3 texts as switchboard-ledger-2026-11-20.${format}`)).toBeVisible();
      expect(main.inputOf('ledger.export')).toMatchObject({ format, filter: { outcome: 'sent' } });
    });
  }

  test('that failed is said, and nothing is fetched', async ({ page }) => {
    fillKinds();
    await open(page);
    main.inbox.fail('ledger.export', toProblem('disk'));
    await section(page).getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: /CSV/ }).click();
    await expect(page.getByText(/The ledger wasn’t exported\. Nothing changed\./)).toBeVisible();
  });
});

for (const { width, textSize, path } of listRows(
  [
    { width: 1440, textSize: '130%', path: '?locale=en-XB' },
    { width: 720, textSize: '200%', path: '?locale=en-XB' },
  ],
  1,
)) {
  test(`fits ${String(width)} wide with text at ${textSize}${path}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 700 });
    fillKinds();
    await open(page, path);
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), textSize);
    await page.locator('.ledger-row').first().click();
    await expect(page.locator('[data-entry-title] bdi')).toBeVisible();
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.scroll, #settings-ledger *, .ledger-side *')]
        .filter((box) => box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).display !== 'inline')
        .filter((box) => getComputedStyle(box).textOverflow !== 'ellipsis')
        .map((box) => `${box.tagName} ${box.className}`),
    );
    expect(cut).toEqual([]);
  });
}

test('texts of a day ago are told with their day', async ({ page }) => {
  fill([{ createdAt: Date.now() - 2 * DAY_MS }]);
  await open(page);
  await expect(grid(page).getByRole('gridcell').first()).toHaveText(/^\w{3} \d+ \w{3}, \d\d:\d\d$/);
});
