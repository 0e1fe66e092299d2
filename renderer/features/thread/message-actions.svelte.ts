import { SvelteSet } from 'svelte/reactivity';
import type { ChatView, MessageView, ContractError, SwitchboardBridge } from '#shared/contract/index.ts';
import type { CommandId } from '#shared/domain/commands.ts';
import { checkedMessages as words, leftOut, messageActs as words, linkDoubt, threadRows } from './messages.ts';
import { thread as threadWords } from '#renderer/lib/words/thread.ts';
import { toMessageLook, isDeletable, toMessageMenu, type MessageMenuAct, type MessageMenuModel, listLeftOut } from './message-view-model.ts';
import { toForwardText, type CopyContext, toCopyLines, toPlainText, findLinkDoubt, isOpenable, toFileDoubt } from './message-text.ts';
import { toChatTitle } from '#renderer/lib/chat-title.ts';
import type { Texts } from '#renderer/lib/messages.ts';
import type { App } from '#renderer/app/app.svelte.ts';
import type { Inbox } from '#renderer/features/inbox/inbox.svelte.ts';
import type { Conversation } from './conversation.svelte.ts';
import { OpenDetails } from './message-details.svelte.ts';
import type { ThreadDialogs } from './thread-dialogs.svelte.ts';
import { toProblemText } from '#renderer/lib/problem-text.ts';
import type { Composer } from '#renderer/features/composer/composer.svelte.ts';
import type { RequestIds } from '#renderer/data/request-ids.ts';
import type { Toasts } from '#renderer/app/toasts.svelte.ts';
import { findRowAround } from './scroll-anchor.svelte.ts';

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
  readonly texts: Texts;
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

  capsOf(act: MessageMenuAct): string[] {
    const command = COMMANDS_OF[act];
    return command === undefined ? [] : this.#options.app.keys.capsOf(command);
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

export interface ThreadActsOptions {
  /** Names and formats as they are now. */
  readonly context: () => CopyContext;
  readonly chatId: () => number;
  readonly toasts: Pick<Toasts, 'show'>;
  readonly ids: RequestIds;
  /** Puts text on the clipboard; rejects where the system does not let us. */
  readonly writeClipboard: (text: string) => Promise<void>;
  /** The composer of the open chat, and the one of a new message. */
  readonly composer: Pick<Composer, 'putBack'>;
  readonly newMessage: Pick<Composer, 'putBack'>;
  readonly startWriting: () => void;
  /** The text stands in the composer of the open chat. */
  readonly onBack: () => void;
  /** Tells what was done, with the way back. */
  readonly offerUndo: (done: { readonly undoId: string; readonly text: string }) => void;
}

/** What a person does to messages of the open chat that is not about a text on its way (see `SendActs`). */
export class ThreadActs {
  readonly #bridge: SwitchboardBridge;
  readonly #options: ThreadActsOptions;

  constructor(bridge: SwitchboardBridge, options: ThreadActsOptions) {
    this.#bridge = bridge;
    this.#options = options;
  }

  /** The words alone of one; of several, one line with time and name for each. */
  async copy(messages: readonly MessageView[]): Promise<void> {
    const { context } = this.#options;
    const [first] = messages;
    if (first === undefined) return;
    if (messages.length > 1) await this.copyWithTimes(messages);
    else await this.#write(toPlainText(first, context().texts), { count: 1 });
  }

  async copyWithTimes(messages: readonly MessageView[]): Promise<void> {
    if (messages.length === 0) return;
    await this.#write(toCopyLines(messages, this.#options.context()), { count: messages.length });
  }

  /** A part of a message, or a link. */
  async copyText(text: string, isLink: boolean): Promise<void> {
    await this.#write(text, isLink ? null : { count: 1 });
  }

  /** A new message begins with their texts. False where none of them has any. */
  forward(messages: readonly MessageView[]): boolean {
    const { toasts, newMessage, startWriting, context } = this.#options;
    const text = toForwardText(messages);
    if (text === '') {
      toasts.show(context().texts.text(words.nothingToForward), { tone: 'fault' });
      return false;
    }
    newMessage.putBack({ text, files: [] });
    startWriting();
    return true;
  }

  /** The text of one that failed, its files as the links that they became, stands in the composer again; it stays here. */
  editAgain({ text }: MessageView): void {
    this.#options.composer.putBack({ text, files: [] });
    this.#options.onBack();
  }

  /** Gone here at once; the service hears of it when the time to take it back is over. False where nothing was deleted. */
  async delete(messages: readonly MessageView[]): Promise<boolean> {
    const { chatId, ids, toasts, context, offerUndo } = this.#options;
    const { texts } = context();
    const keys = messages.filter(isDeletable).map(({ key }) => key);
    const left = listLeftOut(messages, texts).join(' ');
    if (keys.length === 0) {
      toasts.show(left, { tone: 'fault' });
      return false;
    }
    const input = { chatId: chatId(), keys };
    const reply = await ids.run(`delete\n${String(input.chatId)}\n${keys.join(' ')}`, (requestId) =>
      this.#bridge.request('messages.delete', { requestId, ...input }),
    );
    if (!reply.ok) {
      this.#tellFault(words.deleteFailed, reply.error);
      return false;
    }
    const { count, undoId } = reply.value;
    const done = texts.text(words.deleted, { count });
    const text = left === '' ? done : texts.text(leftOut.both, { done, left });
    if (undoId === null) toasts.show(text);
    else offerUndo({ undoId, text });
    return true;
  }

  /** `said`: how many messages were copied; null: a link was. */
  async #write(text: string, said: { readonly count: number } | null): Promise<void> {
    const { toasts, context, writeClipboard } = this.#options;
    const { texts } = context();
    try {
      await writeClipboard(text);
      toasts.show(said === null ? texts.text(words.linkCopied) : texts.text(words.copied, said));
    } catch (error) {
      const detail = error instanceof Error ? error.message : '';
      toasts.show(texts.text(words.copyFailed, { detail }).trim(), { tone: 'fault' });
    }
  }

  #tellFault(message: typeof words.deleteFailed, problem: ContractError): void {
    const { toasts, context } = this.#options;
    const { texts } = context();
    toasts.show(texts.text(message, { detail: toProblemText(problem, texts) }).trim(), { tone: 'fault' });
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

  check(key: string): void {
    this.#keys.add(key);
  }

  clear(): void {
    this.#keys.clear();
  }
}

interface Options {
  readonly app: Pick<App, 'bridge' | 'session' | 'toasts'>;
  readonly texts: Texts;
  readonly dialogs: ThreadDialogs;
}

/** Opens what messages lead to, outside the app; asks before where that may lead elsewhere than it seems to. */
export class MessageLinks {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** A link of a text, and how it stands there. */
  open(url: string, shown: string): void {
    const doubt = isOpenable(url) ? findLinkDoubt(shown, url) : null;
    if (doubt === null) void openOutside(this.#options, url);
    else this.#options.dialogs.show({ kind: 'link', url, doubt });
  }

  /** A file of ours that went as a link: with the service's own web application nothing is asked. */
  openUpload({ url, shown }: { readonly url: string; readonly shown: string }): void {
    const { app } = this.#options;
    const web = URL.parse(app.session.view?.webUrl ?? '');
    if (web !== null && URL.parse(url)?.host === web.host) void openOutside(this.#options, url);
    else this.open(url, shown);
  }

  /** A file that came with a message: main knows where it lies. */
  async openFile(mediaId: string): Promise<void> {
    const { app, texts, dialogs } = this.#options;
    const reply = await app.bridge.request('files.openAttachment', { mediaId });
    if (!reply.ok) {
      const detail = toProblemText(reply.error, texts);
      app.toasts.show(texts.text(threadRows.fileNotOpened, { detail }).trim(), { tone: 'fault' });
      return;
    }
    const { askFirst } = reply.value;
    if (askFirst !== null) dialogs.show({ kind: 'link', url: askFirst, doubt: toFileDoubt(askFirst) });
  }
}

/** Opens an address and says so where nothing opens it. */
export async function openOutside({ app, texts }: Pick<Options, 'app' | 'texts'>, url: string): Promise<void> {
  const reply = await app.bridge.request('host.openLink', { url });
  if (!reply.ok) app.toasts.show(texts.text(linkDoubt.notOpened), { tone: 'fault' });
}

/** What of a message was pointed at. */
export interface MessageTarget {
  /** Address of the link under the pointer. */
  readonly link: string | null;
  /** What is selected in that message; '' where nothing is, or where more than it is. */
  readonly selected: string;
}

export function readTarget(target: EventTarget | null): MessageTarget {
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
