import type { Reply, RequestOutput, SwitchboardBridge } from '#shared/contract/index.ts';
import type { RequestIds } from '#renderer/data/request-ids.ts';
import { toWritten } from '#renderer/data/unsent-texts.svelte.ts';

interface BlockedNumbersOptions {
  readonly ids: RequestIds;
  /** Whether the service can be asked. Reads runes. */
  readonly isOnline: () => boolean;
}

/**
 * Which numbers are blocked: as chats and contacts here say, and for a number that has neither, as the service says. It is
 * asked about each number once; the answer is kept until the block, or all contacts, may have changed.
 */
export class BlockedNumbers {
  readonly #answers = new Map<string, Promise<boolean | null>>();
  readonly #bridge: SwitchboardBridge;
  readonly #options: BlockedNumbersOptions;
  readonly #stops: readonly (() => void)[];

  constructor(bridge: SwitchboardBridge, options: BlockedNumbersOptions) {
    this.#bridge = bridge;
    this.#options = options;
    this.#stops = [
      bridge.on('contacts.changed', ({ everything }) => {
        if (everything) this.#answers.clear();
      }),
      bridge.onResync(() => this.#answers.clear()),
    ];
  }

  /** Null: not known, as offline. */
  async find(phone: string): Promise<boolean | null> {
    const written = toWritten(phone);
    const chat = await this.#bridge.request('chats.find', { chatId: null, phone });
    if (!chat.ok) return null;
    if (chat.value?.isBlocked === true) {
      // From now on it says so itself, also when the user takes the block off.
      this.#answers.set(phone, Promise.resolve(false));
      return true;
    }
    if (chat.value !== null && chat.value.id > 0) return false;
    const contact = await this.#bridge.request('contacts.find', { contactId: null, phone: written });
    if (!contact.ok) return null;
    return contact.value?.isBlocked ?? (await this.#askService(phone));
  }

  async unblock(phone: string): Promise<Reply<RequestOutput<'people.setBlocked'>>> {
    const reply = await this.#options.ids.run(`people.setBlocked\n${phone}\nfalse`, (requestId) =>
      this.#bridge.request('people.setBlocked', { requestId, phones: [toWritten(phone)], isBlocked: false }),
    );
    if (reply.ok) this.#answers.set(phone, Promise.resolve(false));
    return reply;
  }

  dispose(): void {
    for (const stop of this.#stops) stop();
  }

  #askService(phone: string): Promise<boolean | null> {
    const known = this.#answers.get(phone);
    if (known !== undefined) return known;
    if (!this.#options.isOnline()) return Promise.resolve(null);
    const answer = this.#bridge
      .request('people.findBlocked', { phone: toWritten(phone) })
      .then((reply) => (reply.ok ? reply.value.isBlocked : null));
    this.#answers.set(phone, answer);
    void answer.then((isBlocked) => {
      if (isBlocked === null && this.#answers.get(phone) === answer) this.#answers.delete(phone);
    });
    return answer;
  }
}
