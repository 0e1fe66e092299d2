/** Live updates on a disk that takes nothing more. */
import { describe, expect, it, vi } from 'vitest';
import { useLiveUpdates, type LiveUpdatesOnFakes } from './live-updates-on-fakes.ts';

const MINUTE_MS = 60_000;

describe('live updates on a full disk', () => {
  let fakes: LiveUpdatesOnFakes;
  const { open, close } = useLiveUpdates((fresh) => (fakes = fresh));

  it('refuse an event that could not be kept, so that the service is not told 200', async () => {
    const live = await open();
    const { places } = await fakes.turnOn(live);
    fakes.isDiskBroken = true;
    await expect(fakes.post(places[0]?.ownUrl ?? '', 1)).rejects.toMatchObject({ code: 'disk' });
    expect(fakes.callbacksArrived).not.toHaveBeenCalled();
  });

  it('open on a disk that is full, and say so in the log', async () => {
    const live = await open();
    await fakes.turnOn(live);
    fakes.isDiskBroken = true;
    await close(live);
    fakes.logged.length = 0;
    expect((await open()).view).toMatchObject({ isOn: true });
    expect(fakes.logged).toContain('live.notMarked');
  });

  it('log that events cannot be kept once a minute, however many come', async () => {
    const live = await open();
    const { places } = await fakes.turnOn(live);
    fakes.isDiskBroken = true;
    const post = (id: number): Promise<void> => fakes.post(places[0]?.ownUrl ?? '', id).catch(() => undefined);
    for (let id = 1; id <= 100; id += 1) await post(id);
    expect(fakes.logged).toEqual(['live.notKept']);
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    await post(101);
    expect(fakes.logged).toHaveLength(2);
  });
});
