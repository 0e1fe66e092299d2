/**
 * The inbox: the list, the chat that is open, what is written, and what is done to chats. One screen's state, made and
 * disposed by its view.
 */
import type { ChatView, SwitchboardBridge } from '#shared/contract/index.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { composer as words } from '#renderer/lib/catalogue/inbox.ts';
import { search as searchWords } from '#renderer/lib/catalogue/search.ts';
import type { Formats } from '#renderer/lib/format.ts';
import { toProblemText } from '#renderer/lib/inbox/problem-text.ts';
import type { Texts } from '#renderer/lib/messages.ts';
import { ChatActions } from './chat-list-actions.ts';
import { ChatList } from './chat-list.svelte.ts';
import type { Composer } from './composer.svelte.ts';
import { Drafts } from './composer-drafts.ts';
import { NewMessage } from './new-message.svelte.ts';
import { Places } from './selection-places.ts';
import type { RequestIds } from '../request-ids.ts';
import { Selection } from './selection.svelte.ts';
import { SendActs } from '../thread/thread-sends.ts';
import { Conversation } from '../thread/thread-conversation.svelte.ts';
import type { Toasts } from '../toasts.svelte.ts';

export interface InboxOptions {
  readonly texts: Texts;
  readonly formats: () => Formats;
  readonly toasts: Toasts;
  /** Of the app: they outlive the inbox. */
  readonly ids: RequestIds;
  readonly now: () => number;
  /** The account's own number. */
  readonly homePhone: () => string | null;
  /** The account's country, ISO 3166 alpha-2. */
  readonly homeCountry: () => string | null;
}

export class Inbox {
  readonly list: ChatList;
  readonly selection: Selection;
  readonly actions: ChatActions;
  readonly places = new Places();
  readonly newMessage: NewMessage;
  readonly sends: SendActs;
  readonly #drafts: Drafts;
  readonly #bridge: SwitchboardBridge;
  readonly #options: InboxOptions;
  #conversation = $state.raw<Conversation | null>(null);
  #isWriting = $state(false);

  constructor(bridge: SwitchboardBridge, options: InboxOptions) {
    this.#bridge = bridge;
    this.#options = options;
    const { texts, toasts, ids, formats, now, homePhone, homeCountry } = options;
    this.#drafts = new Drafts(bridge, () => toasts.show(texts.text(words.draftFailed), { tone: 'fault' }));
    this.list = new ChatList(bridge, () => ({
      todayAt: formats().dayStart(now(), 0),
      yesterdayAt: formats().dayStart(now(), 1),
    }));
    this.selection = new Selection(bridge, (chat) => {
      this.#conversation?.follow(chat);
      this.list.patch(chat);
    });
    this.actions = new ChatActions(bridge, { texts, formats, toasts, onDone: (chat) => this.#show(chat) });
    this.newMessage = new NewMessage(bridge, { drafts: this.#drafts, ids, homePhone, homeCountry });
    this.sends = new SendActs(bridge, {
      texts,
      toasts,
      ids,
      drafts: this.#drafts,
      findConversation: () => this.#conversation,
      findComposer: (phone) => this.#findComposer(phone),
      onBack: () => this.places.go('composer'),
    });
  }

  /** The open chat's messages, composer and person; null when none is open. */
  get conversation(): Conversation | null {
    return this.#conversation;
  }
  /** Whether the sheet shows a new message in place of a chat. */
  get isWriting(): boolean {
    return this.#isWriting;
  }

  /** Opens a chat as it is known now. Opening the open one changes nothing. */
  open(chat: ChatView): void {
    void this.#enter(chat, null);
  }

  /** Opens a chat at one of its messages; where that is gone, at its newest, and says so. */
  async openMessage(chatId: number, key: string): Promise<void> {
    const reply = await this.#bridge.request('chats.find', { chatId, phone: null });
    const chat = reply.ok ? reply.value : null;
    const isFound = chat !== null && (await this.#enter(chat, key));
    if (isFound || (chat !== null && chat.id !== this.selection.chat?.id)) return;
    const { texts, toasts } = this.#options;
    this.places.go(chat === null ? 'list' : 'composer');
    toasts.show(texts.text(chat === null ? searchWords.chatGone : searchWords.messageGone), { tone: 'fault' });
  }

  /** Opens the chat of an id; false when there is none. */
  async openById(chatId: number): Promise<boolean> {
    const reply = await this.#bridge.request('chats.find', { chatId, phone: null });
    if (!reply.ok || reply.value === null) return false;
    this.open(reply.value);
    return true;
  }

  leave(): void {
    this.#conversation?.dispose();
    this.#conversation = null;
    this.selection.close();
  }

  startWriting(): void {
    this.#isWriting = true;
    this.places.go('to');
  }

  /** A new message to somebody. */
  writeTo(phone: string, name: string): void {
    this.newMessage.choose({ phone, name, isTyped: false });
    this.#isWriting = true;
    this.places.go('composer');
  }

  stopWriting(): void {
    this.#isWriting = false;
  }

  /** Sends what the open chat's composer holds, and shows it. */
  async send(): Promise<void> {
    const conversation = this.#conversation;
    if (conversation === null) return;
    const outcome = await conversation.composer.send();
    if (outcome.kind === 'sent') await conversation.thread.refresh();
    if (outcome.kind === 'failed') this.tellNotKept(toProblemText(outcome.problem, this.#options.texts));
  }

  /** Sends the new message and opens its chat, a provisional one where there was none. */
  async sendNew(): Promise<void> {
    if (!this.newMessage.accept()) {
      this.places.go('to');
      return;
    }
    const outcome = await this.newMessage.composer.send();
    if (outcome.kind === 'failed') this.tellNotKept(toProblemText(outcome.problem, this.#options.texts));
    if (outcome.kind !== 'sent') return;
    this.newMessage.reset();
    this.list.choose('open');
    await Promise.all([this.openById(outcome.chatId), this.list.refresh({ moves: true })]);
    this.places.go('composer');
  }

  /** Saves every draft now: the window goes. */
  saveDrafts(): Promise<void> {
    return this.#drafts.saveAll();
  }

  tellNotKept(detail: string): void {
    const { texts, toasts } = this.#options;
    const why = detail === '' ? texts.text(words.noDetail) : detail;
    toasts.show(texts.text(words.notKept, { detail: why }), { tone: 'fault' });
  }

  dispose(): void {
    void this.#drafts.saveAll();
    this.#conversation?.dispose();
    this.list.dispose();
    this.selection.dispose();
    this.actions.dispose();
  }

  /** At the message `key`, or where the chat opens as usual for null; false where that message is not here. */
  async #enter(chat: ChatView, key: string | null): Promise<boolean> {
    this.#isWriting = false;
    const index = this.list.indexOf(chat.id);
    if (index !== -1) this.selection.moveCursor({ chatId: chat.id, index });
    if (chat.id === this.selection.chat?.id)
      return key === null || (await this.#conversation?.thread.jumpTo(key)) === true;
    this.#conversation?.dispose();
    const conversation = new Conversation(this.#bridge, chat, { drafts: this.#drafts, ids: this.#options.ids });
    this.#conversation = conversation;
    this.selection.open(chat);
    return conversation.open(chat, key);
  }

  #findComposer(phone: string): Composer | null {
    const composer = this.#isWriting ? this.newMessage.composer : this.#conversation?.composer;
    return composer !== undefined && toPhoneKey(composer.phone ?? '') === phone ? composer : null;
  }

  #show(chat: ChatView): void {
    this.list.patch(chat);
    this.selection.patch(chat);
    void this.list.refresh({ moves: true });
  }
}
