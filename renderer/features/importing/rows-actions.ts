import type { CheckedRowView, ContractError, RowFilter } from '#shared/contract/index.ts';
import type { App } from '#renderer/app/app.svelte.ts';
import type { Toast } from '#renderer/app/toasts.svelte.ts';
import { downloadFile } from '#renderer/lib/download-file.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import { toProblemText } from '#renderer/lib/problems.ts';
import type { DraftRows } from './draft-rows.svelte.ts';
import { rowsStep as words, toReasonSentences, toRowText } from './row-messages.ts';

interface RowsActionsOptions {
  readonly app: App;
  readonly texts: Translator;
  readonly rows: DraftRows;
}

/** What the user does to rows of the file, and what is said about it. */
export class RowsActions {
  readonly #app: App;
  readonly #texts: Translator;
  readonly #rows: DraftRows;
  /** What it told last, with an undo. */
  #told: Toast | null = null;

  constructor({ app, texts, rows }: RowsActionsOptions) {
    this.#app = app;
    this.#texts = texts;
    this.#rows = rows;
  }

  /** Saves a cell, and says what happens to the row now: it may be among other rows by then. */
  async save(row: CheckedRowView, column: number, value: string): Promise<void> {
    const before = row.cells[column] ?? '';
    const outcome = await this.#rows.saveCell({ line: row.line, column }, value);
    if ('problem' in outcome) {
      this.#tellFailed(outcome.problem, (detail) => this.#texts.text(words.notSaved, { line: row.line, detail }));
      return;
    }
    const text = toRowText(outcome.row, this.#texts);
    const undo = (): void => void this.#rows.saveCell({ line: row.line, column }, before);
    this.#tell(this.#texts.text(words.nowText, { line: row.line, text }), undo);
  }

  async setLeftOut(rows: readonly number[] | RowFilter, isLeftOut: boolean, count: number): Promise<void> {
    const problem = await this.#rows.setLeftOut(rows, isLeftOut);
    if (problem !== null) {
      this.#tellFailed(problem, (detail) => this.#texts.text(words.notLeftOut, { detail }));
      return;
    }
    const done = this.#texts.text(isLeftOut ? words.leftOutCount : words.takenInCount, { count });
    // Rows of a filter are other ones by then: only named rows can be put back.
    this.#tell(done, typeof rows === 'string' ? null : () => void this.#rows.setLeftOut(rows, !isLeftOut));
  }

  async saveProblems(draftId: string): Promise<void> {
    const reply = await this.#app.bridge.request('imports.exportProblems', {
      draftId,
      reasonTitle: this.#texts.text(words.reasonTitle),
      reasons: toReasonSentences(this.#texts),
    });
    if (!reply.ok) {
      this.#tellFailed(reply.error, (detail) => this.#texts.text(words.notSavedFile, { detail }));
      return;
    }
    const { handle, name, rows } = reply.value;
    downloadFile({ url: this.#app.bridge.fileUrl(handle), name });
    this.#app.toasts.show(this.#texts.text(words.saved, { count: rows }));
  }

  /** Whether what was told last is still on screen, and can be undone. Reads runes. */
  get canUndo(): boolean {
    return this.#told !== null && this.#app.toasts.current === this.#told && this.#told.action !== null;
  }

  undo(): void {
    if (!this.canUndo) return;
    this.#told?.action?.run();
    this.#app.toasts.dismiss();
  }

  /** What is told of rows goes with them: there is nothing to undo once they are imported. */
  dispose(): void {
    const { toasts } = this.#app;
    if (this.#told !== null && toasts.current === this.#told) toasts.dismiss();
  }

  #tell(text: string, undo: (() => void) | null): void {
    const { toasts } = this.#app;
    const label = this.#texts.text(words.undo);
    toasts.show(text, { action: undo === null ? null : { label, command: 'undo', run: undo } });
    this.#told = toasts.current;
  }

  #tellFailed(problem: ContractError, toText: (detail: string) => string): void {
    this.#app.toasts.show(toText(toProblemText(problem, this.#texts)).trim(), { tone: 'fault' });
  }
}
