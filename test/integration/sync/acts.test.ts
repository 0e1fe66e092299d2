/** Everything that a person does to chats, against the demo service in both shapes: first without the network, then with it. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Chat } from '#main/demo/state/model.ts';
import { toChatId, toMessageKey } from '#shared/domain/ids.ts';
import type { ChatId } from '#shared/domain/ids.ts';
import type { ChatAct, ChatAction } from '#shared/domain/sync.ts';
import { listShapes } from '#test/support/full-counts.ts';
import { openRealAccount, startRealService } from '#test/support/sync/account-on-demo.ts';
import type { RealAccount, RealService } from '#test/support/sync/account-on-demo.ts';

const SECONDS = 1_000;
const SHAPES = ['spec', 'sdk'] as const;
const undo: { dispose(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of undo.splice(0).reverse()) await thing.dispose();
});

interface Setup {
  readonly service: RealService;
  readonly account: RealAccount;
  /** Open chats of the service with numbers, by id. */
  readonly open: readonly Chat[];
}

async function begin(shapes: (typeof SHAPES)[number]): Promise<Setup> {
  const service = await startRealService({ chats: 40, messages: 300, contacts: 40, shapes });
  undo.push(service);
  const account = await openRealAccount(service);
  undo.push(account);
  account.sync.start();
  await soon(() => {
    const { phase, lastSyncedAt } = account.sync.getStatus();
    expect([phase, lastSyncedAt === null]).toEqual(['idle', false]);
  });
  const open = service.demo.world.chats.rows.filter(({ status, phone }) => status === 'a' && /^\d+$/.test(phone));
  return { service, account, open };
}

function soon(check: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: 30 * SECONDS, interval: 50 });
}

const toIds = (chats: readonly Chat[]): ChatId[] => chats.map(({ id }) => toChatId(id));

async function act({ account }: Setup, chats: readonly Chat[], action: ChatAct): Promise<void> {
  const now = Date.now();
  await account.store.applyActions({ chatIds: toIds(chats), action, at: now, dueAt: now });
  account.sync.actionsChanged();
}

/** Nothing waits any more, and here all of it is shown as there. */
async function untilDone({ account }: Setup, chats: readonly Chat[]): Promise<void> {
  await soon(async () => {
    expect(await account.store.listPendingActions({})).toEqual([]);
    expect(await account.store.listMessageDeletions({})).toEqual([]);
    for (const chat of chats) {
      const shown = await account.store.findChat({ chatId: toChatId(chat.id), phone: null });
      expect(shown).toMatchObject({
        status: { a: 'active', c: 'closed', d: 'deleted' }[chat.status],
        unreadCount: chat.unread,
        isPinned: chat.pinned,
        isMuted: chat.muted,
      });
    }
  });
}

const ACTS: readonly (readonly [string, ChatAction, (chat: Chat) => boolean])[] = [
  ['pins', { kind: 'pin', isPinned: true }, ({ pinned }) => pinned],
  ['unpins', { kind: 'pin', isPinned: false }, ({ pinned }) => !pinned],
  ['mutes', { kind: 'mute', isMuted: true, hours: 8 }, ({ muted, mutedUntil }) => muted && mutedUntil !== null],
  ['unmutes', { kind: 'mute', isMuted: false, hours: null }, ({ muted }) => !muted],
  ['marks unread', { kind: 'read', isRead: false }, ({ unread }) => unread > 0],
  ['marks read', { kind: 'read', isRead: true }, ({ unread }) => unread === 0],
  ['closes', { kind: 'status', status: 'closed' }, ({ status }) => status === 'c'],
  ['reopens', { kind: 'status', status: 'active' }, ({ status }) => status === 'a'],
  ['deletes', { kind: 'status', status: 'deleted' }, ({ status }) => status === 'd'],
  ['restores', { kind: 'status', status: 'active' }, ({ status }) => status === 'a'],
];

describe.each(listShapes(SHAPES, 'sdk'))('at a service of %s, a person', (shapes) => {
  it.each([1, 3])(
    'pins, mutes, marks, closes, reopens and deletes %i at once, offline and back',
    async (count) => {
      const setup = await begin(shapes);
      const { service, account, open } = setup;
      const chats = open.slice(0, count);
      for (const [name, action, isSo] of ACTS) {
        await service.goOffline();
        await act(setup, chats, action);
        const before = JSON.stringify(chats);
        await soon(async () => expect(await account.store.listPendingActions({})).not.toEqual([]));
        expect(JSON.stringify(chats)).toBe(before);
        await service.goOnline();
        account.sync.tryNow();
        await untilDone(setup, chats);
        expect([name, chats.every(isSo)]).toEqual([name, true]);
      }
      expect(account.sink.refusals).toEqual([]);
    },
    120 * SECONDS,
  );

  it(
    'blocks and unblocks, offline and back',
    async () => {
      const setup = await begin(shapes);
      const { service, account, open } = setup;
      const [chat] = open;
      if (chat === undefined) throw new Error('There is no open chat');
      for (const isBlocked of [true, false]) {
        await service.goOffline();
        await act(setup, [chat], { kind: 'block', isBlocked });
        await service.goOnline();
        account.sync.tryNow();
        await untilDone(setup, [chat]);
        expect(service.demo.world.findContactByPhone(chat.phone)?.blocked).toBe(isBlocked);
        const shown = await account.store.findChat({ chatId: toChatId(chat.id), phone: null });
        expect(shown?.isBlocked).toBe(isBlocked);
      }
      expect(account.sink.refusals).toEqual([]);
    },
    90 * SECONDS,
  );

  it(
    'closes every read chat with one request',
    async () => {
      const setup = await begin(shapes);
      const { service, account, open } = setup;
      const requests: string[] = [];
      const close = account.client.closeReadChats;
      Object.assign(account.client, {
        closeReadChats: (...args: Parameters<typeof close>) => {
          requests.push('closeReadChats');
          return close(...args);
        },
      });
      const read = service.demo.world.chats.rows.filter(({ status, unread }) => status === 'a' && unread === 0);
      const unread = open.filter((chat) => chat.unread > 0);
      await act(setup, read, { kind: 'status', status: 'closed', isEveryRead: true });
      await untilDone(setup, read);
      expect(read.map(({ status }) => status)).toEqual(read.map(() => 'c'));
      expect(unread.map(({ status }) => status)).toEqual(unread.map(() => 'a'));
      expect(requests).toEqual(['closeReadChats']);
    },
    90 * SECONDS,
  );

  it(
    'deletes messages, offline and back',
    async () => {
      const setup = await begin(shapes);
      const { service, account, open } = setup;
      const { world } = service.demo;
      const listTexts = (phone: string) =>
        world.threads.list(phone).filter(({ kind }) => kind === 'in' || kind === 'out');
      const chat = open.find(({ phone }) => listTexts(phone).length >= 3);
      if (chat === undefined) throw new Error('There is no chat with three messages');
      const gone = listTexts(chat.phone).slice(-2);
      const keys = gone.map(({ kind, id }) => toMessageKey(kind, id));
      await service.goOffline();
      const now = Date.now();
      const chatId = toChatId(chat.id);
      await account.store.deleteMessages({ chatId, keys, at: now, dueAt: now });
      account.sync.actionsChanged();
      expect(world.threads.list(chat.phone)).toEqual(expect.arrayContaining(gone));
      await service.goOnline();
      account.sync.tryNow();
      await untilDone(setup, [chat]);
      const left = world.threads.list(chat.phone).map(({ kind, id }) => toMessageKey(kind, id));
      expect(left.filter((key) => keys.includes(key))).toEqual([]);
      expect(account.sink.refusals).toEqual([]);
    },
    90 * SECONDS,
  );

  it(
    'finds chats and messages that are not kept here, and is told the unread total',
    async () => {
      const setup = await begin(shapes);
      const { service, account, open } = setup;
      const [chat] = open;
      if (chat === undefined) throw new Error('There is no open chat');
      service.demo.receive({ sender: chat.phone, text: 'Zanzibar by boat' });
      const { byText, byPerson } = await account.sync.searchChats('zanzibar');
      expect([byText, byPerson]).toEqual([[chat.id], []]);
      const told = service.demo.world.inbound.rows.at(-1);
      const key = await account.sync.findInChat(toChatId(chat.id), 'zanzibar');
      expect(key).toBe(toMessageKey('in', told?.id ?? 0));
      expect((await account.sync.searchChats(chat.phone)).byPerson).toContain(chat.id);
      await account.sync.checkEverything();
      const unread = service.demo.world.chats.rows.filter(({ status }) => status === 'a');
      const total = unread.reduce((sum, one) => sum + one.unread, 0);
      expect(await account.store.getSyncMark({ key: 'unread.total' })).toBe(total);
      expect(await account.store.getUnreadTotal({})).toBe(total);
    },
    90 * SECONDS,
  );
});
