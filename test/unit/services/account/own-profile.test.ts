import { beforeEach, describe, expect, it } from 'vitest';
import type { OpenAccount } from '#main/services/account/open-account.ts';
import { renameAccount, setAccountPicture } from '#main/services/account/own-profile.ts';
import type { StagedFiles } from '#main/services/files/staged-files.ts';
import type { Services } from '#main/services/services.ts';
import { AppError } from '#shared/domain/app-error.ts';
import type { AccountAtService, AccountChanges } from '#shared/domain/account.ts';
import type { Account } from '#shared/domain/entities.ts';
import { buildAccount } from '#test/unit/store/builders.ts';

const fail = (outcome: AppError['outcome'], code: AppError['code'] = 'timeout', fields = {}): AppError =>
  new AppError({ code, message: 'made up', outcome, fields });

/** A service with one user, and what is kept here of it. */
class ProfileOnFakes {
  readLater = 0;
  atService: AccountAtService = {
    timeZoneId: 47,
    ...buildAccount({ firstName: 'Ada', lastName: 'Quill', phone: '447700900002', company: 'Northgate' }),
  };
  kept: Account | null = null;
  written: AccountChanges[] = [];
  readonly steps: string[] = [];
  /** What comes of the next write: before it is done, and after. */
  refusal: AppError | null = null;
  lost: AppError | null = null;
  /** Thrown by readings that come after the write. */
  readFailure: AppError | null = null;

  readonly #service = {
    getUser: () =>
      this.written.length + this.steps.length > 0 && this.readFailure !== null
        ? Promise.reject(this.readFailure)
        : Promise.resolve(this.atService),
    updateUser: (changes: AccountChanges) => this.#write(changes, () => this.written.push(changes)),
    deleteUserAvatar: () => this.#write({ avatarHref: null }, () => this.steps.push('removed')),
  };

  readonly services = {
    session: {
      getAccount: () =>
        ({
          service: this.#service,
          store: {
            saveAccount: ({ account }: { readonly account: Account }) => Promise.resolve(void (this.kept = account)),
            renewPicture: () => Promise.resolve(),
          },
          media: { forget: () => Promise.resolve() },
          sync: { readAccountSoon: () => (this.readLater += 1) },
        }) as unknown as OpenAccount,
    } as Services['session'],
    files: {} as StagedFiles,
  };

  rename(firstName: string, lastName: string): Promise<object> {
    return renameAccount(this.services, { requestId: 'request-1', firstName, lastName });
  }

  #write(changes: Partial<Account>, note: () => unknown): Promise<void> {
    if (this.refusal !== null) return Promise.reject(this.refusal);
    note();
    this.atService = { ...this.atService, ...changes };
    return this.lost === null ? Promise.resolve() : Promise.reject(this.lost);
  }
}

describe('the user’s own name', () => {
  let world: ProfileOnFakes;
  beforeEach(() => (world = new ProfileOnFakes()));

  it('is changed at the service with everything else as it is there, and kept here as the service has it', async () => {
    await world.rename('Grace', 'Hopper');
    const { username, email } = buildAccount({});
    expect(world.written).toEqual([
      {
        username,
        email,
        company: 'Northgate',
        phone: '447700900002',
        firstName: 'Grace',
        lastName: 'Hopper',
        timeZoneId: 47,
      },
    ]);
    expect(world.kept).toMatchObject({ firstName: 'Grace', lastName: 'Hopper', timeZone: world.atService.timeZone });
  });

  it('is not sent where it is the same', async () => {
    await world.rename('Ada', 'Quill');
    expect([world.written, world.kept]).toEqual([[], null]);
  });

  it('stays where the service refuses it, with the service’s words', async () => {
    world.refusal = fail('refused', 'validation', { lastName: ['This value should not be blank.'] });
    await expect(world.rename('Ada', '')).rejects.toBe(world.refusal);
    expect(world.kept).toBeNull();
  });

  it('is looked at once more where the answer is lost', async () => {
    world.lost = fail('unknown');
    await world.rename('Grace', 'Hopper');
    expect(world.kept).toMatchObject({ firstName: 'Grace' });
  });

  it('is called unknown where the answer is lost and the service cannot be asked', async () => {
    world.lost = fail('unknown');
    world.readFailure = fail('not-accepted', 'offline');
    await expect(world.rename('Grace', 'Hopper')).rejects.toMatchObject({ fields: { outcome: ['unknown'] } });
    expect([world.kept, world.readLater]).toEqual([null, 1]);
  });

  it('is what the service took where it cannot be read afterwards', async () => {
    world.readFailure = fail('not-accepted', 'offline');
    await world.rename('Grace', 'Hopper');
    expect(world.kept).toMatchObject({ firstName: 'Grace', lastName: 'Hopper', company: 'Northgate' });
  });
});

it('takes the user’s picture away at the service, and here', async () => {
  const world = new ProfileOnFakes();
  world.atService = { ...world.atService, avatarHref: 'avatars/1.png' };
  await setAccountPicture(world.services, { requestId: 'request-1', handle: null });
  expect([world.steps, world.kept?.avatarHref]).toEqual([['removed'], null]);
});
