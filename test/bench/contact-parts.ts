/** The contacts screen of a large account: until it can be used, until a filter shows, and while it scrolls. */
import process from 'node:process';
import type { Page } from 'playwright';
import { readUsableMs } from './inbox-steps.ts';
import { awaitIdle } from './live-place.ts';
import { toFigure, toPercentile, toTimes, type Figure } from './measure.ts';
import { joinPage, watch, type Place } from './watching.ts';
import { World } from './world.ts';

const TARGETS = { usableMs: 1_000, filterMs: 100, stallMs: 50 } as const;

/** What is typed, letter by letter: names, digits of a number, and what finds no one. */
const TYPED = ['smith', '7700', 'okon', 'wei', 'zzzz'];
/** Pages that the table scrolls down and up again by keys. */
const PAGES = 100;

export interface ContactSizes {
  readonly chats: number;
  readonly messages: number;
  readonly contacts: number;
}

export async function measureContacts({ chats, messages, contacts }: ContactSizes): Promise<Figure[]> {
  const world = await World.create({ chats, messages, contacts });
  const end = (): void => void world.dispose().finally(() => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  try {
    await world.startApp();
    const page = await world.openWindow();
    await world.load(page);
    await readUsableMs(page);
    const client = await joinPage(page);
    await awaitIdle({ client }).finally(() => client.close());
    return await measureTable({ world, page });
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, end);
    await world.dispose();
  }
}

async function measureTable(place: Place): Promise<Figure[]> {
  const { page } = place;
  const firstMs = await press(page, 'Control+2');
  await page.keyboard.press('Control+1');
  const againMs = await press(page, 'Control+2');

  await page.keyboard.press('/');
  const times: number[] = [];
  for (const text of TYPED) {
    for (const letter of text) times.push(await press(page, letter));
    for (let left = text.length; left > 0; left -= 1) await press(page, 'Backspace');
  }
  await page.keyboard.press('ArrowDown');
  const { page: inPage, main } = await watch(place, 'scrolling the contacts', async () => {
    for (const key of ['PageDown', 'PageUp']) {
      for (let index = 0; index < PAGES; index += 1) await press(page, key);
    }
  });
  const { median, worst } = toTimes(times);
  const stalls = Object.entries({ page: inPage, main }).map(([side, { cpuMs: value, wallMs, usedMs }]) =>
    toFigure({
      name: `longest task of ${side}, scrolling the contacts`,
      ...{ unit: 'ms of CPU', value, target: TARGETS.stallMs, details: { wallMs, usedMs } },
    }),
  );
  return [
    toFigure({
      name: 'contacts screen, from its key to painted rows',
      ...{ unit: 'ms', value: firstMs, target: TARGETS.usableMs, details: { again: againMs } },
    }),
    toFigure({
      name: 'filter of contacts, from a key to painted rows, p95',
      ...{ unit: 'ms', value: toPercentile(times, 0.95), target: TARGETS.filterMs, details: { median, worst } },
    }),
    ...stalls,
  ];
}

/** Milliseconds from the key in the page until rows that answer it, or the word that there are none, are painted. */
async function press(page: Page, key: string): Promise<number> {
  // The listener is there before the key leaves: the browser hands keys on ahead of scripts.
  const timing = await page.evaluateHandle(timeKey);
  await page.keyboard.press(key);
  return await timing.evaluate((started) => started.painted);
}

function timeKey(): { readonly painted: Promise<number> } {
  const WITHIN_MS = 20_000;
  const painted = new Promise<number>((resolve, reject) => {
    // Looks when a frame was painted.
    const lookSoon = (pressedAt: number): number => requestAnimationFrame(() => setTimeout(look, 0, pressedAt));
    const look = (pressedAt: number): void => {
      const isAsked = document.querySelector('[role=search] input') !== null;
      const isBusy = document.querySelector(':is([role=grid], [role=row])[aria-busy=true]') !== null;
      const isShown = document.querySelector('[role=row][aria-selected], .empty h3') !== null;
      if (isAsked && !isBusy && isShown) {
        clearTimeout(tooLate);
        resolve(performance.now() - pressedAt);
      } else lookSoon(pressedAt);
    };
    addEventListener('keydown', ({ timeStamp }) => lookSoon(timeStamp), { capture: true, once: true });
    const tooLate = setTimeout(() => reject(new Error('The contacts never showed')), WITHIN_MS);
  });
  return { painted };
}
