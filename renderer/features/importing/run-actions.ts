import type { ContractError } from '#shared/contract/index.ts';
import type { App } from '#renderer/app/app.svelte.ts';
import { downloadFile } from '#renderer/lib/download-file.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import { toProblemText } from '#renderer/lib/problems.ts';
import { rowsStep, toReasonSentences } from './row-messages.ts';
import { progress, rows as rowWords, undo as undoWords } from './run-messages.ts';

interface RunActionsOptions {
  readonly app: App;
  readonly texts: Translator;
  readonly importId: number;
}

/** What the user does about a run, and what is said where it does not work. */
export class RunActions {
  readonly #app: App;
  readonly #texts: Translator;
  readonly #importId: number;

  constructor({ app, texts, importId }: RunActionsOptions) {
    this.#app = app;
    this.#texts = texts;
    this.#importId = importId;
  }

  async control(act: 'pause' | 'resume' | 'stop'): Promise<void> {
    const importId = this.#importId;
    const reply = await this.#app.requestIds.run(`imports.control\n${String(importId)}\n${act}`, (requestId) =>
      this.#app.bridge.request('imports.control', { requestId, importId, act }),
    );
    if (!reply.ok) this.#tellFailed(reply.error, (detail) => this.#texts.text(progress.notDone, { detail }));
  }

  async undo(): Promise<void> {
    const importId = this.#importId;
    const reply = await this.#app.requestIds.run(`imports.undo\n${String(importId)}`, (requestId) =>
      this.#app.bridge.request('imports.undo', { requestId, importId }),
    );
    if (!reply.ok) this.#tellFailed(reply.error, (detail) => this.#texts.text(undoWords.notBegun, { detail }));
  }

  async saveRejected(): Promise<void> {
    const reply = await this.#app.bridge.request('imports.exportRejected', {
      importId: this.#importId,
      reasonTitle: this.#texts.text(rowsStep.reasonTitle),
      reasons: toReasonSentences(this.#texts),
    });
    if (!reply.ok) {
      this.#tellFailed(reply.error, (detail) => this.#texts.text(rowsStep.notSavedFile, { detail }));
      return;
    }
    const { handle, name, rows } = reply.value;
    downloadFile({ url: this.#app.bridge.fileUrl(handle), name });
    this.#app.toasts.show(this.#texts.text(rowsStep.saved, { count: rows }));
  }

  /** Makes the rejected rows the file that is prepared, and leads there. */
  async fixRejected(): Promise<void> {
    const reply = await this.#app.bridge.request('imports.repairRejected', { importId: this.#importId });
    if (reply.ok) this.#app.router.go({ kind: 'import', importId: null, step: 'rows' });
    else this.#tellFailed(reply.error, (detail) => this.#texts.text(rowWords.notFixed, { detail }));
  }

  #tellFailed(problem: ContractError, toText: (detail: string) => string): void {
    this.#app.toasts.show(toText(toProblemText(problem, this.#texts)).trim(), { tone: 'fault' });
  }
}
