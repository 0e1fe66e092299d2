/** The app at the size of a busy account, against the times that a person would notice. */
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';
import { openChat, readUsableMs, scrollThrough, type Passage } from './inbox-steps.ts';
import { MainLine } from './main-line.ts';
import { toWorst, watchTurns, type Stretch } from './main-turns.ts';
import { toFigure, toTimes, type Figure } from './measure.ts';
import { watchTasks } from './page-tasks.ts';
import { World, type Counts } from './world.ts';

const TARGETS = { usableMs: 1_500, openMs: 100, searchMs: 50, stallMs: 50, listNodes: 1_500 } as const;

const STARTS = 5;
const OPENINGS = 24;
const ROWS_ON_SCREEN = 8;
const REST_MS = 4_000;
const SYNC_WITHIN_MS = 240_000;
/** Frames of a way through the list and back: while syncing in leaps, afterwards with every row on screen once. */
const LEAPS = 400;
const STEPS = 4_000;

/** Words, pieces of words, digits, other scripts, accents left out, and what nobody wrote. */
const QUERIES = 'appointment|vacc|biscuit|thanks|ok|77009|4477|resume|عيادة|预约|zzzqqq|please call'.split('|');
const RUNS_OF_QUERY = 5;

interface Watched {
  readonly activity: string;
  readonly page: Stretch;
  readonly main: Stretch;
}

/** Measures everything; a few minutes at full size, most of them for the first sync at 50 requests per second. */
export async function measureApp(counts: Counts): Promise<Figure[]> {
  const world = await World.create(counts);
  try {
    await world.startApp();
    const page = await world.openWindow();
    await world.load(page);
    await readUsableMs(page);
    say('The first sync runs');
    const syncing = await watchFirstSync(world, page);
    say('Everything is here: threads, search, the whole list');
    const calm = [
      ...(await measureThreads(world, page)),
      ...(await measureSearch(page)),
      ...(await measureList(world, page)),
    ];
    say('Starting anew');
    const starts = await measureStarts(world);
    return [starts, ...calm, ...toStalls('during the first sync', syncing)];
  } finally {
    await world.dispose();
  }
}

async function watchFirstSync(world: World, page: Page): Promise<Watched[]> {
  using line = await MainLine.open(page);
  const activities: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['nobody touches it', () => wait(REST_MS)],
    ['scrolling', () => scrollThrough(page, LEAPS)],
    ['opening chats', () => openChats(page, ROWS_ON_SCREEN)],
  ];
  const endsAt = performance.now() + SYNC_WITHIN_MS;
  const watched: Watched[] = [];
  while (performance.now() < endsAt) {
    for (const [activity, work] of activities) watched.push(await watch({ world, page, activity }, work));
    const status = await line.ask('sync.getStatus', {});
    if (status?.phase === 'idle') return watched;
    say(`  ${status?.phase ?? '?'}: ${status?.done ?? 0} of ${status?.total ?? '?'}`);
  }
  throw new Error('The first sync does not end');
}

async function watch(
  { world, page, activity }: { readonly world: World; readonly page: Page; readonly activity: string },
  work: () => Promise<unknown>,
): Promise<Watched> {
  const stretches = { page: toWorst([]), main: toWorst([]) };
  stretches.main = await watchTurns(world.probeFile, async () => {
    stretches.page = await watchTasks(page, work);
  });
  return { activity, ...stretches };
}

async function openChats(page: Page, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) times.push(await openChat(page, index % ROWS_ON_SCREEN));
  return times;
}

async function measureThreads(world: World, page: Page): Promise<Figure[]> {
  let times: number[] = [];
  const watched = await watch({ world, page, activity: 'opening chats' }, async () => {
    times = await openChats(page, OPENINGS);
  });
  const { median, worst } = toTimes(times);
  const details = { worst, cpuMsOfPage: watched.page.usedMs / OPENINGS, cpuMsOfMain: watched.main.usedMs / OPENINGS };
  const name = 'opening a thread: click to painted, median';
  return [
    toFigure({ name, unit: 'ms', value: median, target: TARGETS.openMs, details }),
    ...toStalls('afterwards', [watched]),
  ];
}

async function measureList(world: World, page: Page): Promise<Figure[]> {
  let passage: Passage = { mostNodes: 0, rows: 0, frames: 0 };
  const watched = await watch({ world, page, activity: 'scrolling the whole list' }, async () => {
    passage = await scrollThrough(page, STEPS);
  });
  const { mostNodes, ...details } = passage;
  const name = 'the list pane at its fullest';
  return [
    toFigure({ name, unit: 'DOM nodes', value: mostNodes, target: TARGETS.listNodes, details }),
    ...toStalls('afterwards', [watched]),
  ];
}

/** Nothing where main does not know the request. */
async function measureSearch(page: Page): Promise<Figure[]> {
  using line = await MainLine.open(page);
  const times: number[] = [];
  for (const query of QUERIES.flatMap((words) => Array.from({ length: RUNS_OF_QUERY }, () => words))) {
    const startedAt = performance.now();
    const found = await line.ask('search.find', { query, scope: 'all', chatId: null, limit: 20 });
    if (found === null) return [];
    times.push(performance.now() - startedAt);
  }
  const { median, worst } = toTimes(times);
  const name = 'search, asked through the contract, median';
  return [toFigure({ name, unit: 'ms', value: median, target: TARGETS.searchMs, details: { worst } })];
}

/** The app is started again, its page opened in a window that knows nothing. */
async function measureStarts(world: World): Promise<Figure> {
  const times: number[] = [];
  const loads: Stretch[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    await world.startApp();
    const page = await world.openWindow();
    const load = await watchTasks(page, async () => {
      await world.load(page);
      times.push(await readUsableMs(page));
    });
    loads.push(load);
    await page.context().close();
  }
  const { median, worst } = toTimes(times);
  const details = { worst, cpuMsOfPage: toTimes(loads.map(({ usedMs }) => usedMs)).median };
  const name = 'page load to a usable chat list, median';
  return toFigure({ name, unit: 'ms', value: median, target: TARGETS.usableMs, details });
}

function toStalls(when: string, watched: readonly Watched[]): Figure[] {
  return [...Map.groupBy(watched, ({ activity }) => activity)].flatMap(([activity, all]) =>
    (['page', 'main'] as const).map((where) => {
      const { cpuMs, wallMs, usedMs } = toWorst(all.map((one) => one[where]));
      const name = `longest task of ${where} ${when}, ${activity}`;
      return toFigure({ name, unit: 'ms of CPU', value: cpuMs, target: TARGETS.stallMs, details: { wallMs, usedMs } });
    }),
  );
}

function say(what: string): void {
  process.stderr.write(`${what}\n`);
}
