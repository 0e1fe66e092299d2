type PageStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A note of one contact that was begun and not saved. */
export interface BegunNote {
  /** The note that is changed; null: a new one. */
  readonly noteId: number | null;
  readonly text: string;
}

/** The half-written note of one contact: it is there again once the user comes back to the contact, also after a reload. */
export class NoteMemory {
  readonly #storage: PageStorage;
  readonly #key: string;

  /** `storage`: of this window alone. `account` tells accounts apart. */
  constructor(storage: PageStorage, { account, contactId }: { readonly account: string; readonly contactId: number }) {
    this.#storage = storage;
    this.#key = `switchboard.note.${account}.${contactId}`;
  }

  /** Null: none was begun, or what is kept is none. */
  read(): BegunNote | null {
    try {
      return parseBegun(JSON.parse(this.#storage.getItem(this.#key) ?? 'null'));
    } catch {
      // Cut off on its way to the disk.
      return null;
    }
  }

  write(begun: BegunNote): void {
    try {
      this.#storage.setItem(this.#key, JSON.stringify(begun));
    } catch {
      // The storage of the page is full: it is kept as long as it is on screen.
    }
  }

  /** The note was saved or given up. */
  forget(): void {
    this.#storage.removeItem(this.#key);
  }
}

function parseBegun(value: unknown): BegunNote | null {
  if (typeof value !== 'object' || value === null || !('noteId' in value) || !('text' in value)) return null;
  const { noteId, text } = value;
  if (typeof text !== 'string' || text.trim() === '') return null;
  return { noteId: typeof noteId === 'number' ? noteId : null, text };
}
