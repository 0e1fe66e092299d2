import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { OutboxScene } from '#test/support/sending/outbox-scene.ts';

let scene: OutboxScene;
const HOLD = 5_000;
const HOUR = 3_600_000;
const other = toPhoneKey('447700900002');

beforeEach(() => {
  scene = new OutboxScene();
  scene.outbox.start();
});
afterEach(async () => {
  await scene.dispose();
  expect(scene.clock.sleepers).toBe(0);
  expect(scene.broken).toEqual([]);
});

describe('a held text', () => {
  it('stays until its hold is over, and leaves then (SEND-12)', async () => {
    const send = await scene.hold(1, HOLD);
    await scene.clock.advance(HOLD - 1);
    expect([scene.stateOf(send), scene.asked]).toEqual(['held', []]);
    await scene.clock.advance(1);
    expect(scene.stateOf(send)).toBe('accepted');
    expect(scene.store.history.map(({ state }) => state)).toEqual(['held', 'queued', 'sending', 'accepted']);
  });

  it('is taken back with its text, and nothing leaves', async () => {
    const send = await scene.hold(1, HOLD);
    await scene.clock.advance(HOLD - 1);
    expect(await scene.outbox.discard(send.id)).toEqual({ text: 'text 1', files: [] });
    await scene.clock.advance(HOUR);
    expect(scene.service.requests).toEqual([]);
  });

  it('leaves at once when a person says so, and not again when its hold would have been over', async () => {
    const send = await scene.hold(1, HOLD);
    await scene.outbox.sendNow(send.id);
    await scene.clock.advance(0);
    expect(scene.stateOf(send)).toBe('accepted');
    await scene.clock.advance(HOUR);
    expect(scene.asked).toEqual(['text 1']);
    await expect(scene.outbox.sendNow(send.id)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('that is to leave now takes those before it to the same number along, in order (SEND-5)', async () => {
    const [, , last] = [
      await scene.hold(1, HOLD),
      await scene.hold(2, HOLD, { phone: other }),
      await scene.hold(3, HOLD),
    ];
    const later = await scene.hold(4, HOLD);
    await scene.outbox.sendNow(last.id);
    await scene.clock.advance(0);
    expect(scene.asked).toEqual(['text 1', 'text 3']);
    expect(scene.stateOf(later)).toBe('held');
  });

  it('is not overtaken by a later one that is held for a shorter time (SEND-5)', async () => {
    await scene.hold(1, HOLD);
    const quick = await scene.write(2);
    await scene.hold(3, 0);
    await scene.clock.advance(HOLD - 1);
    expect([scene.stateOf(quick), scene.asked]).toEqual(['queued', []]);
    await scene.clock.advance(1);
    expect(scene.asked).toEqual(['text 1', 'text 2', 'text 3']);
  });

  it('waits for those before it to the same number, and is then no longer held', async () => {
    scene.service.failNext({ code: 'offline' }, { times: 4 });
    await scene.write(1);
    const send = await scene.hold(2, HOLD);
    await scene.clock.advance(HOLD);
    expect(scene.stateOf(send)).toBe('queued');
    await scene.clock.advance(60_000);
    expect(scene.service.accepted.map(({ text }) => text)).toEqual(['text 1', 'text 2']);
  });

  it('whose time has come while the key is refused waits like any other', async () => {
    scene.service.failNext({ code: 'unauthorized', outcome: 'refused' });
    await scene.write(1, { phone: other });
    const send = await scene.hold(2, HOLD);
    await scene.clock.advance(HOLD);
    expect([scene.stateOf(send), scene.outbox.isPaused]).toEqual(['queued', true]);
    scene.outbox.wake();
    await scene.clock.advance(0);
    expect(scene.stateOf(send)).toBe('accepted');
  });
});

describe('the clock', () => {
  it.each([-1_000, -4_000, -HOUR, -24 * HOUR])(
    'set by %d ms in the middle makes no hold longer than itself, nor shorter (SEND-13)',
    async (ms) => {
      const send = await scene.hold(1, HOLD);
      await scene.clock.advance(4_000);
      scene.clock.jump(ms);
      await scene.clock.advance(999);
      expect(scene.stateOf(send)).toBe('held');
      await scene.clock.advance(1);
      expect(scene.stateOf(send)).toBe('accepted');
    },
  );

  it('set back before a new start makes no hold longer than itself (SEND-13)', async () => {
    const send = await scene.hold(1, HOLD);
    await scene.clock.advance(1_000);
    scene.clock.jump(-HOUR);
    await scene.restart();
    await scene.clock.advance(HOLD);
    expect(scene.stateOf(send)).toBe('accepted');
  });

  it('set forward, as by a sleep of the computer, ends it soon', async () => {
    const send = await scene.hold(1, 30_000);
    await scene.clock.advance(1_000);
    scene.clock.jump(HOUR);
    await scene.clock.advance(10_000);
    expect(scene.stateOf(send)).toBe('accepted');
  });
});

describe('a new start', () => {
  it('lets a hold that has passed have passed, and the others go on (SEND-12)', async () => {
    const [passed, open] = [await scene.hold(1, HOLD), await scene.hold(2, 30_000, { phone: other })];
    await scene.outbox.dispose();
    scene.clock.jump(10_000);
    await scene.restart();
    await scene.clock.advance(0);
    expect([scene.stateOf(passed), scene.stateOf(open)]).toEqual(['accepted', 'held']);
    await scene.clock.advance(20_000);
    expect(scene.stateOf(open)).toBe('accepted');
  });

  it('keeps what was written and held when the app ended at once', async () => {
    const send = await scene.hold(1, HOLD);
    await scene.restart();
    await scene.clock.advance(HOLD);
    expect([scene.stateOf(send), scene.asked]).toEqual(['accepted', ['text 1']]);
  });
});

describe('a disk that fails', () => {
  it('at the end of a hold keeps the text, which leaves later', async () => {
    const send = await scene.hold(1, HOLD);
    scene.store.failNext('updateSend', 2);
    await scene.clock.advance(HOLD);
    expect([scene.stateOf(send), scene.asked]).toEqual(['held', []]);
    await scene.clock.advance(60_000);
    expect(scene.stateOf(send)).toBe('accepted');
    expect(scene.broken.splice(0)).toHaveLength(2);
  });
});
