/**
 * Notes of contacts. The service lists them by contact only: those of people who are written with are looked at often,
 * those of all others in a slow pass, at most once a day.
 */
import { isAppError } from '#shared/domain/app-error.ts';
import { toContactId } from '#shared/domain/ids.ts';
import type { ContactId } from '#shared/domain/ids.ts';
import type { ContactNote } from '#shared/domain/people.ts';
import { readCollection } from './collection.ts';
import type { SyncContext } from './context.ts';
import { createErrand } from './errand.ts';
import type { Errand } from './errand.ts';
import { isFatal } from './failures.ts';

const DAY_MS = 86_400_000;
const RECENT_MS = 7 * DAY_MS;
const MOST_RECENT = 100;
const PORTION = 10;
/**
 * Ten contacts in five seconds: a twenty-fifth of the 50 requests a second that all clients of the account share, and yet
 * 100,000 contacts in fourteen hours.
 */
const PAUSE_MS = 5_000;

/** Up to which contact the slow pass has come, and when it began; 0: none is under way. */
const DONE_TO_MARK = 'notes.all.doneToId';
const BEGAN_MARK = 'notes.all.beganAt';

export class Notes {
  readonly #context: SyncContext;

  constructor(context: SyncContext) {
    this.#context = context;
  }

  /** Contacts of open chats in which something happened this week. */
  async readRecent(): Promise<Errand | null> {
    const { store, clock } = this.#context;
    const ids = await store.listRecentContactIds({ sinceAt: clock.now() - RECENT_MS, limit: MOST_RECENT });
    return createErrand({ items: ids, size: PORTION, work: (portion) => this.#readEach(portion) });
  }

  /** All contacts; goes on where the pass stopped that was begun less than a day ago, unless it shall begin anew. */
  async readAll(isAnew: boolean): Promise<Errand | null> {
    const { store, clock } = this.#context;
    const now = clock.now();
    const beganAt = (await store.getSyncMark({ key: BEGAN_MARK })) ?? 0;
    const isGoingOn = !isAnew && beganAt > 0 && beganAt <= now && now - beganAt < DAY_MS;
    const doneToId = isGoingOn ? ((await store.getSyncMark({ key: DONE_TO_MARK })) ?? 0) : 0;
    const startedAt = isGoingOn ? beganAt : now;
    if (!isGoingOn) {
      await store.setSyncMark({ key: DONE_TO_MARK, value: 0 });
      await store.setSyncMark({ key: BEGAN_MARK, value: now });
    }
    const ids = (await store.listRowIds({ name: 'contacts' })).filter((id) => id > doneToId);
    return createErrand({
      items: ids.map(toContactId),
      size: PORTION,
      startedAt,
      pauseMs: PAUSE_MS,
      work: async (portion) => {
        await this.#readEach(portion);
        await store.setSyncMark({ key: DONE_TO_MARK, value: portion.at(-1) ?? 0 });
      },
      atEnd: () => store.setSyncMark({ key: BEGAN_MARK, value: 0 }),
    });
  }

  async #readEach(ids: readonly ContactId[]): Promise<void> {
    const { link } = this.#context;
    let forbiddenCount = 0;
    for (const contactId of ids) {
      try {
        await this.#read(contactId);
      } catch (error) {
        // A contact that is gone or not ours to see; the reading of all contacts says which.
        if (isFatal(error) || !isAppError(error) || link.note(error)) throw error;
        if (error.code === 'forbidden') forbiddenCount += 1;
        // Where not one of many may be seen, this account may see none.
        if (forbiddenCount === PORTION) throw error;
      }
    }
  }

  async #read(contactId: ContactId): Promise<void> {
    const { link, source, store } = this.#context;
    const notes = new Map<number, ContactNote>();
    const read = await readCollection<ContactNote>({
      readPage: async (query) => {
        const ask = { ...query, contactId };
        const page = await link.call('backfill', (options) => source.listNotesOfContact(ask, options));
        for (const note of page.items) notes.set(note.id, note);
        return page;
      },
      keyOf: ({ id }) => id,
    });
    if (read.state !== 'ended' || !read.isReadable) return;
    await store.setContactNotes({ contactId, notes: [...notes.values()].sort((a, b) => a.id - b.id) });
  }
}
