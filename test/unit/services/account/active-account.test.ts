import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findDiskKind } from '#main/store/errors.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import { createFakeSession, fail, FakeAccountParts, type FakeSession, SIGN_IN } from '../fakes.ts';

describe('while the account of somebody is opened again', () => {
  let fakes: FakeAccountParts;
  let session: FakeSession['session'];
  let damage: () => void;
  /** What was answered as a store was opened. */
  let answers: unknown[];
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sb-session-'));
    fakes = new FakeAccountParts();
    ({ session } = createFakeSession(folder, { fakes }));
    answers = [];
    damage = () => undefined;
    const { openStore } = fakes.parts;
    vi.spyOn(fakes.parts, 'openStore').mockImplementation(async (needs) => {
      damage = () => needs.onFailing?.('corrupt');
      answers.push(toAnswer());
      await mkdir(needs.folder, { recursive: true });
      return await openStore(needs);
    });
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  function toAnswer(): unknown {
    try {
      return session.getAccount().credentials.username;
    } catch (error) {
      return isAppError(error, 'unauthorized') ? 'unauthorized' : findDiskKind(error);
    }
  }

  it('says so after damage, where a missing key comes, and where the copy is cleared', async () => {
    await session.signIn(SIGN_IN);
    damage();
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    await session.signIn(SIGN_IN);
    await session.clearCopy();
    expect(answers).toEqual(['unauthorized', 'ended', 'ended', 'ended']);
    expect([toAnswer(), session.isReopening]).toEqual(['ada', false]);
  });

  it('says so in the demo', async () => {
    await session.startDemo();
    await session.clearCopy();
    expect([answers, session.isReopening]).toEqual([['unauthorized', 'ended'], false]);
  });

  it('does not say so of another account, nor where it could not be opened', async () => {
    await session.signIn(SIGN_IN);
    await session.signIn({ ...SIGN_IN, username: 'bea' });
    vi.mocked(fakes.parts.openStore).mockRejectedValueOnce(fail('disk'));
    await expect(session.clearCopy()).rejects.toMatchObject({ code: 'disk' });
    expect([answers, toAnswer()]).toEqual([['unauthorized', 'unauthorized'], 'unauthorized']);
  });
});
