import type { AuthForm } from '#main/api/credentials.ts';
import type { StoreNotice } from '#main/store/api.ts';
import type { ChangeSet } from '#shared/domain/sync.ts';
import type { AccountNeeds, OpenAccount } from './account.ts';
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
  /** Another account is on screen, or none. */
  readonly tell: () => Promise<unknown>;
}

/** The place for the one account that is open: the next one makes the one before leave. */
export class AccountSlot {
  readonly #needs: AccountSlotNeeds;
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

  /** Whether somebody looks: also told to an account that is opened later. */
  setActivity(activity: Activity): void {
    this.#activity = activity;
    this.#current?.account.sync.setActivity(activity);
  }

  /** Resolves with the form in which the service takes the credentials. */
  async open(opening: Opening): Promise<AuthForm> {
    const { notes, account: needs, dataFolder, ending, onChange, onLearned, tell } = this.#needs;
    const stayed = this.#current;
    const change = Promise.withResolvers<unknown>();
    const makeRoom = async (): Promise<void> => {
      this.#changing = change.promise;
      await this.close();
      // The same account with its key: what its files went through is still to be read.
      if (isSame(stayed, opening)) notes.clearNotOpened();
      else notes.clear();
    };
    const onStoreNotice = (notice: StoreNotice): void => notes.noteStore(notice);
    try {
      const steps = { dataFolder, ending, makeRoom, onStoreNotice, onChange, onLearned };
      try {
        this.#current = await openSession(needs, opening, steps);
      } finally {
        change.resolve(null);
      }
    } catch (error) {
      if (stayed !== null && this.#current === null) await tell();
      throw error;
    }
    const { account, authForm, isDemo } = this.#current;
    if (this.#activity !== null) account.sync.setActivity(this.#activity);
    const hasKey = account.credentials.apiKey !== null;
    needs.log.info('session.opened', { isDemo, isProbed: opening.knownForm === null, isAdmitted: hasKey });
    await tell();
    return authForm;
  }

  async close(): Promise<void> {
    const leaving = this.#current;
    this.#current = null;
    await leaving?.end();
  }
}

function isSame(open: Opened | null, { credentials, demo }: Opening): boolean {
  if (open === null || open.isDemo || demo !== null) return false;
  const { baseUrl, username } = open.account.credentials;
  return baseUrl === credentials.baseUrl && username === credentials.username;
}
