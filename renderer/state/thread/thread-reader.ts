import type { MessageCursor, MessagePage, Reply, SwitchboardBridge } from '#shared/contract/index.ts';

/** Messages that are asked for at once. */
export const PAGE_MESSAGES = 60;
/** The most that one answer may hold: how far up changes of messages are noticed at once. */
export const MAX_MESSAGES = 200;

/** Asks main for pages of one chat. Null for an answer that did not come, where nobody is told why. */
export class ThreadReader {
  chatId: number;
  readonly #bridge: SwitchboardBridge;

  constructor(bridge: SwitchboardBridge, chatId: number) {
    this.#bridge = bridge;
    this.chatId = chatId;
  }

  /** The newest page, of `wanted` messages as far as one answer holds them. */
  async readNewest(wanted = PAGE_MESSAGES): Promise<MessagePage | null> {
    const limit = Math.min(MAX_MESSAGES, Math.max(PAGE_MESSAGES, wanted));
    return toValue(await this.#bridge.request('messages.list', { chatId: this.chatId, before: null, limit }));
  }

  /** The page with that message in its middle; null as well where the cache does not have it. */
  async readAround(key: string, limit = PAGE_MESSAGES): Promise<MessagePage | null> {
    return toValue(await this.#bridge.request('messages.listAround', { chatId: this.chatId, key, limit }));
  }

  async readNewer(after: MessageCursor): Promise<MessagePage | null> {
    const input = { chatId: this.chatId, after, limit: PAGE_MESSAGES };
    return toValue(await this.#bridge.request('messages.listNewer', input));
  }

  readOlder(before: MessageCursor | null): Promise<Reply<MessagePage>> {
    return this.#bridge.request('messages.list', { chatId: this.chatId, before, limit: PAGE_MESSAGES });
  }

  /** Has main bring a page from the service into the cache. */
  fetchOlder(): Promise<Reply<{ readonly isCompleteBefore: boolean }>> {
    return this.#bridge.request('messages.fetchOlder', { chatId: this.chatId });
  }
}

function toValue<Value>(reply: Reply<Value>): Value | null {
  return reply.ok ? reply.value : null;
}
