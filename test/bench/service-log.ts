/** What the service noted of our requests: the other end's word on how many came, when, and for what. */
import * as v from 'valibot';
import { steerService, type ServiceAccount } from '#test/e2e/support/programs.ts';

export interface SeenRequest {
  /** Clock of the service, which is this computer's. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

const seenSchema = v.object({
  requests: v.array(v.object({ at: v.number(), method: v.string(), path: v.string(), status: v.number() })),
});

/** A request is noted when it is answered: what came shortly before a reading is left to the next one. */
const UNDER_WAY_MS = 500;

/** The service remembers the last 5,000: to be read at least every minute. */
export class ServiceLog {
  readonly #account: ServiceAccount;
  readonly #seen: SeenRequest[] = [];
  #readUntil: number;

  /** Whatever came before `fromAt` is left out. */
  constructor(account: ServiceAccount, fromAt = Date.now()) {
    this.#account = account;
    this.#readUntil = fromAt;
  }

  /** All of them so far that were read, by time. */
  get seen(): readonly SeenRequest[] {
    return this.#seen;
  }

  /** What came within that time, by the clock of this computer. */
  list(fromAt: number, toAt: number): readonly SeenRequest[] {
    return this.#seen.filter(({ at }) => at >= fromAt && at < toAt);
  }

  async read(): Promise<void> {
    const until = Date.now() - UNDER_WAY_MS;
    const { requests } = v.parse(seenSchema, await steerService(this.#account, 'GET requests'));
    const news = requests.filter(({ at }) => at > this.#readUntil && at <= until);
    this.#seen.push(...news.toSorted((a, b) => a.at - b.at));
    this.#readUntil = Math.max(this.#readUntil, until);
  }
}

/** What a request is about, as far as an app at rest is concerned. */
export type RequestPurpose = 'heads' | 'chats' | 'notes' | 'account' | 'callbacks' | 'other';

const HEADS = ['/messages', '/replies'];
const NOTES = /^\/contacts\/\d+\/notes$/;

/** The heads of the two feeds are what live updates promise to ask for once a minute; all else is counted apart. */
export function toPurpose(path: string): RequestPurpose {
  const row = path.replace(/^\/api\/v2/, '');
  if (HEADS.includes(row)) return 'heads';
  if (NOTES.test(row)) return 'notes';
  if (row === '/chats') return 'chats';
  if (row === '/callback/settings') return 'callbacks';
  return row === '/user' || row === '/ping' ? 'account' : 'other';
}

export function countPurposes(seen: readonly SeenRequest[]): Record<RequestPurpose, number> {
  const counts: Record<RequestPurpose, number> = { heads: 0, chats: 0, notes: 0, account: 0, callbacks: 0, other: 0 };
  for (const { path } of seen) counts[toPurpose(path)] += 1;
  return counts;
}

export interface Rates {
  /** Requests per second from the first to the last moment. */
  readonly mean: number;
  /** Within a second, over all seconds that begin every tenth of one. */
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

const WINDOW_MS = 1_000;
const STEP_MS = 100;

/** Of instants in rising order. */
export function toRates(times: readonly number[], fromAt: number, toAt: number): Rates {
  const counts: number[] = [];
  let [first, end] = [0, 0];
  for (let at = fromAt; at + WINDOW_MS <= toAt; at += STEP_MS) {
    while ((times[first] ?? Infinity) < at) first += 1;
    while ((times[end] ?? Infinity) < at + WINDOW_MS) end += 1;
    counts.push(end - first);
  }
  const sorted = counts.toSorted((a, b) => a - b);
  const inside = times.filter((at) => at >= fromAt && at < toAt).length;
  return {
    mean: (inside * 1_000) / (toAt - fromAt),
    median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    least: sorted[0] ?? Number.NaN,
    most: sorted.at(-1) ?? Number.NaN,
  };
}
