import { coalesced, Latest } from '#renderer/lib/async.ts';
import type { ContractError, MessagePage, MessageView, SwitchboardBridge } from '#shared/contract/index.ts';
import { appendNewer, appendNewest, prependOlder, replaceInside, MAX_MESSAGES, ThreadReader } from './thread-pages.ts';
import { ThreadIndex } from './thread-rows.ts';
import {
  ThreadEdges,
  type Above,
  type Jump,
  ThreadGaps,
  UnreadMarker,
  type OpenedChat,
} from './thread-edges.svelte.ts';

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

  /** Takes in what changed. Calls that come while one runs are one more run. */
  async refresh(): Promise<void> {
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
