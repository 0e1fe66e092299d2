import { Background } from '#main/sync/drivers/background.ts';
import { Link } from '#main/sync/drivers/link.ts';
import { createReaders } from '#main/sync/drivers/readers.ts';
import type { Readers } from '#main/sync/drivers/readers.ts';
import { StatusBoard } from '#main/sync/drivers/status-board.ts';
import { FakeClock } from './fake-clock.ts';
import { FakeService } from './fake-service.ts';
import type { InProcessStore } from './in-process-store.ts';
import { openStore, RecordingSink } from './sync-on-fakes.ts';

/** The scheduled refresh without polling, so that days of the fake clock take no time. */
export interface BackgroundOnFakes {
  readonly clock: FakeClock;
  readonly service: FakeService;
  readonly store: InProcessStore;
  readonly sink: RecordingSink;
  readonly readers: Readers;
  readonly background: Background;
  readonly link: Link;
  /** Stops it and waits until nothing runs. */
  stop(): Promise<void>;
}

/** Connects, and starts when the clock advances. Pass `store` and `clock` of an earlier one to restart on the same cache. */
export async function startBackground(
  parts: Partial<Pick<BackgroundOnFakes, 'clock' | 'service' | 'store'>> = {},
): Promise<BackgroundOnFakes> {
  const { clock = new FakeClock(), service = new FakeService() } = parts;
  const store = parts.store ?? openStore(clock);
  const sink = new RecordingSink();
  const end = new AbortController();
  const board = new StatusBoard(sink, clock);
  const ports = { source: service, store, sink, clock, board, signal: end.signal };
  const link = new Link({ ...ports, onChange: () => undefined });
  const context = { ...ports, link };
  const readers = createReaders(context);
  const background = new Background(context, readers);
  await link.readAccount();
  const running = clock.wait(1, end.signal).then(() => background.run());
  const stop = async (): Promise<void> => {
    end.abort();
    await running;
  };
  return { clock, service, store, sink, readers, background, link, stop };
}
