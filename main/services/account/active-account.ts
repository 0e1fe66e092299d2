import { createEnded, DiskFailure, findDiskKind } from '#main/store/errors.ts';
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { ChangeSet } from '#shared/domain/sync.ts';
import type { Serial } from '#shared/lib/serial.ts';
import type { AddressLeft } from '#main/services/live-updates/live-updates-record.ts';
import type { DemoService } from './ports.ts';
import { deleteCopy, toAccountId } from './account-files.ts';
import type { CredentialStore } from './credential-store.ts';
import { openAccount, type AccountNeeds, type AccountOpening, type OpenAccount } from './open-account.ts';
import type { StoreFailure } from './open-account.ts';
import type { RememberedAccounts } from './remembered-accounts.ts';
import type { SessionState } from './session-state.ts';

export type Activity = Parameters<OpenAccount['sync']['setActivity']>[0];

export interface ActiveAccountNeeds extends AccountNeeds {
  readonly startDemoService: () => Promise<DemoService>;
  readonly accounts: RememberedAccounts;
  readonly keys: CredentialStore;
  readonly state: SessionState;
  /** One act at a time. */
  readonly turns: Serial;
  /** The app is ending. */
  readonly ending: AbortSignal;
}

/** A disk that damages files again within this time is not healed by opening them. */
const DAMAGED_AGAIN_MS = 10 * 60_000;
/** So many ends of the store … */
const MOST_ENDS = 3;
/** … within this time are no accident. */
const WITHIN_MS = 60_000;

const nothing = (): Promise<void> => Promise.resolve();

/** Opens and closes the one account that is open, and opens it again where its store fails. */
export class ActiveAccount {
  readonly #needs: ActiveAccountNeeds;
  #activity: Activity | null = null;
  /** Whether the window knows of the account that is open. */
  #isAnnounced = false;
  /** By folder: when the store ended, and when it was opened again because of damage. */
  readonly #endedAt = new Map<string, readonly number[]>();
  readonly #repairedAt = new Map<string, number>();

  constructor(needs: ActiveAccountNeeds) {
    this.#needs = needs;
  }

  /** Whether the account of that id is open; the demo has none. */
  has(accountId: string): boolean {
    return this.#needs.state.current?.id === accountId;
  }

  /** Whether the user looks at the app: also told to an account that is opened later. */
  setActivity(activity: Activity): void {
    this.#activity = activity;
    this.#needs.state.current?.sync.setActivity(activity);
  }

  /**
   * Opens an account in the place of the one that is open, remembers it unless it is the demo, and tells the window. `onRoom`
   * runs when the one before is closed and the next is not open yet. Rejects with what keeps it from being opened: the one
   * before stays open where the service refused, and is closed otherwise.
   */
  async open(opening: AccountOpening, onRoom: () => Promise<void> = nothing): Promise<void> {
    const { state, log } = this.#needs;
    const before = state.current;
    let account: OpenAccount;
    try {
      account = await this.#replace(opening, onRoom);
    } catch (error) {
      if (before !== null && state.current === null) await state.announceAccount();
      throw error;
    }
    const isDemo = opening.demo !== null;
    if (!isDemo) state.clearKept(opening.credentials);
    if (this.#activity !== null) account.sync.setActivity(this.#activity);
    const isAdmitted = opening.credentials.apiKey !== null;
    log.info('session.opened', { isDemo, isProbed: opening.knownForm === null, isAdmitted });
    if (!isDemo) await this.#remember(account);
    try {
      await state.announceAccount();
    } finally {
      this.#isAnnounced = true;
    }
  }

  /** Mounts the demo service and opens the account on it; both keep what happened there. */
  async openDemo(): Promise<void> {
    const demo = await this.#needs.startDemoService();
    await this.open({ credentials: demo.credentials, knownForm: null, demo });
  }

  /** Closes the open account and opens it again. `onRoom` runs while it is closed. */
  async openAgain(account: OpenAccount, onRoom: () => Promise<void> = nothing): Promise<void> {
    const { state } = this.#needs;
    const { credentials, authForm, isDemo } = account;
    if (!isDemo) {
      await this.open({ credentials, knownForm: authForm, demo: null }, onRoom);
      return;
    }
    const before = state.reopening;
    state.reopening = account;
    try {
      // First: the next demo service needs the files of this one.
      await this.close();
      await onRoom();
      await this.openDemo();
    } finally {
      state.reopening = before;
    }
  }

  /**
   * Clears the copy of what the service has, pictures included, and begins to read it again. What only this computer knows
   * stays. Throws `unauthorized` when nobody is signed in, and `disk`; the account is open again also where some of it could
   * not be deleted.
   */
  async clearCopy(): Promise<void> {
    const { state } = this.#needs;
    const open = state.current;
    if (open === null) throw toSignedOut();
    const row = await open.store.getAccount({});
    let deleting = Promise.resolve();
    await this.openAgain(open, async () => {
      deleting = deleteCopy(open.folder);
      // Also where something is left: the account is opened again first.
      await Promise.allSettled([deleting]);
    });
    // The window shows whose account it is, also while the service is away.
    const { store } = state.current ?? open;
    if (row !== null && (await store.getAccount({})) === null) await store.saveAccount({ account: row });
    await state.announceAccount();
    await deleting;
  }

  /**
   * Closes the account because the user signs out or removes it: the service is to send nothing here any more. Resolves with
   * the addresses of which that could not be done.
   */
  async leave(): Promise<readonly AddressLeft[]> {
    const left = await this.#needs.state.current?.liveUpdates.leave();
    await this.close();
    return left ?? [];
  }

  /**
   * Never rejects: each part was told to end, and what one of them could not do, as on a full disk, holds up nothing. What
   * the user wrote is on the disk already.
   */
  async close(): Promise<void> {
    const { state, log } = this.#needs;
    const leaving = state.current;
    state.current = null;
    await leaving?.dispose().catch((error: unknown) => log.error('session.notClosed', error));
  }

  async #replace(opening: AccountOpening, onRoom: () => Promise<void>): Promise<OpenAccount> {
    const { state, ending } = this.#needs;
    const before = state.current;
    const isSame = opening.demo === null && before?.id === toAccountId(opening.credentials);
    const { reopening } = state;
    let endChange = (): void => undefined;
    const makeRoom = async (): Promise<void> => {
      endChange = state.beginChange();
      if (isSame) state.reopening = before;
      await this.close();
      this.#isAnnounced = false;
      // The same account with its key: the user has still to read what happened to its files.
      if (isSame) state.clearNotOpened();
      else state.clearNotices();
      await onRoom();
    };
    try {
      const account = await openAccount(this.#needs, opening, {
        ending,
        makeRoom,
        onStoreNotice: (notice) => state.noteStore(notice),
        onStoreChange: (changes) => this.#storeChanged(changes),
        onStoreFailed: (folder, why) => this.#storeFailed(folder, why),
        onLearned: () => state.announce(),
      });
      state.current = account;
      return account;
    } finally {
      if (isSame) state.reopening = reopening;
      endChange();
    }
  }

  async #remember({ credentials, authForm }: OpenAccount): Promise<void> {
    const { accounts, keys, now } = this.#needs;
    const { apiKey, ...who } = credentials;
    const id = toAccountId(who);
    if (apiKey !== null) keys.holdInMemory(id, apiKey);
    const before = accounts.find(id);
    // The keyring has a key under the name as it was typed.
    const isKeyKept = before?.isKeyKept === true && before.username === who.username;
    await accounts.saveActive({ ...who, authForm, isSignedOut: false, isKeyKept, lastOpenAt: now() });
  }

  /** Until the window knows of the account, it would take a change for one of the account before. Then it asks for everything. */
  #storeChanged(changes: ChangeSet): void {
    const { state, events } = this.#needs;
    if (this.#isAnnounced) events.storeChanged(changes);
    if (state.current !== null && (changes.account || changes.everything)) state.announce();
  }

  #storeFailed(folder: string, why: StoreFailure): void {
    const opening = why === 'ended' ? this.#reopenEnded(folder) : this.#reopenDamaged(folder);
    opening.catch((error: unknown) => this.#needs.log.error('session.notOpenedAgain', error));
  }

  /** A page of a file is damaged: opening the account again repairs it (see `main/store/recover.ts`) and tells the user. */
  async #reopenDamaged(folder: string): Promise<void> {
    const { state, turns, log, now } = this.#needs;
    const at = now();
    if (at - (this.#repairedAt.get(folder) ?? -Infinity) < DAMAGED_AGAIN_MS) return;
    this.#repairedAt.set(folder, at);
    await turns.run(async () => {
      const open = state.current;
      if (open?.folder !== folder) return;
      log.warn('session.opensDamagedAgain');
      await this.openAgain(open);
      await state.announceAccount();
    });
  }

  /**
   * A thread of the store has ended, whatever the reason: the account is closed to its end and opened again, which starts
   * everything from what is on the disk. Where that happens again and again it stays closed, and the user is told.
   */
  async #reopenEnded(folder: string): Promise<void> {
    const { state, turns } = this.#needs;
    const open = state.current;
    if (open?.folder !== folder) return;
    state.reopening = open;
    this.#noteEnd(folder);
    await turns.run(async () => {
      try {
        if (state.current === open) await this.#reopenUntilSteady(open);
      } finally {
        if (state.reopening === open) state.reopening = null;
      }
    });
  }

  async #reopenUntilSteady(open: OpenAccount): Promise<void> {
    const { ending, log, state } = this.#needs;
    try {
      while (!this.#isUnsteady(open.folder) && !ending.aborted) {
        log.info('session.reopens');
        if (await this.#tryToReopen(open)) return;
      }
      if (!ending.aborted) throw toUnsteady();
    } catch (error) {
      await this.close();
      state.reopening = null;
      if (isAppError(error)) state.noteNotOpened(error);
      await state.announceAccount();
      throw error;
    }
  }

  /** False where a thread ended once more while the account opened. */
  async #tryToReopen(open: OpenAccount): Promise<boolean> {
    try {
      await this.openAgain(open);
      return true;
    } catch (error) {
      if (findDiskKind(error) !== 'ended') throw error;
      this.#needs.log.error('store.threadEnded', error);
      this.#noteEnd(open.folder);
      return false;
    }
  }

  #noteEnd(folder: string): void {
    const now = this.#needs.now();
    const before = this.#endedAt.get(folder) ?? [];
    this.#endedAt.set(folder, [...before.filter((at) => now - at < WITHIN_MS), now]);
  }

  #isUnsteady(folder: string): boolean {
    return (this.#endedAt.get(folder) ?? []).length >= MOST_ENDS;
  }
}

export function toSignedOut(): AppError {
  return new AppError({ code: 'unauthorized', message: 'nobody is signed in', outcome: 'not-accepted' });
}

/** A request that comes meanwhile is not done, and can be repeated in a moment. */
export function toReopening(): AppError {
  return createEnded('The account is just being opened again', undefined, 'not-accepted');
}

function toUnsteady(): AppError {
  const message = `The store has ended ${MOST_ENDS} times within a minute`;
  return new AppError({ code: 'disk', message, cause: new DiskFailure('unsteady', message) });
}
