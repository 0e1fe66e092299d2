import { expect, type Locator, type Page } from '@playwright/test';
import type { ScheduleView } from '#shared/contract/index.ts';
import { toWall } from '#shared/domain/scheduling/zoned-time.ts';
import { buildSchedule } from '#test/support/fake-schedules.ts';
import { fillSmall } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** Page and test are on the same clocks. */
export const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Ten in the morning, so many days from today. */
export function tenOn(days: number): number {
  const date = new Date();
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days, 10).getTime();
}
export function build(key: string, at: number, changes: Parameters<typeof buildSchedule>[0] = {}): ScheduleView {
  const time = { wall: toWall(at, ZONE), timeZone: ZONE, rule: null, overlap: 'first' } as const;
  return buildSchedule({ key, time, nextAt: at, ...changes });
}
const someone = (name: string): { name: string; phone: string } => ({ name, phone: '447700900319' });

/** One of each kind. */
export function fill(main: LoopbackMain): LoopbackMain {
  fillSmall(main);
  const club = { phone: null, name: '', chatId: null, listNames: ['Puppy club'], count: 147 };
  main.inbox.schedules.items = [
    build('own:a', tenOn(-1), {
      ...{ keeper: 'computer', state: 'asking', question: 'missed', missedAt: tenOn(-1), nextAt: null },
      recipients: someone('Tom Abara'),
    }),
    build('service:1', tenOn(1), { text: 'Biscuit fasts from ten.' }),
    build('service:2', tenOn(2), { recipients: someone('مريم الخطيب'), text: 'تذكير: موعد لولو غداً' }),
    build('service:3', tenOn(3), {
      ...{ recipients: club, text: 'Bring a blanket.' },
      time: { wall: toWall(tenOn(3), ZONE), timeZone: ZONE, rule: 'FREQ=DAILY', overlap: 'first' },
    }),
    build('own:b', tenOn(4), { keeper: 'computer', endsOnReply: true, recipients: someone('Priya Raghunathan') }),
    build('own:c', tenOn(5), {
      state: 'refused',
      problem: { code: 'validation', detail: 'Insufficient funds', fields: {}, at: Date.now() },
      recipients: someone('Marigold Featherstonehaugh-Cholmondeley of the northern branch'),
    }),
    build('service:4', tenOn(-9), { state: 'done', nextAt: null, lastAt: tenOn(-9) }),
  ];
  return main;
}

export const grid = (page: Page): Locator => page.getByRole('grid', { name: /by day$/ });
export const row = (page: Page, name: string | RegExp): Locator =>
  grid(page).getByRole('row').filter({ hasText: name });
export const pane = (page: Page): Locator => page.getByLabel('Scheduled text', { exact: true });
export const place = (page: Page, name: RegExp): Locator =>
  page.getByRole('navigation', { name: 'Scheduled texts' }).getByRole('link', { name });
export const board = (page: Page): Locator => page.getByRole('grid', { name: /^Scheduled texts (in|from)/ });
export const dayCell = (page: Page, at: number): Locator =>
  board(page).locator(`[data-day="${toWall(at, ZONE).slice(0, 10)}"]`);

export async function open(page: Page, main: LoopbackMain, path = ''): Promise<void> {
  await page.goto(`${main.origin}/#/scheduled${path}`);
  await expect(page.getByRole('button', { name: 'Schedule', exact: true })).toBeVisible();
}
