import { describe, expect, it } from 'vitest';
import { DEBORAH, DemoOnFakeTimers } from './demo-on-fake-timers.ts';

describe('members of a list', () => {
  it('change five times in a second at most, by resetting and adding together', async () => {
    const demo = new DemoOnFakeTimers();
    const body = { contacts: '220001' };
    const statuses: number[] = [];
    for (const method of ['POST', 'PUT', 'POST', 'PUT', 'POST', 'PUT', 'POST']) {
      statuses.push((await demo.call(method, '/lists/71001/contacts', body)).status);
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429]);
    // Taking off is not of those routes.
    expect((await demo.call('DELETE', '/lists/71001/contacts', body)).status).toBe(204);
    demo.timers.advance(1_001);
    expect((await demo.call('PUT', '/lists/71001/contacts', body)).status).toBe(201);
  });

  it('may be named in the query when they are taken off, and by numbers as text', async () => {
    const demo = new DemoOnFakeTimers();
    const { world } = demo.service;
    const [first] = world.contacts.rows;
    if (first === undefined) throw new Error('There are no contacts');
    first.listIds = [71_001, 71_002];
    expect((await demo.call('DELETE', `/lists/71001/contacts?contacts=${first.id}`)).status).toBe(204);
    expect(first.listIds).toEqual([71_002]);
  });

  it('leave no trace when their only list goes: no contact, no notes, no number; the chat stays', async () => {
    const demo = new DemoOnFakeTimers();
    const { world } = demo.service;
    const deborah = world.findContactByPhone(DEBORAH);
    if (deborah === undefined) throw new Error('Deborah is gone');
    expect(world.contactNotes.rows.some(({ contactId }) => contactId === deborah.id)).toBe(true);
    deborah.listIds = [71_007];
    expect((await demo.call('DELETE', '/lists/71007')).status).toBe(204);
    expect(world.contactNotes.rows.filter(({ contactId }) => contactId === deborah.id)).toEqual([]);
    expect((await demo.get(`/contacts/phone/${DEBORAH}`)).status).toBe(404);
    expect(await demo.one(`/chats/${DEBORAH}/by/phone?reopen=0`)).toMatchObject({ phone: DEBORAH, contact: null });
  });

  // Row by row, as removing one after another would be, it takes minutes.
  it('of 100,000 contacts are reset, counted and deleted', { timeout: 60_000 }, async () => {
    const demo = new DemoOnFakeTimers();
    const { world } = demo.service;
    const [first] = world.contacts.rows;
    if (first === undefined) throw new Error('There are no contacts');
    for (let at = 0; at < 100_000; at += 1) {
      const phone = String(4_475_000_000_000 + at);
      world.addContact({ ...first, id: world.contacts.nextId(), phone, listIds: [71_001], values: {}, tagIds: [] });
    }
    await demo.call('PUT', '/lists/71005/contacts', { contacts: 'all' });
    expect(Number((await demo.one('/lists/71005'))['membersCount'])).toBeGreaterThan(100_000);
    await demo.call('POST', '/lists/71005/contacts', { contacts: String(first.id) });
    expect(await demo.one('/lists/71005')).toMatchObject({ membersCount: 1 });
    await demo.call('POST', '/lists/delete', { all: 1 });
    const own = world.contacts.rows.filter(({ userId }) => userId === undefined);
    expect(own.every(({ listIds }) => listIds.length === 0)).toBe(true);
  });
});

describe('whoever unsubscribes', () => {
  it('by STOP is off all lists and cannot be taken back by the account, not even when it did the same before', async () => {
    const demo = new DemoOnFakeTimers();
    const { world } = demo.service;
    expect((await demo.post('/unsubscribers', { phone: `+${DEBORAH}` })).status).toBe(201);
    demo.service.receive({ sender: DEBORAH, text: 'Stop.' });
    expect(world.unsubscribed.rows.filter(({ phone }) => phone === DEBORAH)).toHaveLength(1);
    expect(world.findContactByPhone(DEBORAH)?.listIds).toEqual([]);
    expect((await demo.post('/contacts/resubscribe', { phone: DEBORAH })).status).toBe(403);
  });
});
