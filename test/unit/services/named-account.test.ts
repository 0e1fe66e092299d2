import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Drafts } from '#main/services/sending/drafts.ts';
import { Sends } from '#main/services/sending/sends.ts';
import { toAccountName } from '#shared/domain/account-name.ts';
import { createFakeSession, FakeAccountParts, type FakeSession, SIGN_IN } from './fakes.ts';

const PHONE = '447700900318';
const ADA = toAccountName({ ...SIGN_IN, isDemo: false });

describe('what a page asks for an account that it names', () => {
  let folder: string;
  let fakes: FakeAccountParts;
  let session: FakeSession['session'];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sb-named-'));
    fakes = new FakeAccountParts();
    fakes.store = {
      getLedgerEntry: () => Promise.resolve(null),
      findChat: () => Promise.resolve(null),
    };
    ({ session } = createFakeSession(folder, { fakes }));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const save = async (account: string) => {
    const staged = { get: () => Promise.reject(new Error('nothing staged')), release: () => Promise.resolve() };
    const drafts = new Drafts({ session, staged: staged as never, now: () => 1 });
    return await drafts.save({ phone: PHONE, text: 'Half a sentence', account });
  };
  const send = async (account: string) => {
    const sends = new Sends({ session, settings: { get: () => Promise.reject(new Error('asked')) }, now: () => 1 });
    return await sends.create({ requestId: 'request-1', phone: PHONE, text: 'Hello', from: null, account });
  };

  it('is done while that account is open', async () => {
    await session.signIn(SIGN_IN);
    await save(ADA);
    expect(fakes.drafts).toMatchObject([{ text: 'Half a sentence' }]);
  });

  it('is not done while another one is open', async () => {
    await session.signIn({ ...SIGN_IN, username: 'bea' });
    await expect(send(ADA)).rejects.toMatchObject({ code: 'unauthorized', outcome: 'not-accepted' });
    await expect(save(ADA)).rejects.toMatchObject({ code: 'unauthorized' });
    expect([fakes.drafts, fakes.sends.size]).toEqual([[], 0]);
  });

  it('is done in the demo, whatever the address of its service', async () => {
    await session.startDemo();
    await save(toAccountName({ baseUrl: 'http://127.0.0.1:1', username: 'demo', isDemo: true }));
    await expect(save(ADA)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(fakes.drafts).toHaveLength(1);
  });
});
