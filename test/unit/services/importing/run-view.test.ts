import { describe, expect, it } from 'vitest';
import { toPossibleUntil, toRunView } from '#main/services/importing/run-view.ts';
import type { ImportMemory, ImportRowCount, StoredImport } from '#main/store/api/imports.ts';
import { importRunSchema } from '#shared/contract/importing.ts';
import * as v from 'valibot';

const AT = Date.UTC(2026, 10, 20, 9);
const MONTH_MS = 30 * 86_400_000;

const MEMORY: ImportMemory = {
  ...{ listId: 50, hasCreatedList: true, isCreatingList: false, createdFields: {}, creatingFields: [] },
  ...{ lastContactIdBefore: 100, lastListIdBefore: 49, batch: null, batchCount: 2, extraListIds: [] },
  ...{ membersCount: 1_239, problem: null, undoneAt: null, workedMs: 72_000 },
};

function count(verdict: ImportRowCount['verdict'], state: ImportRowCount['state'], rows: number): ImportRowCount {
  return { verdict, state, undo: 'none', count: rows };
}

/** As in the design. */
const FINISHED: StoredImport = {
  ...{ id: 3, startedAt: AT, finishedAt: AT + 72_000, state: 'finished', step: 'done', hasRows: true, memory: MEMORY },
  plan: {
    ...{ fileName: 'clients-export-november.xlsx', isPasted: false, headers: ['Phone'], choices: [{ kind: 'phone' }] },
    options: { country: 'GB', hasHeader: true, leavesOutLandlines: false, keepsWhatIsEmpty: true, existing: 'update' },
    ...{ target: { kind: 'new-list', name: 'November clients' }, listName: 'November clients' },
    ...{ rowsCount: 1_286, changedValuesCount: 302 },
  },
  counts: [
    count('new', 'done', 1_086),
    count('new', 'refused', 2),
    count('update', 'done', 139),
    count('unchanged', 'done', 14),
    count('duplicate', 'skipped', 29),
    count('left-out', 'skipped', 7),
    count('invalid', 'skipped', 9),
  ],
};

function withState(state: StoredImport['state'], changes: Partial<StoredImport> = {}): StoredImport {
  return { ...FINISHED, state, ...changes };
}

describe('a run as the page shows it', () => {
  it('tells planned and done, and what was rejected', () => {
    const view = toRunView(FINISHED, AT);
    expect(() => v.parse(importRunSchema, view)).not.toThrow();
    expect(view).toMatchObject({
      ...{ created: { planned: 1_088, done: 1_086 }, updated: { planned: 139, done: 139 } },
      ...{ unchanged: { planned: 14, done: 14 }, duplicate: 29, leftOut: 7, invalid: 9, lostDigits: 0 },
      ...{ rejectedCount: 11, refusedCount: 2, changedValuesCount: 302, rowsCount: 1_286 },
      ...{ totalCount: 1_241, doneCount: 1_241, secondsLeft: null },
      list: { id: 50, name: 'November clients', isNew: true, membersCount: 1_239 },
    });
  });

  it('counts rows that a stop has left among the rejected, and not among the work', () => {
    const counts = [count('new', 'done', 1_000), count('new', 'skipped', 88), count('duplicate', 'skipped', 5)];
    expect(toRunView(withState('stopped', { counts }), AT)).toMatchObject({
      ...{ created: { planned: 1_088, done: 1_000 }, rejectedCount: 88, refusedCount: 0 },
      ...{ totalCount: 1_000, doneCount: 1_000 },
    });
  });

  it('says how long the rest takes at the usual pace, and longer where it was slower so far', () => {
    const counts = [count('new', 'done', 340), count('new', 'leaving', 170), count('update', 'planned', 100)];
    const running = withState('running', { step: 'new', finishedAt: null, counts });
    const at = (workedMs: number) => ({ ...running, memory: { ...MEMORY, workedMs } });
    expect(toRunView(at(2_000), AT)).toMatchObject({ totalCount: 610, doneCount: 340, secondsLeft: 21 });
    expect(toRunView(at(1), AT).secondsLeft).toBe(21);
    expect(toRunView(at(4_000), AT).secondsLeft).toBe(42);
    expect(toRunView(at(2_000), AT, { together: 170, single: 10 }).secondsLeft).toBe(11);
    expect(toRunView(at(2_000), AT, null).secondsLeft).toBeNull();
  });

  it('counts what an undo has done of all rows that may have reached the service', () => {
    const counts: readonly ImportRowCount[] = [
      { ...count('new', 'done', 80), undo: 'undone' },
      { ...count('new', 'done', 5), undo: 'kept' },
      count('new', 'done', 15),
      count('new', 'refused', 3),
      { ...count('update', 'done', 10), undo: 'undone' },
      { ...count('update', 'refused', 1), undo: 'undone' },
      count('update', 'leaving', 20),
      count('invalid', 'skipped', 9),
    ];
    const view = toRunView(withState('undoing', { step: 'undo-contacts', counts }), AT);
    expect(view).toMatchObject({ totalCount: 130, doneCount: 95, secondsLeft: 5, rejectedCount: 13 });
    expect(view.undo).toEqual({
      ...{ possibleUntil: null, undoneAt: null, deletedCount: 80, restoredCount: 10, keptCount: 5 },
    });
  });

  it('passes on why it waits', () => {
    const problem = { code: 'offline', detail: '', at: AT };
    const view = toRunView(withState('waiting', { memory: { ...MEMORY, problem } }), AT);
    expect(view.problem).toEqual({ code: 'offline', detail: null, fields: {}, at: AT });
  });
});

describe('how long a run can be undone', () => {
  const until = AT + 72_000 + MONTH_MS;

  it('is thirty days from its end', () => {
    expect(toPossibleUntil(FINISHED, AT)).toBe(until);
    expect(toPossibleUntil(FINISHED, until)).toBe(until);
    expect(toPossibleUntil(FINISHED, until + 1)).toBeNull();
    expect(toPossibleUntil(withState('stopped'), AT)).toBe(until);
  });

  it.each<[string, StoredImport]>([
    ['its rows are gone', { ...FINISHED, hasRows: false }],
    ['it is undone', withState('undone', { memory: { ...MEMORY, undoneAt: AT } })],
    ['it goes on', withState('running')],
    ['what has left is being waited for', withState('stopped', { step: 'new' })],
    ['an undo is under way', withState('undo-paused')],
    [
      'it has done nothing',
      withState('stopped', {
        memory: { ...MEMORY, hasCreatedList: false },
        counts: [count('new', 'skipped', 5), count('update', 'refused', 1)],
      }),
    ],
  ])('is no time where %s', (_why, stored) => {
    expect(toPossibleUntil(stored, AT)).toBeNull();
  });

  it('counts a list alone as something to undo', () => {
    expect(toPossibleUntil(withState('stopped', { counts: [count('new', 'skipped', 5)] }), AT)).toBe(until);
  });
});
