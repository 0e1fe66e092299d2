import type { SessionNotice } from '#shared/contract/index.ts';
import type { AppError } from '#shared/domain/app-error.ts';
import type { StoreNotice } from '#main/store/api.ts';
import { toProblemView } from '../views.ts';

/** What a person should know about the files of the account, until it was read. */
export class SessionNotes {
  readonly #now: () => number;
  #notices: readonly SessionNotice[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  get list(): SessionNotice[] {
    return [...this.#notices];
  }

  /** What the store did about damage when it was opened; its other notices are for the log alone. */
  noteStore(notice: StoreNotice): void {
    if (notice.kind === 'cache-behind') return;
    const at = this.#now();
    this.#add(
      notice.kind === 'owned-salvaged' ? { kind: notice.kind, at, rows: notice.rows } : { kind: notice.kind, at },
    );
  }

  /** Why nothing could be opened without a person; the last reason is enough. */
  noteNotOpened(error: AppError): void {
    const at = this.#now();
    this.clearNotOpened();
    this.#add({ kind: 'not-opened', at, problem: toProblemView(error, at) });
  }

  /** It was opened. */
  clearNotOpened(): void {
    this.#notices = this.#notices.filter(({ kind }) => kind !== 'not-opened');
  }

  clear(): void {
    this.#notices = [];
  }

  #add(notice: SessionNotice): void {
    this.#notices = [...this.#notices, notice];
  }
}
