import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { DemoOptions } from '#main/demo/service.ts';
import type { Store } from '#main/store/api.ts';
import { openForReading } from '#main/store/open.ts';
import type { ChatScope } from '#shared/contract/index.ts';
import { toChatId } from '#shared/domain/ids.ts';
import type { ChatId } from '#shared/domain/ids.ts';
import { isFull } from '#test/support/full-counts.ts';
import { compareWithService, readServiceState } from '#test/support/comparison/compare-with-service.ts';
import { openRealAccount, startRealService } from '#test/support/sync/account-on-demo.ts';
import type { RealAccount, RealService } from '#test/support/sync/account-on-demo.ts';

const SECONDS = 1_000;
const undo: { dispose(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of undo.splice(0).reverse()) await thing.dispose();
});

async function open(options: DemoOptions): Promise<{ service: RealService; account: RealAccount }> {
  const service = await startRealService(options);
  undo.push(service);
  const account = await openRealAccount(service);
  undo.push(account);
  return { service, account };
}

async function waitUntilIdle({ sync }: RealAccount): Promise<void> {
  await vi.waitFor(
    () => {
      const { phase, lastSyncedAt } = sync.getStatus();
      expect(phase).toBe('idle');
      expect(lastSyncedAt).not.toBeNull();
    },
    { timeout: 60 * SECONDS, interval: 50 },
  );
}

/** Keys of all messages that the cache has of a chat. */
async function listKeys(store: Store, chatId: ChatId): Promise<string[]> {
  const keys: string[] = [];
  let page = await store.listMessages({ chatId, before: null, limit: 200 });
  while (page !== null) {
    keys.push(...page.items.map(({ key }) => key));
    page = page.older === null ? null : await store.listMessages({ chatId, before: page.older, limit: 200 });
  }
  return keys.sort();
}

/** Every field of everything in the service beside the cache, as it is on the disk. */
function expectSame({ demo, folder }: RealService, except: readonly string[] = []): void {
  const cache = openForReading(path.join(folder, 'account', 'cache.db'));
  try {
    expect(compareWithService(cache, readServiceState(demo), { except })).toEqual([]);
  } finally {
    cache.close();
  }
}

describe('the first sync of a real store and client', () => {
  const services = [
    ['sdk', false],
    ['spec', false],
    ['sdk', true],
  ] as const;
  it.each(services.filter(([shapes, quirks]) => isFull || (shapes === 'sdk') === quirks))(
    'ends with the cache equal to the service (shapes %s, quirks %s)',
    async (shapes, quirks) => {
      const { service, account } = await open({ chats: 150, messages: 2_000, contacts: 240, shapes, quirks });
      account.sync.start();
      await waitUntilIdle(account);
      expectSame(service);
      expect(account.sync.getStatus()).toMatchObject({ link: 'online', phase: 'idle', nextAttemptAt: null });
      expect((await account.store.getAccount({}))?.username).toBe(service.demo.username);
      expect(account.bugs).toEqual([]);
    },
    90 * SECONDS,
  );

  it(
    'has the list usable before history is read, and leaves out nothing that comes meanwhile (SYNC-1)',
    async () => {
      const { service, account } = await open({ chats: 60, messages: 3_000, contacts: 60 });
      const writer = service.demo.world.chats.rows.find(({ status }) => status === 'a')?.phone ?? '';
      let written = 0;
      account.store.onChange(() => {
        if (written >= 40) return;
        written += 1;
        service.demo.receive({ sender: writer, text: `while you read ${String(written)}` });
      });
      account.sync.start();
      await vi.waitFor(
        async () => {
          const scope: ChatScope = { shelf: 'open', marks: [], listId: null };
          const slice = { offset: 0, limit: 20, todayAt: 0, yesterdayAt: 0, now: Date.now() };
          expect((await account.store.listChats({ scope, sort: 'newest', ...slice })).rows.length).toBe(20);
        },
        { timeout: 10 * SECONDS, interval: 20 },
      );
      expect(await account.store.countMessages({})).toBeLessThan(3_000);
      await waitUntilIdle(account);
      account.sync.tryNow();
      await vi.waitFor(() => expectSame(service), { timeout: 30 * SECONDS, interval: 500 });
      expect(written).toBe(40);
    },
    90 * SECONDS,
  );

  it(
    'goes on after the end of the app in the middle of it',
    async () => {
      const { service, account } = await open({ chats: 40, messages: 4_000, contacts: 30 });
      account.sync.start();
      await vi.waitFor(async () => expect(await account.store.countMessages({})).toBeGreaterThan(1_500), {
        timeout: 30 * SECONDS,
        interval: 5,
      });
      await account.dispose();
      undo.splice(undo.indexOf(account), 1);
      const again = await openRealAccount(service);
      undo.push(again);
      expect(await again.store.countMessages({})).toBeLessThan(4_000);
      again.sync.start();
      await waitUntilIdle(again);
      expectSame(service);
    },
    90 * SECONDS,
  );

  it(
    'comes through a service that limits, fails and hangs up',
    async () => {
      const { service, account } = await open({ chats: 40, messages: 1_200, contacts: 30 });
      service.demo.faults.set([
        { kind: 'status', status: 429, path: '/messages', times: 2 },
        { kind: 'reset-before', path: '/replies', times: 3 },
        { kind: 'status', status: 500, path: '/chats', times: 2 },
        { kind: 'maintenance', retryAfterSeconds: 1, path: '/contacts', times: 1 },
      ]);
      account.sync.start();
      await waitUntilIdle(account);
      await vi.waitFor(() => expectSame(service), { timeout: 30 * SECONDS, interval: 500 });
      expect(account.bugs).toEqual([]);
    },
    90 * SECONDS,
  );

  it(
    'brings a new message, its chat and its unread count within seconds',
    async () => {
      const { service, account } = await open({ chats: 30, messages: 200, contacts: 30 });
      account.sync.start();
      await waitUntilIdle(account);
      const chat = service.demo.world.chats.rows.find(({ status }) => status === 'c');
      const message = service.demo.receive({ sender: chat?.phone ?? '', text: 'Anybody there?' });
      const chatId = toChatId(chat?.id ?? 0);
      await vi.waitFor(
        async () => {
          expect(await listKeys(account.store, chatId)).toContain(`in:${String(message?.id)}`);
          const cached = await account.store.findChat({ chatId, phone: null });
          expect(cached).toMatchObject({ unreadCount: chat?.unread, status: 'active', lastText: 'Anybody there?' });
        },
        { timeout: 20 * SECONDS, interval: 100 },
      );
    },
    60 * SECONDS,
  );

  it(
    'stands still on a wrong key, with the reason',
    async () => {
      const service = await startRealService({ chats: 10, messages: 20, contacts: 5 });
      undo.push(service);
      const account = await openRealAccount(service, 'wrong-key');
      undo.push(account);
      account.sync.start();
      await vi.waitFor(() => expect(account.sync.getStatus().link).toBe('unauthorized'), {
        timeout: 10 * SECONDS,
        interval: 20,
      });
      expect(account.sync.getStatus().nextAttemptAt).toBeNull();
    },
    30 * SECONDS,
  );
});

describe('what a person does to a chat', () => {
  it(
    'reaches the service, also when it is away at first',
    async () => {
      const { service, account } = await open({ chats: 30, messages: 200, contacts: 30 });
      account.sync.start();
      await waitUntilIdle(account);
      const chat = service.demo.world.chats.rows.find(({ status, pinned }) => status === 'a' && !pinned);
      const chatId = toChatId(chat?.id ?? 0);
      await service.goOffline();
      const pin = { kind: 'pin', isPinned: true } as const;
      await account.store.applyActions({ chatIds: [chatId], action: pin, at: Date.now(), dueAt: Date.now() });
      account.sync.actionsChanged();
      await vi.waitFor(() => expect(account.sync.getStatus().link).toBe('offline'), {
        timeout: 30 * SECONDS,
        interval: 50,
      });
      expect(chat?.pinned).toBe(false);
      await service.goOnline();
      account.sync.tryNow();
      await vi.waitFor(
        async () => {
          expect(chat?.pinned).toBe(true);
          expect(await account.store.listPendingActions({})).toEqual([]);
          expect((await account.store.findChat({ chatId, phone: null }))?.isPinned).toBe(true);
        },
        { timeout: 30 * SECONDS, interval: 50 },
      );
    },
    90 * SECONDS,
  );

  it(
    'is put back and reported where the service does not have it',
    async () => {
      const { service, account } = await open({ chats: 30, messages: 200, contacts: 30 });
      account.sync.start();
      await waitUntilIdle(account);
      const chat = service.demo.world.chats.rows.find(({ status, pinned }) => status === 'a' && !pinned);
      const chatId = toChatId(chat?.id ?? 0);
      service.demo.faults.set([{ kind: 'status', status: 404, path: '/chats/pin' }]);
      const pin = { kind: 'pin', isPinned: true } as const;
      await account.store.applyActions({ chatIds: [chatId], action: pin, at: Date.now(), dueAt: Date.now() });
      account.sync.actionsChanged();
      await vi.waitFor(() => expect(account.sink.refusals).toHaveLength(1), { timeout: 20 * SECONDS, interval: 50 });
      expect(account.sink.refusals[0]).toMatchObject({ chatId, error: { code: 'not-found' } });
      expect((await account.store.findChat({ chatId, phone: null }))?.isPinned).toBe(false);
    },
    60 * SECONDS,
  );
});
