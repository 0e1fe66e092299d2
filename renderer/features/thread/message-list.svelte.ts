import { tick, untrack } from 'svelte';
import type { VirtualizerHandle } from 'virtua/svelte';
import type { ChatView, MessageView } from '#shared/contract/index.ts';
import { toChatTitle } from '#renderer/lib/chat-title.ts';
import type { ThreadRow } from './thread-rows.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import type { App } from '#renderer/app/app.svelte.ts';
import type { Jump } from './thread-edges.svelte.ts';
import type { Conversation } from './thread-conversation.svelte.ts';
import type { Inbox } from '#renderer/features/inbox/inbox.svelte.ts';
import { findFocusedKey, findRow, findRowAround, hasOnlyMeasured, HeldRow } from './held-row.svelte.ts';
import { MessageHand } from './message-hand.svelte.ts';
import { findAnchor } from './row-anchor.ts';
import { RowLayout } from './row-layout.ts';
import type { ThreadDialogs } from './thread-dialogs.svelte.ts';
import { toRowProps, type RowProps } from './row-props.ts';
import { ThreadScroll } from './thread-scroll.svelte.ts';

/** How long a message stands out that somebody was led to. */
const FOUND_MS = 2_000;
/** How long a row may take to be measured. */
const MOST_FRAMES = 30;

interface Options {
  readonly app: App;
  readonly texts: Translator;
  readonly inbox: Inbox;
  readonly dialogs: ThreadDialogs;
  readonly conversation: Conversation;
  readonly chat: () => ChatView;
}

/**
 * The rows of the open chat on screen: where the focus is among them, what is scrolled to, whose details are open. Made
 * while a component begins.
 */
export class MessageListView {
  list = $state<VirtualizerHandle>();
  box = $state<HTMLElement>();
  /** Of what stands above the oldest message, CSS pixels. */
  topHeight = $state(0);
  #focusedKey = $state<string | null>(null);
  /** The message that somebody was led to, for a moment. */
  #foundKey = $state<string | null>(null);
  /** The stretch that was scrolled to where it opens. */
  #placedStretch = -1;
  /** The newest was asked for by hand: it gets the focus. */
  #takesFocus = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly scroll: ThreadScroll;
  /** What is done to messages. */
  readonly hand: MessageHand;
  readonly #held = new HeldRow({ findBox: () => this.box, onHeld: () => this.scroll.look() });
  readonly #options: Options;
  readonly #layout = new RowLayout();

  readonly rows: readonly ThreadRow[] = $derived.by(() =>
    this.#layout.lay(this.#options.conversation.thread, this.#options.app.formats),
  );
  readonly name: string = $derived.by(() => toChatTitle(this.#options.chat(), this.#options.app.formats));
  /** The row that Tab goes to. */
  readonly current: number = $derived.by(() => {
    const index = this.#focusedKey === null ? -1 : this.findRow(this.#focusedKey);
    return index === -1 ? this.rows.length - 1 : index;
  });
  /** Rows that are there wherever one scrolls. */
  readonly kept: number[] = $derived.by(() => {
    const held = this.#held.key === null ? -1 : this.findRow(this.#held.key);
    const both = held === this.current ? [held] : [held, this.current];
    return both.filter((index) => index !== -1).sort((one, other) => one - other);
  });

  constructor(options: Options) {
    this.#options = options;
    const { thread } = options.conversation;
    this.hand = new MessageHand({ ...options, focus: (key) => void this.focusRow(this.findRow(key)) });
    this.scroll = new ThreadScroll({
      findBox: () => this.box,
      findRowOffset: (row) => this.topHeight + (this.list?.getItemOffset(row) ?? 0),
      findRowSize: (row) => this.list?.getItemSize(row) ?? 0,
      findAnchor: (top) => findAnchor(top, { rows: this.rows, list: this.list, topHeight: this.topHeight }),
      findRow: (key) => this.findRow(key),
      isMeasured: () => this.rows.length === 0 || hasOnlyMeasured(this.box),
      hasNewest: () => thread.hasNewest,
      onNearBottom: () => void thread.loadNewer(),
      onNearTop: () => {
        if (thread.above === 'more') void thread.loadOlder();
      },
    });
    $effect.pre(() => {
      const { rows } = this;
      untrack(() => {
        this.#keepFocus(rows);
        this.#held.keep({ rows, stretch: thread.stretch }, thread.grewAbove || !this.scroll.isPlaced);
      });
    });
  }

  findRow(key: string): number {
    return this.rows.findIndex((row) => row.key === key);
  }

  /** What a row is to a screen reader and to the keys. */
  readonly toItem = ({ item, index }: { item: ThreadRow; index: number }): RowProps => {
    const { app, texts, conversation } = this.#options;
    const { above, hasNewest } = conversation.thread;
    const say = { texts, formats: app.formats, now: app.clock.now, link: app.link, name: this.name };
    return toRowProps(item, say, {
      index,
      count: above === 'beginning' && hasNewest ? this.rows.length : -1,
      isCurrent: index === this.current,
      isFound: item.key === this.#foundKey,
      isChecked: this.hand.checked.has(item.key),
    });
  };

  /** The message that has the focus, or something of which has it; null where none does. */
  get focused(): ThreadRow | null {
    return this.rows[this.findRow(findFocusedKey() ?? '')] ?? null;
  }

  /** Wherever the focus comes from, a click as well: Tab and the arrows go on from there. */
  readonly noteFocus = (): void => void (this.#focusedKey = findFocusedKey() ?? this.#focusedKey);

  /** Arrow keys, Home and End move by message, with Shift they check on the way; Enter shows its details. */
  readonly move = (event: KeyboardEvent): void => {
    this.scroll.release();
    const target = event.target;
    if (!(target instanceof HTMLElement) || target.role !== 'listitem') return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const steps: Partial<Record<string, number>> = {
      ArrowDown: this.current + 1,
      ArrowUp: this.current - 1,
      Home: 0,
      End: this.rows.length - 1,
    };
    const next = steps[event.key];
    const row = this.rows[this.current];
    const isExtending = event.shiftKey && event.key.startsWith('Arrow');
    if (isExtending && next !== undefined) this.#extend(next);
    else if (event.shiftKey) return;
    else if (event.key === 'End' && !this.#options.conversation.thread.hasNewest) this.toLatest();
    else if (next !== undefined) void this.focusRow(next);
    else if (event.key === 'Enter' && row !== undefined) this.hand.showDetails(row.key, target);
    else return;
    event.preventDefault();
  };

  async focusRow(index: number): Promise<void> {
    const place = Math.max(0, Math.min(index, this.rows.length - 1));
    const row = this.rows[place];
    if (row === undefined) return;
    this.#focusedKey = row.key;
    this.list?.scrollToIndex(place, { align: 'nearest' });
    await tick();
    findRow(this.box, row.key)?.focus({ preventScroll: true });
  }

  /** Messages came at the end. What comes while nobody looks, or further down than somebody reads, is new to them. */
  take(added: readonly MessageView[], isAttentive: boolean): void {
    const arrived = added.filter(({ direction }) => direction === 'in');
    const [first] = arrived;
    const isSeen = isAttentive && this.scroll.isAtBottom;
    if (first !== undefined && !isSeen) this.#options.conversation.thread.markNewFrom(first.key);
    void this.scroll.grew(arrived.length, added.length > arrived.length);
  }

  /** Where the thread opens. A stretch that somebody was led to earlier gives way to the newest. */
  begin(): void {
    const { thread } = this.#options.conversation;
    if (thread.jump !== null) return;
    this.#placedStretch = thread.stretch;
    if (thread.hasNewest) void this.scroll.place(this.findRow(thread.firstNewKey ?? ''), null);
    else void thread.toNewest();
  }

  /** Where somebody is led: to a message, which then has the focus, or to the newest. */
  async follow(jump: Jump): Promise<void> {
    const { thread } = this.#options.conversation;
    const row = jump.key === null ? -1 : this.findRow(jump.key);
    const takesFocus = row !== -1 || this.#takesFocus || this.box?.contains(document.activeElement) === true;
    this.#takesFocus = false;
    this.#focusedKey = null;
    // In the stretch on screen nothing has to be measured before the newest is shown.
    if (jump.key === null && this.scroll.isPlaced && thread.stretch === this.#placedStretch) this.scroll.toLatest();
    else await this.scroll.place(row, jump);
    this.#placedStretch = thread.stretch;
    if (thread.jump !== jump) return;
    thread.endJump();
    if (row !== -1) this.#point(jump.key);
    if (takesFocus) await this.focusRow(row === -1 ? this.rows.length - 1 : row);
  }

  /** To the newest message, which may be in another stretch than the one on screen. */
  toLatest(): void {
    const { thread } = this.#options.conversation;
    this.#takesFocus = !thread.hasNewest;
    if (thread.hasNewest) this.scroll.toLatest();
    else void thread.toNewest();
  }

  /** Reads what may be missing above a message. Its button goes then: the message has the focus instead. */
  async loadGap(key: string): Promise<void> {
    const { gaps } = this.#options.conversation.thread;
    this.#held.want(key);
    await gaps.fill(key);
    await tick();
    this.#held.want(null);
    if (gaps.find(key) !== null) return;
    // A row that was moved cannot take the focus before it is measured.
    for (let frames = 0; frames < MOST_FRAMES && document.activeElement === document.body; frames += 1) {
      findRow(this.box, key)?.focus({ preventScroll: true });
      await new Promise(requestAnimationFrame);
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.scroll.dispose();
    this.hand.dispose();
  }

  #extend(next: number): void {
    for (const index of [this.current, next]) {
      const row = this.rows[index];
      if (row !== undefined && !this.hand.checked.has(row.key)) this.hand.toggle(row.key);
    }
    void this.focusRow(next);
  }

  /**
   * Before the rows change: a message, or a button of one, that goes does not take the focus along; what stands in its
   * place gets it.
   */
  #keepFocus(rows: readonly ThreadRow[]): void {
    const held = findRowAround(document.activeElement);
    if (held === null || this.box?.contains(held) !== true) return;
    const stays = rows.findIndex(({ key }) => key === held.dataset['key']);
    const place = stays === -1 ? Number(held.getAttribute('aria-posinset')) - 1 : stays;
    void tick().then(async () => {
      if (document.activeElement === document.body) await this.focusRow(place);
    });
  }

  #point(key: string | null): void {
    clearTimeout(this.#timer);
    this.#foundKey = key;
    this.#timer = setTimeout(() => (this.#foundKey = null), FOUND_MS);
  }
}
