import { tick, untrack } from 'svelte';
import type { VirtualizerHandle } from 'virtua/svelte';
import type { ChatView, MessageView } from '#shared/contract/index.ts';
import { toChatTitle } from '#renderer/lib/chat-title.ts';
import { type ThreadRow, RowLayout } from './thread-rows.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import type { App } from '#renderer/app/app.svelte.ts';
import type { Jump } from './thread-edges.svelte.ts';
import type { Conversation } from './conversation.svelte.ts';
import type { ThreadScreen } from './thread-context.ts';
import { SettlingLayout } from '#renderer/lib/settling-layout.ts';
import { findFocusedKey, findRow, findRowAround, hasOnlyMeasured, ScrollAnchor } from './scroll-anchor.svelte.ts';
import { MessageActions } from './message-actions.svelte.ts';
import { findFirstInView, ThreadScroll } from './thread-scroll.svelte.ts';
import { checkedMessages } from './messages.ts';
import { toGapSentence } from '#renderer/lib/gap-text.ts';
import { toMessageLabel, type LabelContext, toMessageViewModel, type MessageAction } from './message-view-model.ts';
import { isFocusLost } from '#renderer/lib/keys/lost-focus.ts';
import type { LinkState } from '#shared/domain/link-state.ts';
import type { CommandContext, CommandHandler, CommandHandlers } from '#renderer/app/commands.svelte.ts';
import { toMenuAnchor } from '#renderer/ui/menu-anchor.ts';

/** How long a message stands out that the user was led to. */
const FOUND_MS = 2_000;
/** The height of a row with one line. */
const LEAST_ROW_PX = 40;
/** A row that was moved takes some frames to be measured. */
const MEASURING = { quietFrames: 1, mostFrames: 30 };
/** What has a use of its own for arrow keys. */
const USES_ARROWS = 'input, textarea, select, audio, video, [contenteditable], [role="menuitem"], [role="slider"]';

interface Options {
  readonly app: App;
  readonly texts: Translator;
  readonly screen: ThreadScreen;
  readonly conversation: Conversation;
  readonly chat: () => ChatView;
}

/**
 * The rows of the open chat on screen: where the focus is among them, what is scrolled to, whose details are open. Made
 * while a component begins.
 */
export class MessageListState {
  list = $state<VirtualizerHandle>();
  box = $state<HTMLElement>();
  /** Of what stands above the oldest message, CSS pixels. */
  topHeight = $state(0);
  #focusedKey = $state<string | null>(null);
  /** The message that the user was led to, for a moment. */
  #foundKey = $state<string | null>(null);
  /** The segment that was scrolled to where it opens. */
  #placedSegment = -1;
  /** The most rows that can fit on screen. */
  #fitting = $state(0);
  /** The newest was asked for by hand: it gets the focus. */
  #takesFocus = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly scroll: ThreadScroll;
  /** What is done to messages. */
  readonly actions: MessageActions;
  readonly #anchor = new ScrollAnchor({ findBox: () => this.box, onHeld: () => this.scroll.noteScroll() });
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
  /**
   * Rows that are drawn wherever the thread is scrolled to. Until a short thread stands where it opens, these are all of
   * its rows: they are measured in one frame.
   */
  readonly kept: number[] = $derived.by(() => {
    if (!this.scroll.isPlaced && this.rows.length <= this.#fitting) return this.rows.map((_, index) => index);
    const anchor = this.#anchor.key === null ? -1 : this.findRow(this.#anchor.key);
    const both = anchor === this.current ? [anchor] : [anchor, this.current];
    return both.filter((index) => index !== -1).sort((one, other) => one - other);
  });

  constructor(options: Options) {
    this.#options = options;
    const { thread } = options.conversation;
    this.actions = new MessageActions({ ...options, focus: (key) => void this.focusRow(this.findRow(key)) });
    this.scroll = new ThreadScroll({
      findBox: () => this.box,
      findRowOffset: (row) => this.#topOf(row),
      findRowSize: (row) => this.list?.getItemSize(row) ?? 0,
      findFirstInView: (top) => findFirstInView(top, { rows: this.rows, list: this.list, topHeight: this.topHeight }),
      findRow: (key) => this.findRow(key),
      isMeasured: () => this.rows.length === 0 || hasOnlyMeasured(this.box),
      isWhole: () => hasOnlyMeasured(this.box, this.rows.length),
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
        this.#anchor.keep({ rows, segment: thread.segment }, thread.grewAbove || !this.scroll.isPlaced);
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
      isChecked: this.actions.checked.has(item.key),
    });
  };

  /** The message that has the focus, or something of which has it; null where none does. */
  get focused(): ThreadRow | null {
    return this.rows[this.findRow(findFocusedKey() ?? '')] ?? null;
  }

  /** Wherever the focus comes from, a click as well: Tab and the arrows go on from there. */
  readonly noteFocus = (): void => void (this.#focusedKey = findFocusedKey() ?? this.#focusedKey);

  /**
   * Arrow keys, Home and End move by message, also from a button of one, Page Up and Page Down by as many as fit on screen;
   * arrows with Shift check on the way; Enter shows its details.
   */
  readonly move = (event: KeyboardEvent): void => {
    this.scroll.release();
    const target = event.target;
    if (!(target instanceof HTMLElement) || !isWalkedFrom(target) || isHeld(event)) return;
    const next = this.#findNext(event.key);
    const row = this.rows[this.current];
    const isExtending = event.shiftKey && event.key.startsWith('Arrow');
    if (isExtending && next !== null) this.#extend(next);
    else if (event.shiftKey) return;
    else if (event.key === 'End' && !this.#options.conversation.thread.hasNewest) this.toLatest();
    else if (next !== null) void this.focusRow(next);
    else if (event.key === 'Enter' && target.role === 'listitem' && row !== undefined)
      this.actions.showDetails(row.key, target);
    else return;
    event.preventDefault();
  };

  /** The menu of the message under the pointer, there where it is. A key that asks for it gets it beside the message. */
  readonly openMenuByPointer = (event: MouseEvent): void => {
    const row = findRowAround(event.target);
    const key = row?.dataset['key'];
    if (row === null || key === undefined) return;
    event.preventDefault();
    this.actions.openMenu(key, toMenuAnchor(event, row), event.target);
  };

  /**
   * The message that the user moves the pointer to or taps, not one that is scrolled below it. While a button is pressed
   * something is dragged or selected: it stays the one before.
   */
  readonly point = (event: MouseEvent): void => {
    const key = findRowAround(event.target)?.dataset['key'];
    if (key !== undefined && event.buttons === 0) this.actions.point(key);
  };

  /** While some are checked, a click checks: not on what has a click of its own, and not the end of a selection. */
  readonly click = (event: MouseEvent): void => {
    this.point(event);
    const { checked } = this.actions;
    if (!checked.isAny || !(event.target instanceof Element) || event.target.closest('a, button') !== null) return;
    const key = findRowAround(event.target)?.dataset['key'];
    if (key !== undefined && getSelection()?.isCollapsed !== false) this.actions.toggle(key);
  };

  async focusRow(index: number): Promise<void> {
    const place = Math.max(0, Math.min(index, this.rows.length - 1));
    const row = this.rows[place];
    if (row === undefined) return;
    const before = document.activeElement;
    this.#focusedKey = row.key;
    // Above the first one is its day, or where the conversation begins.
    if (place === 0) this.box?.scrollTo({ top: 0, behavior: 'instant' });
    else this.list?.scrollToIndex(place, { align: 'nearest' });
    await tick();
    // A row far from those that were drawn cannot take the focus before it is measured; meanwhile the user may go elsewhere.
    await new SettlingLayout(MEASURING).run(() => {
      const { activeElement } = document;
      const isFree = activeElement === before || isFocusLost(document) || this.box?.contains(activeElement) === true;
      if (this.#focusedKey !== row.key || !isFree) return false;
      findRow(this.box, row.key)?.focus({ preventScroll: true });
      return findFocusedKey() !== row.key;
    });
  }

  /** Leads to a message that is shown: it has the focus, and stands out for a moment. */
  leadTo(key: string): void {
    const row = this.findRow(key);
    if (row === -1) return;
    this.scroll.release();
    this.#point(key);
    void this.focusRow(row);
  }

  /** Messages came at the end. What comes while the user looks elsewhere, or reads further up, is new to them. */
  take(added: readonly MessageView[], isAttentive: boolean): void {
    const arrived = added.filter(({ direction }) => direction === 'in');
    const [first] = arrived;
    const isSeen = isAttentive && this.scroll.isAtBottom;
    if (first !== undefined && !isSeen) this.#options.conversation.thread.markNewFrom(first.key);
    void this.scroll.grew(arrived.length, added.length > arrived.length);
  }

  /** Where the thread opens. A segment that the user was led to earlier gives way to the newest. */
  begin(): void {
    const { thread } = this.#options.conversation;
    if (thread.jump !== null) return;
    this.#placedSegment = thread.segment;
    this.#fitting = Math.ceil((this.box?.clientHeight ?? 0) / LEAST_ROW_PX);
    if (thread.hasNewest) void this.scroll.place(this.findRow(thread.firstNewKey ?? ''), null);
    else void thread.toNewest();
  }

  /** Where the user is led: to a message, which then has the focus, or to the newest. */
  async follow(jump: Jump): Promise<void> {
    const { thread } = this.#options.conversation;
    const row = jump.key === null ? -1 : this.findRow(jump.key);
    const takesFocus = row !== -1 || this.#takesFocus || this.box?.contains(document.activeElement) === true;
    this.#takesFocus = false;
    this.#focusedKey = null;
    // In the segment on screen nothing has to be measured before the newest is shown.
    if (jump.key === null && this.scroll.isPlaced && thread.segment === this.#placedSegment) this.scroll.toLatest();
    else await this.scroll.place(row, jump);
    this.#placedSegment = thread.segment;
    if (thread.jump !== jump) return;
    thread.endJump();
    if (row !== -1) this.#point(jump.key);
    if (takesFocus) await this.focusRow(row === -1 ? this.rows.length - 1 : row);
  }

  /** To the newest message, which may be in another segment than the one on screen. */
  toLatest(): void {
    const { thread } = this.#options.conversation;
    this.#takesFocus = !thread.hasNewest;
    if (thread.hasNewest) this.scroll.toLatest();
    else void thread.toNewest();
  }

  /** Reads what may be missing above a message. Its button goes then: the message has the focus instead. */
  async loadGap(key: string): Promise<void> {
    const { gaps } = this.#options.conversation.thread;
    this.#anchor.prefer(key);
    await gaps.fill(key);
    await tick();
    this.#anchor.prefer(null);
    if (gaps.find(key) !== null) return;
    // A row that was moved cannot take the focus before it is measured.
    await new SettlingLayout(MEASURING).run(() => {
      const isLost = document.activeElement === document.body;
      if (isLost) findRow(this.box, key)?.focus({ preventScroll: true });
      return isLost;
    });
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.scroll.dispose();
    this.actions.dispose();
  }

  /** The row that a key leads to; null where it leads to none. */
  #findNext(key: string): number | null {
    switch (key) {
      case 'ArrowDown':
        return this.current + 1;
      case 'ArrowUp':
        return this.current - 1;
      case 'Home':
        return 0;
      case 'End':
        return this.rows.length - 1;
      case 'PageUp':
        return this.#findPageEnd(-1);
      case 'PageDown':
        return this.#findPageEnd(1);
      default:
        return null;
    }
  }

  /**
   * The row furthest from the current one that fits on screen together with it, at least the next one. Null where the
   * current one is higher than the screen and not read to its end, or is the last: then the thread only scrolls.
   */
  #findPageEnd(step: 1 | -1): number | null {
    const { box, list, current } = this;
    if (box === undefined || list === undefined) return null;
    const [start, end] = [this.#topOf(current), this.#topOf(current) + list.getItemSize(current)];
    const isCut = step === 1 ? end > box.scrollTop + box.clientHeight + 1 : start < box.scrollTop - 1;
    const isTall = list.getItemSize(current) > box.clientHeight;
    if (isTall && isCut) return null;
    const isOnPage = (row: number): boolean =>
      step === 1
        ? this.#topOf(row) + list.getItemSize(row) <= start + box.clientHeight
        : this.#topOf(row) >= end - box.clientHeight;
    let next = current + step;
    if (this.rows[next] === undefined) return null;
    while (this.rows[next + step] !== undefined && isOnPage(next + step)) next += step;
    return next;
  }

  #topOf(row: number): number {
    return this.topHeight + (this.list?.getItemOffset(row) ?? 0);
  }

  #extend(next: number): void {
    for (const index of [this.current, next]) {
      const row = this.rows[index];
      if (row !== undefined && !this.actions.checked.has(row.key)) this.actions.toggle(row.key);
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

/** Whether it means something else than among the messages. */
function isHeld({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey;
}

/** Whether keys lead on from there: from a message, or a part of one that has no use for them itself. */
function isWalkedFrom(target: HTMLElement): boolean {
  return findRowAround(target) !== null && !target.matches(USES_ARROWS);
}

type RowProps = Record<string, string | number>;

interface RowState {
  readonly index: number;
  /** How many rows the whole conversation has; -1 where that is not known. */
  readonly count: number;
  /** Tab goes to it. */
  readonly isCurrent: boolean;
  /** The user was led to it a moment ago. */
  readonly isFound: boolean;
  readonly isChecked: boolean;
}

/** What a row of the thread is to a screen reader, to the keys and to the eye. */
function toRowProps(row: ThreadRow, say: LabelContext & { readonly link: LinkState }, state: RowState): RowProps {
  const { message, gap, key, resent } = row;
  const said = toMessageLabel(message, toMessageViewModel(message, say.link), { ...say, resentAt: resent?.at ?? null });
  const label = gap === null ? said : `${toGapSentence(gap, say)}. ${said}`;
  const classes = ['thread-item', state.isFound && 'found', state.isChecked && 'checked'];
  return {
    role: 'listitem',
    class: classes.filter((name) => name !== false).join(' '),
    tabindex: state.isCurrent ? 0 : -1,
    'data-key': key,
    'data-place': 'message',
    'aria-label': state.isChecked ? say.texts.text(checkedMessages.checked, { label }) : label,
    'aria-setsize': state.count,
    'aria-posinset': state.index + 1,
  };
}

/** What the commands of messages mean while the list of a chat is on screen. */
export function toMessageCommands(view: MessageListState): CommandHandlers {
  const { actions } = view;
  const find = ({ place }: CommandContext): ThreadRow | null => (place === 'message' ? view.focused : null);
  const toHandler = (action: MessageAction, can: (row: ThreadRow) => boolean = () => true): CommandHandler => ({
    can: (context) => {
      const row = find(context);
      return row !== null && can(row);
    },
    run: (context) => {
      const row = find(context);
      return row === null ? undefined : actions.run(action, row.message);
    },
  });
  return {
    'message-menu': {
      can: (context) => find(context) !== null,
      run: (context) => {
        const row = find(context);
        const anchor = context.target?.closest('[data-key]') ?? null;
        if (row === null || anchor === null) return;
        // The thread may be scrolled away from what has the focus.
        anchor.scrollIntoView({ block: 'nearest' });
        actions.openMenu(row.key, anchor, context.target);
      },
    },
    // What is selected by hand is the browser's to copy.
    'copy-message': toHandler('copy', () => getSelection()?.isCollapsed !== false),
    'check-message': toHandler('check'),
    'forward-message': toHandler('forward'),
    'show-details': toHandler('details'),
    'delete-message': toHandler('delete'),
    back: {
      can: ({ place }) => actions.checked.isAny && place !== 'list',
      run: () => actions.uncheckAll(),
    },
  };
}
