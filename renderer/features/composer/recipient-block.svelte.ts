import type { Reply, SwitchboardBridge } from '#shared/contract/index.ts';
import { LiveQuery } from '#renderer/lib/live-query.svelte.ts';
import type { BlockedNumbers } from './blocked-numbers.ts';

/** A number is asked about once it has not changed for so long. */
const PAUSE_MS = 300;
/** A text that is sent before the answer came waits for it at most so long. */
const MAX_WAIT_MS = 1_000;
/** After events, main is asked at most this often. */
const EVENT_PAUSE_MS = 500;

/** Whether the number that a composer writes to is blocked, where no open chat says it. */
export class RecipientBlock {
  #phone: string | null = null;
  /** The same number, once it has not changed for a moment. */
  #asked: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #numbers: BlockedNumbers;
  readonly #query: LiveQuery<{ readonly isBlocked: boolean | null }>;
  readonly #stop: () => void;

  constructor(bridge: SwitchboardBridge, numbers: BlockedNumbers) {
    this.#numbers = numbers;
    this.#query = new LiveQuery(bridge, {
      ask: () => (this.#asked === null ? null : this.#ask(this.#asked)),
      events: ['chats.changed', 'contacts.changed'],
      pauseMs: EVENT_PAUSE_MS,
    });
    // The service may be there again.
    this.#stop = bridge.on('sync.statusChanged', () => {
      if (this.#query.value?.isBlocked === null) void this.#query.refresh();
    });
  }

  /** Reads runes. */
  get isBlocked(): boolean {
    return this.#query.value?.isBlocked === true;
  }

  /** Whether there is a number to ask about. */
  get isWatching(): boolean {
    return this.#phone !== null;
  }

  /** Asks about that number from now on; null: about none. */
  watch(phone: string | null): void {
    if (phone === this.#phone) return;
    this.#phone = phone;
    this.#asked = null;
    this.#query.reset();
    clearTimeout(this.#timer);
    if (phone === null) return;
    this.#timer = setTimeout(() => {
      this.#asked = phone;
      void this.#query.refresh();
    }, PAUSE_MS);
  }

  /** Whether a text to that number would reach no one. Where nothing is known, or not soon, it may leave. */
  async isStopped(phone: string): Promise<boolean> {
    const { promise: late, resolve } = Promise.withResolvers<null>();
    const timer = setTimeout(() => resolve(null), MAX_WAIT_MS);
    const known = phone === this.#phone ? this.#query.value?.isBlocked : null;
    const isBlocked = known ?? (await Promise.race([this.#numbers.find(phone), late]));
    clearTimeout(timer);
    if (isBlocked !== null && phone === this.#phone) this.#query.set({ isBlocked });
    return isBlocked === true;
  }

  /** Takes the block off at the service. Null where no number is written to. */
  async unblock(): Promise<Reply<unknown> | null> {
    const phone = this.#phone;
    if (phone === null) return null;
    const reply = await this.#numbers.unblock(phone);
    if (reply.ok && phone === this.#phone) this.#query.set({ isBlocked: false });
    return reply;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#stop();
    this.#query.dispose();
  }

  async #ask(phone: string): Promise<Reply<{ readonly isBlocked: boolean | null }>> {
    return { ok: true, value: { isBlocked: await this.#numbers.find(phone) } };
  }
}
