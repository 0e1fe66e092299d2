import { describe, expect, it } from 'vitest';
import { BARRY_BLOCKED, CALLUM, DEBORAH, DemoBench, GARETH, TOM } from '../support.ts';

const SECOND_MS = 1_000;

async function countReplies(bench: DemoBench): Promise<number> {
  const { body } = await bench.get('/replies?limit=1');
  return (body as { pageCount: number }).pageCount;
}

describe('people who write by themselves', () => {
  it('begin within ten seconds, in an open chat that then is unread and at the top', async () => {
    const bench = new DemoBench({ live: true });
    const before = await countReplies(bench);
    bench.timers.advance(10 * SECOND_MS);
    expect(await countReplies(bench)).toBe(before + 1);
    const chats = await bench.list('/chats?orderBy=messageTime&limit=1');
    expect(chats[0]).toMatchObject({ phone: CALLUM, unread: 1, pinned: false, mute: 0, direction: 'i' });
  });

  it.each([1, 2, 3, 4, 5, 6])('begin so after every start, whatever the seed is (%i)', async (seed) => {
    const bench = new DemoBench({ live: true, seed, chats: 60, messages: 400 });
    bench.service.world.data.spoken[CALLUM] = 99;
    bench.timers.advance(10 * SECOND_MS);
    const [reply] = await bench.list('/replies?limit=1');
    const chat = await bench.one(`/chats/${String(reply?.['sender'])}/by/phone`);
    expect(chat).toMatchObject({ unread: 1, pinned: false, mute: 0, status: 'a' });
  });

  it('go on every 12 to 25 seconds', async () => {
    const bench = new DemoBench({ live: true });
    const before = await countReplies(bench);
    bench.timers.advance(120 * SECOND_MS);
    const said = (await countReplies(bench)) - before;
    expect(said).toBeGreaterThanOrEqual(4);
    expect(said).toBeLessThanOrEqual(10);
  });

  it('never include the blocked, the unsubscribed, or a landline', async () => {
    const bench = new DemoBench({ live: true });
    const from = bench.service.world.inbound.rows.length;
    for (let minutes = 0; minutes < 90; minutes += 1) {
      bench.timers.advance(60 * SECOND_MS);
      await bench.post('/chats/read/bulk', { all: true });
    }
    const said = bench.service.world.inbound.rows.slice(from);
    expect(said.length).toBeGreaterThan(200);
    const senders = new Set(said.map(({ sender }) => sender));
    for (const quiet of [BARRY_BLOCKED, GARETH, '441632960118', 'PetSure']) expect(senders).not.toContain(quiet);
    expect(senders.size).toBeGreaterThan(20);
  });

  it('write less when nobody reads', async () => {
    const bench = new DemoBench({ live: true });
    bench.timers.advance(7_200 * SECOND_MS);
    expect((await bench.one('/chats/unread/count'))['total']).toBeLessThan(250);
  });

  it('are silent in a demo that is not live, and answer nothing', async () => {
    const bench = new DemoBench();
    const before = await countReplies(bench);
    await bench.post('/messages', { text: 'Hello?', phones: DEBORAH });
    bench.timers.advance(600 * SECOND_MS);
    expect(await countReplies(bench)).toBe(before);
  });
});

describe('people who are written to', () => {
  async function hear(bench: DemoBench, phone: string, text: string): Promise<string[]> {
    await bench.post('/messages', { text, phones: phone });
    bench.timers.advance(25 * SECOND_MS);
    const chat = await bench.one(`/chats/${phone}/by/phone`);
    const messages = await bench.list(`/chats/${String(chat['id'])}/message?limit=100`);
    const sentAt = messages.findIndex((message) => message['text'] === text);
    return messages.slice(0, sentAt).map((message) => String(message['text']));
  }

  it('answer after 4 to 12 seconds, when the text was delivered', async () => {
    const bench = new DemoBench({ live: true });
    await bench.post('/messages', { text: 'Could you come at 15:30?', phones: DEBORAH });
    bench.timers.advance(3_900);
    const [outbound] = await bench.list('/messages?limit=1');
    expect(outbound?.['status']).toBe('d');
    bench.timers.advance(8_200);
    const replies = await bench.list('/replies?limit=5');
    expect(replies.filter((reply) => reply['sender'] === DEBORAH).length).toBeGreaterThan(0);
  });

  it('answer what was said, in their language', async () => {
    const bench = new DemoBench({ live: true });
    expect((await hear(bench, DEBORAH, 'Only water until then, no breakfast please.')).join('\n')).toMatch(
      /water|food/i,
    );
    expect((await hear(bench, '447700900381', 'ポチの薬の用意ができました。')).join('\n')).toMatch(
      /\p{Script=Hiragana}/u,
    );
    expect((await hear(bench, '33639980014', 'See you on Thursday')).join('\n')).toMatch(/merci|bientôt/i);
  });

  it('do not answer what could not reach them', async () => {
    const bench = new DemoBench({ live: true });
    for (const phone of [TOM, GARETH]) expect(await hear(bench, phone, 'Are you there?')).toEqual([]);
  });
});
