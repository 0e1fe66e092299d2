import type { ChatBefore } from '#main/store/api/chats.ts';
import type { TemplateView } from '#shared/contract/index.ts';
import type { ChatId, MessageKey } from '#shared/domain/ids.ts';
import type { PeopleChange } from '#shared/domain/people-changes.ts';
import type { OwnSchedule, OwnScheduleId } from '#shared/domain/scheduling/own-schedule.ts';
import type { ChatAct } from '#shared/domain/sync.ts';

/** How long a deletion waits on this computer, so that it can be taken back before the service hears of it. */
export const UNDO_MS = 8_000;
/** The same for edits of contacts and lists, for notes, for members of lists, and for scheduled texts. */
export const EDIT_UNDO_MS = 5_000;

/** A scheduled text that was made, changed or cancelled. */
export interface UndoableSchedule {
  readonly id: OwnScheduleId;
  /** Null: its row was made by it. */
  readonly before: OwnSchedule | null;
  /** As it left the row; null: it took the row out. */
  readonly after: Pick<OwnSchedule, 'state' | 'step' | 'changedAt'> | null;
}

/** Something done that can be taken back, with what it was before. */
export type Undoable =
  | {
      readonly kind: 'chats';
      readonly action: ChatAct;
      /** When it was done. */
      readonly at: number;
      readonly before: readonly ChatBefore[];
    }
  | { readonly kind: 'messages'; readonly chatId: ChatId; readonly keys: readonly MessageKey[] }
  /**
   * Of contacts, notes and lists: taken back by `contacts.undo`, while they wait on this computer. `dropped`: changes that
   * waited and were given up by it, such as a note that was deleted before it left; the undo makes them again.
   */
  | { readonly kind: 'people'; readonly changeIds: readonly number[]; readonly dropped: readonly PeopleChange[] }
  /** Taken back by `schedules.undo`, as long as no request about it has left. */
  | { readonly kind: 'schedules'; readonly changed: readonly UndoableSchedule[] }
  /** Deleted; `templates.undo` makes them again. */
  | { readonly kind: 'templates'; readonly templates: readonly TemplateView[] };

interface Kept {
  /** The folder of the account in which it was done: an undo works in that account alone. */
  readonly folder: string;
  readonly done: Undoable;
}

/** So many actions can be taken back. */
const MOST_ACTIONS = 50;

/** The last actions of this run, of all accounts. They are in memory only: an undo does not survive a restart. */
export class UndoMemory {
  readonly #createId: () => string;
  readonly #kept = new Map<string, Kept>();

  constructor(needs: { readonly createId: () => string }) {
    this.#createId = needs.createId;
  }

  /** The id by which it is taken back. */
  keep(folder: string, done: Undoable): string {
    const id = this.#createId();
    this.#kept.set(id, { folder, done });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_ACTIONS && oldest !== undefined) this.#kept.delete(oldest);
    return id;
  }

  /** Removes it as well: nothing is taken back twice. */
  take(folder: string, id: string): Undoable | undefined {
    const kept = this.#kept.get(id);
    if (kept?.folder !== folder) return undefined;
    this.#kept.delete(id);
    return kept.done;
  }

  /** For an undo that failed: it can be tried again. */
  putBack(folder: string, id: string, done: Undoable): void {
    this.#kept.set(id, { folder, done });
  }
}
