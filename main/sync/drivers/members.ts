/** Who is on which list. */
import { isAppError } from '#shared/domain/app-error.ts';
import { toListId } from '#shared/domain/ids.ts';
import type { ListId } from '#shared/domain/ids.ts';
import type { SyncContext } from './context.ts';
import { createErrand } from './errand.ts';
import type { Errand } from './errand.ts';
import { isFatal } from './failures.ts';

/** Lists of one portion: large ones take several requests. */
const PORTION = 5;

export class Members {
  readonly #context: SyncContext;

  constructor(context: SyncContext) {
    this.#context = context;
  }

  /** All lists. */
  async readAll(): Promise<Errand | null> {
    const ids = await this.#context.store.listRowIds({ name: 'lists' });
    return this.#toErrand(ids.map(toListId));
  }

  /** Lists that have another number of members here than the service says. */
  async readUneven(): Promise<Errand | null> {
    return this.#toErrand(await this.#context.store.listUnevenLists({}));
  }

  #toErrand(listIds: readonly ListId[]): Errand | null {
    return createErrand({
      items: listIds,
      size: PORTION,
      work: async (portion) => {
        for (const listId of portion) await this.#read(listId);
      },
    });
  }

  /** A list that the service does not tell of stays as it is: the reading of all lists says whether it is gone. */
  async #read(listId: ListId): Promise<void> {
    const { link, source, store } = this.#context;
    try {
      const contactIds = await link.call('backfill', (options) => source.listMemberIds({ listId }, options));
      await store.setListMembers({ listId, contactIds });
    } catch (error) {
      if (isFatal(error) || (isAppError(error) && link.note(error))) throw error;
    }
  }
}
