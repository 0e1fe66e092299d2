/**
 * Notes of contacts. The service lists them by contact only, one request each: so those of people in use are read, who
 * were opened, or whose chat had a message lately.
 */
import { isAppError } from '#shared/domain/app-error.ts';
import type { ContactId } from '#shared/domain/ids.ts';
import type { ContactNote } from '#shared/domain/people.ts';
import type { CallPriority } from '../calls.ts';
import { readCollection } from './collection.ts';
import type { ContactReader } from './contact-reader.ts';
import type { SyncContext } from './context.ts';
import { createErrand } from './errand.ts';
import type { Errand } from './errand.ts';
import { isFatal } from './failures.ts';

const DAY_MS = 86_400_000;
const IN_USE_MS = 90 * DAY_MS;
/** Two contacts a minute, so that it is no load for the service, whose limit all clients of the account share. */
const PAUSE_MS = 30_000;
/** As many as that is in a day. */
const MOST_CONTACTS = DAY_MS / PAUSE_MS;
/** Where not one of so many may be seen, this account may see none. */
const MOST_FORBIDDEN = 10;
/** So often notes are read again because they changed while they were read. */
const MOST_READINGS = 3;

/** How many contacts the pass has done, and when it began; 0: none is under way. */
const DONE_MARK = 'notes.doneCount';
const BEGAN_MARK = 'notes.beganAt';

export class Notes {
  readonly #context: SyncContext;
  readonly #contacts: ContactReader;

  constructor(context: SyncContext, contacts: ContactReader) {
    this.#context = context;
    this.#contacts = contacts;
  }

  /**
   * Of contacts whose chat had a message lately, the latest first; goes on where the pass stopped that was begun less than a
   * day ago, unless it shall begin anew.
   */
  async readInUse(isAnew: boolean): Promise<Errand | null> {
    const { store, clock } = this.#context;
    const now = clock.now();
    const beganAt = (await store.getSyncMark({ key: BEGAN_MARK })) ?? 0;
    const isGoingOn = !isAnew && beganAt > 0 && beganAt <= now && now - beganAt < DAY_MS;
    let doneCount = isGoingOn ? ((await store.getSyncMark({ key: DONE_MARK })) ?? 0) : 0;
    const startedAt = isGoingOn ? beganAt : now;
    if (!isGoingOn) {
      await store.setSyncMark({ key: DONE_MARK, value: 0 });
      await store.setSyncMark({ key: BEGAN_MARK, value: now });
    }
    const ids = await store.listContactIdsInUse({ sinceAt: startedAt - IN_USE_MS, limit: MOST_CONTACTS });
    const forbidden = { count: 0 };
    return createErrand({
      items: ids.slice(doneCount),
      size: 1,
      startedAt,
      pauseMs: PAUSE_MS,
      work: async (portion) => {
        for (const contactId of portion) await this.#readAllowed(contactId, forbidden);
        doneCount += portion.length;
        await store.setSyncMark({ key: DONE_MARK, value: doneCount });
      },
      atEnd: () => store.setSyncMark({ key: BEGAN_MARK, value: 0 }),
    });
  }

  /** All of one contact. Rejects with `AppError`. */
  async read(contactId: ContactId, priority: CallPriority): Promise<void> {
    const { link, source, store } = this.#context;
    for (let reading = 0; reading < MOST_READINGS; reading += 1) {
      const { moment } = this.#contacts;
      const notes = new Map<number, ContactNote>();
      const read = await readCollection<ContactNote>({
        readPage: async (query) => {
          const ask = { ...query, contactId };
          const page = await link.call(priority, (options) => source.listNotesOfContact(ask, options));
          for (const note of page.items) notes.set(note.id, note);
          return page;
        },
        keyOf: ({ id }) => id,
      });
      if (read.state !== 'ended' || !read.isReadable) return;
      if (this.#contacts.isChangedSince(contactId, moment)) continue;
      await store.setContactNotes({ contactId, notes: [...notes.values()].sort((a, b) => a.id - b.id) });
      return;
    }
  }

  async #readAllowed(contactId: ContactId, forbidden: { count: number }): Promise<void> {
    try {
      await this.read(contactId, 'backfill');
      forbidden.count = 0;
    } catch (error) {
      // A contact that is gone or not ours to see; the reading of all contacts says which.
      if (isFatal(error) || !isAppError(error) || this.#context.link.note(error)) throw error;
      if (error.code === 'forbidden') forbidden.count += 1;
      if (forbidden.count === MOST_FORBIDDEN) throw error;
    }
  }
}
