import { describe, expect, it } from 'vitest';
import { DEBORAH, DemoOnFakeTimers } from './demo-on-fake-timers.ts';

describe('DEMO-14: quirks', () => {
  it('are everything that a tolerant reader has to expect', async () => {
    const demo = new DemoOnFakeTimers({ quirks: true });
    const [chat] = await demo.list('/chats?orderBy=messageTime&pinned=1');
    expect(chat).toMatchObject({
      id: expect.stringMatching(/^\d+$/) as unknown,
      unread: '2',
      phone: `+${DEBORAH}`,
      updatedAt: expect.stringMatching(/\.000Z$/) as unknown,
      country: null,
      pinned: 1,
      internalRank: 0.75,
    });
    expect(await demo.one('/user')).toMatchObject({ timezone: { timezone: 'Europe\\/London' }, currency: null });
    const messages = await demo.list('/messages?limit=100');
    expect(messages.some((message) => message['status'] === 'z')).toBe(true);
    const contact = await demo.one(`/contacts/phone/${DEBORAH}`);
    expect(contact['customFields']).toContainEqual(
      expect.objectContaining({
        value: 'Dr Hollis',
        userCustomField: expect.objectContaining({ name: 'Vet' }) as unknown,
      }),
    );
  });

  it('leave ids, paging and texts as they are', async () => {
    const demo = new DemoOnFakeTimers();
    for (const path of ['/messages?limit=100', '/replies?limit=100', '/chats?limit=100', '/contacts?limit=50']) {
      const plain = (await demo.list(path)).map((row) => [String(row['id']), row['text'], row['lastMessage']]);
      demo.service.settings.quirks = true;
      const odd = (await demo.list(path)).map((row) => [String(row['id']), row['text'], row['lastMessage']]);
      demo.service.settings.quirks = false;
      expect(odd).toEqual(plain);
    }
  });

  it('work in the other shape too, and are off unless asked for', async () => {
    const demo = new DemoOnFakeTimers({ shapes: 'spec', quirks: true });
    const { body } = await demo.get('/chats?limit=5');
    expect(Array.isArray(body)).toBe(true);
    expect(JSON.stringify(body)).toContain('internalRank');
    expect(JSON.stringify((await new DemoOnFakeTimers().get('/chats')).body)).not.toContain('internalRank');
  });
});
