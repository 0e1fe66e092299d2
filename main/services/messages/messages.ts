import type { MessageCursor, MessageDetails, MessagePage, RequestOutput } from '#shared/contract/index.ts';
import type { ChatId } from '#shared/domain/ids.ts';
import type { Gap } from '#shared/domain/sync.ts';
import { findMessageAt } from './find-message-at.ts';
import { toNotFound } from '#main/services/refusals.ts';
import type { Session } from '#main/services/account/session.ts';

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
    return toPage(await this.#session.getAccount().store.listMessages(query));
  }

  /** The page below a place, from the cache alone. Throws `not-found` when there is no such chat. */
  async listNewer(query: {
    readonly chatId: ChatId;
    readonly after: MessageCursor;
    readonly limit: number;
  }): Promise<MessagePage> {
    return toPage(await this.#session.getAccount().store.listNewerMessages(query));
  }

  /** A page with that message in its middle. Throws `not-found` when the cache has no such chat or message. */
  async listAround(query: {
    readonly chatId: ChatId;
    readonly key: string;
    readonly limit: number;
  }): Promise<MessagePage> {
    return toPage(await this.#session.getAccount().store.listMessagesAround(query));
  }

  /** One more page of the past from the service into the cache; throws what the service or the network says. */
  async fetchOlder(chatId: ChatId): Promise<{ readonly isCompleteBefore: boolean }> {
    const { sync } = this.#session.getAccount();
    // What only this computer knows yet has no past at the service.
    return chatId < 0 ? { isCompleteBefore: true } : await sync.fetchOlder(chatId);
  }

  /** Throws `not-found` when the cache has no such chat or message. */
  async getDetails(query: { readonly chatId: ChatId; readonly key: string }): Promise<MessageDetails> {
    const details = await this.#session.getAccount().store.getMessageDetails(query);
    if (details === null) throw toNotFound('chat or message');
    return details;
  }

  /** The first message at or after an instant; see `findMessageAt`. Throws `not-found` or `disk`. */
  async findAt(chatId: ChatId, at: number): Promise<RequestOutput<'messages.findAt'>> {
    return await findMessageAt(this.#session.getAccount(), chatId, at);
  }

  /** Reads from the service what may be missing between two instants; throws what the service or the network says. */
  async fillGap(chatId: ChatId, gap: Gap): Promise<void> {
    const { sync } = this.#session.getAccount();
    if (chatId >= 0) await sync.fillGap(chatId, gap);
  }
}

function toPage(page: MessagePage | null): MessagePage {
  if (page !== null) return page;
  throw toNotFound('chat or message');
}
