import type { ChatView } from '#shared/contract/index.ts';
import type { ThreadScreen } from '#renderer/features/thread/thread-context.ts';
import type { Desk } from './desk.svelte.ts';
import type { Inbox } from './inbox.svelte.ts';

/** The inbox as the screen of a thread. */
export function toThreadScreen(inbox: Inbox, desk: Desk): ThreadScreen {
  const toTarget = (chat: ChatView) => ({ kind: 'chats', chats: [chat] }) as const;
  return {
    layout: desk,
    places: inbox.places,
    sendActions: inbox.sends,
    dialogs: desk.dialogs,
    send: () => void inbox.send(),
    sendNow: () => void inbox.sendNow(),
    writeNew: (text) => {
      inbox.newMessage.composer.putBack({ text, files: [] });
      inbox.startWriting();
    },
    toggleClosed: (chat) => void inbox.acts.toggle('close', toTarget(chat)),
    unmute: (chat) => void inbox.acts.do({ kind: 'unmute' }, toTarget(chat)),
    unblock: (chat) => void inbox.acts.do({ kind: 'unblock' }, toTarget(chat)),
    openChatMenu: (chat, kind, anchor) => desk.openMenu(chat, kind, anchor),
    findInChat: () => desk.search('find-in-chat'),
    togglePanel: () => desk.togglePanel(),
    offerUndo: (done) => inbox.acts.offerUndo(done),
  };
}
