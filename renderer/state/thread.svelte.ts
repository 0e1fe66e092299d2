import type {
  ChatView,
  ContractError,
  MessageCursor,
  MessagePage,
  MessageView,
  SwitchboardBridge,
} from '#shared/contract/index.ts';
import { appendNewest, prependOlder } from '#renderer/lib/inbox/thread-pages.ts';
import { findFirstNewKey } from '#renderer/lib/inbox/thread-rows.ts';

const PAGE_MESSAGES = 60;
/** The most that one answer may hold: how far up changes of messages are noticed at once. */
const MAX_REFRESHED = 200;

/** The time that the service gives a chat may be this much later than that of its newest message. */
const SLACK_MS = 60_000;

type OpenedChat = Pick<ChatView, 'unreadCount' | 'lastAt'>;

/** What is above the oldest message on screen. */
export type Above = 'more' | 'loading' | 'beginning' | 'failed';

/**
 * The messages of one chat, oldest first. Opens with the newest page, grows upward page by page, from the cache first and
 * then from the service, and takes in what main says has changed, by key.
 *
 * THREAD-1 A key stands once, and messages stand in the order that main gave them.
 * THREAD-2 What arrives never removes older pages that are on screen.
 * THREAD-3 Where the new ones begin is decided once and stays until the chat is left.
 */
export class Thread {
  #messages = $state.raw<readonly MessageView[]>([]);
  #status = $state<'loading' | 'ready' | 'failed'>('loading');
  #above = $state<Above>('more');
  #aboveProblem = $state.raw<ContractError | null>(null);
  #firstNewKey = $state<string | null>(null);
  #added = $state.raw<readonly MessageView[]>([]);
  #grewAbove = $state(false);
  #older: MessageCursor | null = null;
  #isCompleteBefore = false;
  #chatId: number;
  #unreadToCome = 0;
  #isOpened = false;
  #isGone = false;
  #isRefreshing = false;
  #mustRefresh = false;
  readonly #bridge: SwitchboardBridge;
  readonly #undo: readonly (() => void)[];

  constructor(bridge: SwitchboardBridge, chatId: number) {
    this.#bridge = bridge;
    this.#chatId = chatId;
    this.#undo = [
      bridge.on('messages.changed', ({ chatIds, everything }) => {
        if (everything || chatIds.includes(this.#chatId)) void this.refresh();
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
    return this.#above;
  }
  /** Why the page above did not come. */
  get aboveProblem(): ContractError | null {
    return this.#aboveProblem;
  }
  /** Above which message the line "New" stands. */
  get firstNewKey(): string | null {
    return this.#firstNewKey;
  }
  /** What came at the end with the last change that brought something, from either side. */
  get added(): readonly MessageView[] {
    return this.#added;
  }
  /** Whether the last change grew the thread upward. */
  get grewAbove(): boolean {
    return this.#grewAbove;
  }

  /**
   * The first page. `unreadCount` decides where the line "New" stands; where the newest message (`lastAt`, epoch ms) is
   * not here yet, that waits for it: the unread ones are not among those that are.
   */
  async open({ unreadCount, lastAt }: OpenedChat): Promise<void> {
    this.#status = 'loading';
    const limit = Math.min(MAX_REFRESHED, Math.max(PAGE_MESSAGES, unreadCount + 10));
    const reply = await this.#bridge.request('messages.list', { chatId: this.#chatId, before: null, limit });
    if (this.#isGone) return;
    if (!reply.ok) {
      this.#status = 'failed';
      return;
    }
    const newestAt = reply.value.items.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
    if (lastAt !== null && newestAt + SLACK_MS < lastAt) this.#unreadToCome = unreadCount;
    else this.#firstNewKey = findFirstNewKey(reply.value.items, unreadCount);
    this.#messages = reply.value.items;
    this.#setAbove(reply.value);
    this.#status = 'ready';
    this.#isOpened = true;
    // What changed while the first page was on its way is not in it.
    if (this.#mustRefresh) await this.refresh();
  }

  /** The same chat under another id: a provisional one became real. Keys of sends stay, so nothing moves. */
  follow(chatId: number): void {
    if (chatId === this.#chatId) return;
    this.#chatId = chatId;
    void this.refresh();
  }

  /** Where the new ones begin, once, for what comes while nobody looks. */
  markNewFrom(key: string): void {
    this.#firstNewKey ??= key;
  }

  /** Takes in what changed among the newest. Calls that come while one runs are one more run. */
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
    if (this.#status !== 'ready' || this.#above === 'loading' || this.#above === 'beginning') return;
    this.#above = 'loading';
    this.#aboveProblem = null;
    const problem = this.#older === null ? await this.#fetchOlder() : null;
    if (this.#isGone) return;
    if (problem !== null) {
      this.#above = 'failed';
      this.#aboveProblem = problem;
      return;
    }
    await this.#readOlder();
  }

  dispose(): void {
    this.#isGone = true;
    for (const undo of this.#undo) undo();
  }

  async #refreshOnce(): Promise<void> {
    const limit = Math.min(MAX_REFRESHED, Math.max(PAGE_MESSAGES, this.#messages.length));
    const reply = await this.#bridge.request('messages.list', { chatId: this.#chatId, before: null, limit });
    if (this.#isGone || !reply.ok) return;
    const { messages, added, isGap } = appendNewest(this.#messages, reply.value.items);
    this.#messages = messages;
    this.#grewAbove = false;
    if (isGap || messages.length <= reply.value.items.length) this.#setAbove(reply.value);
    if (added.length === 0) return;
    this.#added = added;
    this.#firstNewKey ??= findFirstNewKey(messages, this.#unreadToCome);
    this.#unreadToCome = 0;
  }

  /** Asks main to bring a page from the service into the cache. */
  async #fetchOlder(): Promise<ContractError | null> {
    const reply = await this.#bridge.request('messages.fetchOlder', { chatId: this.#chatId });
    if (!reply.ok) return reply.error;
    this.#isCompleteBefore = reply.value.isCompleteBefore;
    return null;
  }

  async #readOlder(): Promise<void> {
    const oldest = this.#messages[0];
    const before = this.#older ?? (oldest === undefined ? null : { at: oldest.at, key: oldest.key });
    const reply = await this.#bridge.request('messages.list', { chatId: this.#chatId, before, limit: PAGE_MESSAGES });
    if (this.#isGone) return;
    if (!reply.ok) {
      this.#above = 'failed';
      this.#aboveProblem = reply.error;
      return;
    }
    const shown = this.#messages.length;
    this.#grewAbove = true;
    this.#messages = prependOlder(this.#messages, reply.value.items);
    this.#setAbove(reply.value);
    // More is said to be there, yet nothing came: asking again is for the person to decide.
    if (this.#above === 'more' && this.#messages.length === shown) this.#above = 'failed';
  }

  #setAbove({ older, isCompleteBefore }: MessagePage): void {
    this.#older = older;
    this.#isCompleteBefore = isCompleteBefore;
    this.#above = older === null && this.#isCompleteBefore ? 'beginning' : 'more';
  }
}
