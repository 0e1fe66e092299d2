import type { ChatView, ContractError, MessagePage, MessageView, SwitchboardBridge } from '#shared/contract/index.ts';
import { coalesced, Latest } from '#renderer/lib/async.ts';
import { Composer, type WritingTools } from '#renderer/features/composer/composer.svelte.ts';
import { RecipientBlock } from '#renderer/features/composer/recipient-block.svelte.ts';
import { ContactPanel } from '#renderer/features/contact/contact-panel.svelte.ts';
import { appendNewer, appendNewest, prependOlder, replaceInside, ThreadIndex } from './thread-rows.ts';
import {
  MAX_MESSAGES,
  ThreadEdges,
  ThreadReader,
  type Above,
  type Jump,
  ThreadGaps,
  UnreadMarker,
  type OpenedChat,
} from './thread-edges.svelte.ts';

/** In view for less than this, nothing was read. */
export const READ_MS = 1_000;

/**
 * One visit to a chat: its messages, what is written, who it is, and whether it has been read.
 *
 * READ-1 A chat is marked read only once it was open for a second with its newest message in view, and the window had
 * the user's attention all that time.
 * READ-2 What the user marked unread stays so until the chat is left or something new comes.
 */
export class Conversation {
  readonly thread: Thread;
  readonly composer: Composer;
  readonly contact: ContactPanel;
  /** Whether the number is blocked, where the chat exists only here and no contact has it. */
  readonly block: RecipientBlock;
  #keepsUnread = false;
  /** Null: the count that the user's own "unread" brings is not known yet. */
  #unreadSeen: number | null;
  #isMarking = false;
  /** What is in view, and becomes read when the timer ends; null: nothing. */
  #seen: string | null = null;
  #readTimer: ReturnType<typeof setTimeout> | undefined;
  #chatId: number;
  readonly #bridge: SwitchboardBridge;

  constructor(bridge: SwitchboardBridge, chat: ChatView, tools: WritingTools) {
    this.#bridge = bridge;
    this.#chatId = chat.id;
    this.#unreadSeen = chat.unreadCount;
    this.thread = new Thread(bridge, chat.id);
    const { phone, draft: stored, draftFilesCount: filesCount } = chat;
    this.block = new RecipientBlock(bridge, tools.blockedNumbers);
    const isStopped = (to: string): Promise<boolean> | null =>
      this.block.isWatching ? this.block.isStopped(to) : null;
    this.composer = new Composer(bridge, { ...tools, phone, stored, filesCount, isStopped });
    this.contact = new ContactPanel(bridge, chat);
  }

  /** First questions to main: at the message `key`, or where it opens as usual for null; false where that is not here. */
  async open(chat: ChatView, key: string | null): Promise<boolean> {
    this.block.watch(toStrangerPhone(chat));
    const [isFound] = await Promise.all([this.thread.open(chat, key), this.contact.refresh()]);
    return isFound;
  }

  /** A newer view of the same chat. */
  follow(chat: ChatView): void {
    this.#chatId = chat.id;
    this.thread.follow(chat.id);
    this.contact.follow(chat);
    this.block.watch(toStrangerPhone(chat));
    this.composer.files.follow(chat.draftFilesCount);
    void this.composer.follow(chat);
    if (this.#unreadSeen === null && chat.unreadCount === 0) return;
    if (this.#unreadSeen !== null && chat.unreadCount > this.#unreadSeen) this.#keepsUnread = false;
    this.#unreadSeen = chat.unreadCount;
  }

  /** The user marked it unread while it is open. */
  keepUnread(): void {
    this.#keepsUnread = true;
    this.#unreadSeen = null;
  }

  /**
   * Whether the user looks at the newest message: the window has the focus and shows it. After a second of that without
   * a break the chat is marked read; a newer text begins it anew.
   */
  readIfSeen(chat: ChatView, isLookedAt: boolean): void {
    const newest = this.thread.messages.findLast(({ direction }) => direction === 'in')?.key ?? '';
    const canRead = chat.unreadCount > 0 && this.thread.status === 'ready' && this.thread.hasNewest;
    const seen = isLookedAt && canRead ? [chat.id, chat.unreadCount, newest].join(' ') : null;
    if (seen === this.#seen) return;
    clearTimeout(this.#readTimer);
    this.#seen = seen;
    if (seen !== null) this.#readTimer = setTimeout(() => void this.#markRead(chat), READ_MS);
  }

  dispose(): void {
    clearTimeout(this.#readTimer);
    void this.composer.leave();
    this.thread.dispose();
    this.contact.dispose();
    this.block.dispose();
  }

  async #markRead({ id }: ChatView): Promise<void> {
    this.#seen = null;
    if (this.#keepsUnread || this.#isMarking || id !== this.#chatId) return;
    this.#isMarking = true;
    const target = { kind: 'chats' as const, chatIds: [id] };
    const action = { kind: 'read', isRead: true } as const;
    await this.#bridge.request('chats.applyAction', { requestId: crypto.randomUUID(), target, action });
    this.#isMarking = false;
  }
}

function toStrangerPhone({ id, contactId, phone }: ChatView): string | null {
  return id < 0 && contactId === null ? phone : null;
}

/**
 * A segment of the messages of one chat, oldest first. Opens with the newest page, or with the page around a message;
 * grows page by page upward, from the cache first and then from the service, and downward until it ends with the newest;
 * takes in what main says has changed, by key.
 * Its invariants are THREAD-1 to THREAD-6.
 */
export class Thread {
  #messages = $state.raw<readonly MessageView[]>([]);
  #status = $state<'loading' | 'ready' | 'failed'>('loading');
  #added = $state.raw<readonly MessageView[]>([]);
  #grewAbove = $state(false);
  #jump = $state.raw<Jump | null>(null);
  #segment = $state(0);
  readonly messages: readonly MessageView[] = $derived(this.#messages);
  readonly status: 'loading' | 'ready' | 'failed' = $derived(this.#status);
  /** What came at the end of the chat with the last change that brought something, from either side. */
  readonly added: readonly MessageView[] = $derived(this.#added);
  /** Where messages may be missing. */
  readonly gaps: ThreadGaps;
  readonly #edges = new ThreadEdges();
  readonly #index = new ThreadIndex();
  readonly #unread = new UnreadMarker();
  readonly above: Above = $derived(this.#edges.above);
  /** Why the page above did not come. */
  readonly aboveProblem: ContractError | null = $derived(this.#edges.problem);
  /** Whether the last message here is the newest of the chat. */
  readonly hasNewest: boolean = $derived(this.#edges.below === 'end');
  /** Whether a text on screen can still be taken back. */
  readonly hasHeld: boolean = $derived(this.#index.hasHeld(this.#messages));
  /** Above which message the line "New" stands. */
  readonly firstNewKey: string | null = $derived(this.#unread.firstKey);
  /** Whether the last change grew the thread upward. */
  readonly grewAbove: boolean = $derived(this.#grewAbove);
  /** What the thread is to be scrolled to; null: nothing. */
  readonly jump: Jump | null = $derived(this.#jump);
  /** Counts segments: with another number, none of the rows stands where it stood. */
  readonly segment: number = $derived(this.#segment);
  /** The newest page as it was last seen, whatever is on screen. */
  #newest: readonly MessageView[] = [];
  #isOpened = false;
  /** What `open` was called with last. */
  #asked: { readonly chat: OpenedChat; readonly key: string | null } | null = null;
  #isGone = false;
  /** Something changed while the first page was on its way. */
  #isStale = false;
  readonly #latest = new Latest();
  readonly #refreshOpened = coalesced(() => this.#refreshOnce());
  readonly #reader: ThreadReader;
  readonly #undo: readonly (() => void)[];

  constructor(bridge: SwitchboardBridge, chatId: number) {
    this.#reader = new ThreadReader(bridge, chatId);
    this.gaps = new ThreadGaps(bridge, this.#reader, (key) => this.#closeGap(key));
    this.#undo = [
      bridge.on('messages.changed', ({ chatIds, everything }) => {
        if (everything || chatIds.includes(this.#reader.chatId)) void this.refresh();
      }),
      bridge.onResync(() => void this.refresh()),
    ];
  }

  /**
   * The first page, around the message `key` or the newest for null; false where that message is not here and the
   * newest page is shown. `chat` decides where the line "New" stands.
   */
  async open(chat: OpenedChat, key: string | null = null): Promise<boolean> {
    this.#asked = { chat, key };
    this.#status = 'loading';
    const isCurrent = this.#latest.begin();
    const [newest, around] = await Promise.all([
      this.#reader.readNewest(chat.unreadCount + 10),
      key === null ? null : this.#reader.readAround(key),
    ]);
    if (!isCurrent()) return true;
    if (newest === null) {
      this.#status = 'failed';
      return false;
    }
    this.#unread.open(newest.items, chat);
    this.#newest = newest.items;
    this.#show(around ?? newest, around && { key });
    // What changed while the first page was on its way is not in it.
    if (this.#isStale) await this.refresh();
    return key === null || around !== null;
  }

  /** Goes to a message, with the page around it where it is not on screen; false where it is not in the cache. */
  async jumpTo(key: string): Promise<boolean> {
    if (this.#messages.some((message) => message.key === key)) {
      this.#jump = { key };
      return true;
    }
    const isCurrent = this.#latest.begin();
    const page = await this.#reader.readAround(key);
    if (page === null || !isCurrent()) return page !== null;
    this.#show(page, { key });
    return true;
  }

  /** Back to the newest page, from wherever the segment on screen is. */
  async toNewest(): Promise<void> {
    const isCurrent = this.#latest.begin();
    const page = await this.#reader.readNewest();
    if (page === null || !isCurrent()) return;
    this.#newest = page.items;
    this.#show(page, { key: null });
  }

  /** Where the newest is on screen already, the thread is only scrolled to it. */
  async goToNewest(): Promise<void> {
    if (this.hasNewest) this.#jump = { key: null };
    else await this.toNewest();
  }

  /** The thread was scrolled there. */
  endJump(): void {
    this.#jump = null;
  }

  /** The same chat under another id: a provisional one became real. Keys of sends stay, so nothing moves. */
  follow(chatId: number): void {
    if (chatId === this.#reader.chatId) return;
    this.#reader.chatId = chatId;
    void this.refresh();
  }

  /** Where the new ones begin, once, for what comes while the user looks elsewhere. */
  markNewFrom(key: string): void {
    this.#unread.markFrom(key);
  }

  /** Takes in what changed; opens again what could not be opened. Calls that come while one runs are one more run. */
  async refresh(): Promise<void> {
    if (this.#status === 'failed' && this.#asked !== null) {
      await this.open(this.#asked.chat, this.#asked.key);
      return;
    }
    this.#isStale = !this.#isOpened;
    if (this.#isOpened) await this.#refreshOpened();
  }

  /** One page more at the top: the cache's, else the service's. */
  async loadOlder(): Promise<void> {
    if (this.#status !== 'ready') return;
    const isCurrent = this.#latest.watch();
    const page = await this.#edges.readAbove(this.#reader, this.#messages[0], isCurrent);
    if (page === null) return;
    const shown = this.#messages.length;
    this.#grewAbove = true;
    this.#messages = prependOlder(this.#messages, page.items, this.#index.listKeys(this.#messages));
    this.gaps.take(page);
    this.#edges.setAbove(page);
    // More is said to be there, yet nothing came: the user decides whether to ask again.
    if (this.above === 'more' && this.#messages.length === shown) this.#edges.fail(null);
  }

  /** One page more at the bottom, from the cache. */
  async loadNewer(): Promise<void> {
    if (this.#status !== 'ready') return;
    const isCurrent = this.#latest.watch();
    const page = await this.#edges.readBelow(this.#reader, isCurrent);
    if (page === null) return;
    this.#grewAbove = false;
    this.#messages = appendNewer(this.#messages, page.items, this.#index.listKeys(this.#messages));
    this.gaps.take(page);
    this.#edges.setBelow(page);
  }

  dispose(): void {
    this.#isGone = true;
    this.#latest.cancel();
    for (const undo of this.#undo) undo();
  }

  #show(page: MessagePage, jump: Jump | null): void {
    this.#messages = page.items;
    this.gaps.reset(page);
    this.#grewAbove = false;
    this.#edges.setAbove(page);
    this.#edges.setBelow(page);
    this.#jump = jump;
    this.#segment += 1;
    this.#status = 'ready';
    this.#isOpened = true;
  }

  async #refreshOnce(): Promise<void> {
    if (this.#isGone) return;
    const { hasNewest } = this;
    const isCurrent = this.#latest.watch();
    const middle = hasNewest ? undefined : this.#messages[Math.floor(this.#messages.length / 2)];
    const [newest] = await Promise.all([
      hasNewest ? this.#reader.readNewest(this.#messages.length, this.#messages) : this.#reader.readNewest(),
      middle && this.#refreshAround(middle.key, MAX_MESSAGES),
    ]);
    if (!isCurrent() || hasNewest !== this.hasNewest) {
      void this.#refreshOpened();
      return;
    }
    if (newest === null) return;
    const { messages, added, isGap } = appendNewest(hasNewest ? this.#messages : this.#newest, newest.items);
    this.#newest = newest.items;
    if (hasNewest) {
      const isWhole = isGap || messages.length <= newest.items.length;
      this.#grewAbove = false;
      this.#messages = messages;
      this.gaps.take(newest, isWhole);
      if (isWhole) this.#edges.setAbove(newest);
    }
    await this.#tellAdded(added);
  }

  /** Takes in what changed around a message on screen. */
  async #refreshAround(key: string, limit?: number): Promise<void> {
    const isCurrent = this.#latest.watch();
    const page = await this.#reader.readAround(key, limit, this.#messages);
    if (page === null || !isCurrent()) return;
    this.#grewAbove = false;
    this.#messages = replaceInside(this.#messages, page.items);
    this.gaps.take(page, false);
  }

  /** Puts what was missing above a message in its place. */
  async #closeGap(key: string): Promise<void> {
    const [oldest] = this.#messages;
    if (oldest?.key === key) this.#edges.reopen(oldest);
    await (oldest?.key === key ? this.loadOlder() : this.#refreshAround(key));
  }

  async #tellAdded(added: readonly MessageView[]): Promise<void> {
    if (added.length === 0) return;
    this.#added = added;
    this.#unread.arrive(this.#newest);
    // What the user wrote is shown.
    if (!this.hasNewest && added.some(({ send }) => send !== null)) await this.toNewest();
  }
}
