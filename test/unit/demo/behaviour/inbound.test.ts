import { describe, expect, it } from 'vitest';
import { BARRY_BLOCKED, CALLUM, DEBORAH, DemoOnFakeTimers } from '../demo-on-fake-timers.ts';

describe('a message that comes in', () => {
  it('raises the unread count, moves updatedAt and is in all three places', async () => {
    const demo = new DemoOnFakeTimers();
    const before = await demo.one(`/chats/${CALLUM}/by/phone`);
    demo.timers.advance(5_000);
    const message = demo.service.receive({ sender: `+${CALLUM}`, text: 'Here!' });
    const chat = await demo.one(`/chats/${CALLUM}/by/phone`);
    expect(chat).toMatchObject({ unread: Number(before['unread']) + 1, lastMessage: 'Here!', direction: 'i' });
    expect(chat['updatedAt']).toBe('2026-11-20T09:54:05+0000');
    expect((await demo.list('/replies?limit=1'))[0]).toMatchObject({ id: message?.id, sender: CALLUM, text: 'Here!' });
    expect((await demo.list(`/chats/${String(chat['id'])}/message?limit=1`))[0]).toMatchObject({ text: 'Here!' });
  });

  it('opens a closed chat, and makes one for an unknown number', async () => {
    const demo = new DemoOnFakeTimers();
    const chat = await demo.one(`/chats/${DEBORAH}/by/phone`);
    await demo.post('/chats/status', { id: chat['id'], status: 'c' });
    demo.service.receive({ sender: DEBORAH, text: 'x' });
    expect((await demo.one(`/chats/${DEBORAH}/by/phone`))['status']).toBe('a');
    demo.service.receive({ sender: '447700900001', text: 'x' });
    expect(await demo.one('/chats/447700900001/by/phone')).toMatchObject({ status: 'a', unread: 1 });
  });

  it('DEMO-10: is not taken from a blocked number or from ourselves', () => {
    const demo = new DemoOnFakeTimers();
    const before = demo.service.world.inbound.rows.length;
    expect(demo.service.receive({ sender: BARRY_BLOCKED, text: 'x' })).toBeNull();
    expect(demo.service.receive({ sender: '447700900002', text: 'x' })).toBeNull();
    expect(demo.service.world.inbound.rows).toHaveLength(before);
  });

  it.each(['STOP', ' stop ', 'Unsubscribe'])('DEMO-10: "%s" unsubscribes', async (text) => {
    const demo = new DemoOnFakeTimers();
    demo.service.receive({ sender: CALLUM, text });
    expect((await demo.one(`/chats/${CALLUM}/by/phone`))['unsubscribedContactId']).toEqual(expect.any(Number));
  });

  it('that only contains the word does not unsubscribe', async () => {
    const demo = new DemoOnFakeTimers();
    demo.service.receive({ sender: CALLUM, text: 'please stop by at 5' });
    expect((await demo.one(`/chats/${CALLUM}/by/phone`))['unsubscribedContactId']).toBeNull();
  });

  it('DEMO-6: inbound and outbound ids are sequences of their own that overlap', () => {
    const { world } = new DemoOnFakeTimers().service;
    const outbound = new Set(world.outbound.rows.map(({ id }) => id));
    expect(world.inbound.rows.filter(({ id }) => outbound.has(id)).length).toBeGreaterThan(100);
  });
});
