import type { AccountContents, SessionView } from '#shared/contract/index.ts';
import { countClosed } from '#main/store/count-closed.ts';
import { measureFolder } from '#main/services/health/folder-size.ts';
import type { Session } from './session.ts';

/** The accounts of this computer. Which they are is in the view of the session. */
export class Accounts {
  readonly #session: Session;
  readonly #now: () => number;

  constructor(needs: { readonly session: Session; readonly now: () => number }) {
    this.#session = needs.session;
    this.#now = needs.now;
  }

  /** On what is kept here, with its key where that is at hand. Throws `not-found` or `disk`. */
  open(accountId: string): Promise<SessionView> {
    return this.#session.openAccount(accountId);
  }

  /** What would go with it. Throws `not-found` or `disk`. */
  async count(accountId: string): Promise<AccountContents> {
    const { folder, open } = this.#session.getRemembered(accountId);
    const { bytes } = await measureFolder(folder);
    if (open === null) return { accountId, bytes, ...(await countClosed(folder, this.#now())) };
    const [owned, messages] = await Promise.all([open.store.countOwned({}), open.store.countMessages({})]);
    return { accountId, bytes, messages, ...owned };
  }

  /** Deletes it from this computer; nothing changes at the service. Throws `not-found` or `disk`. */
  remove(accountId: string): Promise<SessionView> {
    return this.#session.removeAccount(accountId);
  }
}
