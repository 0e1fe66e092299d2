/** What deleting messages, replies, sends and chats leaves behind. */
import { describe, expect, it } from 'vitest';
import { World } from '#main/demo/state/world.ts';
import { CALLUM, DEBORAH, DemoOnFakeTimers, STRANGER } from './demo-on-fake-timers.ts';

const HELLO = 'Is anybody there?';

function getChat({ service }: DemoOnFakeTimers, phone: string) {
  const chat = service.world.findChatByPhone(phone);
  if (chat === undefined) throw new Error(`Nobody chats as ${phone}`);
  return chat;
}

/** What is said in a chat, oldest first. */
const listTexts = ({ service }: DemoOnFakeTimers, phone: string): readonly string[] =>
  service.world.threads.list(phone).flatMap((item) => (item.kind === 'in' || item.kind === 'out' ? [item.text] : []));

describe('deleting messages of a chat', () => {
  it('takes away what is named and lets the chat show what is left', async () => {
    const demo = new DemoOnFakeTimers();
    const chat = getChat(demo, STRANGER);
    const ids = demo.service.world.threads.list(STRANGER).flatMap(({ kind, id }) => (kind === 'in' ? [id] : []));
    expect(chat).toMatchObject({ unread: 3, lastText: 'his name is Gerald, he’s 3' });
    const answer = await demo.post(`/chats/${chat.id}/messages/delete`, { inbound_ids: String(ids.at(-1)) });
    expect(answer.status).toBe(204);
    expect(chat).toMatchObject({
      unread: 2,
      lastText: 'Hi do you see rabbits?? got one that’s not eating since last night',
    });
    await demo.post(`/chats/${chat.id}/messages/delete`, { all: true });
    expect(await demo.one(`/chats/${chat.id}`)).toMatchObject({
      unread: 0,
      lastMessage: null,
      direction: null,
      status: 'a',
    });
    expect(await demo.list(`/chats/${chat.id}/message?voice=1`)).toEqual([]);
  });

  it('counts down the unread only by messages that were unread', async () => {
    const demo = new DemoOnFakeTimers();
    const chat = getChat(demo, DEBORAH);
    const [oldest] = demo.service.world.inbound.rows.filter(({ sender }) => sender === DEBORAH);
    await demo.call('DELETE', `/replies/${String(oldest?.id)}`);
    expect(chat.unread).toBe(2);
  });

  it('does not touch a message of another chat, nor one of another sequence with the same id', async () => {
    const demo = new DemoOnFakeTimers();
    const { world } = demo.service;
    const before = [world.inbound.rows.length, world.sent.rows.length];
    const [mine, theirs] = [getChat(demo, DEBORAH), world.inbound.rows.find(({ sender }) => sender === CALLUM)];
    const own = world.inbound.rows.find(({ sender }) => sender === DEBORAH);
    const body = { inbound_ids: String(theirs?.id), sent_ids: '', calls_ids: String(own?.id) };
    expect((await demo.post(`/chats/${mine.id}/messages/delete`, body)).status).toBe(204);
    expect([world.inbound.rows.length, world.sent.rows.length]).toEqual(before);
  });

  it.each([
    ['spec', { inbound_ids: '1' }, ['sent_ids', 'calls_ids']],
    ['spec', {}, ['inbound_ids', 'sent_ids', 'calls_ids']],
    ['sdk', { sent_ids: 'x' }, ['sent_ids']],
  ] as const)('in the shape %s is refused with %j', async (shapes, body, fields) => {
    const demo = new DemoOnFakeTimers({ shapes });
    const { status, body: told } = await demo.post(`/chats/${getChat(demo, DEBORAH).id}/messages/delete`, body);
    expect(status).toBe(400);
    expect(Object.keys((told as { errors: { fields: object } }).errors.fields)).toEqual(fields);
  });
});

describe('deleting outbound messages', () => {
  it('leaves them only in lists that ask for deleted ones', async () => {
    const demo = new DemoOnFakeTimers();
    const [message] = await demo.list('/messages?limit=1');
    const id = Number(message?.['id']);
    const session = Number(message?.['sessionId']);
    expect((await demo.call('DELETE', `/messages/${id}`)).status).toBe(204);
    for (const path of ['/messages?', '/history?', `/messages/search?ids=${id}&`, `/sessions/${session}/messages?`]) {
      expect((await demo.list(`${path}limit=100`)).map((one) => one['id'])).not.toContain(id);
    }
    for (const path of [`/messages/search?ids=${id}&`, `/messages/search?`, `/sessions/${session}/messages?`]) {
      const found = (await demo.list(`${path}includeDeleted=1&limit=1`))[0];
      expect(found).toMatchObject({ id, deleted: true });
    }
    expect((await demo.get(`/messages/${id}`)).status).toBe(404);
  });

  it('that are on their way does not bring them back', async () => {
    const demo = new DemoOnFakeTimers();
    const sent = await demo.post('/messages', { text: HELLO, phones: DEBORAH });
    await demo.call('DELETE', `/messages/${String((sent.body as { id: number }).id)}`);
    demo.timers.advance(60_000);
    expect(listTexts(demo, DEBORAH)).not.toContain(HELLO);
    expect(getChat(demo, DEBORAH).lastText).not.toBe(HELLO);
  });
});

describe('deleting sends', () => {
  it('takes their messages along and pays nothing back', async () => {
    const demo = new DemoOnFakeTimers();
    const { world } = demo.service;
    const sent = await demo.post('/messages', { text: HELLO, phones: `${DEBORAH},${CALLUM}` });
    const { balance } = world.data;
    const { id } = sent.body as { id: number };
    expect(await demo.one(`/sessions/${id}/stat`)).toMatchObject({ all: 2, sent: 2, delivered: 0 });
    expect((await demo.call('DELETE', `/sessions/${id}`)).status).toBe(204);
    expect((await demo.get(`/sessions/${id}/messages`)).status).toBe(404);
    for (const phone of [DEBORAH, CALLUM]) expect(listTexts(demo, phone)).not.toContain(HELLO);
    expect(world.data.balance).toBe(balance);
  });

  it('finds the messages of a bulk, whose session is made when all of them are there', async () => {
    const demo = new DemoOnFakeTimers();
    demo.service.world.data.balance = 1_000;
    const phones = Array.from({ length: 1_001 }, (_, at) => String(447_700_100_000 + at));
    // Asked before, so that what is known of sessions is older than the bulk.
    await demo.get(`/sessions/${String(demo.service.world.sessions.rows[0]?.id)}/messages`);
    const sent = await demo.post('/messages', { text: HELLO, phones: phones.join(',') });
    const { id } = sent.body as { id: number };
    demo.timers.advance(3_600_000);
    const { session } = (await demo.one(`/bulks/${id}`)) as { session: { id: number } };
    expect(await demo.one(`/sessions/${session.id}/stat`)).toMatchObject({ all: 1_001 });
  });
});

describe('ids', () => {
  it('DEMO-6: are not given again after a restart, although the newest rows were deleted', async () => {
    const demo = new DemoOnFakeTimers();
    const { world } = demo.service;
    const newest = world.inbound.rows.at(-1)?.id ?? 0;
    const newestSend = world.sessions.rows.at(-1)?.id ?? 0;
    await demo.post('/replies/delete', { all: 1 });
    await demo.post('/sessions/delete', { all: 1 });
    const restarted = new World(structuredClone(world.data));
    expect(restarted.inbound.nextId()).toBeGreaterThan(newest);
    expect(restarted.sessions.nextId()).toBeGreaterThan(newestSend);
    expect(restarted.sent.rows).toEqual([]);
  });
});

describe('deleting chats', () => {
  it('by status reaches all of that status, and a later message opens the chat where it was', async () => {
    const demo = new DemoOnFakeTimers();
    const texts = listTexts(demo, DEBORAH);
    expect((await demo.post('/chats/delete', { status: 'a' })).status).toBe(204);
    expect(await demo.list('/chats')).toEqual([]);
    demo.service.receive({ sender: DEBORAH, text: HELLO });
    expect((await demo.list('/chats')).map((chat) => chat['phone'])).toEqual([DEBORAH]);
    expect(listTexts(demo, DEBORAH)).toEqual([...texts, HELLO]);
  });

  it.each([{}, { status: 'z' }, { ids: 'all' }])('is refused with %j', async (body) => {
    expect((await new DemoOnFakeTimers().post('/chats/delete', body)).status).toBe(400);
  });
});
