/** Checks that a window shows what the service has. */
import { expect, vi } from 'vitest';
import type { MessagePage, MessageView } from '#shared/contract/index.ts';
import type { ServiceAccount } from '#test/e2e/support/programs.ts';
import type { WindowClient } from '#test/support/window-client.ts';
import { parseState, PEOPLE } from './service-changes.ts';

export interface Expected {
  /** Ids of received texts, and of texts of another client whose delivery status came by callback. */
  readonly inbound: ReadonlySet<number>;
  readonly outbound: ReadonlySet<number>;
}

/** How many messages of each chat are read. */
const LOOKED_THROUGH = 1_000;
const PAGE = 200;

/** The newest messages of all numbers with changes, by key. */
async function readThreads(client: WindowClient): Promise<ReadonlyMap<string, MessageView>> {
  const found = new Map<string, MessageView>();
  for (const phone of PEOPLE) {
    const chat = await client.get('chats.find', { chatId: null, phone });
    if (chat === null) continue;
    let before: { at: number; key: string } | null = null;
    for (let count = 0; count < LOOKED_THROUGH; count += PAGE) {
      const page: MessagePage = await client.get('messages.list', { chatId: chat.id, before, limit: PAGE });
      for (const item of page.items) found.set(item.key, item);
      before = page.older;
      if (before === null) break;
    }
  }
  return found;
}

/** Messages and delivery statuses that the window does not show as the service has them now; empty: none. */
async function listMissing(client: WindowClient, account: ServiceAccount, expected: Expected): Promise<string[]> {
  const letters = new Map<number, string>();
  for (const phone of PEOPLE) {
    for (const { id, status } of (await parseState(account, phone)).sent) letters.set(id, status);
  }
  const shown = await readThreads(client);
  const inbound = [...expected.inbound].filter((id) => !shown.has(`in:${String(id)}`)).map((id) => `in:${String(id)}`);
  const outbound = [...expected.outbound].flatMap((id) => {
    const letter = shown.get(`out:${String(id)}`)?.letter;
    const wanted = letters.get(id);
    return wanted === undefined || letter === wanted ? [] : [`out:${String(id)} ${letter ?? 'none'}, not ${wanted}`];
  });
  return [...inbound, ...outbound];
}

/** Rejects when the window does not show everything within `timeoutMs`. */
export async function expectShown(
  client: WindowClient,
  account: ServiceAccount,
  given: { readonly expected: Expected; readonly timeoutMs: number },
): Promise<void> {
  const { expected, timeoutMs } = given;
  await vi.waitFor(async () => expect(await listMissing(client, account, expected)).toEqual([]), {
    timeout: timeoutMs,
    interval: 100,
  });
}
