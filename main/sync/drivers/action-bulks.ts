import { isAppError } from '#shared/domain/app-error.ts';
import { isActionApplied } from '#shared/domain/chat-actions.ts';
import type { Chat } from '#shared/domain/entities.ts';
import type { PendingAction } from '#shared/domain/sync.ts';
import { canCloseEveryRead } from '../core/action-plan.ts';
import type { ActionBulk } from '../core/action-plan.ts';
import { classifyActionFailure, isOvertaken, isSurelyNotSent } from '../core/actions.ts';
import { isMutedTooLong, planMute, toMuteEnd } from '../core/mutes.ts';
import { sendBulk } from './action-calls.ts';
import type { SentAction } from './action-calls.ts';
import type { ActionMemory } from './action-memory.ts';
import type { ChatReader } from './chat-reader.ts';
import type { SyncContext } from './context.ts';
import type { Overtaking } from './overtaking.ts';

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

  /** Makes the request. Rejects where the disk fails. */
  async run(bulk: ActionBulk): Promise<void> {
    const actions = await this.#pickTimely(bulk, await this.#begin(bulk.actions));
    if (actions.length === 0) return;
    const { link, source } = this.#context;
    const { kind } = bulk;
    if (kind === 'every-read' && !(await this.#isEveryReadHere(actions))) {
      this.#memory.demote(kind, actions);
      return;
    }
    const sent = this.#toSent(actions);
    try {
      await link.call('user', (options) =>
        kind === 'every-read' ? source.closeReadChats(options) : sendBulk(source, sent, options),
      );
      for (const { chatId } of actions) this.#chats.noteConfirmed(chatId);
    } catch (error) {
      if (!isAppError(error)) throw error;
      link.note(error);
      const fate = classifyActionFailure(error);
      if (fate === 'refused') this.#memory.demote(kind, actions);
      else this.#memory.rest(actions);
      if (isSurelyNotSent(error)) await this.#overtaking.undoBegin(actions);
      if (fate !== 'verify') return;
    }
    this.#memory.carry({ kind, actions });
  }

  /** Those that may leave; none where nobody can say now. */
  async #begin(actions: readonly PendingAction[]): Promise<readonly PendingAction[]> {
    try {
      const ready = await this.#overtaking.begin(actions);
      for (const pending of actions) if (!ready.includes(pending)) this.#memory.forget(pending);
      return ready;
    } catch (error) {
      if (!isAppError(error) || error.code === 'disk') throw error;
      this.#context.link.note(error);
      this.#memory.rest(actions);
      return [];
    }
  }

  /** A mute that came too late meanwhile is a matter of its chat. */
  async #pickTimely({ kind }: ActionBulk, actions: readonly PendingAction[]): Promise<readonly PendingAction[]> {
    const late = actions.filter((pending) => planMute(pending, this.#moment).kind !== 'hours');
    this.#memory.demote(kind, late);
    await this.#overtaking.undoBegin(late);
    return actions.filter((pending) => !late.includes(pending));
  }

  /** All of them for as many hours as the one that has the fewest: none longer than was meant. */
  #toSent(actions: readonly PendingAction[]): readonly SentAction[] {
    const plans = actions.map((pending) => planMute(pending, this.#moment));
    const hours = plans.flatMap((plan) => (plan.kind === 'hours' && plan.hours !== null ? plan.hours : []));
    if (hours.length === 0) return actions;
    const fewest = Math.min(...hours);
    return actions.map(({ chatId, phone, action }) => {
      return { chatId, phone, action: action.kind === 'mute' ? { ...action, hours: fewest } : action };
    });
  }

  get #moment() {
    const { clock, source } = this.#context;
    return { now: clock.now(), skewMs: source.clockSkewMs ?? 0 };
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
    const overtaken = actions.filter(({ chatId, covers }) => {
      const chat = byId.get(chatId);
      return chat !== undefined && isOvertaken(chat, covers);
    });
    const done = actions.filter((pending) => {
      const chat = byId.get(pending.chatId);
      return chat !== undefined && !overtaken.includes(pending) && this.#isDone(chat, pending);
    });
    const settled = [...overtaken, ...done];
    for (const { chatId } of settled) this.#chats.noteConfirmed(chatId);
    if (overtaken.length > 0) {
      await this.#context.store.overtakeActions({ actionIds: overtaken.map(({ id }) => id) });
    }
    await this.#overtaking.finish(done);
    for (const pending of settled) this.#memory.forget(pending);
    this.#memory.demoteCarried(actions.filter((pending) => !settled.includes(pending)));
  }

  #isDone(chat: Chat, pending: PendingAction): boolean {
    const endsAt = toMuteEnd(pending, this.#moment.skewMs);
    return isActionApplied(chat, pending.action) && !isMutedTooLong(chat, endsAt);
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
