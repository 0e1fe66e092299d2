import { describe, expect, it } from 'vitest';
import { estimateImport, type EstimateInput } from '#main/services/importing/estimate.ts';
import { makeSummary } from './fake-file.ts';

const estimate = (given: Partial<EstimateInput>) =>
  estimateImport({
    summary: makeSummary({}),
    target: { kind: 'new-list', name: 'Clients' },
    membersCount: 0,
    choices: [{ kind: 'phone' }],
    ...given,
  });

describe('the estimate of an import', () => {
  it('asks nothing where no row is imported', () => {
    expect(estimate({ summary: makeSummary({ invalid: 7, duplicate: 2, 'left-out': 1 }) })).toEqual({
      requestsCount: 0,
      seconds: 0,
    });
  });

  it('takes 34 minutes for 10,000 rows that change, each read and written', () => {
    const { requestsCount, seconds } = estimate({
      summary: makeSummary({ update: 10_000 }),
      target: { kind: 'list', listId: 5 },
      membersCount: 10_000,
    });
    expect(Math.ceil(seconds / 60)).toBe(34);
    expect(requestsCount).toBeGreaterThanOrEqual(20_000);
    expect(requestsCount).toBeLessThan(20_300);
  });

  it('sends new rows a thousand at a time', () => {
    const few = estimate({ summary: makeSummary({ new: 1 }) });
    const thousand = estimate({ summary: makeSummary({ new: 1_000 }) });
    const more = estimate({ summary: makeSummary({ new: 1_001 }) });
    // Nine more pages when the list is counted.
    expect(thousand.requestsCount - few.requestsCount).toBe(9);
    // One batch with its polls, and one more page.
    expect(more.requestsCount - thousand.requestsCount).toBe(5);
    expect(more.seconds).toBeGreaterThanOrEqual(thousand.seconds);
  });

  it('counts the new list and the new fields', () => {
    const summary = makeSummary({ new: 10 });
    const known = estimate({ summary, target: { kind: 'list', listId: 5 } });
    const created = estimate({
      summary,
      choices: [{ kind: 'phone' }, { kind: 'new-field', name: 'Vet' }, { kind: 'new-field', name: 'Pet' }, null],
    });
    expect(created.requestsCount - known.requestsCount).toBe(3);
  });

  it('puts contacts that stay as they are on the list a hundred at a time', () => {
    const target = { kind: 'list', listId: 5 } as const;
    const onIt = estimate({ summary: makeSummary({ unchanged: 250 }), target, membersCount: 250 });
    const toAdd = estimate({ summary: { ...makeSummary({ unchanged: 250 }), toAddCount: 250 }, target });
    expect(toAdd.requestsCount - onIt.requestsCount).toBe(3);
  });

  it('reads the whole list when it is counted, also who was on it before', () => {
    const summary = makeSummary({ new: 10 });
    const target = { kind: 'list', listId: 5 } as const;
    const small = estimate({ summary, target, membersCount: 0 });
    const large = estimate({ summary, target, membersCount: 100_000 });
    expect(large.requestsCount - small.requestsCount).toBe(1_000);
    expect(large.seconds).toBeGreaterThan(small.seconds);
  });
});
