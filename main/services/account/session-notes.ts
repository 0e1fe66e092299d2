import type { SessionNotice } from '#shared/contract/index.ts';
import type { AppError } from '#shared/domain/app-error.ts';
import type { StoreNotice } from '#main/store/api.ts';
import type { AddressLeft } from '#main/services/live-updates/live-updates-record.ts';
import { toProblemView } from '#main/services/views.ts';
import { toAccountId, type Whose } from './account-id.ts';

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

  /** Addresses that could not be put back; what is said of that account before goes. */
  noteLeft(whose: Whose, left: readonly AddressLeft[], { isKept }: { readonly isKept: boolean }): void {
    if (left.length === 0) return;
    const { baseUrl, username } = whose;
    this.#notices = this.#notices.filter((notice) => !isOf(notice, whose));
    this.#add({ kind: 'addresses-left', at: this.#now(), baseUrl, username, left: [...left], isKept });
  }

  /** That account is open again: what is kept of it is seen to there. */
  clearKept(whose: Whose): void {
    this.#notices = this.#notices.filter((notice) => !isOf(notice, whose) || !notice.isKept);
  }

  /** Whoever was here has left. What their service still does stays to be said. */
  clear(): void {
    this.#notices = this.#notices.filter(({ kind }) => kind === 'addresses-left');
  }

  /** A person has read it. */
  dismiss(): void {
    this.#notices = [];
  }

  #add(notice: SessionNotice): void {
    this.#notices = [...this.#notices, notice];
  }
}

type LeftNotice = Extract<SessionNotice, { kind: 'addresses-left' }>;

function isOf(notice: SessionNotice, whose: Whose): notice is LeftNotice {
  return notice.kind === 'addresses-left' && toAccountId(notice) === toAccountId(whose);
}
