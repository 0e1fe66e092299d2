import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Overlays } from '#renderer/app/overlays.svelte.ts';
import { Search } from '#renderer/features/search/search.svelte.ts';
import { buildChat, buildMessage, FakeBridge, toProblem } from '#test/support/fake-bridge.ts';

const deborah = {
  id: 11,
  phone: '447700900318',
  name: 'Deborah Okonkwo',
  company: '',
  email: '',
  country: 'GB',
  avatarId: null,
  isBlocked: false,
  isFavorite: false,
  isShared: false,
  fields: [{ id: 1, name: 'Pet', value: 'Biscuit' }],
  lists: [],
};
const HERE = { id: 1, title: 'Deborah Okonkwo' };

function setUp() {
  const bridge = new FakeBridge();
  const { data } = bridge;
  data.chats = [buildChat(), buildChat({ id: 2, phone: '447700900405', name: 'Tom Abara', contactId: null })];
  data.contacts.push(deborah);
  data.messages.set(1, [buildMessage({ key: 'in:1', text: 'A bisque for lunch' })]);
  data.messages.set(2, [buildMessage({ key: 'in:2', text: 'A box of biscuits', at: 5_000 })]);
  return { bridge, search: new Search(bridge, new Overlays(() => null)) };
}
const everywhere = { scope: 'all', chat: null } as const;
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the palette', () => {
  it('offers the first chats before anything is typed, and opens them', async () => {
    const { search } = setUp();
    search.open(everywhere);
    await settle();
    expect(search.look).toBe('recent');
    expect(search.options.map(({ key }) => key)).toEqual(['chat:1', 'chat:2']);
    expect(await search.accept()).toMatchObject({ kind: 'chat' });
  });

  it('finds people and messages as one types, people first', async () => {
    const { bridge, search } = setUp();
    search.open(everywhere);
    search.type('bisc');
    expect(bridge.inputsOf('search.find')).toHaveLength(1);
    await settle();
    expect(search.groups.map(({ kind }) => kind)).toEqual(['people', 'messages']);
    expect(search.options.map(({ key }) => key)).toEqual(['person:11:447700900318', 'message:2:in:2']);
    expect(search.active).toBe(0);
  });

  it('SEARCH-UI-1: asks one question at a time and the newest next', async () => {
    const { bridge, search } = setUp();
    search.open(everywhere);
    const release = bridge.hold('search.find');
    for (const query of ['b', 'bi', 'bis', 'bisq']) search.type(query);
    await settle();
    expect(bridge.inputsOf('search.find').map(({ query }) => query)).toEqual(['b']);
    release();
    await settle();
    expect(bridge.inputsOf('search.find').map(({ query }) => query)).toEqual(['b', 'bisq']);
    expect(search.answers.answer?.query).toBe('bisq');
    expect(search.options).toHaveLength(1);
  });

  it('SEARCH-UI-2: keeps what was found while the next answer is on its way', async () => {
    const { bridge, search } = setUp();
    search.open(everywhere);
    search.type('bisc');
    await settle();
    const release = bridge.hold('search.find');
    search.type('biscotti');
    await settle();
    expect(search.look).toBe('found');
    release();
    await settle();
    expect(search.look).toBe('nothing');
  });

  it('SEARCH-UI-2: says of nothing that it is not there before the answer', async () => {
    const { bridge, search } = setUp();
    search.open(everywhere);
    const release = bridge.hold('search.find');
    search.type('zzz');
    await settle();
    expect(search.look).toBe('waiting');
    release();
    await settle();
    expect(search.look).toBe('nothing');
  });

  it('SEARCH-UI-2: does not take the emptiness of one segment for that of another', async () => {
    const { bridge, search } = setUp();
    search.open(everywhere);
    search.type('box');
    await settle();
    const release = bridge.hold('search.find');
    search.choose('people');
    await settle();
    expect(search.look).toBe('waiting');
    release();
    await settle();
    expect(search.look).toBe('nothing');
  });

  it('SEARCH-UI-3: opens what was typed, not what an older answer had first', async () => {
    const { bridge, search } = setUp();
    search.open(everywhere);
    search.type('bisc');
    await settle();
    const release = bridge.hold('search.find');
    search.type('box');
    const opened = search.accept();
    await settle();
    release();
    expect(await opened).toMatchObject({ key: 'message:2:in:2' });
  });

  it('SEARCH-UI-3: opens nothing where typing went on after Enter', async () => {
    const { bridge, search } = setUp();
    search.open(everywhere);
    const release = bridge.hold('search.find');
    search.type('bisc');
    const opened = search.accept();
    search.type('biscu');
    release();
    expect(await opened).toBeNull();
  });

  it('moves round the ends, and keeps the place when the same words are asked again', async () => {
    const { bridge, search } = setUp();
    search.open(everywhere);
    search.type('bisc');
    await settle();
    search.move(-1);
    expect(search.active).toBe(1);
    bridge.resync();
    await settle();
    expect(search.active).toBe(1);
    search.move(1);
    expect(search.active).toBe(0);
    search.type('bis');
    await settle();
    expect(search.active).toBe(0);
  });

  it('goes through the segments in both directions', () => {
    const { search } = setUp();
    search.open(everywhere);
    search.cycle(1);
    expect(search.scope).toBe('chats');
    search.cycle(-1);
    search.cycle(-1);
    expect(search.scope).toBe('actions');
    search.cycle(1);
    expect(search.scope).toBe('all');
  });

  it('searches one chat, and everywhere once that is left, with the same words', async () => {
    const { bridge, search } = setUp();
    search.open({ scope: 'messages', chat: HERE });
    search.type('bis');
    await settle();
    expect(search.options.map(({ key }) => key)).toEqual(['message:1:in:1']);
    search.cycle(1);
    expect(search.scope).toBe('messages');
    search.leaveChat();
    await settle();
    expect(bridge.inputsOf('search.find').at(-1)).toMatchObject({ query: 'bis', scope: 'all', chatId: null });
    expect(search.options).toHaveLength(3);
  });

  it('keeps the words for the same chat, and begins anew elsewhere', async () => {
    const { search } = setUp();
    search.open({ scope: 'messages', chat: HERE });
    search.type('bis');
    await settle();
    search.close();
    search.open({ scope: 'messages', chat: HERE });
    expect(search.query).toBe('bis');
    search.close();
    search.open({ scope: 'messages', chat: { id: 2, title: 'Tom Abara' } });
    expect(search.query).toBe('');
    expect(search.answers.answer).toBeNull();
  });

  it('leads to the rest of a group where not all of it is shown', async () => {
    const { bridge, search } = setUp();
    const many = Array.from({ length: 12 }, (_, index) =>
      buildMessage({ key: `in:${String(index)}`, text: 'bisc', at: index }),
    );
    bridge.data.messages.set(1, many);
    search.open(everywhere);
    search.type('bisc');
    await settle();
    expect(search.options.at(-1)).toMatchObject({ kind: 'more', scope: 'chats' });
    search.choose('chats');
    await settle();
    expect(search.options).toHaveLength(14);
    expect(search.options.at(-1)?.kind).toBe('message');
  });

  it('says that it failed, and asks again', async () => {
    const { bridge, search } = setUp();
    bridge.fail('search.find', toProblem('disconnected'));
    search.open(everywhere);
    search.type('bisc');
    await settle();
    expect(search.look).toBe('failed');
    expect(await search.accept()).toBeNull();
    bridge.fail('search.find', null);
    search.ask();
    await settle();
    expect(search.look).toBe('found');
  });

  it('speaks of the count once typing has come to rest', async () => {
    const { search } = setUp();
    search.open(everywhere);
    for (const query of ['b', 'bi', 'bis']) {
      search.type(query);
      await vi.advanceTimersByTimeAsync(200);
      expect(search.answers.heard).toBeNull();
    }
    await vi.advanceTimersByTimeAsync(1_000);
    expect(search.answers.heard?.query).toBe('bis');
  });

  it('asks nothing for an empty field, and takes no answer that comes after it was emptied', async () => {
    const { bridge, search } = setUp();
    search.open(everywhere);
    const release = bridge.hold('search.find');
    search.type('bisc');
    search.type('  ');
    release();
    await settle();
    expect(search.look).toBe('recent');
    expect(bridge.inputsOf('search.find')).toHaveLength(1);
  });

  it('forgets everything with the account', async () => {
    const { search } = setUp();
    search.open({ scope: 'messages', chat: HERE });
    search.type('bis');
    await settle();
    search.dispose();
    expect([search.isOpen, search.query, search.chat, search.options]).toEqual([false, '', null, []]);
  });

  it('STATE-5: ends its listener, and a late answer changes nothing', async () => {
    const { bridge, search } = setUp();
    search.open(everywhere);
    const release = bridge.hold('search.find');
    search.type('bisc');
    search.dispose();
    release();
    await settle();
    expect(search.answers.answer).toBeNull();
    expect(bridge.listenerCount).toBe(0);
  });
});
