import type { ChatView, ContractError, MessagePage, MessageView, SwitchboardBridge } from '#shared/contract/index.ts';
import { appendNewer, appendNewest, prependOlder, replaceInside } from '#renderer/lib/inbox/thread-pages.ts';
import { findFirstNewKey } from '#renderer/lib/inbox/thread-rows.ts';
import { ThreadEdges, type Above, type Jump } from './thread-edges.svelte.ts';
import { MAX_MESSAGES, ThreadReader } from './thread-reader.ts';

/** The time that the service gives a chat may be this much later than that of its newest message. */
const SLACK_MS = 60_000;

type OpenedChat = Pick<ChatView, 'unreadCount' | 'lastAt'>;

/**
 * A stretch of the messages of one chat, oldest first. Opens with the newest page, or with the page around a message;
 * grows page by page upward, from the cache first and then from the service, and downward until it ends with the newest;
 * takes in what main says has changed, by key.
 *
 * THREAD-1 A key stands once, and messages stand in the order that main gave them.
 * THREAD-2 What arrives never removes older pages that are on screen.
 * THREAD-3 Where the new ones begin is decided once and stays until the chat is left.
 * THREAD-4 While the stretch does not end with the newest message, what arrives is told in `added` and not put into it.
 * THREAD-5 A page that was asked for another stretch than the one on screen is dropped.
 */
export class Thread {
  #messages = $state.raw<readonly MessageView[]>([]);
  #status = $state<'loading' | 'ready' | 'failed'>('loading');
  #firstNewKey = $state<string | null>(null);
  #added = $state.raw<readonly MessageView[]>([]);
  #grewAbove = $state(false);
  #jump = $state.raw<Jump | null>(null);
  #stretch = $state(0);
  readonly #edges = new ThreadEdges();
  /** The newest page as it was last seen, whatever is on screen. */
  #newest: readonly MessageView[] = [];
  #unreadToCome = 0;
  #isOpened = false;
  #isGone = false;
  #isRefreshing = false;
  #mustRefresh = false;
  #asked = 0;
  readonly #reader: ThreadReader;
  readonly #undo: readonly (() => void)[];

  constructor(bridge: SwitchboardBridge, chatId: number) {
    this.#reader = new ThreadReader(bridge, chatId);
    this.#undo = [
      bridge.on('messages.changed', ({ chatIds, everything }) => {
        if (everything || chatIds.includes(this.#reader.chatId)) void this.refresh();
      }),
      bridge.onResync(() => void this.refresh()),
    ];
  }

  get messages(): readonly MessageView[] {
    return this.#messages;
  }
  get status(): 'loading' | 'ready' | 'failed' {
    return this.#status;
  }
  get above(): Above {
    return this.#edges.above;
  }
  /** Why the page above did not come. */
  get aboveProblem(): ContractError | null {
    return this.#edges.problem;
  }
  /** Whether the last message here is the newest of the chat. */
  get hasNewest(): boolean {
    return this.#edges.below === 'end';
  }
  /** Above which message the line "New" stands. */
  get firstNewKey(): string | null {
    return this.#firstNewKey;
  }
  /** What came at the end of the chat with the last change that brought something, from either side. */
  get added(): readonly MessageView[] {
    return this.#added;
  }
  /** Whether the last change grew the thread upward. */
  get grewAbove(): boolean {
    return this.#grewAbove;
  }
  /** Where the eye shall go; null where it need not. */
  get jump(): Jump | null {
    return this.#jump;
  }
  /** Counts stretches: another number, and none of the rows stands where it stood. */
  get stretch(): number {
    return this.#stretch;
  }

  /**
   * The first page, around the message `key` or the newest for null; false where that message is not here and the
   * newest page is shown. `unreadCount` decides where the line "New" stands; where the newest message (`lastAt`, epoch
   * ms) is not here yet, that waits for it: the unread ones are not among those that are.
   */
  async open({ unreadCount, lastAt }: OpenedChat, key: string | null = null): Promise<boolean> {
    this.#status = 'loading';
    const asked = this.#ask();
    const reader = this.#reader;
    const [newest, around] = await Promise.all([
      reader.readNewest(unreadCount + 10),
      key === null ? null : reader.readAround(key),
    ]);
    if (!this.#isCurrent(asked)) return true;
    if (newest === null) {
      this.#status = 'failed';
      return false;
    }
    const newestAt = newest.items.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
    if (lastAt !== null && newestAt + SLACK_MS < lastAt) this.#unreadToCome = unreadCount;
    else this.#firstNewKey = findFirstNewKey(newest.items, unreadCount);
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
    this.#firstNewKey ??= key;
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
    this.#messages = prependOlder(this.#messages, page.items);
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
    this.#messages = appendNewer(this.#messages, page.items);
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
    const [newest, inside] = await Promise.all([
      this.#reader.readNewest(hasNewest ? this.#messages.length : undefined),
      middle === undefined ? null : this.#reader.readAround(middle.key, MAX_MESSAGES),
    ]);
    if (!this.#isCurrent(asked) || hasNewest !== this.hasNewest) {
      this.#mustRefresh = true;
      return;
    }
    if (newest === null) return;
    const { messages, added, isGap } = appendNewest(hasNewest ? this.#messages : this.#newest, newest.items);
    this.#newest = newest.items;
    this.#grewAbove = false;
    if (hasNewest) this.#messages = messages;
    else if (inside !== null) this.#messages = replaceInside(this.#messages, inside.items);
    if (hasNewest && (isGap || messages.length <= newest.items.length)) this.#edges.setAbove(newest);
    await this.#tellAdded(added);
  }

  async #tellAdded(added: readonly MessageView[]): Promise<void> {
    if (added.length === 0) return;
    this.#added = added;
    this.#firstNewKey ??= findFirstNewKey(this.#newest, this.#unreadToCome);
    this.#unreadToCome = 0;
    // Who writes something wants to see it stand there.
    if (!this.hasNewest && added.some(({ send }) => send !== null)) await this.toNewest();
  }
}
