/** Cases of lists of outbound messages, and of their deletion. */
import { expect } from 'vitest';
import { removeMessages } from '#main/demo/state/removal.ts';
import type { Outbound } from '#main/demo/state/model.ts';
import { historySchema, messageSchema, pageOf } from '#test/unit/api/support/entity-schemas.ts';
import { toCase } from '../operation-case.ts';
import type { OperationCase } from '../operation-case.ts';
import type { ClientOnDemo } from '../client-on-demo.ts';

const user = { priority: 'user' } as const;
const page = { page: 1, limit: 100 } as const;
const NO_MESSAGE = 12;

const messagePageSchema = pageOf(messageSchema);

function getNewest({ world }: ClientOnDemo): Outbound {
  const message = world.sent.rows.at(-1);
  if (message === undefined) throw new Error('Nothing was sent');
  return message;
}

/** Newest first. */
function listNewest({ world }: ClientOnDemo, count: number): readonly Outbound[] {
  return world.sent.rows.slice(-count).toReversed();
}

const idsOf = (rows: readonly { readonly id: number }[]): readonly number[] => rows.map(({ id }) => id);

export const messageListCases: readonly OperationCase[] = [
  toCase({
    row: 'GET /messages',
    fixture: 'messages',
    request: () => ({ path: '/messages?limit=100' }),
    call: (client, setup) => client.listOutboundMessages({ page: 7, limit: 5, lastId: getNewest(setup).id }, user),
    result: messagePageSchema,
    works: (setup, { items }) => {
      expect(idsOf(items)).toEqual(idsOf(listNewest(setup, 6).slice(1)));
    },
  }),
  toCase({
    row: 'GET /messages/search',
    fixture: 'messages-search',
    prepare: (setup) => removeMessages(setup.world, listNewest(setup, 1)),
    request: () => ({ path: '/messages/search?includeDeleted=1&limit=100' }),
    call: (client, { world }) => {
      const wanted = world.outbound.rows.slice(-6);
      const filters = { messageIds: idsOf(wanted), letters: ['d', 'f', 'q'], withDeleted: true };
      return client.searchOutboundMessages({ ...page, ...filters }, user);
    },
    result: messagePageSchema,
    works: async (setup, { items }) => {
      const { world, client } = setup;
      const wanted = world.outbound.rows.slice(-6).filter(({ status }) => 'dfq'.includes(status));
      expect(idsOf(items)).toEqual(idsOf(wanted.toReversed()));
      expect(items.map(({ isDeleted }) => isDeleted === true)).toEqual(
        wanted.toReversed().map(({ deleted }) => deleted === true),
      );
      const { id, sessionId, text } = getNewest(setup);
      const found = await client.searchOutboundMessages({ ...page, sessionId, text: text.toUpperCase() }, user);
      expect(idsOf(found.items)).toContain(id);
      expect(new Set(found.items.map((message) => message.sessionId))).toEqual(new Set([sessionId]));
      expect((await client.searchOutboundMessages({ ...page, sessionId, lastId: id, text }, user)).items).toEqual([]);
    },
  }),
  toCase({
    row: 'GET /messages/{id}',
    fixture: 'message',
    request: (setup) => ({ path: `/messages/${getNewest(setup).id}` }),
    call: (client, setup) => client.getOutboundMessage({ messageId: getNewest(setup).id }, user),
    result: messageSchema,
    works: (setup, message) => {
      const { id, text, receiver, status } = getNewest(setup);
      expect(message).toMatchObject({ id, text, phone: receiver, letter: status });
      if (setup.shape === 'sdk') expect(message.initiatorId).toBe(getNewest(setup).userId);
    },
    refusals: { 404: (client) => client.getOutboundMessage({ messageId: NO_MESSAGE }, user) },
  }),
  toCase({
    row: 'DELETE /messages/{id}',
    fixture: 'message-delete',
    request: (setup) => ({ path: `/messages/${getNewest(setup).id}` }),
    call: (client, setup) => client.deleteOutboundMessage({ messageId: getNewest(setup).id }, user),
    result: null,
    works: async ({ world, client }) => {
      const { id, receiver } = world.outbound.rows.at(-1) ?? { id: 0, receiver: '' };
      expect(world.outbound.find(id)?.deleted).toBe(true);
      expect(world.sent.find(id)).toBeUndefined();
      const last = world.threads.list(receiver).findLast(({ kind }) => kind === 'in' || kind === 'out');
      const chat = world.findChatByPhone(receiver);
      expect(last !== undefined && last.kind !== 'call' ? last.text : null).toBe(chat?.lastText ?? null);
      await expect(client.deleteOutboundMessage({ messageId: id }, user)).rejects.toMatchObject({ status: 404 });
    },
    refusals: { 404: (client) => client.deleteOutboundMessage({ messageId: NO_MESSAGE }, user) },
  }),
  toCase({
    row: 'POST /messages/delete',
    fixture: 'messages-delete',
    request: (setup) => ({ path: '/messages/delete', body: { ids: String(getNewest(setup).id), all: 0 } }),
    call: (client, setup) => client.deleteOutboundMessages({ messageIds: idsOf(listNewest(setup, 5)) }, user),
    result: null,
    works: async ({ world, client }) => {
      expect(world.outbound.rows.slice(-6).map(({ deleted }) => deleted === true)).toEqual([
        false,
        ...Array<boolean>(5).fill(true),
      ]);
      await client.deleteOutboundMessages({ all: true }, user);
      expect(world.sent.rows).toEqual([]);
      expect(world.chats.rows.filter(({ lastDirection }) => lastDirection === 'o')).toEqual([]);
      expect((await client.listOutboundMessages({ ...page, lastId: 0 }, user)).items).toEqual([]);
    },
    refusals: { 400: (client) => client.deleteOutboundMessages({ messageIds: [-1] }, user) },
  }),
  toCase({
    row: 'GET /history',
    fixture: 'history',
    request: () => ({ path: '/history?limit=100' }),
    call: (client) => client.listHistory({ limit: 7, lastId: null }, user),
    result: historySchema,
    works: async (setup, first) => {
      const { client, world } = setup;
      expect(idsOf(first.items)).toEqual(idsOf(listNewest(setup, 7)));
      expect(first.nextLastId).toBe(first.items.at(-1)?.id);
      for (const order of [
        {},
        { direction: 'asc' },
        { orderBy: 'lastName' },
        { orderBy: 'phone', direction: 'asc' },
      ] as const) {
        const read: number[] = [];
        for (let lastId: number | null = null; read.length <= world.sent.rows.length;) {
          const stretch = await client.listHistory({ limit: 100, lastId, ...order }, user);
          read.push(...idsOf(stretch.items));
          lastId = stretch.nextLastId;
          if (lastId === null) break;
        }
        expect(read.toSorted((one, other) => one - other)).toEqual(idsOf(world.sent.rows));
      }
    },
    refusals: { 400: (client) => client.listHistory({ limit: 7, lastId: 1.5 }, user) },
  }),
];
