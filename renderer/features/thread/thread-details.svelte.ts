import type { MessageDetails, SwitchboardBridge } from '#shared/contract/index.ts';

/** What main knows of one message beyond its bubble, while somebody looks at it. */
export class OpenDetails {
  #key = $state<string | null>(null);
  #details = $state.raw<MessageDetails | null>(null);
  #isFailed = $state(false);
  #asked = 0;
  readonly #bridge: SwitchboardBridge;
  readonly #chat: { readonly chatId: number };
  readonly #undo: readonly (() => void)[];

  constructor(bridge: SwitchboardBridge, chat: { readonly chatId: number }) {
    this.#bridge = bridge;
    this.#chat = chat;
    this.#undo = [
      bridge.on('messages.changed', ({ chatIds, everything }) => {
        if (everything || chatIds.includes(this.#chat.chatId)) void this.#refresh();
      }),
      bridge.onResync(() => void this.#refresh()),
    ];
  }

  /** Whose details are open; null: nobody's. */
  get key(): string | null {
    return this.#key;
  }
  /** Null while they are on their way, or where they did not come. */
  get details(): MessageDetails | null {
    return this.#details;
  }
  get isFailed(): boolean {
    return this.#isFailed;
  }

  async open(key: string): Promise<void> {
    this.#key = key;
    this.#details = null;
    this.#isFailed = false;
    await this.#refresh();
  }

  close(): void {
    this.#asked += 1;
    this.#key = null;
    this.#details = null;
  }

  dispose(): void {
    this.close();
    for (const undo of this.#undo) undo();
  }

  async #refresh(): Promise<void> {
    const key = this.#key;
    if (key === null) return;
    this.#asked += 1;
    const asked = this.#asked;
    const reply = await this.#bridge.request('messages.getDetails', { chatId: this.#chat.chatId, key });
    if (asked !== this.#asked) return;
    if (reply.ok) this.#details = reply.value;
    this.#isFailed = !reply.ok && this.#details === null;
  }
}
