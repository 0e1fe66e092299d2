/**
 * Rows that a whole reading left out: each is asked for alone before anything is done about it. A service that answers
 * shows that the list was wrong, or that the row moved meanwhile; one that knows it no more, or shows it to us no more,
 * has it taken out here too. Whatever else it answers, the row stays.
 */
import { isAppError } from '#shared/domain/app-error.ts';
import { toChatId, toContactId, toListId } from '#shared/domain/ids.ts';
import { rotateAfter } from '../core/left-out.ts';
import type { ChatReader } from './chat-reader.ts';
import type { SyncContext } from './context.ts';
import { createErrand } from './errand.ts';
import type { Errand } from './errand.ts';
import { isFatal } from './failures.ts';
import { forEachOf } from './together.ts';

/** What can be asked for by its id. */
export type SingleName = 'chats' | 'contacts' | 'lists';

const PORTION = 20;
const AT_ONCE = 2;

export class Suspects {
  readonly #context: SyncContext;
  readonly #chats: ChatReader;

  constructor(context: SyncContext, chats: ChatReader) {
    this.#context = context;
    this.#chats = chats;
  }

  /** Asks for these, in portions; goes on where an earlier check of them was interrupted, also by the end of the app. */
  async check(name: SingleName, ids: readonly number[]): Promise<Errand | null> {
    if (ids.length === 0) return null;
    const { store } = this.#context;
    const key = `${name}.checkedToId`;
    const afterId = (await store.getSyncMark({ key })) ?? 0;
    return createErrand({
      items: rotateAfter(ids, afterId),
      size: PORTION,
      work: async (portion) => {
        await this.#checkPortion(name, portion);
        if (ids.length > PORTION) await store.setSyncMark({ key, value: portion.at(-1) ?? 0 });
      },
      ...(ids.length > PORTION || afterId > 0 ? { atEnd: () => store.setSyncMark({ key, value: 0 }) } : {}),
    });
  }

  async #checkPortion(name: SingleName, ids: readonly number[]): Promise<void> {
    const { store } = this.#context;
    const gone: number[] = [];
    try {
      await forEachOf(ids, AT_ONCE, async (id) => {
        if (await this.#isGone(name, id)) gone.push(id);
      });
    } finally {
      // What was proved before a failure stays proved.
      if (gone.length > 0 && name === 'chats') await store.removeChats({ chatIds: gone.map(toChatId) });
      else if (gone.length > 0 && name !== 'chats') await store.removeRows({ name, ids: gone });
    }
  }

  async #isGone(name: SingleName, id: number): Promise<boolean> {
    try {
      await this.#readAlone(name, id);
      return false;
    } catch (error) {
      if (isAppError(error, 'not-found') || isAppError(error, 'forbidden')) return true;
      // What the service cannot tell now, it is asked again next time; a lost link or a failing disk ends the portion.
      if (isFatal(error) || !isAppError(error) || this.#context.link.note(error)) throw error;
      return false;
    }
  }

  async #readAlone(name: SingleName, id: number): Promise<void> {
    const { link, source, store } = this.#context;
    if (name === 'chats') {
      await this.#chats.read(toChatId(id), 'backfill');
    } else if (name === 'contacts') {
      const contact = await link.call('backfill', (options) =>
        source.getContact({ contactId: toContactId(id) }, options),
      );
      await store.commitContacts({ contacts: [contact] });
    } else {
      const list = await link.call('backfill', (options) => source.getList({ listId: toListId(id) }, options));
      await store.commitLists({ lists: [list] });
    }
  }
}
