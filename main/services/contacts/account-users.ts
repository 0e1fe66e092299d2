/** Users of the account who can look after contacts. */
import type { OpenAccount } from '#main/services/account/open-account.ts';
import type { RequestOutput } from '#shared/contract/index.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import type { AppError } from '#shared/domain/app-error.ts';
import type { Account } from '#shared/domain/entities.ts';
import type { PeopleService } from './ports.ts';

/** The service is asked again at the earliest after this. */
const RENEWED_AFTER_MS = 10 * 60_000;
const PAGE_ROWS = 100;
const MOST_PAGES = 20;

type Parts = Pick<OpenAccount, 'store' | 'service' | 'getStatus'>;
type UserView = RequestOutput<'people.listUsers'>[number];

interface Asked {
  readonly at: number;
  readonly answer: Promise<void>;
}

/** Keeps the list of users that the service says; it is asked anew once an account is opened, then rarely. */
export class AccountUsers {
  readonly #now: () => number;
  readonly #asked = new WeakMap<PeopleService, Asked>();

  constructor({ now }: { readonly now: () => number }) {
    this.#now = now;
  }

  /** The signed-in user, then the others by name. Throws `disk`. */
  async list(account: Parts): Promise<UserView[]> {
    const { store } = account;
    if (account.getStatus().link !== 'offline') await this.#renew(account);
    const [user, listed] = await Promise.all([store.getAccount({}), store.listUsers({})]);
    const others = listed
      .filter(({ id }) => id !== user?.userId)
      .map(({ id, name }): UserView => ({ id, name, isMe: false }))
      .sort((one, other) => one.name.localeCompare(other.name) || one.id - other.id);
    return user === null ? others : [{ id: user.userId, name: toUserName(user), isMe: true }, ...others];
  }

  #renew(account: Parts): Promise<void> {
    const { service } = account;
    const known = this.#asked.get(service);
    if (known !== undefined && this.#now() - known.at < RENEWED_AFTER_MS) return known.answer;
    const answer = readUsers(account).catch((error: unknown) => {
      if (!isAppError(error) || error.code === 'disk') throw error;
      // It was not asked after all.
      if (error.outcome === 'not-accepted') this.#asked.delete(service);
    });
    this.#asked.set(service, { at: this.#now(), answer });
    return answer;
  }
}

async function readUsers({ store, service }: Parts): Promise<void> {
  const users = new Map<number, string>();
  try {
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const query = { page, limit: PAGE_ROWS };
      const { items, pageCount, limit } = await service.listSubaccounts(query, { priority: 'user' });
      for (const user of items) users.set(user.userId, toUserName(user));
      if (pageCount === null ? items.length < limit : page >= pageCount) break;
    }
  } catch (error) {
    if (!isAppError(error) || !isNotForThisUser(error)) throw error;
    users.clear();
  }
  await store.saveUsers({ users: [...users].map(([id, name]) => ({ id, name })) });
}

/** This user may not see the others, or the service knows no users. */
const isNotForThisUser = ({ code }: AppError): boolean => code === 'forbidden' || code === 'not-found';

function toUserName({ firstName, lastName, username, email }: Account): string {
  return `${firstName} ${lastName}`.trim() || username || email;
}
