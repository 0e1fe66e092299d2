import { describe, expect, it } from 'vitest';
import { DEBORAH, DemoOnFakeTimers } from './demo-on-fake-timers.ts';

async function findId(demo: DemoOnFakeTimers, phone: string): Promise<number> {
  return Number((await demo.one(`/chats/${phone}/by/phone?reopen=0`))['id']);
}

describe('the list of chats', () => {
  it('has only open ones unless asked for closed or deleted ones', async () => {
    const demo = new DemoOnFakeTimers();
    for (const [query, status] of [
      ['', 'a'],
      ['&status=c', 'c'],
      ['&status=d', 'd'],
    ]) {
      const chats = await demo.list(`/chats?limit=100${query ?? ''}`);
      expect(chats.length).toBeGreaterThan(0);
      expect(new Set(chats.map((chat) => chat['status']))).toEqual(new Set([status]));
    }
  });

  it('is in the order asked for, pinned first when asked', async () => {
    const demo = new DemoOnFakeTimers();
    const byTime = await demo.list('/chats?limit=100&orderBy=messageTime&pinned=1');
    const pinned = byTime.map((chat) => chat['pinned']);
    expect(pinned.slice(0, 2)).toEqual([true, true]);
    expect(pinned.slice(2)).not.toContain(true);
    const unread = (await demo.list('/chats?limit=100&orderBy=unread')).map((chat) => Number(chat['unread']));
    expect(unread).toEqual([...unread].sort((a, b) => b - a));
    expect(unread[0]).toBe(9);
  });

  it('refuses an unknown order or status', async () => {
    const demo = new DemoOnFakeTimers();
    expect((await demo.get('/chats?orderBy=name')).status).toBe(400);
    expect((await demo.get('/chats?status=z')).status).toBe(400);
  });
});

describe('a chat by its number', () => {
  it.each([
    ['spec', 'a'],
    ['sdk', 'c'],
  ] as const)('in the shape %s a closed one is %s when reopen is not given', async (shapes, status) => {
    const demo = new DemoOnFakeTimers({ shapes });
    await demo.post('/chats/status', { id: await findId(demo, DEBORAH), status: 'c' });
    expect((await demo.one(`/chats/${DEBORAH}/by/phone`))['status']).toBe(status);
  });

  it('DEMO-7: reopen=0 and upsert=0 change nothing', async () => {
    const demo = new DemoOnFakeTimers();
    await demo.post('/chats/status', { id: await findId(demo, DEBORAH), status: 'c' });
    const before = JSON.stringify(demo.service.world.data);
    expect((await demo.one(`/chats/${DEBORAH}/by/phone?reopen=0&upsert=0`))['status']).toBe('c');
    expect((await demo.get('/chats/447700900001/by/phone?reopen=0&upsert=0')).status).toBe(404);
    expect(JSON.stringify(demo.service.world.data)).toBe(before);
  });

  it('is made by upsert, and found by a number with a plus', async () => {
    const demo = new DemoOnFakeTimers();
    const made = await demo.one('/chats/447700900001/by/phone?upsert=1');
    expect(made).toMatchObject({ phone: '447700900001', status: 'a', unread: 0, lastMessage: null, contact: null });
    expect((await demo.one('/chats/%2B447700900001/by/phone'))['id']).toBe(made['id']);
  });

  it.each(['foo', '12', '07700900001', '9'.repeat(300), '%20'])(
    'is not made of what is no number (%#)',
    async (phone) => {
      const demo = new DemoOnFakeTimers();
      const before = demo.service.world.chats.rows.length;
      expect((await demo.get(`/chats/${phone}/by/phone?upsert=1`)).status).toBe(404);
      expect(demo.service.world.chats.rows).toHaveLength(before);
    },
  );

  it('is found by a sender of letters', async () => {
    const demo = new DemoOnFakeTimers();
    const lettered = demo.service.world.chats.rows.find(({ phone }) => /^[A-Z]/i.test(phone));
    const found = await demo.one(`/chats/${String(lettered?.phone)}/by/phone?upsert=1`);
    expect(found).toMatchObject({ id: lettered?.id, phone: lettered?.phone });
  });
});

describe('the messages of a chat', () => {
  it('are of both sides, newest first unless turned round', async () => {
    const demo = new DemoOnFakeTimers();
    const id = await findId(demo, DEBORAH);
    const times = (await demo.list(`/chats/${id}/message?limit=100`)).map((one) => String(one['messageTime']));
    expect(times).toEqual([...times].sort().reverse());
    const [first] = await demo.list(`/chats/${id}/message?limit=1&direction=asc`);
    expect(first?.['messageTime']).toBe(
      (await demo.list(`/chats/${id}/message?limit=100&page=2`)).at(-1)?.['messageTime'] ?? times.at(-1),
    );
  });

  it('are filtered by text, whatever its case', async () => {
    const demo = new DemoOnFakeTimers();
    const id = await findId(demo, DEBORAH);
    const found = await demo.list(`/chats/${id}/message?query=NIL%20BY%20mouth`);
    expect(found.map((one) => one['text'])).toEqual([
      'Can he have his breakfast or should I keep him nil by mouth? 🐶',
    ]);
  });

  it('are filtered by two dates, both inclusive, and one alone is a 400', async () => {
    const demo = new DemoOnFakeTimers();
    const id = await findId(demo, DEBORAH);
    const found = await demo.list(`/chats/${id}/message?start=2026-11-18&end=2026-11-18&limit=100`);
    expect(found.map((one) => String(one['messageTime']).slice(0, 10))).toEqual(Array(4).fill('2026-11-18'));
    const startAt = Date.UTC(2026, 10, 20) / 1_000;
    expect(await demo.list(`/chats/${id}/message?start=${startAt}&end=${startAt + 86_399}&limit=100`)).toHaveLength(3);
    for (const query of ['start=2026-11-18', 'end=2026-11-18', 'start=soon&end=later']) {
      expect((await demo.get(`/chats/${id}/message?${query}`)).status, query).toBe(400);
    }
  });

  it('have team notes only when asked', async () => {
    const demo = new DemoOnFakeTimers();
    const id = await findId(demo, '447700900275');
    const plain = await demo.list(`/chats/${id}/message?limit=100`);
    const noted = await demo.list(`/chats/${id}/message?limit=100&includeNotes=1`);
    expect(plain.filter((one) => one['type'] === 'note')).toEqual([]);
    expect(noted).toHaveLength(plain.length + 1);
  });
});

describe('what can be done with chats', () => {
  it('neither ids nor all is a 400, and so are ids in a JSON array', async () => {
    const demo = new DemoOnFakeTimers();
    expect((await demo.post('/chats/read/bulk', {})).status).toBe(400);
    expect((await demo.post('/chats/read/bulk', { ids: [1, 2] })).status).toBe(400);
  });

  it.each([
    ['sdk', 404],
    ['spec', 400],
  ] as const)('in the shape %s an unknown chat is a %i', async (shapes, status) => {
    const demo = new DemoOnFakeTimers({ shapes });
    expect((await demo.post('/chats/status', { id: 1, status: 'c' })).status).toBe(status);
    expect((await demo.post('/chats/mute', { id: 1, mute: 1 })).status).toBe(status);
  });

  it.each(['sdk', 'spec'] as const)(
    'in the shape %s an unknown chat cannot be pinned: 400, as a 404 would say that there are no pins',
    async (shapes) => {
      const answer = await new DemoOnFakeTimers({ shapes }).post('/chats/pin', { id: 1, pinned: 1 });
      expect(answer).toMatchObject({ status: 400, body: { errors: { fields: { id: ['Chat not found.'] } } } });
    },
  );
});
