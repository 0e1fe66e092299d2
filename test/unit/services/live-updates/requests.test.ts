import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { liveUpdateHandlers } from '#main/services/live-updates/requests.ts';
import { createFakeSession, FakeAccountParts, toServices } from '../fakes.ts';

describe('live updates of the open account', () => {
  let folder: string;
  let fakes: FakeAccountParts;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sb-live-'));
    fakes = new FakeAccountParts();
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('are off while no account is open', () => {
    const services = toServices({ session: createFakeSession(folder, { fakes }).session });
    expect(liveUpdateHandlers['live.get'](services, {})).toMatchObject({
      state: 'off',
      isOn: false,
      places: [{ direction: 'in' }, { direction: 'out' }],
    });
    expect(() => liveUpdateHandlers['live.refresh'](services, { requestId: 'refresh-1' })).toThrow(
      expect.objectContaining({ code: 'unauthorized' }) as Error,
    );
  });

  it('are told to the window when they change and when the account is closed', async () => {
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
