import type { ChatScope, ChatSort, ChatView, ContractError, SwitchboardBridge } from '#shared/contract/index.ts';
import {
  countRisen,
  EMPTY_WINDOW,
  hasSameOrder,
  mergePage,
  toPageStart,
  toPageStarts,
  toWindow,
  updateInPlace,
  type ChatWindow,
} from '#renderer/data/chat-window.ts';
import type { Foreseen } from '#renderer/data/foresee.ts';
import { sameScope, SCOPES, toUsualSort } from '#renderer/data/scopes.ts';
import { Foresights, type EndForesight } from './chat-list-foresight.ts';
import { ChatListRows } from './chat-list-rows.ts';
import { ChatPages, type DayStarts } from './chat-list-pages.ts';
import { InFlight } from '#renderer/lib/async.ts';

/** Rows beyond the visible ones that are asked for with them. */
const AHEAD_ROWS = 20;

/**
 * The chats of one list, as far as somebody looked. Asks for what is on screen, again whenever main says that chats
 * changed, and for a page more when the eye gets there. While the list is held (the pointer is over it) rows change in
 * place and do not move; what would have moved waits in `newAtTop`.
 */
export class ChatList {
  #scope = $state.raw<ChatScope>(SCOPES.open);
  #sort = $state<ChatSort>('newest');
  #window = $state.raw<ChatWindow>(EMPTY_WINDOW);
  #next = $state.raw<ChatWindow | null>(null);
  #status = $state<'loading' | 'ready' | 'failed'>('loading');
  #problem = $state.raw<ContractError | null>(null);
  #moves = $state(0);
  #isHeld = false;
  #mustMove = false;
  #seen = { first: 0, last: 0 };
  #choices = $state(0);
  #asked = 0;
  #running: Promise<void> | null = null;
  #wanted = 0;
  readonly #loads = new InFlight<number>();
  readonly pages: ChatPages;
  readonly #onChoose: () => void;
  readonly #foresights = new Foresights();
  readonly #undo: readonly (() => void)[];

  readonly rows = new ChatListRows(() => this.#window);
  /** How many chats wait to come in or move up. */
  readonly newAtTop = $derived(this.#next === null ? 0 : countRisen(this.#window, this.#next));

  /** `onChoose`: another list, or another order of it, is shown from now on. */
  constructor(bridge: SwitchboardBridge, days: () => DayStarts, onChoose: () => void = () => undefined) {
    this.#onChoose = onChoose;
    this.pages = new ChatPages(bridge, days);
    const again = () => void this.refresh();
    this.#undo = [bridge.on('chats.changed', again), bridge.onResync(again)];
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
  get choices(): number {
    return this.#choices;
  }
  /** The chats as far as they are loaded, and how they are divided. */
  get window(): ChatWindow {
    return this.#window;
  }
  get total(): number {
    return this.#window.total;
  }
  /** The place of the first chat on screen: where a list that is made anew begins. */
  get firstSeen(): number {
    return this.#seen.first;
  }
  /** Counts how often rows changed their places while they were on screen. */
  get moves(): number {
    return this.#moves;
  }

  /** Another list, in its usual order unless told: from its top. */
  choose(scope: ChatScope, sort: ChatSort = toUsualSort(scope)): void {
    if (sameScope(scope, this.#scope) && sort === this.#sort) return;
    this.#scope = scope;
    this.#sort = sort;
    this.#choices += 1;
    this.#window = EMPTY_WINDOW;
    this.#next = null;
    this.#status = 'loading';
    this.#seen = { first: 0, last: 0 };
    this.#onChoose();
    void this.refresh();
  }

  /** The same list in another order. */
  sortBy(sort: ChatSort): void {
    this.choose(this.#scope, sort);
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

  /** Shows a newer view of a chat where it stands. */
  patch(chat: ChatView): void {
    this.#window = updateInPlace(this.#window, [chat]);
  }

  /** Shows what a person just did, and answers of before with it, until main has done it. */
  foresee(foreseen: Foreseen): EndForesight {
    this.#asked += 1;
    this.#foresights.add(foreseen);
    const before = this.#window;
    const shown = this.#foresights.apply(before, this.#scope);
    if (shown.total !== before.total) this.#moves += 1;
    this.#window = shown;
    if (this.#next !== null) this.#next = this.#foresights.apply(this.#next, this.#scope);
    return (isDone) => {
      this.#foresights.delete(foreseen);
      if (!isDone && this.#window === shown) this.#window = before;
    };
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
    this.#asked += 1;
  }

  async #refreshUntilQuiet(): Promise<void> {
    for (let asked = -1; asked !== this.#wanted;) {
      asked = this.#wanted;
      await this.#refreshOnce();
    }
  }

  async #refreshOnce(): Promise<void> {
    this.#asked += 1;
    const isCurrent = this.#watch();
    const starts = toPageStarts(this.#seen.first - AHEAD_ROWS, this.#seen.last + AHEAD_ROWS);
    const replies = await Promise.all(starts.map((offset) => this.pages.ask(this, offset)));
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
    const window = toWindow(replies.flatMap((reply) => (reply.ok ? [reply.value] : [])));
    this.#arrange(this.#foresights.apply(window, this.#scope));
  }

  #arrange(next: ChatWindow): void {
    const mayMove = !this.#isHeld || this.#mustMove || this.#window.total === 0 || hasSameOrder(this.#window, next);
    this.#mustMove = false;
    if (mayMove) {
      this.#show(next);
      return;
    }
    const fresh = next.rows.filter((row) => row !== null);
    this.#window = updateInPlace(this.#window, fresh);
    this.#next = next;
  }

  #show(next: ChatWindow): void {
    if (this.#window.total > 0 && !hasSameOrder(this.#window, next)) this.#moves += 1;
    this.#window = next;
    this.#next = null;
    this.look(this.#seen.first, this.#seen.last);
  }

  #loadPage(offset: number): Promise<void> {
    return this.#loads.run(offset, async () => {
      const isCurrent = this.#watch();
      const reply = await this.pages.ask(this, offset);
      // A refresh that was asked for meanwhile knows better where everything stands.
      if (!isCurrent() || !reply.ok) return;
      this.#window = this.#foresights.apply(mergePage(this.#window, reply.value), this.#scope);
    });
  }

  /** Tells later whether the same list is shown and nothing newer was asked. */
  #watch(): () => boolean {
    const { asked, choices } = { asked: this.#asked, choices: this.#choices };
    return () => asked === this.#asked && choices === this.#choices;
  }
}
