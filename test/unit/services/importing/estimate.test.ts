import { describe, expect, it } from 'vitest';
import { estimateImport, type EstimateInput } from '#main/services/importing/estimate.ts';
import { makeSummary } from './fake-file.ts';

const estimate = (given: Partial<EstimateInput>) =>
  estimateImport({
    summary: makeSummary({}),
    target: { kind: 'new-list', name: 'Clients' },
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
    });
    expect(Math.ceil(seconds / 60)).toBe(34);
    expect(requestsCount).toBeGreaterThanOrEqual(20_000);
    expect(requestsCount).toBeLessThan(20_300);
  });

  it('sends new rows a thousand at a time, and reads what became of them a hundred at a time', () => {
    const few = estimate({ summary: makeSummary({ new: 901 }) });
    const thousand = estimate({ summary: makeSummary({ new: 1_000 }) });
    const more = estimate({ summary: makeSummary({ new: 1_001 }) });
    const many = estimate({ summary: makeSummary({ new: 100_000 }) });
    expect(thousand.requestsCount - few.requestsCount).toBeLessThanOrEqual(1);
    // Contacts that came meanwhile, the import, its progress, a page of its contacts.
    expect(more.requestsCount - thousand.requestsCount).toBe(5);
    expect(more.seconds).toBeGreaterThanOrEqual(thousand.seconds);
    // A hundred batches of about six seconds.
    expect(many.seconds).toBeGreaterThan(600);
    expect(many.seconds).toBeLessThan(800);
  });

  it('asks ever less often how far a batch is', () => {
    const pollsOf = (count: number): number =>
      estimate({ summary: makeSummary({ new: count }) }).requestsCount - Math.ceil(count / 100);
    expect(pollsOf(1_000) - pollsOf(500)).toBeLessThanOrEqual(2);
  });

  it('counts the new list and the new fields', () => {
    const summary = makeSummary({ new: 10 });
    const known = estimate({ summary, target: { kind: 'list', listId: 5 } });
    const created = estimate({
      summary,
      choices: [{ kind: 'phone' }, { kind: 'new-field', name: 'Vet' }, { kind: 'new-field', name: 'Pet' }, null],
    });
    // The list, the fields that are there, and each new one.
    expect(created.requestsCount - known.requestsCount).toBe(4);
  });

  it('puts contacts that stay as they are on the list a hundred at a time', () => {
    const target = { kind: 'list', listId: 5 } as const;
    const onIt = estimate({ summary: makeSummary({ unchanged: 250 }), target });
    const toAdd = estimate({ summary: { ...makeSummary({ unchanged: 250 }), toAddCount: 250 }, target });
    expect(toAdd.requestsCount - onIt.requestsCount).toBe(3);
  });
});
