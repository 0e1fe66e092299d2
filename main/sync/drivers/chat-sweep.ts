/**
 * All chats of one status, and what became of those that the cache has with that status and the reading did not show:
 * they have another status by now, or are gone.
 */
import { AppError } from '#shared/domain/app-error.ts';
import { listLeftOut } from '../core/left-out.ts';
import type { ChatReader } from './chat-reader.ts';
import type { CollectionRead } from './collection.ts';
import type { SyncContext } from './context.ts';
import type { Errand } from './errand.ts';
import type { Suspects } from './suspects.ts';

type Status = 'active' | 'closed' | 'deleted';
type OnPage = (seenCount: number, total: number | null) => void;

const STATUSES: readonly Status[] = ['active', 'closed', 'deleted'];
/** So many are asked for one by one; more are looked for in the lists of the other statuses first. */
const FEW = 20;

export class ChatSweep {
  readonly #context: SyncContext;
  readonly #chats: ChatReader;
  readonly #suspects: Suspects;

  constructor(context: SyncContext, chats: ChatReader, suspects: Suspects) {
    this.#context = context;
    this.#chats = chats;
    this.#suspects = suspects;
  }

  /** Chats that no list shows any more are left as an errand: each is asked for alone. */
  async readAll(status: Status, onPage: OnPage): Promise<Errand | null> {
    const before = await this.#context.store.listRowIds({ name: 'chats', status });
    let leftOut = listLeftOut(before, (await this.#walk(status, onPage)).seen);
    for (const other of STATUSES) {
      if (leftOut.length <= FEW || other === status) continue;
      leftOut = listLeftOut(leftOut, (await this.#walk(other, () => undefined)).seen);
    }
    return this.#suspects.check('chats', leftOut);
  }

  async #walk(status: Status, onPage: OnPage): Promise<CollectionRead> {
    const read = await this.#chats.readAll(status, onPage);
    if (read.state !== 'stuck') return read;
    throw new AppError({
      code: 'bad-response',
      message: `The pages of ${status} chats lead nowhere`,
      outcome: 'refused',
    });
  }
}
