import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { OutboxOnFakes } from '#test/support/sending/outbox-on-fakes.ts';

let fakes: OutboxOnFakes;
const HOLD = 5_000;
const HOUR = 3_600_000;
const other = toPhoneKey('447700900002');

beforeEach(() => {
  fakes = new OutboxOnFakes();
  fakes.outbox.start();
});
afterEach(async () => {
  await fakes.dispose();
  expect(fakes.clock.sleepers).toBe(0);
  expect(fakes.broken).toEqual([]);
});

describe('a held text', () => {
  it('stays until its hold is over, and leaves then (SEND-12)', async () => {
    const send = await fakes.hold(1, HOLD);
    await fakes.clock.advance(HOLD - 1);
    expect([fakes.stateOf(send), fakes.asked]).toEqual(['held', []]);
    await fakes.clock.advance(1);
    expect(fakes.stateOf(send)).toBe('accepted');
    expect(fakes.store.history.map(({ state }) => state)).toEqual(['held', 'queued', 'sending', 'accepted']);
  });

  it('is taken back with its text, and nothing leaves', async () => {
    const send = await fakes.hold(1, HOLD);
    await fakes.clock.advance(HOLD - 1);
    expect(await fakes.outbox.discard(send.id)).toEqual({ text: 'text 1', files: [] });
    await fakes.clock.advance(HOUR);
    expect(fakes.service.requests).toEqual([]);
  });

  it('leaves at once when a person says so, and not again when its hold would have been over', async () => {
    const send = await fakes.hold(1, HOLD);
    await fakes.outbox.sendNow(send.id);
    await fakes.clock.advance(0);
    expect(fakes.stateOf(send)).toBe('accepted');
    await fakes.clock.advance(HOUR);
    expect(fakes.asked).toEqual(['text 1']);
    await expect(fakes.outbox.sendNow(send.id)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('that is to leave now takes those before it to the same number along, in order (SEND-5)', async () => {
    const [, , last] = [
      await fakes.hold(1, HOLD),
      await fakes.hold(2, HOLD, { phone: other }),
      await fakes.hold(3, HOLD),
    ];
    const later = await fakes.hold(4, HOLD);
    await fakes.outbox.sendNow(last.id);
    await fakes.clock.advance(0);
    expect(fakes.asked).toEqual(['text 1', 'text 3']);
    expect(fakes.stateOf(later)).toBe('held');
  });

  it('is not overtaken by a later one that is held for a shorter time (SEND-5)', async () => {
    await fakes.hold(1, HOLD);
    const quick = await fakes.write(2);
    await fakes.hold(3, 0);
    await fakes.clock.advance(HOLD - 1);
    expect([fakes.stateOf(quick), fakes.asked]).toEqual(['queued', []]);
    await fakes.clock.advance(1);
    expect(fakes.asked).toEqual(['text 1', 'text 2', 'text 3']);
  });

  it('waits for those before it to the same number, and is then no longer held', async () => {
    fakes.service.failNext({ code: 'offline' }, { times: 4 });
    await fakes.write(1);
    const send = await fakes.hold(2, HOLD);
    await fakes.clock.advance(HOLD);
    expect(fakes.stateOf(send)).toBe('queued');
    await fakes.clock.advance(60_000);
    expect(fakes.service.accepted.map(({ text }) => text)).toEqual(['text 1', 'text 2']);
  });

  it('whose time has come while the key is refused waits like any other', async () => {
    fakes.service.failNext({ code: 'unauthorized', outcome: 'refused' });
    await fakes.write(1, { phone: other });
    const send = await fakes.hold(2, HOLD);
    await fakes.clock.advance(HOLD);
    expect([fakes.stateOf(send), fakes.outbox.isPaused]).toEqual(['queued', true]);
    fakes.outbox.wake();
    await fakes.clock.advance(0);
    expect(fakes.stateOf(send)).toBe('accepted');
  });
});

describe('the clock', () => {
  it.each([-1_000, -4_000, -HOUR, -24 * HOUR])(
    'set by %d ms in the middle makes no hold longer than itself, nor shorter (SEND-13)',
    async (ms) => {
      const send = await fakes.hold(1, HOLD);
      await fakes.clock.advance(4_000);
      fakes.clock.jump(ms);
      await fakes.clock.advance(999);
      expect(fakes.stateOf(send)).toBe('held');
      await fakes.clock.advance(1);
      expect(fakes.stateOf(send)).toBe('accepted');
    },
  );

  it('set back before a new start makes no hold longer than itself (SEND-13)', async () => {
    const send = await fakes.hold(1, HOLD);
    await fakes.clock.advance(1_000);
    fakes.clock.jump(-HOUR);
    await fakes.restart();
    await fakes.clock.advance(HOLD);
    expect(fakes.stateOf(send)).toBe('accepted');
  });

  it('set forward, as by a sleep of the computer, ends it soon', async () => {
    const send = await fakes.hold(1, 30_000);
    await fakes.clock.advance(1_000);
    fakes.clock.jump(HOUR);
    await fakes.clock.advance(10_000);
    expect(fakes.stateOf(send)).toBe('accepted');
  });
});

describe('a new start', () => {
  it('lets a hold that has passed have passed, and the others go on (SEND-12)', async () => {
    const [passed, open] = [await fakes.hold(1, HOLD), await fakes.hold(2, 30_000, { phone: other })];
    await fakes.outbox.dispose();
    fakes.clock.jump(10_000);
    await fakes.restart();
    await fakes.clock.advance(0);
    expect([fakes.stateOf(passed), fakes.stateOf(open)]).toEqual(['accepted', 'held']);
    await fakes.clock.advance(20_000);
    expect(fakes.stateOf(open)).toBe('accepted');
  });

  it('keeps what was written and held when the app ended at once', async () => {
    const send = await fakes.hold(1, HOLD);
    await fakes.restart();
    await fakes.clock.advance(HOLD);
    expect([fakes.stateOf(send), fakes.asked]).toEqual(['accepted', ['text 1']]);
  });
});

describe('a disk that fails', () => {
  it('at the end of a hold keeps the text, which leaves later', async () => {
    const send = await fakes.hold(1, HOLD);
    fakes.store.failNext('updateSend', 2);
    await fakes.clock.advance(HOLD);
    expect([fakes.stateOf(send), fakes.asked]).toEqual(['held', []]);
    await fakes.clock.advance(60_000);
    expect(fakes.stateOf(send)).toBe('accepted');
    expect(fakes.broken.splice(0)).toHaveLength(2);
  });
});
