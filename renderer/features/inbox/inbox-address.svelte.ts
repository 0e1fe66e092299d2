import { tick, untrack } from 'svelte';
import type { App } from '#renderer/app/app.svelte.ts';
import { isSameRoute, type InboxRoute, type ListRoute } from '#renderer/app/routes.ts';
import { findScopeName } from '#renderer/data/scopes.ts';
import { listFilledWords } from '#renderer/features/composer/composer-words.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import { search as words } from '#renderer/lib/words/search.ts';
import type { Inbox } from './inbox.svelte.ts';

interface AddressOptions {
  readonly inbox: Inbox;
  readonly texts: Translator;
}

type AddressApp = Pick<App, 'router' | 'toasts' | 'textToWrite' | 'textToSchedule' | 'messageToWrite' | 'formats'>;

/** Keeps the inbox and the address equal: the list, the open chat, and the message that it was opened at. */
export class InboxAddress {
  /** Where the inbox is now. */
  readonly here: InboxRoute = $derived.by(() => this.#toRoute());
  /** The last visit of the router that the inbox has followed; until it has, the address is ahead of the inbox. */
  #followed = $state(-1);
  readonly #app: AddressApp;
  readonly #options: AddressOptions;

  constructor(app: AddressApp, options: AddressOptions) {
    this.#app = app;
    this.#options = options;
    app.router.claim();
  }

  /** An effect: brings the inbox to where the router leads. */
  followRoute(): void {
    const { router } = this.#app;
    const { visits } = router;
    untrack(() => {
      const { route } = router;
      if (route.kind === 'new-message') this.#takeText();
      if (!('list' in route)) this.#followed = visits;
      else if (isSameRoute(route, this.here)) this.#stay(route, visits);
      else void this.#follow(route, visits);
    });
  }

  /** An effect: the address says where the user went in the inbox. */
  recordRoute(): void {
    const { router } = this.#app;
    const { here } = this;
    if (this.#followed !== router.visits) return;
    untrack(() => {
      const isFromWriting = router.route.kind === 'new-message';
      router.record(here, isFromWriting || (here.kind !== 'new-message' && this.#isWalk(here)) ? 'replace' : 'push');
    });
  }

  /** The same list, and a chat that the user only walked on to, or left, or that got its real id. */
  #isWalk(here: InboxRoute): boolean {
    const { route } = this.#app.router;
    const wasProvisional = 'chatId' in route && route.chatId < 0;
    return 'list' in route && isSameList(route.list, here.list) && (wasProvisional || this.#options.inbox.isStep);
  }

  /** The user is there already: only the focus goes where it would go. */
  #stay(route: InboxRoute, visits: number): void {
    this.#followed = visits;
    if (route.kind === 'new-message') void this.#takeMessage();
    else if (route.kind === 'chat' && !this.#app.router.isReturn) this.#options.inbox.places.go('composer');
  }

  async #follow(route: InboxRoute, visits: number): Promise<void> {
    const { inbox } = this.#options;
    // The inbox is on screen first: nothing behind another screen takes the focus.
    await tick();
    if (!isSameList(route.list, this.here.list)) await this.#showList(route.list);
    if (route.kind === 'new-message') inbox.startWriting();
    else if (inbox.isWriting) inbox.stopWriting();
    if (route.kind === 'message') await inbox.openMessage(route.chatId, route.key);
    else if (route.kind === 'chat') await this.#openChat(route.chatId);
    else if (route.kind === 'inbox') this.#leaveChat();
    // What could not be opened is no entry of the history.
    if (visits === this.#app.router.visits && !isSameRoute(route, this.here))
      this.#app.router.record(this.here, 'replace');
    this.#followed = visits;
    if (route.kind === 'new-message') await this.#takeMessage();
  }

  /** What another screen gives to the new message. */
  #takeText(): void {
    const { textToWrite: text, textToSchedule: later } = this.#app;
    const { newMessage } = this.#options.inbox;
    this.#app.textToWrite = '';
    this.#app.textToSchedule = null;
    if (later !== null) newMessage.beginLater(later, text);
    else if (text !== '') newMessage.forward(text);
  }

  /** What a link gives to it, and what was done about what was written before. */
  async #takeMessage(): Promise<void> {
    const { messageToWrite: message, toasts, formats } = this.#app;
    const { inbox, texts } = this.#options;
    this.#app.messageToWrite = null;
    if (message === null) return;
    const filled = await inbox.newMessage.fillIn(message);
    const said = listFilledWords(filled, { texts, formats });
    if (said.length > 0) toasts.show(said.join(' '));
    if (inbox.isWriting) inbox.places.go(inbox.newMessage.chosen === null ? 'to' : 'composer');
  }

  async #openChat(chatId: number): Promise<void> {
    const { inbox, texts } = this.#options;
    const isBack = this.#app.router.isReturn;
    if (inbox.selection.chat?.id === chatId && inbox.openedAt === null) {
      if (!isBack) inbox.places.go('composer');
      return;
    }
    if (await inbox.openById(chatId)) {
      if (isBack) inbox.places.goIfLost('list');
      else inbox.places.go('composer');
    } else {
      this.#app.toasts.show(texts.text(words.chatGone), { tone: 'fault' });
    }
  }

  #leaveChat(): void {
    const { inbox } = this.#options;
    if (inbox.selection.chat !== null) inbox.leave();
    if (inbox.hasTwoPanes) inbox.places.goIfLost('list');
    else inbox.places.go('list');
  }

  async #showList(list: ListRoute): Promise<void> {
    const { views, list: chats } = this.#options.inbox;
    if (list.kind === 'usual') views.openUsual(list.name);
    else if (list.kind === 'filter') chats.choose(list.scope);
    else {
      await views.refresh();
      const view = views.list.find(({ id }) => id === list.viewId);
      if (view === undefined) views.openUsual('open');
      else views.open(view);
    }
  }

  #toRoute(): InboxRoute {
    const { inbox } = this.#options;
    const list = this.#toListRoute();
    const { chat } = inbox.selection;
    if (inbox.isWriting) return { kind: 'new-message', list };
    if (chat === null) return { kind: 'inbox', list };
    const key = inbox.openedAt;
    return key === null ? { kind: 'chat', list, chatId: chat.id } : { kind: 'message', list, chatId: chat.id, key };
  }

  #toListRoute(): ListRoute {
    const { views, list } = this.#options.inbox;
    const { shown } = views;
    if (shown !== null) return { kind: 'view', viewId: shown.id };
    const name = findScopeName(list.scope);
    return name === null ? { kind: 'filter', scope: list.scope } : { kind: 'usual', name };
  }
}

function isSameList(one: ListRoute, other: ListRoute): boolean {
  return isSameRoute({ kind: 'inbox', list: one }, { kind: 'inbox', list: other });
}
