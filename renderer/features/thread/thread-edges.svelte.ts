import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type {
  ContractError,
  MessageCursor,
  MessagePage,
  MessageView,
  Reply,
  SwitchboardBridge,
  ChatView,
} from '#shared/contract/index.ts';
import type { Gap } from '#shared/domain/sync.ts';
import { findFirstNewKey, findShown } from './thread-rows.ts';

/** Messages that are asked for at once. */
const PAGE_MESSAGES = 60;
/** The most that one answer may hold: how far up changes of messages are noticed at once. */
export const MAX_MESSAGES = 200;
/** The most pages that are read to reach what is on screen. */
const MOST_PAGES = 25;

/** Asks main for pages of one chat. Null for an answer that did not come, where the user is not told why. */
export class ThreadReader {
  chatId: number;
  readonly #bridge: SwitchboardBridge;

  constructor(bridge: SwitchboardBridge, chatId: number) {
    this.#bridge = bridge;
    this.chatId = chatId;
  }

  /** The newest page, of `wanted` messages as far as one answer holds them. `shown`: see `#reach`. */
  async readNewest(wanted = PAGE_MESSAGES, shown: readonly MessageView[] = []): Promise<MessagePage | null> {
    const limit = Math.min(MAX_MESSAGES, Math.max(PAGE_MESSAGES, wanted));
    return await this.#reach(toValue(await this.readOlder(null, limit)), shown);
  }

  /** The page with that message in its middle; null as well where the cache does not have it. `shown`: see `#reach`. */
  async readAround(
    key: string,
    limit = PAGE_MESSAGES,
    shown: readonly MessageView[] = [],
  ): Promise<MessagePage | null> {
    const page = await this.#bridge.request('messages.listAround', { chatId: this.chatId, key, limit });
    return await this.#reach(toValue(page), shown);
  }

  async readNewer(after: MessageCursor): Promise<MessagePage | null> {
    const input = { chatId: this.chatId, after, limit: PAGE_MESSAGES };
    return toValue(await this.#bridge.request('messages.listNewer', input));
  }

  readOlder(before: MessageCursor | null, limit = PAGE_MESSAGES): Promise<Reply<MessagePage>> {
    return this.#bridge.request('messages.list', { chatId: this.chatId, before, limit });
  }

  /**
   * The page, longer at its top until it begins with a message on screen: where some came between those, a page may begin
   * among them, and what is above it would be left out unseen. As it is where nothing of it is on screen, or where it
   * reaches above all of that; null where a page did not come.
   */
  async #reach(page: MessagePage | null, shown: readonly MessageView[]): Promise<MessagePage | null> {
    const [oldest] = shown;
    if (page === null || oldest === undefined) return page;
    const listShown = ({ items }: MessagePage): ReadonlySet<string> => findShown(shown, items);
    let known = listShown(page);
    if (known.size === 0) return page;
    let whole = page;
    for (let pages = 0; pages < MOST_PAGES && whole.older !== null; pages += 1) {
      const [first] = whole.items;
      if (first === undefined || known.has(first.key) || first.at <= oldest.at) break;
      const above = toValue(await this.readOlder(whole.older, MAX_MESSAGES));
      if (above === null) return null;
      known = listShown(above);
      whole = joinBelow(above, whole, known);
    }
    return whole;
  }

  /** Has main bring a page from the service into the cache. */
  fetchOlder(): Promise<Reply<{ readonly isCompleteBefore: boolean }>> {
    return this.#bridge.request('messages.fetchOlder', { chatId: this.chatId });
  }
}

/** Both as one page; of the upper one, what stands above its first message on screen is left out. */
function joinBelow(above: MessagePage, page: MessagePage, known: ReadonlySet<string>): MessagePage {
  const start = Math.max(
    0,
    above.items.findIndex(({ key }) => known.has(key)),
  );
  const [first] = above.items.slice(start);
  const older = start > 0 && first !== undefined ? { at: first.at, key: first.key } : above.older;
  return { ...page, items: [...above.items.slice(start), ...page.items], older, gaps: [...above.gaps, ...page.gaps] };
}

function toValue<Value>(reply: Reply<Value>): Value | null {
  return reply.ok ? reply.value : null;
}

/** The most pages of the service that one look upwards may need. */
const MOST_FETCHES = 25;

/** What is above the oldest message on screen. */
export type Above = 'more' | 'loading' | 'beginning' | 'failed';
/** What is below the newest message on screen; `end`: it is the newest of the chat. */
export type Below = 'more' | 'loading' | 'end';

/** What the thread is to be scrolled to: a message, or the newest for null. Each request is an object of its own. */
export interface Jump {
  readonly key: string | null;
}

/** What lies beyond the first and the last message on screen. */
export class ThreadEdges {
  above = $state<Above>('more');
  /** Why the page above did not come. */
  problem = $state.raw<ContractError | null>(null);
  below = $state<Below>('end');
  #older: MessageCursor | null = null;
  #newer: MessageCursor | null = null;

  /** `page` stands at the top now. */
  setAbove({ older, isCompleteBefore }: MessagePage): void {
    this.#older = older;
    this.above = older === null && isCompleteBefore ? 'beginning' : 'more';
  }

  /** There is more above this message, in the cache. */
  reopen(oldest: MessageView): void {
    this.#older = toCursor(oldest);
    this.above = 'more';
  }

  /** `page` stands at the bottom now. */
  setBelow({ newer }: MessagePage): void {
    this.#newer = newer;
    this.below = newer === null ? 'end' : 'more';
  }

  /** Null, as the page that did not come. */
  fail(problem: ContractError | null): null {
    this.above = 'failed';
    this.problem = problem;
    return null;
  }

  /**
   * The page above `oldest`: the cache's, else the service's. Null where it did not come, which `above` and `problem`
   * say, where it is on its way already, or where it is not wanted any more.
   */
  async readAbove(
    reader: ThreadReader,
    oldest: MessageView | undefined,
    isWanted: () => boolean,
  ): Promise<MessagePage | null> {
    if (this.above === 'loading' || this.above === 'beginning') return null;
    this.above = 'loading';
    this.problem = null;
    const before = this.#older ?? (oldest === undefined ? null : toCursor(oldest));
    if (this.#older === null) return await this.#fetchAbove(reader, before, isWanted);
    return this.#take(await reader.readOlder(before), isWanted);
  }

  /**
   * The page above from the service. Where lone messages stand far up, what comes first may belong between them and the
   * rest: then main reads on until something comes above them, or the chat begins.
   */
  async #fetchAbove(
    reader: ThreadReader,
    before: MessageCursor | null,
    isWanted: () => boolean,
  ): Promise<MessagePage | null> {
    let page: MessagePage | null = null;
    for (let fetches = 0; fetches < MOST_FETCHES; fetches += 1) {
      const brought = await reader.fetchOlder();
      if (!isWanted()) return null;
      if (!brought.ok) return this.fail(brought.error);
      page = this.#take(await reader.readOlder(before), isWanted);
      if (page === null || page.items.length > 0 || page.isCompleteBefore) break;
    }
    return page;
  }

  #take(reply: Reply<MessagePage>, isWanted: () => boolean): MessagePage | null {
    if (!isWanted()) return null;
    return reply.ok ? reply.value : this.fail(reply.error);
  }

  /** The page below; null where it did not come (the next look down asks again), or where it is not wanted any more. */
  async readBelow(reader: ThreadReader, isWanted: () => boolean): Promise<MessagePage | null> {
    if (this.below !== 'more' || this.#newer === null) return null;
    this.below = 'loading';
    const page = await reader.readNewer(this.#newer);
    if (!isWanted()) return null;
    this.below = 'more';
    return page;
  }
}

function toCursor({ at, key }: MessageView): MessageCursor {
  return { at, key };
}

/**
 * Where messages may be missing among those on screen, by the message below, and the reading of what is missing.
 *
 * THREAD-6 A gap stays until what lies above the message below it was put there, or main says that nothing is missing.
 */
export class ThreadGaps {
  readonly #gaps = new SvelteMap<string, Gap>();
  readonly #filling = new SvelteSet<string>();
  readonly #problems = new SvelteMap<string, ContractError>();
  readonly #bridge: SwitchboardBridge;
  readonly #chat: { readonly chatId: number };
  readonly #onFilled: (key: string) => Promise<void>;

  /** `onFilled`: what came of the gap above that message is to be put in its place. */
  constructor(bridge: SwitchboardBridge, chat: { readonly chatId: number }, onFilled: (key: string) => Promise<void>) {
    this.#bridge = bridge;
    this.#chat = chat;
    this.#onFilled = onFilled;
  }

  /** What may be missing just above a message. */
  find(key: string): Gap | null {
    return this.#gaps.get(key) ?? null;
  }
  /** All of them, by the message below. */
  list(): readonly (readonly [string, Gap])[] {
    return [...this.#gaps];
  }
  isFilling(key: string): boolean {
    return this.#filling.has(key);
  }
  /** Why what is missing above a message did not come. */
  findProblem(key: string): ContractError | null {
    return this.#problems.get(key) ?? null;
  }

  /** Another segment is on screen, and this page is all of it. */
  reset(page: MessagePage): void {
    this.#gaps.clear();
    this.#problems.clear();
    this.take(page);
  }

  /**
   * A page was put on screen. `isJoined` false: what stands above its first message is older than the page, and a gap that
   * is known there stays.
   */
  take({ items, gaps, older }: MessagePage, isJoined = true): void {
    for (const [index, { key }] of items.entries()) {
      const said = gaps.find(({ itemKey }) => itemKey === key);
      const gap = said && { fromAt: said.fromAt, toAt: said.toAt };
      // What may be missing above the oldest that is here is read as one goes there.
      const isTop = index === 0 && older === null && gap?.fromAt === null;
      if (gap !== undefined && !isTop) this.#gaps.set(key, gap);
      else if (index > 0 || isJoined) this.#gaps.delete(key);
    }
  }

  /** Has main read what may be missing above a message. One at a time for each. */
  async fill(key: string): Promise<void> {
    const gap = this.#gaps.get(key);
    if (gap === undefined || this.#filling.has(key)) return;
    this.#filling.add(key);
    this.#problems.delete(key);
    const reply = await this.#bridge.request('messages.fillGap', { chatId: this.#chat.chatId, ...gap });
    if (reply.ok) await this.#onFilled(key);
    else this.#problems.set(key, reply.error);
    this.#filling.delete(key);
  }
}

/** The time that the service gives a chat may be this much later than that of its newest message. */
const SLACK_MS = 60_000;

export type OpenedChat = Pick<ChatView, 'unreadCount' | 'lastAt'>;

/** Where the new ones begin: decided once, and it stays until the chat is left (THREAD-3). */
export class UnreadMarker {
  #firstKey = $state<string | null>(null);
  /** Unread ones that are not here yet. */
  #toCome = 0;

  /** Above which message the line "New" stands. */
  get firstKey(): string | null {
    return this.#firstKey;
  }

  /** Where the newest message (`lastAt`, epoch ms) is not here yet, it waits: the unread ones are not among those that are. */
  open(newest: readonly MessageView[], { unreadCount, lastAt }: OpenedChat): void {
    const newestAt = newest.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
    if (lastAt !== null && newestAt + SLACK_MS < lastAt) this.#toCome = unreadCount;
    else this.#firstKey = findFirstNewKey(newest, unreadCount);
  }

  /** Some came. */
  arrive(newest: readonly MessageView[]): void {
    this.#firstKey ??= findFirstNewKey(newest, this.#toCome);
    this.#toCome = 0;
  }

  markFrom(key: string): void {
    this.#firstKey ??= key;
  }
}
