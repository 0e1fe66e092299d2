import { afterEach, describe, expect, it } from 'vitest';
import { toMessageKey } from '#shared/domain/ids.ts';
import type { Message } from '#shared/domain/entities.ts';
import type { SyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';
import { createSyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';
import { makeChat, makeMessage, range } from '#test/support/sync/builders.ts';

const CHAT = makeChat(3);

let fakes: SyncOnFakes;

/** One chat with that many messages an hour apart, of which the feeds brought only the newest hundred. */
async function openWorld(count: number, days: 30 | null = null): Promise<SyncOnFakes> {
  fakes = createSyncOnFakes();
  const { service, clock, sync } = fakes;
  service.chats = [CHAT];
  const at = (id: number): number => clock.now() - (count - id + 1) * 3_600_000;
  service.add(...range(1, count).map((id) => makeMessage('in', id, { phone: CHAT.phone, at: at(id) })));
  sync.setHistory({ days, isPaused: days !== null });
  sync.start();
  await clock.advance(90_000);
  service.calls.length = 0;
  return fakes;
}

function makeCall(id: number, at: number): Message {
  return makeMessage('in', id, { key: toMessageKey('call', id), kind: 'call', phone: CHAT.phone, at, text: '' });
}

const queriesOf = ({ service }: SyncOnFakes): { page: number; withCalls?: boolean; period?: object }[] =>
  service.callsOf('listChatMessages').map(({ query }) => query as { page: number });

afterEach(() => fakes.sync.dispose());

describe('a chat that is opened', () => {
  it('is read with its calls, whose ids are a sequence of their own', async () => {
    const { service, store, sync, clock } = await openWorld(20);
    const call = makeCall(5, clock.now() - 1_000);
    service.voiceCalls = [call];
    sync.openChat(CHAT.id);
    await clock.advance(0);
    expect(store.messageOf(call.key)?.kind).toBe('call');
    expect(store.messageOf(makeMessage('in', 5).key)?.kind).toBe('text');
  });

  it('is read without calls where the service takes the question for a mistake, and asked so from then on', async () => {
    const { service, sync, clock, store } = await openWorld(20);
    service.refusesCalls = true;
    service.add(makeMessage('in', 21, { phone: CHAT.phone, at: clock.now() }));
    sync.openChat(CHAT.id);
    await clock.advance(0);
    expect(store.hasMessage(makeMessage('in', 21).key)).toBe(true);
    expect(queriesOf(fakes).map(({ withCalls }) => withCalls ?? false)).toEqual([true, false]);
    await clock.advance(6_000);
    sync.openChat(CHAT.id);
    await clock.advance(0);
    expect(queriesOf(fakes).at(-1)?.withCalls).toBeUndefined();
  });

  it('loses what was deleted at the service, once that was asked for by itself (SYNC-12)', async () => {
    const { service, sync, clock, store } = await openWorld(20);
    service.inbound = service.inbound.filter(({ id }) => id !== 12 && id !== 20);
    sync.openChat(CHAT.id);
    await clock.advance(1_000);
    expect(store.hasMessage(makeMessage('in', 12).key)).toBe(false);
    expect(store.hasMessage(makeMessage('in', 20).key)).toBe(false);
    const asked = service.callsOf('getReply').map(({ query }) => (query as { replyId: number }).replyId);
    expect(asked.sort((a, b) => a - b)).toEqual([12, 20]);
  });

  it('loses a call that two readings left out, since calls cannot be asked for', async () => {
    const { service, sync, clock, store } = await openWorld(20);
    const call = makeCall(5, clock.now() - 60_000);
    service.voiceCalls = [call];
    sync.openChat(CHAT.id);
    await clock.advance(6_000);
    service.voiceCalls = [];
    sync.openChat(CHAT.id);
    await clock.advance(6_000);
    expect(store.hasMessage(call.key)).toBe(true);
    await clock.advance(120_000);
    sync.openChat(CHAT.id);
    await clock.advance(6_000);
    expect(store.hasMessage(call.key)).toBe(false);
  });

  it('loses a message that two readings left out and that this account may not ask for by itself', async () => {
    const { service, sync, clock, store } = await openWorld(20);
    service.failNext('getReply', { code: 'forbidden', outcome: 'refused' }, { times: Infinity });
    service.inbound = service.inbound.filter(({ id }) => id !== 12);
    sync.openChat(CHAT.id);
    await clock.advance(6_000);
    expect(store.hasMessage(makeMessage('in', 12).key)).toBe(true);
    await clock.advance(120_000);
    sync.openChat(CHAT.id);
    await clock.advance(6_000);
    expect(store.hasMessage(makeMessage('in', 12).key)).toBe(false);
  });

  it('is complete from its beginning when its last page was read', async () => {
    const { store, sync, clock } = await openWorld(20);
    sync.openChat(CHAT.id);
    await clock.advance(0);
    expect(await store.getCompleteness({ chatId: CHAT.id })).toMatchObject({ fromAt: null, gaps: [] });
  });
});

/** A chat whose newest page and one old stretch are known: a gap lies between them. */
async function openWithGap(): Promise<SyncOnFakes> {
  await openWorld(800, 30);
  const { service, store, clock, sync } = fakes;
  // Only the opening's pages came by the feeds: what is older is paused.
  const old = service.inbound.filter(({ id }) => id <= 100);
  const covers = {
    kind: 'chat',
    chatId: CHAT.id,
    fromAt: null,
    toAt: Math.max(...old.map(({ at }) => at)),
    withCalls: true,
  } as const;
  await store.commitMessages({ messages: old, source: 'page', covers });
  sync.openChat(CHAT.id);
  await clock.advance(1_000);
  service.calls.length = 0;
  return fakes;
}

describe('a gap in a chat', () => {
  it('is read by its period, and is none any more', async () => {
    const { store, sync, clock } = await openWithGap();
    const [gap, ...others] = (await store.getCompleteness({ chatId: CHAT.id }))?.gaps ?? [];
    if (gap === undefined) throw new Error('There is a gap to fill');
    expect(others).toEqual([]);
    const filled = sync.fillGap(CHAT.id, gap);
    await clock.advance(0);
    await filled;
    expect((await store.getCompleteness({ chatId: CHAT.id }))?.gaps).toEqual([]);
    expect(store.messagesCount).toBe(800);
    expect(queriesOf(fakes).every(({ period }) => period !== undefined)).toBe(true);
  });

  it.each(['ignored', 'refused'] as const)('is read page by page where the period is %s', async (periods) => {
    const { store, sync, clock, service } = await openWithGap();
    service.periods = periods;
    const [gap] = (await store.getCompleteness({ chatId: CHAT.id }))?.gaps ?? [];
    if (gap === undefined) throw new Error('There is a gap to fill');
    const filled = sync.fillGap(CHAT.id, gap);
    await clock.advance(0);
    await filled;
    expect((await store.getCompleteness({ chatId: CHAT.id }))?.gaps).toEqual([]);
    expect(store.messagesCount).toBe(800);
  });

  it('stays, and says why, where the link is lost', async () => {
    const { store, sync, clock, service } = await openWithGap();
    const [gap] = (await store.getCompleteness({ chatId: CHAT.id }))?.gaps ?? [];
    if (gap === undefined) throw new Error('There is a gap to fill');
    service.failNext('any', { code: 'offline' }, { times: 100 });
    const filled = sync.fillGap(CHAT.id, gap);
    const refused = expect(filled).rejects.toMatchObject({ code: 'offline' });
    await clock.advance(0);
    await refused;
    expect(sync.getStatus().link).toBe('offline');
  });

  it('on the newest page is filled when the chat is opened, by itself', async () => {
    const { service, store, sync, clock } = await openWorld(40);
    await sync.dispose();
    // Hours go by; a callback brings the newest message, and the rest is behind it.
    clock.jump(6 * 3_600_000);
    const at = (id: number): number => clock.now() - (900 - id) * 20_000;
    service.add(...range(41, 899).map((id) => makeMessage('in', id, { phone: CHAT.phone, at: at(id) })));
    fakes = createSyncOnFakes({ service, store, clock });
    service.failNext('listReplies', { code: 'server', outcome: 'refused' }, { times: 1_000 });
    fakes.sync.start();
    await clock.advance(3_000);
    fakes.sync.openChat(CHAT.id);
    await clock.advance(1_000);
    const known = await store.getCompleteness({ chatId: CHAT.id });
    expect(known?.gaps.filter(({ toAt }) => toAt > at(500))).toEqual([]);
    expect(store.messagesCount).toBeGreaterThan(500);
  });
});
