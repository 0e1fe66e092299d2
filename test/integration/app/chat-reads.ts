/** What people see of chats, each with the operation of the service that it comes from. */
import { expect } from 'vitest';
import type { SyncedApp, ChatOperation, Plan } from './synced-app.ts';
import { toRequestId } from './app-on-demo.ts';

const STRANGER = '447700900777';
const WORD = 'Zanzibar';

/** Something that somebody says in the oldest chat of the service. */
const sayIt: ChatOperation['prepare'] = (service) => {
  const [chat] = service.world.chats.rows.filter(({ status }) => status === 'a');
  service.receive({ sender: chat?.phone ?? '', text: `We fly to ${WORD}` });
};

/** Asks the service; the answer is looked at when it is there. */
function planServiceSearch(
  synced: SyncedApp,
  found: { readonly list: 'byText' | 'byPerson'; readonly query: string; readonly chatId: number },
): Plan {
  let ids: readonly number[] = [];
  return {
    needsAnswer: true,
    act: async () => {
      const answer = await synced.window.ask('search.askService', { requestId: toRequestId(), query: found.query });
      ids = answer[found.list].map(({ id }) => id);
    },
    expectDone: () => expect(ids).toContain(found.chatId),
  };
}

export const chatReads: readonly ChatOperation[] = [
  {
    row: 'GET /chats',
    plan: ({ window, service }) => ({
      act: () => Promise.resolve(service.receive({ sender: STRANGER, text: 'Is this the right number?' })),
      expectDone: async () => {
        await window.ask('sync.tryNow', {});
        const { rows } = await window.listChats('open', ['unread']);
        expect(rows).toContainEqual(expect.objectContaining({ phone: STRANGER, unreadCount: 1 }));
      },
    }),
  },
  {
    row: 'GET /chats/search',
    prepare: sayIt,
    plan: async (synced) => {
      const [chat] = await synced.pick(1, {}, ({ lastText }) => lastText.includes(WORD));
      return planServiceSearch(synced, { list: 'byText', query: WORD, chatId: chat?.id ?? 0 });
    },
  },
  {
    row: 'GET /chats/search/recipients',
    plan: async (synced) => {
      const [chat] = await synced.pick(1, {}, ({ name }) => name.includes(' '));
      return planServiceSearch(synced, { list: 'byPerson', query: chat?.name ?? '', chatId: chat?.id ?? 0 });
    },
  },
  {
    // After an act on many: what became of each of them.
    row: 'GET /chats/search/ids',
    plan: async (synced) => {
      const chats = await synced.pick(2, {}, ({ isPinned }) => !isPinned);
      const ids = chats.map(({ id }) => id);
      return {
        act: () => synced.window.act(ids, { kind: 'pin', isPinned: true }),
        expectDone: async () => {
          expect(synced.listAtService(chats)).toMatchObject([{ pinned: true }, { pinned: true }]);
          expect(await synced.show(chats)).toMatchObject([{ isPinned: true }, { isPinned: true }]);
          expect((await synced.window.ask('outbox.get', {})).counts.actions).toBe(0);
        },
      };
    },
  },
  {
    row: 'GET /chats/unread/count',
    plan: async ({ window, service }) => {
      const { askedAt } = (await window.ask('health.get', {})).unread;
      return {
        needsAnswer: true,
        act: () => window.ask('sync.checkEverything', {}),
        expectDone: async () => {
          const { unread } = await window.ask('health.get', {});
          const open = service.world.chats.rows.filter(({ status }) => status === 'a');
          const total = open.reduce((sum, chat) => sum + chat.unread, 0);
          expect(unread).toMatchObject({ here: total, atService: total });
          expect(unread.askedAt).toBeGreaterThan(askedAt ?? 0);
        },
      };
    },
  },
  {
    row: 'GET /chats/{id}',
    plan: async (synced) => {
      const chats = await synced.pick(1, {}, ({ isMuted }) => !isMuted);
      const [chat] = chats;
      return {
        act: async () => {
          for (const kept of synced.listAtService(chats)) kept.muted = true;
          synced.service.world.chats.touch();
          await synced.window.ask('chats.open', { chatId: chat?.id ?? 0 });
        },
        expectDone: async () => expect(await synced.show(chats)).toMatchObject([{ isMuted: true }]),
      };
    },
  },
  {
    row: 'GET /chats/{id}/message',
    plan: async (synced) => {
      const [chat] = await synced.pick(1, {}, ({ id }) => id > 0);
      const { id: chatId = 0, phone = '' } = chat ?? {};
      return {
        act: async () => {
          synced.service.receive({ sender: phone, text: 'Are you there?' });
          await synced.window.ask('chats.open', { chatId });
        },
        expectDone: async () => {
          const page = await synced.window.ask('messages.list', { chatId, before: null, limit: 200 });
          const texts = synced.service.world.threads.list(phone).filter(({ kind }) => kind === 'in' || kind === 'out');
          const keys = texts.map((item) => `${item.kind}:${String(item.id)}`);
          expect(page.items.map(({ key }) => key)).toEqual(expect.arrayContaining(keys));
          expect(page.isCompleteBefore).toBe(true);
        },
      };
    },
  },
  {
    row: 'GET /chats/{phone}/by/phone',
    plan: ({ window, service }) => ({
      refused: { method: 'POST', path: '/messages' },
      act: () =>
        window.ask('sends.create', { requestId: toRequestId(), phone: `+${STRANGER}`, text: 'Welcome!', from: null }),
      expectShown: async () => {
        expect(await window.ask('chats.find', { chatId: null, phone: STRANGER })).toMatchObject({
          lastText: 'Welcome!',
        });
      },
      expectDone: async () => {
        const kept = service.world.findChatByPhone(STRANGER);
        const chat = await window.ask('chats.find', { chatId: null, phone: STRANGER });
        expect(kept).toBeDefined();
        expect(chat).toMatchObject({ id: kept?.id, lastText: 'Welcome!' });
      },
    }),
  },
];
