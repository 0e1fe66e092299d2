import type { AccountContents, Reply, SwitchboardBridge } from '#shared/contract/index.ts';
import { shell } from '#renderer/lib/words/shell.ts';
import { account as words } from '#renderer/lib/words/account.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import { toReason } from '#renderer/lib/problems.ts';
import type { Overlay, Overlays } from './overlays.svelte.ts';
import { toIdentity, type Session } from './session.svelte.ts';
import type { Toasts } from './toasts.svelte.ts';

type Named = { readonly accountId: string; readonly username: string };

/** How many texts and changes have not gone out. */
interface WaitingCounts {
  readonly waiting: number;
  readonly actions: number;
}

interface AccountActsOptions {
  readonly session: Pick<Session, 'view' | 'openAccount' | 'removeAccount' | 'signOut' | 'askKeyring'>;
  readonly toasts: Pick<Toasts, 'show'>;
  readonly texts: Translator;
  readonly overlays: Overlays;
  /** Texts and changes that wait on this computer; reads runes. */
  readonly countWaiting: () => WaitingCounts;
  /** Where screens keep things of one account; throws where the browser has closed it. Null: nowhere. */
  readonly openStorage: (() => Pick<Storage, 'key' | 'length' | 'removeItem'>) | null;
}

/** What is done to accounts, from the Settings and from the menu of the rail; what went wrong is said in a toast. */
export class AccountActions {
  #busy = $state<string | null>(null);
  /** The question before the account is left, where something waits. */
  readonly leaving: Overlay;
  readonly #bridge: SwitchboardBridge;
  readonly #options: AccountActsOptions;

  constructor(bridge: SwitchboardBridge, options: AccountActsOptions) {
    this.#bridge = bridge;
    this.#options = options;
    this.leaving = options.overlays.create();
  }

  /** The account that something is being done to. */
  get busy(): string | null {
    return this.#busy;
  }

  /** Opens another account; false where that did not work, and the open one stays. */
  async open(account: Named): Promise<boolean> {
    const reply = await this.#run(account, () => this.#options.session.openAccount(account.accountId));
    if (reply?.ok === false) this.#tell(words.openFailed, account, reply);
    return reply?.ok === true;
  }

  /** What would go with it; null, and said, where that cannot be counted. */
  async count(account: Named): Promise<AccountContents | null> {
    const { accountId } = account;
    const reply = await this.#run(account, () => this.#bridge.request('accounts.count', { accountId }));
    if (reply?.ok === false) this.#tell(words.countFailed, account, reply);
    return reply?.ok === true ? reply.value : null;
  }

  /** Takes an account off this computer, and says so. */
  async remove(account: Named): Promise<void> {
    const { session, toasts, texts } = this.#options;
    const row = session.view?.accounts.find(({ accountId }) => accountId === account.accountId);
    const reply = await this.#run(account, () => session.removeAccount(account.accountId));
    if (reply?.ok === true && row !== undefined) this.#forget(toIdentity({ ...row, isDemo: false }));
    if (reply?.ok === false) this.#tell(words.removeFailed, account, reply);
    else if (reply?.ok === true) toasts.show(texts.text(words.removed, { username: account.username }));
  }

  /** What would not go out if the account were left now. Reads runes. */
  get waiting(): WaitingCounts {
    return this.#options.countWaiting();
  }

  /** Signs out, or leaves the demo; asks first where something waits that would not go out. */
  async signOut(): Promise<void> {
    const { waiting, actions } = this.waiting;
    if (waiting + actions > 0) this.leaving.open();
    else await this.leave();
  }

  /** The user was asked, or there was nothing to ask. */
  async leave(): Promise<void> {
    this.leaving.close();
    const reply = await this.#options.session.signOut();
    if (!reply.ok) this.#options.toasts.show(this.#options.texts.text(shell.signOutFailed), { tone: 'fault' });
  }

  async askKeyring(): Promise<void> {
    const reply = await this.#options.session.askKeyring();
    if (!reply.ok) this.#options.toasts.show(this.#options.texts.text(shell.keyringNotAsked), { tone: 'fault' });
  }

  /** What screens keep for an account, such as templates that are not saved, has its identity at the end of its key. */
  #forget(identity: string): void {
    const { openStorage } = this.#options;
    if (openStorage === null) return;
    try {
      const storage = openStorage();
      const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
      for (const key of keys) if (key?.endsWith(`.${identity}`) === true) storage.removeItem(key);
    } catch {
      // A closed storage has kept nothing.
    }
  }

  /** One thing at a time: null where something is being done already. */
  async #run<Value>({ accountId }: Named, act: () => Promise<Reply<Value>>): Promise<Reply<Value> | null> {
    if (this.#busy !== null) return null;
    this.#busy = accountId;
    const reply = await act();
    this.#busy = null;
    return reply;
  }

  #tell(
    message: typeof words.openFailed,
    { username }: Named,
    { error }: Extract<Reply<unknown>, { ok: false }>,
  ): void {
    const { toasts, texts } = this.#options;
    toasts.show(texts.text(message, { username, why: toReason(error, texts) }), { tone: 'fault' });
  }
}
