import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { Message, Page } from '#shared/domain/entities.ts';
import type { ChatId, MessageKey, PhoneKey } from '#shared/domain/ids.ts';
import { planPage, startWalk, takeSlice } from '../core/walk.ts';
import type { Walk } from '../core/walk.ts';
import type { CallPriority, CommitMessagesOutput } from '../ports.ts';
import type { ChatReader } from './chat-reader.ts';
import { orEmptyPage } from './collection.ts';
import type { SyncContext } from './context.ts';

const NEWEST_LIMIT = 50;
/** Who clicks to and fro between chats does not read each of them anew. */
const OPEN_AGAIN_AFTER_MS = 5_000;
const LOOK_AGAIN_AFTER_MS = 30_000;
/** So many half-read chats are remembered. */
const MAX_WALKS = 20;

interface ChatWalk {
  readonly phone: PhoneKey;
  readonly seen: Set<MessageKey>;
  walk: Walk;
}

/** Reads messages chat by chat: the chat on screen, older pages on demand, chats that the feeds left out. */
export class ChatMessages {
  readonly #context: SyncContext;
  readonly #chats: ChatReader;
  readonly #walks = new Map<ChatId, ChatWalk>();
  readonly #fetches = new Map<ChatId, Promise<{ readonly isCompleteBefore: boolean }>>();
  readonly #readAt = new Map<ChatId, number>();
  readonly #phones = new Map<ChatId, PhoneKey>();
  #openId: ChatId | null = null;

  constructor(context: SyncContext, chats: ChatReader) {
    this.#context = context;
    this.#chats = chats;
  }

  /** A chat came on screen: it and its newest messages are read ahead of everything else. */
  async open(chatId: ChatId): Promise<void> {
    this.#openId = chatId > 0 ? chatId : null;
    if (chatId <= 0 || this.#age(chatId) < OPEN_AGAIN_AFTER_MS) return;
    try {
      const chat = await this.#chats.read(chatId, 'user');
      this.#phones.set(chatId, chat.phone);
      await this.readNewest({ chatId, phone: chat.phone, priority: 'user', limit: NEWEST_LIMIT });
    } catch (error) {
      // The rounds bring what could not be read now.
      if (!isAppError(error)) throw error;
      this.#context.link.note(error);
    }
  }

  /** Looks at the newest messages of the open chat now and then; says whether something changed. */
  async lookAgain(): Promise<boolean> {
    const chatId = this.#openId;
    if (chatId === null || this.#age(chatId) < LOOK_AGAIN_AFTER_MS) return false;
    const phone = await this.#phone(chatId, 'sync');
    return this.readNewest({ chatId, phone, priority: 'sync', limit: NEWEST_LIMIT });
  }

  /** The newest messages of one chat into the cache; says whether something changed. */
  async readNewest(ask: {
    readonly chatId: ChatId;
    readonly phone: PhoneKey;
    readonly priority: CallPriority;
    readonly limit: number;
  }): Promise<boolean> {
    const { chatId, phone, limit } = ask;
    const page = await this.#fetch({ chatId, phone, page: 1, limit }, ask.priority);
    this.#readAt.set(chatId, this.#context.clock.now());
    const isWhole = page.pageCount !== null && page.pageCount <= 1;
    return (await this.#commit(page.items, isWhole ? chatId : null)).isChanged;
  }

  /**
   * One more page above what the cache has. The chat is walked from its newest message without a gap, so that
   * "complete" can be believed. Rejects with `AppError`.
   */
  async fetchOlder(chatId: ChatId): Promise<{ readonly isCompleteBefore: boolean }> {
    const running = this.#fetches.get(chatId);
    if (running !== undefined) return running;
    const fetching = this.#fetchOlder(chatId).finally(() => this.#fetches.delete(chatId));
    this.#fetches.set(chatId, fetching);
    return fetching;
  }

  async #fetchOlder(chatId: ChatId): Promise<{ readonly isCompleteBefore: boolean }> {
    if (chatId <= 0) return { isCompleteBefore: true };
    const chatWalk = await this.#walk(chatId);
    while (chatWalk.walk.state === 'walking') {
      const { newKeys } = await this.#readStep(chatId, chatWalk);
      if (newKeys.length > 0) break;
    }
    if (chatWalk.walk.state === 'stuck') {
      this.#walks.delete(chatId);
      throw new AppError({ code: 'bad-response', message: 'The pages of a chat lead nowhere', outcome: 'refused' });
    }
    return { isCompleteBefore: chatWalk.walk.state === 'ended' };
  }

  async #readStep(chatId: ChatId, chatWalk: ChatWalk): Promise<CommitMessagesOutput> {
    const { phone, seen } = chatWalk;
    const asked = planPage(chatWalk.walk);
    const page = await this.#fetch({ chatId, phone, ...asked }, 'user');
    const known = page.items.map(({ key }) => seen.has(key));
    const taken = takeSlice(chatWalk.walk, {
      asked,
      page: page.page,
      limit: page.limit,
      pageCount: page.pageCount,
      known,
      first: page.items[0]?.key,
    });
    const output = await this.#commit(page.items, taken.walk.state === 'ended' ? chatId : null);
    if (taken.isTouching) for (const { key } of page.items) seen.add(key);
    chatWalk.walk = taken.walk;
    return output;
  }

  async #walk(chatId: ChatId): Promise<ChatWalk> {
    const known = this.#walks.get(chatId);
    if (known !== undefined) return known;
    const phone = await this.#phone(chatId, 'user');
    const chatWalk: ChatWalk = { phone, seen: new Set(), walk: startWalk() };
    this.#walks.set(chatId, chatWalk);
    const [oldest] = this.#walks.keys();
    if (this.#walks.size > MAX_WALKS && oldest !== undefined) this.#walks.delete(oldest);
    return chatWalk;
  }

  async #phone(chatId: ChatId, priority: CallPriority): Promise<PhoneKey> {
    const phone = this.#phones.get(chatId) ?? (await this.#chats.read(chatId, priority)).phone;
    this.#phones.set(chatId, phone);
    return phone;
  }

  #fetch(
    query: { readonly chatId: ChatId; readonly phone: PhoneKey; readonly page: number; readonly limit: number },
    priority: CallPriority,
  ): Promise<Page<Message>> {
    const { link, source } = this.#context;
    return orEmptyPage(
      query,
      link.call(priority, (options) => source.listChatMessages(query, options)),
    );
  }

  #commit(messages: readonly Message[], completeChatId: ChatId | null): Promise<CommitMessagesOutput> {
    const complete = completeChatId === null ? {} : { completeChatId };
    return this.#context.store.commitMessages({ messages, source: 'page', ...complete });
  }

  /** How long ago the chat was read, ms; infinite where nobody knows, also because the clock was set back since. */
  #age(chatId: ChatId): number {
    const ageMs = this.#context.clock.now() - (this.#readAt.get(chatId) ?? -Infinity);
    return ageMs < 0 ? Infinity : ageMs;
  }
}
