import { describe, expect, it } from 'vitest';
import { DAY_MS, NOON, buildChat } from '#test/unit/store/builders.ts';
import { useCacheAtStep, toEarlyChatColumns } from './cache-at-step.ts';

const MONTH_MS = 30 * DAY_MS;

describe('0011 of cache.db', () => {
  const cache = useCacheAtStep();
  const { goTo, insert } = cache;

  it('counts the chats that are there, by shelf, pin and time, the muted ones apart', () => {
    goTo(10);
    const add = (id: number, said: Parameters<typeof buildChat>[1], sortAt: number): void => {
      insert('chats', { ...toEarlyChatColumns(buildChat(id, said)), sort_at: sortAt });
    };
    const [month, day] = [Math.floor(NOON / MONTH_MS), Math.floor(NOON / DAY_MS)];
    add(1, { unreadCount: 3 }, NOON);
    add(2, { unreadCount: 2, isMuted: true }, NOON);
    add(3, {}, NOON - MONTH_MS);
    add(4, { isPinned: true, unreadCount: 1 }, NOON);
    add(5, { status: 'closed' }, 0);
    goTo(11);
    const sql = `
      SELECT shelf, is_pinned, number, chats, unread_chats, loud_chats, loud_messages FROM chat_counts WHERE days = ?`;
    const toExpected = (now: number, before: number) => [
      { shelf: 0, is_pinned: 1, number: now, chats: 1, unread_chats: 1, loud_chats: 1, loud_messages: 1 },
      { shelf: 0, is_pinned: 0, number: now, chats: 2, unread_chats: 2, loud_chats: 1, loud_messages: 3 },
      { shelf: 0, is_pinned: 0, number: before, chats: 1, unread_chats: 0, loud_chats: 0, loud_messages: 0 },
      { shelf: 1, is_pinned: 0, number: 0, chats: 1, unread_chats: 0, loud_chats: 0, loud_messages: 0 },
    ];
    expect(cache.db.all(sql, [30])).toEqual(toExpected(month, month - 1));
    expect(cache.db.all(sql, [1])).toEqual(toExpected(day, day - 30));
  });
});
