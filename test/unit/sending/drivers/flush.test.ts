import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { makeFile } from '#test/support/sending/builders.ts';
import { OutboxOnFakes } from '#test/support/sending/outbox-on-fakes.ts';

let fakes: OutboxOnFakes;
const other = toPhoneKey('447700900002');

beforeEach(() => {
  fakes = new OutboxOnFakes();
  fakes.outbox.start();
});
afterEach(async () => {
  await fakes.dispose();
  expect(fakes.clock.sleepers).toBe(0);
});

/** Whether it was over, and after how much time. */
async function flush(withinMs: number, passMs = 0): Promise<boolean> {
  let isOver = false;
  void fakes.outbox.flush({ withinMs }).then(() => (isOver = true));
  await fakes.clock.advance(passMs);
  return isOver;
}

describe('flushing', () => {
  it('ends every hold, and is over when all that could leave has left', async () => {
    const sends = [
      await fakes.hold(1, 5_000),
      await fakes.hold(2, 30_000),
      await fakes.hold(3, 5_000, { phone: other }),
    ];
    expect(await flush(10_000)).toBe(true);
    expect(sends.map((send) => fakes.stateOf(send))).toEqual(['accepted', 'accepted', 'accepted']);
  });

  it('waits for a request under way', async () => {
    fakes.service.isHolding = true;
    await fakes.write(1);
    expect(await flush(10_000, 3_000)).toBe(false);
    fakes.service.held[0]?.end();
    expect(await flush(10_000)).toBe(true);
    expect(fakes.service.accepted).toHaveLength(1);
  });

  it('is over at its deadline, whatever is under way', async () => {
    fakes.service.isHolding = true;
    await fakes.write(1);
    expect(await flush(10_000, 9_999)).toBe(false);
    expect(await flush(10_000, 10_000)).toBe(true);
    expect(fakes.stateOf(await fakes.write(2, { phone: other }))).toBe('queued');
  });

  it('does not wait for what the network keeps here', async () => {
    fakes.service.failNext({ code: 'offline' }, { times: 100 });
    const sends = [await fakes.hold(1, 5_000), await fakes.hold(2, 5_000)];
    expect(await flush(10_000)).toBe(true);
    expect(sends.map((send) => fakes.stateOf(send))).toEqual(['queued', 'queued']);
  });

  it('does not wait for a key', async () => {
    fakes.service.failNext({ code: 'unauthorized', outcome: 'refused' });
    await fakes.write(1);
    await fakes.clock.advance(0);
    await fakes.hold(2, 5_000);
    expect(await flush(10_000)).toBe(true);
    expect(fakes.service.requests).toHaveLength(1);
  });

  it('waits for files, and for the text that they belong to', async () => {
    fakes.service.uploads.isHolding = true;
    const send = await fakes.hold(1, 5_000, { files: [makeFile(1)] });
    expect(await flush(10_000, 4_000)).toBe(false);
    fakes.service.uploads.held[0]?.end();
    expect(await flush(10_000)).toBe(true);
    expect(fakes.stateOf(send)).toBe('accepted');
  });

  it('goes on to the next of a number where one is refused here', async () => {
    await fakes.hold(1, 5_000, { text: 'x'.repeat(918), files: [makeFile(1)] });
    const next = await fakes.hold(2, 5_000);
    expect(await flush(10_000)).toBe(true);
    expect(fakes.stateOf(next)).toBe('accepted');
  });

  it('is over at once where nothing waits, and where the app has ended', async () => {
    expect(await flush(10_000)).toBe(true);
    await fakes.outbox.dispose();
    expect(await flush(10_000)).toBe(true);
  });

  it('is over when the app ends meanwhile', async () => {
    fakes.service.isHolding = true;
    await fakes.write(1);
    let isOver = false;
    void fakes.outbox.flush({ withinMs: 60_000 }).then(() => (isOver = true));
    await fakes.clock.advance(0);
    const ended = fakes.outbox.dispose();
    await fakes.clock.advance(0);
    expect(isOver).toBe(true);
    fakes.service.held[0]?.end();
    await ended;
  });

  it('tells of a disk that fails, and is over', async () => {
    await fakes.hold(1, 5_000);
    await fakes.clock.advance(0);
    fakes.store.failNext('updateSend');
    expect(await flush(10_000)).toBe(true);
    expect(fakes.broken).toMatchObject([{ code: 'disk' }]);
  });
});
