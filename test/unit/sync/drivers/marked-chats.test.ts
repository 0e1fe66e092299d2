import { afterEach, describe, expect, it } from 'vitest';
import type { Message } from '#shared/domain/entities.ts';
import type { SyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';
import { createSyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';
import { makeChat, makeMessage, range } from '#test/support/sync/builders.ts';

const CHATS = 300;
const GONE = { code: 'not-found', outcome: 'refused' } as const;

let fakes: SyncOnFakes;

/** A service without an inbound feed whose chats have one message each, all of them here. */
async function openWorld(): Promise<SyncOnFakes> {
  fakes = createSyncOnFakes();
  const { service, clock, sync } = fakes;
  service.chats = range(1, CHATS).map((id) => makeChat(id));
  service.add(...range(1, CHATS).map((id) => say(id, id, clock.now() - 86_400_000)));
  service.failNext('listReplies', GONE, { times: Infinity });
  sync.start();
  await clock.advance(15 * 60_000);
  return fakes;
}

/** A text of the person of that chat. */
function say(chatId: number, id: number, at: number): Message {
  return makeMessage('in', id, { phone: makeChat(chatId).phone, at });
}

/** The people of these chats write at once; the ids of their texts. */
function write(chatIds: readonly number[]): readonly Message[] {
  const { service, clock } = fakes;
  const texts = chatIds.map((chatId) => say(chatId, 1_000 + chatId, clock.now()));
  service.add(...texts);
  for (const chatId of chatIds) service.changeChat(makeChat(chatId).id, { unreadCount: 1 });
  return texts;
}

const missing = (texts: readonly Message[]): number => texts.filter(({ key }) => !fakes.store.hasMessage(key)).length;

afterEach(() => fakes.sync.dispose());

describe('without an inbound feed', () => {
  it('the messages of 25 chats that change at once are here within a minute', async () => {
    const { clock } = await openWorld();
    const texts = write(range(1, 25));
    await clock.advance(60_000);
    expect(missing(texts)).toBe(0);
  });

  it('so are those of several hundred chats', async () => {
    const { clock } = await openWorld();
    const texts = write(range(1, CHATS));
    await clock.advance(150_000);
    expect(missing(texts)).toBe(0);
  });

  it('the messages are here too where a sweep of all chats was the first to see that they changed', async () => {
    const { clock, service, store } = await openWorld();
    const texts = write(range(1, 60));
    const page = await service.listChats(
      { status: 'active', orderBy: 'messageTime', page: 1, limit: 60 },
      { priority: 'sync' },
    );
    await store.commitChats({ chats: page.items });
    await clock.advance(60_000);
    expect(missing(texts)).toBe(0);
  });

  it('what was not read when the app ended is read after its next start', async () => {
    const { clock, store, service, sync } = await openWorld();
    const texts = write(range(1, CHATS));
    service.failNext('listChatMessages', { code: 'offline' }, { times: Infinity });
    await clock.advance(60_000);
    await sync.dispose();
    expect(missing(texts)).toBe(CHATS);
    service.heal();
    service.failNext('listReplies', GONE, { times: Infinity });
    fakes = createSyncOnFakes({ clock, store, service });
    fakes.sync.start();
    await clock.advance(150_000);
    expect(missing(texts)).toBe(0);
  });

  it('a chat whose messages are refused does not keep the others from being read', async () => {
    const { clock, service } = await openWorld();
    const texts = write(range(1, 40));
    const refused = makeChat(7).id;
    service.beforeAnswer = ({ method, query }) => {
      const isRefused = method === 'listChatMessages' && (query as { chatId: number }).chatId === refused;
      if (isRefused) service.failNext('listChatMessages', { code: 'server', outcome: 'refused' });
    };
    await clock.advance(120_000);
    expect(missing(texts)).toBe(1);
    service.beforeAnswer = () => undefined;
    await clock.advance(10 * 60_000);
    expect(missing(texts)).toBe(0);
  });

  it('a chat in which much was said meanwhile is read down to what was known', async () => {
    const { clock, service } = await openWorld();
    const many = range(1, 180).map((step) => say(9, 5_000 + step, clock.now() - 500 + step));
    service.add(...many);
    service.changeChat(makeChat(9).id, { unreadCount: 180 });
    await clock.advance(120_000);
    expect(missing(many)).toBe(0);
  });

  it('a chat is read once for each change of it, and not when nothing happens', async () => {
    const { clock, service } = await openWorld();
    write([3]);
    await clock.advance(60_000);
    service.calls.length = 0;
    await clock.advance(10 * 60_000);
    expect(service.callsOf('listChatMessages')).toEqual([]);
  });

  it('those of hundreds of chats that changed while the app was closed are here soon after its start', async () => {
    const { clock, store, service, sync } = await openWorld();
    await sync.dispose();
    const texts = write(range(1, CHATS));
    fakes = createSyncOnFakes({ clock, store, service });
    fakes.sync.start();
    await clock.advance(150_000);
    expect(missing(texts)).toBe(0);
  });
});

describe('with an inbound feed', () => {
  it('chats that changed are not read one by one, also when the feed is taken for missing later', async () => {
    fakes = createSyncOnFakes();
    const { service, clock, sync } = fakes;
    service.chats = range(1, CHATS).map((id) => makeChat(id));
    service.add(...range(1, CHATS).map((id) => say(id, id, clock.now() - 86_400_000)));
    sync.start();
    await clock.advance(15 * 60_000);
    const texts = write(range(1, 60));
    await clock.advance(60_000);
    expect(missing(texts)).toBe(0);
    service.calls.length = 0;
    service.failNext('listReplies', GONE, { times: Infinity });
    await clock.advance(5 * 60_000);
    expect(service.callsOf('listChatMessages').length).toBeLessThanOrEqual(1);
  });
});
