import { isAppError } from '#shared/domain/app-error.ts';
import type { Message } from '#shared/domain/entities.ts';
import type { MessageKey, PhoneKey } from '#shared/domain/ids.ts';
import type { ReadVia } from '#shared/domain/sync.ts';
import type { CallOptions, CallPriority } from '../calls.ts';
import type { SyncContext } from './context.ts';
import type { MessageCommits } from './message-commits.ts';

/** `unasked`: calls and notes cannot be asked for by themselves. */
export interface SingleRead {
  readonly state: 'there' | 'gone' | 'unasked';
  /** Number of a message that is there, where the cache has no chat of it. */
  readonly phoneWithoutChat: PhoneKey | null;
  readonly message: Message | null;
}

interface Ask {
  readonly priority: CallPriority;
  readonly via: ReadVia;
}

interface Lane {
  readonly running: Promise<SingleRead>;
  next: Promise<SingleRead> | null;
}

const UNASKED: SingleRead = { state: 'unasked', phoneWithoutChat: null, message: null };
const GONE: SingleRead = { state: 'gone', phoneWithoutChat: null, message: null };

/**
 * Reads messages by themselves: the one kind of answer whose letter always counts.
 *
 * SYNC-16  The reads of one message go one after the other, so that the newest answer is the one that stays; whoever
 *          asks gets an answer that was asked for afterwards.
 */
export class SingleReads {
  readonly #context: SyncContext;
  readonly #commits: MessageCommits;
  readonly #lanes = new Map<MessageKey, Lane>();

  constructor(context: SyncContext, commits: MessageCommits) {
    this.#context = context;
    this.#commits = commits;
  }

  /** The message into the cache as the service has it now. Rejects with `AppError`; `gone` is an answer, not a failure. */
  read(key: MessageKey, ask: Ask): Promise<SingleRead> {
    const lane = this.#lanes.get(key);
    if (lane === undefined) return this.#begin(key, ask);
    const again = (): Promise<SingleRead> => this.#begin(key, ask);
    lane.next ??= lane.running.then(again, again);
    return lane.next;
  }

  #begin(key: MessageKey, ask: Ask): Promise<SingleRead> {
    const lane: Lane = { running: this.#ask(key, ask), next: null };
    this.#lanes.set(key, lane);
    const leave = (): void => {
      if (this.#lanes.get(key) === lane && lane.next === null) this.#lanes.delete(key);
    };
    lane.running.then(leave, leave);
    return lane.running;
  }

  async #ask(key: MessageKey, { priority, via }: Ask): Promise<SingleRead> {
    const request = this.#toRequest(key);
    if (request === null) return UNASKED;
    const askedAt = this.#commits.moment;
    let message: Message;
    try {
      message = await this.#context.link.call(priority, request);
    } catch (error) {
      if (isAppError(error, 'not-found')) return GONE;
      throw error;
    }
    if (message.isDeleted === true) {
      await this.#commits.remove([key]);
      return { ...GONE, message };
    }
    const output = await this.#commits.commit({ messages: [message], source: 'single', via }, askedAt);
    return { state: 'there', phoneWithoutChat: output.phonesWithoutChat[0] ?? null, message };
  }

  #toRequest(key: MessageKey): ((options: CallOptions) => Promise<Message>) | null {
    const { source } = this.#context;
    const [sequence, number] = key.split(':');
    const id = Number(number);
    if (sequence === 'in') return (options) => source.getReply({ replyId: id }, options);
    if (sequence === 'out') return (options) => source.getOutboundMessage({ messageId: id }, options);
    return null;
  }
}
