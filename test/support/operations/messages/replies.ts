/** Cases of inbound messages. */
import { expect } from 'vitest';
import type { Inbound } from '#main/demo/state/model.ts';
import { messageSchema, pageOf } from '#test/unit/api/support/entity-schemas.ts';
import { toCase } from '../operation-case.ts';
import type { OperationCase } from '../operation-case.ts';
import type { ClientOnDemo } from '../client-on-demo.ts';

const user = { priority: 'user' } as const;
const page = { page: 1, limit: 100 } as const;
const NO_REPLY = 12;

const replySchema = messageSchema;
const replyPageSchema = pageOf(replySchema);

/** The newest one of somebody whose last word it is. */
function getNewest({ world }: ClientOnDemo): Inbound {
  const reply = world.inbound.rows.findLast(({ sender }) => (world.findChatByPhone(sender)?.unread ?? 0) > 1);
  if (reply === undefined) throw new Error('Nobody wrote');
  return reply;
}

interface Deletion {
  readonly before: readonly Inbound[];
  /** Some of them. */
  readonly replyIds: readonly number[];
  readonly newest: Inbound;
  /** How many its chat had unread. */
  readonly unread: number;
}

const plans = new WeakMap<ClientOnDemo, Deletion>();

/** What was there, and what is deleted of it: settled once for a scene. */
function planDeletion(setup: ClientOnDemo): Deletion {
  const known = plans.get(setup);
  if (known !== undefined) return known;
  const before = [...setup.world.inbound.rows];
  const newest = getNewest(setup);
  const unread = setup.world.findChatByPhone(newest.sender)?.unread ?? 0;
  const made = { before, replyIds: before.slice(0, 4).map(({ id }) => id), newest, unread };
  plans.set(setup, made);
  return made;
}

export const replyCases: readonly OperationCase[] = [
  toCase({
    row: 'GET /replies',
    fixture: 'replies',
    request: () => ({ path: '/replies?limit=100' }),
    call: (client) => client.listReplies({ ...page, orderBy: 'messageTime', direction: 'asc' }, user),
    result: replyPageSchema,
    works: ({ world }, { items }) => {
      const oldest = world.inbound.rows.toSorted((one, other) => one.at - other.at || one.id - other.id).slice(0, 100);
      expect(items.map(({ id }) => id)).toEqual(oldest.map(({ id }) => id));
    },
  }),
  toCase({
    row: 'GET /replies/search',
    fixture: 'replies-search',
    request: () => ({ path: '/replies/search?expand=1&limit=100' }),
    call: (client) => client.searchReplies({ ...page, text: 'NIL by mouth', withNames: true }, user),
    result: replyPageSchema,
    works: async ({ world, client }, { items }) => {
      expect(items).toMatchObject([{ phone: '447700900318', firstName: 'Deborah', lastName: 'Okonkwo' }]);
      const replyIds = world.inbound.rows.slice(3, 6).map(({ id }) => id);
      const named = await client.searchReplies({ ...page, replyIds, direction: 'asc' }, user);
      expect(named.items.map(({ id, firstName }) => [id, firstName])).toEqual(replyIds.map((id) => [id, '']));
    },
    refusals: { 400: (client) => client.searchReplies({ ...page, replyIds: [-1] }, user) },
  }),
  toCase({
    row: 'GET /replies/{id}',
    fixture: 'reply',
    request: (setup) => ({ path: `/replies/${getNewest(setup).id}` }),
    call: (client, setup) => client.getReply({ replyId: getNewest(setup).id }, user),
    result: replySchema,
    works: (setup, reply) => {
      const { id, text, sender } = getNewest(setup);
      expect(reply).toMatchObject({ id, text, phone: sender, direction: 'in' });
    },
    refusals: { 404: (client) => client.getReply({ replyId: NO_REPLY }, user) },
  }),
  toCase({
    row: 'DELETE /replies/{id}',
    fixture: 'reply-delete',
    request: (setup) => ({ path: `/replies/${getNewest(setup).id}` }),
    call: (client, setup) => client.deleteReply({ replyId: planDeletion(setup).newest.id }, user),
    result: null,
    works: (setup) => {
      const { world } = setup;
      // Most of what was said before is left: its reply is the newest one now.
      const { newest: reply, unread } = planDeletion(setup);
      const chat = world.findChatByPhone(reply.sender);
      expect(world.inbound.find(reply.id)).toBeUndefined();
      expect(world.threads.list(reply.sender)).not.toContain(reply);
      expect(chat?.unread).toBe(unread - 1);
      const last = world.threads.list(reply.sender).findLast(({ kind }) => kind === 'in' || kind === 'out');
      expect([chat?.lastAt, chat?.lastText]).toEqual([last?.at, last?.kind === 'call' ? null : last?.text]);
      expect(world.inbound.nextId()).toBeGreaterThan(reply.id);
    },
    refusals: { 404: (client) => client.deleteReply({ replyId: NO_REPLY }, user) },
  }),
  toCase({
    row: 'POST /replies/delete',
    fixture: 'replies-delete',
    request: (setup) => ({ path: '/replies/delete', body: { ids: String(getNewest(setup).id), all: 0 } }),
    call: (client, setup) => client.deleteReplies({ replyIds: [NO_REPLY, ...planDeletion(setup).replyIds] }, user),
    result: null,
    works: async (setup) => {
      const { world, client, demo } = setup;
      const { before, replyIds } = planDeletion(setup);
      const { length } = world.inbound.rows;
      expect(world.inbound.rows).toEqual(before.filter(({ id }) => !replyIds.includes(id)));
      expect(world.chats.rows.reduce((sum, { unread }) => sum + unread, 0)).toBeGreaterThan(0);
      await client.deleteReplies({ all: true }, user);
      expect([length > 0, world.inbound.rows]).toEqual([true, []]);
      expect(world.chats.rows.filter(({ lastDirection, unread }) => lastDirection === 'i' || unread > 0)).toEqual([]);
      expect(demo.receive({ sender: '447700900318', text: 'Hello again' })?.id).toBeGreaterThan(900_001);
    },
    refusals: { 404: (client) => client.deleteReplies({ replyIds: [NO_REPLY] }, user) },
  }),
];
