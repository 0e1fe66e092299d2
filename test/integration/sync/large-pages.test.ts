import { afterEach, expect, it, vi } from 'vitest';
import type { ChatScope } from '#shared/contract/index.ts';
import { openRealAccount, startRealService } from '#test/support/sync/account-on-demo.ts';

const SECONDS = 1_000;
const CHATS = 297;
/** A hundred of them are more than an answer may hold. */
const LONG_TEXT = 'What happened is a long story. '.repeat(3_000);
const undo: { dispose(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of undo.splice(0).reverse()) await thing.dispose();
});

it(
  'chats whose last texts fill more than an answer may hold are all in the list',
  async () => {
    const service = await startRealService({ chats: CHATS, messages: CHATS, contacts: 0 });
    undo.push(service);
    const { world } = service.demo;
    for (const message of [...world.inbound.rows, ...world.sent.rows]) Object.assign(message, { text: LONG_TEXT });
    for (const chat of world.chats.rows) chat.status = 'a';
    const account = await openRealAccount(service);
    undo.push(account);
    account.sync.start();
    await vi.waitFor(() => expect(account.sync.getStatus()).toMatchObject({ phase: 'idle', link: 'online' }), {
      timeout: 90 * SECONDS,
      interval: 100,
    });
    const scope: ChatScope = { shelf: 'open', marks: [], listId: null };
    expect(await account.store.listChatIds({ scope, now: Date.now() })).toHaveLength(world.chats.rows.length);
    expect(world.chats.rows.length).toBeGreaterThanOrEqual(CHATS);
    expect(await account.store.countMessages({})).toBe(world.inbound.rows.length + world.sent.rows.length);
    expect(account.bugs).toEqual([]);
  },
  180 * SECONDS,
);
