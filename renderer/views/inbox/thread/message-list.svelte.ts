import { tick, untrack } from 'svelte';
import type { VirtualizerHandle } from 'virtua/svelte';
import type { ChatView, MessageView } from '#shared/contract/index.ts';
import { toChatTitle } from '#renderer/lib/inbox/chat-row.ts';
import { toMessageLabel } from '#renderer/lib/inbox/message-label.ts';
import { toMessageLook } from '#renderer/lib/inbox/message-look.ts';
import { toThreadRows, type ThreadRow } from '#renderer/lib/inbox/thread-rows.ts';
import type { Texts } from '#renderer/lib/messages.ts';
import type { App } from '#renderer/state/app.svelte.ts';
import type { Jump } from '#renderer/state/thread/thread-edges.svelte.ts';
import type { Conversation } from '#renderer/state/thread/thread-conversation.svelte.ts';
import { ThreadScroll, type Placing } from './thread-scroll.svelte.ts';

/** How long a message stands out that somebody was led to. */
const FOUND_MS = 2_000;

interface Options {
  readonly app: App;
  readonly texts: Texts;
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
  /** Message and button whose details are shown. */
  details = $state.raw<{ readonly key: string; readonly anchor: HTMLElement } | null>(null);
  #focusedKey = $state<string | null>(null);
  /** The message that somebody was led to, for a moment. */
  #foundKey = $state<string | null>(null);
  /** The newest was asked for by hand: it gets the focus. */
  #takesFocus = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly scroll: ThreadScroll;
  readonly #options: Options;

  readonly rows: readonly ThreadRow[] = $derived.by(() => this.#layOut());
  readonly name: string = $derived.by(() => toChatTitle(this.#options.chat(), this.#options.app.formats));
  /** The row that Tab goes to. */
  readonly current: number = $derived.by(() => {
    const index = this.#focusedKey === null ? -1 : this.findRow(this.#focusedKey);
    return index === -1 ? this.rows.length - 1 : index;
  });
  readonly detailed: MessageView | null = $derived.by(
    () => this.rows.find(({ key }) => key === this.details?.key)?.message ?? null,
  );

  constructor(options: Options) {
    this.#options = options;
    const { thread } = options.conversation;
    $effect.pre(() => {
      const { rows } = this;
      untrack(() => this.#keepFocus(rows));
    });
    this.scroll = new ThreadScroll({
      findBox: () => this.box,
      findRowOffset: (row) => this.topHeight + (this.list?.getItemOffset(row) ?? 0),
      findRowSize: (row) => this.list?.getItemSize(row) ?? 0,
      hasNewest: () => thread.hasNewest,
      onNearBottom: () => void thread.loadNewer(),
      onNearTop: () => {
        if (thread.above === 'more') void thread.loadOlder();
      },
    });
  }

  findRow(key: string): number {
    return this.rows.findIndex((row) => row.key === key);
  }

  /** What a row is to a screen reader and to the keys. */
  readonly toItem = ({ item, index }: { item: ThreadRow; index: number }): Record<string, string | number> => {
    const { app, texts, conversation } = this.#options;
    const look = toMessageLook(item.message, app.link);
    const { above, hasNewest } = conversation.thread;
    const isWhole = above === 'beginning' && hasNewest;
    return {
      role: 'listitem',
      class: item.key === this.#foundKey ? 'thread-item found' : 'thread-item',
      tabindex: index === this.current ? 0 : -1,
      'data-key': item.key,
      'aria-label': toMessageLabel(item.message, look, { texts, formats: app.formats, name: this.name }),
      'aria-setsize': isWhole ? this.rows.length : -1,
      'aria-posinset': index + 1,
    };
  };

  /** Arrow keys, Home and End move by message; Enter shows its details. */
  readonly move = (event: KeyboardEvent): void => {
    const target = event.target;
    if (!(target instanceof HTMLElement) || target.role !== 'listitem' || event.altKey) return;
    const steps: Partial<Record<string, number>> = {
      ArrowDown: this.current + 1,
      ArrowUp: this.current - 1,
      Home: 0,
      End: this.rows.length - 1,
    };
    const next = steps[event.key];
    const row = this.rows[this.current];
    if (event.key === 'End' && !this.#options.conversation.thread.hasNewest) this.toLatest();
    else if (next !== undefined) void this.focusRow(next);
    else if (event.key === 'Enter' && row?.message.kind === 'text') this.details = { key: row.key, anchor: target };
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
    this.box?.querySelector<HTMLElement>(`[data-key="${CSS.escape(row.key)}"]`)?.focus({ preventScroll: true });
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
    if (thread.hasNewest) void this.scroll.place(toPlacing(this.findRow(thread.firstNewKey ?? ''), null));
    else void thread.toNewest();
  }

  /** Where somebody is led: to a message, which then has the focus, or to the newest. */
  async follow(jump: Jump): Promise<void> {
    const { thread } = this.#options.conversation;
    const row = jump.key === null ? -1 : this.findRow(jump.key);
    const takesFocus = row !== -1 || this.#takesFocus;
    this.#takesFocus = false;
    this.#focusedKey = null;
    await this.scroll.place(toPlacing(row, jump));
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

  dispose(): void {
    clearTimeout(this.#timer);
    this.scroll.dispose();
  }

  closeDetails(): void {
    this.details = null;
  }

  /** Before the rows change: a message that goes does not take the focus along, what stands in its place gets it. */
  #keepFocus(rows: readonly ThreadRow[]): void {
    const held = document.activeElement?.closest<HTMLElement>('[data-key]') ?? null;
    if (held === null || this.box?.contains(held) !== true || rows.some(({ key }) => key === held.dataset['key']))
      return;
    const place = Number(held.getAttribute('aria-posinset')) - 1;
    void tick().then(async () => {
      if (document.activeElement === document.body) await this.focusRow(place);
    });
  }

  #point(key: string | null): void {
    clearTimeout(this.#timer);
    this.#foundKey = key;
    this.#timer = setTimeout(() => (this.#foundKey = null), FOUND_MS);
  }

  #layOut(): ThreadRow[] {
    const { app, conversation } = this.#options;
    const { messages, firstNewKey } = conversation.thread;
    return toThreadRows(messages, { firstNewKey, isSameDay: (at, other) => app.formats.isSameDay(at, other) });
  }
}

function toPlacing(row: number, jump: Jump | null): Placing {
  if (jump !== null && row !== -1) return { at: 'middle', row };
  return row > 0 ? { at: 'new', row } : { at: 'end' };
}
