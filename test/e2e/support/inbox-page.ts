/** What a test does on the screen of the inbox, and what it looks for there. */
import { expect, type Locator, type Page } from '@playwright/test';

export const findRow = (page: Page, name: RegExp): Locator => page.getByRole('option', { name });
export const composer = (page: Page): Locator => page.getByRole('textbox', { name: /^Text( to|$)/ });
export const messages = (page: Page): Locator => page.getByRole('list', { name: 'Messages' });
export const findMessage = (page: Page, text: string | RegExp): Locator =>
  messages(page).getByRole('listitem').filter({ hasText: text });

export async function openChat(page: Page, name: string): Promise<void> {
  const row = findRow(page, new RegExp(`^${name}`));
  // A text that leaves meanwhile takes its chat to the top, out of what is scrolled to.
  await expect(async () => {
    await page
      .getByRole('listbox')
      .first()
      .evaluate((list) => list.scrollTo(0, 0));
    await row.click({ timeout: 5_000 });
  }).toPass();
  await expect(page.getByRole('textbox', { name: `Text to ${name}` })).toBeVisible();
}

/** Sends a text from the open chat. */
export async function write(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
  await expect(findMessage(page, text)).toBeVisible();
}

/** Waits until the thread says of a text of ours that the service has it. */
export async function expectSent(page: Page, text: string): Promise<void> {
  await expect(findMessage(page, text)).toHaveAccessibleName(/, (sent|queued|delivered)/i);
}

/** A key of the inbox, pressed where no field takes it. */
export async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press('Escape');
  await page.keyboard.press(key);
}

/** Opens a section of the settings by its link. */
export async function openSettings(page: Page, section: string): Promise<Locator> {
  await page.keyboard.press('Control+,');
  const region = page.getByRole('region', { name: section, exact: true });
  await page.getByRole('link', { name: section, exact: true }).click();
  await expect(region).toBeVisible();
  return region;
}

/** What a click saves: the name that the page gives the file, and its text. */
export async function download(page: Page, click: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([page.waitForEvent('download'), click()]);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  return { name: file.suggestedFilename(), text: Buffer.concat(chunks).toString('utf8') };
}

/** The rows of a table in CSV (RFC 4180), by the titles of its columns. */
export function parseCsv(text: string): Record<string, string>[] {
  const rows = [[]] as string[][];
  const cells = text.replace(/^\uFEFF/, '').matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g);
  for (const [, quoted, plain = '', end] of cells) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ',') rows.push([]);
  }
  const [titles = [], ...entries] = rows.slice(0, -1);
  return entries.map((entry) => Object.fromEntries(titles.map((title, index) => [title, entry[index] ?? ''])));
}
