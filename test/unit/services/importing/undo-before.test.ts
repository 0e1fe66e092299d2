import { describe, expect, it } from 'vitest';
import type { RunParts } from '#main/services/importing/ports.ts';
import { settleBefore } from '#main/services/importing/undo/before.ts';
import { UndoContext } from '#main/services/importing/undo/context.ts';
import type { ImportMemory, StoredImport } from '#main/store/api/imports.ts';
import { AppError } from '#shared/domain/app-error.ts';
import type { ImportState } from '#shared/domain/imports.ts';

const MEMORY: ImportMemory = {
  ...{ listId: 50, hasCreatedList: true, isCreatingList: false, createdFields: {}, creatingFields: [] },
  ...{ lastContactIdBefore: 100, lastListIdBefore: 49, batch: null, batchCount: 1, extraListIds: [] },
  ...{ membersCount: null, problem: null, undoneAt: null, workedMs: 0 },
};

/** A service that answers in turn, the last answer again and again; time passes while something is waited for. */
class FakeParts {
  nowAt = 1_000_000;
  waits = 0;
  progress: (ImportState | AppError)[] = [];
  memberCounts: number[] = [];
  lists: { id: number; name: string }[] = [];

  async settle(memory: Partial<ImportMemory>): Promise<ImportMemory> {
    const stored = { id: 3, memory: { ...MEMORY, ...memory }, plan: { listName: 'November' } } as StoredImport;
    const next = <T>(answers: T[]): T => {
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer === undefined) throw new Error('Nothing is asked');
      return answer;
    };
    const parts = {
      now: () => this.nowAt,
      wait: (ms: number) => {
        this.nowAt += ms;
        this.waits += 1;
        return Promise.resolve();
      },
      store: { findImport: () => Promise.resolve(stored), saveImport: () => Promise.resolve() },
      service: {
        getImportProgress: () => {
          const answer = next(this.progress);
          return answer instanceof AppError ? Promise.reject(answer) : Promise.resolve({ state: answer });
        },
        listMemberIds: () => Promise.resolve(Array.from({ length: next(this.memberCounts) })),
        searchLists: () => Promise.resolve({ items: this.lists }),
      },
    } as unknown as RunParts;
    const context = new UndoContext(parts, stored, new AbortController().signal);
    await settleBefore(context);
    return context.memory;
  }
}

describe('what an import that was stopped left under way', () => {
  const batch = { number: 1, importId: 8, leftAt: 1_000_000 };

  it('is waited for by its progress', async () => {
    const parts = new FakeParts();
    parts.progress = ['waiting', 'working', 'with-errors'];
    expect((await parts.settle({ batch })).batch).toBeNull();
    expect(parts.waits).toBe(2);
  });

  it('is waited for no longer than ten minutes, and not where the service knows nothing of it', async () => {
    const parts = new FakeParts();
    parts.progress = ['working'];
    expect((await parts.settle({ batch })).batch).toBeNull();
    expect(parts.nowAt).toBe(1_600_000);
    parts.waits = 0;
    parts.progress = [new AppError({ code: 'not-found', message: 'no such import' })];
    await parts.settle({ batch: { ...batch, leftAt: parts.nowAt } });
    expect(parts.waits).toBe(0);
  });

  it('is waited for by its list where the service tells no import', async () => {
    const parts = new FakeParts();
    parts.memberCounts = [0, 10, 20, 30, 30, 30, 30, 99];
    expect((await parts.settle({ batch: { ...batch, importId: null } })).batch).toBeNull();
    expect(parts.memberCounts).toEqual([99]);
  });

  it('is a list whose creation has no answer, found by its name among those that are newer', async () => {
    const parts = new FakeParts();
    parts.lists = [
      { id: 49, name: 'November' },
      { id: 51, name: 'November clients' },
      { id: 52, name: 'November' },
    ];
    const creating = { listId: null, hasCreatedList: false, isCreatingList: true };
    expect(await parts.settle(creating)).toMatchObject({ listId: 52, hasCreatedList: true, isCreatingList: false });
    parts.lists = [{ id: 49, name: 'November' }];
    expect(await parts.settle(creating)).toMatchObject({ listId: null, hasCreatedList: false, isCreatingList: false });
  });
});
