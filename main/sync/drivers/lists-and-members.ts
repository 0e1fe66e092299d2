/** Reads lists and who is on them while the user waits: the service deletes contacts that are on no list any more. */
import { isAppError } from '#shared/domain/app-error.ts';
import type { ContactList } from '#shared/domain/entities.ts';
import { toListId } from '#shared/domain/ids.ts';
import type { ContactId, ListId } from '#shared/domain/ids.ts';
import type { CallPriority } from '../calls.ts';
import { readCollection } from './collection.ts';
import type { SyncContext } from './context.ts';
import { forEachOf } from './together.ts';

const AT_ONCE = 4;

export class ListsAndMembers {
  readonly #context: SyncContext;

  constructor(context: SyncContext) {
    this.#context = context;
  }

  /** All lists of the service. Rejects with `AppError`. */
  async listLists(priority: CallPriority): Promise<readonly ContactList[]> {
    const { link, source } = this.#context;
    const lists = new Map<ListId, ContactList>();
    await readCollection<ContactList>({
      readPage: async (query) => {
        const page = await link.call(priority, (options) => source.listLists(query, options));
        for (const list of page.items) lists.set(list.id, list);
        return page;
      },
      keyOf: ({ id }) => id,
    });
    return [...lists.values()];
  }

  /** Keeps them too. None where the list went meanwhile, or is not ours to see. Rejects with `AppError`. */
  async readMembersIfAny(listId: ListId, priority: CallPriority): Promise<readonly ContactId[]> {
    const { link, source, store } = this.#context;
    try {
      const contactIds = await link.call(priority, (options) => source.listMemberIds({ listId }, options));
      await store.setListMembers({ listId, contactIds });
      return contactIds;
    } catch (error) {
      if (isAppError(error, 'not-found') || isAppError(error, 'forbidden')) return [];
      throw error;
    }
  }

  /** Keeps all lists with their members as the service has them now; takes out lists that it has no more. Rejects with `AppError`. */
  async readAll(): Promise<void> {
    const { store } = this.#context;
    const lists = await this.listLists('user');
    await store.commitLists({ lists });
    const listIds = new Set<number>([...lists.map(({ id }) => id), ...(await store.listRowIds({ name: 'lists' }))]);
    await forEachOf([...listIds].map(toListId), AT_ONCE, (listId) => this.#readMembers(listId));
  }

  async #readMembers(listId: ListId): Promise<void> {
    const { link, source, store } = this.#context;
    try {
      const contactIds = await link.call('user', (options) => source.listMemberIds({ listId }, options));
      await store.setListMembers({ listId, contactIds });
    } catch (error) {
      if (!isAppError(error, 'not-found') && !isAppError(error, 'forbidden')) throw error;
      await this.#checkList(listId);
    }
  }

  /** A list whose members cannot be seen keeps them as they are known. */
  async #checkList(listId: ListId): Promise<void> {
    const { link, source, store } = this.#context;
    try {
      await link.call('user', (options) => source.getList({ listId }, options));
    } catch (error) {
      if (isAppError(error, 'not-found')) await store.removeRows({ name: 'lists', ids: [listId] });
      else if (!isAppError(error, 'forbidden')) throw error;
    }
  }
}
