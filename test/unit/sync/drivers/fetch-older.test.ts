import { afterEach, describe, expect, it } from 'vitest';
import type { SyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';
import { createSyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';
import { makeChat, makeMessage, range } from '#test/support/sync/builders.ts';

let fakes: SyncOnFakes;
const chat = makeChat(7);

/** One chat with many messages, of which the feeds brought none. */
async function openWorld(count: number): Promise<SyncOnFakes> {
  fakes = createSyncOnFakes();
  fakes.service.chats = [chat];
  fakes.service.add(...range(1, count).map((id) => makeMessage('in', id, { phone: chat.phone })));
  fakes.service.failNext('listReplies', { code: 'not-found', outcome: 'refused' }, { times: 100 });
  fakes.sync.start();
  await fakes.clock.advance(5_000);
  fakes.service.calls.length = 0;
  return fakes;
}

afterEach(() => fakes.sync.dispose());

describe('fetchOlder', () => {
  it('brings older messages with every call until the chat is complete', async () => {
    const { sync, store } = await openWorld(420);
    const sizes = [store.messagesCount];
    let isCompleteBefore = false;
    while (!isCompleteBefore) {
      ({ isCompleteBefore } = await sync.fetchOlder(chat.id));
      sizes.push(store.messagesCount);
    }
    expect(sizes).toEqual([...new Set(sizes)].sort((a, b) => a - b));
    expect(store.messagesCount).toBe(420);
    expect(store.completeChatIds).toContain(chat.id);
  });

  it('asks ahead of everything else', async () => {
    const { sync, service } = await openWorld(420);
    await sync.fetchOlder(chat.id);
    expect(new Set(service.calls.map(({ priority }) => priority))).toEqual(new Set(['user']));
  });

  it('is one reading for two who ask at the same time', async () => {
    const { sync, service } = await openWorld(420);
    await Promise.all([sync.fetchOlder(chat.id), sync.fetchOlder(chat.id)]);
    expect(service.callsOf('listChatMessages')).toHaveLength(1);
  });

  it('does not call a chat complete before its end was seen', async () => {
    const { sync, store } = await openWorld(420);
    expect(await sync.fetchOlder(chat.id)).toEqual({ isCompleteBefore: false });
    expect(store.completeChatIds.length).toBe(0);
  });

  it('rejects when the link is lost, shows it, and goes on from there later', async () => {
    const { sync, service, store } = await openWorld(420);
    await sync.fetchOlder(chat.id);
    service.failNext('listChatMessages', { code: 'offline' });
    await expect(sync.fetchOlder(chat.id)).rejects.toMatchObject({ code: 'offline' });
    expect(sync.getStatus().link).toBe('offline');
    await sync.fetchOlder(chat.id);
    expect(store.messagesCount).toBeGreaterThan(150);
  });

  it('rejects for a chat that is gone, and knows that a chat of this computer has nothing older', async () => {
    const { sync } = await openWorld(5);
    await expect(sync.fetchOlder(makeChat(99).id)).rejects.toMatchObject({ code: 'not-found' });
    expect(await sync.fetchOlder(makeChat(-1).id)).toEqual({ isCompleteBefore: true });
  });

  it('loses nothing while messages arrive', async () => {
    const { sync, service, store } = await openWorld(420);
    let next = 421;
    service.beforeAnswer = ({ method }) => {
      if (method === 'listChatMessages')
        service.add(...range(next, (next += 5) - 1).map((id) => makeMessage('in', id)));
    };
    while (!(await sync.fetchOlder(chat.id)).isCompleteBefore);
    const old = service.inbound.filter(({ id }) => id <= 420);
    expect(old.filter(({ key }) => !store.hasMessage(key))).toEqual([]);
  });
});
