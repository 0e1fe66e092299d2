import { findShown } from './thread-pages.ts';
import type { MessageCursor, MessagePage, MessageView, Reply, SwitchboardBridge } from '#shared/contract/index.ts';

/** Messages that are asked for at once. */
export const PAGE_MESSAGES = 60;
/** The most that one answer may hold: how far up changes of messages are noticed at once. */
export const MAX_MESSAGES = 200;
/** The most pages that are read to reach what is on screen. */
const MOST_PAGES = 25;

/** Asks main for pages of one chat. Null for an answer that did not come, where nobody is told why. */
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
