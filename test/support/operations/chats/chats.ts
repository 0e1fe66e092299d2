/** Cases of single chats, their lists and searches. */
import { expect } from 'vitest';
import * as v from 'valibot';
import type { Chat as UnsentChat } from '#main/demo/state/model.ts';
import { toChatId } from '#shared/domain/ids.ts';
import type { ChatId } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { chatSchema, messageSchema, pageOf } from '#test/unit/api/support/entity-schemas.ts';
import { toCase } from '../operation-case.ts';
import type { OperationCase } from '../operation-case.ts';
import type { ClientOnDemo } from '../client-on-demo.ts';

const user = { priority: 'user' } as const;
const page = { page: 1, limit: 100 } as const;
const NO_CHAT = toChatId(987_654);
/** What no id of the service looks like. */
const NO_ID = toChatId(1.5);
const DEBORAH = '447700900318';
const INES = '447700900229';
const NEW_PHONE = '447700900777';
const HOUR_MS = 3_600_000;

const chatPageSchema = pageOf(chatSchema);
const messagePageSchema = pageOf(messageSchema);

function getKept({ world }: ClientOnDemo, phone: string): UnsentChat {
  const chat = world.findChatByPhone(phone);
  if (chat === undefined) throw new Error(`Nobody chats as ${phone}`);
  return chat;
}

const idOf = (setup: ClientOnDemo, phone = DEBORAH): ChatId => toChatId(getKept(setup, phone).id);

export const chatCases: readonly OperationCase[] = [
  toCase({
    row: 'GET /chats',
    fixture: 'chats',
    request: () => ({ path: '/chats?limit=100' }),
    call: (client) =>
      client.listChats(
        { ...page, status: 'active', orderBy: 'messageTime', isPinnedFirst: true, isUnreadOnly: true, withCalls: true },
        user,
      ),
    result: chatPageSchema,
    works: ({ world }, { items }) => {
      const unread = world.chats.rows.filter((chat) => chat.status === 'a' && chat.unread > 0);
      expect(items.map(({ id }) => Number(id)).toSorted()).toEqual(unread.map(({ id }) => id).toSorted());
      expect(items.map(({ isPinned }) => isPinned)).toEqual(
        items
          .map(({ isPinned }) => isPinned)
          .toSorted()
          .toReversed(),
      );
      expect(items.map(({ lastDirection }) => lastDirection)).toContain('call-in');
    },
  }),
  toCase({
    row: 'GET /chats/{id}',
    fixture: 'chat',
    request: (setup) => ({ path: `/chats/${idOf(setup)}` }),
    call: (client, setup) => client.getChat({ chatId: idOf(setup) }, user),
    result: chatSchema,
    works: (_scene, chat) => {
      expect(chat).toMatchObject({ phone: DEBORAH, firstName: 'Deborah', isPinned: true, status: 'active' });
    },
    refusals: { 404: (client) => client.getChat({ chatId: NO_CHAT }, user) },
  }),
  toCase({
    row: 'GET /chats/{phone}/by/phone',
    fixture: 'chat-by-phone',
    request: () => ({ path: `/chats/${DEBORAH}/by/phone?reopen=0` }),
    call: (client) => client.getChatByPhone({ phone: toPhoneKey(NEW_PHONE), upsert: true, reopen: false }, user),
    result: chatSchema,
    works: ({ world }) => {
      expect(world.findChatByPhone(NEW_PHONE)).toMatchObject({ status: 'a', lastText: null });
    },
    refusals: { 404: (client) => client.findChatByPhone({ phone: toPhoneKey(NEW_PHONE) }, user) },
  }),
  toCase({
    row: 'GET /chats/unread/count',
    fixture: 'chats-unread-count',
    request: () => ({ path: '/chats/unread/count' }),
    call: (client) => client.getUnreadTotal(user),
    result: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    works: ({ world }, total) => {
      const open = world.chats.rows.filter(({ status }) => status === 'a');
      expect(total).toBe(open.reduce((sum, { unread }) => sum + unread, 0));
    },
  }),
  toCase({
    row: 'GET /chats/search',
    fixture: 'chats-search',
    request: () => ({ path: '/chats/search?query=e&limit=100' }),
    call: (client) => client.searchChats({ ...page, text: 'NIL by mouth' }, user),
    result: chatPageSchema,
    works: (_scene, { items }) => {
      expect(items.map(({ phone }) => phone)).toEqual([DEBORAH]);
    },
  }),
  toCase({
    row: 'GET /chats/search/ids',
    fixture: 'chats-search-ids',
    request: ({ world }) => ({
      path: `/chats/search/ids?limit=100&ids=${world.chats.rows.map(({ id }) => id).join(',')}`,
    }),
    call: (client, { world }) => {
      const chatIds = world.chats.rows.map(({ id }) => toChatId(id));
      return client.listChatsByIds({ chatIds: [...chatIds, NO_CHAT, ...chatIds] }, user);
    },
    result: v.array(chatSchema),
    works: ({ world }, chats) => {
      expect(chats.map(({ id }) => Number(id)).toSorted()).toEqual(world.chats.rows.map(({ id }) => id).toSorted());
    },
  }),
  toCase({
    row: 'GET /chats/search/recipients',
    fixture: 'chats-search-recipients',
    request: () => ({ path: '/chats/search/recipients?query=4&limit=100' }),
    call: (client) => client.searchChatsByRecipient({ ...page, text: 'dental CLIENTS', orderBy: 'messageTime' }, user),
    result: chatPageSchema,
    works: ({ world }, { items }) => {
      const list = world.lists.rows.find(({ name }) => name === 'Dental clients');
      const isOn = (phone: string) => world.findContactByPhone(phone)?.listIds.includes(list?.id ?? 0) === true;
      const meant = world.chats.rows.filter(({ phone, status }) => status !== 'd' && isOn(phone));
      expect(meant.length).toBeGreaterThan(1);
      const byTime = meant.toSorted((one, other) => other.lastAt - one.lastAt || other.id - one.id);
      expect(items.map(({ id }) => Number(id))).toEqual(byTime.map(({ id }) => id));
    },
  }),
  toCase({
    row: 'GET /chats/{id}/message',
    fixture: 'chat-messages',
    request: (setup) => ({ path: `/chats/${idOf(setup, INES)}/message?limit=100` }),
    call: (client, setup) => {
      const { world } = setup;
      const [first] = world.threads.list(DEBORAH);
      const period = { startAt: first?.at ?? 0, endAt: setup.demo.clock.nowAt() };
      const chat = { chatId: idOf(setup), phone: toPhoneKey(DEBORAH) };
      return client.listChatMessages({ ...page, ...chat, period, direction: 'asc', withCalls: true }, user);
    },
    result: messagePageSchema,
    works: ({ world }, { items }) => {
      const kept = world.threads.list(DEBORAH).filter(({ kind }) => kind !== 'note');
      expect(items.map(({ key }) => key)).toEqual(kept.map(({ kind, id }) => `${kind}:${id}`));
      expect(items.map(({ kind }) => kind)).toContain('call');
    },
    refusals: {
      400: (client, setup) => {
        const period = { startAt: 0, endAt: 8.64e15 };
        const chat = { chatId: idOf(setup), phone: toPhoneKey(DEBORAH) };
        return client.listChatMessages({ ...page, ...chat, period }, user);
      },
    },
  }),
  toCase({
    row: 'POST /chats/{id}/messages/delete',
    fixture: 'chat-messages-delete',
    request: (setup) => ({
      path: `/chats/${idOf(setup)}/messages/delete`,
      body: { inbound_ids: '900104', sent_ids: '', calls_ids: '', all: 0 },
    }),
    call: (client, setup) => {
      const ids = (wanted: string) =>
        setup.world.threads.list(DEBORAH).flatMap(({ kind, id }) => (kind === wanted ? [id] : []));
      const chosen = { inboundIds: ids('in').slice(1), outboundIds: [...ids('out'), 900_001], callIds: ids('call') };
      return client.deleteChatMessages({ chatId: idOf(setup), ...chosen }, user);
    },
    result: null,
    works: (setup) => {
      const { world } = setup;
      const [left, ...others] = world.threads.list(DEBORAH);
      expect([left?.kind, others]).toEqual(['in', []]);
      expect(getKept(setup, DEBORAH)).toMatchObject({ unread: 0, lastAt: left?.at, lastDirection: 'i' });
      expect(world.calls.rows.some(({ phone }) => phone === DEBORAH)).toBe(false);
    },
    refusals: {
      400: (client, setup) => client.deleteChatMessages({ chatId: idOf(setup), inboundIds: [-1] }, user),
    },
  }),
  toCase({
    row: 'POST /chats/status',
    fixture: 'chats-status',
    request: (setup) => ({ path: '/chats/status', body: { id: idOf(setup), status: 'c' } }),
    call: (client, setup) => client.setChatStatus({ chatId: idOf(setup), status: 'closed' }, user),
    result: null,
    works: async (setup) => {
      expect(getKept(setup, DEBORAH).status).toBe('c');
      for (const status of ['deleted', 'active'] as const) {
        await setup.client.setChatStatus({ chatId: idOf(setup), status }, user);
        expect(getKept(setup, DEBORAH).status).toBe(status.slice(0, 1));
      }
    },
    refusals: { 400: (client) => client.setChatStatus({ chatId: NO_ID, status: 'closed' }, user) },
  }),
  toCase({
    row: 'POST /chats/mute',
    fixture: 'chats-mute',
    request: (setup) => ({ path: '/chats/mute', body: { id: idOf(setup), mute: 1, for: 8 } }),
    call: (client, setup) => client.muteChat({ chatId: idOf(setup), isMuted: true, hours: 8 }, user),
    result: null,
    works: async (setup) => {
      const read = () => setup.client.getChat({ chatId: idOf(setup) }, user);
      expect(Math.abs(((await read()).mutedUntil ?? 0) - setup.demo.clock.nowAt() - 8 * HOUR_MS)).toBeLessThan(60_000);
      setup.demo.advance(8 * HOUR_MS);
      expect(await read()).toMatchObject({ isMuted: false, mutedUntil: null });
    },
    refusals: { 400: (client, setup) => client.muteChat({ chatId: idOf(setup), isMuted: true, hours: -1 }, user) },
  }),
  toCase({
    row: 'POST /chats/pin',
    fixture: 'chats-pin',
    request: (setup) => ({ path: '/chats/pin', body: { id: idOf(setup), pinned: 1 } }),
    call: (client, setup) => client.pinChat({ chatId: idOf(setup), isPinned: false }, user),
    result: null,
    works: async (setup) => {
      expect(getKept(setup, DEBORAH).pinned).toBe(false);
      await setup.client.pinChat({ chatId: idOf(setup), isPinned: true }, user);
      expect(getKept(setup, DEBORAH).pinned).toBe(true);
    },
    refusals: { 400: (client) => client.pinChat({ chatId: NO_ID, isPinned: true }, user) },
  }),
];
