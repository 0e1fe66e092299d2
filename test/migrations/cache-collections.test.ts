import { describe, expect, it } from 'vitest';
import { toContactColumns, toListColumns } from '#main/store/rows/contact-row.ts';
import { buildChat, buildContact, buildList, phoneOf } from '#test/unit/store/builders.ts';
import { useCacheAtStep, toEarlyChatColumns } from './cache-at-step.ts';

describe('cache.db, 0008', () => {
  const cache = useCacheAtStep();
  const { goTo, insert } = cache;

  it('keeps contacts with their numbers, and does not take "not said" for "not blocked" any more', () => {
    goTo(7);
    insert('contacts', toContactColumns(buildContact(1, { isBlocked: true, email: 'z@x.test' })));
    insert('contacts', toContactColumns(buildContact(2, { isBlocked: false })));
    goTo(8);
    const rows = cache.db.all('SELECT id, phone, email, is_blocked, fields FROM contacts ORDER BY id');
    expect(rows).toEqual([
      { id: 1, phone: phoneOf(1), email: 'z@x.test', is_blocked: 1, fields: '[]' },
      { id: 2, phone: phoneOf(2), email: '', is_blocked: null, fields: '[]' },
    ]);
    const plan = cache.db.all<{ detail: string }>('EXPLAIN QUERY PLAN SELECT * FROM contacts WHERE phone = ?', ['1']);
    expect(plan[0]?.detail).toContain('contacts_by_phone');
  });

  it('keeps who is on which list, and the names of lists that are not listed', () => {
    goTo(7);
    insert('lists', toListColumns(buildList(1, { name: 'Own' })));
    for (const contact_id of [1, 2]) {
      insert('contact_lists', { contact_id, list_id: 1, name: 'Formerly' });
      insert('contact_lists', { contact_id, list_id: 2, name: 'Shared' });
    }
    goTo(8);
    expect(cache.db.all('SELECT contact_id, list_id FROM contact_lists ORDER BY list_id, contact_id')).toEqual([
      { contact_id: 1, list_id: 1 },
      { contact_id: 2, list_id: 1 },
      { contact_id: 1, list_id: 2 },
      { contact_id: 2, list_id: 2 },
    ]);
    expect(cache.db.all('SELECT * FROM list_names')).toEqual([{ list_id: 2, name: 'Shared' }]);
  });

  it('lets what a chat says afterwards win over the registers', () => {
    goTo(8);
    insert('chats', { ...toEarlyChatColumns(buildChat(1)), is_blocked: 1, is_unsubscribed: 1 });
    insert('blocked_contacts', { id: 5, phone: phoneOf(1) });
    insert('unsubscribers', { id: 6, phone: phoneOf(1), first_name: '', last_name: '', unsubscribed_at: null });
    const count = (table: string): unknown => cache.db.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n;
    cache.db.run('UPDATE chats SET unread_count = 3');
    expect([count('blocked_contacts'), count('unsubscribers')]).toEqual([1, 1]);
    cache.db.run('UPDATE chats SET is_blocked = 0, is_unsubscribed = 0');
    expect([count('blocked_contacts'), count('unsubscribers')]).toEqual([0, 0]);
  });
});
