import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { Message } from '#shared/domain/entities.ts';
import type { ChatId, MessageKey, PhoneKey } from '#shared/domain/ids.ts';
import type { Gap, ReadVia } from '#shared/domain/sync.ts';
import { Serial } from '#shared/lib/serial.ts';
import { isLastPage } from '../core/sweep.ts';
import { planPage, startWalk, takeSlice } from '../core/walk.ts';
import type { Walk } from '../core/walk.ts';
import type { CallPriority } from '../calls.ts';
import type { CommitMessagesOutput } from '../ports.ts';
import type { ChatPages } from './chat-pages.ts';
import type { ChatReader } from './chat-reader.ts';
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
  /** Who scrolls and who fills a gap may come at once: one page after the other. */
  readonly steps: Serial;
  walk: Walk;
  /** Oldest time that it has come down to. */
  lowAt: number;
}

export interface NewestRead {
  readonly isChanged: boolean;
  readonly messages: readonly Message[];
}

/** Reads messages chat by chat: the chat on screen, older pages on demand, chats that the feeds left out. */
export class ChatMessages {
  readonly #context: SyncContext;
  readonly #chats: ChatReader;
  readonly #pages: ChatPages;
  readonly #walks = new Map<ChatId, ChatWalk>();
  readonly #fetches = new Map<ChatId, Promise<{ readonly isCompleteBefore: boolean }>>();
  readonly #readAt = new Map<ChatId, number>();
  readonly #phones = new Map<ChatId, PhoneKey>();
  #openId: ChatId | null = null;

  constructor(context: SyncContext, chats: ChatReader, pages: ChatPages) {
    this.#context = context;
    this.#chats = chats;
    this.#pages = pages;
  }

  /**
   * A chat came on screen: it and its newest messages are read ahead of everything else. Resolves to how far down they
   * reach; null where nothing was read.
   */
  async open(chatId: ChatId): Promise<number | null> {
    this.#openId = chatId > 0 ? chatId : null;
    if (chatId <= 0 || this.#age(chatId) < OPEN_AGAIN_AFTER_MS) return null;
    try {
      const chat = await this.#chats.read(chatId, 'user');
      this.#phones.set(chatId, chat.phone);
      const ask = { chatId, phone: chat.phone, priority: 'user', limit: NEWEST_LIMIT } as const;
      const { messages } = await this.readNewest(ask);
      return messages.length === 0 ? null : Math.min(...messages.map(({ at }) => at));
    } catch (error) {
      // The rounds bring what could not be read now.
      if (!isAppError(error)) throw error;
      this.#context.link.note(error);
      return null;
    }
  }

  /** Looks at the newest messages of the open chat now and then; says whether something changed. */
  async lookAgain(): Promise<boolean> {
    const chatId = this.#openId;
    if (chatId === null || this.#age(chatId) < LOOK_AGAIN_AFTER_MS) return false;
    const phone = await this.getPhone(chatId, 'sync');
    return (await this.readNewest({ chatId, phone, priority: 'sync', limit: NEWEST_LIMIT })).isChanged;
  }

  /** The newest messages of one chat into the cache. */
  async readNewest(ask: {
    readonly chatId: ChatId;
    readonly phone: PhoneKey;
    readonly priority: CallPriority;
    readonly limit: number;
    readonly via?: ReadVia;
  }): Promise<NewestRead> {
    const { chatId, phone, limit, via = 'poll' } = ask;
    const read = await this.#pages.read({ chatId, phone, page: 1, limit }, ask.priority);
    this.#readAt.set(chatId, this.#context.clock.now());
    const isEnd = read.page.pageCount !== null && isLastPage(read.page, read.query);
    const { isChanged } = await this.#pages.commit(read, { isEnd, via });
    return { isChanged, messages: read.page.items };
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

  /** Reads page by page down to that instant, at most so many pages; goes on where the last time ended. */
  async readDownTo(chatId: ChatId, gap: Gap, pages: number): Promise<void> {
    const lowestAt = this.#walks.get(chatId)?.lowAt ?? Infinity;
    // A walk that is past it has seen what it could see: one from the top sees what changed since.
    if (lowestAt <= gap.toAt && (gap.fromAt === null || lowestAt <= gap.fromAt)) this.#walks.delete(chatId);
    if (this.#walks.get(chatId)?.walk.state === 'ended') this.#walks.delete(chatId);
    const chatWalk = await this.#walk(chatId);
    for (let read = 0; read < pages && chatWalk.walk.state === 'walking'; read += 1) {
      await this.#readStep(chatId, chatWalk);
      if (gap.fromAt !== null && chatWalk.lowAt < gap.fromAt) return;
    }
    this.#endStuck(chatId, chatWalk);
  }

  /** Number of a chat. Rejects with `AppError`. */
  async getPhone(chatId: ChatId, priority: CallPriority): Promise<PhoneKey> {
    const phone = this.#phones.get(chatId) ?? (await this.#chats.read(chatId, priority)).phone;
    this.#phones.set(chatId, phone);
    return phone;
  }

  async #fetchOlder(chatId: ChatId): Promise<{ readonly isCompleteBefore: boolean }> {
    if (chatId <= 0) return { isCompleteBefore: true };
    const chatWalk = await this.#walk(chatId);
    while (chatWalk.walk.state === 'walking') {
      const output = await this.#readStep(chatId, chatWalk);
      if (output === null || output.newKeys.length > 0) break;
    }
    this.#endStuck(chatId, chatWalk);
    return { isCompleteBefore: chatWalk.walk.state === 'ended' };
  }

  #endStuck(chatId: ChatId, { walk }: ChatWalk): void {
    if (walk.state !== 'stuck') return;
    this.#walks.delete(chatId);
    throw new AppError({ code: 'bad-response', message: 'The pages of a chat lead nowhere', outcome: 'refused' });
  }

  /** Null where somebody else's step came to the end. */
  #readStep(chatId: ChatId, chatWalk: ChatWalk): Promise<CommitMessagesOutput | null> {
    return chatWalk.steps.run(async () => (chatWalk.walk.state === 'walking' ? this.#step(chatId, chatWalk) : null));
  }

  async #step(chatId: ChatId, chatWalk: ChatWalk): Promise<CommitMessagesOutput> {
    const { phone, seen } = chatWalk;
    const asked = planPage(chatWalk.walk);
    const read = await this.#pages.read({ chatId, phone, ...asked }, 'user');
    const { page } = read;
    const known = page.items.map(({ key }) => seen.has(key));
    const { limit, pageCount } = page;
    const first = page.items[0]?.key;
    const taken = takeSlice(chatWalk.walk, { asked, page: page.page, limit, pageCount, known, first });
    const output = await this.#pages.commit(read, { isEnd: taken.walk.state === 'ended' });
    if (taken.isTouching) for (const { key } of page.items) seen.add(key);
    if (taken.isTouching) chatWalk.lowAt = Math.min(chatWalk.lowAt, ...page.items.map(({ at }) => at));
    chatWalk.walk = taken.walk;
    return output;
  }

  async #walk(chatId: ChatId): Promise<ChatWalk> {
    const known = this.#walks.get(chatId);
    if (known !== undefined) return known;
    const phone = await this.getPhone(chatId, 'user');
    const chatWalk: ChatWalk = { phone, seen: new Set(), steps: new Serial(), walk: startWalk(), lowAt: Infinity };
    this.#walks.set(chatId, chatWalk);
    const [oldest] = this.#walks.keys();
    if (this.#walks.size > MAX_WALKS && oldest !== undefined) this.#walks.delete(oldest);
    return chatWalk;
  }

  /** How long ago the chat was read, ms; infinite where nobody knows, also because the clock was set back since. */
  #age(chatId: ChatId): number {
    const ageMs = this.#context.clock.now() - (this.#readAt.get(chatId) ?? -Infinity);
    return ageMs < 0 ? Infinity : ageMs;
  }
}
