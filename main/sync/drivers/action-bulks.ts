import { isAppError } from '#shared/domain/app-error.ts';
import { isActionApplied } from '#shared/domain/chat-actions.ts';
import type { Chat } from '#shared/domain/entities.ts';
import type { PendingAction } from '#shared/domain/sync.ts';
import { canCloseEveryRead } from '../core/action-plan.ts';
import type { ActionBulk } from '../core/action-plan.ts';
import { classifyActionFailure, isOvertaken } from '../core/actions.ts';
import { sendBulk } from './action-calls.ts';
import type { ActionMemory } from './action-memory.ts';
import type { ChatReader } from './chat-reader.ts';
import type { SyncContext } from './context.ts';

/**
 * Actions on many chats in one request. Such a request says of no chat what became of it; what it could not do goes one
 * by one.
 *
 * SYNC-20  What a bulk carried goes off the list only once its chat was looked at; nothing else of that chat leaves
 *          before.
 */
export class ActionBulks {
  readonly #context: SyncContext;
  readonly #chats: ChatReader;
  readonly #memory: ActionMemory;

  constructor(context: SyncContext, chats: ChatReader, memory: ActionMemory) {
    this.#context = context;
    this.#chats = chats;
    this.#memory = memory;
  }

  /** Makes the request. Rejects where the disk fails. */
  async run(bulk: ActionBulk): Promise<void> {
    const { link, source } = this.#context;
    const { kind, actions } = bulk;
    if (kind === 'every-read' && !(await this.#isEveryReadHere(actions))) {
      this.#memory.demote(kind, actions);
      return;
    }
    try {
      await link.call('user', (options) =>
        kind === 'every-read' ? source.closeReadChats(options) : sendBulk(source, actions, options),
      );
      for (const { chatId } of actions) this.#chats.noteConfirmed(chatId);
    } catch (error) {
      if (!isAppError(error)) throw error;
      link.note(error);
      const fate = classifyActionFailure(error);
      if (fate === 'refused') this.#memory.demote(kind, actions);
      else this.#memory.rest(actions);
      if (fate !== 'verify') return;
    }
    this.#memory.carry(bulk);
  }

  /** Reads chats that bulks were about. Rejects where the disk fails. */
  async look(actions: readonly PendingAction[]): Promise<void> {
    const chatIds = actions.map(({ chatId }) => chatId);
    try {
      await this.#chats.readMany(chatIds, (chats) => this.#settle(actions, chats));
    } catch (error) {
      if (!isAppError(error) || error.code === 'disk') throw error;
      const isLink = this.#context.link.note(error);
      this.#memory.rest(actions);
      if (isLink || error.code === 'cancelled') return;
      // A service that cannot be asked for many is asked for each.
      for (const pending of actions) this.#memory.doubt(pending);
      this.#memory.demote('ids', actions);
    }
  }

  /** Takes off the list what is so, or was overtaken by a text; the rest goes on its own. */
  async #settle(actions: readonly PendingAction[], chats: readonly Chat[]): Promise<void> {
    const byId = new Map(chats.map((chat) => [chat.id, chat]));
    const skewMs = this.#context.source.clockSkewMs ?? 0;
    const done = actions.filter((pending) => {
      const chat = byId.get(pending.chatId);
      if (chat === undefined) return false;
      return isActionApplied(chat, pending.action) || isOvertaken(chat, pending, skewMs);
    });
    for (const { chatId } of done) this.#chats.noteConfirmed(chatId);
    if (done.length > 0) await this.#context.store.finishActions({ actionIds: done.map(({ id }) => id) });
    for (const pending of done) this.#memory.forget(pending);
    this.#memory.demoteCarried(actions.filter((pending) => !done.includes(pending)));
  }

  async #isEveryReadHere(actions: readonly PendingAction[]): Promise<boolean> {
    const { store, clock } = this.#context;
    const now = clock.now();
    // Where a chat is snoozed is known here only: the service would close it.
    const listRead = (shelf: 'open' | 'snoozed') =>
      store.listChatIds({ scope: { shelf, marks: ['read'], listId: null }, now });
    const [waiting, open, snoozed] = await Promise.all([
      store.listPendingActions({}),
      listRead('open'),
      listRead('snoozed'),
    ]);
    return canCloseEveryRead(actions, { actions: waiting, readIds: [...open, ...snoozed], now });
  }
}
