import { beforeEach, describe, expect, it } from 'vitest';
import { AccountUsers } from '#main/services/contacts/account-users.ts';
import { AppError } from '#shared/domain/app-error.ts';
import type { AppErrorDetails } from '#shared/domain/app-error.ts';
import type { Account, Page } from '#shared/domain/entities.ts';
import type { SyncStatus } from '#shared/domain/sync.ts';
import { makeStatus } from '#test/support/sync-status.ts';
import { buildAccount } from '#test/unit/store/builders.ts';
import { StoreInOneThread } from '#test/unit/store/store-in-one-thread.ts';

const MINUTE_MS = 60_000;
const ME = buildAccount();

const makeUser = (userId: number, firstName: string): Account => ({
  ...{ ...ME, userId, firstName, lastName: '', username: `user-${String(userId)}` },
});

/** A service that lists `users` by pages of two, without page counts. */
class TeamService {
  users: readonly Account[] = [];
  failure: Partial<AppErrorDetails> | null = null;
  readonly pages: number[] = [];

  listSubaccounts({ page }: { readonly page: number }): Promise<Page<Account>> {
    this.pages.push(page);
    if (this.failure !== null) {
      return Promise.reject(new AppError({ code: 'server', message: 'made to fail', ...this.failure }));
    }
    return Promise.resolve({ page, limit: 2, pageCount: null, items: this.users.slice(page * 2 - 2, page * 2) });
  }
}

describe('users of the account', () => {
  let now = 0;
  let link: SyncStatus['link'];
  let service: TeamService;
  let users: AccountUsers;
  let store: StoreInOneThread;
  beforeEach(() => {
    [now, link] = [1_000_000, 'online'];
    service = new TeamService();
    users = new AccountUsers({ now: () => now });
    store = new StoreInOneThread();
    store.run('saveAccount', { account: ME });
    return () => store.close();
  });

  const list = (at: TeamService = service) =>
    users.list({
      service: at,
      store: {
        getAccount: () => Promise.resolve(store.ask('getAccount', {})),
        listUsers: () => Promise.resolve(store.ask('listUsers', {})),
        saveUsers: (input: { users: readonly { id: number; name: string }[] }) =>
          Promise.resolve(store.run('saveUsers', input)),
      },
      getStatus: () => makeStatus({ link }),
    } as unknown as Parameters<AccountUsers['list']>[0]);
  const namesOf = async (at?: TeamService): Promise<readonly string[]> => (await list(at)).map(({ name }) => name);
  const myName = `${ME.firstName} ${ME.lastName}`.trim();

  it('are read page by page, this user first, then the others by name, or by what they sign in with', async () => {
    service.users = [makeUser(21, 'Zoë'), ME, makeUser(22, ''), makeUser(23, 'Ada')];
    expect(await list()).toEqual([
      { id: ME.userId, name: myName, isMe: true },
      { id: 23, name: 'Ada', isMe: false },
      { id: 22, name: 'user-22', isMe: false },
      { id: 21, name: 'Zoë', isMe: false },
    ]);
    expect(service.pages).toEqual([1, 2, 3]);
  });

  it('are asked for once in ten minutes, by several at once too, and once more at the next sign-in', async () => {
    service.users = [makeUser(21, 'Zoë')];
    await Promise.all([list(), list()]);
    now += 10 * MINUTE_MS - 1;
    service.users = [makeUser(22, 'Ada')];
    expect(await namesOf()).toEqual([myName, 'Zoë']);
    expect(service.pages).toEqual([1]);
    now += 1;
    expect(await namesOf()).toEqual([myName, 'Ada']);
    const next = new TeamService();
    expect(await namesOf(next)).toEqual([myName]);
    expect([service.pages, next.pages]).toEqual([[1, 1], [1]]);
  });

  it.each(['forbidden', 'not-found'] as const)(
    'are this one alone where the answer is %s, and it is not asked again',
    async (code) => {
      service.users = [makeUser(21, 'Zoë')];
      await list();
      now += 10 * MINUTE_MS;
      service.failure = { code, outcome: 'refused' };
      expect(await namesOf()).toEqual([myName]);
      await list();
      expect(service.pages).toEqual([1, 1]);
    },
  );

  it('stay as they were where the service fails; what never reached it is asked again', async () => {
    service.users = [makeUser(21, 'Zoë')];
    await list();
    now += 10 * MINUTE_MS;
    service.failure = { code: 'offline', outcome: 'not-accepted' };
    expect(await namesOf()).toEqual([myName, 'Zoë']);
    service.failure = { code: 'server', outcome: 'unknown' };
    expect(await namesOf()).toEqual([myName, 'Zoë']);
    expect(await namesOf()).toEqual([myName, 'Zoë']);
    expect(service.pages).toEqual([1, 1, 1]);
  });

  it('are not asked for while the service is known to be away', async () => {
    link = 'offline';
    expect(await namesOf()).toEqual([myName]);
    expect(service.pages).toEqual([]);
  });
});
