import { describe, expect, it } from 'vitest';
import { BARRY_BLOCKED, CALLUM, DEBORAH, DemoOnFakeTimers, GARETH, TOM } from '../demo-on-fake-timers.ts';

const SECOND_MS = 1_000;

async function countReplies(demo: DemoOnFakeTimers): Promise<number> {
  const { body } = await demo.get('/replies?limit=1');
  return (body as { pageCount: number }).pageCount;
}

describe('people who write by themselves', () => {
  it('begin within ten seconds, in an open chat that then is unread and at the top', async () => {
    const demo = new DemoOnFakeTimers({ live: true });
    const before = await countReplies(demo);
    demo.timers.advance(10 * SECOND_MS);
    expect(await countReplies(demo)).toBe(before + 1);
    const chats = await demo.list('/chats?orderBy=messageTime&limit=1');
    expect(chats[0]).toMatchObject({ phone: CALLUM, unread: 1, pinned: false, mute: 0, direction: 'i' });
  });

  it.each([1, 2, 3, 4, 5, 6])('begin so after every start, whatever the seed is (%i)', async (seed) => {
    const demo = new DemoOnFakeTimers({ live: true, seed, chats: 60, messages: 400 });
    demo.service.world.data.spoken[CALLUM] = 99;
    demo.timers.advance(10 * SECOND_MS);
    const [reply] = await demo.list('/replies?limit=1');
    const chat = await demo.one(`/chats/${String(reply?.['sender'])}/by/phone`);
    expect(chat).toMatchObject({ unread: 1, pinned: false, mute: 0, status: 'a' });
  });

  it('go on every 12 to 25 seconds', async () => {
    const demo = new DemoOnFakeTimers({ live: true });
    const before = await countReplies(demo);
    demo.timers.advance(120 * SECOND_MS);
    const said = (await countReplies(demo)) - before;
    expect(said).toBeGreaterThanOrEqual(4);
    expect(said).toBeLessThanOrEqual(10);
  });

  it('never include the blocked, the unsubscribed, or a landline', async () => {
    const demo = new DemoOnFakeTimers({ live: true });
    const from = demo.service.world.inbound.rows.length;
    for (let minutes = 0; minutes < 90; minutes += 1) {
      demo.timers.advance(60 * SECOND_MS);
      await demo.post('/chats/read/bulk', { all: true });
    }
    const said = demo.service.world.inbound.rows.slice(from);
    expect(said.length).toBeGreaterThan(200);
    const senders = new Set(said.map(({ sender }) => sender));
    for (const quiet of [BARRY_BLOCKED, GARETH, '441632960118', 'PetSure']) expect(senders).not.toContain(quiet);
    expect(senders.size).toBeGreaterThan(20);
  });

  it('write less when nobody reads', async () => {
    const demo = new DemoOnFakeTimers({ live: true });
    demo.timers.advance(7_200 * SECOND_MS);
    expect((await demo.one('/chats/unread/count'))['total']).toBeLessThan(250);
  });

  it('are silent in a demo that is not live, and answer nothing', async () => {
    const demo = new DemoOnFakeTimers();
    const before = await countReplies(demo);
    await demo.post('/messages', { text: 'Hello?', phones: DEBORAH });
    demo.timers.advance(600 * SECOND_MS);
    expect(await countReplies(demo)).toBe(before);
  });
});

describe('people who are written to', () => {
  async function hear(demo: DemoOnFakeTimers, phone: string, text: string): Promise<string[]> {
    await demo.post('/messages', { text, phones: phone });
    demo.timers.advance(25 * SECOND_MS);
    const chat = await demo.one(`/chats/${phone}/by/phone`);
    const messages = await demo.list(`/chats/${String(chat['id'])}/message?limit=100`);
    const sentAt = messages.findIndex((message) => message['text'] === text);
    return messages.slice(0, sentAt).map((message) => String(message['text']));
  }

  it('answer after 4 to 12 seconds, when the text was delivered', async () => {
    const demo = new DemoOnFakeTimers({ live: true });
    await demo.post('/messages', { text: 'Could you come at 15:30?', phones: DEBORAH });
    demo.timers.advance(3_900);
    const [outbound] = await demo.list('/messages?limit=1');
    expect(outbound?.['status']).toBe('d');
    demo.timers.advance(8_200);
    const replies = await demo.list('/replies?limit=5');
    expect(replies.filter((reply) => reply['sender'] === DEBORAH).length).toBeGreaterThan(0);
  });

  it('answer what was said, in their language', async () => {
    const demo = new DemoOnFakeTimers({ live: true });
    expect((await hear(demo, DEBORAH, 'Only water until then, no breakfast please.')).join('\n')).toMatch(
      /water|food/i,
    );
    expect((await hear(demo, '447700900381', 'ポチの薬の用意ができました。')).join('\n')).toMatch(
      /\p{Script=Hiragana}/u,
    );
    expect((await hear(demo, '33639980014', 'See you on Thursday')).join('\n')).toMatch(/merci|bientôt/i);
  });

  it('do not answer what could not reach them', async () => {
    const demo = new DemoOnFakeTimers({ live: true });
    for (const phone of [TOM, GARETH]) expect(await hear(demo, phone, 'Are you there?')).toEqual([]);
  });
});
