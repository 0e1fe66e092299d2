import type { SyncPhase } from '#shared/domain/sync.ts';
import type { StatusBoard } from './status-board.ts';

interface Shown {
  readonly phase: SyncPhase;
  readonly done: number;
  readonly total: number | null;
}

/**
 * What is being read, as a person is shown it, where collections and older history are read at once: a collection that is
 * read for the first time goes before history, and history before what is left to be done in portions.
 */
export class Progress {
  readonly #board: StatusBoard;
  #task: Shown | null = null;
  #history: Shown | null = null;
  /** No task is under way, only what tasks left to be done. */
  #areTasksDone = false;

  constructor(board: StatusBoard) {
    this.#board = board;
  }

  /** `total` is null where the service does not say. */
  showTask(phase: SyncPhase, done: number, total: number | null): void {
    this.#task = { phase, done, total };
    this.#areTasksDone = false;
    this.#tell();
  }

  /** No task is due. `isBusy`: something that they left is still to be done at once. */
  restFromTasks(isBusy: boolean): void {
    this.#areTasksDone = true;
    if (!isBusy) this.#task = null;
    this.#tell();
  }

  showHistory(done: number, total: number | null): void {
    this.#history = { phase: 'history', done, total };
    this.#tell();
  }

  restFromHistory(): void {
    if (this.#history === null) return;
    this.#history = null;
    this.#tell();
  }

  #tell(): void {
    const { done, total } = this.#board.status;
    const last = this.#areTasksDone ? (this.#history ?? this.#task) : (this.#task ?? this.#history);
    // Before the first word of the tasks nobody rests.
    if (last === null && !this.#areTasksDone) return;
    const shown = last ?? { phase: 'idle', done, total };
    this.#board.progress(shown.phase, shown.done, shown.total);
  }
}
