/**
 * Carries what a person did to chats to the service: chats side by side, the actions of one chat in order.
 *
 * SYNC-8  A pending action goes only by confirmation or by refusal; the actions of one chat leave in the order made.
 */
import { isAppError } from '#shared/domain/app-error.ts';
import type { AppError } from '#shared/domain/app-error.ts';
import type { PendingAction } from '#shared/domain/sync.ts';
import { assertNever } from '#shared/lib/assert.ts';
import { classifyActionFailure, isActionApplied, MAX_UNKNOWN_OUTCOMES, planActionLanes } from '../core/actions.ts';
import { planBackoffMs } from '#shared/lib/backoff.ts';
import type { CallOptions } from '../ports.ts';
import { Alarm } from './alarm.ts';
import type { ChatReader } from './chat-reader.ts';
import type { SyncContext } from './context.ts';
import { forEachOf } from './together.ts';

const LANES_AT_ONCE = 4;

export class ActionDrain {
  readonly #context: SyncContext;
  readonly #chats: ChatReader;
  readonly #alarm: Alarm;
  /** How often each action met an unknown outcome. */
  readonly #unknownOutcomes = new Map<number, number>();
  #failures = 0;

  constructor(context: SyncContext, chats: ChatReader) {
    this.#context = context;
    this.#chats = chats;
    this.#alarm = new Alarm(context.clock);
  }

  /** There are new actions. */
  kick(): void {
    this.#alarm.ring();
  }

  /** Runs until sync ends. */
  async run(): Promise<void> {
    const { signal, link } = this.#context;
    while (!signal.aborted) {
      await link.whenOnline();
      await this.#alarm.sleepUntil(await this.#drainSafely(), signal);
    }
  }

  /** Everything that can leave leaves. Returns when to look again; infinite when nothing stayed behind. */
  async #drainSafely(): Promise<number> {
    const { signal, sink, clock } = this.#context;
    try {
      if (signal.aborted || (await this.#drain())) {
        this.#failures = 0;
        return Infinity;
      }
    } catch (error) {
      if (!signal.aborted) sink.broken(error);
    }
    this.#failures += 1;
    return clock.now() + planBackoffMs({ failures: this.#failures, random: clock.random(), retryAfterMs: null });
  }

  async #drain(): Promise<boolean> {
    const actions = await this.#context.store.listPendingActions({});
    let isEmpty = true;
    await forEachOf(planActionLanes(actions), LANES_AT_ONCE, async (lane) => {
      for (const pending of lane) {
        const isSettled = await this.#settle(pending);
        if (isSettled) continue;
        isEmpty = false;
        break;
      }
    });
    return isEmpty;
  }

  /** Whether the action is off the list. */
  async #settle(pending: PendingAction): Promise<boolean> {
    const { link, board } = this.#context;
    if (board.status.link !== 'online') return false;
    try {
      if (!(await this.#isDoneAlready(pending))) {
        await link.call('user', (options) => this.#send(pending, options));
      }
    } catch (error) {
      if (!isAppError(error)) throw error;
      return this.#settleFailure(pending, error);
    }
    this.#chats.noteConfirmed(pending.chatId);
    await this.#finish(pending);
    await this.#chats.refresh(pending.chatId);
    return true;
  }

  async #settleFailure(pending: PendingAction, error: AppError): Promise<boolean> {
    this.#context.link.note(error);
    const unknownOutcomes = this.#unknownOutcomes.get(pending.id) ?? 0;
    const fate = classifyActionFailure(error);
    if (fate === 'later') return false;
    if (fate === 'verify' && unknownOutcomes + 1 < MAX_UNKNOWN_OUTCOMES) {
      this.#unknownOutcomes.set(pending.id, unknownOutcomes + 1);
      return false;
    }
    await this.#finish(pending);
    await this.#chats.refresh(pending.chatId);
    this.#context.sink.actionRefused(pending.chatId, pending.action, error);
    return true;
  }

  /** After an unknown outcome the chat itself is asked before the action is sent once more. */
  async #isDoneAlready(pending: PendingAction): Promise<boolean> {
    if (!this.#unknownOutcomes.has(pending.id)) return false;
    const { link, source } = this.#context;
    const chat = await link.call('user', (options) => source.getChat({ chatId: pending.chatId }, options));
    return isActionApplied(chat, pending.action);
  }

  async #finish(pending: PendingAction): Promise<void> {
    await this.#context.store.finishAction({ actionId: pending.id });
    this.#unknownOutcomes.delete(pending.id);
  }

  #send({ chatId, action }: PendingAction, options: CallOptions): Promise<void> {
    const { source } = this.#context;
    switch (action.kind) {
      case 'read':
        return source.markChatRead({ chatId, isRead: action.isRead }, options);
      case 'status':
        return source.setChatStatus({ chatId, status: action.status }, options);
      case 'pin':
        return source.pinChat({ chatId, isPinned: action.isPinned }, options);
      case 'mute':
        return source.muteChat({ chatId, isMuted: action.isMuted, hours: action.hours }, options);
      default:
        return assertNever(action, 'Every action on a chat is known');
    }
  }
}
