/** Callback addresses that could not be put back when a person signed out of an account or removed it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toAccountId } from '#main/services/account/account-files.ts';
import type { Session } from '#main/services/account/session.ts';
import { CREDENTIALS, createFakeSession, fail, FakeAccountParts, SIGN_IN } from '../fakes.ts';

const FORMER = { in: 'https://crm.example/in?key=1', out: null };
const OURS = 'https://heron.example/switchboard/in/in-secret';
const ADA_ID = toAccountId(CREDENTIALS);
const LEFT = {
  kind: 'addresses-left',
  at: 1_000,
  baseUrl: CREDENTIALS.baseUrl,
  username: 'ada',
  left: [
    { direction: 'in', former: FORMER.in },
    { direction: 'out', former: null },
  ],
};

describe('addresses that are left at the service', () => {
  let folder: string;
  let fakes: FakeAccountParts;
  let session: Session;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sb-left-'));
    fakes = new FakeAccountParts();
    fakes.client = { getCallbackSettings: () => Promise.reject(fail('offline')) };
    fakes.owesAddresses(FORMER);
    ({ session } = createFakeSession(folder, { fakes }));
    await session.signIn(SIGN_IN);
  });
  afterEach(async () => {
    await session.dispose();
    await rm(folder, { recursive: true, force: true });
  });
  /** From here on nothing is owed: whoever is opened next has files of their own. */
  const owesNothing = (): void => {
    delete fakes.settings['live.updates'];
  };

  it('are told of when signing out while the service is away, with what is kept here', async () => {
    expect((await session.signOut()).notices).toEqual([{ ...LEFT, isKept: true }]);
  });

  it('are those that stand there, where that is known', async () => {
    fakes.client = {
      getCallbackSettings: () => Promise.resolve({ inUrl: OURS, outUrl: null, format: 'json' }),
      setCallbackSettings: () => Promise.reject(fail('server')),
    };
    await session.signIn(SIGN_IN);
    expect((await session.signOut()).notices).toMatchObject([{ left: [{ direction: 'in', former: FORMER.in }] }]);
  });

  it('are not spoken of where nothing of ours stands there', async () => {
    fakes.client = {};
    await session.signIn(SIGN_IN);
    expect((await session.signOut()).notices).toEqual([]);
  });

  it('are told of when the key is missing, so that nobody could be asked', async () => {
    await session.dispose();
    ({ session } = createFakeSession(folder, { fakes }));
    await session.restore();
    expect(await session.getView()).toMatchObject({ isKeyMissing: true });
    expect((await session.signOut()).notices).toEqual([{ ...LEFT, isKept: true }]);
  });

  it('are told of until a person has read it, whoever is opened meanwhile', async () => {
    await session.signOut();
    owesNothing();
    const other = await session.signIn({ ...SIGN_IN, username: 'bea' });
    expect(other.notices).toMatchObject([{ username: 'ada' }]);
    expect((await session.startDemo()).notices).toMatchObject([{ username: 'ada' }]);
    expect((await session.dismissNotices()).notices).toEqual([]);
  });

  it('are spoken of no more once somebody is signed in there again', async () => {
    await session.signOut();
    expect((await session.signIn(SIGN_IN)).notices).toEqual([]);
    expect((await session.signOut()).notices).toHaveLength(1);
  });

  it('are told of with all that is about to be lost when their account is removed', async () => {
    expect((await session.removeAccount(ADA_ID)).notices).toEqual([{ ...LEFT, isKept: false }]);
    owesNothing();
    expect((await session.signIn(SIGN_IN)).notices).toEqual([{ ...LEFT, isKept: false }]);
  });

  it('are told of also when an account is removed that is closed, and whose key is not here', async () => {
    await session.signOut();
    await session.dismissNotices();
    const { notices } = await session.removeAccount(ADA_ID);
    expect(notices).toEqual([{ ...LEFT, isKept: false }]);
    expect(fakes.keys).toHaveLength(1);
  });

  it('are told of also when an account is removed that is closed and whose service is away', async () => {
    const { 'live.updates': owed = '' } = fakes.settings;
    owesNothing();
    await session.signIn({ ...SIGN_IN, username: 'bea' });
    fakes.settings['live.updates'] = owed;
    expect((await session.removeAccount(ADA_ID)).notices).toEqual([{ ...LEFT, isKept: false }]);
  });
});
