import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Chat, Message } from '#shared/domain/entities.ts';
import { commands } from '#main/store/commands/table.ts';
import { Changes } from '#main/store/changes.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { DAY_MS, MINUTE_MS, NOON, buildAccount, buildChat, buildContact, buildMessage, phoneOf } from '../builders.ts';

const incoming = (id: number, said: Partial<Message> = {}): Message =>
  buildMessage(`in:${id}`, { at: NOON + id * MINUTE_MS, ...said });

describe('notices', () => {
  let store: StoreInOneThread;
  beforeEach(() => (store = new StoreInOneThread()));
  afterEach(() => store.close());

  const arrive = (...messages: Message[]) => store.run('commitMessages', { messages, source: 'page' });
  const say = (more: Partial<Chat> = {}) => store.run('commitChats', { chats: [buildChat(1, more)] });
  const open = () => store.run('openNotices', {});
  const take = (limit = 50): string[] => store.run('takeNotices', { limit }).map(({ key }) => key);

  /** The cache is gone, `owned.db` is not: the same commands on a cache that is read anew. */
  const loseCache = (): void => {
    const fresh = new StoreInOneThread();
    for (const row of store.owned.all<{ key: string; value: string }>('SELECT * FROM meta')) {
      fresh.owned.run('INSERT OR REPLACE INTO meta (key, value) VALUES (@key, @value)', row);
    }
    store.close();
    store = fresh;
  };

  it('begin when the first reading is over: what was there by then is no news (NOTICES-2)', () => {
    arrive(incoming(1), incoming(5));
    expect(take()).toEqual([]);
    open();
    arrive(incoming(3), incoming(6));
    expect(take()).toEqual(['in:6']);
  });

  it('begin with the first text that ever comes where there was none', () => {
    open();
    arrive(incoming(1));
    expect(take()).toEqual(['in:1']);
  });

  it('say who wrote what, oldest first, with the chat that belongs to it', () => {
    open();
    store.run('commitContacts', { contacts: [buildContact(1)] });
    const photo = { name: 'a.png', mimeType: 'image/png', sizeBytes: 1, url: null, previewUrl: null };
    arrive(incoming(2, { phone: phoneOf(2), text: '', files: [photo] }), incoming(1));
    say();
    expect(store.run('takeNotices', { limit: 5 })).toEqual([
      {
        ...{ key: 'in:1', phone: phoneOf(1), chatId: 1, name: 'Zoë Number 1' },
        ...{ text: 'Text of in:1', fileTypes: [], at: NOON + MINUTE_MS },
      },
      {
        ...{ key: 'in:2', phone: phoneOf(2), chatId: null, name: '' },
        ...{ text: '', fileTypes: ['image/png'], at: NOON + 2 * MINUTE_MS },
      },
    ]);
  });

  it('are given out once each, however often a text comes and by whatever way (NOTICES-1)', () => {
    open();
    arrive(incoming(1), incoming(2), incoming(3));
    expect([take(2), take(2), take(2)]).toEqual([['in:1', 'in:2'], ['in:3'], []]);
    store.run('commitMessages', { messages: [incoming(2)], source: 'single', via: 'callback' });
    store.run('removeMessages', { keys: [incoming(3).key] });
    arrive(incoming(3));
    open();
    expect(take()).toEqual([]);
  });

  it('are not made of what is ours, of calls, or of what is blocked; a STOP is one', () => {
    open();
    store.run('saveAccount', { account: buildAccount({ phone: '+44 7700 900000' }) });
    const chats = [buildChat(3, { isBlocked: true }), buildChat(4, { isUnsubscribed: true })];
    store.run('commitChats', { chats: [...chats, buildChat(5, { from: '+44 7700 900777' })] });
    store.run('commitContacts', { contacts: [buildContact(6, { isBlocked: true })] });
    store.run('commitRows', { name: 'blocked', rows: [buildContact(7)] });
    const own = ['447700900000', '447700900777', '447700900888'] as Chat['phone'][];
    arrive(buildMessage('out:1', { ownNumber: '+447700900888' }), incoming(1, { kind: 'call' }));
    arrive(...own.map((phone, index) => incoming(10 + index, { phone })));
    arrive(...[3, 4, 6, 7].map((number) => incoming(20 + number, { phone: phoneOf(number) })));
    expect(take()).toEqual(['in:24']);
  });

  it('are not made while the chat is muted, and not later either', () => {
    open();
    say({ isMuted: true, mutedUntil: NOON + 10 });
    arrive(incoming(1));
    store.now = NOON + 10;
    arrive(incoming(2));
    expect(take()).toEqual(['in:2']);
  });

  it('are taken back when the chat is muted or blocked before they are told', () => {
    open();
    say();
    arrive(incoming(1));
    say({ isMuted: true });
    expect(take()).toEqual([]);
    say();
    expect(take()).toEqual([]);
  });

  it('are taken back when the text is gone', () => {
    open();
    arrive(incoming(1), incoming(2));
    store.run('removeMessages', { keys: [incoming(1).key] });
    expect(take()).toEqual(['in:2']);
  });

  describe('of a chat that was read', () => {
    beforeEach(() => {
      open();
      say({ updatedAt: NOON });
    });

    it('are taken back up to what was read here', () => {
      arrive(incoming(1), incoming(2));
      store.act(1, { kind: 'read', isRead: true });
      arrive(incoming(3));
      expect(take()).toEqual(['in:3']);
    });

    it('are taken back up to what was read elsewhere, also when the row is here first', () => {
      arrive(incoming(1));
      say({ updatedAt: NOON + 2 * MINUTE_MS });
      arrive(incoming(2), incoming(3));
      expect(take()).toEqual(['in:3']);
    });

    it('stay for those that the service counts as unread, its newest', () => {
      arrive(incoming(1), incoming(2), incoming(3));
      say({ updatedAt: NOON + 3 * MINUTE_MS, unreadCount: 2 });
      expect(take()).toEqual(['in:2', 'in:3']);
    });

    it('stay where the row is older than the text, or says nothing of its time', () => {
      arrive(incoming(1));
      say({ updatedAt: NOON, lastText: 'older' });
      say({ updatedAt: null });
      expect(take()).toEqual(['in:1']);
    });
  });

  describe('over the end of the app', () => {
    const context = () => ({ owned: store.owned, cache: store.cache, now: store.now, changes: new Changes() });

    it('are neither doubled nor lost by a crash between the two files (NOTICES-3)', () => {
      open();
      arrive(incoming(1), incoming(2));
      const { takeNotices } = commands;
      // It ends after `owned.db` was written, before the cache was.
      if (takeNotices.file === 'cache') takeNotices.prepare?.(context(), { limit: 1 });
      expect([take(1), take(1), take(1)]).toEqual([['in:1'], ['in:2'], []]);
    });

    it('tell nothing old once the cache was lost and read anew, and all that came since (NOTICES-3)', () => {
      arrive(incoming(1));
      open();
      arrive(incoming(2), incoming(3), incoming(4));
      expect(take(2)).toEqual(['in:2', 'in:3']);
      loseCache();
      arrive(...[1, 2, 3, 4, 5].map((id) => incoming(id)));
      expect(take()).toEqual([]);
      open();
      expect(take()).toEqual(['in:4', 'in:5']);
      loseCache();
      arrive(...[1, 2, 3, 4, 5].map((id) => incoming(id)));
      open();
      arrive(incoming(6));
      expect(take()).toEqual(['in:6']);
    });

    it('tell nothing that was muted then once the cache was lost', () => {
      open();
      say({ isMuted: true });
      arrive(incoming(1));
      expect(take()).toEqual([]);
      loseCache();
      say();
      arrive(incoming(1));
      open();
      expect(take()).toEqual([]);
    });

    it('leave what was read meanwhile untold after the cache was lost', () => {
      open();
      arrive(incoming(1), incoming(2));
      loseCache();
      say({ updatedAt: NOON + MINUTE_MS });
      arrive(incoming(1), incoming(2));
      open();
      expect(take()).toEqual(['in:2']);
    });
  });

  it('are forgotten after thirty days, and still not told again (NOTICES-2)', () => {
    open();
    arrive(incoming(1), incoming(2));
    take();
    store.now = NOON + 31 * DAY_MS;
    arrive(incoming(3));
    expect(take()).toEqual(['in:3']);
    expect(store.cache.all('SELECT key FROM notices')).toEqual([{ key: 'in:3' }]);
    store.run('removeMessages', { keys: [incoming(2).key] });
    arrive(incoming(2));
    expect(take()).toEqual([]);
  });
});
