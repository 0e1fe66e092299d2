/** Searches of chats, voice calls in them, and what all=1 reaches. */
import { describe, expect, it } from 'vitest';
import { DEBORAH, DemoBench, STRANGER } from './support.ts';

const SIOBHAN = '447700900377';
const HOUR_MS = 3_600_000;

const toPhones = (rows: readonly Record<string, unknown>[]) => rows.map((row) => row['phone']);

describe('a search of chats', () => {
  it('by text finds what either side said, whatever its case, and no team notes', async () => {
    const bench = new DemoBench();
    expect(toPhones(await bench.list('/chats/search?query=NIL%20BY%20mouth'))).toEqual([DEBORAH]);
    expect(toPhones(await bench.list('/chats/search?query=consent%20form%2C%20it'))).toContain(DEBORAH);
    expect(await bench.list('/chats/search?query=16%3A40%20is%20free%20with')).toEqual([]);
  });

  it('sees at once what was said, deleted and closed since', async () => {
    const bench = new DemoBench();
    expect(await bench.list('/chats/search?query=gyrfalcon')).toEqual([]);
    bench.service.receive({ sender: STRANGER, text: 'He is a gyrfalcon in truth' });
    const [chat] = await bench.list('/chats/search?query=gyrfalcon');
    expect(chat?.['phone']).toBe(STRANGER);
    await bench.post('/chats/close/bulk', { ids: String(chat?.['id']) });
    expect(await bench.list('/chats/search?query=gyrfalcon')).toMatchObject([{ status: 'c' }]);
    await bench.post('/chats/delete', { ids: String(chat?.['id']) });
    expect(await bench.list('/chats/search?query=gyrfalcon')).toEqual([]);
    expect(await bench.list(`/chats/search/ids?ids=${String(chat?.['id'])},1`)).toMatchObject([{ status: 'd' }]);
  });

  it.each([
    ['a whole name', 'deborah%20okonkwo'],
    ['a part of a number', '900%20318'],
    ['a number with a plus', '%2B44%207700%20900318'],
  ])('of recipients finds %s', async (_what, query) => {
    const bench = new DemoBench();
    expect(toPhones(await bench.list(`/chats/search/recipients?query=${query}`))).toEqual([DEBORAH]);
  });
});

describe('voice calls', () => {
  it('are the last items of chats only for those who ask for calls', async () => {
    const bench = new DemoBench();
    const find = async (query: string) =>
      (await bench.list(`/chats?limit=100&orderBy=messageTime${query}`)).find((chat) => chat['phone'] === SIOBHAN);
    expect(await find('')).toMatchObject({ direction: 'i', lastMessage: 'Any word on Bella’s bloods yet?' });
    expect(await find('&voice=1')).toMatchObject({ direction: 'co', lastMessage: '' });
  });
});

describe('what is done to all chats', () => {
  it('closes open ones and reopens closed ones, and leaves deleted ones deleted', async () => {
    const bench = new DemoBench();
    const count = async (status: string) => (await bench.list(`/chats?limit=100&status=${status}`)).length;
    const [open, closed, deleted] = [await count('a'), await count('c'), await count('d')];
    await bench.post('/chats/close/bulk', { all: 1 });
    expect([await count('a'), await count('c'), await count('d')]).toEqual([0, open + closed, deleted]);
    await bench.post('/chats/reopen/bulk', { all: true });
    expect([await count('a'), await count('c'), await count('d')]).toEqual([open + closed, 0, deleted]);
  });

  it('mutes all for some hours, after which all read as unmuted', async () => {
    const bench = new DemoBench();
    await bench.post('/chats/mute/bulk', { all: 1, for: 2 });
    const read = async () =>
      (await bench.list('/chats?limit=100')).map(({ mute, timeLeftMute }) => [mute, timeLeftMute]);
    expect(new Set((await read()).map(String))).toEqual(new Set(['1,7200']));
    bench.timers.advance(2 * HOUR_MS);
    expect(new Set((await read()).map(String))).toEqual(new Set(['0,0']));
  });
});

describe('filters of outbound messages', () => {
  it('take every documented letter and refuse others', async () => {
    const bench = new DemoBench();
    const letters = [...'qabrjudfsegiph'].join(',');
    expect((await bench.get(`/messages/search?statuses=${letters}`)).status).toBe(200);
    expect((await bench.get('/messages/search?statuses=d,z')).status).toBe(400);
    const { id } = (await bench.list('/sessions?limit=1'))[0] ?? {};
    expect((await bench.get(`/sessions/${String(id)}/messages?statuses=z`)).status).toBe(400);
  });

  it('together with lastId count down through what fits them, whatever the page', async () => {
    const bench = new DemoBench();
    const failed = bench.service.world.sent.rows.filter(({ status }) => status === 'f').map(({ id }) => id);
    const read: number[] = [];
    for (let lastId = 99_999_999; read.length < failed.length; lastId = read.at(-1) ?? 0) {
      const rows = await bench.list(`/messages/search?statuses=f&limit=3&page=5&lastId=${lastId}`);
      expect(rows.length).toBeGreaterThan(0);
      read.push(...rows.map((row) => Number(row['id'])));
    }
    expect(read).toEqual(failed.toReversed());
  });
});
