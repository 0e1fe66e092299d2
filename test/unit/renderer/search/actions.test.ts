import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChatView } from '#shared/contract/index.ts';
import { filterActions, rateAction, type ActionSource, type PaletteAction } from '#renderer/lib/actions.ts';
import { Overlays } from '#renderer/app/overlays.svelte.ts';
import { Search } from '#renderer/features/search/search.svelte.ts';
import { buildChat, buildMessage, FakeBridge, toProblem } from '#test/support/fake-bridge.ts';

const build = (id: string, title: string, words = '', more: Partial<PaletteAction> = {}): PaletteAction => ({
  id,
  title,
  detail: '',
  words,
  keyLabels: [],
  run: () => undefined,
  ...more,
});
const CLOSE = build('close', 'Close chat', 'archive done');
const MUTE = build('mute', 'Mute', 'silence quiet', { detail: '8 hours' });
const SETTINGS = build('settings:keyboard', 'Settings: Keyboard', 'preferences');
const NEW = build('new', 'New message', 'write', { detail: 'to “bisc”', isAlways: true });

describe('finding actions', () => {
  it('goes by the words in any order, by their beginnings, without case or accents', () => {
    expect(rateAction(SETTINGS, 'keyb SETT')).toBe(2);
    expect(rateAction(build('x', 'Écrire un message'), 'ecr')).toBe(2);
    expect(rateAction(CLOSE, 'arch')).toBe(1);
    expect(rateAction(MUTE, 'mute 8')).toBe(2);
    expect(rateAction(CLOSE, 'close mute')).toBe(0);
  });

  it('has titles before other words, and what is always offered last', () => {
    const actions = [NEW, build('a', 'Archive list'), CLOSE];
    expect(filterActions(actions, 'archive').map(({ id }) => id)).toEqual(['a', 'close', 'new']);
    expect(filterActions(actions, 'bisc').map(({ id }) => id)).toEqual(['new']);
  });
});

describe('actions in the palette', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());
  const settle = () => vi.advanceTimersByTimeAsync(0);

  function setUp(open: ChatView | null = null) {
    const bridge = new FakeBridge();
    bridge.data.chats = [buildChat(), buildChat({ id: 2, phone: '447700900405', name: 'Tom Abara', contactId: null })];
    const { phone, name } = buildChat();
    const contact = { id: 11, phone, name, company: '', email: '', country: 'GB', avatarId: null };
    const own = { isBlocked: false, isFavorite: false, isShared: false, fields: [], lists: [] };
    bridge.data.contacts.push({ ...contact, ...own });
    const search = new Search(bridge, new Overlays(() => null));
    const source: ActionSource = {
      forChat: () => [CLOSE, MUTE],
      anywhere: (query) => [query === '' ? { ...NEW, detail: '' } : NEW, SETTINGS],
      openChat: () => open,
    };
    const withdraw = search.offer(source);
    search.open({ scope: 'all', chat: null });
    const kinds = () => search.groups.map(({ kind }) => kind);
    const ids = () => search.options.map((option) => (option.kind === 'action' ? option.action.id : option.kind));
    return { bridge, search, withdraw, kinds, ids };
  }

  it('are for the open chat and for anywhere before something is typed', async () => {
    const { search, kinds } = setUp(buildChat({ id: 2 }));
    await settle();
    expect(kinds()).toEqual(['chats', 'actions', 'anywhere']);
    expect(search.groups[1]?.chat?.id).toBe(2);
  });

  it('are for anywhere before the open chat where a title says what was typed', async () => {
    const { search, ids } = setUp(buildChat({ id: 3, name: 'Zoë' }));
    const READ = build('read', 'Mark as read', 'new unread');
    search.offer({
      forChat: () => [READ, CLOSE],
      anywhere: () => [NEW, SETTINGS],
      openChat: () => buildChat({ id: 3 }),
    });
    search.type('new');
    await vi.advanceTimersByTimeAsync(500);
    expect(ids().filter((id) => id === 'new' || id === 'read')).toEqual(['new', 'read']);
    search.type('close');
    await vi.advanceTimersByTimeAsync(500);
    expect(ids()).toContain('close');
    expect(ids().indexOf('close')).toBeLessThan(ids().indexOf('new'));
  });

  it('are for who was found first, whatever was typed to find them', async () => {
    const { search, kinds } = setUp(buildChat({ id: 2 }));
    search.type('deborah');
    await settle();
    expect(kinds()).toEqual(['people', 'actions', 'anywhere', 'older']);
    expect(search.groups[1]?.chat?.id).toBe(1);
  });

  it('stand before messages where their name is what was typed, and Enter runs them', async () => {
    const { search, ids } = setUp(buildChat({ id: 2 }));
    search.type('close');
    await settle();
    expect(ids()[0]).toBe('close');
    expect(await search.accept()).toMatchObject({ kind: 'action' });
  });

  it('are alone in their segment, without a question to the cache', async () => {
    const { bridge, search, ids } = setUp(buildChat());
    search.choose('actions');
    search.type('keyb');
    await settle();
    expect(ids()).toEqual(['settings:keyboard', 'new']);
    expect(bridge.inputsOf('search.find')).toEqual([]);
  });

  it('of a result are one Tab away, and Backspace leads back to what was typed', async () => {
    const { search, ids } = setUp();
    search.type('deborah');
    await settle();
    const done = search.actOnActive();
    await settle();
    expect(await done).toBe(true);
    expect([search.target?.id, search.query, ids()]).toEqual([1, '', ['close', 'mute']]);
    search.type('mu');
    expect(ids()).toEqual(['mute']);
    search.leaveChat();
    await settle();
    expect([search.target, search.query]).toEqual([null, 'deborah']);
    expect(ids()[0]).toBe('person');
  });

  it('of a result are one Tab away also while that is being looked for', async () => {
    const { bridge, search, ids } = setUp();
    const release = bridge.hold('search.find');
    search.type('deborah');
    const done = search.actOnActive();
    await settle();
    expect(search.target).toBeNull();
    release();
    expect(await done).toBe(true);
    expect([search.target?.id, ids()]).toEqual([1, ['close', 'mute']]);
  });

  it('are not shown once typing went on, nor is another place searched', async () => {
    const { bridge, search } = setUp();
    const release = bridge.hold('search.find');
    search.type('deborah');
    const done = search.actOnActive();
    search.type('deborah o');
    release();
    expect([await done, search.target, search.query]).toEqual([true, null, 'deborah o']);
  });

  it('are none where nothing was found', async () => {
    const { search } = setUp();
    search.type('zzzz');
    expect(await search.actOnActive()).toBe(false);
  });

  it('go with the screen that offers them', async () => {
    const { withdraw, kinds } = setUp(buildChat());
    await settle();
    withdraw();
    expect(kinds()).toEqual(['chats']);
  });

  it('lead to the service first where nothing is here', async () => {
    const { search, ids } = setUp();
    search.type('zzzz');
    await settle();
    expect(search.look).toBe('nothing');
    expect(ids()).toEqual(['older', 'new']);
  });
});

describe('searching the service', () => {
  const CHAT = { id: 1, title: 'Deborah' };

  /** A chat with an old message that only the service has. */
  function setUp() {
    const bridge = new FakeBridge();
    bridge.data.chats = [buildChat()];
    bridge.data.service.set(1, [buildMessage({ key: 'in:1', text: 'A bisque' })]);
    const search = new Search(bridge, new Overlays(() => null));
    search.open({ scope: 'all', chat: null });
    return { bridge, search };
  }

  it('shows what it found until something else is typed', async () => {
    const { search } = setUp();
    search.type('bisq');
    await search.older.ask('bisq');
    expect(search.look).toBe('found');
    expect(search.options).toMatchObject([{ kind: 'service-chat', hasText: true }]);
    search.type('bisque');
    expect(search.older.step.kind).toBe('idle');
    search.dispose();
  });

  it('says that it asks, that there is nothing, and why it could not', async () => {
    const { bridge, search } = setUp();
    const asked = search.older.ask('zebra');
    expect(search.look).toBe('waiting');
    await asked;
    expect(search.look).toBe('nothing');
    bridge.fail('search.askService', toProblem('offline'));
    await search.older.ask('zebra');
    expect(search.older.step).toMatchObject({ kind: 'failed', chat: null, problem: { code: 'offline' } });
    expect(search.look).toBe('failed');
    search.dispose();
  });

  it('drops an answer that comes after the palette was closed', async () => {
    const { bridge, search } = setUp();
    const release = bridge.hold('search.findInChat');
    const found = search.older.locate(CHAT, 'bisq');
    search.close();
    release();
    expect(await found).toBeNull();
    search.dispose();
  });

  it('finds the message of a chat, or says that there is none any more', async () => {
    const { search } = setUp();
    expect(await search.older.locate(CHAT, 'bisq')).toEqual({ chatId: 1, key: 'in:1' });
    expect(await search.older.locate(CHAT, 'zebra')).toBeNull();
    expect(search.older.step).toMatchObject({ kind: 'nothing', chat: 'Deborah' });
    search.dispose();
  });
});
