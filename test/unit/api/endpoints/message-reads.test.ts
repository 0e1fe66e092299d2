/** Reading messages, chats and the history from services that do it in a way of their own. */
import { describe, expect, it } from 'vitest';
import { toChatId } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { readFixture } from '../support/fixtures.ts';
import { createScripted, refuse } from '../support/scripted-endpoints.ts';

const user = { priority: 'user' } as const;
const page = { page: 1, limit: 100 } as const;
const NOT_HERE = { status: 404, body: { code: 404, message: 'Not found' } } as const;
const message = (id: number) => ({
  id,
  messageTime: '2026-11-20T09:52:10+0000',
  text: 'Hello',
  receiver: '447700900318',
});

describe('the messages of a chat within a period', () => {
  const chat = { chatId: toChatId(7), phone: toPhoneKey('447700900318') };
  const period = { startAt: Date.UTC(2026, 10, 18), endAt: Date.UTC(2026, 10, 19, 23, 59, 59) };

  it('are asked for in the other way where dates are refused, and in that way at once the next time', async () => {
    const { client, calls } = createScripted(({ query }) =>
      String(query?.['start']).includes('T') ? refuse('start') : { status: 200, body: [] },
    );
    await client.listChatMessages({ ...page, ...chat, period }, user);
    await client.listChatMessages({ ...page, ...chat, period }, user);
    expect(calls.map(({ query }) => [query?.['start'], query?.['end']])).toEqual([
      ['2026-11-18T00:00:00+0000', '2026-11-19T23:59:59+0000'],
      ['1794960000', '1795132799'],
      ['1794960000', '1795132799'],
    ]);
  });

  it('have neither end nor start where no period is asked for', async () => {
    const { client, calls } = createScripted(() => ({ status: 200, body: [] }));
    await client.listChatMessages({ ...page, ...chat }, user);
    expect(calls[0]?.query).toEqual({
      ...{ page: 1, limit: 100, direction: 'desc' },
      ...{ query: undefined, voice: undefined, includeNotes: undefined },
    });
  });

  it('are a refusal in the words of the first try where the number of the chat is invalid', async () => {
    const { client, calls } = createScripted((_request, before) => ({
      status: 400,
      body: { code: 400, message: before === 0 ? 'Invalid phone number' : 'Bad request' },
    }));
    const reading = client.listChatMessages({ ...page, ...chat, period }, user);
    await expect(reading).rejects.toMatchObject({ code: 'validation', common: ['Invalid phone number'] });
    expect(calls).toHaveLength(2);
  });
});

describe('the history', () => {
  const walk = async (answer: Parameters<typeof createScripted>[0], most = 20) => {
    const { client, calls } = createScripted(answer);
    const ids: number[] = [];
    for (let lastId: number | null = null; calls.length < most;) {
      const stretch = await client.listHistory({ limit: 100, lastId }, user);
      ids.push(...stretch.items.map(({ id }) => id));
      lastId = stretch.nextLastId;
      if (lastId === null) break;
    }
    return { ids, calls };
  };

  it('ends where the service repeats itself', async () => {
    const { ids, calls } = await walk(() => ({
      status: 200,
      body: { lastId: null, nextLastId: 5, limit: 2, resources: [message(6), message(5)] },
    }));
    expect(ids).toEqual([6, 5, 6, 5]);
    expect(calls).toHaveLength(2);
  });

  it('ends with an empty stretch, whatever cursor that names', async () => {
    const bodies = [
      { nextLastId: 5, resources: [message(6), message(5)] },
      { nextLastId: 1, resources: [] },
    ];
    const { ids, calls } = await walk((_request, before) => ({ status: 200, body: bodies[before] }));
    expect([ids, calls.length]).toEqual([[6, 5], 2]);
  });

  it('goes on from the last row where the answer is a bare array or names no cursor', async () => {
    const bodies = [[message(9), message(8)], { resources: [message(7)] }, []];
    const { ids, calls } = await walk((_request, before) => ({ status: 200, body: bodies[before] }));
    expect(ids).toEqual([9, 8, 7]);
    expect(calls.map(({ query }) => query?.['lastId'])).toEqual([undefined, 8, 7]);
  });

  it('reads numbers as text, an object keyed by number, and nulls', async () => {
    const { client } = createScripted(() => ({ status: 200, body: readFixture('odd/history-quirks').body }));
    const stretch = await client.listHistory({ limit: 10, lastId: null }, user);
    expect(stretch).toMatchObject({ limit: 10, nextLastId: 900_103, items: [{ id: 900_104 }, { id: 900_103 }] });
  });

  it('tells rows that it could not read', async () => {
    const body = { nextLastId: 4, limit: 2, resources: [message(6), { id: 'none' }] };
    const { client } = createScripted(() => ({ status: 200, body }));
    expect(await client.listHistory({ limit: 2, lastId: null }, user)).toMatchObject({ nextLastId: 4, leftOut: 1 });
  });

  it.each([
    ['history', '/history'],
    ['replies', '/replies'],
    ['sends', '/sessions'],
  ] as const)('and its like are remembered as absent: %s', async (feature, path) => {
    const { client, knowledge } = createScripted((request) =>
      request.path === path ? NOT_HERE : { status: 200, body: { ping: 'pong' } },
    );
    const readers = { '/history': client.listHistory, '/replies': client.listReplies, '/sessions': client.listSends };
    await expect(readers[path]({ ...page, lastId: null }, user)).rejects.toMatchObject({ code: 'not-found' });
    expect(knowledge.absent).toEqual([feature]);
  });

  it('is not absent, nor are replies, because one of them or their search is', async () => {
    const { client, knowledge } = createScripted(({ path }) =>
      path === '/ping' ? { status: 200, body: { ping: 'pong' } } : NOT_HERE,
    );
    await expect(client.searchReplies({ ...page, text: 'x' }, user)).rejects.toMatchObject({ code: 'not-found' });
    await expect(client.getReply({ replyId: 5 }, user)).rejects.toMatchObject({ code: 'not-found' });
    await expect(client.listMessagesOfSend({ ...page, sessionId: 5 }, user)).rejects.toMatchObject({ status: 404 });
    expect(knowledge.absent).toEqual([]);
  });
});

describe('pins', () => {
  it('are absent where even an empty wish to pin leads nowhere, and not where a chat is unknown', async () => {
    const answers = { ping: { status: 200, body: { ping: 'pong' } } };
    const absent = createScripted(({ path }) => (path === '/ping' ? answers.ping : NOT_HERE));
    await expect(absent.client.pinChats({ chatIds: [toChatId(7)] }, user)).rejects.toMatchObject({ status: 404 });
    expect(absent.knowledge.absent).toEqual(['pinning']);
    const present = createScripted(({ path, body }) => {
      if (path === '/ping') return answers.ping;
      return Object.keys(body ?? {}).length === 0 ? refuse('id') : NOT_HERE;
    });
    const pinning = present.client.pinChat({ chatId: toChatId(7), isPinned: true }, user);
    await expect(pinning).rejects.toMatchObject({ code: 'not-found' });
    expect(present.knowledge.absent).toEqual([]);
  });
});

describe('chats by their ids', () => {
  const chatIds = Array.from({ length: 120 }, (_, at) => toChatId(at + 1));
  const toRows = (ids: unknown) =>
    String(ids)
      .split(',')
      .map((id) => ({ id }));

  it('are asked for 50 at a time, also from a service with smaller pages', async () => {
    const { client, calls } = createScripted(({ query }) => {
      const rows = toRows(query?.['ids']);
      const start = (Number(query?.['page']) - 1) * 10;
      return {
        status: 200,
        body: { page: query?.['page'], limit: 10, pageCount: 5, resources: rows.slice(start, start + 10) },
      };
    });
    const chats = await client.listChatsByIds({ chatIds }, user);
    expect(new Set(chats.map(({ id }) => id))).toEqual(new Set(chatIds));
    expect(chats).toHaveLength(120);
    for (const { query } of calls) expect(String(query?.['ids']).split(',').length).toBeLessThanOrEqual(50);
  });

  it('are given up where the service does not look at the ids, rather than read to the end of everything', async () => {
    const { client, calls } = createScripted(({ query }) => {
      const from = 10_000 + Number(query?.['page']) * 100;
      const resources = Array.from({ length: 100 }, (_, at) => ({ id: from + at }));
      return { status: 200, body: { page: query?.['page'], limit: 100, pageCount: 5_000, resources } };
    });
    expect(await client.listChatsByIds({ chatIds: chatIds.slice(0, 3) }, user)).toEqual([]);
    expect(calls.length).toBeLessThan(10);
  });
});
