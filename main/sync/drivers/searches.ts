/**
 * Questions that a person asks the service about what the cache may not have.
 *
 * SYNC-22  A search proves nothing about what it leaves out: it covers no stretch and completes no chat.
 */
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { Chat, Page } from '#shared/domain/entities.ts';
import type { ChatId, MessageKey } from '#shared/domain/ids.ts';
import type { CallOptions } from '../calls.ts';
import { isSaid } from '../core/said.ts';
import type { ChatMessages } from './chat-messages.ts';
import type { ChatPages } from './chat-pages.ts';
import type { ChatReader } from './chat-reader.ts';
import type { SyncContext } from './context.ts';
import { together } from './together.ts';

const MOST_CHATS = 50;
const MOST_MESSAGES = 100;

export interface FoundChats {
  readonly byText: readonly ChatId[];
  readonly byPerson: readonly ChatId[];
  readonly hasMore: boolean;
}

interface Found {
  readonly ids: readonly ChatId[];
  readonly hasMore: boolean;
}

export class Searches {
  readonly #context: SyncContext;
  readonly #parts: { readonly chats: ChatReader; readonly messages: ChatMessages; readonly pages: ChatPages };
  #running: AbortController | null = null;

  constructor(
    context: SyncContext,
    parts: { readonly chats: ChatReader; readonly messages: ChatMessages; readonly pages: ChatPages },
  ) {
    this.#context = context;
    this.#parts = parts;
  }

  /** Ends the search before, if it is not over. Rejects with `AppError`; `cancelled` where the next one ended it. */
  async findChats(text: string): Promise<FoundChats> {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    const { source } = this.#context;
    const query = { text, page: 1, limit: MOST_CHATS };
    const answers = await together([
      this.#ask(running.signal, (options) => source.searchChats(query, options)),
      this.#ask(running.signal, (options) =>
        source.searchChatsByRecipient({ ...query, orderBy: 'messageTime' }, options),
      ),
    ]);
    if (running.signal.aborted) throw new AppError({ code: 'cancelled', message: 'Another search took its place' });
    const [byText, byPerson] = answers;
    return {
      byText: byText?.ids ?? [],
      byPerson: byPerson?.ids ?? [],
      hasMore: answers.some(({ hasMore }) => hasMore),
    };
  }

  /** The newest message of the chat with that text, after it and older ones were read; null where none has it. */
  async findInChat(chatId: ChatId, text: string): Promise<MessageKey | null> {
    if (chatId <= 0) return null;
    const { messages, pages } = this.#parts;
    const phone = await messages.getPhone(chatId, 'user');
    const read = await pages.read({ chatId, phone, page: 1, limit: MOST_MESSAGES, text }, 'user');
    await pages.commit(read);
    // A service that pays no heed to the text answers with its newest messages.
    const found = read.page.items.filter((message) => isSaid(message.text, text));
    return (
      found.reduce((newest, one) => (newest === undefined || one.at > newest.at ? one : newest), found[0])?.key ?? null
    );
  }

  async #ask(signal: AbortSignal, request: (options: CallOptions) => Promise<Page<Chat>>): Promise<Found> {
    try {
      const page = await this.#parts.chats.readFound((options) =>
        request({
          ...options,
          signal: AbortSignal.any([signal, ...(options.signal === undefined ? [] : [options.signal])]),
        }),
      );
      const isLast = page.pageCount === null ? page.items.length < MOST_CHATS : page.pageCount <= 1;
      return { ids: page.items.slice(0, MOST_CHATS).map(({ id }) => id), hasMore: !isLast };
    } catch (error) {
      // A service without this search has found nothing by it.
      if (isAppError(error, 'not-found')) return { ids: [], hasMore: false };
      throw error;
    }
  }
}
