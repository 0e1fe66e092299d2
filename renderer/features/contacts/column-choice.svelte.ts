import type { ColumnPlace } from '#renderer/ui/data-table.svelte.ts';
import { moveColumn, NO_CHOICE, parseColumnChoice, type ColumnChoice } from './contact-columns.ts';

/** Columns that the user chose, in which order, and how wide they are; the page remembers them. */
export class ColumnChoices {
  #choice = $state.raw<ColumnChoice>(NO_CHOICE);
  readonly #storage: Storage;
  readonly #key: string;

  /** `account` tells accounts apart: custom fields are theirs. */
  constructor(storage: Storage, account: string) {
    this.#storage = storage;
    this.#key = `switchboard.contacts.columns.${account}`;
    this.#choice = parseColumnChoice(storage.getItem(this.#key));
  }

  get value(): ColumnChoice {
    return this.#choice;
  }

  show(column: string, isShown: boolean): void {
    this.#set({ ...this.#choice, shown: { ...this.#choice.shown, [column]: isShown } });
  }

  /** `width` null: as it is by itself. */
  resize(column: string, width: number | null): void {
    const widths = Object.entries(this.#choice.widths).filter(([id]) => id !== column);
    this.#set({ ...this.#choice, widths: Object.fromEntries(width === null ? widths : [...widths, [column, width]]) });
  }

  /** `ids`: the columns of the table on screen, shown or not, in their order. */
  move(ids: readonly string[], column: string, place: ColumnPlace): void {
    this.#set({ ...this.#choice, order: moveColumn({ ids, order: this.#choice.order }, column, place) });
  }

  #set(choice: ColumnChoice): void {
    this.#choice = choice;
    this.#storage.setItem(this.#key, JSON.stringify(choice));
  }
}
