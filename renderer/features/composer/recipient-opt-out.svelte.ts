import type { Reply, SwitchboardBridge } from '#shared/contract/index.ts';
import { toWritten } from '#renderer/data/unsent-texts.svelte.ts';
import { LiveQuery } from '#renderer/lib/live-query.svelte.ts';

/** After events, main is asked at most this often. */
const EVENT_PAUSE_MS = 500;

interface OptOut {
  readonly isUnsubscribed: boolean;
  /** Epoch ms; null: not known, or they did not. */
  readonly since: number | null;
}

const NONE: OptOut = { isUnsubscribed: false, since: null };

/** Whether the person that a new message is for unsubscribed, as their chat says, or else their contact. */
export class RecipientOptOut {
  #phone: string | null = null;
  readonly #bridge: SwitchboardBridge;
  readonly #query: LiveQuery<OptOut>;

  constructor(bridge: SwitchboardBridge) {
    this.#bridge = bridge;
    this.#query = new LiveQuery(bridge, {
      ask: () => (this.#phone === null ? null : this.#ask(this.#phone)),
      events: ['chats.changed', 'contacts.changed'],
      pauseMs: EVENT_PAUSE_MS,
    });
  }

  /** Reads runes. */
  get isUnsubscribed(): boolean {
    return this.#query.value?.isUnsubscribed === true;
  }
  /** Since when, epoch ms; null where that is not known. */
  get since(): number | null {
    return this.#query.value?.since ?? null;
  }

  /** Asks about that number from now on; null: no one is chosen. */
  watch(phone: string | null): void {
    if (phone === this.#phone) return;
    this.#phone = phone;
    this.#query.reset();
    if (phone !== null) void this.#query.refresh();
  }

  dispose(): void {
    this.#query.dispose();
  }

  async #ask(phone: string): Promise<Reply<OptOut>> {
    const chat = await this.#bridge.request('chats.find', { chatId: null, phone });
    if (!chat.ok) return chat;
    if (chat.value !== null)
      return { ok: true, value: { isUnsubscribed: chat.value.isUnsubscribed, since: chat.value.optedOutAt } };
    const contact = await this.#bridge.request('contacts.find', { contactId: null, phone: toWritten(phone) });
    if (!contact.ok) return contact;
    if (contact.value === null) return { ok: true, value: NONE };
    const details = await this.#bridge.request('contacts.get', { contactId: contact.value.id });
    if (!details.ok || details.value === null) return details.ok ? { ok: true, value: NONE } : details;
    const { isUnsubscribed, unsubscribedAt } = details.value;
    return { ok: true, value: { isUnsubscribed, since: unsubscribedAt } };
  }
}
