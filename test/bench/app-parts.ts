/** The app at the size of a busy account, against the times that a person would notice. */
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { readUsableMs, scrollThrough, typeSearch, type Passage } from './inbox-steps.ts';
import { toWorst, type Stretch } from './main-turns.ts';
import { toFigure, toTimes, type Figure } from './measure.ts';
import { watchTasks } from './page-tasks.ts';
import { joinPage, openChats, watch, watchFirstSync, type Place, type Watched } from './watching.ts';
import { World, type Counts } from './world.ts';

const TARGETS = { usableMs: 1_500, openMs: 100, searchMs: 50, stallMs: 50, listNodes: 1_500 } as const;

const STARTS = 5;
const OPENINGS = 24;
/** Frames of a way through the whole list and back, with every row on screen once. */
const STEPS = 4_000;

/** Words, pieces of words, digits, other scripts, accents left out, and what nobody wrote. */
const QUERIES = 'a|ok|vacc|appointment|please call|liesel|moller|zzzqqq|77009|4477|عيادة|预约|约'.split('|');
const RUNS_OF_QUERY = 5;
const TYPED_WORDS = ['appointment', 'biscuit', '07700'];

/** Measures everything; a few minutes at full size, most of them for the first sync at 50 requests per second. */
export async function measureApp(counts: Counts): Promise<Figure[]> {
  const world = await World.create(counts);
  const end = (): void => void world.dispose().finally(() => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  try {
    await world.startApp();
    const page = await world.openWindow();
    await world.load(page);
    await readUsableMs(page);
    const place = { world, page };
    say('The first sync runs');
    const syncing = await watchFirstSync(place);
    say('Everything is here: threads, search, the whole list');
    const calm = [...(await measureThreads(place)), ...(await measureSearch(place)), ...(await measureList(place))];
    say('Starting anew');
    const starts = await measureStarts(world);
    return [starts, ...calm, ...toStalls('during the first sync', syncing)];
  } finally {
    await world.dispose();
  }
}

async function measureThreads(place: Place): Promise<Figure[]> {
  let times: number[] = [];
  const watched = await watch(place, 'opening chats', async () => {
    times = await openChats(place.page, OPENINGS);
  });
  const { median, worst } = toTimes(times);
  const details = { worst, cpuMsOfPage: watched.page.usedMs / OPENINGS, cpuMsOfMain: watched.main.usedMs / OPENINGS };
  const name = 'opening a thread: click to painted, median';
  return [
    toFigure({ name, unit: 'ms', value: median, target: TARGETS.openMs, details }),
    ...toStalls('afterwards', [watched]),
  ];
}

async function measureList(place: Place): Promise<Figure[]> {
  let passage: Passage = { mostNodes: Number.NaN, rows: 0, frames: 0 };
  const watched = await watch(place, 'scrolling the whole list', async () => {
    passage = await scrollThrough(place.page, STEPS);
  });
  const { mostNodes: value, ...details } = passage;
  const name = 'the list pane at its fullest, texts and comments too';
  return [
    toFigure({ name, unit: 'DOM nodes', value, target: TARGETS.listNodes, details }),
    ...toStalls('afterwards', [watched]),
  ];
}

async function measureSearch(place: Place): Promise<Figure[]> {
  const beside = await joinPage(place.page);
  const asked: number[][] = [];
  let typed: number[] = [];
  const watched = await watch(place, 'searching', async () => {
    for (const query of QUERIES) {
      const times: number[] = [];
      for (let run = 0; run < RUNS_OF_QUERY; run += 1) {
        const startedAt = performance.now();
        await beside.get('search.find', { query, scope: 'all', chatId: null, limit: 20 });
        times.push(performance.now() - startedAt);
      }
      asked.push(times);
    }
    typed = await typeSearch(place.page, TYPED_WORDS);
  });
  beside.close();
  const toSearch = (name: string, times: readonly number[], details: Figure['details']): Figure =>
    toFigure({ name, unit: 'ms', value: toTimes(times).median, target: TARGETS.searchMs, details });
  const [slowest = []] = asked.toSorted((a, b) => toTimes(b).median - toTimes(a).median);
  const all = asked.flat();
  return [
    toSearch('a search of any words through the contract, median', all, { worst: toTimes(all).worst }),
    toSearch('the slowest of those searches, median', slowest, { worst: toTimes(slowest).worst }),
    toSearch('a search as it is typed, letter to painted, median', typed, { worst: toTimes(typed).worst }),
    ...toStalls('afterwards', [watched]),
  ];
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
