/**
 * The store against the least that SQLite could do with the same messages. Times of one machine mean little on another;
 * the ratios are what to watch.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createStore } from '#main/store/store.ts';
import type { Store } from '#main/store/api.ts';
import type { Message } from '#shared/domain/entities.ts';
import { buildChat, buildMessage, MINUTE_MS, NOON, phoneOf } from '#test/unit/store/builders.ts';
import { BareSqlite } from './bare-sqlite.ts';
import type { Comparison } from './measure.ts';
import { time, timeMedian, toComparison } from './measure.ts';
import { createRandom, toText } from './words.ts';

const BATCH = 100;
const WINDOW = 50;
const RUNS = 100;

const settings = { messages: 10_000, chats: 500, seed: 1 };

function buildBatches(): Message[][] {
  const random = createRandom(settings.seed);
  const messages = Array.from({ length: settings.messages }, (_, index) =>
    buildMessage(random() < 0.5 ? `in:${index + 1}` : `out:${index + 1}`, {
      phone: phoneOf(toChatNumber(Math.floor(random() * settings.chats))),
      text: toText(random),
      at: NOON - (settings.messages - index) * MINUTE_MS,
    }),
  );
  return Array.from({ length: Math.ceil(messages.length / BATCH) }, (_, index) =>
    messages.slice(index * BATCH, (index + 1) * BATCH),
  );
}

/** Chats are numbered from 1. */
function toChatNumber(index: number): number {
  return (index % settings.chats) + 1;
}

async function compareIngest(store: Store, bare: BareSqlite): Promise<Comparison> {
  const batches = buildBatches();
  const floor = await time(() => {
    for (const messages of batches) bare.insert(messages);
  });
  const ours = await time(async () => {
    for (const messages of batches) await store.commitMessages({ messages, source: 'page' });
  });
  const toRate = (elapsedMs: number) => elapsedMs / settings.messages;
  return toComparison({
    name: 'taking in messages, with search and unread counts',
    unit: 'ms per message',
    ours: toRate(ours),
    floor: toRate(floor),
  });
}

async function compareThread(store: Store, bare: BareSqlite, chatIds: readonly number[]): Promise<Comparison> {
  return toComparison({
    name: 'opening a thread',
    unit: 'ms, median',
    ours: await timeMedian(RUNS, (run) => {
      const chatId = buildChat(chatIds[run % chatIds.length] ?? 1).id;
      return store.listMessages({ chatId, before: null, limit: WINDOW });
    }),
    floor: await timeMedian(RUNS, (run) => bare.listThread(phoneOf(toChatNumber(run)), WINDOW)),
  });
}

async function compareChatList(store: Store, bare: BareSqlite): Promise<Comparison> {
  const days = { todayAt: NOON - 12 * 60 * MINUTE_MS, yesterdayAt: NOON - 36 * 60 * MINUTE_MS, now: NOON };
  return toComparison({
    name: 'the first window of the chat list',
    unit: 'ms, median',
    ours: await timeMedian(RUNS, () => store.listChats({ filter: 'open', offset: 0, limit: WINDOW, ...days })),
    floor: await timeMedian(RUNS, () => bare.listNewest(WINDOW)),
  });
}

/** Takes a few seconds. */
export async function compareStore(): Promise<Comparison[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'switchboard-bench-'));
  const store = await createStore({ folder, now: () => NOON });
  try {
    using bare = new BareSqlite(folder);
    const chatIds = Array.from({ length: settings.chats }, (_, index) => toChatNumber(index));
    await store.commitChats({ chats: chatIds.map((id) => buildChat(id)) });
    const comparisons = [await compareIngest(store, bare)];
    comparisons.push(await compareThread(store, bare, chatIds), await compareChatList(store, bare));
    return comparisons;
  } finally {
    await store.dispose();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
