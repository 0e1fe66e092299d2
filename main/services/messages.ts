import type { MessageCursor, MessagePage } from '#shared/contract/index.ts';
import { AppError } from '#shared/domain/app-error.ts';
import type { ChatId } from '#shared/domain/ids.ts';
import type { Session } from './session.ts';

/** The messages of one chat. */
export class Messages {
  readonly #session: Session;

  constructor(needs: { readonly session: Session }) {
    this.#session = needs.session;
  }

  /** From the cache alone. Throws `not-found` when there is no such chat. */
  async list(query: {
    readonly chatId: ChatId;
    readonly before: MessageCursor | null;
    readonly limit: number;
  }): Promise<MessagePage> {
    const page = await this.#session.getAccount().store.listMessages(query);
    if (page !== null) return page;
    throw new AppError({ code: 'not-found', message: 'no such chat', outcome: 'refused' });
  }

  /** One more page of the past from the service into the cache; throws what the service or the network says. */
  async fetchOlder(chatId: ChatId): Promise<{ readonly isCompleteBefore: boolean }> {
    const { sync } = this.#session.getAccount();
    // What only this computer knows yet has no past at the service.
    return chatId < 0 ? { isCompleteBefore: true } : await sync.fetchOlder(chatId);
  }
}
