import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { ContractError, MessagePage, SwitchboardBridge } from '#shared/contract/index.ts';
import type { Gap } from '#shared/domain/sync.ts';

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

  /** Another stretch is on screen, and this page is all of it. */
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
