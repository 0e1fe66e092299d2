/** What people do to chats, each with the operation of the service that carries it there. */
import { expect } from 'vitest';
import type { DemoService } from '#main/demo/service.ts';
import type { ChatScope, ChatView, RequestInput } from '#shared/contract/index.ts';
import type { SyncedApp, ChatOperation, Plan } from './synced-app.ts';
import { toRequestId } from './app-on-demo.ts';

type Action = RequestInput<'chats.act'>['action'];

const HOUR_MS = 3_600_000;

/** An act on so many chats of a list, with what they are then: for the eye, and at the service. */
function actOn(
  count: number,
  what: {
    readonly action: Action;
    readonly list?: { readonly shelf?: ChatScope['shelf']; readonly marks?: ChatScope['marks'] };
    readonly fits?: (chat: ChatView) => boolean;
    readonly shown: Partial<ChatView>;
    readonly kept: object;
  },
): (synced: SyncedApp) => Promise<Plan> {
  return async (synced) => {
    const chats = await synced.pick(count, what.list, what.fits);
    const ids = chats.map(({ id }) => id);
    return {
      act: () => synced.window.act(ids, what.action),
      expectShown: async () => {
        const { shown } = what;
        expect(await synced.show(chats)).toMatchObject(chats.map(() => shown));
      },
      expectDone: () => expect(synced.listAtService(chats)).toMatchObject(chats.map(() => what.kept)),
    };
  };
}

/** Does something to the first open chats of the service. */
function prepareTwo(change: (chat: DemoService['world']['chats']['rows'][number]) => void) {
  return ({ world }: DemoService): void => {
    world.chats.rows
      .filter(({ status }) => status === 'a')
      .slice(0, 2)
      .forEach(change);
    world.chats.touch();
  };
}

const isPlain = (chat: ChatView): boolean => !chat.isPinned && !chat.isMuted && chat.unreadCount === 0;

export const chatWrites: readonly ChatOperation[] = [
  {
    row: 'POST /chats/close/bulk',
    plan: actOn(2, {
      action: { kind: 'status', status: 'closed' },
      shown: { status: 'closed' },
      kept: { status: 'c' },
    }),
  },
  {
    row: 'POST /chats/close/read',
    plan: async (synced) => {
      const scope: ChatScope = { shelf: 'open', marks: ['read'], listId: null };
      const [read, unread] = [
        await synced.window.listChats('open', ['read']),
        await synced.pick(1, { marks: ['unread'] }),
      ];
      expect(read.total).toBeGreaterThan(1);
      return {
        act: () => synced.actOnScope(scope, { kind: 'status', status: 'closed' }),
        expectShown: async () => expect(await synced.window.listChats('open', ['read'])).toMatchObject({ total: 0 }),
        expectDone: () => {
          expect(synced.listAtService(read.rows)).toMatchObject(read.rows.map(() => ({ status: 'c' })));
          expect(synced.listAtService(unread)).toMatchObject([{ status: 'a' }]);
        },
      };
    },
  },
  {
    row: 'POST /chats/delete',
    plan: actOn(1, {
      action: { kind: 'status', status: 'deleted' },
      shown: { status: 'deleted' },
      kept: { status: 'd' },
    }),
  },
  {
    row: 'POST /chats/mute',
    plan: async (synced) => {
      const [chat] = await synced.pick(1, {}, isPlain);
      const [kept] = synced.listAtService(chat === undefined ? [] : [chat]);
      return {
        act: () => synced.window.act(chat?.id ?? 0, { kind: 'mute', isMuted: true, hours: 8 }),
        expectShown: async () => expect(await synced.window.listChats('open', ['muted'])).toMatchObject({ rows: [{}] }),
        expectDone: () => {
          expect(kept).toMatchObject({ muted: true });
          expect(Math.abs((kept?.mutedUntil ?? 0) - (Date.now() + 8 * HOUR_MS))).toBeLessThan(HOUR_MS / 60);
        },
      };
    },
    prepare: ({ world }) => {
      for (const chat of world.chats.rows) chat.muted = false;
    },
  },
  {
    row: 'POST /chats/mute/bulk',
    plan: actOn(2, {
      action: { kind: 'mute', isMuted: true, hours: null },
      fits: isPlain,
      shown: { isMuted: true, mutedUntil: null },
      kept: { muted: true, mutedUntil: null },
    }),
  },
  {
    row: 'POST /chats/unmute/bulk',
    prepare: prepareTwo((chat) => {
      chat.muted = true;
    }),
    plan: actOn(2, {
      action: { kind: 'mute', isMuted: false, hours: null },
      list: { marks: ['muted'] },
      shown: { isMuted: false },
      kept: { muted: false },
    }),
  },
  {
    row: 'POST /chats/pin',
    plan: actOn(1, {
      action: { kind: 'pin', isPinned: true },
      fits: isPlain,
      shown: { isPinned: true },
      kept: { pinned: true },
    }),
  },
  {
    row: 'POST /chats/pin/bulk',
    plan: actOn(2, {
      action: { kind: 'pin', isPinned: true },
      fits: isPlain,
      shown: { isPinned: true },
      kept: { pinned: true },
    }),
  },
  {
    row: 'POST /chats/unpin/bulk',
    prepare: prepareTwo((chat) => {
      chat.pinned = true;
    }),
    plan: actOn(2, {
      action: { kind: 'pin', isPinned: false },
      list: { marks: ['pinned'] },
      shown: { isPinned: false },
      kept: { pinned: false },
    }),
  },
  {
    row: 'POST /chats/read/bulk',
    prepare: prepareTwo((chat) => {
      chat.unread = 2;
    }),
    plan: actOn(2, {
      action: { kind: 'read', isRead: true },
      list: { marks: ['unread'] },
      shown: { unreadCount: 0 },
      kept: { unread: 0 },
    }),
  },
  {
    row: 'POST /chats/unread/bulk',
    plan: actOn(2, {
      action: { kind: 'read', isRead: false },
      fits: isPlain,
      shown: { unreadCount: 1 },
      kept: { unread: 1 },
    }),
  },
  {
    row: 'POST /chats/reopen/bulk',
    prepare: prepareTwo((chat) => {
      chat.status = 'c';
    }),
    plan: actOn(2, {
      action: { kind: 'status', status: 'active' },
      list: { shelf: 'closed' },
      shown: { status: 'active' },
      kept: { status: 'a' },
    }),
  },
  {
    row: 'POST /chats/status',
    plan: actOn(1, {
      action: { kind: 'status', status: 'closed' },
      shown: { status: 'closed' },
      kept: { status: 'c' },
    }),
  },
  {
    row: 'POST /chats/{id}/messages/delete',
    prepare: (service) => {
      const [chat] = service.world.chats.rows.filter(({ status }) => status === 'a');
      for (const text of ['Delete this', 'And this']) service.receive({ sender: chat?.phone ?? '', text });
    },
    plan: planMessageDeletion,
  },
];

async function planMessageDeletion(synced: SyncedApp): Promise<Plan> {
  const [chat] = await synced.pick(1, {}, ({ lastText }) => lastText === 'And this');
  const { id: chatId = 0, phone = '' } = chat ?? {};
  const list = async () => (await synced.window.ask('messages.list', { chatId, before: null, limit: 50 })).items;
  const keys = (await list()).filter(({ text }) => /^(?:Delete|And) this$/.test(text)).map(({ key }) => key);
  expect(keys).toHaveLength(2);
  return {
    act: () => synced.window.ask('messages.delete', { requestId: toRequestId(), chatId, keys }),
    expectShown: async () => {
      const shown = new Set((await list()).map(({ key }) => key));
      expect(keys.filter((key) => shown.has(key))).toEqual([]);
    },
    expectDone: () => {
      const left = synced.service.world.threads.list(phone).map((item) => `${item.kind}:${String(item.id)}`);
      expect(left.filter((key) => keys.includes(key))).toEqual([]);
    },
  };
}
