import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { makeFile } from '#test/support/sending/builders.ts';
import { OutboxScene } from '#test/support/sending/outbox-scene.ts';

let scene: OutboxScene;
const other = toPhoneKey('447700900002');

beforeEach(() => {
  scene = new OutboxScene();
  scene.outbox.start();
});
afterEach(async () => {
  await scene.dispose();
  expect(scene.clock.sleepers).toBe(0);
});

/** Whether it was over, and after how much time. */
async function flush(withinMs: number, passMs = 0): Promise<boolean> {
  let isOver = false;
  void scene.outbox.flush({ withinMs }).then(() => (isOver = true));
  await scene.clock.advance(passMs);
  return isOver;
}

describe('flushing', () => {
  it('ends every hold, and is over when all that could leave has left', async () => {
    const sends = [
      await scene.hold(1, 5_000),
      await scene.hold(2, 30_000),
      await scene.hold(3, 5_000, { phone: other }),
    ];
    expect(await flush(10_000)).toBe(true);
    expect(sends.map((send) => scene.stateOf(send))).toEqual(['accepted', 'accepted', 'accepted']);
  });

  it('waits for a request under way', async () => {
    scene.service.isHolding = true;
    await scene.write(1);
    expect(await flush(10_000, 3_000)).toBe(false);
    scene.service.held[0]?.end();
    expect(await flush(10_000)).toBe(true);
    expect(scene.service.accepted).toHaveLength(1);
  });

  it('is over at its deadline, whatever is under way', async () => {
    scene.service.isHolding = true;
    await scene.write(1);
    expect(await flush(10_000, 9_999)).toBe(false);
    expect(await flush(10_000, 10_000)).toBe(true);
    expect(scene.stateOf(await scene.write(2, { phone: other }))).toBe('queued');
  });

  it('does not wait for what the network keeps here', async () => {
    scene.service.failNext({ code: 'offline' }, { times: 100 });
    const sends = [await scene.hold(1, 5_000), await scene.hold(2, 5_000)];
    expect(await flush(10_000)).toBe(true);
    expect(sends.map((send) => scene.stateOf(send))).toEqual(['queued', 'queued']);
  });

  it('does not wait for a key', async () => {
    scene.service.failNext({ code: 'unauthorized', outcome: 'refused' });
    await scene.write(1);
    await scene.clock.advance(0);
    await scene.hold(2, 5_000);
    expect(await flush(10_000)).toBe(true);
    expect(scene.service.requests).toHaveLength(1);
  });

  it('waits for files, and for the text that they belong to', async () => {
    scene.service.uploads.isHolding = true;
    const send = await scene.hold(1, 5_000, { files: [makeFile(1)] });
    expect(await flush(10_000, 4_000)).toBe(false);
    scene.service.uploads.held[0]?.end();
    expect(await flush(10_000)).toBe(true);
    expect(scene.stateOf(send)).toBe('accepted');
  });

  it('goes on to the next of a number where one is refused here', async () => {
    await scene.hold(1, 5_000, { text: 'x'.repeat(918), files: [makeFile(1)] });
    const next = await scene.hold(2, 5_000);
    expect(await flush(10_000)).toBe(true);
    expect(scene.stateOf(next)).toBe('accepted');
  });

  it('is over at once where nothing waits, and where the app has ended', async () => {
    expect(await flush(10_000)).toBe(true);
    await scene.outbox.dispose();
    expect(await flush(10_000)).toBe(true);
  });

  it('is over when the app ends meanwhile', async () => {
    scene.service.isHolding = true;
    await scene.write(1);
    let isOver = false;
    void scene.outbox.flush({ withinMs: 60_000 }).then(() => (isOver = true));
    await scene.clock.advance(0);
    const ended = scene.outbox.dispose();
    await scene.clock.advance(0);
    expect(isOver).toBe(true);
    scene.service.held[0]?.end();
    await ended;
  });

  it('tells of a disk that fails, and is over', async () => {
    await scene.hold(1, 5_000);
    await scene.clock.advance(0);
    scene.store.failNext('updateSend');
    expect(await flush(10_000)).toBe(true);
    expect(scene.broken).toMatchObject([{ code: 'disk' }]);
  });
});
