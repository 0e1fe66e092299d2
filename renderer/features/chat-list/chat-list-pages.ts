import type { ChatPage, ChatScope, ChatSort, Reply, SwitchboardBridge } from '#shared/contract/index.ts';
import { PAGE_ROWS } from '#renderer/data/chat-window.ts';

/** Starts of today and of yesterday in the zone of the eye, epoch ms. */
export interface DayStarts {
  readonly todayAt: number;
  readonly yesterdayAt: number;
}

/** Asks main for pages of a list. */
export class ChatPages {
  readonly #bridge: SwitchboardBridge;
  readonly #days: () => DayStarts;

  constructor(bridge: SwitchboardBridge, days: () => DayStarts) {
    this.#bridge = bridge;
    this.#days = days;
  }

  ask(
    { scope, sort }: { readonly scope: ChatScope; readonly sort: ChatSort },
    offset: number,
  ): Promise<Reply<ChatPage>> {
    return this.#bridge.request('chats.list', { scope, sort, offset, limit: PAGE_ROWS, ...this.#days() });
  }
}
