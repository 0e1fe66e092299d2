/** Writes about many chats and messages: portions, both forms of `all`, and what is told when one fails on the way. */
import { describe, expect, it } from 'vitest';
import { PartlyDoneError, PORTION_IDS } from '#main/api/bulk/portions.ts';
import { toChatId, toContactId, toListId } from '#shared/domain/ids.ts';
import { createScripted, refuse } from '../support/scripted-endpoints.ts';
import type { ScriptedAnswer } from '../support/scripted-endpoints.ts';

const user = { priority: 'user' } as const;
const listIds = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => 410_001 + at);
const listChatIds = (count: number) => listIds(count).map(toChatId);
const DONE = { status: 204 } as const;

const countIds = (body: unknown, field = 'ids'): number =>
  String((body as Record<string, unknown>)[field]).split(',').length;

describe('a write about very many ids', () => {
  it('is made in portions of a bounded size that name each id once', async () => {
    const { client, calls } = createScripted(() => DONE);
    const chatIds = listChatIds(2 * PORTION_IDS + 1);
    await client.closeChats({ chatIds: [...chatIds, ...chatIds] }, user);
    expect(calls.map(({ body }) => countIds(body))).toEqual([PORTION_IDS, PORTION_IDS, 1]);
    expect(calls.flatMap(({ body }) => String(body?.['ids']).split(',').map(Number))).toEqual(chatIds);
  });

  it('asks nothing where there are no ids: that could be read as all', async () => {
    const { client, calls } = createScripted(() => DONE);
    await client.deleteChats({ chatIds: [] }, user);
    await client.deleteOutboundMessages({ messageIds: [] }, user);
    await client.deleteChatMessages({ chatId: toChatId(7) }, user);
    await client.deleteReplies({ replyIds: [] }, user);
    await client.deleteSends({ sessionIds: [] }, user);
    await client.deleteTemplates({ templateIds: [] }, user);
    await client.deleteSchedules({ scheduleIds: [] }, user);
    await client.deleteNotesOfContact({ contactId: toContactId(1), noteIds: [] }, user);
    await client.deleteLists({ listIds: [] }, user);
    await client.deleteContacts({ contactIds: [] }, user);
    await client.unblockContacts({ contactIds: [] }, user);
    for (const change of ['addListMembers', 'removeListMembers', 'deleteListMembers'] as const)
      await client[change]({ listId: toListId(1), contactIds: [] }, user);
    expect(calls).toEqual([]);
  });

  it('tells how many were done when a later portion fails, with the failure of that portion', async () => {
    const { client } = createScripted((_request, before) => (before === 2 ? { status: 503 } : DONE));
    const failure = client.deleteReplies({ replyIds: listIds(3 * PORTION_IDS) }, user);
    await expect(failure).rejects.toBeInstanceOf(PartlyDoneError);
    await expect(failure).rejects.toMatchObject({ doneCount: 2 * PORTION_IDS, status: 503, code: 'maintenance' });
  });

  it('fails plainly when nothing was done', async () => {
    const { client } = createScripted(() => ({ status: 401 }));
    const failure = client.deleteSends({ sessionIds: listIds(2 * PORTION_IDS) }, user);
    await expect(failure).rejects.not.toBeInstanceOf(PartlyDoneError);
    await expect(failure).rejects.toMatchObject({ status: 401 });
  });

  it('goes past a portion of which nothing is left to delete, so that a repeat completes what failed before', async () => {
    const { client, calls } = createScripted((_request, before) => (before === 0 ? { status: 404 } : DONE));
    await client.deleteContacts({ contactIds: listIds(2 * PORTION_IDS).map(toContactId) }, user);
    expect(calls).toHaveLength(2);
  });

  it('is refused when nothing of any portion is there', async () => {
    const { client, calls } = createScripted(() => ({ status: 404 }));
    const failure = client.deleteTemplates({ templateIds: listIds(2 * PORTION_IDS) }, user);
    await expect(failure).rejects.toMatchObject({ code: 'not-found', status: 404 });
    await expect(failure).rejects.not.toBeInstanceOf(PartlyDoneError);
    expect(calls).toHaveLength(2);
  });

  it('that adds does not go past a list that has gone on the way', async () => {
    const { client } = createScripted((_request, before) => (before === 1 ? { status: 404 } : DONE));
    const contactIds = listIds(3 * PORTION_IDS).map(toContactId);
    const failure = client.addListMembers({ listId: toListId(1), contactIds }, user);
    await expect(failure).rejects.toMatchObject({ name: 'PartlyDoneError', doneCount: PORTION_IDS, status: 404 });
  });

  it('about messages of a chat keeps the three sequences of ids apart across portions', async () => {
    const { client, calls } = createScripted(() => DONE);
    const ids = listIds(PORTION_IDS);
    await client.deleteChatMessages({ chatId: toChatId(7), inboundIds: ids, outboundIds: ids, callIds: [3] }, user);
    const counts = calls.map(({ body }) => ['inbound_ids', 'sent_ids', 'calls_ids'].map((field) => body?.[field]));
    expect(counts).toEqual([
      [ids.join(','), '', ''],
      ['', ids.join(','), ''],
      ['', '', '3'],
    ]);
  });
});

describe('a write about all there are', () => {
  it('says so as each row has it in the documents, and names no ids', async () => {
    const { client, calls } = createScripted(() => DONE);
    const all = { all: true } as const;
    await client.deleteLists(all, user);
    await client.deleteListMembers({ listId: toListId(1), ...all }, user);
    await client.deleteTemplates(all, user);
    await client.deleteNotesOfContact({ contactId: toContactId(1), ...all }, user);
    await client.addListMembers({ listId: toListId(1), ...all }, user);
    expect(calls.map(({ body }) => body)).toEqual([{ all: 1 }, { all: 1 }, all, { all: 1 }, { contacts: 'all' }]);
  });

  it('takes nothing else for it: those of a status are not all', async () => {
    const { client, calls } = createScripted(() => DONE);
    await client.deleteSchedules({ status: 'completed' }, user);
    await client.deleteChats({ status: 'deleted' }, user);
    expect(calls.map(({ body }) => body)).toEqual([
      { all: 0, status: 'c' },
      { all: 0, status: 'd' },
    ]);
  });
});

describe('the two forms of a write about chats', () => {
  it('are tried once, and the one that worked comes first from then on, for every portion', async () => {
    const { client, calls } = createScripted(({ body }) => (typeof body?.['all'] === 'number' ? refuse('all') : DONE));
    await client.muteChats({ chatIds: listChatIds(PORTION_IDS + 1), hours: 8 }, user);
    expect(calls.map(({ body }) => [body?.['all'], body?.['for']])).toEqual([
      [0, '8'],
      [false, 8],
      [false, 8],
    ]);
  });

  it('leave out empty ids for the client libraries and name all three for the specification', async () => {
    const { client, calls } = createScripted((_request, before) => (before === 0 ? refuse('sent_ids') : DONE));
    await client.deleteChatMessages({ chatId: toChatId(7), inboundIds: [5] }, user);
    expect(calls.map(({ body }) => body)).toEqual([
      { inbound_ids: '5', sent_ids: '', calls_ids: '', all: 0 },
      { inbound_ids: '5', all: false },
    ]);
  });
});

describe('a deletion of one chat', () => {
  it.each<[string, ScriptedAnswer]>([
    ['names the letter', refuse('status')],
    ['names nothing', { status: 400, body: { code: 400, message: 'Validation Failed' } }],
    ['says nothing', { status: 400 }],
  ])('goes the long way where the service does not take the letter and %s', async (_what, refusal) => {
    const { client, calls } = createScripted(({ path }) => (path === '/chats/status' ? refusal : DONE));
    await client.setChatStatus({ chatId: toChatId(7), status: 'deleted' }, user);
    expect(calls.at(-1)).toMatchObject({ path: '/chats/delete', body: { ids: '7', all: 0 } });
  });

  it('is not replaced where the chat is what is wrong, nor is another status', async () => {
    const wrongChat = createScripted(() => refuse('id'));
    const deletion = wrongChat.client.setChatStatus({ chatId: toChatId(7), status: 'deleted' }, user);
    await expect(deletion).rejects.toMatchObject({ code: 'validation' });
    const wrongLetter = createScripted(() => refuse('status'));
    const closing = wrongLetter.client.setChatStatus({ chatId: toChatId(7), status: 'closed' }, user);
    await expect(closing).rejects.toMatchObject({ code: 'validation' });
    for (const { calls } of [wrongChat, wrongLetter])
      expect(calls.every(({ path }) => path === '/chats/status')).toBe(true);
  });
});
