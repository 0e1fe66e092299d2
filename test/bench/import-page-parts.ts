/** The page while a large file is opened, its rows are shown and scrolled: how long its longest task is. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import type { Page } from 'playwright';
import { toCsv } from './import-files.ts';
import { readUsableMs } from './inbox-steps.ts';
import { awaitIdle } from './live-place.ts';
import { toFigure, type Figure } from './measure.ts';
import { withFolder } from './store-folder.ts';
import { HANGS_AFTER_MS } from './until.ts';
import { joinPage, watch } from './watching.ts';
import { World } from './world.ts';

const STALL_MS = 50;
const COUNTS = { chats: 50, messages: 500, contacts: 1_000 };
/** Leaps of the scrolled table, each a frame apart; none sees rows of the one before. */
const LEAPS = 60;

export async function measureImportPage({ rows }: { readonly rows: number }): Promise<Figure[]> {
  return await withFolder(async (folder) => {
    // On the disk: a file that Playwright hands over is unpacked in the page, which takes it seconds.
    const file = path.join(folder, 'customers.csv');
    await writeFile(file, toCsv(rows, COUNTS.contacts));
    return await measureFile({ rows, file });
  });
}

async function measureFile({ rows, file }: { readonly rows: number; readonly file: string }): Promise<Figure[]> {
  const world = await World.create(COUNTS);
  const end = (): void => void world.dispose().finally(() => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  try {
    await world.startApp();
    const page = await world.openWindow();
    await world.load(page);
    await readUsableMs(page);
    const client = await joinPage(page);
    await awaitIdle({ client }).finally(() => client.close());
    page.setDefaultTimeout(HANGS_AFTER_MS);
    const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['opening the file', () => openFile(page, file)],
      ['showing its rows', () => showRows(page)],
      ['scrolling its rows', () => scrollRows(page)],
    ];
    const figures: Figure[] = [];
    for (const [name, work] of steps) {
      const { page: inPage } = await watch({ world, page }, name, work);
      const { cpuMs: value, wallMs, usedMs } = inPage;
      const told = { unit: 'ms of CPU', value, target: STALL_MS, details: { rows, wallMs, usedMs } };
      figures.push(toFigure({ name: `longest task of the page, ${name}`, ...told }));
    }
    return figures;
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, end);
    await world.dispose();
  }
}

async function openFile(page: Page, file: string): Promise<void> {
  await page.evaluate(() => (location.hash = '#/import'));
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: /Mobile.*: Phone/ }).waitFor();
}

async function showRows(page: Page): Promise<void> {
  await page.evaluate(() => (location.hash = '#/import/rows'));
  await page.locator('[role=grid] .file-row [role=gridcell] button').first().waitFor();
  await page.locator('[role=grid][aria-busy=false]').waitFor();
}

/** From top to end in leaps: every row that is shown is a new one. */
async function scrollRows(page: Page): Promise<void> {
  await page.locator('[role=grid]').evaluate(async (grid, leaps) => {
    for (let leap = 1; leap <= leaps; leap += 1) {
      grid.scrollTop = (grid.scrollHeight * leap) / leaps;
      for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
    }
  }, LEAPS);
}
