/**
 * The inbox: the list, the chat that is open, what is written, and what is done to chats. One screen's state, made and
 * disposed by its view.
 */
import type { ChatView, OutboxView, SwitchboardBridge } from '#shared/contract/index.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { composer as words, hold } from '#renderer/features/composer/messages.ts';
import { search as searchWords } from '#renderer/lib/words/search.ts';
import { toCheckedText } from '#renderer/features/chat-actions/messages.ts';
import { Chats } from '#renderer/data/chats.svelte.ts';
import { SCOPES } from '#renderer/data/scopes.ts';
import type { UnsentText, UnsentTexts } from '#renderer/data/unsent-texts.svelte.ts';
import { ChatActions } from '#renderer/features/chat-actions/chat-actions.svelte.ts';
import { Confirmation } from '#renderer/features/chat-actions/confirmation.svelte.ts';
import { ChatList } from '#renderer/features/chat-list/chat-list.svelte.ts';
import { Checked } from '#renderer/features/chat-list/checked.svelte.ts';
import { restoreUnsent, type Composer, type WritingTools } from '#renderer/features/composer/composer.svelte.ts';
import { tellHold, tellOutcome, tellUnblocked } from '#renderer/features/composer/composer-words.ts';
import { Drafts } from '#renderer/features/composer/drafts.ts';
import { Prices } from '#renderer/features/composer/prices.ts';
import { BlockedNumbers } from '#renderer/features/composer/blocked-numbers.ts';
import type { RecipientBlock } from '#renderer/features/composer/recipient-block.svelte.ts';
import { toChatTitle } from '#renderer/lib/chat-title.ts';
import type { Formats } from '#renderer/lib/format.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import type { AppAnnouncer } from '#renderer/app/app-announcer.svelte.ts';
import type { Overlays } from '#renderer/app/overlays.svelte.ts';
import type { AppCounts } from '#renderer/data/app-counts.svelte.ts';
import type { RequestIds } from '#renderer/data/request-ids.ts';
import type { Toasts } from '#renderer/app/toasts.svelte.ts';
import { NewMessage } from '#renderer/features/composer/new-message.svelte.ts';
import { FocusTargets } from '#renderer/app/focus-targets.ts';
import { Selection } from '#renderer/features/chat-list/selection.svelte.ts';
import { Views } from '#renderer/features/saved-views/views.svelte.ts';
import { SendActions } from '#renderer/features/thread/send-actions.svelte.ts';
import { Conversation } from '#renderer/features/thread/conversation.svelte.ts';

/** What an inbox is made with. */
export interface InboxOptions {
  readonly texts: Translator;
  readonly formats: () => Formats;
  readonly toasts: Toasts;
  readonly overlays: Overlays;
  readonly announcer: Pick<AppAnnouncer, 'say' | 'interrupt'>;
  /** Of the app: they outlive the inbox. */
  readonly ids: RequestIds;
  readonly counts: Pick<AppCounts, 'applyOptimistic'>;
  /** The texts of this account that main has not taken; the inbox disposes of it. */
  readonly unsent: UnsentTexts;
  /** Leads to the place on another screen that the new message was begun from; false where it was begun here. */
  readonly returnToScreen: () => boolean;
  readonly now: () => number;
  /** Whether list and sheet are side by side; reads runes. */
  readonly hasTwoPanes: () => boolean;
  /** The account's own number. */
  readonly homePhone: () => string | null;
  /** The account's country, ISO 3166 alpha-2. */
  readonly homeCountry: () => string | null;
  /** Web address of the service. */
  readonly webUrl: () => string;
  /** Whether the service can be asked; reads runes. */
  readonly isOnline: () => boolean;
}

type HeldSend = OutboxView['sends'][number];
type Recipient = Pick<ChatView, 'name' | 'phone'>;

/** What had the focus when a new message was begun: a part of the inbox, and the message by its key. */
export interface WritingOrigin {
  readonly place: 'list' | 'composer' | 'messages';
  readonly key: string | null;
}

const IN_LIST: WritingOrigin = { place: 'list', key: null };

export class Inbox {
  /** The chats that the page knows, by id. */
  readonly chats: Chats;
  readonly list: ChatList;
  readonly views: Views;
  readonly selection: Selection;
  readonly actions: ChatActions;
  readonly checked: Checked;
  readonly confirmation: Confirmation;
  readonly places = new FocusTargets();
  readonly newMessage: NewMessage;
  readonly sends: SendActions;
  readonly unsent: UnsentChats;
  readonly #drafts: Drafts;
  readonly #blockedNumbers: BlockedNumbers;
  readonly #tools: WritingTools;
  readonly #bridge: SwitchboardBridge;
  readonly #options: InboxOptions;
  #conversation = $state.raw<Conversation | null>(null);
  #isWriting = $state(false);
  #writingOrigin = IN_LIST;
  #openedAt = $state<string | null>(null);
  #isStep = false;

  constructor(bridge: SwitchboardBridge, options: InboxOptions) {
    this.#bridge = bridge;
    this.#options = options;
    this.confirmation = new Confirmation(options.overlays);
    const { texts, toasts, announcer, ids, unsent, formats, now, homePhone, homeCountry, webUrl } = options;
    const onUnsaved = () => toasts.show(texts.text(words.draftFailed), { tone: 'fault' });
    this.#drafts = new Drafts(bridge, onUnsaved, unsent.account);
    this.unsent = new UnsentChats(bridge, unsent, { drafts: this.#drafts, inbox: this });
    const findShown = (phone: string): Composer | null => this.findComposer(phone);
    const findName = (phone: string): string => this.unsent.findName(phone);
    this.#blockedNumbers = new BlockedNumbers(bridge, { ids, isOnline: options.isOnline });
    this.#tools = {
      ...{ drafts: this.#drafts, ids, unsent, prices: new Prices(bridge), findShown, findName, webUrl },
      blockedNumbers: this.#blockedNumbers,
    };
    const toDays = () => ({ todayAt: formats().dayStart(now(), 0), yesterdayAt: formats().dayStart(now(), 1) });
    this.chats = new Chats(bridge);
    this.list = new ChatList(bridge, {
      chats: this.chats,
      days: toDays,
      onChoose: () => this.selection.leaveList(),
    });
    this.views = new Views(bridge, this.list);
    void this.views.refresh();
    const isWriting = (): boolean => this.#isWriting;
    this.selection = new Selection(bridge, {
      ...{ chats: this.chats, list: this.list, now, isWriting, hasTwoPanes: options.hasTwoPanes },
      enter: (chat) => void this.#enter(chat, null),
      onFresh: (chat) => this.#conversation?.follow(chat),
    });
    this.checked = new Checked(this.chats, this.list, () => announcer.say(toCheckedText(this.checked, texts)));
    this.actions = new ChatActions(bridge, {
      ...options,
      ...{ chats: this.chats, list: this.list, selection: this.selection, checked: this.checked },
      ...{ confirmation: this.confirmation, places: this.places, isWriting },
      open: (chat) => this.step(chat),
      leave: () => this.leave(),
      keepUnread: () => this.#conversation?.keepUnread(),
      saveDrafts: () => this.#drafts.saveTexts(),
    });
    this.newMessage = new NewMessage(bridge, { ...this.#tools, homePhone, homeCountry });
    this.sends = new SendActions(bridge, {
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
  /** The message that the open chat was opened at; null: as usual. */
  get openedAt(): string | null {
    return this.#openedAt;
  }
  /** Whether the open chat came by walking on from another one, by keys or because that was put away. */
  get isStep(): boolean {
    return this.#isStep;
  }
  /** Whether list and sheet are side by side. Reads runes. */
  get hasTwoPanes(): boolean {
    return this.#options.hasTwoPanes();
  }

  /** Opens a chat as it is known now. Opening the open one changes nothing. */
  open(chat: ChatView): void {
    void this.#enter(chat, null, true);
  }

  /** Walks on to the next chat: Back leads to where the walk began. */
  step(chat: ChatView): void {
    this.open(chat);
    this.#isStep = true;
  }

  /** Opens a chat at one of its messages; where that is gone, at its newest, and says so. */
  async openMessage(chatId: number, key: string): Promise<void> {
    const chat = await this.chats.ask(chatId);
    const isFound = chat !== null && (await this.#enter(chat, key, true));
    if (isFound || (chat !== null && chat.id !== this.selection.chat?.id)) return;
    const { texts, toasts } = this.#options;
    this.places.go(chat === null ? 'list' : 'composer');
    toasts.show(texts.text(chat === null ? searchWords.chatGone : searchWords.messageGone), { tone: 'fault' });
  }

  /** Opens the chat of an id; false when there is none. */
  async openById(chatId: number): Promise<boolean> {
    const chat = await this.chats.ask(chatId);
    if (chat !== null) this.open(chat);
    return chat !== null;
  }

  leave(): void {
    this.#conversation?.dispose();
    this.#conversation = null;
    this.#openedAt = null;
    this.#isStep = true;
    this.selection.close();
  }

  /** Without a `place`, the focus goes to the text that was begun, else to whom it goes to. */
  startWriting({ place, from = IN_LIST }: { place?: 'to' | 'composer'; from?: WritingOrigin } = {}): void {
    const { chosen, composer } = this.newMessage;
    this.selection.settle();
    if (!this.#isWriting) this.#writingOrigin = from;
    this.#isWriting = true;
    this.places.go(place ?? (chosen === null || composer.isEmpty ? 'to' : 'composer'));
  }

  /** Begins a new message with the text of messages; the one with the key `key` gets the focus back afterwards. */
  forward(text: string, key: string | null): void {
    this.newMessage.forward(text);
    this.startWriting({ place: 'to', from: { place: 'messages', key } });
  }

  /** A new message to a person. */
  writeTo(phone: string, name: string): void {
    this.newMessage.beginTo({ phone, name, isTyped: false });
    this.startWriting({ place: 'composer' });
  }

  stopWriting(): void {
    // The same person may have been written to there.
    if (this.#isWriting) this.#conversation?.composer.catchUp();
    this.#isWriting = false;
    this.newMessage.later = null;
  }

  /** The user goes back from the new message to where it was begun. */
  leaveWriting(): void {
    this.newMessage.abandon();
    this.stopWriting();
    if (!this.#options.returnToScreen()) void this.#returnTo(this.#writingOrigin);
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
    if (held !== null) await this.sends.run('send-now', held);
    return held !== null;
  }

  /** When the last thing was done that `undo` takes back, epoch ms; null: there is none. */
  findLastAt(elsewhere: HeldSend | null): number | null {
    const heldAt = this.sends.findHeld()?.send?.createdAt ?? elsewhere?.createdAt ?? null;
    const { lastAt } = this.actions;
    return heldAt === null || lastAt === null ? (heldAt ?? lastAt) : Math.max(heldAt, lastAt);
  }

  /**
   * Takes the last thing back: an action on chats, or the last text that is held, in the open chat before any other
   * (`elsewhere`), whose chat opens then.
   */
  async undo(elsewhere: HeldSend | null): Promise<void> {
    const { actions, sends } = this;
    const held = sends.findHeld();
    const heldAt = held?.send?.createdAt ?? elsewhere?.createdAt ?? null;
    if (actions.lastAt !== null && (heldAt === null || actions.lastAt > heldAt)) await actions.undoLast();
    else if (held !== null) await sends.run('undo', held);
    else if (elsewhere !== null) await this.#undoElsewhere(elsewhere);
  }

  /** Sends the new message and opens its chat, a provisional one where there was none; a time is chosen first for one for later. */
  async sendNew(): Promise<void> {
    if (!this.newMessage.accept()) {
      this.places.go('to');
      return;
    }
    if (this.newMessage.later !== null) {
      this.places.press('schedule');
      return;
    }
    const { phone } = this.newMessage.composer;
    const outcome = await this.newMessage.composer.send();
    tellOutcome(outcome, this.#options);
    // A user who writes to another person by then, or already sees the chat, stays there.
    if (outcome.kind !== 'sent' || phone !== this.newMessage.composer.phone) return;
    await this.leaveNew(outcome.chatId);
  }

  /** The new message is on its way, or will be: another one begins, and its chat opens. */
  async leaveNew(chatId: number): Promise<void> {
    const isStillThere = this.#isWriting;
    this.newMessage.reset();
    if (!isStillThere) return;
    this.list.choose(SCOPES.open);
    await Promise.all([this.openById(chatId), this.list.refresh({ moves: true })]);
    this.places.go('composer');
  }

  /** Takes the block off the number of the open chat, where only the service knows of it. */
  async unblockNumber(chat: ChatView): Promise<void> {
    if (this.#conversation !== null) await this.#unblock(this.#conversation.block, chat);
  }

  /** The same for the number of the new message. */
  async unblockNew(): Promise<void> {
    const { block, chosen } = this.newMessage;
    if (chosen !== null) await this.#unblock(block, chosen);
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
    this.newMessage.dispose();
    this.#blockedNumbers.dispose();
    const { list, checked, views, selection, actions, sends, chats } = this;
    for (const part of [list, checked, views, selection, actions, sends, chats]) part.dispose();
    this.confirmation.answer(false);
  }

  /**
   * At the message `key`, or where the chat opens as usual for null; false where that message is not here. `isFollowed`:
   * the keys go to its row; else they are there.
   */
  async #enter(chat: ChatView, key: string | null, isFollowed = false): Promise<boolean> {
    this.stopWriting();
    this.selection.cancelNext();
    this.#isStep = !isFollowed;
    this.#openedAt = key;
    if (chat.id === this.selection.chat?.id) {
      if (isFollowed) void this.selection.followOpened(chat);
      this.#isStep = key === null;
      return key === null || (await this.#conversation?.thread.jumpTo(key)) === true;
    }
    this.#conversation?.dispose();
    const conversation = new Conversation(this.#bridge, chat, this.#tools);
    this.#conversation = conversation;
    // Its messages are asked for first: the user waits for them. The list follows.
    const opened = conversation.open(chat, key);
    if (isFollowed) void this.selection.followOpened(chat, opened);
    this.selection.open(chat);
    return opened;
  }

  async #returnTo({ place, key }: WritingOrigin): Promise<void> {
    const isFound = key !== null && (await this.#conversation?.thread.jumpTo(key)) === true;
    if (isFound) return;
    const hasChat = this.selection.chat !== null;
    if (place === 'list') this.places.go(hasChat && !this.hasTwoPanes ? 'composer' : 'list');
    else this.places.go(hasChat ? place : 'list');
  }

  async #unblock(block: RecipientBlock, recipient: Recipient): Promise<void> {
    const reply = await block.unblock();
    tellUnblocked(reply, { ...this.#options, name: toChatTitle(recipient, this.#options.formats()) });
    if (reply?.ok === true) this.places.go('composer');
  }

  async #undoElsewhere({ sendId, phone, chatId, filesCount }: HeldSend): Promise<void> {
    const { texts, announcer } = this.#options;
    if (!(await this.sends.cancelWaiting({ sendId, phone }))) return;
    if (chatId !== null) await this.openById(chatId);
    if (this.sends.isResent(sendId)) {
      this.places.go('messages');
      announcer.say(texts.text(hold.undoneAgain));
      return;
    }
    this.places.go('composer');
    announcer.say(texts.text(filesCount === 0 ? hold.undone : hold.undoneFiles));
  }
}

/** The texts of an inbox that main has not taken, and their chats: these open also while main is away. */
class UnsentChats {
  readonly texts: UnsentTexts;
  readonly #bridge: SwitchboardBridge;
  readonly #drafts: Drafts;
  readonly #inbox: Inbox;
  readonly #writtenTo = new Map<string, ChatView>();

  constructor(
    bridge: SwitchboardBridge,
    texts: UnsentTexts,
    { drafts, inbox }: { readonly drafts: Drafts; readonly inbox: Inbox },
  ) {
    this.#bridge = bridge;
    this.texts = texts;
    this.#drafts = drafts;
    this.#inbox = inbox;
  }

  /** Whether something was written that only this page has. */
  get hasUnsaved(): boolean {
    return this.texts.shown.length > 0 || this.#drafts.hasUnsaved;
  }

  /** Something is sent in that chat. */
  note(chat: ChatView | null): void {
    if (chat !== null) this.#writtenTo.set(chat.phone, chat);
  }

  /** Hands over what the page stored before a reload. */
  restore(): void {
    restoreUnsent(this.texts, { drafts: this.#drafts, findShown: (phone) => this.#inbox.findComposer(phone) });
  }

  /** Shows where a text stands: its chat, or the new message that it was written as. */
  async open(phone: string): Promise<void> {
    const current = this.#inbox.selection.chat;
    const known = current?.phone === phone ? current : this.#writtenTo.get(phone);
    const chat = known ?? (await this.#find(phone));
    if (chat === null) this.#inbox.writeTo(phone, this.findName(phone));
    else this.#inbox.open(chat);
    this.#inbox.places.go('composer');
  }

  /** Takes a text back into its field that main was never asked to take. */
  takeBack({ phone, requestId }: Pick<UnsentText, 'phone' | 'requestId'>): void {
    if (!this.texts.canTakeBack(requestId)) return;
    if (!this.#drafts.outgoing.takeBack(phone, requestId)) this.texts.takeBack(requestId);
    this.#inbox.places.go('composer');
  }

  /** Empty where it is not known. */
  findName(phone: string): string {
    const { selection, newMessage } = this.#inbox;
    const known = [selection.chat, newMessage.chosen, this.#writtenTo.get(phone), this.texts.findLast(phone)];
    return known.find((one) => one?.phone === phone)?.name ?? '';
  }

  dispose(): void {
    this.texts.dispose();
  }

  async #find(phone: string): Promise<ChatView | null> {
    const reply = await this.#bridge.request('chats.find', { chatId: null, phone });
    return reply.ok ? reply.value : null;
  }
}
