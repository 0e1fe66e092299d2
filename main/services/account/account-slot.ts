import type { AuthForm } from '#main/api/credentials.ts';
import type { StoreNotice } from '#main/store/api.ts';
import type { ChangeSet } from '#shared/domain/sync.ts';
import type { AddressLeft } from '#main/services/live-updates/live-updates-record.ts';
import type { AccountNeeds, OpenAccount, StoreFailure } from './account.ts';
import { toAccountId } from './account-id.ts';
import { openSession, type Opened, type Opening } from './opening.ts';
import type { SessionNotes } from './session-notes.ts';

type Activity = Parameters<OpenAccount['sync']['setActivity']>[0];

export interface AccountSlotNeeds {
  readonly account: AccountNeeds;
  readonly dataFolder: string;
  readonly notes: SessionNotes;
  /** Ends the waiting for the service. */
  readonly ending: AbortSignal;
  /** Something in the store of the open account changed. */
  readonly onChange: (changes: ChangeSet) => void;
  /** Something was learned about the service of the open account. */
  readonly onLearned: () => void;
  /** What only another opening of the account in that folder gets over. */
  readonly onStoreFailed: (folder: string, why: StoreFailure) => void;
}

/** The place for the one account that is open: the next one makes the one before leave. */
export class AccountSlot {
  readonly #needs: AccountSlotNeeds;
  /** The account that was here and is opened again: what is asked meanwhile can be asked again. Null: none. */
  reopening: Opened | null = null;
  #current: Opened | null = null;
  #activity: Activity | null = null;
  #changing: Promise<unknown> = Promise.resolve();

  constructor(needs: AccountSlotNeeds) {
    this.#needs = needs;
  }

  get current(): Opened | null {
    return this.#current;
  }

  /** Settles when nobody is just leaving for somebody who is just coming: until then nothing is true of either. */
  async whenSettled(): Promise<void> {
    await this.#changing;
  }

  /** Whether the account of that id is open; the demo has none. */
  has(accountId: string): boolean {
    return this.#current !== null && toId(this.#current) === accountId;
  }

  /** Whether somebody looks: also told to an account that is opened later. */
  setActivity(activity: Activity): void {
    this.#activity = activity;
    this.#current?.account.sync.setActivity(activity);
  }

  /**
   * Resolves with the form in which the service takes the credentials. `onRoom` runs when the account before has left and
   * the next is not open yet.
   */
  async open(opening: Opening, onRoom: () => Promise<void> = () => Promise.resolve()): Promise<AuthForm> {
    const { notes, account: needs, dataFolder, ending, onChange, onLearned, onStoreFailed } = this.#needs;
    const stayed = this.#current;
    const stayedId = stayed === null ? null : toId(stayed);
    const isSame = opening.demo === null && toAccountId(opening.credentials) === stayedId;
    const before = this.reopening;
    const change = Promise.withResolvers<unknown>();
    const makeRoom = async (): Promise<void> => {
      this.#changing = change.promise;
      if (isSame) this.reopening = stayed;
      await this.close();
      // The same account with its key: what its files went through is still to be read.
      if (isSame) notes.clearNotOpened();
      else notes.clear();
      await onRoom();
    };
    const onStoreNotice = (notice: StoreNotice): void => notes.noteStore(notice);
    try {
      const steps = { dataFolder, ending, makeRoom, onStoreNotice, onChange, onLearned, onStoreFailed };
      this.#current = await openSession(needs, opening, steps);
    } finally {
      if (isSame) this.reopening = before;
      change.resolve(null);
    }
    const { account, authForm, isDemo } = this.#current;
    if (!isDemo) notes.clearKept(account.credentials);
    if (this.#activity !== null) account.sync.setActivity(this.#activity);
    const hasKey = account.credentials.apiKey !== null;
    needs.log.info('session.opened', { isDemo, isProbed: opening.knownForm === null, isAdmitted: hasKey });
    return authForm;
  }

  /**
   * A person signs out or removes the account: its service is to tell nobody here any more. Resolves with the addresses of
   * which that could not be done.
   */
  async leave(): Promise<readonly AddressLeft[]> {
    const left = await this.#current?.account.liveUpdates.leave();
    await this.close();
    return left ?? [];
  }

  /**
   * Never rejects: each part was told to end, and what one of them could not do on the way, as on a full disk, keeps nobody
   * from going on. What a person wrote is on the disk since they wrote it.
   */
  async close(): Promise<void> {
    const leaving = this.#current;
    this.#current = null;
    const { log } = this.#needs.account;
    await leaving?.end().catch((error: unknown) => log.error('session.notClosed', error));
  }
}

const toId = ({ isDemo, account }: Opened): string | null => (isDemo ? null : toAccountId(account.credentials));
