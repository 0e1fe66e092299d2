import { describe, expect, it } from 'vitest';
import { toChatColumns } from '#main/store/rows/chat-row.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { buildChat, phoneOf } from '#test/unit/store/builders.ts';
import { useCacheAtStep } from './cache-at-step.ts';

describe('0022 of cache.db', () => {
  const cache = useCacheAtStep();
  let seq = 0;
  const say = (phone: string, direction: 'in' | 'out', at: number, text: string): unknown =>
    cache.insert('messages', {
      ...{ seq: (seq += 1), sequence: direction, direction, id: seq, phone, text, at, kind: 'text' },
      ...{ first_name: '', last_name: '' },
    });
  const insert = (id: number, phone = phoneOf(id)): unknown =>
    cache.insert('chats', {
      ...{ ...toChatColumns(buildChat(id, { phone })), unread_count: 0, answered_at: 2, waiting_since: 5 },
      ...{ is_waiting: 1, last_key: 'in:1', last_at: 9, last_direction: 'in', last_text: '' },
    });

  it('takes those off the list of who waits that say what we asked for, or cannot be texted', () => {
    cache.goTo(21);
    insert(1);
    say(phoneOf(1), 'out', 2, 'Reply YES to confirm.');
    say(phoneOf(1), 'in', 5, 'Yes, thanks');
    insert(2);
    say(phoneOf(2), 'out', 2, 'Shall we say Friday?');
    say(phoneOf(2), 'in', 5, 'Yes');
    insert(3, toPhoneKey('petsure'));
    say('petsure', 'in', 5, 'Your claim has been approved.');
    cache.goTo(22);
    expect(cache.db.all('SELECT id, waiting_since, is_waiting FROM chats ORDER BY id')).toEqual([
      { id: 1, waiting_since: null, is_waiting: 0 },
      { id: 2, waiting_since: 5, is_waiting: 1 },
      { id: 3, waiting_since: null, is_waiting: 0 },
    ]);
  });
});
