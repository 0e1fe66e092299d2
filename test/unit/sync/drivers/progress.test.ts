import { describe, expect, it } from 'vitest';
import { Progress } from '#main/sync/drivers/progress.ts';
import { StatusBoard } from '#main/sync/drivers/status-board.ts';
import type { SyncStatus } from '#shared/domain/sync.ts';
import { FakeClock } from '#test/support/sync/fake-clock.ts';

function createProgress(): { readonly progress: Progress; readonly shown: () => string } {
  const statuses: SyncStatus[] = [];
  const sink = {
    statusChanged: (status: SyncStatus) => void statuses.push(status),
    broken: () => undefined,
    actionRefused: () => undefined,
    muteTooLate: () => undefined,
  };
  const board = new StatusBoard(sink, new FakeClock());
  const shown = (): string => `${board.status.phase} ${String(board.status.done)}`;
  return { progress: new Progress(board), shown };
}

describe('progress of collections and history that are read at once', () => {
  it('shows a collection before history, and history before what collections left to be done', () => {
    const { progress, shown } = createProgress();
    progress.showTask('contacts', 100, null);
    progress.showHistory(200, null);
    expect(shown()).toBe('contacts 100');
    progress.restFromTasks(true);
    expect(shown()).toBe('history 200');
    progress.restFromHistory();
    expect(shown()).toBe('contacts 100');
  });

  it('is idle only when neither has anything to do, with the last count', () => {
    const { progress, shown } = createProgress();
    progress.showHistory(200, null);
    progress.restFromTasks(false);
    expect(shown()).toBe('history 200');
    progress.showHistory(300, 300);
    progress.restFromHistory();
    expect(shown()).toBe('idle 300');
  });

  it('does not rest while no task has said anything yet', () => {
    const { progress, shown } = createProgress();
    progress.showHistory(200, null);
    progress.restFromHistory();
    expect(shown()).toBe('history 200');
  });
});
