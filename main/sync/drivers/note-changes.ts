/** Carries what the user does to notes of contacts to the service. */
import { isAppError } from '#shared/domain/app-error.ts';
import type { ContactId } from '#shared/domain/ids.ts';
import type { ContactNote } from '#shared/domain/people.ts';
import { classifyActionFailure } from '../core/actions.ts';
import { compareNote, findSentNote, listEqualNotes } from '../core/people-changes.ts';
import type { KeptOf } from '../core/people-changes.ts';
import type { ChangeFates } from './change-fates.ts';
import { readCollection } from './collection.ts';
import type { ContactReader } from './contact-reader.ts';
import { toServiceNow } from './context.ts';
import type { SyncContext } from './context.ts';
import type { Notes } from './notes.ts';

type NoteChange = KeptOf<'add-note'> | KeptOf<'edit-note'> | KeptOf<'delete-notes'>;

/** What is on its way. `hasLeft`: the request under way would change something at the service. */
interface Under {
  hasLeft: boolean;
  /** It was made, and is looked for: nothing takes it back any more, and it is not made again. */
  isPartDone: boolean;
}

export class NoteChanges {
  readonly #context: SyncContext;
  readonly #fates: ChangeFates;
  readonly #contacts: ContactReader;
  readonly #notes: Notes;
  /** Notes that this run made: none of them is what came of another one. */
  readonly #madeIds = new Set<number>();

  constructor(
    context: SyncContext,
    parts: { readonly fates: ChangeFates; readonly contacts: ContactReader; readonly notes: Notes },
  ) {
    this.#context = context;
    this.#fates = parts.fates;
    this.#contacts = parts.contacts;
    this.#notes = parts.notes;
  }

  /**
   * Where an earlier request may have made the note, it is looked for first: nothing is noted twice. Equal notes are told
   * apart by who was there before, which is kept with the change.
   */
  async add(kept: KeptOf<'add-note'>): Promise<void> {
    const { link, source, clock } = this.#context;
    const { contactId, text } = kept.change;
    const writtenAt = kept.createdAt + (toServiceNow(this.#context) - clock.now());
    const before = kept.attempts > 0 ? kept.change.knownIds : await this.#listKnown(kept);
    if (before === null) return;
    const known = before === undefined ? {} : { knownNoteIds: before };
    const findSent = async (): Promise<number | undefined> => {
      const knownIds = before === undefined ? null : new Set([...before, ...this.#madeIds]);
      return findSentNote(await this.#list(contactId), { text, writtenAt, knownIds })?.id;
    };
    await this.#carry({ kept, known }, async (under) => {
      const sentId = kept.attempts > 0 ? await findSent() : undefined;
      if (sentId !== undefined) return this.#noteMade(sentId);
      under.hasLeft = true;
      const { id } = await link.call('user', (options) => source.createNote({ contactId, text }, options));
      under.hasLeft = false;
      under.isPartDone = true;
      // Services need not say the id of what they made.
      return this.#noteMade(id ?? (await findIfAllowed(findSent)));
    });
  }

  #noteMade(id: number | undefined): number | undefined {
    if (id !== undefined) this.#madeIds.add(id);
    return id;
  }

  /** Equal notes that the service has before this one leaves; null where it cannot say them now. */
  async #listKnown(kept: KeptOf<'add-note'>): Promise<readonly number[] | null> {
    const { contactId, text } = kept.change;
    try {
      return listEqualNotes(await this.#list(contactId), text).map(({ id }) => id);
    } catch (error) {
      await this.#fates.failBefore(kept, error);
      return null;
    }
  }

  edit(kept: KeptOf<'edit-note'>): Promise<void> {
    const { link, source } = this.#context;
    const { noteId, text } = kept.change;
    return this.#carry({ kept }, async (under) => {
      const note = await link.call('user', (options) => source.getNote({ noteId }, options));
      const fate = compareNote(kept.change, note.text);
      if (fate === 'conflict') return { theirs: note.text };
      if (fate === 'done') return undefined;
      under.hasLeft = true;
      await link.call('user', (options) => source.updateNote({ noteId, text }, options));
      return undefined;
    });
  }

  /** A note that is gone already is what was wanted. */
  delete(kept: KeptOf<'delete-notes'>): Promise<void> {
    const { link, source } = this.#context;
    const { contactId } = kept.change;
    const noteIds = kept.change.noteIds.filter((noteId) => noteId > 0);
    return this.#carry({ kept }, async (under) => {
      const [noteId] = noteIds;
      if (noteId === undefined) return undefined;
      under.hasLeft = true;
      try {
        await link.call('user', (options) =>
          noteIds.length === 1
            ? source.deleteNote({ noteId }, options)
            : source.deleteNotesOfContact({ contactId, noteIds }, options),
        );
      } catch (error) {
        if (!isAppError(error, 'not-found')) throw error;
      }
      return undefined;
    });
  }

  /** `work` resolves to the id of a new note, or to what the service has instead. Rejects where the link or the disk fails. */
  async #carry(
    { kept, known }: { readonly kept: NoteChange; readonly known?: { readonly knownNoteIds?: readonly number[] } },
    work: (under: Under) => Promise<number | { readonly theirs: string } | undefined>,
  ): Promise<void> {
    const begun = await this.#fates.begin([kept], known);
    if (begun.length === 0) return;
    const under: Under = { hasLeft: false, isPartDone: false };
    const { contactId } = kept.change;
    try {
      const result = await work(under);
      this.#contacts.noteChanged([contactId]);
      if (typeof result === 'object') await this.#fates.conflict(kept, result.theirs);
      else await this.#fates.finish(kept, result);
    } catch (error) {
      await this.#fates.settle([kept], error, under);
      return;
    }
    await this.#refresh(contactId);
  }

  /** What is shown is what the service has; where it cannot be read now, it is read another time. */
  async #refresh(contactId: ContactId): Promise<void> {
    try {
      await this.#notes.read(contactId, 'user');
    } catch (error) {
      if (!isAppError(error) || error.code === 'disk' || this.#context.link.note(error)) throw error;
    }
  }

  async #list(contactId: ContactId): Promise<readonly ContactNote[]> {
    const { link, source } = this.#context;
    const notes: ContactNote[] = [];
    await readCollection<ContactNote>({
      readPage: async (query) => {
        const page = await link.call('user', (options) => source.listNotesOfContact({ ...query, contactId }, options));
        notes.push(...page.items);
        return page;
      },
      keyOf: ({ id }) => id,
    });
    return notes;
  }
}

/** Undefined too where the service says no: that is not about what was made. */
async function findIfAllowed(find: () => Promise<number | undefined>): Promise<number | undefined> {
  try {
    return await find();
  } catch (error) {
    if (isAppError(error) && classifyActionFailure(error) === 'refused') return undefined;
    throw error;
  }
}
