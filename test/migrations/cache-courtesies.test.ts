import { describe, expect, it } from 'vitest';
import { toChatColumns } from '#main/store/rows/chat-row.ts';
import { buildChat, phoneOf } from '#test/unit/store/builders.ts';
import { useCacheAtStep } from './cache-at-step.ts';

describe('0021 of cache.db', () => {
  const cache = useCacheAtStep();
  let seq = 0;
  const receive = (id: number, at: number, text: string): unknown =>
    cache.insert('messages', {
      ...{ seq: (seq += 1), sequence: 'in', direction: 'in', id: seq, phone: phoneOf(id), text, at, kind: 'text' },
      ...{ first_name: '', last_name: '' },
    });
  const insert = (id: number, last: Readonly<Record<string, string | number | null>>): unknown =>
    cache.insert('chats', {
      ...{ ...toChatColumns(buildChat(id)), unread_count: 0, answered_at: 2, waiting_since: 5, is_waiting: 1 },
      ...{ last_key: 'in:1', last_at: 9, last_direction: 'in', last_text: '', ...last },
    });

  it('takes those off the list of who waits that only thank us', () => {
    cache.goTo(20);
    insert(1, {});
    receive(1, 5, 'Thanks');
    receive(1, 6, '👍');
    insert(2, {});
    receive(2, 5, 'Thanks');
    receive(2, 9, 'When do you open');
    // Only the service's summary tells of these.
    insert(3, { last_key: null, last_text: 'ok' });
    insert(4, { last_key: null, last_text: 'Is it open' });
    cache.goTo(21);
    expect(cache.db.all('SELECT id, waiting_since, is_waiting FROM chats ORDER BY id')).toEqual([
      { id: 1, waiting_since: null, is_waiting: 0 },
      { id: 2, waiting_since: 9, is_waiting: 1 },
      { id: 3, waiting_since: null, is_waiting: 0 },
      { id: 4, waiting_since: 9, is_waiting: 1 },
    ]);
  });
});
