/** Searches of chats, voice calls in them, and what all=1 reaches. */
import { describe, expect, it } from 'vitest';
import { DEBORAH, DemoOnFakeTimers, STRANGER } from './demo-on-fake-timers.ts';

const SIOBHAN = '447700900377';
const HOUR_MS = 3_600_000;

const toPhones = (rows: readonly Record<string, unknown>[]) => rows.map((row) => row['phone']);

describe('a search of chats', () => {
  it('by text finds what either side said, whatever its case, and no team notes', async () => {
    const demo = new DemoOnFakeTimers();
    expect(toPhones(await demo.list('/chats/search?query=NIL%20BY%20mouth'))).toEqual([DEBORAH]);
    expect(toPhones(await demo.list('/chats/search?query=consent%20form%2C%20it'))).toContain(DEBORAH);
    expect(await demo.list('/chats/search?query=16%3A40%20is%20free%20with')).toEqual([]);
  });

  it('sees at once what was said, deleted and closed since', async () => {
    const demo = new DemoOnFakeTimers();
    expect(await demo.list('/chats/search?query=gyrfalcon')).toEqual([]);
    demo.service.receive({ sender: STRANGER, text: 'He is a gyrfalcon in truth' });
    const [chat] = await demo.list('/chats/search?query=gyrfalcon');
    expect(chat?.['phone']).toBe(STRANGER);
    await demo.post('/chats/close/bulk', { ids: String(chat?.['id']) });
    expect(await demo.list('/chats/search?query=gyrfalcon')).toMatchObject([{ status: 'c' }]);
    await demo.post('/chats/delete', { ids: String(chat?.['id']) });
    expect(await demo.list('/chats/search?query=gyrfalcon')).toEqual([]);
    expect(await demo.list(`/chats/search/ids?ids=${String(chat?.['id'])},1`)).toMatchObject([{ status: 'd' }]);
  });

  it.each([
    ['a whole name', 'deborah%20okonkwo'],
    ['a part of a number', '900%20318'],
    ['a number with a plus', '%2B44%207700%20900318'],
  ])('of recipients finds %s', async (_what, query) => {
    const demo = new DemoOnFakeTimers();
    expect(toPhones(await demo.list(`/chats/search/recipients?query=${query}`))).toEqual([DEBORAH]);
  });
});

describe('voice calls', () => {
  it('are the last items of chats only for those who ask for calls', async () => {
    const demo = new DemoOnFakeTimers();
    const find = async (query: string) =>
      (await demo.list(`/chats?limit=100&orderBy=messageTime${query}`)).find((chat) => chat['phone'] === SIOBHAN);
    expect(await find('')).toMatchObject({ direction: 'i', lastMessage: 'Any word on Bella’s bloods yet?' });
    expect(await find('&voice=1')).toMatchObject({ direction: 'co', lastMessage: '' });
  });
});

describe('what is done to all chats', () => {
  it('closes open ones and reopens closed ones, and leaves deleted ones deleted', async () => {
    const demo = new DemoOnFakeTimers();
    const count = async (status: string) => (await demo.list(`/chats?limit=100&status=${status}`)).length;
    const [open, closed, deleted] = [await count('a'), await count('c'), await count('d')];
    await demo.post('/chats/close/bulk', { all: 1 });
    expect([await count('a'), await count('c'), await count('d')]).toEqual([0, open + closed, deleted]);
    await demo.post('/chats/reopen/bulk', { all: true });
    expect([await count('a'), await count('c'), await count('d')]).toEqual([open + closed, 0, deleted]);
  });

  it('mutes all for some hours, after which all read as unmuted', async () => {
    const demo = new DemoOnFakeTimers();
    await demo.post('/chats/mute/bulk', { all: 1, for: 2 });
    const read = async () =>
      (await demo.list('/chats?limit=100')).map(({ mute, timeLeftMute }) => [mute, timeLeftMute]);
    expect(new Set((await read()).map(String))).toEqual(new Set(['1,7200']));
    demo.timers.advance(2 * HOUR_MS);
    expect(new Set((await read()).map(String))).toEqual(new Set(['0,0']));
  });
});

describe('filters of outbound messages', () => {
  it('take every documented letter and refuse others', async () => {
    const demo = new DemoOnFakeTimers();
    const letters = [...'qabrjudfsegiph'].join(',');
    expect((await demo.get(`/messages/search?statuses=${letters}`)).status).toBe(200);
    expect((await demo.get('/messages/search?statuses=d,z')).status).toBe(400);
    const { id } = (await demo.list('/sessions?limit=1'))[0] ?? {};
    expect((await demo.get(`/sessions/${String(id)}/messages?statuses=z`)).status).toBe(400);
  });

  it('together with lastId count down through what fits them, whatever the page', async () => {
    const demo = new DemoOnFakeTimers();
    const failed = demo.service.world.sent.rows.filter(({ status }) => status === 'f').map(({ id }) => id);
    const read: number[] = [];
    for (let lastId = 99_999_999; read.length < failed.length; lastId = read.at(-1) ?? 0) {
      const rows = await demo.list(`/messages/search?statuses=f&limit=3&page=5&lastId=${lastId}`);
      expect(rows.length).toBeGreaterThan(0);
      read.push(...rows.map((row) => Number(row['id'])));
    }
    expect(read).toEqual(failed.toReversed());
  });
});
