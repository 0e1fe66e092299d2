/** Live updates on a disk that takes nothing more. */
import { describe, expect, it, vi } from 'vitest';
import { stageLive, type LiveScene } from './live-scene.ts';

const MINUTE_MS = 60_000;

describe('live updates on a full disk', () => {
  let scene: LiveScene;
  const { open, close } = stageLive((fresh) => (scene = fresh));

  it('refuse an event that could not be kept, so that the service is not told 200', async () => {
    const live = await open();
    const { places } = await scene.turnOn(live);
    scene.isDiskBroken = true;
    await expect(scene.post(places[0]?.ownUrl ?? '', 1)).rejects.toMatchObject({ code: 'disk' });
    expect(scene.callbacksArrived).not.toHaveBeenCalled();
  });

  it('open on a disk that is full, and say so in the log', async () => {
    const live = await open();
    await scene.turnOn(live);
    scene.isDiskBroken = true;
    await close(live);
    scene.logged.length = 0;
    expect((await open()).view).toMatchObject({ isOn: true });
    expect(scene.logged).toContain('live.notMarked');
  });

  it('log that events cannot be kept once a minute, however many come', async () => {
    const live = await open();
    const { places } = await scene.turnOn(live);
    scene.isDiskBroken = true;
    const post = (id: number): Promise<void> => scene.post(places[0]?.ownUrl ?? '', id).catch(() => undefined);
    for (let id = 1; id <= 100; id += 1) await post(id);
    expect(scene.logged).toEqual(['live.notKept']);
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    await post(101);
    expect(scene.logged).toHaveLength(2);
  });
});
