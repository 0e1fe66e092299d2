import { provideChatActions } from '#renderer/features/chat-actions/chat-actions-screen.ts';
import { provideChatList } from '#renderer/features/chat-list/chat-list-screen.ts';
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
}
