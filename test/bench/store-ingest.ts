/** How fast decoded pages become rows: the store at its port, with all that it works out, against bare inserts. */
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { createStore } from '#main/store/store.ts';
import type { Store } from '#main/store/api.ts';
import { assert } from '#shared/lib/assert.ts';
import { NOON } from '#test/unit/store/builders.ts';
import { BareSqlite } from './bare-sqlite.ts';
import { countRows, readRows, type BareRows } from './bare-rows.ts';
import { toFigure, toTimes, type Figure } from './measure.ts';
import { withFolder } from './store-folder.ts';
import { buildChats, buildPages, PAGE, type FeedPage } from './store-pages.ts';

/** Of the rate of bare inserts. */
const LEAST_SHARE = 0.7;
const MESSAGES_PER_CHAT = 20;
/** Pages that each side takes before the next one has its turn; the first turns warm up and are not counted. */
const PAGES_PER_TURN = 20;
const WARM_UPS = 4;

const SIDES = ['ours', 'merging', 'bare'] as const;
type Side = (typeof SIDES)[number];

interface Spent {
  readonly wallMs: number;
  /** Of all threads of this process: nothing else happens in it meanwhile. */
  readonly cpuMs: number;
}
type Turn = Readonly<Record<Side, Spent>>;

/** Needs half a minute for 60,000 messages. */
export async function compareIngest(messages: number): Promise<Figure[]> {
  const pages = buildPages({ messages, chats: Math.ceil(messages / MESSAGES_PER_CHAT), seed: 1 });
  const rows = await withFolder(async (folder) => {
    const store = await openStore(folder, pages);
    await ingest(store, pages);
    await store.dispose();
    return readRows(folder, pages);
  });
  const turns = await withFolder((ours) =>
    withFolder((merging) => withFolder((bare) => takeTurns({ ours, merging, bare }, pages, rows))),
  );
  return [
    toIngestFigure('taking in messages, beside bare inserts that keep the index of texts merged as well', {
      ...{ turns, floor: 'merging', target: LEAST_SHARE },
    }),
    toIngestFigure('taking in messages, beside bare inserts that never merge it', {
      ...{ turns, floor: 'bare', target: null },
    }),
  ];
}

async function takeTurns(
  folders: Readonly<Record<Side, string>>,
  pages: readonly FeedPage[],
  rows: readonly BareRows[],
): Promise<Turn[]> {
  const store = await openStore(folders.ours, pages);
  const turns: Turn[] = [];
  try {
    using merging = new BareSqlite(folders.merging, { merges: true });
    using bare = new BareSqlite(folders.bare, { merges: false });
    for (let start = 0; start < pages.length; start += PAGES_PER_TURN) {
      const range = [start, start + PAGES_PER_TURN] as const;
      const insert = (side: BareSqlite): void => rows.slice(...range).forEach((page) => side.insert(page));
      const takers: Readonly<Record<Side, () => unknown>> = {
        ours: () => ingest(store, pages.slice(...range)),
        merging: () => insert(merging),
        bare: () => insert(bare),
      };
      turns.push(await takeTurn(takers, turns.length));
    }
  } finally {
    await store.dispose();
  }
  const [ours, ...floors] = SIDES.map((side) => countRows(folders[side]).join());
  assert(
    floors.every((floor) => floor === ours),
    `The sides hold different rows: ${ours}; ${floors.join('; ')}`,
  );
  return turns.slice(WARM_UPS);
}

/** Whoever began in one turn is the last in the next. */
async function takeTurn(takers: Readonly<Record<Side, () => unknown>>, index: number): Promise<Turn> {
  const first = index % SIDES.length;
  const spent: Partial<Record<Side, Spent>> = {};
  for (const side of [...SIDES.slice(first), ...SIDES.slice(0, first)]) {
    const [startedAt, before] = [performance.now(), process.cpuUsage()];
    await takers[side]();
    const { user, system } = process.cpuUsage(before);
    spent[side] = { wallMs: performance.now() - startedAt, cpuMs: (user + system) / 1_000 };
  }
  return spent as Turn;
}

async function openStore(folder: string, pages: readonly FeedPage[]): Promise<Store> {
  const store = await createStore({ folder, now: () => NOON });
  await store.commitChats({ chats: buildChats(pages) });
  return store;
}

/** Both feeds at once, each one page after the other, with cursors and what each page covers: as sync does. */
async function ingest(store: Store, pages: readonly FeedPage[]): Promise<void> {
  const feeds = Map.groupBy(pages, ({ feed }) => feed.name);
  await Promise.all(
    [...feeds.values()].map(async (feed) => {
      for (const page of feed) await store.commitMessages({ ...page, source: 'page' });
    }),
  );
}

interface Measured {
  readonly turns: readonly Turn[];
  readonly floor: Side;
  readonly target: number | null;
}

function toIngestFigure(name: string, { turns, floor, target }: Measured): Figure {
  const toShare = (kind: keyof Spent): number =>
    toTimes(turns.map((turn) => turn[floor][kind] / turn.ours[kind])).median;
  const toPerSecond = (side: Side): number =>
    (1_000 * PAGES_PER_TURN * PAGE) / toTimes(turns.map((turn) => turn[side].wallMs)).median;
  return toFigure({
    ...{ name, unit: 'of the bare rate', bound: 'at least', target },
    value: toShare('wallMs'),
    details: {
      shareByCpu: toShare('cpuMs'),
      messagesPerSecond: toPerSecond('ours'),
      barePerSecond: toPerSecond(floor),
    },
  });
}
