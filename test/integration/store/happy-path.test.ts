import { describe, expect, it } from 'vitest';
import type { SendingStore } from '#main/sending/ports.ts';
import type { SyncStore } from '#main/sync/ports.ts';
import { toChatId, toSendId, toMessageKey } from '#shared/domain/ids.ts';
import {
  DAY_MS,
  MINUTE_MS,
  NOON,
  buildAccount,
  buildChat,
  buildMessage,
  buildSend,
  phoneOf,
} from '#test/unit/store/builders.ts';
import { createStoreHarness } from './store-harness.ts';

const WINDOW = {
  scope: { shelf: 'open' as const, marks: [], listId: null },
  sort: 'newest' as const,
  offset: 0,
  limit: 50,
  todayAt: NOON - DAY_MS / 2,
  yesterdayAt: NOON - 1.5 * DAY_MS,
};

describe('a store with its threads', () => {
  const { open } = createStoreHarness();

  it('serves as the store of sync and of sending', async () => {
    const { store } = await open();
    const forSync: SyncStore = store;
    const forSending: SendingStore = store;
    expect([typeof forSync.commitMessages, typeof forSending.updateSend]).toEqual(['function', 'function']);
  });

  it('shows what was committed, in the list and in the thread', async () => {
    const { store, changes } = await open();
    await store.saveAccount({ account: buildAccount() });
    const { changedIds } = await store.commitChats({
      chats: [buildChat(1, { firstName: 'Zoë', unreadCount: 1 }), buildChat(2)],
    });
    expect(changedIds).toEqual([1, 2]);
    const outcome = await store.commitMessages({
      messages: [buildMessage('in:1'), buildMessage('out:1', { at: NOON + MINUTE_MS, letter: 'd' })],
      source: 'page',
    });
    expect(outcome).toMatchObject({ newKeys: ['in:1', 'out:1'], phonesWithoutChat: [], isChanged: true });
    const page = await store.listChats({ ...WINDOW, now: NOON });
    expect(page.rows.map((row) => [row.id, row.name, row.lastText, row.lastMark])).toEqual([
      [1, 'Zoë', 'Text of out:1', 'delivered'],
      [2, '', '', null],
    ]);
    expect(page.sections.filter(({ count }) => count > 0)).toEqual([
      { section: 'today', count: 1 },
      { section: 'earlier', count: 1 },
    ]);
    const thread = await store.listMessages({ chatId: toChatId(1), before: null, limit: 50 });
    expect(thread?.items.map((item) => item.key)).toEqual(['in:1', 'out:1']);
    expect(changes.map((change) => [change.account, change.chatIds, change.messageChatIds])).toEqual([
      [true, [], []],
      [false, [1, 2], []],
      [false, [1], [1]],
    ]);
  });

  it('shows at once what a person does to many chats and to messages, and takes both back', async () => {
    const { store, changes } = await open();
    const chatIds = Array.from({ length: 500 }, (_, index) => toChatId(index + 1));
    await store.commitChats({ chats: chatIds.map((id) => buildChat(id)) });
    await store.commitMessages({ messages: [buildMessage('in:1'), buildMessage('in:2')], source: 'page' });
    const close = { kind: 'status', status: 'closed' } as const;
    const { applied } = await store.applyActions({ chatIds, action: close, at: NOON, dueAt: NOON });
    expect([applied.length, (await store.countChats({})).closed]).toEqual([500, 500]);
    expect(changes.at(-1)).toMatchObject({ outbox: true });
    const reopen = { kind: 'status', status: 'active' } as const;
    await store.applyActions({ chatIds, action: reopen, at: NOON, dueAt: NOON });
    const waiting = await store.listPendingActions({});
    expect([waiting.length, (await store.countChats({})).open]).toEqual([500, 500]);
    await store.finishActions({ actionIds: waiting.map(({ id }) => id) });
    expect((await store.getOutbox({})).counts.actions).toBe(0);

    const [chatId = toChatId(1)] = chatIds;
    const list = async (): Promise<unknown> =>
      (await store.listMessages({ chatId, before: null, limit: 9 }))?.items.map(({ key }) => key);
    const { keys } = await store.deleteMessages({ chatId, keys: [toMessageKey('in', 2)], at: NOON, dueAt: NOON });
    expect([await list(), (await store.listMessageDeletions({})).length]).toEqual([['in:1'], 1]);
    await store.restoreMessages({ keys });
    expect([await list(), await store.findMessageAt({ chatId, at: NOON })]).toEqual([['in:1', 'in:2'], 'in:1']);
    await store.deleteMessages({ chatId, keys, at: NOON, dueAt: NOON });
    await store.finishMessageDeletion({ keys, isDeleted: true });
    expect([await list(), await store.listMessageDeletions({})]).toEqual([['in:1'], []]);
  });

  it('keeps a send under one key from queued to delivered', async () => {
    const { store } = await open();
    const chatId = await store.ensureChat({ phone: phoneOf(1), at: NOON });
    await store.createSend({ send: buildSend('abc') });
    const keys = async (): Promise<unknown> =>
      (await store.listMessages({ chatId, before: null, limit: 9 }))?.items.map((item) => [item.key, item.mark]);
    expect(await keys()).toEqual([['send:abc', 'waiting']]);
    await store.updateSend({ sendId: toSendId('abc'), patch: { state: 'accepted', messageId: 50, acceptedAt: NOON } });
    await store.commitAcceptedSend({ sendId: toSendId('abc') });
    expect(await keys()).toEqual([['send:abc', 'queued']]);
    await store.commitMessages({ messages: [buildMessage('out:50', { letter: 'd' })], source: 'page' });
    expect(await keys()).toEqual([['send:abc', 'delivered']]);
  });

  it('finds everything again after it was closed', async () => {
    const first = await open();
    await first.store.saveDraft({ phone: phoneOf(1), text: 'half a sen', at: NOON });
    await first.store.commitChats({ chats: [buildChat(1)] });
    await first.store.dispose();
    const second = await open(first.folder);
    expect((await second.store.findChat({ chatId: toChatId(1), phone: null }))?.draft).toBe('half a sen');
  });
});
