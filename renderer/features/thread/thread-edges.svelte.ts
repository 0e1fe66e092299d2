import type {
  ContractError,
  MessageCursor,
  MessagePage,
  MessageView,
  Reply,
  SwitchboardBridge,
  ChatView,
} from '#shared/contract/index.ts';
import type { ThreadReader } from './thread-pages.ts';
import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { Gap } from '#shared/domain/sync.ts';
import { findFirstNewKey } from './thread-rows.ts';

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
