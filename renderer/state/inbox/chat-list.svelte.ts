import type {
  ChatFilter,
  ChatPage,
  ChatView,
  ContractError,
  Reply,
  SwitchboardBridge,
} from '#shared/contract/index.ts';
import {
  countRisen,
  EMPTY_WINDOW,
  hasSameOrder,
  mergePage,
  PAGE_ROWS,
  toListRows,
  toPageStart,
  toPageStarts,
  toWindow,
  updateInPlace,
  type ChatWindow,
  type ListRow,
} from '#renderer/lib/inbox/chat-window.ts';
import { JoinedCalls } from '#renderer/lib/inbox/joined-calls.ts';

/** Rows beyond the visible ones that are asked for with them. */
const AHEAD_ROWS = 20;

/** Starts of today and of yesterday in the zone of the eye, epoch ms. */
export interface DayStarts {
  readonly todayAt: number;
  readonly yesterdayAt: number;
}

/**
 * The chats of one tab, as far as somebody looked. Asks for what is on screen, again whenever main says that chats
 * changed, and for a page more when the eye gets there. While the list is held (the pointer is over it) rows change in
 * place and do not move; what would have moved waits in `newAtTop`.
 */
export class ChatList {
  #filter = $state<ChatFilter>('open');
  #window = $state.raw<ChatWindow>(EMPTY_WINDOW);
  #next = $state.raw<ChatWindow | null>(null);
  #status = $state<'loading' | 'ready' | 'failed'>('loading');
  #problem = $state.raw<ContractError | null>(null);
  #moves = $state(0);
  #rowsBefore: readonly ListRow[] = [];
  #isHeld = false;
  #mustMove = false;
  #seen = { first: 0, last: 0 };
  #era = 0;
  #asked = 0;
  #running: Promise<void> | null = null;
  #runAgain = false;
  readonly #pages = new JoinedCalls<number>();
  readonly #bridge: SwitchboardBridge;
  readonly #days: () => DayStarts;
  readonly #undo: readonly (() => void)[];

  readonly rows = $derived.by(() => (this.#rowsBefore = toListRows(this.#window, this.#rowsBefore)));
  /** How many chats wait to come in or move up. */
  readonly newAtTop = $derived(this.#next === null ? 0 : countRisen(this.#window, this.#next));

  constructor(bridge: SwitchboardBridge, days: () => DayStarts) {
    this.#bridge = bridge;
    this.#days = days;
    const again = () => void this.refresh();
    this.#undo = [bridge.on('chats.changed', again), bridge.onResync(again)];
  }

  get filter(): ChatFilter {
    return this.#filter;
  }
  get status(): 'loading' | 'ready' | 'failed' {
    return this.#status;
  }
  get problem(): ContractError | null {
    return this.#problem;
  }
  get total(): number {
    return this.#window.total;
  }

  /** Counts how often rows changed their places while they were on screen. */
  get moves(): number {
    return this.#moves;
  }

  /** Another tab: from its top, with shapes until its rows are here. */
  choose(filter: ChatFilter): void {
    if (filter === this.#filter) return;
    this.#filter = filter;
    this.#era += 1;
    this.#window = EMPTY_WINDOW;
    this.#next = null;
    this.#status = 'loading';
    this.#seen = { first: 0, last: 0 };
    void this.refresh();
  }

  /** Which chats are on screen, by their places in the list. Loads those that are not here yet. */
  look(first: number, last: number): void {
    this.#seen = { first, last };
    // Whoever scrolled to the end of a held list wants what has come below it meanwhile.
    const isAtEnd = first > 0 && last >= this.#window.total - 1;
    if (isAtEnd && this.#next !== null && this.#next.total > this.#window.total) {
      this.showWaiting();
      return;
    }
    const end = Math.min(last + AHEAD_ROWS, this.#window.total - 1);
    for (let index = Math.max(0, first - AHEAD_ROWS); index <= end; index += 1) {
      if (this.#window.rows[index] === null) void this.#loadPage(toPageStart(index));
    }
  }

  /** Asks again for what is on screen. Joins calls that come while one runs. `moves`: rows may move although held. */
  refresh(options: { readonly moves?: boolean } = {}): Promise<void> {
    this.#mustMove ||= options.moves ?? false;
    if (this.#running !== null) {
      this.#runAgain = true;
      return this.#running;
    }
    this.#running = this.#refreshUntilQuiet().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Whether rows must stay where they are. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    if (!isHeld) this.showWaiting();
  }

  /** Lets the rows that waited move now. */
  showWaiting(): void {
    if (this.#next !== null) this.#show(this.#next);
  }

  /** Shows a newer view of a chat where it stands. */
  patch(chat: ChatView): void {
    this.#window = updateInPlace(this.#window, [chat]);
  }

  /** Where a chat stands; -1 when it is not among the loaded ones. */
  indexOf(chatId: number): number {
    return this.#window.rows.findIndex((row) => row?.id === chatId);
  }

  /** The chat at a place, loaded if it must be; null beyond the ends. */
  async chatAt(index: number): Promise<ChatView | null> {
    if (index < 0 || index >= this.#window.total) return null;
    if (this.#window.rows[index] === null) await this.#loadPage(toPageStart(index));
    return this.#window.rows[index] ?? null;
  }

  dispose(): void {
    for (const undo of this.#undo) undo();
    this.#era += 1;
  }

  async #refreshUntilQuiet(): Promise<void> {
    for (let isDone = false; !isDone; isDone = !this.#takeAgain()) await this.#refreshOnce();
  }

  /** Whether somebody asked while a refresh ran. */
  #takeAgain(): boolean {
    const mustRun = this.#runAgain;
    this.#runAgain = false;
    return mustRun;
  }

  async #refreshOnce(): Promise<void> {
    this.#asked += 1;
    const { first, last } = this.#seen;
    const isCurrent = this.#watch();
    const starts = toPageStarts(first - AHEAD_ROWS, last + AHEAD_ROWS);
    const replies = await Promise.all(starts.map((offset) => this.#ask(offset)));
    if (!isCurrent()) {
      this.#runAgain = true;
      return;
    }
    const failed = replies.find((reply) => !reply.ok);
    if (failed !== undefined) {
      this.#problem = failed.error;
      if (this.#status === 'loading') this.#status = 'failed';
      return;
    }
    this.#problem = null;
    this.#status = 'ready';
    this.#arrange(toWindow(replies.flatMap((reply) => (reply.ok ? [reply.value] : []))));
  }

  #arrange(next: ChatWindow): void {
    const mayMove = !this.#isHeld || this.#mustMove || this.#window.total === 0 || hasSameOrder(this.#window, next);
    this.#mustMove = false;
    if (mayMove) {
      this.#show(next);
      return;
    }
    this.#window = updateInPlace(
      this.#window,
      next.rows.filter((row) => row !== null),
    );
    this.#next = next;
  }

  #show(next: ChatWindow): void {
    if (this.#window.total > 0 && !hasSameOrder(this.#window, next)) this.#moves += 1;
    this.#window = next;
    this.#next = null;
    this.look(this.#seen.first, this.#seen.last);
  }

  #loadPage(offset: number): Promise<void> {
    return this.#pages.run(offset, () => this.#readPage(offset));
  }

  async #readPage(offset: number): Promise<void> {
    const isCurrent = this.#watch();
    const reply = await this.#ask(offset);
    // A refresh that was asked for meanwhile knows better where everything stands.
    if (isCurrent() && reply.ok) this.#window = mergePage(this.#window, reply.value);
  }

  /** Tells later whether the same tab is shown and nothing newer was asked. */
  #watch(): () => boolean {
    const { asked, era } = { asked: this.#asked, era: this.#era };
    return () => asked === this.#asked && era === this.#era;
  }

  #ask(offset: number): Promise<Reply<ChatPage>> {
    return this.#bridge.request('chats.list', { filter: this.#filter, offset, limit: PAGE_ROWS, ...this.#days() });
  }
}
