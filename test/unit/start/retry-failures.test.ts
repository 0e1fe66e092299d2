import { describe, expect, it } from 'vitest';
import { emptyFile, toOutsideFailure, toSummary, type FileOutcome } from '#main/start/reports.mjs';
import { failFlakes, listRetries, mayRetry, mergeRuns } from '#main/start/retry-failures.mjs';

const LIST = 'test/component/list.spec.ts';

function make(file: string, failed: readonly string[], passed: readonly string[] = []): FileOutcome {
  const failures = failed.map((name) => ({ name, reason: `no ${name}` }));
  return { ...emptyFile(file), durationMs: 10, passed: [...passed], failures };
}

describe('what runs a second time', () => {
  it('is each file in which a test failed', () => {
    expect(listRetries([make(LIST, ['row']), make('test/e2e/search.spec.ts', [], ['finds'])])).toEqual([LIST]);
  });

  it.each([
    'test/faults/kills.test.ts',
    'test/faults/disk/full.test.ts',
    'test/unit/sending/core/fate.test.ts',
    'test/unit/services/sends.test.ts',
    'test/unit/services/sending/quit-guard.test.ts',
    'test/unit/sync/core/feed.test.ts',
    'test/unit/store/queue.test.ts',
    'test/migrations/owned.test.ts',
    'test/integration/store/recovery.test.ts',
    'test/integration/app/sending.test.ts',
    'test/integration/app/lost-answers.test.ts',
    'test/component/sending-files.spec.ts',
    'test/unit/renderer/thread/send-actions.test.ts',
    'test/unit/renderer/inbox/lost-answer.test.ts',
    'test/unit/renderer/state-shell/outbox.test.ts',
  ])('is never %s, where one failure in a thousand is a fault', (file) => {
    expect(mayRetry(file)).toBe(false);
    expect(listRetries([make(file, ['text'])])).toEqual([]);
  });

  it('is no property whose counterexample was found: other random cases prove nothing about it', () => {
    const found = [{ name: 'limiter', reason: 'Property failed after 12 tests' }];
    expect(listRetries([{ ...emptyFile('test/unit/api/limiter-property.test.ts'), failures: found }])).toEqual([]);
  });

  it('is nothing where an error belongs to no file', () => {
    expect(listRetries(toOutsideFailure('unhandled'))).toEqual([]);
  });

  it('is nothing where so many files failed that the run is broken', () => {
    expect(
      listRetries(Array.from({ length: 11 }, (_, index) => make(`test/e2e/${String(index)}.spec.ts`, ['x']))),
    ).toEqual([]);
  });
});

describe('both runs together', () => {
  it('say that a test failed where it failed twice, with its first reason', () => {
    const second = { ...make(LIST, ['row']), failures: [{ name: 'row', reason: 'something else' }] };
    const { files, flakes } = mergeRuns([make(LIST, ['row'], ['menu'])], [second]);
    expect(flakes).toEqual([]);
    expect(files[0]?.failures).toEqual([{ name: 'row', reason: 'no row' }]);
  });

  it('say that a test is flaky where it passed the second time, and count it as passed', () => {
    const { files, flakes } = mergeRuns([make(LIST, ['row'], ['menu'])], [make(LIST, [], ['row', 'menu'])]);
    expect(flakes).toEqual([{ file: LIST, name: 'row', reason: 'no row' }]);
    expect(files[0]).toMatchObject({ passed: ['menu', 'row'], failures: [], durationMs: 20 });
  });

  it('say that a test is flaky where it failed only the second time', () => {
    const { files, flakes } = mergeRuns([make(LIST, ['row'], ['menu'])], [make(LIST, ['menu'], ['row'])]);
    expect(flakes.map(({ name }) => name)).toEqual(['row', 'menu']);
    expect(files[0]?.failures).toEqual([]);
  });

  it('leave a test failed that the second run did not have', () => {
    const { files, flakes } = mergeRuns([make(LIST, ['row'])], [make(LIST, ['loading the file'])]);
    expect(flakes).toEqual([]);
    expect(files[0]?.failures.map(({ name }) => name)).toEqual(['row', 'loading the file']);
  });

  it('leave a test failed whose namesake passed', () => {
    const { files, flakes } = mergeRuns([make(LIST, ['row'], ['row'])], [make(LIST, ['row'], ['row'])]);
    expect(flakes).toEqual([]);
    expect(files[0]?.failures.map(({ name }) => name)).toEqual(['row']);
  });

  it('leave all other files as they were', () => {
    const other = make('test/unit/sync/core/feed.test.ts', ['page'], ['hints']);
    expect(mergeRuns([other, make(LIST, ['row'])], [make(LIST, [], ['row'])]).files[0]).toEqual(other);
  });
});

it('flakes that are not forgiven count as failed and no longer as passed', () => {
  const { files, flakes } = mergeRuns([make(LIST, ['row'], ['menu'])], [make(LIST, [], ['row', 'menu'])]);
  expect(toSummary(failFlakes(files, flakes))).toBe('1 passed, 1 failed, 0 skipped');
});
