import type { HandlersOf } from '#main/services/handler-types.ts';
import { exportTranscript } from '#main/services/messages/transcript/export-transcript.ts';
import { toChatId } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';

/** The chat list, what the user does to chats, and the lists that the user keeps under a name. */
export const chatHandlers: HandlersOf<'chats' | 'views'> = {
  'chats.list': async ({ session, events, now }, input) => {
    events.watched();
    return await session.getAccount().store.listChats({ ...input, now: now() });
  },
  'chats.find': ({ session }, { chatId, phone }) =>
    session.getAccount().store.findChat({
      chatId: chatId === null ? null : toChatId(chatId),
      phone: phone === null ? null : toPhoneKey(phone),
    }),
  'chats.findPlace': ({ session, now }, input) => session.getAccount().store.findChatPlace({ ...input, now: now() }),
  'chats.count': ({ session }) => session.getAccount().store.countChats({}),
  'chats.open': ({ session }, { chatId }) => {
    // The service does not know a provisional chat yet.
    if (chatId > 0) session.findAccount()?.sync.openChat(toChatId(chatId));
    return {};
  },
  'chats.applyAction': ({ chatActions }, input) => chatActions.apply(input),
  'chats.undo': ({ chatActions }, { undoId }) => chatActions.undo(undoId),
  'chats.export': exportTranscript,

  'views.list': ({ savedViews }) => savedViews.list(),
  'views.save': ({ savedViews }, input) => savedViews.save(input),
  'views.remove': ({ savedViews }, { id }) => savedViews.remove(id),
  'views.order': ({ savedViews }, { ids }) => savedViews.order(ids),
};
