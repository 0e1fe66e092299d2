import type { CheckedRowView, ContractError, RowFilter, SwitchboardBridge } from '#shared/contract/index.ts';
import { Throttle } from '#renderer/lib/async.ts';
import { PagedRows } from './paged-rows.svelte.ts';

/** While rows are being checked, those on screen are read again at most this often, in ms. */
const PAUSE_MS = 500;

/** A cell that is being edited. `column`: of the file. */
export interface EditedCell {
  readonly line: number;
  readonly column: number;
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
    const reply = await this.#bridge.request('imports.leaveOut', {
      draftId,
      rows: typeof rows === 'string' ? { kind: 'filter', filter: rows } : { kind: 'lines', lines: [...rows] },
      isLeftOut,
    });
    if (reply.ok) void this.pages.refresh();
    return reply.ok ? null : reply.error;
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
    this.pages.clear();
    void this.pages.refresh();
  }
}
