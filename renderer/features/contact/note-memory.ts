type PageStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A note that was begun and not saved. */
export interface BegunNote {
  /** The note that is changed; null: a new one. */
  readonly noteId: number | null;
  readonly text: string;
  /** What the note said when it was begun; '' of a new one. */
  readonly base: string;
}

/** The half-written notes of one contact: each is there again once the user comes back to it, also after a reload. */
export class NoteMemory {
  readonly #storage: PageStorage;
  readonly #key: string;

  /** `storage`: of this window alone. `account` tells accounts apart. */
  constructor(storage: PageStorage, { account, contactId }: { readonly account: string; readonly contactId: number }) {
    this.#storage = storage;
    this.#key = `switchboard.notes.${account}.${contactId}`;
  }

  /** Null: none was begun. */
  read(noteId: number | null): BegunNote | null {
    return this.#list().find((begun) => begun.noteId === noteId) ?? null;
  }

  write(begun: BegunNote): void {
    this.#keep([...this.#listOthers(begun.noteId), ...(begun.text.trim() === '' ? [] : [begun])]);
  }

  /** The note was saved or given up. */
  forget(noteId: number | null): void {
    this.#keep(this.#listOthers(noteId));
  }

  /**
   * The note to open again: a new one, else the first that was begun. Null: no note was begun. The text of a note that somebody
   * has changed or deleted since becomes a new one, so that neither text is lost.
   */
  resume(notes: readonly { readonly id: number; readonly text: string }[]): BegunNote | null {
    const fresh = this.read(null);
    const [begun] = fresh === null ? this.#list() : [fresh];
    if (begun === undefined) return null;
    if (begun.noteId === null || notes.some(({ id, text }) => id === begun.noteId && text === begun.base)) return begun;
    const moved = { noteId: null, text: begun.text, base: '' };
    this.forget(begun.noteId);
    this.write(moved);
    return moved;
  }

  #listOthers(noteId: number | null): readonly BegunNote[] {
    return this.#list().filter((begun) => begun.noteId !== noteId);
  }

  #list(): readonly BegunNote[] {
    try {
      const kept: unknown = JSON.parse(this.#storage.getItem(this.#key) ?? '[]');
      return Array.isArray(kept) ? kept.filter(isBegunNote) : [];
    } catch {
      // Cut off on its way to the disk.
      return [];
    }
  }

  #keep(notes: readonly BegunNote[]): void {
    try {
      if (notes.length === 0) this.#storage.removeItem(this.#key);
      else this.#storage.setItem(this.#key, JSON.stringify(notes));
    } catch {
      // The storage of the page is full: it is kept as long as it is on screen.
    }
  }
}

function isBegunNote(kept: unknown): kept is BegunNote {
  if (typeof kept !== 'object' || kept === null || !('noteId' in kept && 'text' in kept && 'base' in kept))
    return false;
  const { noteId, text, base } = kept;
  return (noteId === null || typeof noteId === 'number') && typeof text === 'string' && typeof base === 'string';
}
