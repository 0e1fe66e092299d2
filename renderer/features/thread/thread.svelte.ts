import type { ContractError, MessagePage, MessageView, SwitchboardBridge } from '#shared/contract/index.ts';
import { appendNewer, appendNewest, prependOlder, replaceInside, MAX_MESSAGES, ThreadReader } from './thread-pages.ts';
import { ThreadIndex } from './thread-rows.ts';
import { ThreadEdges, type Above, type Jump, ThreadGaps, ThreadNew, type OpenedChat } from './thread-edges.svelte.ts';

/**
 * A stretch of the messages of one chat, oldest first. Opens with the newest page, or with the page around a message;
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
  #stretch = $state(0);
  readonly messages: readonly MessageView[] = $derived(this.#messages);
  readonly status: 'loading' | 'ready' | 'failed' = $derived(this.#status);
  /** What came at the end of the chat with the last change that brought something, from either side. */
  readonly added: readonly MessageView[] = $derived(this.#added);
  /** Where messages may be missing. */
  readonly gaps: ThreadGaps;
  readonly #edges = new ThreadEdges();
  readonly #index = new ThreadIndex();
  readonly #new = new ThreadNew();
  readonly above: Above = $derived(this.#edges.above);
  /** Why the page above did not come. */
  readonly aboveProblem: ContractError | null = $derived(this.#edges.problem);
  /** Whether the last message here is the newest of the chat. */
  readonly hasNewest: boolean = $derived(this.#edges.below === 'end');
  /** Whether a text on screen can still be taken back. */
  readonly hasHeld: boolean = $derived(this.#index.hasHeld(this.#messages));
  /** Above which message the line "New" stands. */
  readonly firstNewKey: string | null = $derived(this.#new.firstKey);
  /** Whether the last change grew the thread upward. */
  readonly grewAbove: boolean = $derived(this.#grewAbove);
  /** Where the eye shall go; null where it need not. */
  readonly jump: Jump | null = $derived(this.#jump);
  /** Counts stretches: another number, and none of the rows stands where it stood. */
  readonly stretch: number = $derived(this.#stretch);
  /** The newest page as it was last seen, whatever is on screen. */
  #newest: readonly MessageView[] = [];
  #isOpened = false;
  #isGone = false;
  #isRefreshing = false;
  #mustRefresh = false;
  #asked = 0;
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
    const asked = this.#ask();
    const [newest, around] = await Promise.all([
      this.#reader.readNewest(chat.unreadCount + 10),
      key === null ? null : this.#reader.readAround(key),
    ]);
    if (!this.#isCurrent(asked)) return true;
    if (newest === null) {
      this.#status = 'failed';
      return false;
    }
    this.#new.open(newest.items, chat);
    this.#newest = newest.items;
    this.#show(around ?? newest, around && { key });
    // What changed while the first page was on its way is not in it.
    if (this.#mustRefresh) await this.refresh();
    return key === null || around !== null;
  }

  /** Goes to a message, with the page around it where it is not on screen; false where it is not in the cache. */
  async jumpTo(key: string): Promise<boolean> {
    if (this.#messages.some((message) => message.key === key)) {
      this.#jump = { key };
      return true;
    }
    const asked = this.#ask();
    const page = await this.#reader.readAround(key);
    if (page === null || !this.#isCurrent(asked)) return page !== null;
    this.#show(page, { key });
    return true;
  }

  /** Back to the newest page, from wherever the stretch on screen is. */
  async toNewest(): Promise<void> {
    const asked = this.#ask();
    const page = await this.#reader.readNewest();
    if (page === null || !this.#isCurrent(asked)) return;
    this.#newest = page.items;
    this.#show(page, { key: null });
  }

  /** Where the newest is on screen already, only the eye goes there. */
  async goToNewest(): Promise<void> {
    if (this.hasNewest) this.#jump = { key: null };
    else await this.toNewest();
  }

  /** The eye is there. */
  endJump(): void {
    this.#jump = null;
  }

  /** The same chat under another id: a provisional one became real. Keys of sends stay, so nothing moves. */
  follow(chatId: number): void {
    if (chatId === this.#reader.chatId) return;
    this.#reader.chatId = chatId;
    void this.refresh();
  }

  /** Where the new ones begin, once, for what comes while nobody looks. */
  markNewFrom(key: string): void {
    this.#new.markFrom(key);
  }

  /** Takes in what changed. Calls that come while one runs are one more run. */
  async refresh(): Promise<void> {
    this.#mustRefresh = true;
    if (this.#isRefreshing || !this.#isOpened) return;
    this.#isRefreshing = true;
    while (this.#mustRefresh && !this.#isGone) {
      this.#mustRefresh = false;
      await this.#refreshOnce();
    }
    this.#isRefreshing = false;
  }

  /** One page more at the top: the cache's, else the service's. */
  async loadOlder(): Promise<void> {
    if (this.#status !== 'ready') return;
    const asked = this.#asked;
    const page = await this.#edges.readAbove(this.#reader, this.#messages[0], () => this.#isCurrent(asked));
    if (page === null) return;
    const shown = this.#messages.length;
    this.#grewAbove = true;
    this.#messages = prependOlder(this.#messages, page.items, this.#index.listKeys(this.#messages));
    this.gaps.take(page);
    this.#edges.setAbove(page);
    // More is said to be there, yet nothing came: asking again is for the person to decide.
    if (this.above === 'more' && this.#messages.length === shown) this.#edges.fail(null);
  }

  /** One page more at the bottom, from the cache. */
  async loadNewer(): Promise<void> {
    if (this.#status !== 'ready') return;
    const asked = this.#asked;
    const page = await this.#edges.readBelow(this.#reader, () => this.#isCurrent(asked));
    if (page === null) return;
    this.#grewAbove = false;
    this.#messages = appendNewer(this.#messages, page.items, this.#index.listKeys(this.#messages));
    this.gaps.take(page);
    this.#edges.setBelow(page);
  }

  dispose(): void {
    this.#isGone = true;
    for (const undo of this.#undo) undo();
  }

  #ask(): number {
    this.#asked += 1;
    return this.#asked;
  }

  #isCurrent(asked: number): boolean {
    return !this.#isGone && asked === this.#asked;
  }

  #show(page: MessagePage, jump: Jump | null): void {
    this.#messages = page.items;
    this.gaps.reset(page);
    this.#grewAbove = false;
    this.#edges.setAbove(page);
    this.#edges.setBelow(page);
    this.#jump = jump;
    this.#stretch += 1;
    this.#status = 'ready';
    this.#isOpened = true;
  }

  async #refreshOnce(): Promise<void> {
    const { hasNewest } = this;
    const asked = this.#asked;
    const middle = hasNewest ? undefined : this.#messages[Math.floor(this.#messages.length / 2)];
    const [newest] = await Promise.all([
      hasNewest ? this.#reader.readNewest(this.#messages.length, this.#messages) : this.#reader.readNewest(),
      middle && this.#refreshAround(middle.key, MAX_MESSAGES),
    ]);
    if (!this.#isCurrent(asked) || hasNewest !== this.hasNewest) {
      this.#mustRefresh = true;
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
    const asked = this.#asked;
    const page = await this.#reader.readAround(key, limit, this.#messages);
    if (page === null || !this.#isCurrent(asked)) return;
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
    this.#new.arrive(this.#newest);
    // Who writes something wants to see it stand there.
    if (!this.hasNewest && added.some(({ send }) => send !== null)) await this.toNewest();
  }
}
