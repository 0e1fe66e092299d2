import { SvelteSet } from 'svelte/reactivity';
import type { ChatView, ContractError, MessageView, SwitchboardBridge } from '#shared/contract/index.ts';
import type { CommandId } from '#shared/domain/commands.ts';
import { thread as threadWords } from '#renderer/lib/words/thread.ts';
import { toChatTitle } from '#renderer/lib/chat-title.ts';
import type { Formats } from '#renderer/lib/format.ts';
import type { LinkState } from '#shared/domain/link-state.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import { toProblemText } from '#renderer/lib/problems.ts';
import type { RequestIds } from '#renderer/data/request-ids.ts';
import type { AppAnnouncer } from '#renderer/app/app-announcer.svelte.ts';
import type { Keys } from '#renderer/app/keys.svelte.ts';
import type { Session } from '#renderer/app/session.svelte.ts';
import type { Toasts } from '#renderer/app/toasts.svelte.ts';
import type { MenuAnchor } from '#renderer/ui/menu-anchor.ts';
import type { Conversation } from './conversation.svelte.ts';
import { OpenDetails } from './message-details.svelte.ts';
import { toCopyLines, toForwardText, toPlainText, type CopyContext } from './message-text.ts';
import {
  isDeletable,
  listNotDeleted,
  toMessageMenu,
  toMessageViewModel,
  withoutSending,
  type MessageAction,
  type MessageMenuModel,
  type MessageViewModel,
} from './message-view-model.ts';
import { checkedMessages, leftOut, messageActions as words } from './messages.ts';
import { Outside } from './outside.ts';
import { findRowAround } from './scroll-anchor.svelte.ts';
import type { ThreadScreen } from './thread-context.ts';

interface OpenMessageMenu {
  readonly key: string;
  readonly anchor: MenuAnchor;
  readonly model: MessageMenuModel;
}

interface ActionsApp {
  readonly bridge: SwitchboardBridge;
  readonly toasts: Pick<Toasts, 'show'>;
  readonly announcer: Pick<AppAnnouncer, 'say'>;
  readonly requestIds: RequestIds;
  readonly session: Pick<Session, 'view'>;
  readonly keys: Pick<Keys, 'keyLabelsOf'>;
  readonly formats: Formats;
  readonly link: LinkState;
}

export interface MessageActionsOptions {
  readonly app: ActionsApp;
  readonly texts: Translator;
  readonly screen: Pick<ThreadScreen, 'dialogs' | 'offerUndo' | 'forward'> & {
    readonly places: Pick<ThreadScreen['places'], 'go'>;
    readonly sendActions: Pick<ThreadScreen['sendActions'], 'run'>;
  };
  readonly conversation: {
    readonly thread: Pick<Conversation['thread'], 'messages'>;
    readonly composer: Pick<Conversation['composer'], 'putBack'>;
    readonly block: Pick<Conversation['block'], 'isBlocked'>;
  };
  readonly chat: () => ChatView;
  /** Gives a message the focus. */
  readonly focus: (key: string) => void;
}

const COMMANDS_OF: Readonly<Partial<Record<MessageAction, CommandId>>> = {
  copy: 'copy-message',
  details: 'show-details',
  forward: 'forward-message',
  check: 'check-message',
  delete: 'delete-message',
};

/** They lead to the composer, to a new message or to the details. */
const LEAVING: ReadonlySet<MessageAction> = new Set(['forward', 'edit', 'edit-again', 'details']);

/**
 * What the user does to messages on screen: the menu of one, its details, those that are checked, pictures that are shown.
 * Sends that wait or failed are left to `SendActions`.
 */
export class MessageActions {
  readonly checked: CheckedMessages;
  readonly details: OpenDetails;
  /** Opens links and files. */
  readonly outside: Outside;
  /** Media ids of the pictures that the user asked for: no other is fetched. */
  readonly shown = new SvelteSet<string>();
  #menu = $state.raw<OpenMessageMenu | null>(null);
  #pointedKey = $state<string | null>(null);
  /** What was chosen in the menu takes the focus. */
  #isLeaving = false;
  /** What the details stand beside. */
  #anchor = $state.raw<HTMLElement | null>(null);
  readonly #options: MessageActionsOptions;

  constructor(options: MessageActionsOptions) {
    this.#options = options;
    const { app, conversation, chat } = options;
    this.checked = new CheckedMessages(() => conversation.thread.messages);
    this.outside = new Outside({ app, texts: options.texts, dialogs: options.screen.dialogs });
    this.details = new OpenDetails(app.bridge, {
      get chatId() {
        return chat().id;
      },
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

  keyLabelsOf(action: MessageAction): string[] {
    const command = COMMANDS_OF[action];
    return command === undefined ? [] : this.#options.app.keys.keyLabelsOf(command);
  }

  /** That message is pointed at, until another one is. */
  point(key: string): void {
    this.#pointedKey = key;
  }

  /** Whether the user is at that message: what stands beside a message is only drawn then. */
  isAt(key: string): boolean {
    return this.#pointedKey === key || this.#menu?.key === key;
  }

  /** As it is in this chat: to a person who is blocked or unsubscribed nothing can be sent. */
  toViewModel(message: MessageView): MessageViewModel {
    const { app, chat, conversation } = this.#options;
    const { isBlocked, isUnsubscribed } = chat();
    const model = toMessageViewModel(message, app.link);
    return isBlocked || isUnsubscribed || conversation.block.isBlocked ? withoutSending(model) : model;
  }

  /** `target`: what was pointed at, for its link and for what is selected in it. */
  openMenu(key: string, anchor: MenuAnchor, target: EventTarget | null = null): void {
    const message = this.#find(key);
    if (message === null) return;
    const model = toMessageMenu(message, this.toViewModel(message), {
      ...readTarget(target),
      isChecked: this.checked.has(key),
    });
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
  async choose(action: MessageAction): Promise<void> {
    const menu = this.#menu;
    const message = this.#find(menu?.key ?? null);
    if (menu === null || message === null) return;
    this.#isLeaving = LEAVING.has(action);
    const { selected, link } = menu.model;
    if (action === 'copy' && selected !== '') await this.#write(selected, this.#toCopied(1));
    else if (action === 'copy-link') await this.#write(link ?? '', this.#options.texts.text(words.linkCopied));
    else await this.run(action, message);
  }

  /** Does something to one message, or to all that are checked where it is one of them. */
  async run(action: MessageAction, message: MessageView): Promise<void> {
    const group = this.checked.has(message.key) ? this.checked.messages : [message];
    switch (action) {
      case 'copy':
        return this.copy(group);
      case 'copy-with-time':
        return this.copyWithTimes(group);
      case 'forward': {
        this.forward(group, message.key);
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
        this.#editAgain(message);
        return;
      }
      case 'copy-link':
        return undefined;
      case 'edit':
      case 'retry':
      case 'again':
      case 'cancel':
      case 'remove':
        return this.#options.screen.sendActions.run(action, message);
    }
  }

  /** The words alone of one; of several, one line with time and name for each. */
  async copy(messages: readonly MessageView[]): Promise<void> {
    const [first] = messages;
    if (first === undefined) return;
    if (messages.length > 1) await this.copyWithTimes(messages);
    else await this.#write(toPlainText(first, this.#options.texts), this.#toCopied(1));
  }

  async copyWithTimes(messages: readonly MessageView[]): Promise<void> {
    if (messages.length === 0) return;
    await this.#write(toCopyLines(messages, this.#toCopyContext()), this.#toCopied(messages.length));
  }

  /** A new message begins with their texts, where any of them has one. `key`: the one with the focus. */
  forward(messages: readonly MessageView[], key = messages[0]?.key ?? null): void {
    const { app, texts, screen } = this.#options;
    const text = toForwardText(messages);
    if (text === '') {
      app.toasts.show(texts.text(words.nothingToForward), { tone: 'fault' });
      return;
    }
    screen.forward(text, key);
    this.checked.clear();
  }

  /** Gone here at once; the service hears of it when the time to undo it is over. */
  async delete(messages: readonly MessageView[]): Promise<void> {
    const { app, texts, screen, chat } = this.#options;
    const keys = messages.filter(isDeletable).map(({ key }) => key);
    const left = listNotDeleted(messages, texts).join(' ');
    if (keys.length === 0) {
      app.toasts.show(left, { tone: 'fault' });
      return;
    }
    const input = { chatId: chat().id, keys };
    const reply = await app.requestIds.run(`delete\n${String(input.chatId)}\n${keys.join(' ')}`, (requestId) =>
      app.bridge.request('messages.delete', { requestId, ...input }),
    );
    if (!reply.ok) {
      this.#showFault(words.deleteFailed, reply.error);
      return;
    }
    const { count, undoId } = reply.value;
    const done = texts.text(words.deleted, { count });
    const text = left === '' ? done : texts.text(leftOut.both, { done, left });
    if (undoId === null) app.toasts.show(text);
    else screen.offerUndo({ undoId, text });
    this.checked.clear();
  }

  /** Announces how many are checked now: a screen reader does not read the bar by itself. */
  toggle(key: string): void {
    this.checked.toggle(key);
    this.#announceCount();
  }

  uncheckAll(): void {
    this.checked.clear();
    this.#announceCount();
  }

  #announceCount(): void {
    const { app, texts } = this.#options;
    const { count } = this.checked;
    app.announcer.say(count === 0 ? texts.text(checkedMessages.ended) : texts.text(checkedMessages.began, { count }));
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

  /** The text of one that failed, its files as the links that they became, stands in the composer again; it stays here. */
  #editAgain({ text }: MessageView): void {
    const { conversation, screen } = this.#options;
    conversation.composer.putBack({ text, files: [] });
    screen.places.go('composer');
  }

  /** `done` is said where the system lets the app write to its clipboard. */
  async #write(text: string, done: string): Promise<void> {
    const { app, texts } = this.#options;
    try {
      await navigator.clipboard.writeText(text);
      app.toasts.show(done);
    } catch (error) {
      const detail = error instanceof Error ? error.message : '';
      app.toasts.show(texts.text(words.copyFailed, { detail }).trim(), { tone: 'fault' });
    }
  }

  #find(key: string | null): MessageView | null {
    // Among tens of thousands, nothing is looked for that is not there.
    if (key === null) return null;
    return this.#options.conversation.thread.messages.find((message) => message.key === key) ?? null;
  }

  #toCopied(count: number): string {
    return this.#options.texts.text(words.copied, { count });
  }

  #toCopyContext(): CopyContext {
    const { app, texts, chat } = this.#options;
    const account = app.session.view?.account ?? null;
    const ownName = account?.displayName.trim() || texts.text(threadWords.you);
    return { texts, formats: app.formats, name: toChatTitle(chat(), app.formats), ownName };
  }

  #showFault(message: typeof words.deleteFailed, problem: ContractError): void {
    const { app, texts } = this.#options;
    app.toasts.show(texts.text(message, { detail: toProblemText(problem, texts) }).trim(), { tone: 'fault' });
  }
}

/** Messages that are checked, to do something to all of them. Those that are not on screen any more are not among them. */
export class CheckedMessages {
  readonly #keys = new SvelteSet<string>();
  readonly #list: () => readonly MessageView[];
  /** In the order of the thread. */
  readonly messages: readonly MessageView[] = $derived.by(() =>
    this.#keys.size === 0 ? [] : this.#list().filter(({ key }) => this.#keys.has(key)),
  );

  /** `list`: what the thread shows. */
  constructor(list: () => readonly MessageView[]) {
    this.#list = list;
  }

  get count(): number {
    return this.messages.length;
  }
  get isAny(): boolean {
    return this.messages.length > 0;
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  toggle(key: string): void {
    if (!this.#keys.delete(key)) this.#keys.add(key);
  }

  clear(): void {
    this.#keys.clear();
  }
}

/** What of a message was pointed at. */
interface MessageTarget {
  /** Address of the link under the pointer. */
  readonly link: string | null;
  /** What is selected in that message; '' where nothing is, or where more than it is. */
  readonly selected: string;
}

function readTarget(target: EventTarget | null): MessageTarget {
  if (!(target instanceof Element)) return { link: null, selected: '' };
  const link = target.closest<HTMLAnchorElement>('a[href]')?.href ?? null;
  return { link, selected: findSelected(findRowAround(target)) };
}

function findSelected(row: Element | null): string {
  const selection = getSelection();
  if (row === null || selection === null || selection.isCollapsed) return '';
  const isInside = row.contains(selection.anchorNode) && row.contains(selection.focusNode);
  return isInside ? selection.toString().trim() : '';
}
