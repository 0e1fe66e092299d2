/** The data folder of an account with many messages, made through the store's port rather than by hours of syncing. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { UPKEEP, toMarkKey } from '#main/sync/core/upkeep.ts';
import { createStore } from '#main/store/store.ts';
import type { Store } from '#main/store/api.ts';
import type { Message } from '#shared/domain/entities.ts';
import { toMessageKey } from '#shared/domain/ids.ts';
import { buildChat, MINUTE_MS, NOON } from '#test/unit/store/builders.ts';
import { generatePages, toPhone } from './store-pages.ts';

const CHATS_PER_COMMIT = 500;
/** Ids of the service's own messages lie below. */
const FIRST_ID = 1_000_000;

export interface Amount {
  readonly messages: number;
  readonly chats: number;
}

/** Puts chats and messages into the one account of a data folder that no app uses now. */
export async function fillAccount(dataFolder: string, amount: Amount): Promise<void> {
  await withAccountStore(dataFolder, async (store) => {
    const ids = Array.from({ length: amount.chats }, (_, index) => index + 1);
    for (let start = 0; start < ids.length; start += CHATS_PER_COMMIT) {
      const chats = ids.slice(start, start + CHATS_PER_COMMIT);
      await store.commitChats({
        chats: chats.map((id) => buildChat(FIRST_ID + id, { phone: toPhone(id), updatedAt: NOON - id * MINUTE_MS })),
      });
    }
    for (const { messages } of generatePages({ ...amount, seed: 1 })) {
      await store.commitMessages({ messages: messages.map(toOther), source: 'page' });
    }
  });
}

/** Nothing that is read at intervals is due, whatever time went by since: what is measured is a start, not a sweep. */
export async function settleUpkeep(dataFolder: string): Promise<void> {
  const value = Date.now();
  await withAccountStore(dataFolder, async (store) => {
    for (const { task } of UPKEEP) await store.setSyncMark({ key: toMarkKey(task), value });
  });
}

/** With an id that the service does not use. */
function toOther(message: Message): Message {
  const id = FIRST_ID + message.id;
  return { ...message, id, key: toMessageKey(message.direction, id) };
}

async function withAccountStore(dataFolder: string, work: (store: Store) => Promise<void>): Promise<void> {
  const accounts = path.join(dataFolder, 'accounts');
  const [account = ''] = await readdir(accounts);
  const store = await createStore({ folder: path.join(accounts, account), now: Date.now });
  try {
    await work(store);
  } finally {
    await store.dispose();
  }
}
