import { afterEach, describe, expect, it } from 'vitest';
import type { CommitMessagesInput } from '#main/sync/ports.ts';
import { toChatId, toMessageKey } from '#shared/domain/ids.ts';
import { makeChat, makeMessage, range } from '#test/support/sync/builders.ts';
import { createSyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';
import type { SyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';

let fakes: SyncOnFakes;

async function openWorld(): Promise<SyncOnFakes> {
  fakes = createSyncOnFakes();
  fakes.sync.start();
  await fakes.clock.advance(30_000);
  const chats = range(1, 3).map((id) => makeChat(id, { status: 'closed', firstName: `Person ${String(id)}` }));
  fakes.service.chats = chats;
  fakes.service.add(...range(1, 3).map((id) => makeMessage('in', id, { text: id === 2 ? 'The Invoice' : 'Hello' })));
  fakes.service.calls.length = 0;
  return fakes;
}

/** What comes into the cache from now on, and what it is said to cover. */
function recordCommits(): CommitMessagesInput[] {
  const { store } = fakes;
  const commits: CommitMessagesInput[] = [];
  const commit = store.commitMessages.bind(store);
  store.commitMessages = (input) => {
    commits.push(input);
    return commit(input);
  };
  return commits;
}

afterEach(() => fakes.sync.dispose());

describe('searching at the service', () => {
  it('finds chats by what was written and by who they are with, and keeps them', async () => {
    const { sync, store, service } = await openWorld();
    expect(await sync.searchChats('invoice')).toEqual({ byText: [2], byPerson: [], hasMore: false });
    expect(await sync.searchChats('Person')).toEqual({ byText: [], byPerson: [1, 2, 3], hasMore: false });
    expect(store.chats.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(service.calls.every(({ priority }) => priority === 'user')).toBe(true);
  });

  it('says when there are more than the fifty that it brings', async () => {
    const { sync, service } = await openWorld();
    service.chats = range(1, 60).map((id) => makeChat(id, { firstName: 'Ada' }));
    const { byPerson, hasMore } = await sync.searchChats('Ada');
    expect([byPerson.length, hasMore]).toEqual([50, true]);
  });

  it('ends the search before', async () => {
    const { sync, service } = await openWorld();
    const gate = Promise.withResolvers<undefined>();
    service.beforeAnswer = ({ query }) => ((query as { text: string }).text === 'first' ? gate.promise : undefined);
    const first = sync.searchChats('first');
    const refused = expect(first).rejects.toMatchObject({ code: 'cancelled' });
    await expect(sync.searchChats('invoice')).resolves.toMatchObject({ byText: [2] });
    gate.resolve(undefined);
    await refused;
  });

  it('finds what it can where the service knows one of the searches only', async () => {
    const { sync, service } = await openWorld();
    service.failNext('searchChatsByRecipient', { code: 'not-found', outcome: 'refused' });
    expect(await sync.searchChats('invoice')).toEqual({ byText: [2], byPerson: [], hasMore: false });
  });

  it('rejects when the service cannot be asked', async () => {
    const { sync, service } = await openWorld();
    service.failNext('searchChats', { code: 'offline' });
    await expect(sync.searchChats('invoice')).rejects.toMatchObject({ code: 'offline' });
  });
});

describe('finding a text in a chat', () => {
  const phone = makeChat(1).phone;

  async function openChat(): Promise<SyncOnFakes> {
    await openWorld();
    fakes.service.inbound = [];
    fakes.service.add(
      ...range(1, 400).map((id) => makeMessage('in', id, { phone, text: id % 100 === 7 ? 'Café' : 'Hello' })),
    );
    return fakes;
  }

  it('reads the messages with that text into the cache and names the newest', async () => {
    const { sync, store } = await openChat();
    expect(await sync.findInChat(toChatId(1), 'Café')).toBe(toMessageKey('in', 307));
    expect([...store.messages].filter(({ text }) => text === 'Café')).toHaveLength(4);
  });

  it('claims to know nothing of what lies between them (SYNC-22)', async () => {
    const { sync, store } = await openChat();
    const commits = recordCommits();
    await sync.findInChat(toChatId(1), 'Café');
    expect(commits.map(({ messages, covers }) => [messages.length, covers])).toEqual([[4, undefined]]);
    expect(store.completeChatIds).not.toContain(toChatId(1));
  });

  it('finds nothing where no message has it', async () => {
    const { sync } = await openChat();
    expect(await sync.findInChat(toChatId(1), 'nowhere')).toBe(null);
    expect(await sync.findInChat(toChatId(-4), 'Café')).toBe(null);
  });

  it('rejects for a chat that is not there', async () => {
    const { sync } = await openChat();
    await expect(sync.findInChat(toChatId(99), 'Café')).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('reading a period of a chat', () => {
  it('brings its messages and covers just that', async () => {
    const { sync, store, service } = await openWorld();
    const { phone } = makeChat(1);
    service.inbound = [];
    service.add(...range(1, 300).map((id) => makeMessage('in', id, { phone })));
    const [fromAt, toAt] = [makeMessage('in', 100).at, makeMessage('in', 120).at];
    const commits = recordCommits();
    await sync.readPeriod(toChatId(1), { fromAt, toAt });
    const ids = [...store.messages].map(({ id }) => id).sort((a, b) => a - b);
    expect(ids).toEqual(range(100, 120));
    const covers = { kind: 'chat', chatId: toChatId(1), fromAt, toAt, withCalls: true };
    expect(commits.map((commit) => commit.covers)).toEqual([covers]);
  });
});
