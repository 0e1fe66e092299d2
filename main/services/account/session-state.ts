import type { RememberedAccountView, SessionNotice, SessionView } from '#shared/contract/index.ts';
import { isAppError, type AppError } from '#shared/domain/app-error.ts';
import type { Log } from '#main/platform/log.ts';
import type { AddressLeft } from '#main/services/live-updates/live-updates-record.ts';
import type { EventBus } from '#main/services/event-bus.ts';
import { toAccountView, toProblemView } from '#main/services/views.ts';
import type { StoreNotice } from '#main/store/api.ts';
import { toAccountId, type AccountIdentity } from './account-files.ts';
import type { CredentialStore } from './credential-store.ts';
import type { OpenAccount } from './open-account.ts';
import type { RememberedAccount, RememberedAccounts } from './remembered-accounts.ts';

export interface SessionStateNeeds {
  readonly accounts: RememberedAccounts;
  readonly keys: CredentialStore;
  readonly events: EventBus;
  readonly log: Log;
  readonly now: () => number;
  /** The app is ending. */
  readonly ending: AbortSignal;
}

/** Which account is open, what the user should know about it, and when the window is told. */
export class SessionState {
  /** The open account; null: none. */
  current: OpenAccount | null = null;
  /** The account that is being closed and opened again: requests that come meanwhile can be repeated. Null: none. */
  reopening: OpenAccount | null = null;
  readonly #needs: SessionStateNeeds;
  #notices: readonly SessionNotice[] = [];
  #changing: Promise<unknown> = Promise.resolve();

  constructor(needs: SessionStateNeeds) {
    this.#needs = needs;
  }

  /** One account makes room for another until the returned function is called: no view is made meanwhile. */
  beginChange(): () => void {
    const change = Promise.withResolvers<undefined>();
    this.#changing = change.promise;
    return () => change.resolve(undefined);
  }

  /** What the window is shown of the session. */
  async getView(): Promise<SessionView> {
    await this.#changing;
    const { current } = this;
    const open = current === null ? null : await toOpenView(current);
    const { accounts, keys } = this.#needs;
    const { active } = accounts;
    return {
      ...(open ?? { ...NOTHING_OPEN, state: active === null ? 'signed-out' : 'key-needed' }),
      ...toWho(current?.credentials ?? active),
      keyring: keys.state,
      isKeyKept: current?.isDemo !== true && active?.isKeyKept === true && !keys.isLeaving(active.id),
      accounts: accounts.list.map((one) => this.#toRememberedView(one, current)),
      notices: [...this.#notices],
    };
  }

  /** Another account is on screen, or none: the window asks for everything again. */
  async announceAccount(): Promise<void> {
    const view = await this.getView();
    this.#needs.events.accountChanged(view, this.current?.getStatus() ?? null);
  }

  /** Something about the session is new; the account on screen stays there. */
  announce(): void {
    const { events, log } = this.#needs;
    const { current } = this;
    // An account that was closed meanwhile must not come back with a late view.
    const isStill = (): boolean => this.current === current;
    this.getView().then(
      (view) => isStill() && events.sessionChanged(view),
      (error: unknown) => isStill() && log.error('session.viewFailed', error),
    );
  }

  /** Does background work: a failure becomes a notice for the next user who looks, and is thrown all the same. */
  async noteFailure<Output>(act: () => Promise<Output>): Promise<Output> {
    const { events, ending } = this.#needs;
    try {
      return await act();
    } catch (error) {
      if (isAppError(error) && !ending.aborted) {
        this.noteNotOpened(error);
        events.sessionChanged(await this.getView());
      }
      throw error;
    }
  }

  /** What the store did about damage when it was opened; its other notices are for the log alone. */
  noteStore(notice: StoreNotice): void {
    if (notice.kind === 'cache-behind') return;
    const at = this.#needs.now();
    this.#addNotice(
      notice.kind === 'owned-salvaged' ? { kind: notice.kind, at, rows: notice.rows } : { kind: notice.kind, at },
    );
  }

  /** Why the account could not be opened; only the last reason is kept. */
  noteNotOpened(error: AppError): void {
    const at = this.#needs.now();
    this.clearNotOpened();
    this.#addNotice({ kind: 'not-opened', at, problem: toProblemView(error, at) });
  }

  /** The account was opened. */
  clearNotOpened(): void {
    this.#notices = this.#notices.filter(({ kind }) => kind !== 'not-opened');
  }

  /** Addresses that could not be put back; replaces an earlier notice about that account. */
  noteLeft(identity: AccountIdentity, left: readonly AddressLeft[], { isKept }: { readonly isKept: boolean }): void {
    if (left.length === 0) return;
    const { baseUrl, username } = identity;
    this.#notices = this.#notices.filter((notice) => !isOf(notice, identity));
    this.#addNotice({ kind: 'addresses-left', at: this.#needs.now(), baseUrl, username, left: [...left], isKept });
  }

  /** That account is open again, and deals with the addresses that it kept. */
  clearKept(identity: AccountIdentity): void {
    this.#notices = this.#notices.filter((notice) => !isOf(notice, identity) || !notice.isKept);
  }

  /** The account has left. What its service still does stays among the notices. */
  clearNotices(): void {
    this.#notices = this.#notices.filter(({ kind }) => kind === 'addresses-left');
  }

  /** The user has read the notices. */
  dismissNotices(): void {
    this.#notices = [];
  }

  #addNotice(notice: SessionNotice): void {
    this.#notices = [...this.#notices, notice];
  }

  #toRememberedView(account: RememberedAccount, current: OpenAccount | null): RememberedAccountView {
    const { id, baseUrl, username, isKeyKept, isSignedOut, removal, lastOpenAt } = account;
    return {
      accountId: id,
      baseUrl,
      username,
      isActive: id === current?.id,
      key: isKeyKept ? 'kept' : this.#needs.keys.isInMemory(id) ? 'here' : 'missing',
      isSignedOut,
      isRemovedInPart: removal !== null,
      lastOpenAt,
    };
  }
}

type OpenView = Pick<SessionView, 'isDemo' | 'account' | 'isKeyMissing' | 'absentFeatures'>;

const NOTHING_OPEN: OpenView = { isDemo: false, account: null, isKeyMissing: false, absentFeatures: [] };

async function toOpenView(open: OpenAccount): Promise<OpenView & { readonly state: 'signed-in' }> {
  const account = await open.store.getAccount({});
  return {
    state: 'signed-in',
    isDemo: open.isDemo,
    account: account === null ? null : toAccountView(account),
    isKeyMissing: open.credentials.apiKey === null,
    absentFeatures: [...open.listAbsentFeatures()],
  };
}

function toWho(who: OpenAccount['credentials'] | RememberedAccount | null) {
  if (who === null) return { baseUrl: null, webUrl: null, username: null };
  const { baseUrl, webUrl, username } = who;
  return { baseUrl, webUrl, username };
}

type LeftNotice = Extract<SessionNotice, { kind: 'addresses-left' }>;

function isOf(notice: SessionNotice, identity: AccountIdentity): notice is LeftNotice {
  return notice.kind === 'addresses-left' && toAccountId(notice) === toAccountId(identity);
}
