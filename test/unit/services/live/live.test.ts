import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Live } from '#main/services/live-updates/live.ts';
import type { KeptCallback } from '#shared/domain/callbacks.ts';
import { createFakeSession, FakeAccountParts, SIGN_IN } from '../fakes.ts';

const EVENT: KeptCallback = {
  seq: 3,
  direction: 'in',
  messageId: 70,
  letter: '',
  phone: null,
  referenceId: 'mine.1',
  happenedAt: 5,
  receivedAt: 6,
  state: 'waiting',
  settledAt: null,
  times: 2,
};

describe('live updates of whoever is signed in', () => {
  let folder: string;
  let fakes: FakeAccountParts;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sb-live-'));
    fakes = new FakeAccountParts();
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('are off while nobody is', () => {
    const live = new Live({ session: createFakeSession(folder, { fakes }).session, tunnels: fakes.parts.tunnels });
    expect(live.getView()).toMatchObject({
      state: 'off',
      isOn: false,
      places: [{ direction: 'in' }, { direction: 'out' }],
    });
    expect(() => live.refresh()).toThrow(expect.objectContaining({ code: 'unauthorized' }) as Error);
  });

  it('list events with nothing of what they say', async () => {
    fakes.store = { listCallbacks: () => Promise.resolve([EVENT]) };
    const { session } = createFakeSession(folder, { fakes });
    await session.signIn(SIGN_IN);
    const { seq, direction, messageId, receivedAt, state, settledAt, times } = EVENT;
    const shown = { seq, direction, messageId, letter: null, receivedAt, state, settledAt, times };
    expect(await new Live({ session, tunnels: fakes.parts.tunnels }).listEvents()).toEqual([shown]);
  });

  it('are told to the window when they change, and are over for it when the account closes', async () => {
    const { session, events } = createFakeSession(folder, { fakes });
    await session.startDemo();
    const listLive = () => events.filter(({ name }) => name === 'live.changed').map(({ payload }) => payload);
    await vi.waitFor(() =>
      expect(listLive().at(-1)).toMatchObject({ live: { isOn: true, localUrl: 'http://127.0.0.1:6' } }),
    );
    await session.signOut();
    await vi.waitFor(() => expect(listLive().at(-1)).toMatchObject({ live: { isOn: false, localUrl: null } }));
  });
});
