import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toChatId } from '#shared/domain/ids.ts';
import type { Chat, Message } from '#shared/domain/entities.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { MINUTE_MS, NOON, buildChat, buildMessage, phoneOf } from '../builders.ts';

/** Instants of incoming messages of the first chat. */
const AT = [0, 1, 2, 3, 4].map((minute) => NOON + minute * MINUTE_MS);
const incoming = (id: number, said: Partial<Message> = {}): Message =>
  buildMessage(`in:${id}`, { at: AT[id] ?? NOON, ...said });

describe('what is unread', () => {
  let store: StoreInOneThread;
  beforeEach(() => (store = new StoreInOneThread()));
  afterEach(() => store.close());

  const unread = (id = 1): number | undefined =>
    store.ask('findChat', { chatId: toChatId(id), phone: null })?.unreadCount;
  const total = (): number => store.ask('countUnread', {}).messages;
  const say = (unreadCount: number, upTo: number | null, more: Partial<Chat> = {}) => {
    const updatedAt = upTo === null ? null : (AT[upTo] ?? null);
    store.run('commitChats', { chats: [buildChat(1, { unreadCount, updatedAt, ...more })] });
  };
  const arrive = (...messages: Message[]) => store.run('commitMessages', { messages, source: 'page' });
  const read = (isRead: boolean): number | null => store.act(1, { kind: 'read', isRead });
  const finish = (actionId: number | null) => store.run('finishActions', { actionIds: [actionId ?? 0] });

  it('changes in the transaction of the message, and not once more when the chat says so too', () => {
    say(1, 1);
    arrive(incoming(2));
    expect(store.changes?.chatIds).toEqual([1]);
    expect([unread(), total()]).toEqual([2, 2]);
    say(2, 2);
    expect([unread(), total()]).toEqual([2, 2]);
  });

  it('is right when the chat says it before the message is here', () => {
    say(2, 2);
    arrive(incoming(2), incoming(1));
    expect(unread()).toBe(2);
    arrive(incoming(3));
    expect(unread()).toBe(3);
  });

  describe('that a person marked read, and took that back', () => {
    /** Nine were unread, they are read at the service, and marked unread again. */
    const restore = (): void => {
      say(9, 1);
      finish(read(true));
      say(0, 1);
      const action = store.act(1, { kind: 'read', isRead: false, unreadCount: 9 });
      expect([unread(), total()]).toEqual([9, 9]);
      finish(action);
      say(1, 1);
    };

    it('has the number of before, also when the service counts one, and every newer text on top', () => {
      restore();
      expect([unread(), total()]).toEqual([9, 9]);
      arrive(incoming(2));
      expect([unread(), total()]).toEqual([10, 10]);
      say(2, 2);
      expect([unread(), total()]).toEqual([10, 10]);
      say(3, 3);
      arrive(incoming(3));
      expect([unread(), total()]).toEqual([11, 11]);
    });

    it('keeps the number through other actions, and gives it back to one that is undone again', () => {
      restore();
      store.act(1, { kind: 'pin', isPinned: true });
      expect(unread()).toBe(9);
      const input = { chatIds: [toChatId(1)], action: { kind: 'read', isRead: true }, at: NOON, dueAt: NOON } as const;
      expect(store.run('applyActions', input).applied).toMatchObject([{ unreadCount: 9 }]);
      expect(unread()).toBe(0);
    });

    it('follows reading elsewhere, and does not come back with the next text', () => {
      restore();
      say(0, 1);
      expect([unread(), total()]).toEqual([0, 0]);
      arrive(incoming(2));
      say(1, 2);
      expect([unread(), total()]).toEqual([1, 1]);
    });

    it('follows reading elsewhere that nobody saw before the next text', () => {
      restore();
      arrive(incoming(2));
      say(1, 2);
      expect([unread(), total()]).toEqual([1, 1]);
    });

    it('follows the service where that counts as many', () => {
      say(9, 1);
      read(true);
      finish(store.act(1, { kind: 'read', isRead: false, unreadCount: 9 }));
      say(9, 1);
      say(8, 1);
      expect([unread(), total()]).toEqual([8, 8]);
    });

    it('counts in the total of the service as the service does', () => {
      restore();
      arrive(incoming(2));
      expect(store.ask('getUnreadTotal', {})).toBe(2);
    });
  });

  it('counts a message of a chat that nobody knew once the chat is here', () => {
    arrive(incoming(1));
    expect(total()).toBe(0);
    say(1, 1);
    expect([unread(), total()]).toEqual([1, 1]);
  });

  it('counts texts that came in only: no history, nothing of ours, no call, none of the same instant', () => {
    say(1, 2);
    arrive(incoming(0), incoming(1), incoming(2), buildMessage('out:9', { at: NOON + 9 * MINUTE_MS }));
    arrive(incoming(3, { kind: 'call' }), incoming(7, { at: AT[2] ?? 0 }));
    expect(unread()).toBe(1);
  });

  it('adds nothing to a chat whose row names no last message', () => {
    say(2, null);
    arrive(incoming(1));
    expect(unread()).toBe(2);
  });

  it('follows reading elsewhere', () => {
    say(1, 1);
    arrive(incoming(2));
    say(0, 2);
    expect([unread(), total()]).toEqual([0, 0]);
  });

  it('loses a message that is gone, and stays right when the chat then names an earlier one', () => {
    say(0, 1);
    arrive(incoming(1), incoming(2));
    expect(unread()).toBe(1);
    store.run('removeMessages', { keys: [incoming(2).key] });
    expect(unread()).toBe(0);
    arrive(incoming(2), incoming(3));
    say(2, 3);
    // Deleted at the service; here it is not known yet.
    say(1, 2);
    expect(unread()).toBe(1);
  });

  it('counts a message for the open chat of its number, not for a closed one', () => {
    const chats = [buildChat(1, { phone: phoneOf(1), status: 'closed', updatedAt: AT[0] ?? 0 })];
    store.run('commitChats', { chats: [...chats, buildChat(2, { phone: phoneOf(1), updatedAt: AT[1] ?? 0 })] });
    arrive(incoming(2));
    expect([unread(1), unread(2), total()]).toEqual([0, 1, 1]);
  });

  it('counts no message twice where the row of another chat of its number covers it', () => {
    const sayOther = (unreadCount: number, upTo: number) => {
      const said = { phone: phoneOf(1), status: 'closed', unreadCount, updatedAt: AT[upTo] ?? null } as const;
      store.run('commitChats', { chats: [buildChat(2, said)] });
    };
    say(1, 1, { status: 'closed' });
    sayOther(2, 3);
    arrive(incoming(1), incoming(2), incoming(3));
    expect([unread(), unread(2)]).toEqual([1, 2]);
    say(1, 1, { status: 'active' });
    expect([unread(), unread(2)]).toEqual([1, 2]);
    arrive(incoming(4));
    expect([unread(), unread(2)]).toEqual([2, 2]);
    sayOther(3, 4);
    expect([unread(), unread(2)]).toEqual([1, 3]);
  });

  it('is in the total once the service has opened a closed chat again', () => {
    say(0, 1, { status: 'closed' });
    arrive(incoming(2));
    expect([unread(), total()]).toEqual([1, 0]);
    say(1, 2);
    expect([unread(), total()]).toEqual([1, 1]);
  });

  it('leaves muted and closed chats out of the total, and agrees with the counts of the list', () => {
    const far = NOON + 60 * MINUTE_MS;
    const muted = { isMuted: true, mutedUntil: far, unreadCount: 5 };
    const chats = [buildChat(1, { unreadCount: 2 }), buildChat(2, muted), buildChat(3, { unreadCount: 1 })];
    store.run('commitChats', { chats: [...chats, buildChat(4, { unreadCount: 7, status: 'closed' })] });
    expect(store.ask('countUnread', {})).toEqual({ messages: 3, chats: 2 });
    expect(store.ask('countChats', {})).toMatchObject({ unread: 3, lamp: 2 });
    store.now = far;
    expect(store.ask('countUnread', {})).toEqual({ messages: 8, chats: 3 });
    expect(store.ask('countChats', {})).toMatchObject({ unread: 3, lamp: 3 });
  });

  describe('after somebody here read the chat', () => {
    it('is nothing until something new comes, whatever row comes meanwhile', () => {
      say(1, 1);
      arrive(incoming(2));
      read(true);
      expect([unread(), total()]).toEqual([0, 0]);
      say(1, 1);
      say(2, 2);
      expect(unread()).toBe(0);
      // Nobody tells the service any more that it was read.
      arrive(incoming(3));
      expect(unread()).toBe(3);
      say(3, 3);
      expect(unread()).toBe(3);
    });

    it('goes by times of the service, whatever the clock of this computer says', () => {
      for (const at of [NOON - 86_400_000, NOON + 86_400_000]) {
        say(1, 1);
        store.act(1, { kind: 'read', isRead: true }, { at });
        expect(unread()).toBe(0);
        arrive(incoming(2));
        expect(unread()).toBe(2);
        store.run('removeMessages', { keys: [incoming(2).key] });
      }
    });

    it('stays read when the service confirms, until its next row, and then by that', () => {
      say(1, 1);
      arrive(incoming(2));
      const pending = read(true);
      finish(pending);
      expect(unread()).toBe(0);
      say(0, 1);
      expect(unread()).toBe(0);
      say(0, 2);
      arrive(incoming(3));
      expect(unread()).toBe(1);
    });

    it('is put back when the service refuses and its row comes', () => {
      say(2, 2);
      const pending = read(true);
      finish(pending);
      say(2, 2);
      expect(unread()).toBe(2);
    });

    it('is replayed over a cache that was read anew, with what came since', () => {
      say(1, 1);
      arrive(incoming(1));
      read(true);
      const fresh = new StoreInOneThread();
      try {
        for (const row of store.owned.all<Record<string, string>>('SELECT * FROM pending_actions')) {
          const columns = Object.keys(row);
          const sql = `INSERT INTO pending_actions (${columns.join()}) VALUES (${columns.map((name) => `@${name}`).join()})`;
          fresh.owned.run(sql, row);
        }
        fresh.run('commitChats', { chats: [buildChat(1, { unreadCount: 2, updatedAt: AT[2] ?? 0 })] });
        fresh.run('commitMessages', { messages: [incoming(1), incoming(2)], source: 'page' });
        expect(fresh.ask('countUnread', {})).toEqual({ messages: 2, chats: 1 });
      } finally {
        fresh.close();
      }
    });
  });

  it('is one after somebody here marked the chat unread, and more with what comes', () => {
    say(0, 1);
    const pending = read(false);
    expect(unread()).toBe(1);
    arrive(incoming(2));
    expect(unread()).toBe(2);
    finish(pending);
    say(1, 2);
    expect(unread()).toBe(1);
  });

  it('is nothing new to a chat that is pinned or closed meanwhile', () => {
    say(1, 1);
    read(true);
    store.act(1, { kind: 'pin', isPinned: true });
    expect(unread()).toBe(0);
  });
});
