/** Cases of single chats, their lists and searches. */
import { expect } from 'vitest';
import * as v from 'valibot';
import type { Chat as KeptChat } from '#main/demo/state/model.ts';
import { toChatId } from '#shared/domain/ids.ts';
import type { ChatId } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { chatSchema, messageSchema, pageOf } from '#test/unit/api/support/entity-schemas.ts';
import { toCase } from '../row-case.ts';
import type { RowCase } from '../row-case.ts';
import type { Scene } from '../scene.ts';

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

function getKept({ world }: Scene, phone: string): KeptChat {
  const chat = world.findChatByPhone(phone);
  if (chat === undefined) throw new Error(`Nobody chats as ${phone}`);
  return chat;
}

const idOf = (scene: Scene, phone = DEBORAH): ChatId => toChatId(getKept(scene, phone).id);

export const chatCases: readonly RowCase[] = [
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
    request: (scene) => ({ path: `/chats/${idOf(scene)}` }),
    call: (client, scene) => client.getChat({ chatId: idOf(scene) }, user),
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
    request: (scene) => ({ path: `/chats/${idOf(scene, INES)}/message?limit=100` }),
    call: (client, scene) => {
      const { world } = scene;
      const [first] = world.threads.list(DEBORAH);
      const period = { startAt: first?.at ?? 0, endAt: scene.demo.clock.nowAt() };
      const chat = { chatId: idOf(scene), phone: toPhoneKey(DEBORAH) };
      return client.listChatMessages({ ...page, ...chat, period, direction: 'asc', withCalls: true }, user);
    },
    result: messagePageSchema,
    works: ({ world }, { items }) => {
      const kept = world.threads.list(DEBORAH).filter(({ kind }) => kind !== 'note');
      expect(items.map(({ key }) => key)).toEqual(kept.map(({ kind, id }) => `${kind}:${id}`));
      expect(items.map(({ kind }) => kind)).toContain('call');
    },
    refusals: {
      400: (client, scene) => {
        const period = { startAt: 0, endAt: 8.64e15 };
        const chat = { chatId: idOf(scene), phone: toPhoneKey(DEBORAH) };
        return client.listChatMessages({ ...page, ...chat, period }, user);
      },
    },
  }),
  toCase({
    row: 'POST /chats/{id}/messages/delete',
    fixture: 'chat-messages-delete',
    request: (scene) => ({
      path: `/chats/${idOf(scene)}/messages/delete`,
      body: { inbound_ids: '900104', sent_ids: '', calls_ids: '', all: 0 },
    }),
    call: (client, scene) => {
      const ids = (wanted: string) =>
        scene.world.threads.list(DEBORAH).flatMap(({ kind, id }) => (kind === wanted ? [id] : []));
      const chosen = { inboundIds: ids('in').slice(1), outboundIds: [...ids('out'), 900_001], callIds: ids('call') };
      return client.deleteChatMessages({ chatId: idOf(scene), ...chosen }, user);
    },
    result: null,
    works: (scene) => {
      const { world } = scene;
      const [left, ...others] = world.threads.list(DEBORAH);
      expect([left?.kind, others]).toEqual(['in', []]);
      expect(getKept(scene, DEBORAH)).toMatchObject({ unread: 0, lastAt: left?.at, lastDirection: 'i' });
      expect(world.calls.rows.some(({ phone }) => phone === DEBORAH)).toBe(false);
    },
    refusals: {
      400: (client, scene) => client.deleteChatMessages({ chatId: idOf(scene), inboundIds: [-1] }, user),
    },
  }),
  toCase({
    row: 'POST /chats/status',
    fixture: 'chats-status',
    request: (scene) => ({ path: '/chats/status', body: { id: idOf(scene), status: 'c' } }),
    call: (client, scene) => client.setChatStatus({ chatId: idOf(scene), status: 'closed' }, user),
    result: null,
    works: async (scene) => {
      expect(getKept(scene, DEBORAH).status).toBe('c');
      for (const status of ['deleted', 'active'] as const) {
        await scene.client.setChatStatus({ chatId: idOf(scene), status }, user);
        expect(getKept(scene, DEBORAH).status).toBe(status.slice(0, 1));
      }
    },
    refusals: { 400: (client) => client.setChatStatus({ chatId: NO_ID, status: 'closed' }, user) },
  }),
  toCase({
    row: 'POST /chats/mute',
    fixture: 'chats-mute',
    request: (scene) => ({ path: '/chats/mute', body: { id: idOf(scene), mute: 1, for: 8 } }),
    call: (client, scene) => client.muteChat({ chatId: idOf(scene), isMuted: true, hours: 8 }, user),
    result: null,
    works: async (scene) => {
      const read = () => scene.client.getChat({ chatId: idOf(scene) }, user);
      expect(Math.abs(((await read()).mutedUntil ?? 0) - scene.demo.clock.nowAt() - 8 * HOUR_MS)).toBeLessThan(60_000);
      scene.demo.advance(8 * HOUR_MS);
      expect(await read()).toMatchObject({ isMuted: false, mutedUntil: null });
    },
    refusals: { 400: (client, scene) => client.muteChat({ chatId: idOf(scene), isMuted: true, hours: -1 }, user) },
  }),
  toCase({
    row: 'POST /chats/pin',
    fixture: 'chats-pin',
    request: (scene) => ({ path: '/chats/pin', body: { id: idOf(scene), pinned: 1 } }),
    call: (client, scene) => client.pinChat({ chatId: idOf(scene), isPinned: false }, user),
    result: null,
    works: async (scene) => {
      expect(getKept(scene, DEBORAH).pinned).toBe(false);
      await scene.client.pinChat({ chatId: idOf(scene), isPinned: true }, user);
      expect(getKept(scene, DEBORAH).pinned).toBe(true);
    },
    refusals: { 400: (client) => client.pinChat({ chatId: NO_ID, isPinned: true }, user) },
  }),
];
