import { describe, expect, it } from 'vitest';
import { toMessageColumns } from '#main/store/rows/message-row.ts';
import { NOON, buildChat, buildMessage } from '#test/unit/store/builders.ts';
import { useCacheAtStep, toEarlyChatColumns } from './cache-at-step.ts';

describe('0009 of cache.db', () => {
  const cache = useCacheAtStep();
  const { goTo, insert } = cache;

  it('takes what a chat showed as what the service said, counted up to its newest incoming message', () => {
    goTo(8);
    insert('chats', toEarlyChatColumns(buildChat(1, { unreadCount: 3, updatedAt: NOON })));
    insert('chats', toEarlyChatColumns(buildChat(-447700900001, { updatedAt: NOON })));
    goTo(9);
    const sql = 'SELECT id, unread_count, service_unread, counted_to, act_is_read FROM chats ORDER BY id DESC';
    expect(cache.db.all(sql)).toEqual([
      { id: 1, unread_count: 3, service_unread: 3, counted_to: NOON, act_is_read: null },
      { id: -447700900001, unread_count: 0, service_unread: 0, counted_to: null, act_is_read: null },
    ]);
  });

  it('knows the numbers that texts went from and came to so far', () => {
    goTo(8);
    insert('messages', { seq: 1, ...toMessageColumns(buildMessage('out:1', { ownNumber: 'KwikPet' })) });
    insert('messages', { seq: 2, ...toMessageColumns(buildMessage('in:1', { ownNumber: '+44 7700 900000' })) });
    insert('messages', { seq: 3, ...toMessageColumns(buildMessage('in:2', { ownNumber: '' })) });
    insert('chats', toEarlyChatColumns(buildChat(1, { from: '447700900777' })));
    goTo(9);
    const phones = cache.db
      .all<{ phone: string }>('SELECT phone FROM own_numbers ORDER BY phone')
      .map(({ phone }) => phone);
    expect(phones).toEqual(['447700900000', '447700900777', 'kwikpet']);
  });

  it('has nothing to tell and one row for each message and each piece of news', () => {
    goTo(9);
    const notice = { key: 'in:1', inbound_id: 1, phone: '44', at: NOON, state: 'due', decided_at: NOON };
    insert('notices', notice);
    expect(() => insert('notices', notice)).toThrow(/UNIQUE/);
    expect(() => insert('notices', { ...notice, key: 'in:2', state: 'new' })).toThrow(/CHECK/);
    const said = { direction: 'in', message_id: 1, letter: '', phone: '44', happened_at: NOON, seen_at: NOON };
    insert('arrivals', { ...said, via: 'poll' });
    expect(() => insert('arrivals', { ...said, via: 'callback' })).toThrow(/UNIQUE/);
  });
});
