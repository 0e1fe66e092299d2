import { afterEach, describe, expect, it } from 'vitest';
import { makeMessage, range } from '#test/support/sync/builders.ts';
import { FakeService } from '#test/support/sync/fake-service.ts';
import type { SyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';
import { createSyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';

/** While heedless, gives the newest page of the outbound feed, whatever `lastId` says. */
class HeedlessService extends FakeService {
  isHeedless = true;

  override listOutboundMessages(
    ...[query, options]: Parameters<FakeService['listOutboundMessages']>
  ): ReturnType<FakeService['listOutboundMessages']> {
    if (!this.isHeedless) return super.listOutboundMessages(query, options);
    return super.listOutboundMessages({ ...query, lastId: 0, page: 1 }, options);
  }
}

let fakes: SyncOnFakes;

afterEach(() => fakes.sync.dispose());

describe('a feed whose pages lead nowhere', () => {
  it('is told of once, and the rest goes on (SYNC-4)', async () => {
    const service = new HeedlessService();
    fakes = createSyncOnFakes({ service });
    const { clock, sink, store } = fakes;
    service.add(...range(1, 300).map((id) => makeMessage('out', id)));
    service.add(...range(1, 300).map((id) => makeMessage('in', id)));
    fakes.sync.start();
    await clock.advance(600_000);
    expect(sink.bugs).toEqual([expect.objectContaining({ code: 'bad-response' })]);
    expect(String(sink.bugs[0])).toContain('outbound');
    service.add(...range(301, 700).map((id) => makeMessage('out', id)));
    await clock.advance(600_000);
    expect(sink.bugs).toHaveLength(1);
    expect(store.cursorOf('outbound')?.headId).toBe(300);
    expect(store.cursorOf('inbound')?.isComplete).toBe(true);
  });

  it('is told of also where only its newest part cannot be read on from (SYNC-1, SYNC-4)', async () => {
    const service = new HeedlessService();
    fakes = createSyncOnFakes({ service });
    const { clock, sink, store } = fakes;
    service.isHeedless = false;
    service.add(...range(1, 40).map((id) => makeMessage('out', id)));
    fakes.sync.start();
    await clock.advance(60_000);
    expect(store.cursorOf('outbound')?.isComplete).toBe(true);
    expect(sink.bugs).toEqual([]);
    service.isHeedless = true;
    service.add(...range(41, 700).map((id) => makeMessage('out', id)));
    await clock.advance(60_000);
    expect(sink.bugs).toHaveLength(1);
    expect(store.cursorOf('outbound')?.headId).toBe(40);
  });

  it('is tried once more by a check of everything, and read on where that finds it mended', async () => {
    const service = new HeedlessService();
    fakes = createSyncOnFakes({ service });
    const { clock, sink, store, sync } = fakes;
    service.add(...range(1, 300).map((id) => makeMessage('out', id)));
    sync.start();
    await clock.advance(120_000);
    for (const isHeedless of [true, false]) {
      service.isHeedless = isHeedless;
      const checked = sync.checkEverything();
      await clock.advance(120_000);
      await checked;
    }
    expect(store.messagesCount).toBe(300);
    expect(sink.bugs).toHaveLength(1);
  });
});
