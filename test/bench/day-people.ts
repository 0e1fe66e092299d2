/** Who writes on the day: a queue that waits in the morning, and others who go on writing all the time. */
import { setTimeout as wait } from 'node:timers/promises';
import type { ChatView } from '#shared/contract/index.ts';
import { steerService, type ServiceAccount } from '#test/e2e/support/programs.ts';
import type { WindowClient } from '#test/support/window-client.ts';
import { listChats } from './reads.ts';
import { createRandom } from './words.ts';

/** The shortest and the longest pause between two texts of the others. */
const [LEAST_GAP_MS, MOST_GAP_MS] = [250, 1_500];
const PAGE = 200;

export interface Crowd {
  /** Whose texts wait, the newest first. */
  readonly queue: readonly ChatView[];
  /** Who writes meanwhile. */
  readonly others: readonly ChatView[];
}

/** People of the open list who can be answered, none of them twice. */
export async function pickCrowd(client: WindowClient, counts: { queue: number; others: number }): Promise<Crowd> {
  const people: ChatView[] = [];
  for (let offset = 0; people.length < counts.queue + counts.others; offset += PAGE) {
    const { rows, total } = await listChats(client, offset, PAGE);
    const free = rows.filter((chat) => !chat.isBlocked && !chat.isUnsubscribed && !chat.isPinned && !chat.isMuted);
    const plain = free.filter(({ phone }) => /^\d+$/.test(phone));
    people.push(...plain.filter(({ unreadCount, draft }) => unreadCount === 0 && draft === null));
    if (offset >= total) throw new Error('There are too few people for this day');
  }
  return { queue: people.slice(0, counts.queue), others: people.slice(counts.queue, counts.queue + counts.others) };
}

/** Has somebody write. */
export async function write(account: ServiceAccount, sender: string, text: string): Promise<void> {
  await steerService(account, 'POST inbound', { sender, text });
}

/** The others write until the signal ends it. */
export async function writeAllDay(
  account: ServiceAccount,
  others: readonly ChatView[],
  signal: AbortSignal,
): Promise<number> {
  const random = createRandom(11);
  let count = 0;
  while (!signal.aborted) {
    const chat = others[Math.floor(random() * others.length)];
    if (chat !== undefined) await write(account, chat.phone, `Meanwhile ${String((count += 1))}`);
    const gapMs = LEAST_GAP_MS + random() * (MOST_GAP_MS - LEAST_GAP_MS);
    await wait(gapMs, undefined, { signal }).catch(() => undefined);
  }
  return count;
}
