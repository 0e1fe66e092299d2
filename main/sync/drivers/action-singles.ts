import { isAppError } from '#shared/domain/app-error.ts';
import type { AppError } from '#shared/domain/app-error.ts';
import { isActionApplied } from '#shared/domain/chat-actions.ts';
import type { PendingAction } from '#shared/domain/sync.ts';
import { classifyActionFailure, isDoneByAbsence, isOvertaken, MAX_UNKNOWN_OUTCOMES } from '../core/actions.ts';
import { sendAction } from './action-calls.ts';
import type { ActionMemory } from './action-memory.ts';
import type { ChatReader } from './chat-reader.ts';
import type { SyncContext } from './context.ts';

/** Actions on single chats: each is sent, confirmed by reading its chat, or rolled back and told. */
export class ActionSingles {
  readonly #context: SyncContext;
  readonly #chats: ChatReader;
  readonly #memory: ActionMemory;

  constructor(context: SyncContext, chats: ChatReader, memory: ActionMemory) {
    this.#context = context;
    this.#chats = chats;
    this.#memory = memory;
  }

  /** Off the list afterwards, or resting. Rejects where the disk fails. */
  async run(pending: PendingAction): Promise<void> {
    const { link, source } = this.#context;
    try {
      if (!(await this.#isDoneAlready(pending))) {
        await link.call('user', (options) => sendAction(source, pending, options));
        // Should the disk fail now, it is looked for before it is sent once more.
        this.#memory.doubt(pending);
      }
    } catch (error) {
      if (!isAppError(error)) throw error;
      await this.#settleFailure(pending, error);
      return;
    }
    await this.#confirm(pending);
  }

  async #confirm(pending: PendingAction): Promise<void> {
    this.#chats.noteConfirmed(pending.chatId);
    await this.#finish(pending);
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
    await this.#finish(pending, true);
    await this.#chats.refresh(pending.chatId);
    this.#context.sink.actionRefused(pending.chatId, pending.action, error);
  }

  /** After an unknown outcome the chat itself is asked before the action is sent once more. */
  async #isDoneAlready(pending: PendingAction): Promise<boolean> {
    if (!this.#memory.isDoubted(pending)) return false;
    // Not every chat says that its number is blocked, and nobody minds being asked twice.
    if (pending.action.kind === 'block') return false;
    const { link, source } = this.#context;
    const chat = await link.call('user', (options) => source.getChat({ chatId: pending.chatId }, options));
    return isActionApplied(chat, pending.action) || isOvertaken(chat, pending, source.clockSkewMs ?? 0);
  }

  async #finish(pending: PendingAction, isRefused = false): Promise<void> {
    await this.#context.store.finishActions({ actionIds: [pending.id], isRefused });
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
