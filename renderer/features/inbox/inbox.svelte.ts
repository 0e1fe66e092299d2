/**
 * The inbox: the list, the chat that is open, what is written, and what is done to chats. One screen's state, made and
 * disposed by its view.
 */
import type { ChatView, OutboxView, SwitchboardBridge } from '#shared/contract/index.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { composer as words } from '#renderer/features/composer/messages.ts';
import { search as searchWords } from '#renderer/lib/words/search.ts';
import { toCheckedText } from '#renderer/features/chat-actions/deed-words.ts';
import { SCOPES } from '#renderer/data/scopes.ts';
import { ChatActs } from '#renderer/features/chat-actions/chat-acts.svelte.ts';
import { ChatList } from '#renderer/features/chat-list/chat-list.svelte.ts';
import { Checked } from '#renderer/features/chat-list/checked.svelte.ts';
import { Prices, type Composer, type WritingTools } from '#renderer/features/composer/composer.svelte.ts';
import { tellHold, tellOutcome } from '#renderer/features/composer/composer-words.ts';
import { Drafts } from '#renderer/features/composer/drafts.ts';
import type { InboxOptions } from './inbox-options.ts';
import { UnsentChats } from './unsent-chats.ts';
import { CurrentRow } from '#renderer/features/chat-list/current-row.ts';
import { undoLastThing } from './last-thing.ts';
import { followOpened } from '#renderer/features/chat-list/list-cursor.ts';
import { NewMessage } from '#renderer/features/composer/new-message.svelte.ts';
import { Question } from '#renderer/features/chat-actions/question.svelte.ts';
import { Places } from '#renderer/app/selection-places.ts';
import { Selection } from '#renderer/features/chat-list/selection.svelte.ts';
import { Views } from '#renderer/features/saved-views/views.svelte.ts';
import { SendActs } from '#renderer/features/thread/thread-sends.ts';
import { Uploads } from '#renderer/features/thread/thread-uploads.svelte.ts';
import { Conversation } from '#renderer/features/thread/thread-conversation.svelte.ts';

export class Inbox {
  readonly list: ChatList;
  readonly views: Views;
  readonly selection: Selection;
  readonly acts: ChatActs;
  readonly checked: Checked;
  readonly question = new Question();
  readonly places = new Places();
  readonly newMessage: NewMessage;
  readonly sends: SendActs;
  /** Of texts whose files leave. */
  readonly uploads: Uploads;
  /** The row under the keys: in two panes it is the open chat. */
  readonly currentRow: CurrentRow;
  readonly unsent: UnsentChats;
  readonly #drafts: Drafts;
  readonly #tools: WritingTools;
  readonly #bridge: SwitchboardBridge;
  readonly #options: InboxOptions;
  #conversation = $state.raw<Conversation | null>(null);
  #isWriting = $state(false);

  constructor(bridge: SwitchboardBridge, options: InboxOptions) {
    this.#bridge = bridge;
    this.#options = options;
    const { texts, toasts, announcer, ids, unsent, formats, now, homePhone, homeCountry, webUrl } = options;
    const onUnsaved = () => toasts.show(texts.text(words.draftFailed), { tone: 'fault' });
    this.#drafts = new Drafts(bridge, onUnsaved, unsent.account);
    this.unsent = new UnsentChats(bridge, unsent, { drafts: this.#drafts, screen: this });
    const findShown = (phone: string): Composer | null => this.findComposer(phone);
    const findName = (phone: string): string => this.unsent.findName(phone);
    this.#tools = { drafts: this.#drafts, ids, unsent, prices: new Prices(bridge), findShown, findName, webUrl };
    this.uploads = new Uploads(bridge);
    const toDays = () => ({ todayAt: formats().dayStart(now(), 0), yesterdayAt: formats().dayStart(now(), 1) });
    this.list = new ChatList(bridge, toDays, () => this.selection.leaveList());
    this.currentRow = new CurrentRow(this, { now, enter: (chat) => void this.#enter(chat, null) });
    this.views = new Views(bridge, this.list);
    void this.views.refresh();
    this.selection = new Selection(bridge, (chat) => {
      this.#conversation?.follow(chat);
      this.list.patch(chat);
    });
    this.checked = new Checked(this.list, () => announcer.say(toCheckedText(this.checked, texts)), bridge);
    this.acts = new ChatActs(bridge, {
      ...options,
      ...{ list: this.list, selection: this.selection, checked: this.checked, question: this.question },
      places: this.places,
      open: (chat) => this.open(chat),
      leave: () => this.leave(),
      isWriting: () => this.#isWriting,
      keepUnread: () => this.#conversation?.keepUnread(),
    });
    this.newMessage = new NewMessage(bridge, { ...this.#tools, homePhone, homeCountry });
    this.sends = new SendActs(bridge, {
      ...{ texts, toasts, announcer, ids, drafts: this.#drafts },
      findConversation: () => this.#conversation,
      findComposer: findShown,
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
  /** Whether list and sheet are side by side. Reads runes. */
  get hasTwoPanes(): boolean {
    return this.#options.hasTwoPanes();
  }

  /** Opens a chat as it is known now. Opening the open one changes nothing. */
  open(chat: ChatView): void {
    void this.#enter(chat, null, true);
  }

  /** Opens a chat at one of its messages; where that is gone, at its newest, and says so. */
  async openMessage(chatId: number, key: string): Promise<void> {
    const chat = await this.find(chatId);
    const isFound = chat !== null && (await this.#enter(chat, key, true));
    if (isFound || (chat !== null && chat.id !== this.selection.chat?.id)) return;
    const { texts, toasts } = this.#options;
    this.places.go(chat === null ? 'list' : 'composer');
    toasts.show(texts.text(chat === null ? searchWords.chatGone : searchWords.messageGone), { tone: 'fault' });
  }

  /** Opens the chat of an id; false when there is none. */
  async openById(chatId: number): Promise<boolean> {
    const chat = await this.find(chatId);
    if (chat !== null) this.open(chat);
    return chat !== null;
  }

  /** Null: there is none, or main does not answer. */
  async find(chatId: number): Promise<ChatView | null> {
    const reply = await this.#bridge.request('chats.find', { chatId, phone: null });
    return reply.ok ? reply.value : null;
  }

  leave(): void {
    this.#conversation?.dispose();
    this.#conversation = null;
    this.selection.close();
  }

  startWriting(place: 'to' | 'composer' = 'to'): void {
    this.currentRow.settle();
    this.#isWriting = true;
    this.places.go(place);
  }

  /** A new message to somebody. */
  writeTo(phone: string, name: string): void {
    this.newMessage.choose({ phone, name, isTyped: false });
    this.startWriting('composer');
  }

  stopWriting(): void {
    this.#isWriting = false;
  }

  /** Sends what the open chat's composer holds, and shows it. */
  async send(): Promise<void> {
    const conversation = this.#conversation;
    if (conversation === null) return;
    this.unsent.note(this.selection.chat);
    const outcome = await conversation.composer.send();
    tellOutcome(outcome, this.#options);
    if (outcome.kind !== 'sent') return;
    await conversation.thread.refresh();
    const held = this.sends.findHeld()?.send ?? null;
    const { formats, now } = this.#options;
    if (held?.id === outcome.sendId) tellHold(held, { ...this.#options, formats: formats(), now: now() });
  }

  /** Ends the hold of the last text of the open chat; false where none is held. */
  async sendNow(): Promise<boolean> {
    const held = this.sends.findHeld();
    if (held !== null) await this.sends.act('send-now', held);
    return held !== null;
  }

  /** Takes the last thing back; `elsewhere`: the last text that is held in any chat. */
  async undo(elsewhere: OutboxView['sends'][number] | null): Promise<void> {
    const { acts, sends, places } = this;
    const openById = (chatId: number): Promise<boolean> => this.openById(chatId);
    await undoLastThing({ ...this.#options, acts, sends, places, openById }, elsewhere);
  }

  /** Sends the new message and opens its chat, a provisional one where there was none. */
  async sendNew(): Promise<void> {
    if (!this.newMessage.accept()) {
      this.places.go('to');
      return;
    }
    const { phone } = this.newMessage.composer;
    const outcome = await this.newMessage.composer.send();
    tellOutcome(outcome, this.#options);
    // Who writes to somebody else by then, or has the chat before them, stays there.
    if (outcome.kind !== 'sent' || phone !== this.newMessage.composer.phone) return;
    const isStillThere = this.#isWriting;
    this.newMessage.reset();
    if (!isStillThere) return;
    this.list.choose(SCOPES.open);
    await Promise.all([this.openById(outcome.chatId), this.list.refresh({ moves: true })]);
    this.places.go('composer');
  }

  /** The composer on screen that writes to that number. */
  findComposer(phone: string): Composer | null {
    const composer = this.#isWriting ? this.newMessage.composer : this.#conversation?.composer;
    return composer !== undefined && toPhoneKey(composer.phone ?? '') === phone ? composer : null;
  }

  /** Saves every draft now: the window goes. */
  saveDrafts(): Promise<void> {
    return this.#drafts.saveAll();
  }

  dispose(): void {
    void this.#drafts.saveAll();
    this.#drafts.dispose();
    this.unsent.dispose();
    this.#conversation?.dispose();
    this.currentRow.cancel();
    const { list, checked, views, selection, acts, uploads } = this;
    for (const part of [list, checked, views, selection, acts, uploads]) part.dispose();
    this.question.answer(false);
  }

  /**
   * At the message `key`, or where the chat opens as usual for null; false where that message is not here. `isFollowed`:
   * the keys go to its row; else they are there.
   */
  async #enter(chat: ChatView, key: string | null, isFollowed = false): Promise<boolean> {
    this.#isWriting = false;
    this.currentRow.cancel();
    if (isFollowed) void followOpened(this, chat);
    if (chat.id === this.selection.chat?.id)
      return key === null || (await this.#conversation?.thread.jumpTo(key)) === true;
    this.#conversation?.dispose();
    const conversation = new Conversation(this.#bridge, chat, this.#tools);
    this.#conversation = conversation;
    this.selection.open(chat);
    return conversation.open(chat, key);
  }
}
