import { provideChatActions } from '#renderer/features/chat-actions/chat-actions-screen.ts';
import { provideChatList } from '#renderer/features/chat-list/chat-list-screen.ts';
import { provideThreadScreen, type ThreadScreen } from '#renderer/features/thread/thread-context.ts';
import type { ChatView } from '#shared/contract/index.ts';
import type { Desk } from './desk.svelte.ts';
import type { Inbox } from './inbox.svelte.ts';

/** Gives the features that the inbox is made of what each needs of it. */
export function provideScreens(inbox: Inbox, desk: Desk): void {
  const { list, selection, checked, places, views, actions, confirmation } = inbox;
  provideChatList({
    ...{ list, selection, checked, places, views, actions },
    viewDialogs: desk.lists,
    get pane() {
      return desk.pane;
    },
    get isNarrow() {
      return desk.isNarrow;
    },
    get hasTwoPanes() {
      return inbox.hasTwoPanes;
    },
    get isWriting() {
      return inbox.isWriting;
    },
    get menuChatId() {
      return desk.menu?.chatId ?? null;
    },
    open: (chat) => inbox.open(chat),
    openMenu: (chat, anchor) => desk.openMenu(chat, 'all', anchor),
    startWriting: () => inbox.startWriting(),
    setPageRows: (count) => (desk.pageRows = count),
  });
  provideChatActions({
    ...{ actions, confirmation, list, selection, checked, places },
    menu: desk.chatMenu,
    get pane() {
      return desk.pane;
    },
    get isTiny() {
      return desk.isTiny;
    },
    get pageRows() {
      return desk.pageRows;
    },
  });
  provideThreadScreen(toThreadScreen(inbox, desk));
}

/** The inbox as the screen of a thread. */
function toThreadScreen(inbox: Inbox, desk: Desk): ThreadScreen {
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
    toggleClosed: (chat) => void inbox.actions.toggle('close', toTarget(chat)),
    unmute: (chat) => void inbox.actions.do({ kind: 'unmute' }, toTarget(chat)),
    unblock: (chat) => void inbox.actions.do({ kind: 'unblock' }, toTarget(chat)),
    openChatMenu: (chat, kind, anchor) => desk.openMenu(chat, kind, anchor),
    findInChat: () => desk.search('find-in-chat'),
    togglePanel: () => desk.togglePanel(),
    offerUndo: (done) => inbox.actions.offerUndo(done),
  };
}
