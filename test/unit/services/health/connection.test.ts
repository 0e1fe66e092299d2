import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Connection } from '#main/services/health/connection.ts';
import { createFakeSession, fail, FakeAccountParts, SIGN_IN } from '../fakes.ts';

describe('checking everything', () => {
  let folder: string;
  let fakes: FakeAccountParts;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sb-connection-'));
    fakes = new FakeAccountParts();
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const openConnection = async (sync: {
    checkEverything: () => Promise<void>;
    isChecking: boolean;
  }): Promise<Connection> => {
    const { session } = createFakeSession(folder, { fakes });
    const status = new Connection({ session, log: fakes.log, now: () => 1_000 }).getStatus();
    fakes.sync = {
      checkEverything: sync.checkEverything,
      getStatus: () => ({ ...status, isChecking: sync.isChecking }),
    };
    await session.signIn(SIGN_IN);
    return new Connection({ session, log: fakes.log, now: () => 1_000 });
  };

  it('resolves as soon as the check runs, and ignores a later failure of the service', async () => {
    const checking = Promise.withResolvers<undefined>();
    const connection = await openConnection({ checkEverything: () => checking.promise, isChecking: true });
    await connection.checkEverything();
    checking.reject(fail('offline'));
    await expect(checking.promise).rejects.toMatchObject({ code: 'offline' });
    expect(fakes.steps.filter((step) => step.startsWith('log:'))).toEqual([]);
  });

  it('rejects when the check cannot begin', async () => {
    const connection = await openConnection({
      checkEverything: () => Promise.reject(fail('unauthorized')),
      isChecking: false,
    });
    await expect(connection.checkEverything()).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('rejects while no account is open', async () => {
    const { session } = createFakeSession(folder, { fakes });
    const connection = new Connection({ session, log: fakes.log, now: () => 1_000 });
    await expect(connection.checkEverything()).rejects.toMatchObject({ code: 'unauthorized' });
  });
});
