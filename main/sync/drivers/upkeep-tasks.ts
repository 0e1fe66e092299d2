import type { SyncPhase } from '#shared/domain/sync.ts';
import { toMarkKey } from '../core/upkeep.ts';
import type { UpkeepTask } from '../core/upkeep.ts';
import { readAccount } from './account.ts';
import { ChatSweep } from './chat-sweep.ts';
import { Collections } from './collections.ts';
import type { SyncContext } from './context.ts';
import { joinErrands } from './errand.ts';
import type { Errand } from './errand.ts';
import { Members } from './members.ts';
import { readPrices } from './prices.ts';
import type { Readers } from './readers.ts';
import { Suspects } from './suspects.ts';

export interface TaskOrder {
  readonly task: UpkeepTask;
  readonly onPage: (seenCount: number, total: number | null) => void;
  /** A person wants it whole: what was half done is begun anew. */
  readonly isWanted: boolean;
}

/** What each task of the upkeep does. */
export class UpkeepTasks {
  readonly #context: SyncContext;
  readonly #readers: Readers;
  readonly #chats: ChatSweep;
  readonly #collections: Collections;
  readonly #members: Members;

  constructor(context: SyncContext, readers: Readers) {
    this.#context = context;
    this.#readers = readers;
    const suspects = new Suspects(context, readers.chats);
    this.#chats = new ChatSweep(context, readers.chats, suspects);
    this.#collections = new Collections(context, { suspects, contacts: readers.contacts });
    this.#members = new Members(context);
  }

  /** Does it; what is left to be done in portions is the errand. Rejects with `AppError`. */
  async perform({ task, onPage, isWanted }: TaskOrder): Promise<Errand | null> {
    const isDeepEnough = (newestAt: number): boolean => this.#readers.history.isDeepEnough(newestAt);
    switch (task) {
      case 'chats.active':
        return this.#readOpenChats(onPage);
      case 'chats.closed':
        return this.#chats.readAll('closed', onPage);
      case 'chats.deleted':
        return this.#chats.readAll('deleted', onPage);
      case 'lists':
        return this.#readLists(onPage);
      case 'sends':
        await this.#collections.readNewSends(isDeepEnough, onPage);
        return null;
      case 'sends.all':
        await this.#collections.readAllSends(isDeepEnough, onPage);
        return null;
      case 'members':
        return this.#members.readAll();
      case 'notes':
        return this.#readers.notes.readInUse(isWanted);
      case 'prices':
        await readPrices(this.#context);
        return null;
      case 'account':
        await readAccount(this.#context);
        return null;
      default:
        return this.#collections.readAll(task, onPage);
    }
  }

  async #readOpenChats(onPage: TaskOrder['onPage']): Promise<Errand | null> {
    const errand = await this.#chats.readAll('active', onPage);
    await this.#readers.unread.ask();
    return errand;
  }

  /** Lists whose members changed are read at once, except where all of them are about to be read for the first time. */
  async #readLists(onPage: TaskOrder['onPage']): Promise<Errand | null> {
    const suspects = await this.#collections.readAll('lists', onPage);
    const isFirst = (await this.#context.store.getSyncMark({ key: toMarkKey('members') })) === null;
    return joinErrands([suspects, isFirst ? null : await this.#members.readUneven()]);
  }
}

/** Under which heading the first reading shows. */
export function toPhase(task: UpkeepTask): SyncPhase {
  if (task === 'contacts' || task === 'lists') return task;
  return task.startsWith('chats.') ? 'chats' : 'others';
}

/** What the service may have none of, or refuse to this account: then it counts as done until a person asks again. */
export function isDispensable(task: UpkeepTask, code: 'not-found' | 'forbidden'): boolean {
  if (task === 'account' || task.startsWith('chats.')) return false;
  return code === 'forbidden' || (task !== 'contacts' && task !== 'lists');
}
