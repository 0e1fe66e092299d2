import { SvelteSet } from 'svelte/reactivity';
import type { MessageCursor, MessageView, Reply, SharedPage, SwitchboardBridge } from '#shared/contract/index.ts';
import { LiveQuery } from '#renderer/lib/live-query.svelte.ts';
import { toSharedItems, type SharedItems } from './shared-items.ts';

/** Messages that are read at first, and each time that more are asked for. */
const PORTION = 60;
/** Main gives as many at once. */
const MOST_AT_ONCE = 200;
/** A page of texts that come in is not followed text by text. */
const PAUSE_MS = 1_000;

const NONE: SharedItems = { pictures: [], files: [], links: [] };

/** Pictures, files and links of the open chat, newest first: as far back as the user asked to see. */
export class ChatMedia {
  /** Media ids of the pictures that the user asked for: no other is fetched. */
  readonly shown = new SvelteSet<string>();
  readonly items: SharedItems = $derived.by(() => {
    const page = this.#query.value;
    return page === null ? NONE : toSharedItems(page.items, this.#webUrl());
  });
  #wanted = PORTION;
  readonly #bridge: SwitchboardBridge;
  readonly #chatId: number;
  readonly #webUrl: () => string;
  readonly #query: LiveQuery<SharedPage, 'messages.changed'>;

  constructor(
    bridge: SwitchboardBridge,
    { chatId, webUrl }: { readonly chatId: number; readonly webUrl: () => string },
  ) {
    this.#bridge = bridge;
    this.#chatId = chatId;
    this.#webUrl = webUrl;
    this.#query = new LiveQuery(bridge, {
      ask: () => this.#ask(),
      events: ['messages.changed'],
      concerns: ({ chatIds, everything }) => everything || chatIds.includes(chatId),
      pauseMs: PAUSE_MS,
    });
  }

  /** Whether there may be more than `items`. */
  get hasOlder(): boolean {
    return this.#query.value?.older != null;
  }
  get hasFailed(): boolean {
    return this.#query.problem !== null && this.#query.value === null;
  }

  /** Asks main now. */
  refresh(): Promise<void> {
    return this.#query.refresh();
  }

  loadOlder(): Promise<void> {
    this.#wanted = (this.#query.value?.items.length ?? 0) + PORTION;
    return this.#query.refresh();
  }

  dispose(): void {
    this.#query.dispose();
  }

  async #ask(): Promise<Reply<SharedPage>> {
    const items: MessageView[] = [];
    let before: MessageCursor | null = null;
    do {
      const limit = Math.min(MOST_AT_ONCE, this.#wanted - items.length);
      const reply: Reply<SharedPage> = await this.#bridge.request('messages.listShared', {
        ...{ chatId: this.#chatId, before, limit },
      });
      if (!reply.ok) return reply;
      items.push(...reply.value.items);
      before = reply.value.older;
    } while (before !== null && items.length < this.#wanted);
    return { ok: true, value: { items, older: before } };
  }
}
