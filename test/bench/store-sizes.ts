/** What the same costs in an account with few messages and in one with very many. */
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { createStore } from '#main/store/store.ts';
import { NOON } from '#test/unit/store/builders.ts';
import { toFigure, toPercentile, toTimes, type Figure } from './measure.ts';
import { fillAccount, type StoreAccount } from './store-account.ts';
import { withFolder } from './store-folder.ts';
import { CHANGES, READS, WALKS, type Work } from './store-works.ts';

/** In either size. */
const MESSAGES_PER_CHAT = 50;
const MOST_TIMES = 1.5;
/** Of one walk through all chats. */
const MOST_WALK_MS = 10;
const MOST_TIMES_TO_OPEN = 1.3;
const TURNS = 7;
const TURN_MS = 120;
const OPENINGS = 9;
const LOOK_MS = 500;
const QUIET_LOOKS = 4;
const MOST_LOOKS = 240;
/** The first turn of each work is not counted. */
const WARM_UPS = 1;

export interface Sizes {
  /** Messages of either account. */
  readonly small: number;
  readonly large: number;
}

/** Needs two minutes for a million messages. */
export function compareSizes({ small, large }: Sizes): Promise<Figure[]> {
  return withFolder((few) =>
    withFolder(async (many) => {
      const sides = [await fill(few, small), await fill(many, large)] as const;
      await waitUntilQuiet();
      const figures = await compareWorks(...sides);
      figures.push(await withFolder((empty) => compareOpenings(empty, many)));
      return figures;
    }),
  );
}

function fill(folder: string, messages: number): Promise<StoreAccount> {
  process.stderr.write(`Filling an account with ${String(messages)} messages\n`);
  return fillAccount(folder, { messages, chats: Math.ceil(messages / MESSAGES_PER_CHAT), seed: 1 });
}

/** The store puts its index in order once nobody wants anything: measured is what is there from then on. */
async function waitUntilQuiet(): Promise<void> {
  let quiet = 0;
  for (let look = 0; look < MOST_LOOKS && quiet < QUIET_LOOKS; look += 1) {
    const before = process.cpuUsage();
    await wait(LOOK_MS);
    const { user, system } = process.cpuUsage(before);
    quiet = (user + system) / 1_000 < LOOK_MS / 50 ? quiet + 1 : 0;
  }
}

async function compareWorks(few: StoreAccount, many: StoreAccount): Promise<Figure[]> {
  const figures: Figure[] = [];
  try {
    for (const [name, work] of Object.entries({ ...READS, ...CHANGES })) {
      figures.push(toSizeFigure(name, await takeTurns(few, many, work)));
    }
    for (const [name, work] of Object.entries(WALKS)) {
      figures.push(toWalkFigure(name, await takeTurns(few, many, work)));
    }
  } finally {
    await few.store.dispose();
    await many.store.dispose();
  }
  return figures;
}

interface Sides {
  readonly few: Spent;
  readonly many: Spent;
}

async function takeTurns(few: StoreAccount, many: StoreAccount, work: Work): Promise<Sides> {
  const sides = { few: new Spent(few, work), many: new Spent(many, work) };
  for (let turn = 0; turn < TURNS + WARM_UPS; turn += 1) {
    await sides.few.takeTurn();
    await sides.many.takeTurn();
  }
  return sides;
}

/** One work in one account, in turns of so many runs that the coarse clock of CPU time can tell them. */
class Spent {
  readonly #account: StoreAccount;
  readonly #work: Work;
  readonly #turns: { readonly cpuMs: number; readonly walls: readonly number[] }[] = [];
  #runs = 0;

  constructor(account: StoreAccount, work: Work) {
    this.#account = account;
    this.#work = work;
  }

  /** CPU time is that of all threads of this process: nothing else happens in it meanwhile. */
  async takeTurn(): Promise<void> {
    const before = process.cpuUsage();
    const endsAt = performance.now() + TURN_MS;
    const walls: number[] = [];
    while (performance.now() < endsAt) {
      const startedAt = performance.now();
      await this.#work(this.#account, this.#runs);
      walls.push(performance.now() - startedAt);
      this.#runs += 1;
    }
    const { user, system } = process.cpuUsage(before);
    this.#turns.push({ cpuMs: (user + system) / 1_000 / walls.length, walls });
  }

  /** Of one run: the middle one of the turns' means. */
  get cpuMs(): number {
    return toTimes(this.#counted.map(({ cpuMs }) => cpuMs)).median;
  }

  get wallMs(): number {
    return toTimes(this.#walls).median;
  }

  get p99Ms(): number {
    return toPercentile(this.#walls, 0.99);
  }

  get #counted() {
    return this.#turns.slice(WARM_UPS);
  }

  get #walls(): number[] {
    return this.#counted.flatMap(({ walls }) => walls);
  }
}

function toSizeFigure(name: string, { few, many }: Sides): Figure {
  const { cpuMs, wallMs, p99Ms } = many;
  return toFigure({
    name: `${name}, with very many messages`,
    unit: 'times the CPU time',
    value: cpuMs / few.cpuMs,
    target: MOST_TIMES,
    details: { cpuMs, wallMs, p99Ms, cpuMsOfFew: few.cpuMs, wallMsOfFew: few.wallMs, p99MsOfFew: few.p99Ms },
  });
}

function toWalkFigure(name: string, { few, many }: Sides): Figure {
  const { cpuMs, wallMs, p99Ms } = many;
  return toFigure({
    name: `${name}, with very many messages`,
    unit: 'ms of CPU time',
    value: cpuMs,
    target: MOST_WALK_MS,
    details: { wallMs, p99Ms, cpuMsOfFew: few.cpuMs },
  });
}

/** Threads and files of the store, ready to be asked. */
async function compareOpenings(empty: string, many: string): Promise<Figure> {
  const times = { empty: [] as number[], many: [] as number[] };
  for (let run = 0; run < OPENINGS + 1; run += 1) {
    for (const [side, folder] of [
      ['empty', empty],
      ['many', many],
    ] as const) {
      const startedAt = performance.now();
      const store = await createStore({ folder, now: () => NOON });
      await store.getAccount({});
      if (run > 0) times[side].push(performance.now() - startedAt);
      await store.dispose();
    }
  }
  const [wallMs, wallMsOfEmpty] = [toTimes(times.many).median, toTimes(times.empty).median];
  return toFigure({
    name: 'opening the store, with very many messages beside none',
    unit: 'times the time',
    value: wallMs / wallMsOfEmpty,
    target: MOST_TIMES_TO_OPEN,
    details: { wallMs, wallMsOfEmpty },
  });
}
