/** What a test does with scheduled texts on the page, and what the service itself has of them. */
import { expect, type Locator, type Page } from '@playwright/test';
import { DateTime } from 'luxon';
import { composer } from './inbox-page.ts';
import { steerService, type ServiceAccount } from './programs.ts';
import { askService } from './service-state.ts';

/** The clocks of the people of the demo, and of its account. */
const LONDON = 'Europe/London';

/** The choice of a time above a composer. */
export const picker = (page: Page): Locator => page.getByRole('dialog', { name: 'Schedule this text' });
/** The choice in words, wherever it is. */
export const phraseField = (within: Page | Locator): Locator => within.getByRole('textbox', { name: 'Type a time' });
export const bubbles = (page: Page): Locator => page.getByRole('list', { name: 'Scheduled texts to this person' });
export const agenda = (page: Page): Locator => page.getByRole('grid', { name: /, by day$/ });
export const scheduledRow = (page: Page, text: string): Locator =>
  agenda(page).getByRole('row').filter({ hasText: text });

/** Opens the choice of a time for a text in the composer on screen, by keys. */
export async function openPicker(page: Page, text: string): Promise<Locator> {
  await composer(page).fill(text);
  await composer(page).press('Control+Shift+Enter');
  await expect(phraseField(picker(page))).toBeFocused();
  return picker(page);
}

/** Schedules a text from the composer on screen, at a time in plain words. `choose`: what else is chosen before. */
export async function schedule(
  page: Page,
  { text, when, choose }: { text: string; when: string; choose?: (choice: Locator) => Promise<void> },
): Promise<void> {
  const choice = await openPicker(page, text);
  await page.keyboard.type(when);
  await choose?.(choice);
  await phraseField(choice).press('Enter');
  await expect(choice).toBeHidden();
  await expect(composer(page)).toHaveValue('');
  await expect(composer(page)).toBeFocused();
}

/** Leads to the scheduled texts, in whatever scope, by its key. */
export async function openScheduled(page: Page, scope: 'Upcoming' | 'Done' = 'Upcoming'): Promise<void> {
  await page.keyboard.press('Control+3');
  await expect(page.getByRole('heading', { name: 'Upcoming', level: 2 })).toBeVisible();
  if (scope === 'Upcoming') return;
  await page.getByRole('navigation', { name: 'Scheduled texts' }).getByRole('link', { name: scope }).click();
  await expect(page.getByRole('heading', { name: scope, level: 2 })).toBeVisible();
}

/** Changes the text in the agenda that is under the keys, by keys alone. */
export async function changeRow(
  page: Page,
  from: string,
  { text, when }: { readonly text: string; readonly when?: string },
): Promise<void> {
  await scheduledRow(page, from).click();
  await page.keyboard.press('F2');
  const dialog = page.getByRole('dialog', { name: /^Change scheduled text for/ });
  await expect(dialog.getByRole('textbox', { name: 'Text', exact: true })).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
  await phraseField(dialog).focus();
  if (when !== undefined) await page.keyboard.type(when);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
}

/** Cancels the text of a row by keys; it goes at once, or once the service has deleted it. */
export async function cancelRow(page: Page, text: string): Promise<void> {
  const row = scheduledRow(page, text);
  const isCancelled = async (): Promise<boolean> => {
    const [shown] = await row.allTextContents();
    return shown === undefined || shown.includes('Cancelling');
  };
  await row.click();
  // While the row is still shown as being cancelled and taken back, the key does nothing; afterwards it is for the next row.
  await expect(async () => {
    if (await isCancelled()) return;
    await page.keyboard.press('Delete');
    // One that repeats is asked about.
    const agree = page.getByRole('alertdialog').getByRole('button', { name: 'Cancel all future texts' });
    const agreeOrLook = async (): Promise<boolean> => {
      if (await agree.isVisible()) await agree.click();
      return isCancelled();
    };
    await expect.poll(agreeOrLook, { timeout: 10_000 }).toBe(true);
  }).toPass();
}

export interface ServiceSchedule {
  readonly id: number;
  readonly text: string;
  /** Its first time of all. */
  readonly firstAt: number;
  readonly rule: string | null;
  readonly timeZone: string;
  readonly phones: readonly string[];
}

interface WireSchedule {
  readonly id: number;
  readonly rrule: string | null;
  readonly firstOccurrence: string;
  readonly timezone: string;
  readonly parameters: { readonly text: string; readonly recipients: { readonly numbers: readonly string[] } };
}

/** Those to come that the service has, in the order in which they were made. */
export async function listSchedules(account: ServiceAccount): Promise<ServiceSchedule[]> {
  const answer = await askService(account, 'schedules?status=a&orderBy=id&direction=asc&limit=100');
  const { resources } = (await answer.json()) as { readonly resources: readonly WireSchedule[] };
  return resources.map(({ id, rrule, firstOccurrence, timezone, parameters }) => ({
    ...{ id, text: parameters.text, rule: rrule, timeZone: timezone, phones: parameters.recipients.numbers },
    firstAt: Date.parse(firstOccurrence),
  }));
}

/** Their texts alone. */
export async function listScheduledTexts(account: ServiceAccount): Promise<string[]> {
  return (await listSchedules(account)).map(({ text }) => text);
}

/** What the app had the service make and delete, in the order in which it asked. */
export async function listScheduleRequests(account: ServiceAccount): Promise<string[]> {
  const { requests } = (await steerService(account, 'GET requests')) as {
    requests: readonly { readonly method: string; readonly path: string; readonly status: number }[];
  };
  return requests
    .filter(({ method, path }) => method !== 'GET' && /\/(schedules|messages)\b/.test(path))
    .map(
      ({ method, path, status }) => `${method} ${path.replace(/^.*\/(?=schedules|messages)/, '')} ${String(status)}`,
    );
}

/** Tomorrow at that hour for the people of the demo; what it is compared with is read right after it was chosen. */
export function toTomorrow(hour: number): DateTime {
  return DateTime.now().setZone(LONDON).plus({ days: 1 }).set({ hour, minute: 0, second: 0, millisecond: 0 });
}

/** The next times on a day of the month at that hour; the months that have no such day are counted too. */
export function listMonthly(
  day: number,
  { hour, count }: { readonly hour: number; readonly count: number },
): { readonly times: readonly DateTime[]; readonly skipped: number } {
  const now = DateTime.now().setZone(LONDON);
  const times: DateTime[] = [];
  let skipped = 0;
  for (let month = now.startOf('month'); times.length < count; month = month.plus({ months: 1 })) {
    if (day > (month.daysInMonth ?? 0)) skipped += times.length > 0 ? 1 : 0;
    else if (month.set({ day, hour }) > now) times.push(month.set({ day, hour }));
  }
  return { times, skipped };
}
