import type {
  ChatPage,
  ChatPlace,
  ChatScope,
  ChatSort,
  ChatView,
  ContractError,
  Reply,
  SoughtChat,
  SwitchboardBridge,
} from '#shared/contract/index.ts';
import type { Chats, EndOptimistic, OptimisticUpdate } from '#renderer/data/chats.svelte.ts';
import { InFlight } from '#renderer/lib/async.ts';
import { isInScope, sameScope, SCOPES, toUsualSort } from '#renderer/data/scopes.ts';
import {
  countRisen,
  countRows,
  EMPTY_ORDER,
  hasSameOrder,
  mergePage,
  PAGE_ROWS,
  toOrder,
  toPageStart,
  toPageStarts,
  toRow,
  withoutLeaving,
  type ChatOrder,
  type ChatWindow,
  type ListRow,
} from './chat-window.ts';

/** Rows beyond the visible ones that are asked for with them. */
const AHEAD_ROWS = 20;

interface ChatListOptions {
  readonly chats: Chats;
  /** Starts of today and of yesterday in the user's time zone, epoch ms. */
  readonly days: () => { readonly todayAt: number; readonly yesterdayAt: number };
  /** Another list, or another order of it, is shown from now on. */
  readonly onChoose?: () => void;
}

/**
 * The chats of one list, as far as the user has scrolled. Asks for what is on screen, again whenever main says that chats
 * changed, and for a page more when the user gets there. While the list is held (the pointer is over it) rows change in
 * place and do not move; what would have moved waits in `newAtTop`.
 */
export class ChatList {
  #scope = $state.raw<ChatScope>(SCOPES.open);
  #sort = $state<ChatSort>('newest');
  #order = $state.raw<ChatOrder>(EMPTY_ORDER);
  #next = $state.raw<ChatOrder | null>(null);
  #status = $state<'loading' | 'ready' | 'failed'>('loading');
  #problem = $state.raw<ContractError | null>(null);
  #moves = $state(0);
  #isHeld = false;
  #mustMove = false;
  #seen = { first: 0, last: 0 };
  /** Place of a row that the list is about to scroll to; null: none. */
  #sought: number | null = null;
  #version = $state(0);
  #asked = 0;
  /** What it works out is gone: answers on their way are dropped, and nothing is asked anew. */
  #isDisposed = false;
  #running: Promise<void> | null = null;
  #wanted = 0;
  /** Pages that are being asked for, by their first place. */
  readonly #loads = new InFlight<number>();
  /** Rows as they were looked at last, by place: one that says the same as before is the same object. */
  readonly #looked: ListRow[] = [];
  readonly #places: number[] = [];
  readonly #bridge: SwitchboardBridge;
  readonly #options: ChatListOptions;
  readonly #undo: readonly (() => void)[];

  /** The chats as far as they are loaded, and how they are divided. */
  readonly window = $derived(this.#toWindow(this.#order));
  /** How many chats the list has, loaded or not. */
  readonly total = $derived(this.window.total);
  /** How many chats wait to come in or move up. */
  readonly newAtTop = $derived(this.#next === null ? 0 : countRisen(this.window, this.#toWindow(this.#next)));

  constructor(bridge: SwitchboardBridge, options: ChatListOptions) {
    this.#bridge = bridge;
    this.#options = options;
    const { chats } = options;
    this.#undo = [
      chats.onChanged(() => void this.refresh()),
      chats.hold(() => [...this.#order.ids, ...(this.#next?.ids ?? [])].filter((id) => id !== null)),
    ];
  }

  get scope(): ChatScope {
    return this.#scope;
  }
  get sort(): ChatSort {
    return this.#sort;
  }
  get status(): 'loading' | 'ready' | 'failed' {
    return this.#status;
  }
  get problem(): ContractError | null {
    return this.#problem;
  }
  /** Counts how often another list, or another order of it, was chosen. */
  get version(): number {
    return this.#version;
  }
  /** Where a list that is made anew begins: at the row that is sought, else at the first one on screen. */
  get firstSeen(): number {
    return this.#sought ?? this.#seen.first;
  }
  /** Counts how often rows changed their places while they were on screen. */
  get moves(): number {
    return this.#moves;
  }
  /** How many rows there are on screen, titles of sections among them. */
  get rowsCount(): number {
    return countRows(this.window);
  }

  /** The row at a place on screen. */
  rowAt(place: number): ListRow {
    const row = toRow(this.window, place, this.#looked[place]);
    this.#looked[place] = row;
    return row;
  }

  /** From 0 up to the last place: what a virtual list is given as its data. */
  listPlaces(count: number): readonly number[] {
    while (this.#places.length < count) this.#places.push(this.#places.length);
    return this.#places.slice(0, count);
  }

  /** Another list, in its usual order unless told: from its top. */
  choose(scope: ChatScope, sort: ChatSort = toUsualSort(scope)): void {
    if (sameScope(scope, this.#scope) && sort === this.#sort) return;
    this.#scope = scope;
    this.#sort = sort;
    this.#version += 1;
    this.#order = EMPTY_ORDER;
    this.#next = null;
    this.#status = 'loading';
    this.#seen = { first: 0, last: 0 };
    this.#sought = null;
    this.#options.onChoose?.();
    void this.refresh();
  }

  /** The same list in another order. */
  sortBy(sort: ChatSort): void {
    this.choose(this.#scope, sort);
  }

  /** Which chats are on screen, by their places in the list. Loads those that are not here yet. */
  setVisibleRange(first: number, last: number): void {
    this.#seen = { first, last };
    const { total } = this.window;
    // The user who scrolls to the end of a held list wants what has come below it meanwhile.
    const isAtEnd = first > 0 && last >= total - 1;
    if (isAtEnd && this.#next !== null && this.#next.total > total) {
      this.showWaiting();
      return;
    }
    this.#loadMissing();
  }

  /** Keeps the rows around this place loaded besides those on screen, until another one is sought. Null: none. */
  seek(index: number | null): void {
    this.#sought = index;
    if (index !== null) this.#loadMissing();
  }

  /** Asks again for what is on screen. Joins calls that come while one runs. `moves`: rows may move although held. */
  refresh(options: { readonly moves?: boolean } = {}): Promise<void> {
    this.#mustMove ||= options.moves ?? false;
    if (this.#running !== null) {
      this.#wanted += 1;
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

  /** Shows what an action does, and lays it over every answer until main has done it. */
  applyOptimistic(update: OptimisticUpdate): EndOptimistic {
    this.#asked += 1;
    const { total } = this;
    const end = this.#options.chats.applyOptimistic(update);
    if (this.total !== total) this.#moves += 1;
    return (isDone) => {
      if (isDone) {
        this.#order = this.#withUpdates(this.#order, [update]);
        if (this.#next !== null) this.#next = this.#withUpdates(this.#next, [update]);
      }
      end(isDone);
    };
  }

  /** Where a chat stands; -1 when it is not among the loaded ones. */
  indexOf(chatId: number): number {
    return this.window.rows.findIndex((row) => row?.id === chatId);
  }

  /** The chat at a place, loaded if it must be; null beyond the ends. */
  async chatAt(index: number): Promise<ChatView | null> {
    if (index < 0 || index >= this.total) return null;
    if (this.window.rows[index] === null) await this.#loadPage(toPageStart(index));
    return this.window.rows[index] ?? null;
  }

  /** Asks main where a chat of this list stands; null where the list has none such, or main does not answer. */
  async askPlace(of: SoughtChat): Promise<ChatPlace | null> {
    const reply = await this.#bridge.request('chats.findPlace', { scope: this.#scope, sort: this.#sort, of });
    return reply.ok ? reply.value : null;
  }

  dispose(): void {
    for (const undo of this.#undo) undo();
    this.#isDisposed = true;
    this.#asked += 1;
  }

  async #refreshUntilQuiet(): Promise<void> {
    for (let asked = -1; asked !== this.#wanted && !this.#isDisposed;) {
      asked = this.#wanted;
      await this.#refreshOnce();
    }
  }

  async #refreshOnce(): Promise<void> {
    this.#asked += 1;
    const isCurrent = this.#watch();
    const take = this.#options.chats.expectAnswer();
    const starts = toPageStarts(this.#listRanges().flatMap(({ first, last }) => [first, last]));
    const replies = await Promise.all(starts.map((offset) => this.#askPage(offset)));
    if (!isCurrent()) {
      this.#wanted += 1;
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
    const pages = replies.flatMap((reply) => (reply.ok ? [reply.value] : []));
    take(pages.flatMap(({ rows }) => rows));
    this.#arrange(toOrder(pages));
    this.#options.chats.forgetUnheld();
  }

  #arrange(next: ChatOrder): void {
    const shown = this.#withPending(this.#order);
    const mayMove =
      !this.#isHeld || this.#mustMove || shown.total === 0 || hasSameOrder(shown, this.#withPending(next));
    this.#mustMove = false;
    if (mayMove) this.#show(next);
    else this.#next = next;
  }

  #show(next: ChatOrder): void {
    const shown = this.#withPending(this.#order);
    if (shown.total > 0 && !hasSameOrder(shown, this.#withPending(next))) this.#moves += 1;
    this.#order = next;
    this.#next = null;
    this.setVisibleRange(this.#seen.first, this.#seen.last);
  }

  /** The places that are kept loaded. */
  #listRanges(): { readonly first: number; readonly last: number }[] {
    const sought = this.#sought === null ? [] : [{ first: this.#sought, last: this.#sought }];
    return [this.#seen, ...sought].map(({ first, last }) => ({ first: first - AHEAD_ROWS, last: last + AHEAD_ROWS }));
  }

  #loadMissing(): void {
    const { total, rows } = this.window;
    for (const { first, last } of this.#listRanges()) {
      const end = Math.min(last, total - 1);
      for (let index = Math.max(0, first); index <= end; index += 1) {
        if (rows[index] === null) void this.#loadPage(toPageStart(index));
      }
    }
  }

  #askPage(offset: number): Promise<Reply<ChatPage>> {
    const { scope, sort } = this;
    return this.#bridge.request('chats.list', { scope, sort, offset, limit: PAGE_ROWS, ...this.#options.days() });
  }

  #loadPage(offset: number): Promise<void> {
    return this.#loads.run(offset, () => this.#loadPageOnce(offset));
  }

  async #loadPageOnce(offset: number): Promise<void> {
    const isCurrent = this.#watch();
    const take = this.#options.chats.expectAnswer();
    const reply = await this.#askPage(offset);
    // A refresh that was asked for meanwhile knows better where everything stands.
    if (!isCurrent() || !reply.ok) return;
    take(reply.value.rows);
    this.#order = mergePage(this.#order, reply.value);
  }

  /** Tells later whether the same list is shown and nothing newer was asked. */
  #watch(): () => boolean {
    const { asked, version } = { asked: this.#asked, version: this.#version };
    return () => asked === this.#asked && version === this.#version;
  }

  /** Reads runes. */
  #toWindow(order: ChatOrder): ChatWindow {
    const { total, sections, ids } = this.#withPending(order);
    return { total, sections, rows: ids.map((id) => (id === null ? null : this.#options.chats.find(id))) };
  }

  #withPending(order: ChatOrder): ChatOrder {
    return this.#withUpdates(order, this.#options.chats.pending);
  }

  /** Without the chats that leave the list by these updates. Where chats go within the list, only main decides. */
  #withUpdates(order: ChatOrder, updates: readonly OptimisticUpdate[]): ChatOrder {
    if (updates.length === 0) return order;
    const leaves = (id: number): boolean => {
      const before = this.#options.chats.findAnswered(id);
      const after = before && updates.reduce((chat, { change }) => change(chat), before);
      return after !== null && after !== before && !isInScope(after, this.#scope);
    };
    return withoutLeaving(
      order,
      leaves,
      updates.some(({ isWholeList }) => isWholeList === true),
    );
  }
}
