import { afterEach, expect, it } from 'vitest';
import { toChatId } from '#shared/domain/ids.ts';
import { makeChat, range } from '#test/support/sync/builders.ts';
import { FakeClock } from '#test/support/sync/fake-clock.ts';
import { createSyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';
import type { SyncOnFakes } from '#test/support/sync/sync-on-fakes.ts';

/** More than any of these days needs, and little enough to be over at once. */
const MOST_LOOKS = 100_000;

/** Breaks once for whoever looks at it over and over without letting anything else go on. */
class WornClock extends FakeClock {
  looks = 0;

  override now(): number {
    this.looks += 1;
    if (this.looks === MOST_LOOKS) throw new Error('Nothing but this loop goes on');
    return super.now();
  }
}

let fakes: SyncOnFakes;

afterEach(() => fakes.sync.dispose());

it('lets everything else go on where a deletion falls due while all that may leave at once is under way', async () => {
  const clock = new WornClock();
  fakes = createSyncOnFakes({ clock });
  const { store, service, sync, sink } = fakes;
  service.chats = range(1, 9).map((id) => makeChat(id));
  sync.start();
  await clock.advance(30_000);
  service.calls.length = 0;
  clock.looks = 0;

  const createdAt = clock.now();
  store.act(toChatId(1), { kind: 'status', status: 'deleted' }, { createdAt, dueAt: createdAt + 8_000 });
  service.beforeAnswer = ({ method }) =>
    method === 'muteChat' ? clock.wait(10_000, new AbortController().signal) : undefined;
  for (const id of range(2, 9)) {
    store.act(toChatId(id), { kind: 'mute', isMuted: true, hours: id }, { createdAt });
  }
  sync.actionsChanged();
  await clock.advance(60_000);

  expect(sink.bugs).toEqual([]);
  expect(store.pending).toEqual([]);
  expect(service.chats.map(({ status, isMuted }) => [status, isMuted])).toEqual([
    ['deleted', false],
    ...range(2, 9).map(() => ['active', true]),
  ]);
});
