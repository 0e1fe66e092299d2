import { provideChatActions } from '#renderer/features/chat-actions/chat-actions-screen.ts';
import { provideChatList } from '#renderer/features/chat-list/chat-list-screen.ts';
import { provideThreadScreen, type ThreadScreen } from '#renderer/features/thread/thread-context.ts';
import type { ChatView } from '#shared/contract/index.ts';
import type { InboxLayout } from './inbox-layout.svelte.ts';
import type { Inbox } from './inbox.svelte.ts';

/** Gives the features that the inbox is made of what each needs of it. */
export function provideScreens(inbox: Inbox, layout: InboxLayout): void {
  const { list, selection, checked, places, views, actions, confirmation } = inbox;
  provideChatList({
    ...{ list, selection, checked, places, views, actions },
    viewDialogs: layout.lists,
    get pane() {
      return layout.pane;
    },
    get isNarrow() {
      return layout.isNarrow;
    },
    get hasClosedTab() {
      return layout.hasClosedTab;
    },
    get hasTwoPanes() {
      return inbox.hasTwoPanes;
    },
    get isWriting() {
      return inbox.isWriting;
    },
    get menuChatId() {
      return layout.menu?.chatId ?? null;
    },
    open: (chat) => inbox.open(chat),
    openMenu: (chat, anchor) => layout.openMenu(chat, 'all', anchor),
    startWriting: () => inbox.startWriting(),
    setPageRows: (count) => (layout.pageRows = count),
  });
  provideChatActions({
    ...{ actions, confirmation, list, selection, checked, places },
    menu: layout.chatMenu,
    get pane() {
      return layout.pane;
    },
    get isTiny() {
      return layout.isTiny;
    },
    get pageRows() {
      return layout.pageRows;
    },
  });
  provideThreadScreen(toThreadScreen(inbox, layout));
}

/** The inbox as the screen of a thread. */
function toThreadScreen(inbox: Inbox, layout: InboxLayout): ThreadScreen {
  const toTarget = (chat: ChatView) => ({ kind: 'chats', chats: [chat] }) as const;
  return {
    layout: layout,
    places: inbox.places,
    sendActions: inbox.sends,
    dialogs: layout.dialogs,
    send: () => void inbox.send(),
    sendNow: () => void inbox.sendNow(),
    forward: (text, key) => inbox.forward(text, key),
    toggleClosed: (chat) => void inbox.actions.toggle('close', toTarget(chat)),
    unmute: (chat) => void inbox.actions.do({ kind: 'unmute' }, toTarget(chat)),
    unblock: (chat) => void inbox.actions.do({ kind: 'unblock' }, toTarget(chat)),
    unblockNumber: (chat) => void inbox.unblockNumber(chat),
    openChatMenu: (chat, kind, anchor) => layout.openMenu(chat, kind, anchor),
    findInChat: () => layout.search('find-in-chat'),
    jumpToDate: (at) => layout.openJump(at),
    togglePanel: () => layout.togglePanel(),
    offerUndo: (done) => inbox.actions.offerUndo(done),
  };
}
