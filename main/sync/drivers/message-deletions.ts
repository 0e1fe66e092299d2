/** Carries what a person deleted from chats to the service, once the time in which it can be taken back is over. */
import { isAppError } from '#shared/domain/app-error.ts';
import type { AppError } from '#shared/domain/app-error.ts';
import type { ChatId, MessageKey } from '#shared/domain/ids.ts';
import { planBackoffMs } from '#shared/lib/backoff.ts';
import { isDue } from '../core/action-plan.ts';
import { classifyActionFailure, MAX_UNKNOWN_OUTCOMES } from '../core/actions.ts';
import { planDeletions, toNamedMessages } from '../core/message-deletions.ts';
import { Alarm } from './alarm.ts';
import type { ChatReader } from './chat-reader.ts';
import type { SyncContext } from './context.ts';
import { runLoop } from './loop.ts';
import type { MessageCommits } from './message-commits.ts';
import type { SingleReads } from './single-reads.ts';
import { forEachOf } from './together.ts';

const CHATS_AT_ONCE = 4;
const READS_AT_ONCE = 4;

export interface MessageDeletionParts {
  readonly chats: ChatReader;
  readonly commits: MessageCommits;
  readonly singles: SingleReads;
}

interface Refusals {
  readonly keys: MessageKey[];
  error: AppError | null;
}

export class MessageDeletions {
  readonly #context: SyncContext;
  readonly #parts: MessageDeletionParts;
  readonly #alarm: Alarm;
  /** How often it was unknown what came of a request about each message. */
  readonly #unknownOutcomes = new Map<MessageKey, number>();
  readonly #underWay = new Set<MessageKey>();
  /** Taken back since the list of what waits was asked for, which may still have them. */
  readonly #cancelled = new Set<MessageKey>();
  /** Being taken back just now. */
  readonly #restoring = new Set<MessageKey>();
  #failures = 0;

  constructor(context: SyncContext, parts: MessageDeletionParts) {
    this.#context = context;
    this.#parts = parts;
    this.#alarm = new Alarm(context.clock);
  }

  /** There are new deletions, or fewer. */
  kick(): void {
    this.#alarm.ring();
  }

  /** Takes deletions back that are not on their way; false where one is, or may be done already. */
  async cancel(keys: readonly MessageKey[]): Promise<boolean> {
    if (keys.some((key) => this.#underWay.has(key) || this.#unknownOutcomes.has(key))) return false;
    for (const key of keys) {
      this.#cancelled.add(key);
      this.#restoring.add(key);
    }
    try {
      const { keys: restored } = await this.#context.store.restoreMessages({ keys });
      return restored.length > 0;
    } finally {
      for (const key of keys) this.#restoring.delete(key);
      this.kick();
    }
  }

  /** Runs until sync ends. */
  run(): Promise<void> {
    return runLoop(this.#context, this.#alarm, () => this.#step());
  }

  async #step(): Promise<number> {
    const { store, clock } = this.#context;
    this.#cancelled.clear();
    for (const key of this.#restoring) this.#cancelled.add(key);
    const waiting = (await store.listMessageDeletions({})).filter(({ key }) => !this.#cancelled.has(key));
    const now = clock.now();
    const { due, nextDueAt } = planDeletions(waiting, (deletion) => isDue(deletion, now));
    const left: ChatId[] = [];
    await forEachOf([...due], CHATS_AT_ONCE, async ([chatId, keys]) => {
      const wanted = keys.filter((key) => !this.#cancelled.has(key));
      for (const key of wanted) this.#underWay.add(key);
      try {
        if (!(await this.#settleChat(chatId, wanted))) left.push(chatId);
      } finally {
        for (const key of wanted) this.#underWay.delete(key);
      }
    });
    if (due.size > 0 && left.length === 0) {
      this.#failures = 0;
      return 0;
    }
    if (due.size === 0) return nextDueAt;
    this.#failures += 1;
    const waitMs = planBackoffMs({ failures: this.#failures, random: clock.random(), retryAfterMs: null });
    return Math.min(nextDueAt, clock.now() + waitMs);
  }

  /** Whether none of them waits any more. Rejects where the link or the disk fails. */
  async #settleChat(chatId: ChatId, keys: readonly MessageKey[]): Promise<boolean> {
    const refusals: Refusals = { keys: [], error: null };
    try {
      const left = await this.#dropGone(keys);
      if (left.length === 0) return true;
      return await this.#delete(chatId, left, refusals);
    } finally {
      if (refusals.error !== null) await this.#tellRefused(chatId, refusals.keys, refusals.error);
    }
  }

  /** One request for all of them; where that is refused, one for each. */
  async #delete(chatId: ChatId, keys: readonly MessageKey[], refusals: Refusals): Promise<boolean> {
    const { link, source } = this.#context;
    try {
      await link.call('user', (options) => source.deleteChatMessages({ chatId, ...toNamedMessages(keys) }, options));
    } catch (error) {
      if (!isAppError(error)) throw error;
      const isSure = !isAppError(error, 'not-found') || this.#isDoubted(keys);
      if (classifyActionFailure(error) === 'refused' && isSure && keys.length > 1) {
        let isSettled = true;
        for (const key of keys) isSettled = (await this.#delete(chatId, [key], refusals)) && isSettled;
        return isSettled;
      }
      return this.#settleFailure(keys, refusals, error);
    }
    await this.#finish(keys);
    await this.#parts.chats.refresh(chatId);
    return true;
  }

  /** Whether none of them waits any more. Throws where the link failed. */
  #settleFailure(keys: readonly MessageKey[], refusals: Refusals, error: AppError): boolean {
    const fate = classifyActionFailure(error);
    // "Not found" may be about the chat, the message, or an operation that the service lacks: the messages tell.
    const isUnclear = fate === 'verify' || (isAppError(error, 'not-found') && !this.#isDoubted(keys));
    if (fate === 'refused' && !isUnclear) {
      refusals.keys.push(...keys);
      refusals.error = error;
      return true;
    }
    const givenUp = isUnclear ? keys.filter((key) => this.#doubt(key) >= MAX_UNKNOWN_OUTCOMES) : [];
    if (givenUp.length > 0) {
      refusals.keys.push(...givenUp);
      refusals.error = error;
    }
    if (this.#context.link.note(error)) throw error;
    return givenUp.length === keys.length;
  }

  /** What nobody knows the outcome of is read by itself first; resolves to what is still there. */
  async #dropGone(keys: readonly MessageKey[]): Promise<readonly MessageKey[]> {
    const gone = new Set<MessageKey>();
    const doubted = keys.filter((key) => this.#isDoubted([key]));
    await forEachOf(doubted, READS_AT_ONCE, async (key) => {
      if ((await this.#readAlone(key)) === 'gone') gone.add(key);
    });
    if (gone.size > 0) await this.#finish([...gone]);
    return keys.filter((key) => !gone.has(key));
  }

  async #readAlone(key: MessageKey): Promise<'gone' | 'left'> {
    try {
      return (await this.#parts.singles.read(key, { priority: 'user', via: 'poll' })).state === 'gone'
        ? 'gone'
        : 'left';
    } catch (error) {
      // An account may see a chat and not each of its messages by itself: the next request tells.
      if (isAppError(error, 'forbidden')) return 'left';
      throw error;
    }
  }

  async #finish(keys: readonly MessageKey[]): Promise<void> {
    this.#parts.commits.noteRemoved(keys);
    await this.#context.store.finishMessageDeletion({ keys, isDeleted: true });
    for (const key of keys) this.#unknownOutcomes.delete(key);
  }

  async #tellRefused(chatId: ChatId, keys: readonly MessageKey[], error: AppError): Promise<void> {
    const { store, sink } = this.#context;
    await store.finishMessageDeletion({ keys, isDeleted: false });
    for (const key of keys) this.#unknownOutcomes.delete(key);
    await this.#parts.chats.refresh(chatId);
    sink.actionRefused(chatId, { kind: 'delete-messages' }, error);
  }

  #isDoubted(keys: readonly MessageKey[]): boolean {
    return keys.every((key) => this.#unknownOutcomes.has(key));
  }

  #doubt(key: MessageKey): number {
    const times = (this.#unknownOutcomes.get(key) ?? 0) + 1;
    this.#unknownOutcomes.set(key, times);
    return times;
  }
}
