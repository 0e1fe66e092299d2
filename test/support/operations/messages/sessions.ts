/** Cases of sends as the service lists them. */
import { expect } from 'vitest';
import type { Session } from '#main/demo/state/model.ts';
import {
  messageSchema,
  pageOf,
  sendStatisticsSchema,
  serviceSendSchema,
} from '#test/unit/api/support/entity-schemas.ts';
import { toCase } from '../operation-case.ts';
import type { OperationCase } from '../operation-case.ts';
import type { ClientOnDemo } from '../client-on-demo.ts';

const user = { priority: 'user' } as const;
const page = { page: 1, limit: 100 } as const;
const NO_SEND = 12;

const sendPageSchema = pageOf(serviceSendSchema);
const messagePageSchema = pageOf(messageSchema);

/** The reminder that went to many. */
function getReminder({ world }: ClientOnDemo): Session {
  const session = world.sessions.rows.find(({ numbersCount }) => numbersCount > 20);
  if (session === undefined) throw new Error('Nothing went to many');
  return session;
}

export const sessionCases: readonly OperationCase[] = [
  toCase({
    row: 'GET /sessions',
    fixture: 'sessions',
    request: () => ({ path: '/sessions?limit=100' }),
    call: (client) => client.listSends(page, user),
    result: sendPageSchema,
    works: ({ world, shape }, { items }) => {
      const newest = world.sessions.rows.slice(-100).toReversed();
      expect(items.map(({ id, price, recipientsCount }) => [id, price, recipientsCount])).toEqual(
        newest.map(({ id, price, numbersCount }) => [id, price, numbersCount]),
      );
      if (shape === 'sdk') expect(items[0]?.initiatorId).toBe(newest[0]?.userId);
    },
  }),
  toCase({
    row: 'GET /sessions/{id}',
    fixture: 'session',
    request: (setup) => ({ path: `/sessions/${getReminder(setup).id}` }),
    call: (client, setup) => client.getSend({ sessionId: getReminder(setup).id }, user),
    result: serviceSendSchema,
    works: (setup, send) => {
      const { id, text, numbersCount } = getReminder(setup);
      expect(send).toMatchObject({ id, text, recipientsCount: numbersCount, source: 'O', destination: 't' });
    },
    refusals: { 404: (client) => client.getSend({ sessionId: NO_SEND }, user) },
  }),
  toCase({
    row: 'GET /sessions/{id}/messages',
    fixture: 'session-messages',
    request: (setup) => ({ path: `/sessions/${getReminder(setup).id}/messages?limit=100` }),
    call: (client, setup) =>
      client.listMessagesOfSend({ ...page, sessionId: getReminder(setup).id, letters: ['d'] }, user),
    result: messagePageSchema,
    works: async (setup, { items }) => {
      const { world, client } = setup;
      const { id: sessionId } = getReminder(setup);
      const own = world.outbound.rows.filter((message) => message.sessionId === sessionId && message.status === 'd');
      expect(items.map(({ id }) => id)).toEqual(own.toReversed().map(({ id }) => id));
      const [message] = items;
      await client.deleteOutboundMessage({ messageId: message?.id ?? 0 }, user);
      for (const withDeleted of [false, true]) {
        const again = await client.listMessagesOfSend({ ...page, sessionId, letters: ['d'], withDeleted }, user);
        expect(again.items).toHaveLength(withDeleted ? items.length : items.length - 1);
      }
    },
  }),
  toCase({
    row: 'GET /sessions/{id}/stat',
    fixture: 'session-statistics',
    request: (setup) => ({ path: `/sessions/${getReminder(setup).id}/stat` }),
    call: (client, setup) => client.getSendStatistics({ sessionId: getReminder(setup).id }, user),
    result: sendStatisticsSchema,
    works: async (setup, statistics) => {
      const { world, client } = setup;
      const { id: sessionId } = getReminder(setup);
      const { all, ...counts } = statistics;
      const own = world.outbound.rows.filter((message) => message.sessionId === sessionId);
      expect([all, counts.delivered]).toEqual([own.length, own.filter(({ status }) => status === 'd').length]);
      expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(all);
      await client.deleteOutboundMessage({ messageId: own[0]?.id ?? 0 }, user);
      expect((await client.getSendStatistics({ sessionId }, user)).all).toBe(all - 1);
      expect((await client.getSendStatistics({ sessionId, withDeleted: true }, user)).all).toBe(all);
    },
    refusals: { 404: (client) => client.getSendStatistics({ sessionId: NO_SEND }, user) },
  }),
  toCase({
    row: 'DELETE /sessions/{id}',
    fixture: 'session-delete',
    request: (setup) => ({ path: `/sessions/${getReminder(setup).id}` }),
    call: async (client, setup) => {
      const { world } = setup;
      const { id: sessionId } = getReminder(setup);
      const { balance } = world.data;
      await client.deleteSend({ sessionId }, user);
      if (setup.demo.seen.length > 0) expect(world.data.balance).toBe(balance);
    },
    result: null,
    works: ({ world }) => {
      expect(world.sessions.rows.filter(({ numbersCount }) => numbersCount > 20)).toEqual([]);
      expect(world.sent.rows.filter(({ sessionId }) => world.sessions.find(sessionId) === undefined)).toEqual([]);
      expect(world.outbound.rows.filter(({ deleted }) => deleted === true).length).toBeGreaterThan(20);
      for (const { phone, lastText } of world.chats.rows) {
        const last = world.threads.list(phone).findLast((item) => item.kind === 'in' || item.kind === 'out');
        expect(lastText).toBe(last?.text ?? null);
      }
    },
    refusals: { 404: (client) => client.deleteSend({ sessionId: NO_SEND }, user) },
  }),
  toCase({
    row: 'POST /sessions/delete',
    fixture: 'sessions-delete',
    request: (setup) => ({ path: '/sessions/delete', body: { ids: `${getReminder(setup).id},12`, all: 0 } }),
    call: (client, setup) => client.deleteSends({ sessionIds: [getReminder(setup).id, NO_SEND] }, user),
    result: null,
    works: async ({ world, client }) => {
      expect(world.sessions.rows.filter(({ numbersCount }) => numbersCount > 20)).toEqual([]);
      expect(world.sent.rows.length).toBeGreaterThan(0);
      await client.deleteSends({ all: true }, user);
      expect([world.sessions.rows, world.sent.rows]).toEqual([[], []]);
    },
  }),
];
