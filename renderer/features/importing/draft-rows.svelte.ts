import type { CheckedRowView, ContractError, RowFilter, SwitchboardBridge } from '#shared/contract/index.ts';
import { Throttle } from '#renderer/lib/async.ts';
import { PagedRows } from './paged-rows.svelte.ts';
import { toRowAct } from './row-columns.ts';

/** While rows are being checked, those on screen are read again at most this often, in ms. */
const PAUSE_MS = 500;

/** A cell that is being edited. `column`: of the file. */
export interface EditedCell {
  readonly line: number;
  readonly column: number;
}

/** A row that main was asked to leave out or to take in, until it is read again. */
interface AskedRow {
  readonly line: number;
  readonly isLeftOut: boolean;
}

/** The rows of the file that is being prepared: those of one filter, which one the keys are on, and what is done to them. */
export class DraftRows {
  readonly pages: PagedRows<CheckedRowView>;
  #filter = $state<RowFilter>('all');
  #cursor = $state(-1);
  /** Line of the row that shows its details. */
  openLine = $state<number | null>(null);
  edited = $state.raw<EditedCell | null>(null);
  #draftId: string | null = null;
  /** The newest last. */
  #asked: readonly AskedRow[] = [];
  readonly #bridge: SwitchboardBridge;
  readonly #throttle: Throttle;
  readonly #stops: readonly (() => void)[];

  constructor(bridge: SwitchboardBridge) {
    this.#bridge = bridge;
    this.pages = new PagedRows({
      ask: (start, limit) => {
        const draftId = this.#draftId;
        return draftId === null
          ? null
          : bridge.request('imports.listRows', { draftId, filter: this.#filter, start, limit });
      },
    });
    this.#throttle = new Throttle(() => this.pages.refresh(), PAUSE_MS);
    this.#stops = [
      bridge.on('imports.changed', ({ importId }) => importId === null && this.#throttle.call()),
      bridge.onResync(() => this.#throttle.call()),
    ];
  }

  get filter(): RowFilter {
    return this.#filter;
  }
  get count(): number {
    return this.pages.count ?? 0;
  }
  /** Place of the row under the keys; -1 where there is none. */
  get cursor(): number {
    return Math.min(this.#cursor, this.count - 1);
  }
  get cursorRow(): CheckedRowView | null {
    return this.cursor === -1 ? null : this.pages.find(this.cursor);
  }

  /** Another file was chosen, or the same one is read anew. */
  follow(draftId: string | null): void {
    if (draftId === this.#draftId) return;
    this.#draftId = draftId;
    this.#begin();
  }

  choose(filter: RowFilter): void {
    if (filter === this.#filter) return;
    this.#filter = filter;
    this.#begin();
  }

  /** Moves the keys, as far as there are rows. */
  moveTo(index: number): void {
    if (this.count > 0) this.#cursor = Math.max(0, Math.min(index, this.count - 1));
  }

  toggleDetails(line: number): void {
    this.openLine = this.openLine === line ? null : line;
  }

  /** Saves a cell; the row as it is then, or why it was not saved. */
  async saveCell(
    { line, column }: EditedCell,
    value: string,
  ): Promise<{ readonly row: CheckedRowView } | { readonly problem: ContractError }> {
    const draftId = this.#draftId ?? '';
    const reply = await this.#bridge.request('imports.editCell', { draftId, line, column, value });
    if (!reply.ok) return { problem: reply.error };
    if (draftId === this.#draftId) {
      this.pages.replace(reply.value.row, (other) => other.line === line);
      void this.pages.refresh();
    }
    return { row: reply.value.row };
  }

  /** Null: it is done. */
  async setLeftOut(rows: readonly number[] | RowFilter, isLeftOut: boolean): Promise<ContractError | null> {
    const draftId = this.#draftId ?? '';
    const asked = typeof rows === 'string' ? [] : rows.map((line) => ({ line, isLeftOut }));
    this.#asked = [...this.#asked, ...asked];
    const reply = await this.#bridge.request('imports.leaveOut', {
      draftId,
      rows: typeof rows === 'string' ? { kind: 'filter', filter: rows } : { kind: 'lines', lines: [...rows] },
      isLeftOut,
    });
    const forget = (): void => void (this.#asked = this.#asked.filter((one) => !asked.includes(one)));
    if (reply.ok) void this.pages.refresh().then(forget);
    else forget();
    return reply.ok ? null : reply.error;
  }

  /** What a key does with a row: the opposite of what was done last, also where that is not read yet. Null: nothing. */
  findAct(row: CheckedRowView): 'leave-out' | 'take-in' | null {
    const last = this.#asked.findLast(({ line }) => line === row.line);
    if (last === undefined) return toRowAct(row);
    return last.isLeftOut ? 'take-in' : 'leave-out';
  }

  dispose(): void {
    this.#throttle.dispose();
    this.pages.dispose();
    for (const stop of this.#stops) stop();
  }

  #begin(): void {
    this.#cursor = -1;
    this.openLine = null;
    this.edited = null;
    this.#asked = [];
    this.pages.clear();
    void this.pages.refresh();
  }
}
