/**
 * What a newer text overtakes: reading, closing and deleting a chat. Whatever leaves is begun, so that nothing that may be
 * at the service is taken back as if nobody had heard of it, also after the app ended.
 *
 *   newest texts read ─► begun (written down) ─► sent ─► newest texts read ─► finished
 *          └ newer than what was seen: dropped             └ newer: undone at the service
 *
 * SYNC-24  Nothing that a newer text overtakes leaves before the newest texts were read, or goes off the list before they
 *          were read once more: what nobody has seen is not hidden, also where the app ends in between.
 */
import { isAppError } from '#shared/domain/app-error.ts';
import type { ChatId, PhoneKey } from '#shared/domain/ids.ts';
import type { PendingAction } from '#shared/domain/sync.ts';
import { LOOK_CHATS } from '../core/action-plan.ts';
import { isOvertaken } from '../core/actions.ts';
import { isLinkFailure } from '../core/status.ts';
import type { ChatReader } from './chat-reader.ts';
import type { SyncContext } from './context.ts';
import { toPhones } from './feed-news.ts';
import type { FeedReader } from './feed-reader.ts';
import { forEachOf } from './together.ts';

const HEAD_LIMIT = 25;
const AT_ONCE = 4;

export interface OvertakingParts {
  readonly context: SyncContext;
  readonly chats: ChatReader;
  readonly inbound: FeedReader;
  /** The chats of these numbers must be seen soon. */
  readonly want: (phones: ReadonlySet<PhoneKey>) => void;
}

export class Overtaking {
  readonly #parts: OvertakingParts;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  constructor(parts: OvertakingParts) {
    this.#parts = parts;
  }

  /** Those that may leave now; the others are off the list. Rejects with `AppError` where nobody can say. */
  async begin(actions: readonly PendingAction[]): Promise<readonly PendingAction[]> {
    const mindful = actions.filter(({ covers }) => covers !== null);
    if (mindful.length > 0) await this.#readNews(mindful);
    const { readyIds } = await this.#parts.context.store.beginActions({ actionIds: toIds(actions) });
    const ready = new Set(readyIds);
    await this.#refresh(mindful.filter(({ id }) => !ready.has(id)));
    return actions.filter(({ id }) => ready.has(id));
  }

  /** They surely did not reach the service: a person can take them back again. What a text overtakes stays begun. */
  async undoBegin(actions: readonly PendingAction[]): Promise<void> {
    const lasting = actions.filter(({ covers }) => covers === null);
    if (lasting.length > 0) await this.#parts.context.store.undoBegin({ actionIds: toIds(lasting) });
  }

  /** They are so at the service. Rejects with `AppError` where nobody can say whether a text came meanwhile. */
  async finish(actions: readonly PendingAction[]): Promise<void> {
    const mindful = actions.filter(({ covers }) => covers !== null);
    if (mindful.length > 0) await this.#readNews(mindful);
    if (actions.length > 0) await this.#parts.context.store.finishActions({ actionIds: toIds(actions) });
  }

  /** Where the feed says nothing, the chats say when somebody wrote in them last. */
  async #readNews(actions: readonly PendingAction[]): Promise<void> {
    const { inbound } = this.#parts;
    try {
      await this.#readHead();
      if (!inbound.isAbsent) return;
    } catch (error) {
      if (!isAppError(error) || isLinkFailure(error) || error.code === 'cancelled' || error.code === 'disk')
        throw error;
    }
    await this.#readRows(actions);
  }

  /** A reading that begins after this: whoever asks while one runs shares the next. */
  #readHead(): Promise<void> {
    this.#next ??= this.#readAfter(this.#running);
    return this.#next;
  }

  async #readAfter(before: Promise<void> | null): Promise<void> {
    await before?.catch(() => undefined);
    const { inbound, want } = this.#parts;
    this.#running = this.#next;
    this.#next = null;
    want(toPhones([await inbound.readHead({ limit: HEAD_LIMIT, priority: 'user' })]));
  }

  async #readRows(actions: readonly PendingAction[]): Promise<void> {
    const { store } = this.#parts.context;
    const coverage = new Map(actions.map((pending) => [pending.chatId, pending]));
    const overtaken: PendingAction[] = [];
    const rows = await this.#listRows(actions.map(({ chatId }) => chatId));
    for (const chat of rows) {
      const pending = coverage.get(chat.id);
      if (pending !== undefined && isOvertaken(chat, pending.covers)) overtaken.push(pending);
    }
    if (overtaken.length > 0) await store.overtakeActions({ actionIds: toIds(overtaken) });
  }

  async #listRows(chatIds: readonly ChatId[]) {
    const { chats } = this.#parts;
    const rows: Awaited<ReturnType<ChatReader['read']>>[] = [];
    for (let from = 0; from < chatIds.length; from += LOOK_CHATS) {
      const slice = chatIds.slice(from, from + LOOK_CHATS);
      try {
        await chats.readMany(slice, (found) => {
          rows.push(...found);
          return Promise.resolve();
        });
      } catch (error) {
        if (!isAppError(error, 'not-found') && !isAppError(error, 'validation')) throw error;
        // A service that cannot be asked for many is asked for each.
        await forEachOf(slice, AT_ONCE, async (chatId) => {
          const chat = await chats.read(chatId, 'user').catch(orGone);
          if (chat !== null) rows.push(chat);
        });
      }
    }
    return rows;
  }

  /** For whoever looks: the next round would bring it too. */
  async #refresh(actions: readonly PendingAction[]): Promise<void> {
    if (actions.length === 0) return;
    try {
      await this.#listRows(actions.map(({ chatId }) => chatId));
    } catch (error) {
      if (!isAppError(error) || error.code === 'disk') throw error;
      this.#parts.context.link.note(error);
    }
  }
}

const toIds = (actions: readonly PendingAction[]): readonly number[] => actions.map(({ id }) => id);

/** A chat that is gone says nothing. */
function orGone(error: unknown): null {
  if (isAppError(error, 'not-found')) return null;
  throw error;
}
