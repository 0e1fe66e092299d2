/**
 * Who is signed in. Opens, replaces and closes the one account that everything else works on.
 *
 * SESSION-1 nothing goes to the service before it accepted the key, but with one that this computer was asked to keep or
 *           that was in use in this run.
 * SESSION-2 signing out stops everything and forgets the key; drafts, outbox and cache stay, and nobody reads them, now
 *           or after a restart, until somebody signs in.
 * SESSION-3 one act at a time: a second sign-in waits for the first.
 * SESSION-4 the key is in memory and, where a person wished it, in the keyring of the computer; never in a file of ours,
 *           never in a line of the log.
 * SESSION-5 who did not sign out can read and write on what is kept here also without the key; nothing of it is lost
 *           when the key comes.
 * SESSION-6 accounts are switched without a loss: the one that leaves is closed to its end before the next is opened, asks
 *           its service nothing while it is closed, and nothing of it is seen or heard in another.
 * SESSION-7 removing an account deletes its files and its key. What could not be deleted is tried again at the next start,
 *           and the account is not opened before: also not at a sign-in, which begins anew.
 */
import type { SessionView } from '#shared/contract/index.ts';
import { toAccountName } from '#shared/domain/account-name.ts';
import { AppError } from '#shared/domain/app-error.ts';
import type { Credentials } from './ports.ts';
import type { OpenAccount } from './account.ts';
import { clearCopy, removeAccount } from './account-files.ts';
import { toAccountFolder, toAccountId } from './account-id.ts';
import type { AccountSlot } from './account-slot.ts';
import { parseServiceAddresses } from './addresses.ts';
import { findKey, goTo, isKeyMissing, openDemo, reopen, signIn, toNotFound } from './entering.ts';
import type { Opened } from './opening.ts';
import { toReopening } from './reopening.ts';
import { finishRemovals } from './removal.ts';
import type { RememberedAccount } from './session-memory.ts';
import { createRenewal } from './renewal.ts';
import { createSessionParts, type SessionNeeds, type SessionParts } from './session-parts.ts';

export class Session {
  readonly #parts: SessionParts;

  constructor(needs: SessionNeeds) {
    this.#parts = createSessionParts(needs, { onStoreFailed: (folder, why) => renew(folder, why) });
    const renew = createRenewal(this.#parts);
  }

  /**
   * Opens the account that was here last, with its key where that is kept and can be had, else on what is kept here.
   * `awaited` is about to sign in without a person: what is theirs is left to them.
   */
  restore(awaited: Credentials | null = null): Promise<void> {
    const { turns, memory, keys, teller } = this.#parts;
    return turns.run(async () => {
      await memory.recall();
      if (memory.list.some(({ removal }) => removal !== null)) void turns.run(() => finishRemovals(this.#parts));
      const account = memory.active;
      const isAwaited = awaited !== null && toTypedId(awaited) === account?.id;
      const opens = account !== null && !account.isSignedOut && !isAwaited;
      const apiKey = opens && account.isKeyKept ? await findKey(this.#parts, account) : null;
      if (!opens || !account.isKeyKept) await keys.look(opens || isAwaited);
      if (opens) await teller.noting(() => reopen(this.#parts, account.id, apiKey));
    });
  }

  /**
   * Asks the service whether the key is good and opens the account. Throws `unauthorized`, `offline`, `timeout`,
   * `not-this-service`, `maintenance` or `validation`; the account that was open before stays open then.
   */
  signIn({ keepsKey, ...typed }: Credentials & { readonly keepsKey: boolean }): Promise<SessionView> {
    const { memory, keys } = this.#parts;
    return this.#act(async () => {
      const credentials = await signIn(this.#parts, typed, null);
      if (keepsKey) await keys.keep(credentials);
      else if (memory.active?.isKeyKept === true) await keys.forget(credentials);
    });
  }

  /**
   * Signs in without a person. An account that was open here before needs no word with the service, which may be
   * away at the moment: sync tells how that goes.
   */
  signInUnattended(typed: Credentials): Promise<SessionView> {
    const { memory, teller } = this.#parts;
    return this.#act(() =>
      teller.noting(() => signIn(this.#parts, typed, memory.find(toTypedId(typed))?.authForm ?? null)),
    );
  }

  /** Asks the keyring once more for what it did not do: to give the key, to keep it, or to forget it. */
  askKeyring(): Promise<SessionView> {
    return this.#act(async () => {
      const account = this.#parts.memory.active;
      if (account === null) await this.#parts.keys.look();
      else await this.#askKeyring(account);
    });
  }

  /** Mounts the demo service and signs in to it; both keep what happened there. */
  startDemo(): Promise<SessionView> {
    return this.#act(async () => {
      if (this.#parts.slot.current?.isDemo !== true) await openDemo(this.#parts);
    });
  }

  /** Opens another account of this computer. Throws `not-found` or `disk`; whoever was here stays then. */
  openAccount(accountId: string): Promise<SessionView> {
    return this.#act(() => goTo(this.#parts, accountId));
  }

  /** Deletes an account from this computer. Throws `not-found` or `disk`. No other one is opened in its place. */
  removeAccount(accountId: string): Promise<SessionView> {
    return this.#act(() => removeAccount(this.#parts, accountId));
  }

  /** Deletes the copy of what the service of the open account has, and begins to read it again. Throws `disk`. */
  clearCopy(): Promise<SessionView> {
    return this.#act(() => clearCopy(this.#parts));
  }

  signOut(): Promise<SessionView> {
    const { slot, memory, keys, atHand, notes, teller, needs } = this.#parts;
    return this.#act(async () => {
      const leaving = slot.current?.isDemo === true ? null : memory.active;
      const left = await slot.leave();
      notes.clear();
      needs.log.info('session.closed');
      if (leaving !== null) {
        keys.letGo(leaving);
        atHand.drop(leaving.id);
        await memory.note(leaving, { isSignedOut: true });
        notes.noteLeft(leaving, left, { isKept: true });
      }
      await teller.tell();
      if (leaving !== null) await keys.forget(leaving, leaving.isKeyKept);
    });
  }

  /** A person has read what the view had to tell. */
  async dismissNotices(): Promise<SessionView> {
    this.#parts.notes.dismiss();
    const view = await this.getView();
    this.#parts.needs.notices.sessionChanged(view);
    return view;
  }

  getView(): Promise<SessionView> {
    return this.#parts.teller.getView();
  }

  /** The open account. Throws `unauthorized` when nobody is signed in, and `disk` while it is opened again. */
  getAccount(): OpenAccount {
    return this.getOpened().account;
  }

  /** The open account where it has that name; undefined: whoever is open. Throws `unauthorized` where it is another one. */
  getAccountNamed(name: string | undefined): OpenAccount {
    const { account, isDemo } = this.getOpened();
    if (name === undefined || name === toAccountName({ ...account.credentials, isDemo })) return account;
    throw new AppError({ code: 'unauthorized', message: 'another account is open', outcome: 'not-accepted' });
  }

  /** The open account with the folder where it lives. Throws `unauthorized` when nobody is signed in. */
  getOpened(): Opened {
    const { current, reopening } = this.#parts.slot;
    if (current !== null) return current;
    if (reopening !== null) throw toReopening();
    throw new AppError({ code: 'unauthorized', message: 'nobody is signed in', outcome: 'not-accepted' });
  }

  /** Whether the account that was on screen is just being opened again. */
  get isReopening(): boolean {
    return this.#parts.slot.reopening !== null;
  }

  findAccount(): OpenAccount | undefined {
    return this.#parts.slot.current?.account;
  }

  /** The folder of an account of this computer, and the account itself while it is open. Throws `not-found`. */
  getRemembered(accountId: string): { readonly folder: string; readonly open: OpenAccount | null } {
    const { memory, slot, needs } = this.#parts;
    if (memory.find(accountId) === undefined) throw toNotFound();
    const folder = toAccountFolder(needs.dataFolder, accountId);
    return { folder, open: slot.has(accountId) ? this.getAccount() : null };
  }

  /** Whether somebody looks: also told to an account that is opened later. */
  setActivity(activity: Parameters<AccountSlot['setActivity']>[0]): void {
    this.#parts.slot.setActivity(activity);
  }

  /** Ends what is running, also a sign-in that still waits for the service. */
  async dispose(): Promise<void> {
    const { ending, keys, turns, slot, atHand } = this.#parts;
    ending.abort();
    keys.dispose();
    await turns.run(() => slot.close());
    atHand.dispose();
  }

  /** SESSION-3. */
  #act(work: () => Promise<unknown>): Promise<SessionView> {
    return this.#parts.turns.run(async () => {
      await work();
      return await this.getView();
    });
  }

  async #askKeyring(account: RememberedAccount): Promise<void> {
    const { keys, teller } = this.#parts;
    const unkept = keys.findUnkept(account);
    if (account.isKeyKept && account.isSignedOut) await keys.forget(account);
    else if (account.isKeyKept && isKeyMissing(this.#parts, account)) {
      const apiKey = await findKey(this.#parts, account);
      if (apiKey !== null) await teller.noting(() => reopen(this.#parts, account.id, apiKey));
    } else if (unkept !== null) await keys.keep(unkept);
    else await keys.look();
  }
}

const toTypedId = (typed: Credentials): string => toAccountId({ ...typed, ...parseServiceAddresses(typed) });
