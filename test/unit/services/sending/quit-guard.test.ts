import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { QuitGuard } from '#main/services/sending/quit-guard.ts';
import type { Send, SendState } from '#shared/domain/sends.ts';
import type { SyncStatus } from '#shared/domain/sync.ts';
import { makeStatus } from '#test/support/sync-status.ts';
import { createFakeSession, FakeAccountParts, SIGN_IN } from '../fakes.ts';

describe('the quit guard', () => {
  let folder: string;
  let fakes: FakeAccountParts;
  let link: SyncStatus['link'];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sb-quit-'));
    link = 'online';
    fakes = new FakeAccountParts();
    const sends: SendState[] = ['held', 'held', 'queued', 'sending', 'checking', 'refused', 'accepted'];
    fakes.store = {
      listSends: ({ states }) =>
        Promise.resolve(sends.filter((state) => states.includes(state)).map((state) => ({ state }) as Send)),
    };
    fakes.sync = { getStatus: () => makeStatus({ link }) };
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  async function open(): Promise<QuitGuard> {
    const { session } = createFakeSession(folder, { fakes });
    await session.signIn(SIGN_IN);
    return new QuitGuard({ session });
  }

  it('counts what would leave by itself, and nothing that only a person or a look decides', async () => {
    expect(await (await open()).countUnsent()).toEqual({ held: 2, queued: 1, sending: 1, canSendNow: true });
  });

  it.each([
    ['offline', false],
    ['unauthorized', false],
    ['maintenance', false],
    ['starting', true],
    ['slowed', true],
  ] as const)('of a link that is %s says that they could leave now: %s', async (state, canSendNow) => {
    link = state;
    expect(await (await open()).countUnsent()).toMatchObject({ canSendNow });
  });

  it('of a refused key says that nothing could leave', async () => {
    fakes.isOutboxPaused = true;
    expect(await (await open()).countUnsent()).toMatchObject({ canSendNow: false });
  });

  it('lets all of it leave by the outbox, with the deadline', async () => {
    await (await open()).flush(10_000);
    expect(fakes.steps).toContain('outbox:flush 10000');
  });

  it('has nothing to say where nobody is signed in', async () => {
    const quitGuard = new QuitGuard({ session: createFakeSession(folder, { fakes }).session });
    expect(await quitGuard.countUnsent()).toEqual({ held: 0, queued: 0, sending: 0, canSendNow: false });
    await quitGuard.flush(1);
    expect(fakes.steps).toEqual([]);
  });
});
