import type { Chat, ChatStatus, Page } from '#shared/domain/entities.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import type { ChatId, PhoneKey } from '#shared/domain/ids.ts';
import type { PageQuery } from '../core/walk.ts';
import type { CallOptions, CallPriority } from '../calls.ts';
import { readCollection } from './collection.ts';
import type { CollectionRead } from './collection.ts';
import type { SyncContext } from './context.ts';

const UNREAD_LIMIT = 100;
const MOST_UNREAD_PAGES = 50;

export interface ChatsRead {
  readonly chats: readonly Chat[];
  readonly changedIds: ReadonlySet<ChatId>;
}

/**
 * Reads chats into the cache.
 *
 * SYNC-7  An answer that was asked for before an action on a chat was confirmed never undoes that action.
 */
export class ChatReader {
  readonly #context: SyncContext;
  /** Counts confirmations; per chat, the count at its latest one. */
  #confirmations = 0;
  readonly #confirmedAt = new Map<ChatId, number>();

  constructor(context: SyncContext) {
    this.#context = context;
  }

  /** From now on, answers to older questions say nothing about this chat. */
  noteConfirmed(chatId: ChatId): void {
    this.#confirmations += 1;
    this.#confirmedAt.set(chatId, this.#confirmations);
  }

  /** Active chats by their last message: the first page, and further ones while all of a page is news. */
  async readNewest(ask: {
    readonly limit: number;
    readonly maxPages: number;
    readonly priority: CallPriority;
  }): Promise<ChatsRead> {
    const chats: Chat[] = [];
    const changedIds = new Set<ChatId>();
    for (let page = 1; page <= ask.maxPages; page += 1) {
      const query = { page, limit: ask.limit, status: 'active', orderBy: 'messageTime' } as const;
      const answer = await this.#readPage(query, ask.priority);
      chats.push(...answer.page.items);
      for (const id of answer.changedIds) changedIds.add(id);
      if (isLastPage(answer.page, page) || answer.changedIds.length < answer.page.items.length) break;
    }
    return { chats, changedIds };
  }

  /** All chats of one status. */
  readAll(
    status: Exclude<ChatStatus, 'unknown'>,
    onPage: (seenCount: number, total: number | null) => void,
  ): Promise<CollectionRead> {
    return readCollection<Chat>({
      readPage: async (query) => (await this.#readPage({ ...query, status, orderBy: 'id' }, 'sync')).page,
      keyOf: (chat) => chat.id,
      onPage,
    });
  }

  /** Active chats with unread messages. */
  async readUnread(): Promise<void> {
    for (let page = 1; page <= MOST_UNREAD_PAGES; page += 1) {
      const query = { page, limit: UNREAD_LIMIT, status: 'active', orderBy: 'unread' } as const;
      const answer = (await this.#readPage(query, 'sync')).page;
      if (isLastPage(answer, page) || answer.items.at(-1)?.unreadCount === 0) return;
    }
  }

  /** Chats that a person looks for, asked for by `request`. */
  async readFound(request: (options: CallOptions) => Promise<Page<Chat>>): Promise<Page<Chat>> {
    const askedAt = this.#confirmations;
    const page = await this.#context.link.call('user', request);
    await this.#commit(page.items, askedAt);
    return page;
  }

  /** One chat. Rejects with `not-found` when the service no longer has it. */
  async read(chatId: ChatId, priority: CallPriority): Promise<Chat> {
    const { link, source } = this.#context;
    const askedAt = this.#confirmations;
    const chat = await link.call(priority, (options) => source.getChat({ chatId }, options));
    await this.#commit([chat], askedAt);
    return chat;
  }

  /** The chat of a number, neither created nor reopened. */
  async find(phone: PhoneKey): Promise<Chat | undefined> {
    const { link, source } = this.#context;
    const askedAt = this.#confirmations;
    const chat = await link.call('sync', (options) => source.findChatByPhone({ phone }, options));
    if (chat !== undefined) await this.#commit([chat], askedAt);
    return chat;
  }

  /** Like `read`, for those who can live without the answer: the next reading of all chats brings it. */
  async refresh(chatId: ChatId): Promise<Chat | null> {
    try {
      return await this.read(chatId, 'user');
    } catch (error) {
      if (!isAppError(error)) throw error;
      this.#context.link.note(error);
      return null;
    }
  }

  /** At most 50 chats, behind what a person waits for. `judge` is told of them before they come into the cache. */
  async readMany(chatIds: readonly ChatId[], judge: (chats: readonly Chat[]) => Promise<void>): Promise<void> {
    const { link, source } = this.#context;
    const askedAt = this.#confirmations;
    const chats = await link.call('sync', (options) => source.listChatsByIds({ chatIds }, options));
    // What is confirmed by this very answer is not older than its own confirmation.
    const current = this.#pickCurrent(chats, askedAt);
    await judge(chats);
    if (current.length > 0) await this.#context.store.commitChats({ chats: current });
  }

  async #readPage(
    query: PageQuery & {
      readonly status: Exclude<ChatStatus, 'unknown'>;
      readonly orderBy: 'id' | 'unread' | 'messageTime';
    },
    priority: CallPriority,
  ): Promise<{ readonly page: Page<Chat>; readonly changedIds: readonly ChatId[] }> {
    const { link, source } = this.#context;
    const askedAt = this.#confirmations;
    const page = await link.call(priority, (options) => source.listChats(query, options));
    return { page, changedIds: await this.#commit(page.items, askedAt) };
  }

  async #commit(chats: readonly Chat[], askedAt: number): Promise<readonly ChatId[]> {
    const current = this.#pickCurrent(chats, askedAt);
    if (current.length === 0) return [];
    return (await this.#context.store.commitChats({ chats: current })).changedIds;
  }

  #pickCurrent(chats: readonly Chat[], askedAt: number): readonly Chat[] {
    return chats.filter((chat) => (this.#confirmedAt.get(chat.id) ?? 0) <= askedAt);
  }
}

/** Rows that could not be read were there. */
function isLastPage({ items, limit, pageCount, leftOut = 0 }: Page<Chat>, page: number): boolean {
  return items.length + leftOut < limit || pageCount === page;
}
