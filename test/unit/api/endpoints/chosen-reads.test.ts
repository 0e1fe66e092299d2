/** Reading what was chosen: nothing chosen is nothing found, and members are told in whole or not at all. */
import { describe, expect, it } from 'vitest';
import { toContactId, toListId } from '#shared/domain/ids.ts';
import { createScripted } from '../support/scripted-endpoints.ts';

const user = { priority: 'user' } as const;
const asked = { page: 2, limit: 30 } as const;
const NOTHING = { ...asked, pageCount: 0, items: [] };

describe('a search that no id, tag or letter can fit', () => {
  it('finds nothing and asks nothing: services would take it for a search of everything', async () => {
    const { client, calls } = createScripted(() => ({ status: 200, body: [{ id: 1 }] }));
    const sorted = { status: 'all', orderBy: 'id', direction: 'asc' } as const;
    expect(await client.searchContacts({ ...asked, contactIds: [], text: 'Zoë' }, user)).toEqual(NOTHING);
    expect(await client.searchContacts({ ...asked, tagIds: [], contactIds: [toContactId(1)] }, user)).toEqual(NOTHING);
    expect(await client.searchLists({ ...asked, listIds: [] }, user)).toEqual(NOTHING);
    expect(await client.searchTemplates({ ...asked, templateIds: [] }, user)).toEqual(NOTHING);
    expect(await client.searchSchedules({ ...asked, ...sorted, scheduleIds: [] }, user)).toEqual(NOTHING);
    expect(await client.searchReplies({ ...asked, replyIds: [] }, user)).toEqual(NOTHING);
    expect(await client.searchOutboundMessages({ ...asked, messageIds: [] }, user)).toEqual(NOTHING);
    expect(await client.searchOutboundMessages({ ...asked, letters: [] }, user)).toEqual(NOTHING);
    expect(await client.listMessagesOfSend({ ...asked, sessionId: 7, letters: [] }, user)).toEqual(NOTHING);
    expect(await client.listChatsByIds({ chatIds: [] }, user)).toEqual([]);
    expect(calls).toEqual([]);
  });

  it('is not one that names no ids at all', async () => {
    const { client, calls } = createScripted(() => ({ status: 200, body: [] }));
    await client.searchContacts(asked, user);
    await client.searchReplies(asked, user);
    await client.searchOutboundMessages(asked, user);
    expect(calls.map(({ query }) => query?.['ids'])).toEqual([undefined, undefined, undefined]);
    expect(calls).toHaveLength(3);
  });
});

describe('the members of a list', () => {
  const listId = toListId(71_001);
  const everyone = Array.from({ length: 230 }, (_, at) => toContactId(220_001 + at));

  /** A service that gives members in pages of at most `size`. */
  function createPaging(size: number, rows: readonly unknown[] = everyone) {
    return createScripted(({ query }) => {
      const limit = Math.min(Number(query?.['limit'] ?? 10), size);
      const page = Number(query?.['page'] ?? 1);
      const resources = rows.slice((page - 1) * limit, page * limit);
      return { status: 200, body: { page, limit, pageCount: Math.ceil(rows.length / limit), resources } };
    });
  }

  it('are asked for once, without pages, as the documents have it', async () => {
    for (const body of [everyone, { ...everyone }, { page: 1, limit: 300, pageCount: 1, resources: everyone }]) {
      const { client, calls } = createScripted(() => ({ status: 200, body }));
      expect(await client.listMemberIds({ listId }, user)).toEqual(everyone);
      expect(calls.map(({ query }) => query)).toEqual([undefined]);
    }
  });

  it('are none where an empty page says no more than that', async () => {
    const { client, calls } = createScripted(() => ({ status: 200, body: { page: 1, limit: 0, resources: [] } }));
    expect(await client.listMemberIds({ listId }, user)).toEqual([]);
    expect(calls).toHaveLength(1);
  });

  it.each([10, 100])('are read to the last page where a service gives %i at a time', async (size) => {
    const { client } = createPaging(size);
    expect(new Set(await client.listMemberIds({ listId }, user))).toEqual(new Set(everyone));
  });

  it('are read to the end of pages that nobody counts', async () => {
    const { client } = createScripted(({ query }) => {
      const page = Number(query?.['page'] ?? 1);
      const limit = Math.min(Number(query?.['limit'] ?? 50), 50);
      return { status: 200, body: { page, limit, resources: everyone.slice((page - 1) * limit, page * limit) } };
    });
    expect(new Set(await client.listMemberIds({ listId }, user))).toEqual(new Set(everyone));
  });

  it.each([
    ['the first page whatever is asked', () => ({ page: 1, limit: 2, pageCount: 2, resources: [1, 2] })],
    ['the first page without its limit', () => ({ page: 1, pageCount: 2, resources: [1, 2] })],
    [
      'empty pages before the last',
      (page: number) => ({ page, limit: 2, pageCount: 9, resources: page === 1 ? [1, 2] : [] }),
    ],
  ])('are not told where the service gives %s: a part of them looks like all', async (_what, answer) => {
    const { client } = createScripted(({ query }) => ({ status: 200, body: answer(Number(query?.['page'] ?? 1)) }));
    await expect(client.listMemberIds({ listId }, user)).rejects.toMatchObject({ code: 'bad-response' });
  });

  it.each([[[1, 'x', null, 3]], [{ resources: [1, { name: 'no id' }] }], [[0]]])(
    'are not told where one of them cannot be read: %j',
    async (body) => {
      const { client } = createScripted(() => ({ status: 200, body }));
      await expect(client.listMemberIds({ listId }, user)).rejects.toMatchObject({ code: 'bad-response' });
    },
  );

  it('are not told where one on a later page cannot be read', async () => {
    const { client } = createPaging(100, [...everyone.slice(0, 150), { name: 'no id' }, ...everyone.slice(150)]);
    await expect(client.listMemberIds({ listId }, user)).rejects.toMatchObject({ code: 'bad-response' });
  });

  it('stay as they are when a reset to many cannot tell who else is on the list', async () => {
    const wanted = Array.from({ length: 501 }, (_, at) => toContactId(1_000 + at));
    const { client, calls } = createScripted(({ method }) =>
      method === 'GET' ? { status: 200, body: [...wanted, 7, 'x'] } : { status: 201 },
    );
    const reset = client.setListMembers({ listId, contactIds: wanted }, user);
    await expect(reset).rejects.toMatchObject({ name: 'PartlyDoneError', code: 'bad-response', doneCount: 501 });
    expect(calls.map(({ method }) => method)).toEqual(['PUT', 'PUT', 'GET']);
  });
});

describe('collections that come whole', () => {
  it('tell which of their rows could not be read', async () => {
    const { client, bad } = createScripted(({ path }) => ({
      status: 200,
      body: {
        '/countries': [{ id: 'GB' }, { id: 'nowhere' }],
        '/timezones': { 1: 'Mars/Olympus', 2: 'Europe/London' },
        '/stats/messaging': [{ replyRate: 0.5 }, {}],
        '/messages/preview': { messages: [{ text: 'to nobody' }, { receiver: '447700900461' }] },
      }[path],
    }));
    expect(await client.listCountries(user)).toHaveLength(1);
    expect(await client.listTimeZones(user)).toHaveLength(1);
    expect(await client.listMessagingStatistics({ by: 'day' }, user)).toHaveLength(1);
    expect(await client.previewMessages({ text: 'Hi', phones: ['447700900461'] }, user)).toHaveLength(1);
    expect(bad).toEqual([
      { row: 'GET /countries', paths: ['resources.1.id'] },
      { row: 'GET /timezones', paths: ['resources.0.timezone'] },
      { row: 'GET /stats/messaging', paths: ['resources.1.'] },
      { row: 'GET /messages/preview', paths: ['resources.0.receiver'] },
    ]);
  });

  it('are not told where the service says that there is more', async () => {
    const toBody = (...resources: unknown[]) => ({ page: 1, limit: 1, pageCount: 2, resources });
    const countries = createScripted(() => ({ status: 200, body: toBody({ id: 'GB', name: 'United Kingdom' }) }));
    await expect(countries.client.listCountries(user)).rejects.toMatchObject({ code: 'bad-response' });
    const days = createScripted(() => ({ status: 200, body: toBody({ replyRate: 0.1 }) }));
    const reading = days.client.listMessagingStatistics({ by: 'day' }, user);
    await expect(reading).rejects.toMatchObject({ code: 'bad-response' });
  });
});

describe('estimates of a text with half a letter', () => {
  it('are asked for with a mark in its place, and fail with nothing but what the service says', async () => {
    const { client, calls } = createScripted(({ path }) => ({
      status: 200,
      body: path.endsWith('preview') ? { messages: [] } : { total: 1 },
    }));
    const request = { text: 'hi \ud83d', phones: ['447700900461'] };
    expect(await client.getPrice(request, user)).toMatchObject({ total: 1 });
    expect(await client.previewMessages(request, user)).toEqual([]);
    expect(calls).toHaveLength(2);
  });
});
