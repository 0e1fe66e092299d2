/**
 * The API keys of the accounts: in memory while the app runs, and in the keyring of the computer where the user wants that.
 *
 * KEY-1 the app never waits longer than a moment for the keyring, which may have put a question on the screen: an answer that
 *       comes later is heard, and acted upon if it still fits.
 * KEY-2 a key that reaches the keyring after its user has signed out is taken out again.
 * KEY-3 nothing here throws: that a key could not be saved or found is a state.
 * KEY-4 each account has its own key there, and nothing that is done about one touches another's: switching accounts
 *       leaves the key where it is, signing out or removing the account takes it out.
 */
import type { Log } from '#main/platform/log.ts';
import type { KeyringAnswer, KeyringState } from '#shared/domain/keyring.ts';
import type { Serial } from '#shared/lib/serial.ts';
import type { SecretStore } from '#main/services/host/host.ts';
import type { Credentials } from './ports.ts';
import { toAccountId, type AccountIdentity } from './account-files.ts';
import type { RememberedAccount, RememberedAccounts } from './remembered-accounts.ts';

export interface CredentialStoreNeeds {
  readonly secrets: SecretStore | null;
  readonly accounts: RememberedAccounts;
  /** A late answer takes its turn like any other act of the session. */
  readonly turns: Serial;
  readonly log: Log;
  /** The state of the keyring, or whether a key is in it, has changed. */
  readonly onChange: () => void;
}

/** The user wants this key in the keyring, in this run. */
interface SaveRequest {
  readonly credentials: Credentials;
  isSaved: boolean;
}

interface KeyInMemory {
  readonly apiKey: string;
  /** Lets the log show it again. */
  readonly show: () => void;
}

const GRACE_MS = 1_500;
/** No account has this name; asking for its key shows whether there is a keyring, without a question to the user. */
const NOBODY: AccountIdentity = { username: '', baseUrl: 'nobody' };

export class CredentialStore {
  readonly #needs: CredentialStoreNeeds;
  #state: KeyringState;
  readonly #requests = new Map<string, SaveRequest>();
  /** Keys of the accounts that were open in this run and not signed out of: going back to one asks for no key. */
  readonly #inMemory = new Map<string, KeyInMemory>();
  /** Removals that the keyring has not answered, by account: a second one would find nothing, as in a locked keyring. */
  readonly #removals = new Map<string, Promise<KeyringAnswer>>();

  constructor(needs: CredentialStoreNeeds) {
    this.#needs = needs;
    this.#state = needs.secrets === null ? 'absent' : 'ready';
  }

  /** What the keyring answered last; `silent` while it is late with an answer. */
  get state(): KeyringState {
    return this.#state;
  }

  isInMemory(accountId: string): boolean {
    return this.#inMemory.has(accountId);
  }

  /** Keeps the key for this run, and hides it from the log for as long. */
  holdInMemory(accountId: string, apiKey: string): void {
    if (this.#inMemory.get(accountId)?.apiKey === apiKey) return;
    this.#dropFromMemory(accountId);
    this.#inMemory.set(accountId, { apiKey, show: this.#needs.log.hide(apiKey) });
  }

  /**
   * The key from memory, or from the keyring where it was saved there; else null. A key that comes late goes to `onLate`.
   */
  async find(
    account: RememberedAccount,
    onLate: (apiKey: string) => Promise<void> | undefined = () => undefined,
  ): Promise<string | null> {
    const held = this.#inMemory.get(account.id)?.apiKey;
    if (held !== undefined) return held;
    if (!account.isKeyKept) return null;
    const toKey = (answer: KeyringAnswer): string | null => (answer.state === 'ready' ? answer.secret : null);
    const asked = this.#ask('find', (secrets) => secrets.find(toName(account), true)).then(toKey);
    const answer = await withGrace(asked);
    if (answer !== LATE) return answer;
    this.#later(asked, async (apiKey) => {
      if (apiKey !== null) await onLate(apiKey);
    });
    return null;
  }

  /** Whether there is a keyring, without a question to the user. `isHasty`: does not wait for the answer. */
  async check(isHasty = false): Promise<void> {
    const asked = this.#ask('look', (secrets) => secrets.find(toName(NOBODY), false));
    if (!isHasty) await withGrace(asked);
  }

  /** Puts the key of an account into the keyring. */
  async save(credentials: Credentials): Promise<void> {
    const { apiKey, ...identity } = credentials;
    const request: SaveRequest = { credentials, isSaved: false };
    this.#requests.set(toAccountId(identity), request);
    this.#removals.delete(toAccountId(identity));
    const asked = this.#ask('save', (secrets) => secrets.save(toName(identity), apiKey));
    await this.#settle(asked, async ({ state }) => {
      if (state === 'ready') await this.#saved(request);
    });
  }

  /** The credentials that the user wanted saved and that are not in the keyring yet. */
  findUnsaved(identity: AccountIdentity): Credentials | null {
    const request = this.#requests.get(toAccountId(identity));
    return request === undefined || request.isSaved ? null : request.credentials;
  }

  /** The user does not want the key of that account in the keyring any more. */
  cancelSave(identity: AccountIdentity): void {
    this.#requests.delete(toAccountId(identity));
  }

  /** Takes the key of an account out of the keyring. `isExpected`: it is in there, as far as is known. */
  async remove(identity: AccountIdentity, isExpected = true): Promise<void> {
    const accountId = toAccountId(identity);
    const asked = this.#ask('remove', (secrets) => {
      const removal = this.#removals.get(accountId) ?? secrets.remove(toName(identity), isExpected);
      this.#removals.set(accountId, removal);
      return removal.finally(() => {
        if (this.#removals.get(accountId) === removal) this.#removals.delete(accountId);
      });
    });
    await this.#settle(asked, async ({ state }) => {
      // The answer may be late: meanwhile the user may have come back and had the key saved again.
      const isSavedAgain = this.#requests.get(accountId)?.isSaved === true;
      if (isExpected && state === 'ready' && !isSavedAgain) await this.#noteKept(identity, false);
    });
  }

  /** Whether the keyring was just asked to take out the key of that account, and neither answered nor is late. */
  isLeaving(accountId: string): boolean {
    return this.#removals.has(accountId) && this.#state !== 'silent';
  }

  /** The user leaves that account: its key goes from memory, and is not put into the keyring any more. */
  release(identity: AccountIdentity): void {
    this.cancelSave(identity);
    this.#dropFromMemory(toAccountId(identity));
  }

  /** Ends what the keyring is being asked. */
  dispose(): void {
    this.#needs.secrets?.dispose();
  }

  /** Takes all keys out of memory, once no account is open. */
  clearMemory(): void {
    for (const accountId of [...this.#inMemory.keys()]) this.#dropFromMemory(accountId);
  }

  #dropFromMemory(accountId: string): void {
    this.#inMemory.get(accountId)?.show();
    this.#inMemory.delete(accountId);
  }

  async #saved(request: SaveRequest): Promise<void> {
    const { credentials } = request;
    const newest = this.#requests.get(toAccountId(credentials));
    if (newest === request) {
      request.isSaved = true;
      await this.#noteKept(credentials, true);
      // The keyring has a former key, or that of a user who signed out.
    } else if (newest?.isSaved !== true) await this.remove(credentials);
  }

  async #noteKept(identity: AccountIdentity, isKeyKept: boolean): Promise<void> {
    await this.#needs.accounts.update(identity, { isKeyKept });
    this.#needs.onChange();
  }

  async #ask(act: string, ask: (secrets: SecretStore) => Promise<KeyringAnswer>): Promise<KeyringAnswer> {
    const { secrets, log } = this.#needs;
    if (secrets === null) return { state: 'absent', detail: 'none is used' };
    const late = setTimeout(() => this.#become('silent'), GRACE_MS);
    const answer = await ask(secrets);
    clearTimeout(late);
    if (answer.state !== 'ready') log.info('keyring.notReady', { act, state: answer.state, detail: answer.detail });
    this.#become(answer.state);
    return answer;
  }

  #become(state: KeyringState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#needs.onChange();
  }

  async #settle<Output>(asked: Promise<Output>, settle: (answer: Output) => Promise<void>): Promise<void> {
    const answer = await withGrace(asked);
    if (answer === LATE) this.#later(asked, settle);
    else await settle(answer);
  }

  #later<Output>(asked: Promise<Output>, act: (answer: Output) => Promise<void>): void {
    const { turns, log } = this.#needs;
    asked.then((answer) => turns.run(() => act(answer))).catch((error: unknown) => log.error('keyring.late', error));
  }
}

const LATE = Symbol('late');

async function withGrace<Output>(asked: Promise<Output>): Promise<Output | typeof LATE> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(() => resolve(LATE), GRACE_MS);
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}

const toName = ({ baseUrl, username }: AccountIdentity): string => `${username} ${baseUrl}`;
