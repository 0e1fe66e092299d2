import { describe, expect, it } from 'vitest';
import { toShownUnread } from '#main/store/core/unread.ts';
import type { UnreadParts } from '#main/store/core/unread.ts';

/** Incoming messages at the instants 1 to 5. */
const countSince = (at: number): number => [1, 2, 3, 4, 5].filter((messageAt) => messageAt > at).length;
const count = (parts: Partial<UnreadParts>): number =>
  toShownUnread({ serviceUnread: 0, countedTo: null, act: null, restored: null, ...parts }, countSince);

describe('the shown unread count', () => {
  it('is what the service counted and what came since', () => {
    expect([5, 4, 3].map((countedTo) => count({ serviceUnread: 2, countedTo }))).toEqual([2, 3, 4]);
  });

  it('adds nothing where nobody knows what the service counted', () => {
    expect(count({ serviceUnread: 2, countedTo: null })).toBe(2);
  });

  it('is what came after a person read the chat', () => {
    const read = (upToAt: number | null) => ({ act: { isRead: true, upToAt, unreadCount: 0 } });
    expect(count({ serviceUnread: 2, countedTo: 3, ...read(5) })).toBe(0);
    expect(count({ serviceUnread: 2, countedTo: 3, ...read(4) })).toBe(1);
    expect(count({ serviceUnread: 2, countedTo: 3, ...read(null) })).toBe(0);
  });

  it('is never more after reading than the service and the messages say', () => {
    expect(count({ serviceUnread: 0, countedTo: 5, act: { isRead: true, upToAt: 3, unreadCount: 0 } })).toBe(0);
    expect(count({ serviceUnread: 1, countedTo: 5, act: { isRead: true, upToAt: 3, unreadCount: 0 } })).toBe(1);
  });

  it('is at least one after a person marked it unread, and what came since on top', () => {
    const unread = (upToAt: number | null) => ({ act: { isRead: false, upToAt, unreadCount: 1 } });
    expect(count({ serviceUnread: 0, countedTo: 5, ...unread(5) })).toBe(1);
    expect(count({ serviceUnread: 3, countedTo: 5, ...unread(5) })).toBe(3);
    expect(count({ serviceUnread: 0, countedTo: 4, ...unread(4) })).toBe(2);
    expect(count({ serviceUnread: 0, countedTo: null, ...unread(null) })).toBe(1);
  });

  it('is the number that a person restored and what came since, until the service says that it was read', () => {
    const restored = { upToAt: 3, unreadCount: 9 };
    expect(count({ serviceUnread: 0, countedTo: 3, act: { isRead: false, ...restored } })).toBe(11);
    expect(count({ serviceUnread: 1, countedTo: 3, restored })).toBe(11);
    expect(count({ serviceUnread: 3, countedTo: 5, restored })).toBe(11);
    expect(count({ serviceUnread: 2, countedTo: 5, restored })).toBe(2);
    expect(count({ serviceUnread: 0, countedTo: 5, restored })).toBe(0);
  });
});
