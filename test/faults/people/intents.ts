/** What the user of the app asked for, and what the user had seen then. */

/** One value that the user wants the service to have. */
export interface Intent {
  /** As `WatchedService` writes it; notes that the service does not have yet have an id below zero. */
  readonly key: string;
  /** Null: it shall be gone. */
  readonly wanted: string | null;
  /** What the user saw, or agreed to replace; null: whatever is there. */
  readonly seen: ReadonlySet<string> | null;
  /** How far the service's log was then. */
  readonly since: number;
  readonly changeIds: readonly number[];
  readonly undoId: string | null;
  /** The app died before it said that it has it: it may be lost. */
  readonly isUnsure: boolean;
  /** The user took it back before it left. */
  isUndone: boolean;
  /** The user gave it up, or did something else that leaves no need of it. */
  isDropped: boolean;
}

/** What the user touched last: other clients like to change just that. */
export interface LastTouched {
  contact: { readonly id: number; readonly field: string } | null;
  listId: number | null;
  noteId: number | null;
}

export interface AddedNote {
  /** Below zero. */
  readonly noteId: number;
  readonly contactId: number;
  readonly text: string;
  readonly intent: Intent;
}

/** People whom the user agreed to have deleted by one act on a list. */
export interface Agreement {
  readonly listId: number;
  readonly contactIds: ReadonlySet<number>;
  readonly intent: Intent;
}

type NewIntent = Pick<Intent, 'key' | 'wanted' | 'seen'> & Partial<Pick<Intent, 'isUnsure'>>;
type Made = Pick<Intent, 'since' | 'changeIds' | 'undoId'>;

export class Intents {
  readonly all: Intent[] = [];
  readonly last: LastTouched = { contact: null, listId: null, noteId: null };
  readonly notes: AddedNote[] = [];
  readonly agreements: Agreement[] = [];
  /** Lists to which those are moved who are on no other than one that is deleted: the service says who they are. */
  readonly moves: { readonly listId: number; readonly since: number }[] = [];

  add(intent: NewIntent, made: Made): Intent {
    const added = { isUnsure: false, isUndone: false, isDropped: false, ...intent, ...made };
    this.all.push(added);
    return added;
  }

  /** What the user saw of a value: also what was there before, where the value shown is one that still waits. */
  toSeen(key: string, shown: string, waitingIds: ReadonlySet<number>): ReadonlySet<string> {
    // A new note may have got its id from the service since: its text is its own.
    const isOf = (intent: Intent): boolean =>
      key.startsWith('note:') ? intent.key.startsWith('note:') : intent.key === key;
    const own = this.all.findLast((intent) => isOf(intent) && intent.wanted === shown);
    const isWaiting = own !== undefined && (own.isUnsure || own.changeIds.some((id) => waitingIds.has(id)));
    return new Set(isWaiting && own?.seen !== null ? [shown, ...(own?.seen ?? [])] : [shown]);
  }

  /** Of what one undo is about, what had not left by then. */
  undo(undoId: string, cancelledIds: ReadonlySet<number>): void {
    for (const intent of this.all) {
      if (intent.undoId === undoId && intent.changeIds.every((id) => cancelledIds.has(id))) intent.isUndone = true;
    }
  }

  /** These changes are not kept any more. */
  drop(changeIds: ReadonlySet<number>): void {
    for (const intent of this.all) if (intent.changeIds.some((id) => changeIds.has(id))) intent.isDropped = true;
  }

  /** Everything that the user wanted of this value so far is given up. */
  dropAll(key: string): void {
    for (const intent of this.all) if (intent.key === key) intent.isDropped = true;
  }
}
