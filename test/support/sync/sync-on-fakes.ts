import { onTestFinished } from 'vitest';
import type { AppError } from '#shared/domain/app-error.ts';
import type { ChatId } from '#shared/domain/ids.ts';
import type { SyncStatus } from '#shared/domain/sync.ts';
import { createSync } from '#main/sync/create-sync.ts';
import type { Sync } from '#main/sync/create-sync.ts';
import type { SyncSink } from '#main/sync/ports.ts';
import { makeChat, makeMessage, range } from './builders.ts';
import { FakeClock } from './fake-clock.ts';
import { FakeService } from './fake-service.ts';
import { openInProcessStore } from './in-process-store.ts';
import type { InProcessStore } from './in-process-store.ts';

/** Records everything that sync reports. */
export class RecordingSink implements SyncSink {
  readonly statuses: SyncStatus[] = [];
  readonly refusals: { chatId: ChatId; action: Parameters<SyncSink['actionRefused']>[1]; error: AppError }[] = [];
  readonly lateMutes: ChatId[] = [];
  readonly bugs: unknown[] = [];

  statusChanged(status: SyncStatus): void {
    this.statuses.push(status);
  }

  actionRefused(...[chatId, action, error]: Parameters<SyncSink['actionRefused']>): void {
    this.refusals.push({ chatId, action, error });
  }

  muteTooLate(chatId: ChatId): void {
    this.lateMutes.push(chatId);
  }

  broken(error: unknown): void {
    this.bugs.push(error);
  }
}

export interface SyncOnFakes {
  readonly clock: FakeClock;
  readonly service: FakeService;
  readonly store: InProcessStore;
  readonly sink: RecordingSink;
  readonly sync: Sync;
}

/** Opens a new store that closes when the test is over. */
export function openStore(clock: FakeClock): InProcessStore {
  const store = openInProcessStore(clock);
  onTestFinished(() => store.close());
  return store;
}

/** Sync on the real store, over a fake service and a fake clock. Pass `store` and `clock` of an earlier one to restart on the same cache. */
export function createSyncOnFakes(parts: Partial<Omit<SyncOnFakes, 'sync' | 'sink'>> = {}): SyncOnFakes {
  const clock = parts.clock ?? new FakeClock();
  const service = parts.service ?? new FakeService();
  const store = parts.store ?? openStore(clock);
  const sink = new RecordingSink();
  return { clock, service, store, sink, sync: createSync({ source: service, store, sink, clock }) };
}

/** Five chats whose first sync is over: later requests come from polling. */
export async function openIdleSync(afterMs: number): Promise<SyncOnFakes> {
  const fakes = createSyncOnFakes();
  fakes.service.chats = range(1, 5).map((id) => makeChat(id));
  fakes.service.add(...range(1, 30).map((id) => makeMessage('in', id)));
  fakes.sync.start();
  await fakes.clock.advance(afterMs);
  fakes.service.calls.length = 0;
  return fakes;
}
