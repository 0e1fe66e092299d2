import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Message } from '#shared/domain/entities.ts';
import { toMessageKey } from '#shared/domain/ids.ts';
import { makeChat, makeMessage } from '#test/support/sync/builders.ts';
import { createSyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';
import type { SyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';

let fakes: SyncOnFakes;
const chat = makeChat(1);
const { phone } = chat;
const IN = toMessageKey('in', 1);
const OUT = toMessageKey('out', 2);
const OTHER = toMessageKey('in', 3);
const KEYS = [IN, OUT];
const CALL: Message = { ...makeMessage('in', 7, { phone }), key: toMessageKey('call', 7), kind: 'call', text: '' };

async function openWorld(): Promise<SyncOnFakes> {
  fakes = createSyncOnFakes();
  fakes.service.chats = [chat, makeChat(2)];
  const messages: Message[] = [
    makeMessage('in', 1, { phone }),
    makeMessage('out', 2, { phone }),
    makeMessage('in', 3, { phone: makeChat(2).phone }),
  ];
  fakes.service.voiceCalls = [CALL];
  fakes.service.add(...messages);
  fakes.sync.start();
  await fakes.clock.advance(30_000);
  fakes.service.calls.length = 0;
  return fakes;
}

/** Bounds a hang. */
const WITHIN = { timeout: 60_000, interval: 5 };

function remove(keys = KEYS, holdMs = 0): void {
  const now = fakes.clock.now();
  fakes.store.removeByUser(chat.id, keys, { createdAt: now, dueAt: now + holdMs });
  fakes.sync.actionsChanged();
}

afterEach(() => fakes.sync.dispose());

describe('messages that a person deletes', () => {
  it('are deleted at the service in one request for each chat, by the sequences of their ids', async () => {
    const { store, service, clock } = await openWorld();
    const page = { messages: [CALL], source: 'page' } as const;
    store.run('commitMessages', page);
    remove([IN, OUT, CALL.key]);
    const now = clock.now();
    store.removeByUser(makeChat(2).id, [OTHER], { createdAt: now, dueAt: now });
    await clock.advance(0);
    expect(service.callsOf('deleteChatMessages').map(({ query, priority }) => [query, priority])).toEqual([
      [{ chatId: 1, inboundIds: [1], outboundIds: [2], callIds: [7] }, 'user'],
      [{ chatId: 2, inboundIds: [3], outboundIds: [], callIds: [] }, 'user'],
    ]);
    expect(store.deletions).toEqual([]);
    expect(store.messages.map(({ key }) => key)).toEqual([]);
    expect([service.inbound, service.outbound]).toEqual([[], []]);
  });

  it('wait until they cannot be taken back any more (SYNC-21)', async () => {
    const { service, clock } = await openWorld();
    remove(KEYS, 8_000);
    await clock.advance(7_900);
    expect(service.callsOf('deleteChatMessages')).toEqual([]);
    await clock.advance(200);
    expect(service.callsOf('deleteChatMessages')).toHaveLength(1);
  });

  it('are deleted at the next start where the app was closed while they could be taken back', async () => {
    const { store, service, sync, clock } = await openWorld();
    remove(KEYS, 8_000);
    await clock.advance(3_000);
    await sync.dispose();
    expect(service.callsOf('deleteChatMessages')).toEqual([]);
    clock.jump(60_000);
    fakes = createSyncOnFakes({ store, service, clock });
    fakes.sync.start();
    await clock.advance(5_000);
    expect(service.callsOf('deleteChatMessages')).toHaveLength(1);
    expect(store.deletions).toEqual([]);
  });

  it('that were taken back in time stay', async () => {
    const { store, service, sync, clock } = await openWorld();
    remove(KEYS, 8_000);
    await clock.advance(5_000);
    store.run('restoreMessages', { keys: KEYS });
    sync.actionsChanged();
    await clock.advance(30_000);
    expect(service.callsOf('deleteChatMessages')).toEqual([]);
  });

  it('are not brought back by an answer that was asked for before (SYNC-15)', async () => {
    const { store, service, clock } = await openWorld();
    const stale = [...service.inbound];
    const asked: string[] = [];
    service.beforeAnswer = async ({ method }) => {
      if (method !== 'listReplies' || asked.length > 0) return;
      asked.push(method);
      remove([IN]);
      await vi.waitUntil(() => store.deletions.length === 0, WITHIN);
      service.inbound = stale;
    };
    for (let second = 0; second < 30 && asked.length === 0; second += 1) await clock.advance(1_000);
    await vi.waitUntil(() => store.deletions.length === 0, WITHIN);
    await clock.advance(0);
    expect(asked).toHaveLength(1);
    expect(store.hasMessage(IN)).toBe(false);
  });

  it('are shown again and told once when the service refuses', async () => {
    const { store, service, sink, clock } = await openWorld();
    service.failNext('deleteChatMessages', { code: 'forbidden', outcome: 'refused' }, { times: 100 });
    remove();
    await clock.advance(0);
    expect(store.messages.map(({ key }) => key)).toEqual(expect.arrayContaining(KEYS));
    expect(sink.refusals).toMatchObject([
      { chatId: chat.id, action: { kind: 'delete-messages' }, error: { code: 'forbidden' } },
    ]);
  });

  it('are deleted one by one where only some are refused', async () => {
    const { store, service, sink, clock } = await openWorld();
    service.failNext('deleteChatMessages', { code: 'validation', outcome: 'refused' }, { times: 2 });
    remove();
    await clock.advance(0);
    expect(store.messages.map(({ key }) => key)).toContain(IN);
    expect(store.hasMessage(OUT)).toBe(false);
    expect(sink.refusals).toHaveLength(1);
  });

  it('whose answer was lost are read by themselves before they are deleted again', async () => {
    const { store, service, sink, clock } = await openWorld();
    service.failNext('deleteChatMessages', { code: 'server', outcome: 'unknown' }, { isAfter: true });
    remove();
    await clock.advance(30_000);
    expect(service.callsOf('deleteChatMessages')).toHaveLength(1);
    expect([service.callsOf('getReply').length, service.callsOf('getOutboundMessage').length]).toEqual([1, 1]);
    expect([store.deletions, sink.refusals]).toEqual([[], []]);
    expect(store.hasMessage(IN)).toBe(false);
  });

  it('are deleted again when they are still there, and given up after five times', async () => {
    const { store, service, sink, clock } = await openWorld();
    service.failNext('deleteChatMessages', { code: 'server', outcome: 'unknown' }, { times: 1_000 });
    remove([IN]);
    await clock.advance(300_000);
    expect(service.callsOf('deleteChatMessages')).toHaveLength(5);
    expect(store.messages.map(({ key }) => key)).toContain(IN);
    expect(sink.refusals).toHaveLength(1);
  });

  it('go without a word when the chat was deleted elsewhere and they with it', async () => {
    const { store, service, sink, clock } = await openWorld();
    service.chats = [];
    service.inbound = [];
    service.outbound = [];
    remove();
    await clock.advance(30_000);
    expect([store.deletions, sink.refusals]).toEqual([[], []]);
    expect(store.hasMessage(IN)).toBe(false);
  });

  it('wait for the link, also over the end of the app', async () => {
    const { store, service, sync, clock } = await openWorld();
    service.failNext('any', { code: 'offline' }, { times: 10_000 });
    remove();
    await clock.advance(20_000);
    expect(store.deletions).toHaveLength(2);
    await sync.dispose();
    service.heal();
    fakes = createSyncOnFakes({ store, service, clock });
    fakes.sync.start();
    await clock.advance(5_000);
    expect(store.deletions).toEqual([]);
    expect(service.inbound.map(({ key }) => key)).toEqual([OTHER]);
  });
});
