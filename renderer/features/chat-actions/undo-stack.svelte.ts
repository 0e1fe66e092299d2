/** Main keeps as many. */
const MOST = 50;

/** Something that was done and can be taken back. */
export interface Undoable {
  /** When it was done, epoch ms. */
  readonly at: number;
  /** Whose it is; null for messages. Told once it is taken back. */
  readonly name: string | null;
  /** For `chats.undo`, as main named them; empty where nothing came of it. */
  readonly undoIds: Promise<readonly string[]>;
  /** When it begins to be taken back; what this answers is called once it was. */
  readonly begin: (() => () => void) | null;
}

/** What was done, the last thing last: each is taken back once. */
export class UndoStack {
  #entries = $state.raw<readonly Undoable[]>([]);

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  /** When the last thing was done; null: nothing can be taken back. */
  get lastAt(): number | null {
    return this.#entries.at(-1)?.at ?? null;
  }

  /** From now on it can be taken back, also before main answered. What came to nothing goes by itself. */
  push(entry: Undoable): void {
    this.#entries = [...this.#entries, entry].slice(-MOST);
    void entry.undoIds.then((ids) => {
      if (ids.length === 0) this.remove(entry);
    });
  }

  /** False: it was not there any more. */
  remove(entry: Undoable): boolean {
    const wasThere = this.#entries.includes(entry);
    this.#entries = this.#entries.filter((other) => other !== entry);
    return wasThere;
  }

  /** Takes the last one off; null where there is none. */
  pop(): Undoable | null {
    const last = this.#entries.at(-1) ?? null;
    if (last !== null) this.remove(last);
    return last;
  }

  /** It could not be taken back yet: it is the last thing again. */
  putBack(entry: Undoable): void {
    this.#entries = [...this.#entries, entry].sort((one, other) => one.at - other.at);
  }
}
