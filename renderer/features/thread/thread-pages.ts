import type { MessageCursor, MessagePage, MessageView, Reply, SwitchboardBridge } from '#shared/contract/index.ts';

/** Messages that are asked for at once. */
export const PAGE_MESSAGES = 60;
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
    const listShown = ({ items }: MessagePage): ReadonlySet<string> =>
      findShown(shown, new Set(items.map(({ key }) => key)));
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

/** How pages of messages join. Pure: the order is main's, keys decide what is the same message. */

export interface Appended {
  readonly messages: readonly MessageView[];
  /** Messages that were not there before and are not older than the last one of their side that was. */
  readonly added: readonly MessageView[];
  /** The newest page does not reach down to what was there, which therefore went. */
  readonly isGap: boolean;
}

/**
 * Puts the newest page in place of the end of what is shown. What is older than the page stays; what lies inside the
 * page's reach and is not in it is gone at the service too, and goes.
 */
export function appendNewest(shown: readonly MessageView[], newest: readonly MessageView[]): Appended {
  const first = newest[0];
  if (first === undefined || shown.length === 0) return { messages: newest, added: [], isGap: false };
  const fresh = new Set(newest.map(({ key }) => key));
  const known = findShown(shown, fresh);
  const overlaps = known.size > 0;
  const seam = findSeam(shown, first);
  const kept = overlaps ? shown.slice(0, seam).filter(({ key }) => !fresh.has(key)) : [];
  const lastAt = { in: findLastAt(shown, 'in'), out: findLastAt(shown, 'out') };
  const added = newest.filter(({ key, direction, at }) => !known.has(key) && at >= lastAt[direction]);
  return { messages: [...kept, ...newest], added, isGap: !overlaps };
}

/** Puts an older page above what is shown; what is there already stays where it is. `known`: the keys of what is shown. */
export function prependOlder(
  shown: readonly MessageView[],
  older: readonly MessageView[],
  known: ReadonlySet<string>,
): readonly MessageView[] {
  return toNew(older, known).concat(shown);
}

/** Puts a newer page below what is shown; what is there already stays where it is. `known`: the keys of what is shown. */
export function appendNewer(
  shown: readonly MessageView[],
  newer: readonly MessageView[],
  known: ReadonlySet<string>,
): readonly MessageView[] {
  return shown.concat(toNew(newer, known));
}

/** Those of a page that are not shown, each once. */
function toNew(page: readonly MessageView[], known: ReadonlySet<string>): MessageView[] {
  const fresh = new Map(page.map((message) => [message.key, message]));
  return [...fresh.values()].filter(({ key }) => !known.has(key));
}

/** Which of these keys are shown. They are few and what is shown may be very long, hence this way round. */
export function findShown(shown: readonly MessageView[], keys: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { key } of shown) if (keys.has(key)) found.add(key);
  return found;
}

/**
 * Takes a newer answer for a part of what is shown: between the first and the last message that both have, the
 * answer counts; what is shown beyond them stays, and what it has beyond them is left out.
 */
export function replaceInside(shown: readonly MessageView[], fresh: readonly MessageView[]): readonly MessageView[] {
  const known = findShown(shown, new Set(fresh.map(({ key }) => key)));
  const first = fresh.findIndex(({ key }) => known.has(key));
  const last = fresh.findLastIndex(({ key }) => known.has(key));
  if (first === -1) return shown;
  const inner = fresh.slice(first, last + 1);
  const start = shown.findIndex(({ key }) => key === inner[0]?.key);
  const end = shown.findIndex(({ key }) => key === inner.at(-1)?.key);
  const placed = new Set(inner.map(({ key }) => key));
  const beside = (messages: readonly MessageView[]) => messages.filter(({ key }) => !placed.has(key));
  return [...beside(shown.slice(0, start)), ...inner, ...beside(shown.slice(end + 1))];
}

function findLastAt(messages: readonly MessageView[], side: MessageView['direction']): number {
  return messages.findLast(({ direction }) => direction === side)?.at ?? Number.NEGATIVE_INFINITY;
}

/** Where the page begins among what is shown: at its first message, else by time. */
function findSeam(shown: readonly MessageView[], first: MessageView): number {
  const same = shown.findIndex(({ key }) => key === first.key);
  if (same !== -1) return same;
  const later = shown.findIndex(({ at }) => at > first.at);
  return later === -1 ? shown.length : later;
}
