import { describe, expect, it } from 'vitest';
import { toChatColumns } from '#main/store/rows/chat-row.ts';
import { buildChat } from '#test/unit/store/builders.ts';
import { useCacheAtStep } from './cache-at-step.ts';

describe('0015 of cache.db', () => {
  const cache = useCacheAtStep();

  it('marks those who wait, and takes along only what lists ask about', () => {
    const insert = (id: number, waitingSince: number | null): unknown =>
      cache.insert('chats', { ...toChatColumns(buildChat(id)), unread_count: 0, waiting_since: waitingSince });
    cache.goTo(14);
    insert(10, 5);
    insert(11, null);
    cache.goTo(15);
    expect(cache.db.all('SELECT id, is_waiting FROM chats ORDER BY id')).toEqual([
      { id: 10, is_waiting: 1 },
      { id: 11, is_waiting: 0 },
    ]);
    const columns = cache.db.all<{ name: string }>(`SELECT name FROM pragma_index_info('chats_by_shelf')`);
    const names = columns.map(({ name }) => name);
    expect(names).toContain('is_waiting');
    expect(names).not.toContain('waiting_since');
    expect(cache.db.all(`SELECT 1 FROM sqlite_schema WHERE name = 'messages_answers'`)).toEqual([]);
  });
});
