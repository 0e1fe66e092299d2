/** What a person asks for who goes through chats and searches, through the contract and at a hurried person's pace. */
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { ChatScope } from '#shared/contract/index.ts';
import type { WindowClient } from '#test/support/window-client.ts';
import { createRandom } from './words.ts';

/** Milliseconds from the question to the answer. */
export interface ReadTimes {
  readonly list: readonly number[];
  readonly thread: readonly number[];
  readonly search: readonly number[];
}

const PAUSE_MS = 60;
const WINDOW = 50;
const DAY_MS = 86_400_000;
const OPEN: ChatScope = { shelf: 'open', marks: [], listId: null };
const WORDS = ['vacc', 'please call', '4477', 'appointment', 'zzzqqq', '07700', 'cat', 'tomorrow'];

/** Reads until the signal ends it: a window of the list somewhere, a thread of it, a search, and again. */
export async function readLikeAPerson(client: WindowClient, signal: AbortSignal): Promise<ReadTimes> {
  const random = createRandom(3);
  const times = { list: [] as number[], thread: [] as number[], search: [] as number[] };
  const clock = async <T>(into: number[], work: Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    const result = await work;
    into.push(performance.now() - startedAt);
    await wait(PAUSE_MS);
    return result;
  };
  let total = 0;
  for (let turn = 0; !signal.aborted; turn += 1) {
    const offset = Math.floor(random() ** 2 * Math.max(0, total - WINDOW));
    const page = await clock(times.list, listChats(client, offset));
    total = page.total;
    const chat = page.rows[Math.floor(random() * page.rows.length)];
    if (chat === undefined) continue;
    await clock(times.thread, client.get('messages.list', { chatId: chat.id, before: null, limit: WINDOW }));
    const query = WORDS[turn % WORDS.length] ?? '';
    await clock(times.search, client.get('search.find', { query, scope: 'all', chatId: null, limit: 20 }));
  }
  return times;
}

/** A window of the open chats. */
export function listChats(client: WindowClient, offset: number, limit = WINDOW) {
  const todayAt = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const days = { todayAt, yesterdayAt: todayAt - DAY_MS };
  return client.get('chats.list', { scope: OPEN, sort: 'newest', offset, limit, ...days });
}
