import { SvelteSet } from 'svelte/reactivity';
import type { ChatView, MessageView } from '#shared/contract/index.ts';
import type { CommandId } from '#shared/domain/commands.ts';
import { checkedMessages as words } from './messages.ts';
import { thread as threadWords } from '#renderer/lib/words/thread.ts';
import { toMessageLook } from './message-look.ts';
import { isDeletable, toMessageMenu, type MessageMenuAct, type MessageMenuModel } from './message-menu.ts';
import { toForwardText, type CopyContext } from './message-copy.ts';
import { toChatTitle } from '#renderer/lib/chat-title.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import type { App } from '#renderer/app/app.svelte.ts';
import type { Inbox } from '#renderer/features/inbox/inbox.svelte.ts';
import { CheckedMessages } from './thread-checked.svelte.ts';
import type { Conversation } from './thread-conversation.svelte.ts';
import { OpenDetails } from './thread-details.svelte.ts';
import { MessageLinks } from './message-links.ts';
import { readTarget } from './message-target.ts';
import type { ThreadDialogs } from './thread-dialogs.svelte.ts';
import { ThreadActs } from './thread-acts.ts';

/** What a menu stands beside: an element, or the point where somebody clicked. */
export interface MenuAnchor {
  readonly getBoundingClientRect: () => DOMRect;
}

interface OpenMessageMenu {
  readonly key: string;
  readonly anchor: MenuAnchor;
  readonly model: MessageMenuModel;
}

interface Options {
  readonly app: App;
  readonly texts: Translator;
  readonly inbox: Inbox;
  readonly conversation: Conversation;
  readonly chat: () => ChatView;
  readonly dialogs: ThreadDialogs;
  /** Gives a message the focus. */
  readonly focus: (key: string) => void;
}

const COMMANDS_OF: Readonly<Partial<Record<MessageMenuAct, CommandId>>> = {
  copy: 'copy-message',
  details: 'show-details',
  forward: 'forward-message',
  check: 'check-message',
  delete: 'delete-message',
};

/** They lead to the composer, to a new message or to the details. */
const LEAVING: ReadonlySet<MessageMenuAct> = new Set(['forward', 'edit', 'edit-again', 'details']);

/** What a person does to messages on screen: the menu of one, its details, those that are checked, pictures that are shown. */
export class MessageHand {
  readonly checked: CheckedMessages;
  readonly details: OpenDetails;
  readonly acts: ThreadActs;
  readonly links: MessageLinks;
  /** Media ids of the pictures that somebody asked for: no other is fetched. */
  readonly shown = new SvelteSet<string>();
  #menu = $state.raw<OpenMessageMenu | null>(null);
  #pointedKey = $state<string | null>(null);
  /** What was chosen in the menu takes the focus. */
  #isLeaving = false;
  /** What the details stand beside. */
  #anchor = $state.raw<HTMLElement | null>(null);
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
    const { app, inbox, conversation, chat } = options;
    this.links = new MessageLinks(options);
    this.checked = new CheckedMessages(() => conversation.thread.messages);
    this.details = new OpenDetails(app.bridge, {
      get chatId() {
        return chat().id;
      },
    });
    this.acts = new ThreadActs(app.bridge, {
      context: () => this.#context(),
      chatId: () => chat().id,
      toasts: app.toasts,
      ids: app.requestIds,
      writeClipboard: (text) => navigator.clipboard.writeText(text),
      composer: conversation.composer,
      newMessage: inbox.newMessage.composer,
      startWriting: () => {
        inbox.startWriting();
      },
      onBack: () => inbox.places.go('composer'),
      offerUndo: (done) => inbox.acts.offerUndo(done),
    });
  }

  get menu(): OpenMessageMenu | null {
    return this.#menu;
  }
  get anchor(): HTMLElement | null {
    return this.#anchor;
  }
  /** Whose details are open; null also where it is not on screen any more. */
  get detailed(): MessageView | null {
    return this.#find(this.details.key);
  }
  get canForward(): boolean {
    return toForwardText(this.checked.messages) !== '';
  }
  get canDelete(): boolean {
    return this.checked.messages.some(isDeletable);
  }

  keyLabelsOf(act: MessageMenuAct): string[] {
    const command = COMMANDS_OF[act];
    return command === undefined ? [] : this.#options.app.keys.keyLabelsOf(command);
  }

  /** That message is pointed at, until another one is. */
  point(key: string): void {
    this.#pointedKey = key;
  }

  /** Whether somebody is at that message: what stands beside it is made for these alone. */
  isAt(key: string): boolean {
    return this.#pointedKey === key || this.#menu?.key === key;
  }

  /** `target`: what was pointed at, for its link and for what is selected in it. */
  openMenu(key: string, anchor: MenuAnchor, target: EventTarget | null = null): void {
    const message = this.#find(key);
    if (message === null) return;
    const look = toMessageLook(message, this.#options.app.link);
    const model = toMessageMenu(message, look, { ...readTarget(target), isChecked: this.checked.has(key) });
    this.#menu = { key, anchor, model };
  }

  /** The focus goes back to the message, unless what was chosen has a place of its own for it. */
  closeMenu(): void {
    const menu = this.#menu;
    this.#menu = null;
    if (menu !== null && !this.#isLeaving) this.#options.focus(menu.key);
    this.#isLeaving = false;
  }

  /** Does what the menu offers. */
  async choose(act: MessageMenuAct): Promise<void> {
    const menu = this.#menu;
    const message = this.#find(menu?.key ?? null);
    if (menu === null || message === null) return;
    this.#isLeaving = LEAVING.has(act);
    const { selected, link } = menu.model;
    if (act === 'copy' && selected !== '') await this.acts.copyText(selected, false);
    else if (act === 'copy-link') await this.acts.copyText(link ?? '', true);
    else await this.act(act, message);
  }

  /** Does something to one message, or to all that are checked where it is one of them. */
  async act(act: MessageMenuAct, message: MessageView): Promise<void> {
    const { inbox } = this.#options;
    const group = this.checked.has(message.key) ? this.checked.messages : [message];
    switch (act) {
      case 'copy':
        return this.acts.copy(group);
      case 'copy-with-time':
        return this.acts.copyWithTimes(group);
      case 'forward': {
        this.forward(group);
        return;
      }
      case 'delete':
        return this.delete(group);
      case 'check': {
        this.toggle(message.key);
        return;
      }
      case 'details': {
        this.showDetails(message.key);
        return;
      }
      case 'edit-again': {
        this.acts.editAgain(message);
        return;
      }
      case 'copy-link':
        return undefined;
      case 'edit':
      case 'retry':
      case 'again':
      case 'cancel':
      case 'remove':
        return inbox.sends.act(act, message);
    }
  }

  forward(messages: readonly MessageView[]): void {
    if (this.acts.forward(messages)) this.checked.clear();
  }

  async delete(messages: readonly MessageView[]): Promise<void> {
    if (await this.acts.delete(messages)) this.checked.clear();
  }

  /** Says how many there are now: nobody sees the bar who does not look at it. */
  toggle(key: string): void {
    this.checked.toggle(key);
    const { app, texts } = this.#options;
    const { count } = this.checked;
    app.announcer.say(count === 0 ? texts.text(words.ended) : texts.text(words.began, { count }));
  }

  showDetails(key: string, anchor: HTMLElement | null = null): void {
    const row = anchor ?? document.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
    this.#anchor = row;
    void this.details.open(key);
  }

  closeDetails(): void {
    this.details.close();
    this.#anchor = null;
  }

  dispose(): void {
    this.details.dispose();
  }

  #find(key: string | null): MessageView | null {
    // Among tens of thousands, nothing is looked for that is not there.
    if (key === null) return null;
    return this.#options.conversation.thread.messages.find((message) => message.key === key) ?? null;
  }

  #context(): CopyContext {
    const { app, texts, chat } = this.#options;
    const account = app.session.view?.account ?? null;
    const ownName = account?.displayName.trim() || texts.text(threadWords.you);
    return { texts, formats: app.formats, name: toChatTitle(chat(), app.formats), ownName };
  }
}
