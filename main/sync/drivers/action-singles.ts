import { isAppError } from '#shared/domain/app-error.ts';
import type { AppError } from '#shared/domain/app-error.ts';
import { isActionApplied } from '#shared/domain/chat-actions.ts';
import type { Chat } from '#shared/domain/entities.ts';
import type { PendingAction } from '#shared/domain/sync.ts';
import {
  classifyActionFailure,
  isDoneByAbsence,
  isOvertaken,
  isSurelyNotSent,
  MAX_UNKNOWN_OUTCOMES,
} from '../core/actions.ts';
import { isMutedTooLong, isMutedUntil, isWholeMute, planMute, toMuteEnd } from '../core/mutes.ts';
import { sendAction } from './action-calls.ts';
import type { ActionMemory } from './action-memory.ts';
import type { ChatReader } from './chat-reader.ts';
import type { SyncContext } from './context.ts';
import type { Overtaking } from './overtaking.ts';

/** Actions on single chats: each is sent, confirmed by reading its chat, or rolled back and told. */
export class ActionSingles {
  readonly #context: SyncContext;
  readonly #chats: ChatReader;
  readonly #memory: ActionMemory;
  readonly #overtaking: Overtaking;

  constructor(
    context: SyncContext,
    { chats, memory, overtaking }: { chats: ChatReader; memory: ActionMemory; overtaking: Overtaking },
  ) {
    this.#context = context;
    this.#chats = chats;
    this.#memory = memory;
    this.#overtaking = overtaking;
  }

  /** Off the list afterwards, or resting. Rejects where the disk fails. */
  async run(pending: PendingAction): Promise<void> {
    let isBegun = false;
    try {
      if ((await this.#overtaking.begin([pending])).length === 0) {
        this.#memory.forget(pending);
        return;
      }
      isBegun = true;
      const now = await this.#findOut(pending);
      if (now === 'overtaken' || (now === 'open' && !(await this.#send(pending)))) return;
    } catch (error) {
      if (!isAppError(error) || error.code === 'disk') throw error;
      if (isBegun && isSurelyNotSent(error)) await this.#overtaking.undoBegin([pending]);
      await this.#settleFailure(pending, error);
      return;
    }
    await this.#confirm(pending);
  }

  /** False where there is nothing to send any more, and it is off the list. */
  async #send(pending: PendingAction): Promise<boolean> {
    const { link, source } = this.#context;
    const { action } = pending;
    const plan = action.kind === 'mute' && action.isMuted ? planMute(pending, this.#moment) : null;
    if (plan !== null && plan.kind !== 'hours') {
      await this.#giveUpMute(pending, plan.kind);
      return false;
    }
    const sent = action.kind === 'mute' && plan !== null ? { ...action, hours: plan.hours } : action;
    await link.call('user', (options) => sendAction(source, { ...pending, action: sent }, options));
    // Should the disk fail now, it is looked for before it is sent once more.
    this.#memory.doubt(pending);
    return true;
  }

  /** What the service cannot do any more. A longer mute of before is none that anybody wants now. */
  async #giveUpMute(pending: PendingAction, why: 'over' | 'short'): Promise<void> {
    const { link, source, sink } = this.#context;
    const { chatId } = pending;
    const chat = await this.#ask(pending);
    const isForGood = chat.isMuted && chat.mutedUntil === null;
    if (isForGood || isMutedTooLong(chat, toMuteEnd(pending, this.#moment.skewMs))) {
      await link.call('user', (options) => source.muteChat({ chatId, isMuted: false, hours: null }, options));
      this.#chats.noteConfirmed(chatId);
    }
    await this.#drop(pending);
    await this.#chats.refresh(chatId);
    if (why === 'short') sink.muteTooLate(chatId);
  }

  /** On the list still where nobody can say whether a text came meanwhile: it is looked at again. */
  async #confirm(pending: PendingAction): Promise<void> {
    this.#chats.noteConfirmed(pending.chatId);
    try {
      await this.#overtaking.finish([pending]);
    } catch (error) {
      if (!isAppError(error) || error.code === 'disk') throw error;
      this.#context.link.note(error);
      this.#memory.rest([pending]);
      return;
    }
    this.#memory.forget(pending);
    const chat = await this.#chats.refresh(pending.chatId);
    // The person behind the number is shown as blocked too.
    if (pending.action.kind === 'block' && chat?.contactId != null) await this.#renewContact(chat.contactId);
  }

  async #settleFailure(pending: PendingAction, error: AppError): Promise<void> {
    this.#context.link.note(error);
    const fate = classifyActionFailure(error);
    const isGivenUp = fate === 'verify' && this.#memory.doubt(pending) >= MAX_UNKNOWN_OUTCOMES;
    if (fate !== 'refused' && !isGivenUp) {
      this.#memory.rest([pending]);
      return;
    }
    if (isAppError(error, 'not-found') && isDoneByAbsence(pending.action)) {
      await this.#confirm(pending);
      return;
    }
    await this.#drop(pending);
    await this.#chats.refresh(pending.chatId);
    this.#context.sink.actionRefused(pending.chatId, pending.action, error);
  }

  /** After an unknown outcome the chat itself is asked before the action is sent once more. */
  async #findOut(pending: PendingAction): Promise<'open' | 'done' | 'overtaken'> {
    const { skewMs } = this.#moment;
    const isRest = !isWholeMute(pending, skewMs);
    if (!this.#memory.isDoubted(pending) && !isRest) return 'open';
    // Not every chat says that its number is blocked, and nobody minds being asked twice.
    if (pending.action.kind === 'block') return 'open';
    const chat = await this.#ask(pending);
    const endsAt = toMuteEnd(pending, skewMs);
    if (isRest) return isMutedUntil(chat, endsAt) ? 'done' : 'open';
    if (isOvertaken(chat, pending.covers)) {
      await this.#context.store.overtakeActions({ actionIds: [pending.id] });
      this.#memory.forget(pending);
      await this.#chats.refresh(pending.chatId);
      return 'overtaken';
    }
    return isActionApplied(chat, pending.action) && !isMutedTooLong(chat, endsAt) ? 'done' : 'open';
  }

  async #ask({ chatId }: PendingAction): Promise<Chat> {
    const { link, source } = this.#context;
    return link.call('user', (options) => source.getChat({ chatId }, options));
  }

  get #moment() {
    const { clock, source } = this.#context;
    return { now: clock.now(), skewMs: source.clockSkewMs ?? 0 };
  }

  /** Off the list, and not because it is so. */
  async #drop(pending: PendingAction): Promise<void> {
    await this.#context.store.finishActions({ actionIds: [pending.id], isRefused: true });
    this.#memory.forget(pending);
  }

  async #renewContact(contactId: NonNullable<Awaited<ReturnType<ChatReader['read']>>['contactId']>): Promise<void> {
    const { link, source, store } = this.#context;
    try {
      const contact = await link.call('sync', (options) => source.getContact({ contactId }, options));
      await store.commitContacts({ contacts: [contact] });
    } catch (error) {
      // The next reading of all contacts brings it.
      if (!isAppError(error)) throw error;
      link.note(error);
    }
  }
}
