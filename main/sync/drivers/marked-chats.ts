import { isAppError } from '#shared/domain/app-error.ts';
import type { ChatId } from '#shared/domain/ids.ts';
import type { MarkedChat } from '../ports.ts';
import type { ChatMessages } from './chat-messages.ts';
import type { SyncContext } from './context.ts';
import { isFatal } from './failures.ts';
import type { GapFiller } from './gap-filler.ts';
import { forEachOf } from './together.ts';

/** So many of one round, so that feeds and chats are asked for again soon. */
const MOST_CHATS = 50;
const PAGE_LIMIT = 25;
const AT_ONCE = 4;
/** A chat that is still marked after its second reading rests, longer each time. */
const FIRST_REST_MS = 60_000;
const LONGEST_REST_MS = 3_600_000;

/** How often a chat was read for one mark, and when next. */
interface Tries {
  readonly mark: number;
  readonly count: number;
  readonly triedAt: number;
}

/**
 * Reads the chats that need reading, one by one.
 *
 * SYNC-23  A chat needs reading from the commit of the row that shows news until the commit of its messages.
 */
export class MarkedChats {
  readonly #context: SyncContext;
  readonly #messages: ChatMessages;
  readonly #gaps: GapFiller;
  readonly #tries = new Map<ChatId, Tries>();

  constructor(context: SyncContext, messages: ChatMessages, gaps: GapFiller) {
    this.#context = context;
    this.#messages = messages;
    this.#gaps = gaps;
  }

  /** Reads some of them, the longest marked first; whether there were any. Rejects with `AppError` where the link breaks. */
  async readSome(): Promise<boolean> {
    const { store, clock } = this.#context;
    const limit = MOST_CHATS + this.#tries.size;
    const marked = await store.listChatsToRead({ limit });
    if (marked.length < limit) this.#forgetOthers(new Set(marked.map(({ chatId }) => chatId)));
    const due = marked.filter((chat) => !this.#isResting(chat, clock.now())).slice(0, MOST_CHATS);
    await forEachOf(due, AT_ONCE, (chat) => this.#read(chat));
    return due.length > 0;
  }

  async #read({ chatId, phone, mark }: MarkedChat): Promise<void> {
    const known = this.#tries.get(chatId);
    const count = known?.mark === mark ? known.count + 1 : 1;
    this.#tries.set(chatId, { mark, count, triedAt: this.#context.clock.now() });
    try {
      const ask = { chatId, phone, priority: 'sync', limit: PAGE_LIMIT } as const;
      const { messages } = await this.#messages.readNewest(ask);
      if (messages.length > 0) await this.#gaps.fillNewest(chatId, Math.min(...messages.map(({ at }) => at)));
    } catch (error) {
      // What is refused of one chat does not keep the others from being read; it keeps its mark.
      if (isFatal(error) || !isAppError(error) || this.#context.link.note(error)) throw error;
    }
  }

  #isResting({ chatId, mark }: MarkedChat, now: number): boolean {
    const tries = this.#tries.get(chatId);
    if (tries?.mark !== mark || tries.count < 2) return false;
    const ageMs = now - tries.triedAt;
    return ageMs >= 0 && ageMs < Math.min(FIRST_REST_MS * 2 ** Math.min(tries.count - 2, 10), LONGEST_REST_MS);
  }

  #forgetOthers(marked: ReadonlySet<ChatId>): void {
    for (const chatId of this.#tries.keys()) if (!marked.has(chatId)) this.#tries.delete(chatId);
  }
}
