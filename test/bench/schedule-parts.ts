/** The screen of scheduled texts with very many of them: as a list, as weeks and as months, looked through by keys and clicks. */
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { askService } from '#test/e2e/support/service-state.ts';
import { readUsableMs } from './inbox-steps.ts';
import { awaitIdle } from './live-place.ts';
import { toFigure, type Figure } from './measure.ts';
import { HANGS_AFTER_MS } from './until.ts';
import { joinPage, watch, type Place } from './watching.ts';
import { World } from './world.ts';

const STALL_MS = 50;
const COUNTS = { chats: 200, messages: 2_000, contacts: 1_000 };
const DAY_SECONDS = 86_400;
/** Requests that are under way at a time while schedules are made. */
const AT_A_TIME = 8;
/** The service takes so many a second and no more. */
const PAUSE_MS = 200;
const MOST_TRIES = 50;
const PAGES = 60;
const TURNS = 12;

export async function measureSchedules({ isQuick }: { readonly isQuick: boolean }): Promise<Figure[]> {
  const count = isQuick ? 40 : 2_000;
  const world = await World.create(COUNTS);
  const end = (): void => void world.dispose().finally(() => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  try {
    await fillSchedules(world, count);
    await world.startApp();
    const page = await world.openWindow();
    await world.load(page);
    await readUsableMs(page);
    const client = await joinPage(page);
    await awaitIdle({ client }).finally(() => client.close());
    page.setDefaultTimeout(HANGS_AFTER_MS);
    return await measureScreen({ world, page }, count);
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, end);
    await world.dispose();
  }
}

/** Half of them once, within eight weeks; the others weekly or monthly. */
async function fillSchedules({ account }: World, count: number): Promise<void> {
  const startsAt = Math.floor(Date.now() / 1_000) + DAY_SECONDS;
  const make = async (index: number): Promise<void> => {
    const sendingTime = startsAt + ((index * 2_417) % (55 * DAY_SECONDS));
    const rule = index % 4 === 0 ? 'FREQ=WEEKLY' : index % 4 === 1 ? 'FREQ=MONTHLY;COUNT=10' : undefined;
    const phones = `4477009${String(index % 500).padStart(5, '0')}`;
    const text = `Number ${index}: the check-up that we talked about is due. Reply BOOK for a time.`;
    const body = JSON.stringify({ text, phones, sendingTime: String(sendingTime), rrule: rule });
    let answer = await askService(account, 'messages', { method: 'POST', body });
    for (let tries = 0; answer.status === 429 && tries < MOST_TRIES; tries += 1) {
      await wait(PAUSE_MS);
      answer = await askService(account, 'messages', { method: 'POST', body });
    }
    if (!answer.ok) throw new Error(`A schedule was refused: ${answer.status} ${await answer.text()}`);
  };
  for (let first = 0; first < count; first += AT_A_TIME) {
    const last = Math.min(count, first + AT_A_TIME);
    await Promise.all(Array.from({ length: last - first }, (_, place) => make(first + place)));
  }
}

async function measureScreen(place: Place, count: number): Promise<Figure[]> {
  const { page } = place;
  // Rows that can be chosen; titles of days cannot.
  const rows = page.getByRole('main').locator('[role=grid] [role=row][aria-selected]');
  const layout = (name: string) => page.getByRole('radio', { name, exact: true });
  const turn = async (name: 'Week' | 'Month'): Promise<void> => {
    await layout(name).click();
    for (let index = 0; index < TURNS; index += 1) {
      await page
        .getByRole('main')
        .getByRole('button', { name: new RegExp(`^Next ${name.toLowerCase()}`, 'i') })
        .click();
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
  };
  const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
    [
      'opening the screen of scheduled texts',
      () => page.keyboard.press('Control+3').then(() => rows.first().waitFor()),
    ],
    [
      'scrolling scheduled texts',
      async () => {
        await rows.first().click();
        for (const key of ['PageDown', 'PageUp']) {
          for (let index = 0; index < PAGES; index += 1) await page.keyboard.press(key);
        }
        await page.keyboard.press('Escape');
      },
    ],
    ['turning weeks of scheduled texts', () => turn('Week')],
    ['turning months of scheduled texts', () => turn('Month')],
  ];
  const figures: Figure[] = [];
  for (const [name, work] of steps) {
    const watched = await watch(place, name, work);
    for (const side of ['page', 'main'] as const) {
      const { cpuMs: value, wallMs, usedMs } = watched[side];
      const told = { unit: 'ms of CPU', value, target: STALL_MS, details: { count, wallMs, usedMs } };
      figures.push(toFigure({ name: `longest task of ${side}, ${name}`, ...told }));
    }
  }
  return figures;
}
