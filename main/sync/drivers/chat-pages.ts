import { isAppError } from '#shared/domain/app-error.ts';
import type { Message, Page } from '#shared/domain/entities.ts';
import type { ChatId, PhoneKey } from '#shared/domain/ids.ts';
import type { ReadVia } from '#shared/domain/sync.ts';
import { toChatCoverage } from '../core/sweep.ts';
import type { ChatAnswer } from '../core/sweep.ts';
import type { PageQuery } from '../core/walk.ts';
import type { CallPriority } from '../calls.ts';
import type { CommitMessagesOutput } from '../ports.ts';
import { orEmptyPage } from './collection.ts';
import { toServiceNow } from './context.ts';
import type { SyncContext } from './context.ts';
import type { Doubts } from './doubts.ts';
import type { MessageCommits } from './message-commits.ts';

export interface ChatPageAsk extends PageQuery {
  readonly chatId: ChatId;
  readonly phone: PhoneKey;
  readonly period?: { readonly startAt: number; readonly endAt: number };
  /** Only messages with that text in them: such an answer proves nothing about what it leaves out. */
  readonly text?: string;
}

/** One answer, and all that is needed to say what it proves. */
export interface ChatPageRead extends ChatAnswer {
  /** Measures it against what was taken out of the cache meanwhile. */
  readonly moment: number;
  /** It shows a choice of messages only. */
  readonly isChoice: boolean;
  /** The newest mark of chats that need reading when the newest page was asked for; 0: another page, or none is marked. */
  readonly mark: number;
}

/** Pages of single chats, voice calls included, and what they cover. */
export class ChatPages {
  readonly #context: SyncContext;
  readonly #commits: MessageCommits;
  readonly #doubts: Doubts;
  /** Remembered for as long as the app runs. */
  #refusesCalls = false;

  constructor(context: SyncContext, commits: MessageCommits, doubts: Doubts) {
    this.#context = context;
    this.#commits = commits;
    this.#doubts = doubts;
  }

  /** Rejects with `AppError`. */
  async read(ask: ChatPageAsk, priority: CallPriority): Promise<ChatPageRead> {
    const { chatId, page: number, limit, period } = ask;
    const moment = this.#commits.moment;
    // Without a known skew the clock here proves nothing about times of the service.
    const askedAt = this.#context.source.clockSkewMs === null ? null : toServiceNow(this.#context);
    const isNewest = number === 1 && period === undefined && ask.text === undefined;
    const mark = isNewest ? await this.#context.store.getNewestChatMark({}) : 0;
    const { page, withCalls } = await this.#fetch(ask, priority);
    const confined = period === undefined ? {} : { period };
    const isChoice = ask.text !== undefined;
    const query = { page: number, limit };
    return { chatId, query, page, askedAt, withCalls, moment, isChoice, mark, ...confined };
  }

  /** Puts an answer into the cache; what it contradicts there is looked into. `isEnd`: the chat has no older messages. */
  async commit(
    read: ChatPageRead,
    how: { readonly isEnd?: boolean; readonly via?: ReadVia } = {},
  ): Promise<CommitMessagesOutput> {
    const covers = read.isChoice ? null : toChatCoverage(read);
    const output = await this.#commits.commit(
      {
        messages: read.page.items,
        source: 'page',
        via: how.via ?? 'poll',
        ...(how.isEnd === true ? { completeChatId: read.chatId } : {}),
        ...(covers === null ? {} : { covers }),
        ...(read.mark === 0 ? {} : { readMarks: { chatId: read.chatId, upTo: read.mark } }),
      },
      read.moment,
    );
    this.#doubts.add(output, true);
    return output;
  }

  /** A service that knows no calls may take the question for a mistake: it is asked once more without. */
  async #fetch(
    ask: ChatPageAsk,
    priority: CallPriority,
  ): Promise<{ readonly page: Page<Message>; readonly withCalls: boolean }> {
    if (!this.#refusesCalls) {
      try {
        return { page: await this.#ask({ ...ask, withCalls: true }, priority), withCalls: true };
      } catch (error) {
        if (!isAppError(error, 'validation')) throw error;
      }
    }
    const page = await this.#ask(ask, priority);
    this.#refusesCalls = true;
    return { page, withCalls: false };
  }

  #ask(query: ChatPageAsk & { readonly withCalls?: boolean }, priority: CallPriority): Promise<Page<Message>> {
    const { link, source } = this.#context;
    return orEmptyPage(
      query,
      link.call(priority, (options) => source.listChatMessages(query, options)),
    );
  }
}
