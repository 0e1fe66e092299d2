import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Link } from '#main/services/health/link.ts';
import { createFakeSession, fail, FakeAccountParts, SIGN_IN } from './fakes.ts';

describe('checking everything', () => {
  let folder: string;
  let fakes: FakeAccountParts;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sb-link-'));
    fakes = new FakeAccountParts();
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const openLink = async (sync: { checkEverything: () => Promise<void>; isChecking: boolean }): Promise<Link> => {
    const { session } = createFakeSession(folder, { fakes });
    const status = new Link({ session, log: fakes.log, now: () => 1_000 }).getStatus();
    fakes.sync = {
      checkEverything: sync.checkEverything,
      getStatus: () => ({ ...status, isChecking: sync.isChecking }),
    };
    await session.signIn(SIGN_IN);
    return new Link({ session, log: fakes.log, now: () => 1_000 });
  };

  it('answers as soon as it runs, and keeps a later failure to itself', async () => {
    const checking = Promise.withResolvers<undefined>();
    const link = await openLink({ checkEverything: () => checking.promise, isChecking: true });
    await link.checkEverything();
    checking.reject(fail('offline'));
    await expect(checking.promise).rejects.toMatchObject({ code: 'offline' });
    expect(fakes.steps.filter((step) => step.startsWith('log:'))).toEqual([]);
  });

  it('says what keeps it from beginning', async () => {
    const link = await openLink({ checkEverything: () => Promise.reject(fail('unauthorized')), isChecking: false });
    await expect(link.checkEverything()).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('needs somebody who is signed in', async () => {
    const { session } = createFakeSession(folder, { fakes });
    const link = new Link({ session, log: fakes.log, now: () => 1_000 });
    await expect(link.checkEverything()).rejects.toMatchObject({ code: 'unauthorized' });
  });
});
