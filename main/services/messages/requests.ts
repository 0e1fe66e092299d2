import type { Store } from '#main/store/api.ts';
import { UNDO_MS } from '#main/services/chats/undo-memory.ts';
import type { HandlersOf } from '#main/services/handler-types.ts';
import { toNotFound } from '#main/services/refusals.ts';
import type { MessagePage } from '#shared/contract/index.ts';
import { toChatId, toMessageKey, toSendId, type MessageKey } from '#shared/domain/ids.ts';
import { findMessageAt } from './find-message-at.ts';

/** The messages of one chat. The pages come from the cache alone. */
export const messageHandlers: HandlersOf<'messages'> = {
  'messages.list': async ({ session }, input) => {
    const { store } = session.getAccount();
    return getPage(await store.listMessages({ ...input, chatId: toChatId(input.chatId) }));
  },
  'messages.listNewer': async ({ session }, input) => {
    const { store } = session.getAccount();
    return getPage(await store.listNewerMessages({ ...input, chatId: toChatId(input.chatId) }));
  },
  'messages.listAround': async ({ session }, input) => {
    const { store } = session.getAccount();
    return getPage(await store.listMessagesAround({ ...input, chatId: toChatId(input.chatId) }));
  },
  'messages.listShared': async ({ session }, input) => {
    const page = await session.getAccount().store.listSharedMessages({ ...input, chatId: toChatId(input.chatId) });
    if (page === null) throw toNotFound('chat');
    return page;
  },
  'messages.fetchOlder': async ({ session }, { chatId }) => {
    const { sync } = session.getAccount();
    return isProvisional(chatId) ? { isCompleteBefore: true } : await sync.fetchOlder(toChatId(chatId));
  },
  'messages.fillGap': async ({ session }, { chatId, ...gap }) => {
    const { sync } = session.getAccount();
    if (!isProvisional(chatId)) await sync.fillGap(toChatId(chatId), gap);
    return {};
  },
  'messages.findAt': ({ session }, { chatId, at }) => findMessageAt(session.getAccount(), toChatId(chatId), at),
  'messages.getDetails': async ({ session }, { chatId, key }) => {
    const details = await session.getAccount().store.getMessageDetails({ chatId: toChatId(chatId), key });
    if (details === null) throw toNotFound('chat or message');
    return details;
  },
  /** ACTION-1, ACTION-2 (`chats/chat-actions.ts`): the messages are hidden at once and leave when the undo is over. */
  'messages.delete': async ({ session, undo, now }, { chatId: id, keys }) => {
    const { store, sync, folder } = session.getAccount();
    const chatId = toChatId(id);
    const at = now();
    if ((await store.findChat({ chatId, phone: null })) === null) throw toNotFound('chat');
    const named = await Promise.all(keys.map((key) => toKeyAtService(store, key)));
    const hidden = await store.deleteMessages({ chatId, keys: named, at, dueAt: at + UNDO_MS });
    if (hidden.keys.length === 0) return { count: 0, undoId: null };
    sync.actionsChanged();
    return { count: hidden.keys.length, undoId: undo.keep(folder, { kind: 'messages', chatId, keys: hidden.keys }) };
  },
};

/** Only this computer knows such a chat: it has no past at the service. */
const isProvisional = (chatId: number): boolean => chatId < 0;

function getPage(page: MessagePage | null): MessagePage {
  if (page !== null) return page;
  throw toNotFound('chat or message');
}

/** A text that was sent here keeps the key of its send; the service knows it as a message. */
async function toKeyAtService(store: Store, key: string): Promise<MessageKey> {
  const sendId = key.startsWith('send:') ? toSendId(key.slice('send:'.length)) : null;
  const send = sendId === null ? null : await store.findSend({ sendId });
  return send === null || send.messageId === null ? (key as MessageKey) : toMessageKey('out', send.messageId);
}
