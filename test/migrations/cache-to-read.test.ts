import { describe, expect, it } from 'vitest';
import { toChatColumns } from '#main/store/rows/chat-row.ts';
import { buildChat } from '#test/unit/store/builders.ts';
import { useCacheAtStep } from './cache-at-step.ts';

describe('0016 of cache.db', () => {
  const cache = useCacheAtStep();

  it('marks no chat that was here before, and gives a chat that is marked again a higher mark', () => {
    cache.goTo(15);
    cache.insert('chats', { ...toChatColumns(buildChat(10)), unread_count: 0 });
    cache.goTo(16);
    expect(cache.db.all('SELECT * FROM chats_to_read')).toEqual([]);
    const mark = 'REPLACE INTO chats_to_read (chat_id) VALUES (10) RETURNING mark';
    const marks = [1, 2].map(() => cache.db.all<{ mark: number }>(mark)[0]?.mark ?? 0);
    expect(marks[1]).toBeGreaterThan(marks[0] ?? 0);
    expect(cache.db.all('SELECT chat_id FROM chats_to_read')).toEqual([{ chat_id: 10 }]);
  });
});
