import { afterEach, describe, expect, it } from 'vitest';
import type { SyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';
import { openIdleSync } from '#test/support/sync/sync-on-fakes.ts';
import { makeChat, makeMessage } from '#test/support/sync/builders.ts';
import { settle } from '#test/support/sync/fake-clock.ts';
import type { RecordedCall } from '#test/support/sync/fake-answers.ts';

let fakes: SyncOnFakes;

/** Holds the next answer of a call back until told; it is made only then. */
function hold(matches: (call: RecordedCall) => boolean): { release: () => void; readonly isHeld: () => boolean } {
  const gate = Promise.withResolvers<undefined>();
  let isHeld = false;
  fakes.service.beforeAnswer = (call) => {
    if (isHeld || !matches(call)) return undefined;
    isHeld = true;
    return gate.promise;
  };
  return { release: () => gate.resolve(undefined), isHeld: () => isHeld };
}

afterEach(() => fakes.sync.dispose());

describe('an answer that comes late', () => {
  it('about a chat that a callback named never undoes an action confirmed meanwhile (SYNC-7)', async () => {
    fakes = await openIdleSync(180_000);
    const { service, store, sync, clock } = fakes;
    sync.setLive(true);
    const chat = makeChat(2, { unreadCount: 1 });
    service.add(makeMessage('in', 31, { phone: chat.phone }));
    service.changeChat(chat.id, { unreadCount: 1 });
    const stale = service.chats;
    store.keep({ direction: 'in', messageId: 31 });
    const held = hold(({ method }) => method === 'listChats');
    sync.callbacksArrived();
    await settle();
    expect(held.isHeld()).toBe(true);
    store.act(chat.id, { kind: 'read', isRead: true });
    sync.actionsChanged();
    await clock.advance(100);
    expect(store.pending).toEqual([]);
    // The answer that was asked for before shows the chat as it was.
    const now = service.chats;
    service.chats = stale;
    held.release();
    await settle();
    service.chats = now;
    expect(store.chatOf(chat.id)?.unreadCount).toBe(0);
    await clock.advance(5_000);
    expect(store.callbackCounts.confirmed).toBe(1);
    expect(store.chatOf(chat.id)?.unreadCount).toBe(0);
  });

  it('of a list does not bring back a message that was taken out meanwhile (SYNC-15)', async () => {
    fakes = await openIdleSync(180_000);
    const { service, store, sync, clock } = fakes;
    const { inbound } = service;
    const held = hold(({ method }) => method === 'listReplies');
    await clock.advance(25_000);
    expect(held.isHeld()).toBe(true);
    service.inbound = inbound.filter(({ id }) => id !== 13);
    sync.openChat(makeChat(5).id);
    service.chats = service.chats.map((chat) =>
      chat.id === makeChat(5).id ? { ...chat, phone: makeMessage('in', 13).phone } : chat,
    );
    store.run('commitChats', { chats: service.chats.filter(({ id }) => id === makeChat(5).id) });
    await clock.advance(1_000);
    expect(store.hasMessage(makeMessage('in', 13).key)).toBe(false);
    service.inbound = inbound;
    held.release();
    await settle();
    service.inbound = inbound.filter(({ id }) => id !== 13);
    expect(store.hasMessage(makeMessage('in', 13).key)).toBe(false);
  });

  it('about one message does not overtake a newer one about it (SYNC-16)', async () => {
    fakes = await openIdleSync(180_000);
    const { service, store, sync, clock } = fakes;
    service.add(makeMessage('out', 1, { letter: 'd' }));
    await clock.advance(30_000);
    const gate = Promise.withResolvers<undefined>();
    const ask = service.getOutboundMessage.bind(service);
    // The first answer is made at once, and is under way for long.
    service.getOutboundMessage = async (query, options) => {
      const answer = await ask(query, options);
      if (service.callsOf('getOutboundMessage').length === 1) await gate.promise;
      return answer;
    };
    store.keep({ direction: 'out', messageId: 1, letter: 'd' });
    sync.callbacksArrived();
    await settle();
    service.outbound = service.outbound.map((one) => ({ ...one, letter: 'f' }));
    // A page says otherwise now, so that the message is asked for once more.
    await clock.advance(30_000);
    gate.resolve(undefined);
    await settle();
    expect(service.callsOf('getOutboundMessage')).toHaveLength(2);
    expect(store.messageOf(makeMessage('out', 1).key)?.letter).toBe('f');
  });
});
