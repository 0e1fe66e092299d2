import { describe, expect, it } from 'vitest';
import { toBadge, UnreadBadge } from '#main/services/notifications/unread-badge.ts';
import type { BadgeView } from '#shared/domain/desktop.ts';

describe('the number on the icon', () => {
  it('is that of chats, of texts, or none', () => {
    const unread = { chats: 7, messages: 12 };
    expect(toBadge(unread, 'chats')).toEqual({ count: 7, text: '7', description: '7 unread chats' });
    expect(toBadge(unread, 'messages')).toEqual({ count: 12, text: '12', description: '12 unread texts' });
    expect(toBadge(unread, 'none')).toEqual({ count: 0, text: '', description: '' });
    expect(toBadge({ chats: 1, messages: 1 }, 'chats').description).toBe('1 unread chat');
    expect(toBadge({ chats: 1, messages: 1 }, 'messages').description).toBe('1 unread text');
  });

  it('is never wider than two figures', () => {
    expect(toBadge({ chats: 99, messages: 0 }, 'chats').text).toBe('99');
    expect(toBadge({ chats: 100, messages: 0 }, 'chats')).toMatchObject({ count: 100, text: '99+' });
  });

  it('is told at first, and then when it changes', () => {
    const told: BadgeView[] = [];
    const badge = new UnreadBadge({ setBadge: (view) => told.push(view) > 0 });
    badge.clear();
    const show = (chats: number): void => badge.show(toBadge({ chats, messages: chats }, 'chats'));
    for (const chats of [0, 0, 2, 2, 100, 101]) show(chats);
    badge.clear();
    badge.clear();
    expect(told.map(({ description }) => description)).toEqual([
      ...['', '2 unread chats', '100 unread chats', '101 unread chats', ''],
    ]);
  });
});
